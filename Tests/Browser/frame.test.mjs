// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameError, readFrame } from "../../Web/frame.js";
import { makeFrame } from "./make-frame.mjs";

const whole = () => makeFrame({
  reset: true, more: true, source: 3, sequence: 41, total: 9, baseTime: 1_777_640_671_950.5, newest: 1_777_640_671_000,
  updates: [
    { number: 7, longitude: -112.0101, latitude: 33.4352, arrival: -120, heading: 359.99, trail: [[-112.1, 33.4], [-112.05, 33.41]], track: "Flight_396", label: "Ünited 396" },
    { number: 4_294_967_295, longitude: null, latitude: 0, track: "طائرة 🚁" },
  ],
  removed: [1, 2],
});

test("a frame is read as the protocol says", () => {
  const frame = readFrame(whole());
  assert.equal(frame.reset, true);
  assert.equal(frame.more, true);
  assert.deepEqual([frame.source, frame.sequence, frame.total], [3, 41, 9]);
  assert.deepEqual([frame.baseTime, frame.newest], [1_777_640_671_950.5, 1_777_640_671_000]);
  assert.deepEqual([...frame.numbers], [7, 4_294_967_295]);
  assert.deepEqual([...frame.longitudes], [-1_120_101_000, -2_147_483_648]);
  assert.deepEqual([...frame.headings], [35_999, 65_535]);
  assert.deepEqual([...frame.trailCounts], [2, 0]);
  assert.deepEqual([...frame.removed], [1, 2]);
  assert.deepEqual([...frame.trail], [-1_121_000_000, 334_000_000, -1_120_500_000, 334_100_000]);
  assert.deepEqual([...frame.names], [
    [7, { track: "Flight_396", label: "Ünited 396" }],
    [4_294_967_295, { track: "طائرة 🚁", label: "طائرة 🚁" }],
  ]);
});

test("an empty frame is a frame", () => {
  assert.equal(readFrame(makeFrame({})).numbers.length, 0);
});

test("a frame cut at any byte is an error, never a picture", () => {
  const buffer = whole();
  for (let length = 0; length < buffer.byteLength; length += 1) {
    assert.throws(() => readFrame(buffer.slice(0, length)), FrameError, `cut at ${length}`);
  }
});

test("a frame with any bit of its header flipped is read or refused, but never reads outside", () => {
  for (let bit = 0; bit < 48 * 8; bit += 1) {
    const buffer = whole();
    new Uint8Array(buffer)[bit >> 3] ^= 1 << (bit & 7);
    try {
      readFrame(buffer);
    } catch (error) {
      assert.ok(error instanceof FrameError, `bit ${bit}: ${error}`);
    }
  }
});

test("a name table whose lengths run past its end is an error", () => {
  for (const field of [4, 6]) {
    const buffer = makeFrame({ names: [{ number: 1, track: "A", label: "B" }] });
    new DataView(buffer).setUint16(48 + field, 2, true);
    assert.throws(() => readFrame(buffer), /name table is cut/);
  }
});

test("trail points that do not add up are an error", () => {
  const buffer = whole();
  new DataView(buffer).setUint16(48 + 2 * 18, 1, true);
  assert.throws(() => readFrame(buffer), /add up/);
});

test("classes of entities and of trail points, and who has left the view", () => {
  const frame = readFrame(makeFrame({
    styled: true, left: [9, 8], removed: [7],
    updates: [{ number: 1, longitude: 1, latitude: 2, track: "a", kind: 3, trail: [[0, 0, -500, 2, 90], [0.5, 1, -250, 1]] }, { number: 2, longitude: 3, latitude: 4, track: "b", kind: 500 }],
  }));
  assert.deepEqual([...frame.left], [9, 8]);
  assert.deepEqual([...frame.removed], [7]);
  assert.deepEqual([...frame.classes], [3, 500]);
  assert.deepEqual([...frame.trailClasses], [2, 1]);
  assert.deepEqual([...frame.trailHeadings], [9000, 65535]);
  assert.deepEqual([...frame.trailArrivals], [-500, -250]);
  assert.equal(frame.names.get(2).track, "b");
  assert.equal(readFrame(makeFrame({})).classes, null);
});
