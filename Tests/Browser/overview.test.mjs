// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { graticule } from "../../Web/graticule.js";
import { graticuleLabels, outlineRings, overviewPlace, overviewPoint, viewOutline } from "../../Web/overview-shape.js";
import { Projection } from "../../Web/projection.js";

const view = (more = {}) => new Projection({ longitude: 0, latitude: 0, zoom: 4, bearing: 0, width: 800, height: 400, ...more });
const size = [360, 180];
const near = (actual, expected, tolerance = 1e-6) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

test("places and points of the overview are the same", () => {
  assert.deepEqual(overviewPoint([-180, 90], size), [0, 0]);
  assert.deepEqual(overviewPlace(overviewPoint([12, -34], size), size), [12, -34]);
});

test("the outline is what the view shows", () => {
  const ring = viewOutline(view());
  const half = (400 / (512 * 16)) * 360;
  near(Math.max(...ring.map(([x]) => x)), half);
  near(Math.min(...ring.map(([x]) => x)), -half);
  for (const place of ring) {
    const [x, y] = view().project(...place);
    assert.ok(x > -1e-6 && x < 800 + 1e-6 && y > -1e-6 && y < 400 + 1e-6);
  }
  const turned = viewOutline(view({ bearing: 90 }));
  near(Math.max(...turned.map(([x]) => x)), half / 2, 1e-6);
});

test("across the antimeridian both copies are drawn; of the whole world there is one box", () => {
  const rings = outlineRings(view({ longitude: 178 }), size);
  assert.equal(rings.length, 2);
  near(rings[1][0][0] - rings[0][0][0], 360);
  assert.equal(outlineRings(view(), size).length, 1);
  const whole = outlineRings(view({ zoom: 0 }), size);
  assert.equal(whole.length, 1);
  assert.deepEqual([whole[0][0][0], whole[0][1][0]], [0, 360]);
});

test("a view of the whole world has each line of the graticule once: its copies bring their own", () => {
  const { step, segments } = graticule(view({ zoom: 1, longitude: 100 }));
  assert.equal(step, 30);
  const meridians = segments.filter(([x0, , x1]) => x0 === x1).map(([x]) => x);
  assert.equal(meridians.length, 12);
  assert.equal(new Set(meridians.map((x) => (x + 360) % 360)).size, 12);
});

test("meridians are labelled at the bottom, parallels at the left, where they are", () => {
  const projection = view({ zoom: 1.5, longitude: 170 });
  const labels = graticuleLabels(projection, 30, { left: 0, top: 0, right: 800, bottom: 400 });
  for (const { text, x, y, edge } of labels) {
    const [degrees, side] = text.split("° ");
    const value = Number.parseFloat(degrees) * (side === "W" || side === "S" ? -1 : 1);
    if (edge === "bottom") near(projection.project(value, 0)[0], x, 1e-6);
    else near(projection.project(0, value)[1], y, 1e-6);
  }
  assert.ok(labels.some(({ text }) => text === "180°") && labels.some(({ text }) => text === "150° W") && labels.some(({ text }) => text === "0°"));
  assert.ok(labels.filter(({ edge }) => edge === "left").length >= 3);
});

test("labels have the decimals of their step", () => {
  const labels = graticuleLabels(view({ zoom: 12 }), 0.02, { left: 0, top: 0, right: 800, bottom: 400 });
  assert.ok(labels.length > 3);
  for (const { text } of labels) assert.match(text, /^0°$|^0\.\d\d° [NSEW]$/);
});

test("a map that is turned is labelled where its lines leave it", () => {
  const labels = graticuleLabels(view({ bearing: 90 }), 10, { left: 0, top: 0, right: 800, bottom: 400 });
  assert.ok(labels.filter(({ edge }) => edge === "bottom").every(({ text }) => / [NS]$|^0°$/.test(text)));
});
