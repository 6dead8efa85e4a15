// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Repeats with the page's rig what vectors/camera-rig.json says that the server's rig was told, and tells how far its answers are from the
// other's. Each step is [verb, …]; what a rig answered stands at the end of a step, or is a step of its own ("pose", "camera", …).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { remainder } from "../../Web/rig/curves.js";
import { CameraOrbit, cameraLookingAt, cameraOf, CameraRig, orbitPresets, poseOf, SmoothedTarget } from "../../Web/rig/index.js";
import { angleBetween } from "../../Web/rig/quaternions.js";
import { distanceBetween } from "../../Web/rig/vectors.js";

const named = ([longitude, latitude, altitude, heading, pitch, roll]) => ({ longitude, latitude, altitude, heading, pitch, roll });
const outcomes = (endings) => endings.map(({ identifier, isFinished }) => [identifier, isFinished]);

export const vectors = JSON.parse(readFileSync(new URL("vectors/camera-rig.json", import.meta.url), "utf8"));

/** The greatest differences seen, in metres and degrees, and how many answers were compared. */
export class Comparison {
  metres = 0;
  degrees = 0;
  count = 0;

  length(actual, expected) {
    this.metres = Math.max(this.metres, Math.abs(actual - expected));
  }

  angle(actual, expected) {
    this.degrees = Math.max(this.degrees, Math.abs(remainder(actual - expected, 360)));
  }

  pose({ position, orientation }, point, [w, x, y, z]) {
    this.count += 1;
    this.metres = Math.max(this.metres, distanceBetween(position, point));
    this.degrees = Math.max(this.degrees, (angleBetween(orientation, { w, x, y, z }) * 180) / Math.PI);
  }

  camera(camera, numbers) {
    this.count += 1;
    this.length(camera.altitude, numbers[2]);
    for (const [i, name] of [[0, "longitude"], [1, "latitude"], [3, "heading"], [4, "pitch"], [5, "roll"]]) this.angle(camera[name], numbers[i]);
  }
}

export function lookAt([place, distance, [heading, pitch, roll], expected], comparison) {
  comparison.camera(cameraLookingAt(named(place), distance, { heading, pitch, roll }), expected);
}

export function replay({ camera, lens: [horizontalFieldOfView, width, height], steps }, comparison) {
  const rig = new CameraRig(poseOf(named(camera)), { horizontalFieldOfView, width, height });
  const change = (body) => {
    const { orbit } = rig;
    if (!orbit) return null;
    const result = body(orbit);
    rig.update(orbit);
    return result;
  };
  const verbs = {
    follow: (kind, distance, target, seconds) =>
      rig.follow(new CameraOrbit(kind, distance), Array.isArray(target) ? SmoothedTarget.fixedAt(named(target)) : new SmoothedTarget(target), seconds),
    receive: (pose, time) => rig.receive(named(pose), time),
    row: (count, time, step, first, more) => {
      for (let i = 0; i < count; i += 1) rig.receive(named(first.map((number, k) => number + i * more[k])), time + i * step);
    },
    advance: (time) => rig.advanceTo(time),
    lens: (fieldOfView, wide, high) => (rig.lens = { horizontalFieldOfView: fieldOfView, width: wide, height: high }),
    set: (changes) => change((orbit) => orbit.set(changes)),
    view: (changes) => change((orbit) => orbit.setView(rig.time, changes)),
    offsets: (offsets) => change((orbit) => orbit.setTargetOffsets(rig.time, offsets)),
    moveCamera: (distanceDelta, headingDelta, pitchDelta, seconds, way) =>
      assert.equal(change((orbit) => orbit.moveCamera({ distanceDelta, headingDelta, pitchDelta }, seconds, rig.time)), way),
    moveOffsets: (offsets, seconds, way) => assert.equal(change((orbit) => orbit.moveTargetOffsets(offsets, seconds, rig.time)), way),
    chase: (distance, seconds) => change((orbit) => orbit.goTo(orbitPresets.chase(distance), seconds, rig.time)),
    cockpit: (offsets, seconds) => change((orbit) => orbit.goTo(orbitPresets.cockpit(offsets), seconds, rig.time)),
    end: (identifier, isFinished) => change((orbit) => orbit.end(identifier, isFinished, rig.time)),
    input: (input, isObeyed) => assert.equal(rig.apply(input), isObeyed),
    setCamera: (to, seconds, isPossible, way) => assert.deepEqual(rig.setCamera(named(to), seconds), { isPossible, way }),
    release: (seconds) => rig.release(seconds),
    keepClear: (clearance, ground, seconds) => rig.keepClear(clearance, ground, seconds),
    pose: (point, turn) => comparison.pose(rig.pose, point, turn),
    ahead: (seconds, point, turn) => comparison.pose(rig.poseAt(rig.time + seconds), point, turn),
    camera: (numbers) => comparison.camera(cameraOf(rig.pose), numbers),
    orbit: ([distance, headingOffset, pitchOffset], offsets) => {
      comparison.count += 1;
      const view = rig.orbit.view(rig.time);
      comparison.length(view.distance, distance);
      comparison.angle(view.headingOffset, headingOffset);
      comparison.angle(view.pitchOffset, pitchOffset);
      rig.orbit.targetOffsets(rig.time).forEach((metres, i) => comparison.length(metres, offsets[i]));
    },
    target: (point, turn, numbers) => {
      comparison.pose(rig.target, point, turn);
      if (numbers.length > 0) comparison.camera(rig.target, numbers);
    },
    noTarget: () => assert.equal(rig.target, null),
    endings: (animations, ways, isFree, isHandingOver, ignored) => {
      const ended = change((orbit) => orbit.advance(rig.time)) ?? [];
      assert.deepEqual([outcomes(ended), outcomes(rig.takeEndings())], [animations, ways]);
      assert.deepEqual([rig.isFree, rig.isHandingOver, rig.ignoredViewpointCount], [isFree, isHandingOver, ignored]);
    },
  };
  steps.forEach(([verb, ...parts], i) => {
    const before = { ...comparison };
    verbs[verb](...parts);
    if ((before.metres <= 1e-6 && comparison.metres > 1e-6) || (before.degrees <= 1e-9 && comparison.degrees > 1e-9)) comparison.first ??= `step ${i}, ${verb}`;
  });
}
