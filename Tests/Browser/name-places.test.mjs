// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { namePlaces } from "../../Web/name-places.js";

const box = (west, south, east, north) => [[west, south], [east, south], [east, north], [west, north], [west, south]];

/** True on the edge of a ring, or within a hair of it. */
const isOn = (ring, [x, y]) => ring.some(([bx, by], i) => {
  if (i === 0) return false;
  const [ax, ay] = ring[i - 1];
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) < 1e-9;
});
const isWithin = (ring, [x, y]) => ring.reduce((within, [bx, by], i) => {
  if (i === 0) return within;
  const [ax, ay] = ring[i - 1];
  return (ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !within : within;
}, false);
const holds = ([outline, ...holes], place) =>
  isOn(outline, place) || (isWithin(outline, place) && holes.every((hole) => isOn(hole, place) || !isWithin(hole, place)));

test("the name of a fence in two parts far apart stands on or in the larger part", () => {
  const small = [box(10, 50, 11, 51)];
  const large = [box(-20, 40, -15, 43)];
  for (const coordinates of [[small, large], [large, small]]) {
    const places = namePlaces({ type: "MultiPolygon", coordinates });
    assert.equal(places.length, 5);
    for (const place of places) assert.ok(holds(large, place), String(place));
  }
});

test("the name of a box stands in the middle of its edges, the northern first, or in its middle", () => {
  assert.deepEqual(namePlaces({ type: "Polygon", coordinates: [box(0, 0, 4, 2)] }), [[2, 2], [2, 0], [0, 1], [4, 1], [2, 1]]);
});

test("it stands on or in a shape with a bay, with a hole, with slanting edges, and wherever its ring begins", () => {
  const fork = [[0, 0], [10, 0], [10, 10], [7, 10], [7, 2], [2, 2], [2, 10], [0, 10], [0, 0]];
  const ring = Array.from({ length: 65 }, (_, i) => [3 * Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32)]);
  const shapes = [[fork], [box(0, 0, 10, 10), box(1, 1, 9, 9)], [ring], [[[0, 0], [5, 9], [4, 2], [0, 0]]]];
  for (const [outline, ...holes] of shapes) {
    for (let turn = 0; turn < outline.length - 1; turn += 1) {
      const open = [...outline.slice(turn, -1), ...outline.slice(0, turn)];
      const turned = [[...open, open[0]], ...holes];
      const places = namePlaces({ type: "Polygon", coordinates: turned });
      assert.equal(places.length, 5);
      for (const place of places) assert.ok(holds(turned, place), `${turn}: ${place}`);
    }
  }
});

test("the name of a line stands on it, that of a point at it, and what has no place has no name", () => {
  assert.deepEqual(namePlaces({ type: "LineString", coordinates: [[0, 0], [4, 0], [4, 2]] }), [[3, 0]]);
  assert.deepEqual(namePlaces({ type: "MultiLineString", coordinates: [[[9, 9], [9, 8]], [[0, 0], [4, 0]]] }), [[2, 0]]);
  assert.deepEqual(namePlaces({ type: "Point", coordinates: [1, 2, 3] }), [[1, 2]]);
  assert.equal(namePlaces({ type: "Polygon", coordinates: [[[1, 1], [1, 1], [1, 1]]] }).every(([x, y]) => x === 1 && y === 1), true);
  for (const none of [null, {}, { type: "Polygon", coordinates: [] }, { type: "MultiPolygon", coordinates: [[], [[]]] }, { type: "Point", coordinates: [] },
    { type: "LineString", coordinates: [] }, { type: "GeometryCollection", geometries: [] }]) assert.deepEqual(namePlaces(none), []);
});
