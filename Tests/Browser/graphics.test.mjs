// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { displayedPlace, displayedPoints, Graphics, readGeometry, shapeFeatures } from "../../Web/graphics.js";

const point = (x, y, ...z) => ({ type: "Point", coordinates: [x, y, ...z] });
const dot = { type: "marker", style: "circle", color: "#ff0000", size: 8 };
const area = { type: "fill", style: "solid", color: "#00ff0080", outline: { type: "line", style: "dash", color: "#0000ff", width: 2 } };

test("overlays are told whole, then what has changed; ids stay", () => {
  const graphics = new Graphics();
  graphics.receive({ overlay: 1, reset: true, classes: [dot], time: 1000, graphics: [[7, 0, 90, 0, 0, point(1, 2)], [8, 0, null, 0, 0, point(3, 4)]] });
  graphics.receive({ overlay: 0, reset: true, classes: [area], time: 1000, graphics: [] });
  assert.deepEqual([...graphics.overlays.keys()], [0, 1]);
  graphics.receive({ overlay: 1, time: 1200, graphics: [[7, 0, 91, 0, 0, point(1.1, 2)]], removed: [8] });
  const [seven, ...others] = graphics.overlays.get(1).graphics.values();
  assert.deepEqual([seven.id, seven.heading, seven.geometry.coordinates, others], [7, 91, [1.1, 2], []]);
  assert.equal(graphics.count, 1);
  const before = graphics.revision;
  graphics.forget();
  assert.ok(graphics.revision > before && graphics.count === 0);
});

test("what cannot be drawn is none, and takes nothing else with it", () => {
  for (const bad of [null, 5, {}, { type: "constructor" }, point(NaN, 0), point(0, 91), { type: "Point" }, { type: "LineString", coordinates: [] }, { type: "Polygon", coordinates: [[[0, "1"]]] }]) {
    assert.equal(readGeometry(bad), null, JSON.stringify(bad));
  }
  assert.equal(readGeometry({ type: "LineString", coordinates: Array(10).fill([0, 0]) }, { left: 9 }), null);
  const graphics = new Graphics();
  for (const bad of [{}, { overlay: "0" }, { overlay: -1 }, { overlay: 64 }, { overlay: 0, graphics: 7, removed: {}, classes: "x", opacity: "y" }]) graphics.receive(bad);
  graphics.receive({ overlay: 0, graphics: [null, [], ["x", 0, 0, 0, 0, point(0, 0)], [1, "c", "h", {}, [], point(0, 0)], [2, 0, 0, 0, 0, null]] });
  const list = [...graphics.overlays.get(0).graphics.values()];
  assert.deepEqual(list.map(({ id, class: symbol, heading, pitch, roll }) => [id, symbol, heading, pitch, roll]), [[1, -1, NaN, 0, 0]]);
  // One that was there and can no longer be drawn is gone.
  graphics.receive({ overlay: 0, graphics: [[1, 0, 0, 0, 0, { type: "Point" }]] });
  assert.equal(graphics.count, 0);
});

test("a point goes straight from place to place, the shorter way, and is there a frame after it was told", () => {
  const graphics = new Graphics();
  graphics.receive({ overlay: 0, classes: [dot], time: 1000, graphics: [[1, 0, 0, 0, 0, point(179.9, 10, 100)]] });
  graphics.receive({ overlay: 0, time: 1200, graphics: [[1, 0, 0, 0, 0, point(-179.9, 20, 200)]] });
  const overlay = graphics.overlays.get(0);
  const [one] = overlay.graphics.values();
  const at = (time) => displayedPlace(one, time, 200).map((value) => Math.round(value * 1e6) / 1e6);
  assert.deepEqual(at(1100), [179.9, 10, 100]);
  assert.deepEqual(at(1300), [180, 15, 150]);
  assert.deepEqual(at(1400), [-179.9, 20, 200]);
  assert.deepEqual(at(9999), [-179.9, 20, 200]);
  assert.deepEqual(displayedPlace(one, null, 200), [-179.9, 20, 200]);
  assert.deepEqual(displayedPoints(overlay, 9999, 200), [{ longitude: -179.9, latitude: 20, heading: 0, class: 0 }]);
  // After a long silence it jumps.
  graphics.receive({ overlay: 0, time: 9000, graphics: [[1, 0, 0, 0, 0, point(0, 0)]] });
  assert.deepEqual(displayedPlace([...overlay.graphics.values()][0], 9001, 200), [0, 0]);
});

test("lines and areas say how they are drawn; lines without width are not, nor are overlays out of sight", () => {
  const graphics = new Graphics();
  const polygon = { type: "Polygon", coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] };
  const way = { type: "LineString", coordinates: [[0, 0], [1, 1]] };
  const line = { type: "line", style: "solid", color: "#123456", width: 3 };
  const told = { overlay: 0, opacity: 0.5, classes: [area, line, { type: "composite", symbols: [line, { ...line, width: 0 }, dot] }], graphics: [[1, 0, 0, 0, 0, polygon], [2, 1, 0, 0, 0, way], [3, 2, 0, 0, 0, polygon], [4, 0, 0, 0, 0, way], [5, 9, 0, 0, 0, way]] };
  graphics.receive(told);
  const features = shapeFeatures(graphics.overlays.values());
  assert.deepEqual(features.map(({ geometry, properties }) => [geometry.type, properties]), [
    ["Polygon", { opacity: 0.5, dashed: false, fill: "#00ff0080", strength: 1 }], ["Polygon", { opacity: 0.5, dashed: true, line: "#0000ff", width: 2 }],
    ["LineString", { opacity: 0.5, dashed: false, line: "#123456", width: 3 }], ["Polygon", { opacity: 0.5, dashed: false, line: "#123456", width: 3 }],
  ]);
  const overlay = graphics.overlays.get(0);
  graphics.receive({ overlay: 0, visible: true, minScale: 10_000, maxScale: 100 });
  assert.deepEqual([99, 100, 10_000, 10_001].map((scale) => overlay.shownAt(scale)), [false, true, true, false]);
  graphics.receive({ overlay: 0, visible: true });
  assert.ok(overlay.shownAt(99));
  graphics.receive({ overlay: 0, visible: false });
  assert.ok(!overlay.shownAt(100));
});
