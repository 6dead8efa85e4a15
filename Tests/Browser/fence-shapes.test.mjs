// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { describeFence, draftOf, geometryOf, handlesOf, mostVertices, movedHandle, reachOf, readMetres, shapeOf, vertexCount, withoutVertex } from "../../Web/fence-shapes.js";
import { distance } from "../../Web/query-shapes.js";

const square = { kind: "polygon", rings: [[[0, 0], [2, 0], [2, 2], [0, 2]]] };
const line = { kind: "corridor", line: [[0, 0], [1, 0], [1, 1]], width: 200 };
const circle = { kind: "circle", center: [10, 50], radius: 1_000 };

test("what is told is what was drawn", () => {
  for (const shape of [square, line, circle, { kind: "polygon", rings: [...square.rings, [[0.5, 0.5], [1, 0.5], [1, 1]]] }]) {
    assert.deepEqual(shapeOf(geometryOf(shape)), shape);
  }
  assert.deepEqual(geometryOf(square).coordinates[0].at(-1), [0, 0], "a ring is closed");
});

test("what is no geometry is none", () => {
  for (const geometry of [null, {}, 7, { type: "Polygon" }, { type: "Polygon", coordinates: [] }, { type: "Polygon", coordinates: [[[0, 0], [1, 1], [0, 0]]] },
    { type: "Polygon", coordinates: [[[0, 0], ["1", 1], [2, 2], [0, 0]]] }, { circle: { center: [0], radiusMetres: 1 } }, { circle: { center: [0, 0], radiusMetres: -1 } },
    { corridor: { line: [[0, 0]], widthMetres: 1 } }, { corridor: { line: 3, widthMetres: 1 } }]) {
    assert.equal(shapeOf(geometry), null, JSON.stringify(geometry));
  }
});

test("a shape on another copy of the world is told on the first, without a jump", () => {
  const far = { kind: "polygon", rings: [[[539, 0], [541, 0], [540, 1]]] };
  assert.deepEqual(geometryOf(far).coordinates[0], [[179, 0], [181, 0], [180, 1], [179, 0]]);
  assert.deepEqual(geometryOf({ kind: "circle", center: [-190, 0], radius: 5 }).circle.center, [170, 0]);
});

test("a polygon has a handle a corner and one an edge, a line none past its end, a circle two", () => {
  assert.deepEqual(handlesOf(square).map(({ role }) => role), ["vertex", "middle", "vertex", "middle", "vertex", "middle", "vertex", "middle"]);
  assert.deepEqual(handlesOf(square).at(-1).place, [0, 1], "the last edge leads back");
  assert.deepEqual(handlesOf(line).map(({ role }) => role), ["vertex", "middle", "vertex", "middle", "vertex"]);
  const [center, rim] = handlesOf(circle);
  assert.deepEqual(center.place, [10, 50]);
  assert.ok(Math.abs(distance(rim.place, circle.center) - 1_000) < 5);
  assert.match(rim.name, /1,000 m/);
});

test("a corner moves, a middle becomes a corner, a corner goes, and the old shape stays as it was", () => {
  const before = JSON.stringify(square);
  const [first, middle] = handlesOf(square);
  assert.deepEqual(movedHandle(square, first, [-1, -1]).rings[0][0], [-1, -1]);
  assert.deepEqual(movedHandle(square, middle, [1, -1]).rings[0], [[0, 0], [1, -1], [2, 0], [2, 2], [0, 2]]);
  assert.deepEqual(withoutVertex(square, first).rings[0], [[2, 0], [2, 2], [0, 2]]);
  assert.equal(withoutVertex(square, middle), null);
  assert.equal(withoutVertex(withoutVertex(square, first), first), null, "a triangle keeps its corners");
  assert.equal(withoutVertex({ ...line, line: line.line.slice(1) }, handlesOf(line)[0]), null, "a line keeps its ends");
  assert.equal(JSON.stringify(square), before);
});

test("a rim changes the radius, the centre moves", () => {
  const [center, rim] = handlesOf(circle);
  assert.deepEqual(movedHandle(circle, center, [11, 51]), { ...circle, center: [11, 51] });
  assert.ok(Math.abs(movedHandle(circle, rim, [10, 50.01]).radius - 1_112) < 3);
  assert.equal(movedHandle(circle, rim, [10, 50]).radius, 1, "not smaller than the server takes");
  assert.equal(movedHandle(circle, rim, [100, -50]).radius, 1_000_000);
});

test("no more corners than the server takes", () => {
  const full = { kind: "polygon", rings: [Array.from({ length: mostVertices }, (_, i) => [i / 100, (i % 2) / 100])] };
  assert.equal(vertexCount(full), mostVertices);
  assert.equal(movedHandle(full, handlesOf(full)[1], [0, 1]), full);
});

test("what is shown of a corridor before it is saved is as wide as it will be", () => {
  const { rings } = draftOf({ kind: "corridor", line: [[179.99, 60], [180.01, 60]], width: 2_000 });
  assert.equal(rings.length, 1);
  assert.ok(Math.abs(distance(rings[0][0], rings[0][3]) - 2_000) < 10);
  assert.ok(rings[0].every(([x]) => x > 179 && x < 181), "it does not jump round the world");
});

test("shapes are said in words, and reached", () => {
  assert.deepEqual([square, line, circle].map(describeFence), ["Polygon, 4 corners", "Corridor, 200 m wide", "Circle, 1,000 m"]);
  assert.deepEqual(reachOf(square).center, [1, 1]);
  assert.ok(reachOf(line).metres > 78_000);
  assert.equal(reachOf(circle).metres, 1_000);
});

test("lengths are read as people write them", () => {
  assert.deepEqual(["1,500", "1.5", "1,5", " 20 ", "", "x", "-1", "1e9", "Infinity"].map((text) => readMetres(text, 0, 1e6)), [1500, 1.5, 1.5, 20, null, null, null, null, null]);
});
