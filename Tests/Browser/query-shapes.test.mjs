// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { circleGeometry, circleRing, describeShape, distance, geometryOf, polygonGeometry, radiusText, readRadius } from "../../Web/query-shapes.js";

const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test("distances", () => {
  near(distance([0, 0], [1, 0]), 111_195, 1);
  near(distance([0, 0], [0, 1]), 111_195, 1);
  near(distance([179.5, 0], [-179.5, 0]), 111_195, 1);
  near(distance([10, 90], [-170, 90]), 0, 1e-3);
  assert.equal(distance([5, 5], [5, 5]), 0);
});

test("a circle's ring is at its radius everywhere, closed, and without a jump", () => {
  for (const center of [[0, 0], [-112, 33], [179.9, 60], [20, -85]]) {
    const ring = circleRing(center, 24_140);
    assert.deepEqual(ring[0], ring.at(-1));
    ring.forEach((place, i) => {
      near(distance(center, place), 24_140, 0.01);
      if (i > 0) assert.ok(Math.abs(place[0] - ring[i - 1][0]) < 180);
    });
  }
});

test("a circle and a polygon are sent as the server takes them", () => {
  assert.deepEqual(circleGeometry([-472.0101, 33.4352], 24_140.16), { circle: { center: [-112.0101, 33.4352], radiusMetres: 24_140.2 } });
  assert.deepEqual(polygonGeometry([[0, 0], [1, 0], [1, 1]]), { type: "Polygon", coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] });
  // Drawn on another copy of the world, and past the antimeridian.
  assert.deepEqual(polygonGeometry([[359, 0], [361, 0], [361, 1]]).coordinates[0], [[-1, 0], [1, 0], [1, 1], [-1, 0]]);
  assert.deepEqual(polygonGeometry([[179, 0], [182, 0], [182, 1]]).coordinates[0], [[179, 0], [182, 0], [182, 1], [179, 0]]);
  assert.deepEqual(polygonGeometry([[0, 95], [1, 95], [1, 80]]).coordinates[0].map(([, latitude]) => latitude), [90, 90, 80, 90]);
});

test("corners that come twice count once; fewer than three are no area", () => {
  assert.equal(polygonGeometry([[0, 0], [0, 0], [1, 1], [1, 1], [0, 0]]), null);
  assert.equal(polygonGeometry([]), null);
  assert.equal(polygonGeometry([[0, 0], [1, 0], [1, 0], [1, 1], [0, 0]]).coordinates[0].length, 4);
});

test("a radius is read and written in its unit", () => {
  near(readRadius("15", "mi"), 24_140.16, 1e-6);
  assert.equal(readRadius(" 2,5 ", "km"), 2_500);
  assert.equal(readRadius("1,235", "km"), 1_235_000);
  assert.equal(readRadius("1,235.5", "km"), 1_235_500);
  assert.equal(readRadius("0,125", "km"), 125);
  for (const wrong of ["", " ", "x", "-1", "0", "1e99", "NaN", "Infinity"]) assert.equal(readRadius(wrong, "km"), null, wrong);
  assert.equal(radiusText(24_140.16, "mi"), "15");
  assert.equal(radiusText(1_234, "km"), "1.23");
  assert.equal(radiusText(1_234_567, "km"), "1,235");
});

test("shapes in words, and what of them is asked", () => {
  assert.equal(describeShape({ kind: "circle", center: [-112.0101, 33.4352], radius: 24_140.16 }, "mi"), "Circle of 15 mi round 33.4352, −112.0101");
  assert.equal(describeShape({ kind: "polygon", corners: [[0, 0], [1, 0], [1, 1]] }), "Polygon of 3 corners");
  assert.equal(describeShape(null), "");
  assert.equal(geometryOf(null), null);
  assert.equal(geometryOf({ kind: "polygon", corners: [[0, 0]] }), null);
});
