// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameError, readFrame } from "../../Web/frame.js";
import { Sources } from "../../Web/sources.js";
import { makeFrame } from "./make-frame.mjs";

const described = () => {
  const sources = new Sources();
  sources.describe([{ source: 0, name: "Air traffic", symbol: "aircraft", maximumTrail: 5, displayDelay: 1 }, { source: 1, symbol: "spaceship" }]);
  return sources;
};
const entity = (number, track) => ({ number, longitude: 1, latitude: 1, track });

test("a picture in several frames is shown when it is whole", () => {
  const sources = described();
  sources.apply(readFrame(makeFrame({ updates: [entity(1, "old")] })), 0);
  assert.equal(sources.apply(readFrame(makeFrame({ reset: true, more: true, updates: [entity(1, "A")] })), 0).length, 0);
  assert.deepEqual([...sources.get(0).store.slotOfTrack.keys()], ["old"]);
  assert.equal(sources.apply(readFrame(makeFrame({ updates: [entity(2, "B")] })), 0).length, 1);
  assert.deepEqual([...sources.get(0).store.slotOfTrack.keys()], ["A", "B"]);
  assert.equal(sources.frames, 3);
});

test("a picture that never becomes whole ends the connection", () => {
  const sources = described();
  const part = () => readFrame(makeFrame({ more: true, updates: [entity(1, "A")] }));
  for (let i = 0; i < 255; i += 1) assert.deepEqual(sources.apply(part(), 0), []);
  assert.throws(() => sources.apply(part(), 0), FrameError);
});

test("a first frame without entities empties the source", () => {
  const sources = described();
  sources.apply(readFrame(makeFrame({ updates: [entity(1, "A")] })), 0);
  assert.equal(sources.apply(readFrame(makeFrame({ reset: true })), 0).length, 1);
  assert.equal(sources.count, 0);
});

test("half a picture does not outlive its connection", () => {
  const sources = described();
  sources.apply(readFrame(makeFrame({ reset: true, more: true, updates: [entity(1, "A")] })), 0);
  sources.drop();
  sources.apply(readFrame(makeFrame({ reset: true, updates: [entity(2, "B")] })), 0);
  assert.equal(sources.count, 1);
});

test("an unknown symbol is a dot, and what a description lacks has a default", () => {
  const { info } = described().get(1);
  assert.deepEqual([info.symbol, info.name, info.one, info.many, info.fields], ["dot", "Source", "entity", "entities", []]);
});

test("a description that is nonsense is survived", () => {
  const sources = new Sources();
  sources.describe("nonsense");
  sources.describe([{ source: 0, fields: "x", maximumTrail: -5, displayDelay: "long" }]);
  assert.equal(sources.get(0).info.maximumTrail, 0);
});

test("lag is that of the connected source that is farthest behind", () => {
  const sources = described();
  assert.equal(sources.lag(1000), null);
  sources.apply(readFrame(makeFrame({ source: 0, newest: 900 })), 0);
  sources.apply(readFrame(makeFrame({ source: 1, newest: 400 })), 0);
  assert.equal(sources.lag(1000), null);
  sources.get(0).status = sources.get(1).status = "connected";
  assert.equal(sources.lag(1000), 600);
  sources.get(1).status = "disconnected";
  assert.equal(sources.lag(1000), 100);
  sources.apply(readFrame(makeFrame({ source: 0, newest: 0 })), 0);
  assert.equal(sources.lag(1000), null);
});
