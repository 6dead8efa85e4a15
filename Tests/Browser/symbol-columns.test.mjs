// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { EntityStore } from "../../Web/entities.js";
import { readFrame } from "../../Web/frame.js";
import { Projection } from "../../Web/projection.js";
import { SymbolColumns } from "../../Web/symbol-columns.js";
import { makeFrame } from "./make-frame.mjs";

const looks = [{ frame: [0, 0, 10, 10], size: 10, screen: true }, null, { frame: [20, 0, 40, 40], size: 40, screen: false }];
const view = (bearing) => new Projection({ longitude: 0, latitude: 0, zoom: 8, bearing, width: 800, height: 600 });
const common = { looks, builtIn: { dot: [1, 1, 1, 1], arrow: [2, 2, 2, 2] }, symbol: "arrow", opacity: 200, local: 0 };

function filled() {
  const store = new EntityStore({ maximumTrail: 10 });
  store.apply(readFrame(makeFrame({
    styled: true, reset: true, baseTime: 10_000,
    updates: [
      { number: 1, longitude: 0, latitude: 0, track: "a", kind: 0, heading: 90, trail: [[-0.2, 0, -9_000, 2, 45], [-0.1, 0, -4_000, 0, 60]] },
      { number: 2, longitude: 0.1, latitude: 0, track: "b", kind: 1 }, { number: 3, longitude: 0.2, latitude: 0, track: "c", kind: 2 },
      { number: 4, longitude: 90, latitude: 0, track: "d", kind: 0 },
    ],
  })), 0);
  store.display(20_000);
  return store;
}

test("each entity in sight is drawn as its class says; one of a class without a symbol is not", () => {
  const columns = new SymbolColumns();
  assert.equal(columns.fill(filled(), view(0), common), 2);
  const { getAngle, getSize, getColor, instanceIconFrames, getPosition } = columns.data.attributes;
  assert.deepEqual([...getSize.value], [10, 40]);
  assert.deepEqual([...getAngle.value], [-90, -0]);
  assert.deepEqual([...getPosition.value].filter((_, i) => i % 2 === 0), [0, 0.2]);
  assert.deepEqual([...instanceIconFrames.value], [0, 0, 10, 10, 20, 0, 40, 40]);
  assert.deepEqual([getColor.value[3], getColor.value[7]], [200, 200]);
});

test("on a turned map, a symbol measured from the top of the screen stays as it is there", () => {
  const columns = new SymbolColumns();
  columns.fill(filled(), view(30), common);
  assert.deepEqual([...columns.data.attributes.getAngle.value], [-120, -0]);
});

test("without classes the page's own symbol is drawn, a dot where the heading is unknown", () => {
  const columns = new SymbolColumns();
  assert.equal(columns.fill(filled(), view(0), { ...common, looks: null }), 3);
  assert.deepEqual([...columns.data.attributes.instanceIconFrames.value].filter((_, i) => i % 4 === 0), [2, 1, 1]);
});

test("previous observations are those behind the newest, by number and age, with the class that they had", () => {
  const columns = new SymbolColumns();
  const previous = { looks, own: false, builtIn: common.builtIn, opacity: 200, observations: 5, since: -Infinity };
  assert.equal(columns.fillPrevious(filled(), view(0), previous), 2);
  assert.deepEqual([...columns.data.attributes.getAngle.value], [-60, -45]);
  assert.deepEqual([...columns.data.attributes.getColor.value].filter((_, i) => i % 4 === 3), [100, 100]);
  assert.equal(columns.fillPrevious(filled(), view(0), { ...previous, observations: 1 }), 1);
  assert.equal(columns.fillPrevious(filled(), view(0), { ...previous, since: 5_000 }), 1);
  assert.equal(columns.fillPrevious(filled(), view(0), { ...previous, own: true }), 2);
  assert.deepEqual([...columns.data.attributes.getSize.value], [10, 40]);
});
