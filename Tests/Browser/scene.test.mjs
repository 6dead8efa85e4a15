// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { readCompactColumns, signed24, unknownAltitude, unknownAngle } from "../../Web/compact-columns.js";
import { EntityStore } from "../../Web/entities.js";
import { readFrame } from "../../Web/frame.js";
import { CameraLens, poseOf } from "../../Web/rig/index.js";
import { cameraForMap, mapForCamera, usualPitch } from "../../Web/scene/scene-link.js";
import { ScenePace } from "../../Web/scene/scene-pace.js";

const lens = new CameraLens({ width: 800, height: 500 });

test("a map and the camera that sees the same lead to each other, wherever and however it is turned", () => {
  for (const [longitude, latitude] of [[-112, 33.4], [179.99, -10], [-179.99, 60], [0, 0], [20, -78]]) {
    for (const [zoom, bearing] of [[16, 0], [12, 45], [9, 200], [6, -30]]) {
      const pose = poseOf(cameraForMap({ center: [longitude, latitude], zoom, bearing }, 700, lens));
      const back = mapForCamera(pose, 700, lens);
      assert.ok(Math.abs(back.zoom - zoom) < 1e-6, `zoom ${back.zoom} for ${zoom}`);
      assert.ok(Math.abs(back.center[0] - longitude) < 1e-6 && Math.abs(back.center[1] - latitude) < 1e-6, `${back.center} for ${longitude}, ${latitude}`);
      assert.ok(Math.abs((((back.bearing - bearing) % 360) + 540) % 360 - 180) < 1e-6, `${back.bearing} for ${bearing}`);
    }
  }
});

test("a camera leans back where it is near, and looks straight down from far away", () => {
  assert.ok(Math.abs(cameraForMap({ center: [0, 0], zoom: 14, bearing: 0 }, 500, lens).pitch - usualPitch) < 1e-6);
  assert.equal(cameraForMap({ center: [0, 0], zoom: 1, bearing: 0 }, 500, lens).pitch, 0);
});

test("a camera that looks into the sky is no view of a map", () => {
  assert.equal(mapForCamera(poseOf({ longitude: 0, latitude: 0, altitude: 1_000, heading: 0, pitch: 95, roll: 0 }), 500, lens), null);
});

test("where pictures are dear there are fewer, of fewer pixels, and more again where they are not", () => {
  const pace = new ScenePace(true);
  const run = (cost, until) => {
    let pictures = 0;
    for (let local = run.now; local < until; local += cost) {
      if (pace.isTime(local, true, 800)) {
        pace.drawn(local);
        pictures += 1;
      }
      run.now = local + cost;
    }
    return pictures;
  };
  run.now = 0;
  run(300, 30_000);
  assert.equal(pace.ratio, 0.4);
  run(20, 60_000);
  assert.equal(pace.ratio, 0.6);
  assert.equal(pace.isTime(run.now + 1e6, true, 300), true);
  assert.equal(pace.ratio, 0.7, "a small picture keeps its pixels");
});

test("three bytes are a signed number", () => {
  assert.deepEqual([[0, 0, 0], [1, 0, 0], [0xff, 0xff, 0xff], [0, 0, 0x80], [0xff, 0xff, 0x7f]].map((bytes) => signed24(bytes, 0)), [0, 1, -1, unknownAltitude, 8388607]);
});

/** A frame with compact columns of one entity with a trail point, both with heights. */
function tallFrame({ sequence, longitude, altitude, pitch, roll, trailAltitude, arrival }) {
  const name = new TextEncoder().encode("one");
  const columns = 1 + 1 + 8 + 4 + 2 + 2 + 3 + 4;
  const buffer = new ArrayBuffer(48 + columns + 8 + 4 + 2 + 2 + 3 + 8 + name.length);
  const view = new DataView(buffer);
  "VDF1".split("").forEach((letter, i) => view.setUint8(i, letter.charCodeAt(0)));
  view.setUint8(4, (sequence === 1 ? 1 : 0) | 4 | 8);
  [sequence, 1, 0, 1, 8 + name.length, 1].forEach((value, i) => view.setUint32(8 + 4 * i, value, true));
  view.setFloat64(32, arrival, true);
  let at = 48;
  const put = (size, value, method) => {
    view[method](at, value, true);
    at += size;
  };
  const three = (value) => [0, 8, 16].forEach((shift) => put(1, (value >> shift) & 0xff, "setUint8"));
  put(1, 2 | 4 | 8 | 64 | 128, "setUint8");
  put(1, 0, "setUint8"); // entity number 0
  put(4, longitude, "setInt32");
  put(4, 0, "setInt32");
  put(4, 0, "setInt32");
  put(2, 9_000, "setUint16");
  put(2, 1, "setUint16");
  three(altitude);
  put(2, pitch, "setInt16");
  put(2, roll, "setInt16");
  put(4, longitude - 5, "setInt32"); // the trail point
  put(4, 0, "setInt32");
  put(4, -500, "setInt32");
  put(2, 0, "setUint16");
  put(2, 9_000, "setUint16");
  three(trailAltitude);
  put(4, 0, "setUint32");
  put(2, name.length, "setUint16");
  put(2, 0, "setUint16");
  new Uint8Array(buffer, at).set(name);
  return buffer;
}

test("heights, pitch and roll come with a frame, and are displayed between two observations", () => {
  const store = new EntityStore({ maximumTrail: 10 });
  store.apply(readFrame(tallFrame({ sequence: 1, longitude: 100, altitude: 10_000, pitch: 500, roll: 17_000, trailAltitude: 9_000, arrival: 1_000 })), 0);
  store.apply(readFrame(tallFrame({ sequence: 2, longitude: 200, altitude: 12_000, pitch: -500, roll: -17_000, trailAltitude: unknownAltitude, arrival: 3_000 })), 0);
  store.display(2_750);
  const slot = store.slotOfTrack.get("one");
  // Between the trail point, of which nobody knows the height, at 2,500 and the newest at 3,000.
  assert.equal(store.heights.altitudes[slot], 600);
  assert.equal(store.heights.pitches[slot], -5);
  store.display(5_000);
  assert.deepEqual([store.heights.altitudes[slot], store.heights.pitches[slot], store.heights.rolls[slot]], [1_200, -5, -170]);
  const seen = [];
  store.visitTrail(slot, 3, (longitude, latitude, cell) => { seen.push(store.heights.at(cell).altitude); });
  assert.deepEqual(seen, [1_200, 0, 1_000]);
});

test("a roll goes the shorter way, over its back too", () => {
  const store = new EntityStore({ maximumTrail: 10 });
  const frame = (sequence, roll, arrival) => readFrame(tallFrame({ sequence, longitude: 100, altitude: 0, pitch: 0, roll, trailAltitude: 0, arrival }));
  store.apply(frame(1, 17_000, 1_000), 0);
  store.apply(frame(2, -17_000, 2_000), 0);
  store.display(1_250);
  assert.equal(Math.abs(store.heights.rolls[0]), 180);
});

test("columns of heights that are cut are refused", () => {
  const whole = new Uint8Array(tallFrame({ sequence: 1, longitude: 1, altitude: 1, pitch: unknownAngle, roll: 0, trailAltitude: 0, arrival: 0 }));
  assert.throws(() => readCompactColumns(new DataView(whole.slice(0, 48 + 22).buffer), 48, 1, true), /cut/);
});
