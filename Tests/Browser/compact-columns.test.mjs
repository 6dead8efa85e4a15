// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { FrameError, readFrame } from "../../Web/frame.js";
import { makeFrame } from "./make-frame.mjs";

const u16 = (value) => [value & 255, (value >> 8) & 255];
const u24 = (value) => [...u16(value), (value >> 16) & 255];
const i32 = (value) => [...u16(value), ...u16(value >> 16)];

/** The frame `plain` with other columns of its updates: bytes as docs/protocol.md has them. */
function compacted(plain, updated, columns) {
  const [head, rest] = [new Uint8Array(plain, 0, 48), new Uint8Array(plain, 48 + 20 * updated)];
  const bytes = Uint8Array.from([...head, ...columns, ...rest]);
  bytes[4] |= 8;
  return bytes.buffer;
}

const updates = [
  { number: 0, longitude: 1, latitude: 2, arrival: -10, track: "a" }, { number: 200, longitude: null, latitude: 0, arrival: -500, heading: 90, track: "b" },
  { number: 201, longitude: -0.5, latitude: 1.5, arrival: -65_535, trail: [[3, 4], [5, 6]], track: "c" },
];
const numbers = [0, 0x80 | (199 & 127), 1, 0];
const short = [...i32(-5_000_000), ...i32(15_000_000), 2];
const rest = [...u16(10), ...u16(500), ...u16(65_535), ...u16(65_535), ...u16(9_000), ...u16(65_535), ...u16(0), ...u16(0), ...u16(2)];

test("compact columns are read as the others are, and what stands behind them", () => {
  const plain = makeFrame({ reset: true, sequence: 9, updates, removed: [7, 8], left: [5] });
  const places = [...u24(15_000_000 / 4), ...u24(0xffffff), ...u24(0), ...u24(5_000_000 / 4), ...u24(0xffffff), ...u24(0)];
  const expected = readFrame(plain);
  const frame = readFrame(compacted(plain, 3, [1 | 4 | 8, ...numbers, ...short, ...places, ...rest]));
  assert.deepEqual(frame, { ...expected, classes: null });
  assert.equal(frame.trail[0], 30_000_000);
});

test("long places, long arrivals and classes", () => {
  const plain = makeFrame({ updates: updates.slice(0, 2) });
  const frame = readFrame(compacted(plain, 2, [2, 0, 71, 1, ...i32(10_000_000), ...i32(-2147483648), ...i32(20_000_000), ...i32(0), ...i32(-10), ...i32(-70_000)].toSpliced(2, 2, 0x80 | 71, 1)));
  assert.deepEqual([...frame.numbers], [0, 200]);
  assert.deepEqual([...frame.longitudes], [10_000_000, -2147483648]);
  assert.deepEqual([...frame.arrivals], [-10, -70_000]);
  assert.deepEqual([...frame.headings], [65_535, 65_535]);
  assert.equal(frame.classes, null);
  const styled = makeFrame({ updates: [updates[0]], styled: true });
  const cut = new Uint8Array(styled);
  // Without the plain column of classes, which stands before the names.
  const bare = Uint8Array.from([...cut.slice(0, 68), ...cut.slice(70)]).buffer;
  const one = [0, ...i32(0), ...i32(0), 0, ...u24(3), ...u24(4), ...u16(1)];
  assert.deepEqual([...readFrame(compacted(bare, 1, [1 | 16, ...one, 200])).classes], [200]);
  assert.deepEqual([...readFrame(compacted(bare, 1, [1 | 16 | 32, ...one, ...u16(300)])).classes], [300]);
  assert.deepEqual([...readFrame(compacted(bare, 1, [1, ...one])).classes], [0]);
});

test("columns that are cut, or numbers without an end, are no frame", () => {
  const plain = makeFrame({ updates: updates.slice(0, 1) });
  const whole = [1, 0, ...i32(0), ...i32(0), 0, ...u24(3), ...u24(4), ...u16(1)];
  assert.equal(readFrame(compacted(plain, 1, whole)).longitudes[0], 3);
  const names = plain.byteLength - 68;
  for (let length = 0; length < whole.length; length += 1) {
    const bytes = compacted(plain, 1, whole.slice(0, length));
    assert.throws(() => readFrame(bytes.slice(0, bytes.byteLength - names)), FrameError);
    assert.throws(() => readFrame(bytes), FrameError);
  }
  assert.throws(() => readFrame(compacted(plain, 1, [1, ...Array(20).fill(255)])), FrameError);
  assert.throws(() => readFrame(compacted(plain, 1, [...whole, 0])), FrameError);
});
