// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { remainder } from "../../Web/rig/curves.js";
import {
  CameraLens, cameraLookingAt, CameraOrbit, cameraOf, CameraRig, orbitPresets, OrbitSettings, placeOf, pointOf, poseOf, SmoothedTarget,
  targetSmoothing,
} from "../../Web/rig/index.js";
import { angleBetween, fromAxes, normalized, rotate } from "../../Web/rig/quaternions.js";
import { distanceBetween } from "../../Web/rig/vectors.js";
import { Comparison, lookAt, replay, vectors } from "./rig-vectors.mjs";

const near = (actual, expected, tolerance, what = "") => assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const start = { longitude: 9, latitude: 46, altitude: 8_000, heading: 10, pitch: 60, roll: 0 };
const lens = { width: 1_600, height: 900 };
const element = { longitude: 10, latitude: 45, altitude: 3_000, heading: 90, pitch: 5, roll: 10 };

const following = (target = element, seconds = 0) => {
  const rig = new CameraRig(poseOf(start), lens);
  rig.follow(new CameraOrbit("geoElement", 1_000), new SmoothedTarget(null), seconds);
  if (target) rig.receive(target, 0);
  return rig;
};

/** As near as a micrometre and a thousand millionth of a degree. */
const expectNear = ({ metres, degrees, count, first }, name) => {
  assert.ok(count > 0, `${name}: nothing was compared`);
  assert.ok(metres <= 1e-6 && degrees <= 1e-9, `${name}: ${metres} m and ${degrees}° apart, first at ${first}`);
};

for (const scenario of vectors.scenarios) {
  test(`the rig of the page says what that of the server says: ${scenario.name}`, () => {
    const comparison = new Comparison();
    replay(scenario, comparison);
    expectNear(comparison, scenario.name);
  });
}

test("a camera that looks at a place is where the server has it", () => {
  const comparison = new Comparison();
  for (const vector of vectors.lookingAt) lookAt(vector, comparison);
  expectNear(comparison, "looking at");
});

test("a remainder is that of IEEE 754", () => {
  const cases = [[180, 180], [-180, -180], [540, -180], [900, 180], [190, -170], [-190, 170], [0, 0], [1e9 + 7, -73]];
  for (const [value, expected] of cases) assert.equal(remainder(value, 360), expected);
});

test("a camera comes through the Earth-centred frame as it was", () => {
  for (const latitude of [-89.9, -33, 0, 51, 89]) {
    for (const [heading, pitch, roll] of [[0, 90, 0], [200, 10, 340], [359, 179, 1], [90, 45, 180]]) {
      const camera = { longitude: 179.5, latitude, altitude: 500, heading, pitch, roll };
      for (const [name, value] of Object.entries(cameraOf(poseOf(camera)))) near(remainder(value - camera[name], 360), 0, 1e-8, name);
    }
  }
  const looking = cameraLookingAt({ longitude: 10, latitude: 45, altitude: 100 }, 5_000, { heading: 20, pitch: 70, roll: 0 });
  assert.deepEqual([looking.heading, looking.pitch, looking.roll], [20, 70, 0]);
  near(distanceBetween(pointOf(looking), pointOf({ longitude: 10, latitude: 45, altitude: 100 })), 5_000, 1e-6);
});

test("a camera may be said with any number of turns, and with what is no number", () => {
  const [plain, turned] = [poseOf({ ...start, heading: 20 }), poseOf({ ...start, longitude: 369, heading: 740, roll: -360 })];
  near(distanceBetween(plain.position, turned.position), 0, 1e-6);
  near(angleBetween(plain.orientation, turned.orientation), 0, 1e-12);
  const { altitude, latitude, longitude, pitch } = cameraOf(poseOf({ longitude: NaN, latitude: undefined, altitude: Infinity, heading: "x", pitch: NaN }));
  for (const number of [altitude, latitude, longitude, pitch]) near(number, 0, 1e-8);
});

test("the axes of a pose are right, up and back, and its lens has angles", () => {
  const { right, up, back } = new CameraRig(poseOf({ longitude: 0, latitude: 0, altitude: 0, heading: 0, pitch: 90, roll: 0 }), lens).pose;
  // At 0° N 0° E, looking north: right is east (y), up is up (x), back is south (−z).
  [[right, [0, 1, 0]], [up, [1, 0, 0]], [back, [0, 0, -1]]].forEach(([axis, expected]) => near(distanceBetween(axis, expected), 0, 1e-12));
  near(new CameraLens({ horizontalFieldOfView: 90, width: 2, height: 2 }).verticalFieldOfView, 90, 1e-12);
  assert.equal(new CameraLens({ horizontalFieldOfView: NaN, width: 2, height: 2 }).horizontalFieldOfView, 45);
  assert.equal(new CameraLens(lens).project(poseOf(start).position, poseOf({ ...start, pitch: 0, altitude: 10 })), null);
});

test("axes at right angles make the turn that made them, whichever of its parts is the largest", () => {
  const parts = [[1, 0.2, -0.3, 0.1], [0.1, 1, 0.2, -0.3], [-0.2, 0.1, 1, 0.3], [0.3, -0.2, 0.1, 1], [-0.4, 0.3, 0.2, 0.5]];
  for (const [w, x, y, z] of parts) {
    const turn = normalized({ w, x, y, z });
    near(angleBetween(turn, fromAxes(...[[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotate(turn, axis)))), 0, 1e-15);
  }
});

test("an animation to nowhere is none, and smoothing has its usual numbers", () => {
  const orbit = new CameraOrbit("geoElement", 100);
  assert.equal(orbit.moveCamera({ distanceDelta: NaN }, 1, 0), null);
  assert.equal(orbit.moveCamera({ headingDelta: 1 }, Infinity, 0), null);
  assert.equal(orbit.moveTargetOffsets([0, Infinity, 0], 1, 0), null);
  assert.equal(orbit.moveTargetOffsets([0, 0, 0], NaN, 0), null);
  assert.equal(orbit.moveCamera({ headingDelta: 90 }, 0, 0), 1);
  orbit.advance(0);
  assert.deepEqual(orbit.view(0), { distance: 100, headingOffset: 90, pitchOffset: 45 });
  assert.deepEqual(orbit.goTo(orbitPresets.cockpit(), 0, 0), [2, 3]);
  orbit.setView(0, { distance: 100, headingOffset: 0, pitchOffset: 45 });
  orbit.advance(0);
  orbit.setView(0, { distance: undefined, headingOffset: "x", pitchOffset: "y" });
  assert.deepEqual([orbit.view(0), orbit.isMoving], [{ distance: 100, headingOffset: 0, pitchOffset: 45 }, false]);
  assert.deepEqual(targetSmoothing({ delay: -1, horizon: NaN }), { delay: 0, horizon: 5, correction: 0.75, absorbsLag: false });
  assert.deepEqual(targetSmoothing(), { delay: 1, horizon: 5, correction: 0.75, absorbsLag: false });
});

test("while a target holds the camera, viewpoints are ignored, and counted", () => {
  const rig = following();
  near(distanceBetween(rig.pose.position, pointOf(element)), 1_000, 1e-6);
  assert.deepEqual(rig.setCamera(start, 2), { isPossible: false, way: null });
  assert.deepEqual([rig.isFree, rig.ignoredViewpointCount], [false, 1]);
  rig.release(0);
  assert.equal(rig.target, null);
  assert.equal(rig.setCamera(start).isPossible, true);
  assert.deepEqual(rig.pose.position, poseOf(start).position);
});

test("as long as nothing is known of a target the camera waits; it sets out with the first fix, and its end is told", () => {
  const rig = following(null, 2);
  rig.advanceTo(10);
  assert.deepEqual(rig.pose.position, poseOf(start).position);
  rig.receive(element, 0);
  assert.ok(rig.isHandingOver);
  near(distanceBetween(rig.pose.position, poseOf(start).position), 0, 1e-6);
  rig.advanceTo(12.001);
  near(distanceBetween(rig.pose.position, pointOf(element)), 1_000, 1e-6);
  assert.deepEqual(rig.takeEndings().at(-1), { identifier: 2, isFinished: true });
});

test("retargeted in flight the camera does not jump, and the first way ends unfinished", () => {
  const rig = following();
  rig.follow(new CameraOrbit("location", 500), SmoothedTarget.fixedAt({ longitude: 30, latitude: 20, altitude: 0 }), 4);
  rig.advanceTo(1.7);
  const old = rig.pose;
  rig.follow(new CameraOrbit("location", 800), SmoothedTarget.fixedAt(element), 4);
  near(distanceBetween(rig.pose.position, old.position), 0, 1e-5);
  near(angleBetween(rig.pose.orientation, old.orientation), 0, 1e-9);
  assert.deepEqual(rig.takeEndings().map(({ isFinished }) => isFinished), [false]);
});

test("what is given to a rig, and what it gives, is not the rig's own", () => {
  const [rig, orbit, target] = [new CameraRig(poseOf(start), lens), new CameraOrbit("geoElement", 1_000), new SmoothedTarget(null)];
  rig.follow(orbit, target, 0);
  orbit.setView(0, { distance: 5 });
  target.receive({ ...element, longitude: 0 }, 0, 0);
  rig.orbit.setView(0, { distance: 7 });
  rig.receive(element, 0);
  near(distanceBetween(rig.pose.position, pointOf(element)), 1_000, 1e-6);
});

test("a fix of no time, and one of what is no place, do no harm", () => {
  const rig = new CameraRig(poseOf(start), lens);
  rig.receive(element, 0);
  rig.follow(new CameraOrbit("geoElement", 1_000), new SmoothedTarget({}), 0);
  rig.receive(element, NaN);
  assert.equal(rig.target, null);
  rig.receive({ ...element, longitude: NaN, roll: Infinity }, 0);
  assert.ok(rig.target.position.every(Number.isFinite) && rig.pose.position.every(Number.isFinite));
});

test("presets switch what is followed, and end where they say", () => {
  const rig = following();
  for (const preset of [orbitPresets.chase(300), orbitPresets.cockpit([0, 5, 2])]) {
    const { orbit } = rig;
    orbit.goTo(preset, 1, rig.time);
    const before = rig.pose;
    rig.update(orbit);
    near(distanceBetween(rig.pose.position, before.position), 0, 1e-6);
    rig.advanceBy(1.1);
  }
  near(distanceBetween(rig.pose.position, pointOf(element)), Math.sqrt(29), 1e-7);
  const { orbit } = rig;
  assert.deepEqual(orbit.advance(rig.time).map(({ isFinished }) => isFinished), [true, true, true, true]);
  assert.equal(orbit.isMoving, false);
});

test("settings are those of the protocol; what is no number changes none", () => {
  const { values } = new OrbitSettings("geoElement");
  assert.deepEqual(values, {
    minCameraDistance: 0, maxCameraDistance: null, minCameraHeadingOffset: -180, maxCameraHeadingOffset: 180, minCameraPitchOffset: -90,
    maxCameraPitchOffset: 90, autoHeading: true, autoPitch: true, autoRoll: true, distanceIsInteractive: true, headingIsInteractive: true,
    pitchIsInteractive: true, verticalScreenFactor: 0.5,
  });
  assert.deepEqual(new OrbitSettings("geoElement").with(values).values, values);
  const odd = {
    minCameraDistance: NaN, maxCameraDistance: undefined, minCameraHeadingOffset: Infinity, maxCameraPitchOffset: "x", autoHeading: 1,
    verticalScreenFactor: null, constructor: 1, unknown: 2,
  };
  assert.deepEqual(new OrbitSettings("geoElement").with(odd).values, values);
  const limits = { minCameraHeadingOffset: 200, maxCameraPitchOffset: -300, maxCameraDistance: -1, verticalScreenFactor: 7 };
  const pushed = new OrbitSettings("geoElement").with(limits).values;
  assert.deepEqual([pushed.maxCameraHeadingOffset, pushed.minCameraPitchOffset, pushed.maxCameraDistance, pushed.verticalScreenFactor], [200, -180, 0, 1]);
});

test("the vertical screen factor is where the target is on the screen", () => {
  const rig = following();
  for (const factor of [0, 0.25, 0.5, 1]) {
    const { orbit } = rig;
    orbit.set({ verticalScreenFactor: factor });
    rig.update(orbit);
    const [x, y] = new CameraLens(lens).project(rig.focus, rig.pose);
    near(x, 800, 1e-6);
    near(y, 900 * (1 - factor), 1e-6);
  }
});

test("kept clear of the ground the camera rises and looks at its target all the same", () => {
  const rig = following({ ...element, altitude: 2, pitch: 0, roll: 0 });
  const { orbit } = rig;
  orbit.setView(0, { distance: 100, pitchOffset: 90 });
  rig.update(orbit);
  rig.keepClear(20, 1);
  rig.advanceBy(0.6);
  const { altitude } = placeOf(rig.pose.position);
  assert.ok(altitude >= 21 && altitude < 30, `${altitude}`);
  const [x, y] = rig.lens.project(rig.focus, rig.pose);
  near(Math.hypot(x - 800, y - 450), 0, 1e-5);
});
