// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeCallout } from "../../Web/callout-placement.js";
import { LabelPlacement } from "../../Web/label-placement.js";

const free = { left: 60, top: 60, right: 1000, bottom: 700 };
const size = [240, 220];
const covers = ({ left, top }, [x, y]) => x > left && x < left + size[0] && y > top && y < top + size[1];

test("the call-out stands to the right, and to the left where there is no room", () => {
  assert.equal(placeCallout([400, 300], size, free).side, "right");
  assert.equal(placeCallout([900, 300], size, free).side, "left");
});

test("the call-out keeps its side while it fits", () => {
  assert.equal(placeCallout([500, 300], size, free, "left").side, "left");
});

test("the call-out is always inside and never on its entity, wherever that is", () => {
  for (const space of [free, { left: 12, top: 100, right: 378, bottom: 600 }]) {
    for (let x = -200; x < 1300; x += 37) {
      for (let y = -200; y < 1000; y += 31) {
        const place = placeCallout([x, y], size, space);
        assert.ok(place.left >= space.left && place.left + size[0] <= space.right, `${x},${y}`);
        assert.ok(place.top >= space.top && place.top + size[1] <= space.bottom, `${x},${y}`);
        assert.ok(!covers(place, [x, y]), `${x},${y} is covered`);
      }
    }
  }
});

const label = (key, x, y, more = {}) => ({ key, x, y, width: 60, height: 12, radius: 10, rank: 1, sides: ["right", "left", "above", "below"], ...more });
const boxes = (placed) => placed.map(({ candidate: { x, y, width, height }, dx, dy }) => [x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2]);

test("of several places for one name one is taken, the first that is free, and it is kept", () => {
  const placement = new LabelPlacement(800, 600);
  const fence = [[200, 100], [200, 300], [200, 500]].map(([x, y], i) => label(`F/${i}`, x, y, { group: "F", sides: ["above", "below"] }));
  const chosen = (obstacles, covered = []) => placement.place(fence, obstacles, covered).map(({ candidate }) => candidate.key);
  assert.deepEqual(chosen([200, 100, 20]), ["F/1"]);
  assert.deepEqual(chosen([]), ["F/1"]);
  assert.deepEqual(chosen([], [[100, 250, 300, 350]]), ["F/0"]);
  assert.deepEqual(chosen([], [[100, 0, 300, 600]]), []);
});

test("no two labels overlap, whatever the crowd", () => {
  const placement = new LabelPlacement(800, 600);
  const candidates = Array.from({ length: 600 }, (_, i) => label(`L${i}`, (i * 137) % 800, (i * 71) % 600));
  const placed = boxes(placement.place(candidates));
  assert.ok(placed.length > 50);
  placed.forEach((a, i) => placed.slice(i + 1).forEach((b) => assert.ok(a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1])));
});

test("the more important label wins its place", () => {
  const placement = new LabelPlacement(800, 600);
  const placed = placement.place([label("small", 100, 100, { rank: 5, sides: ["centre"] }), label("large", 110, 100, { rank: 1, sides: ["centre"] })]);
  assert.deepEqual(placed.map(({ candidate }) => candidate.key), ["large"]);
});

test("a label that was drawn stays, and on its side", () => {
  const placement = new LabelPlacement(800, 600);
  const [a, b] = [label("a", 100, 100, { sides: ["centre"] }), label("b", 110, 100, { sides: ["centre"] })];
  placement.place([b]);
  assert.deepEqual(placement.place([a, b]).map(({ candidate }) => candidate.key), ["b"]);
});

test("a label keeps clear of other symbols but may touch its own", () => {
  const placement = new LabelPlacement(800, 600);
  const obstacles = [100, 100, 12, 150, 100, 12];
  const [placed] = placement.place([label("a", 100, 100, { radius: 4, own: 0 })], obstacles);
  assert.equal(placed.side, "left");
  assert.equal(placement.place([label("g", 150, 100, { radius: 0, sides: ["centre"], under: true })], obstacles).length, 1);
});
