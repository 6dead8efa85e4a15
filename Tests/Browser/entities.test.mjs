// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { EntityStore, fadeTime } from "../../Web/entities.js";
import { readFrame } from "../../Web/frame.js";
import { makeFrame } from "./make-frame.mjs";

const store = (maximumTrail = 5) => new EntityStore({ maximumTrail });
const apply = (to, frame, local = 0) => to.apply(readFrame(makeFrame(frame)), local);
const near = (actual, expected, tolerance = 1e-6) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const shown = (from, track) => {
  const slot = from.slotOfTrack.get(track);
  return [from.positions[2 * slot], from.positions[2 * slot + 1], from.headings[slot]];
};
const trailOf = (from, track) => {
  const points = [];
  from.visitTrail(from.slotOfTrack.get(track), 1000, (longitude, latitude) => points.push([longitude / 1e7, latitude / 1e7]));
  return points;
};

test("an entity moves on the straight line between its observations, and stands before the first and after the last", () => {
  const one = store();
  apply(one, { baseTime: 1000, updates: [{ number: 1, longitude: 10, latitude: 20, heading: 90, track: "A" }] });
  apply(one, { baseTime: 2000, updates: [{ number: 1, longitude: 11, latitude: 22, heading: 100 }] });
  for (const [time, longitude, latitude, heading] of [[500, 10, 20, 90], [1000, 10, 20, 90], [1250, 10.25, 20.5, 92.5], [2000, 11, 22, 100], [9000, 11, 22, 100]]) {
    one.display(time);
    const [x, y, h] = shown(one, "A");
    near(x, longitude);
    near(y, latitude);
    near(h, heading, 1e-3);
  }
});

test("longitude and heading go the shorter way round", () => {
  const one = store();
  apply(one, { baseTime: 1000, updates: [{ number: 1, longitude: 179.9, latitude: 0, heading: 350, track: "A" }] });
  apply(one, { baseTime: 2000, updates: [{ number: 1, longitude: -179.9, latitude: 0, heading: 20 }] });
  one.display(1500);
  near(Math.abs(shown(one, "A")[0]), 180);
  near(shown(one, "A")[2], 5, 1e-3);
  one.display(1750);
  near(shown(one, "A")[0], -179.95);
});

test("trail points before the first observation are drawn behind, not travelled", () => {
  const one = store();
  apply(one, { reset: true, baseTime: 5000, updates: [{ number: 1, longitude: 3, latitude: 0, trail: [[1, 0], [2, 0]], track: "A" }] });
  one.display(4000);
  near(shown(one, "A")[0], 3);
  assert.deepEqual(trailOf(one, "A"), [[2, 0], [1, 0]]);
});

test("trail points between two observations are passed on the way", () => {
  const one = store();
  apply(one, { baseTime: 1000, updates: [{ number: 1, longitude: 0, latitude: 0, track: "A" }] });
  apply(one, { baseTime: 2000, updates: [{ number: 1, longitude: 2, latitude: 0, trail: [[1, 1]] }] });
  one.display(1500);
  near(shown(one, "A")[0], 1);
  near(shown(one, "A")[1], 1);
  one.display(1750);
  assert.deepEqual(trailOf(one, "A"), [[1, 1], [0, 0]]);
});

test("an unknown heading is not a heading of north", () => {
  const one = store();
  apply(one, { updates: [{ number: 1, longitude: 0, latitude: 0, track: "A" }] });
  one.display(0);
  assert.ok(Number.isNaN(shown(one, "A")[2]));
});

test("an entity without position is known but not drawn", () => {
  const one = store();
  apply(one, { baseTime: 1000, updates: [{ number: 1, longitude: 5, latitude: 5, track: "A" }] });
  apply(one, { baseTime: 2000, updates: [{ number: 1, longitude: null, latitude: null }] });
  one.display(3000);
  assert.equal(one.count, 1);
  assert.ok(Number.isNaN(shown(one, "A")[0]));
  apply(one, { baseTime: 4000, updates: [{ number: 1, longitude: 6, latitude: 6 }] });
  one.display(5000);
  near(shown(one, "A")[0], 6);
});

test("a number removed and given away in one frame is a new entity, and the old one fades", () => {
  const one = store();
  apply(one, { updates: [{ number: 7, longitude: 1, latitude: 1, track: "old" }] });
  apply(one, { removed: [7], updates: [{ number: 7, longitude: 2, latitude: 2, track: "new" }] }, 100);
  assert.deepEqual([...one.slotOfTrack.keys()], ["new"]);
  assert.equal(one.count, 1);
  assert.equal(one.length, 2);
  assert.equal(one.sweep(100 + fadeTime / 2), true);
  assert.equal(one.sweep(100 + fadeTime), false);
  assert.equal(one.length, 1);
  one.display(1e12);
  near(shown(one, "new")[0], 2);
});

test("a track that comes back under another number does not fade beside itself", () => {
  const one = store();
  apply(one, { updates: [{ number: 1, longitude: 1, latitude: 1, track: "A" }] });
  apply(one, { removed: [1], updates: [{ number: 2, longitude: 1, latitude: 1, track: "A" }] }, 50);
  one.sweep(51);
  assert.equal(one.length, 1);
  assert.equal(one.slotOfTrack.get("A"), 0);
});

test("a label may change while the track stays, and what nobody labels is called by its track", () => {
  const one = store();
  apply(one, { updates: [{ number: 1, longitude: 1, latitude: 1, track: "366134623", label: "CATHLAMET" }, { number: 2, longitude: 1, latitude: 1, track: "B" }] });
  assert.deepEqual([one.labelOf("366134623"), one.labelOf("B"), one.labelOf("C")], ["CATHLAMET", "B", null]);
  const { revision } = one;
  apply(one, { names: [{ number: 1, track: "366134623", label: "TACOMA" }, { number: 9, track: "unknown" }] });
  assert.deepEqual([one.labelOf("366134623"), one.count, one.slotOfTrack.size], ["TACOMA", 2, 2]);
  assert.ok(one.revision > revision);
  apply(one, { updates: [{ number: 1, longitude: 2, latitude: 1, track: "366134623" }] });
  assert.equal(one.labelOf("366134623"), "366134623");
});

test("a label stays with its entity when others go", () => {
  const one = store();
  apply(one, { updates: ["A", "B", "C"].map((track, i) => ({ number: i, longitude: 1, latitude: 1, track, label: `${track}!` })) });
  apply(one, { removed: [0] }, 10);
  one.sweep(10 + fadeTime);
  assert.deepEqual([one.length, one.labelOf("B"), one.labelOf("C"), one.labels.length], [2, "B!", "C!", 2]);
});

test("a reset forgets everything at once", () => {
  const one = store();
  apply(one, { updates: [{ number: 1, longitude: 1, latitude: 1, track: "A" }, { number: 2, longitude: 1, latitude: 1, track: "B" }] });
  apply(one, { reset: true, updates: [{ number: 1, longitude: 3, latitude: 3, track: "B" }] });
  assert.deepEqual([one.count, one.length, [...one.slotOfTrack.keys()]], [1, 1, ["B"]]);
});

test("a trail keeps no more than its limit, however long the life", () => {
  const one = store(5);
  for (let i = 0; i < 500; i += 1) {
    apply(one, { baseTime: 1000 * i, updates: [{ number: 1, longitude: i / 100, latitude: 0, track: i === 0 ? "A" : undefined }] });
  }
  one.display(1e12);
  assert.ok(trailOf(one, "A").length <= one.depth);
  near(shown(one, "A")[0], 4.99);
});

test("ten thousand random changes leave the store as a plain map would be", () => {
  let seed = 20_260_501;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const one = store(2);
  const plain = new Map();
  for (let step = 0; step < 10_000; step += 1) {
    const number = Math.floor(random() * 200);
    const known = plain.has(number);
    if (known && random() < 0.3) {
      apply(one, { removed: [number] }, step);
      plain.delete(number);
    } else {
      const track = known ? plain.get(number).track : `T${step}`;
      const longitude = Math.round(random() * 1000) / 10;
      apply(one, { baseTime: step, updates: [{ number, longitude, latitude: 0, track: known ? undefined : track }] }, step);
      plain.set(number, { track, longitude });
    }
    if (step % 97 === 0) one.sweep(step);
  }
  one.sweep(1e9);
  one.display(1e12);
  assert.equal(one.count, plain.size);
  assert.equal(one.length, plain.size);
  for (const { track, longitude } of plain.values()) near(shown(one, track)[0], longitude);
});

test("an entity is of the class that it had at display time, and its previous observations of theirs", () => {
  const store = new EntityStore({ maximumTrail: 10 });
  const at = (time, updates) => store.apply(readFrame(makeFrame({ styled: true, baseTime: time, updates })), 0);
  at(10_000, [{ number: 1, longitude: 1, latitude: 0, track: "a", kind: 1, heading: 90, trail: [[0, 0, -1_000, 7, 45]] }]);
  at(11_000, [{ number: 1, longitude: 2, latitude: 0, kind: 2, heading: 90 }]);
  store.display(10_500);
  assert.equal(store.classes[0], 1);
  assert.equal(store.positions[0], 1.5);
  store.display(11_500);
  assert.equal(store.classes[0], 2);
  const seen = [];
  store.visitTrail(0, 10, (longitude, latitude, cell) => { seen.push([longitude / 1e7, store.kinds[cell], store.times[cell]]); });
  assert.deepEqual(seen, [[2, 2, 11_000], [1, 1, 10_000], [0, 7, 9_000]]);
});

test("who has left the view is gone at once, without fading, and comes back whole", () => {
  const store = new EntityStore({ maximumTrail: 4 });
  const apply = (frame) => store.apply(readFrame(makeFrame({ styled: true, ...frame })), 1_000);
  apply({ reset: true, updates: [{ number: 1, longitude: 1, latitude: 0, track: "a" }, { number: 2, longitude: 2, latitude: 0, track: "b" }] });
  apply({ left: [1] });
  assert.equal(store.count, 1);
  assert.equal(store.sweep(1_000), false);
  assert.equal(store.length, 1);
  apply({ updates: [{ number: 1, longitude: 5, latitude: 0, track: "a" }] });
  store.display(2_000_000);
  assert.equal(store.positions[2 * store.slotOfTrack.get("a")], 5);
});
