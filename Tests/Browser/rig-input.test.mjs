// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { CameraOrbit, cameraOf, CameraRig, groundFocus, placeOf, pointOf, poseOf, SmoothedTarget } from "../../Web/rig/index.js";
import { dragInput, isSteeringKey, joined, keyInput, KeySteering, pinchInput, PointerSteering, tiltInput, wheelInput } from "../../Web/rig/input.js";

const size = { width: 1_000, height: 600 };
const near = (actual, expected, tolerance = 1e-9) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const target = { longitude: 10, latitude: 45, altitude: 1_000, heading: 0, pitch: 0, roll: 0 };

/** A camera behind a target that heads north. */
const held = (settings = {}) => {
  const rig = new CameraRig(poseOf({ ...target, altitude: 5_000 }), size);
  const orbit = new CameraOrbit("geoElement", 1_000);
  orbit.set(settings);
  rig.follow(orbit, new SmoothedTarget(null), 0);
  rig.receive(target, 0);
  return rig;
};
const free = () => new CameraRig(poseOf({ longitude: 10, latitude: 45, altitude: 5_000, heading: 0, pitch: 40, roll: 0 }), size);
/** How a point of the Earth moves on the screen with a gesture: [right, down]. */
const seen = (rig, point, input) => {
  const before = rig.lens.project(point, rig.pose);
  assert.ok(rig.apply(input));
  const after = rig.lens.project(point, rig.pose);
  return [after[0] - before[0], after[1] - before[1]];
};
const beside = (east, north, up = 0) => pointOf({ longitude: 10 + east / 78_847, latitude: 45 + north / 111_132, altitude: 1_000 + up });

test("around a target, what is before it goes along with the hand", () => {
  const [right] = seen(held(), beside(0, -100), dragInput(30, 0, size));
  assert.ok(right > 5, `${right}`);
  const [, down] = seen(held(), beside(0, 0, 100), dragInput(0, 30, size));
  // The camera rises: what is above the target comes down on the screen.
  assert.ok(down > 1, `${down}`);
  near(dragInput(600, 0, size).headingDelta, 180);
  near(dragInput(0, 300, size).pitchDelta, -90);
});

test("a free camera goes along with the ground under the hand; with another button it turns", () => {
  const rig = free();
  const focus = groundFocus(rig.pose);
  const [right, down] = seen(rig, focus, dragInput(40, -25, size, { free: true }));
  near(right, 40, 1);
  near(down, -25, 1);
  assert.deepEqual(Object.keys(dragInput(1, 1, size, { free: true, turns: true })), ["headingDelta", "pitchDelta"]);
  const before = groundFocus(free().pose);
  const [still, low] = seen(free(), before, dragInput(40, -25, size, { free: true, turns: true }));
  near(Math.hypot(still, low), 0, 1e-6);
});

test("a wheel away from the hand is nearer, the same in points, lines and pages; a pad pinches; nothing leaps", () => {
  near(wheelInput({ deltaY: 360 }, size).distanceFactor, 2);
  near(wheelInput({ deltaY: -360 }, size).distanceFactor, 0.5);
  near(wheelInput({ deltaY: 18, deltaMode: 1 }, size).distanceFactor, 2);
  near(wheelInput({ deltaY: 0.6, deltaMode: 2 }, size).distanceFactor, 2);
  near(wheelInput({ deltaY: 50, ctrlKey: true }, size).distanceFactor, 2);
  near(wheelInput({ deltaY: 1e9 }, size).distanceFactor, 2 ** (400 / 360));
  assert.equal(wheelInput({ deltaY: NaN }, size).distanceFactor, 1);
  const rig = held();
  rig.apply(wheelInput({ deltaY: -360 }, size));
  near(rig.orbit.view(0).distance, 500);
});

test("a pinch keeps what is below two fingers below them", () => {
  near(pinchInput([[0, 0], [100, 0]], [[0, 0], [200, 0]]).distanceFactor, 0.5);
  near(pinchInput([[0, 0], [100, 0]], [[0, 0], [0, 100]]).headingDelta, -90);
  near(pinchInput([[50, 0], [-50, 1]], [[50, 0], [-50, -1]]).headingDelta, -1.146, 1e-3);
  assert.ok(Number.isFinite(pinchInput([[5, 5], [5, 5]], [[5, 5], [5, 5]]).distanceFactor));
  // Straight down, a twist of fingers clockwise turns what is seen clockwise: what is north of the middle goes to the right.
  const rig = new CameraRig(poseOf({ longitude: 10, latitude: 45, altitude: 5_000, heading: 0, pitch: 0, roll: 0 }), size);
  const [right] = seen(rig, pointOf({ longitude: 10, latitude: 45.005, altitude: 0 }), pinchInput([[-50, 0], [50, 0]], [[-50, -10], [50, 10]]));
  assert.ok(right > 5, `${right}`);
  near(tiltInput([[0, 0], [100, 0]], [[0, 30], [100, 30]], size).pitchDelta, -9);
});

const pointers = (...places) => {
  const steering = new PointerSteering();
  places.forEach(([x, y], i) => steering.down({ pointerId: i, x, y }));
  return steering;
};
/** All that moves of two fingers came to; each [finger, x, y]. */
const total = (steering, moves, isFree) => moves.reduce((sum, [pointerId, x, y]) => joined(sum, steering.move({ pointerId, x, y }, size, isFree) ?? {}), {});
/** From one place of two fingers to another, in steps of a few points, one finger after the other. */
const glide = (from, to, steps = 20) => Array.from({ length: 2 * steps }, (_, i) => {
  const [finger, share] = [i % 2, (Math.floor(i / 2) + 1) / steps];
  return [finger, ...from[finger].map((start, k) => start + (to[finger][k] - start) * share)];
});

test("one finger drags; a second one begins anew, without a leap, and so does one that stays", () => {
  const steering = pointers([100, 100]);
  near(steering.move({ pointerId: 0, x: 110, y: 100 }, size).headingDelta, 3);
  assert.equal(steering.move({ pointerId: 0, x: 110, y: 100 }, size), null);
  assert.equal(steering.move({ pointerId: 7, x: 0, y: 0 }, size), null);
  steering.down({ pointerId: 1, x: 300, y: 100 });
  assert.equal(steering.move({ pointerId: 1, x: 301, y: 100 }, size), null);
  steering.up({ pointerId: 0 });
  near(steering.move({ pointerId: 1, x: 311, y: 100 }, size).headingDelta, 3);
  steering.up({ pointerId: 1 });
  assert.equal(steering.count, 0);
});

test("the right button, Shift and Ctrl turn a free camera", () => {
  for (const press of [{ button: 2 }, { shiftKey: true }, { ctrlKey: true }]) {
    const steering = new PointerSteering();
    steering.down({ pointerId: 0, x: 0, y: 0, ...press });
    near(steering.move({ pointerId: 0, x: 10, y: 0 }, size, true).headingDelta, 3);
  }
  assert.deepEqual(pointers([0, 0]).move({ pointerId: 0, x: 10, y: 4 }, size, true), { panRight: 10, panUp: -4 });
});

test("two fingers side by side tilt, and neither zoom nor turn", () => {
  const [from, to] = [[[100, 300], [200, 300]], [[102, 200], [203, 198]]];
  const { pitchDelta, distanceFactor, headingDelta } = total(pointers(...from), glide(from, to));
  near(pitchDelta, 101 * 0.3, 1e-9);
  assert.deepEqual([distanceFactor, headingDelta], [1, 0]);
});

test("two fingers that pinch zoom, and do not tilt though one finger stays, nor turn though they are not quite straight", () => {
  const from = [[100, 300], [200, 300]];
  const upright = [[100, 300], [100, 200]];
  for (const [start, end] of [[from, [[100, 300], [300, 310]]], [upright, [[100, 300], [100, 100]]]]) {
    const { pitchDelta, distanceFactor, headingDelta } = total(pointers(...start), glide(start, end));
    near(distanceFactor, 0.5, 0.01);
    assert.deepEqual([pitchDelta, headingDelta], [0, 0]);
  }
});

test("two fingers that twist turn, all but what it takes to see that they do", () => {
  const from = [[100, 300], [300, 300]];
  const steps = Array.from({ length: 46 }, (_, i) => ((i + 1) * Math.PI) / 180).flatMap((turn) => [0, 1].map((finger) => {
    const [cosine, sine] = [100 * Math.cos(turn), 100 * Math.sin(turn)];
    return finger === 0 ? [0, 200 - cosine, 300 - sine] : [1, 200 + cosine, 300 + sine];
  }));
  const { headingDelta, distanceFactor, panRight } = total(pointers(...from), steps, true);
  near(headingDelta, -36, 1.5);
  near(distanceFactor, 1, 0.02);
  near(panRight, 0, 2);
});

test("keys move the camera evenly, at any rate of frames, and a short press a little", () => {
  const run = (rate, seconds) => {
    const steering = new KeySteering();
    assert.ok(steering.down({ key: "ArrowLeft" }));
    let sum = {};
    for (let i = 0; i < seconds * rate; i += 1) {
      steering.down({ key: "ArrowLeft" }); // as a keyboard repeats it
      sum = joined(sum, steering.input(1 / rate) ?? {});
    }
    steering.up({ key: "ArrowLeft" });
    for (let i = 0; i < rate; i += 1) sum = joined(sum, steering.input(1 / rate) ?? {});
    assert.equal(steering.isActive, false);
    return sum.headingDelta;
  };
  for (const rate of [30, 60, 144]) near(run(rate, 2), 120, 1e-6);
  const tap = new KeySteering();
  tap.down({ key: "ArrowUp" });
  tap.up({ key: "ArrowUp" });
  const amounts = Array.from({ length: 20 }, () => tap.input(1 / 60)?.pitchDelta ?? 0);
  near(amounts.reduce((a, b) => a + b), -0.12 * 40, 1e-9);
  assert.equal(tap.input(1), null);
});

test("keys: which they are, where they lead, and that a pause is no leap", () => {
  const rig = held();
  rig.apply(keyInput({ key: "ArrowRight" }, 0.5));
  // To the right of a target that heads north is east.
  assert.ok(placeOf(rig.pose.position).longitude > 10);
  const { altitude } = placeOf(rig.pose.position);
  rig.apply(keyInput({ key: "ArrowUp" }, 0.5));
  assert.ok(placeOf(rig.pose.position).altitude > altitude);
  rig.apply(keyInput({ key: "+" }, 1));
  near(rig.orbit.view(0).distance, 1_000 / 1.6, 1e-9);
  const flat = free();
  flat.apply(keyInput({ key: "ArrowRight" }, 1, true));
  assert.ok(cameraOf(flat.pose).longitude > 10);
  near(keyInput({ key: "ArrowLeft", shiftKey: true }, 1).headingDelta, 12);
  near(keyInput({ key: "ArrowLeft", shiftKey: true }, 1, true).headingDelta, 60);
  near(keyInput({ key: "+", shiftKey: true }, 1).distanceFactor, 1 / 1.6);
  assert.equal(keyInput({ key: "constructor" }, 1), null);
  assert.equal(isSteeringKey({ key: "ArrowLeft", altKey: true }), false);
  const steering = new KeySteering();
  assert.equal(steering.down({ key: "a" }), false);
  steering.down({ key: "-" });
  near(steering.input(1e6).distanceFactor, 1.6 ** 0.1);
  steering.down({ key: "+", shiftKey: true });
  steering.up({ key: "=" });
  steering.up({ key: "-" });
  for (let i = 0; i < 9; i += 1) steering.input(0.1);
  assert.equal(steering.isActive, false);
  steering.down({ key: "-" });
  steering.release();
  assert.equal(steering.input(0.1), null);
});

test("what a controller lets nobody do is not done, whatever the hand wants", () => {
  const rig = held({ distanceIsInteractive: false, headingIsInteractive: false });
  rig.apply(wheelInput({ deltaY: 100 }, size));
  rig.apply(dragInput(50, 10, size));
  rig.apply(keyInput({ key: "ArrowLeft" }, 1));
  assert.deepEqual(rig.orbit.view(0), { distance: 1_000, headingOffset: 0, pitchOffset: 42 });
});
