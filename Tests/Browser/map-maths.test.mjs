// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { EntityStore } from "../../Web/entities.js";
import { readFrame } from "../../Web/frame.js";
import { graticule } from "../../Web/graticule.js";
import { metresPerPixel, Projection, scaleDenominator } from "../../Web/projection.js";
import { segmentBudget, Trails, trailShare } from "../../Web/trails.js";
import { makeFrame } from "./make-frame.mjs";

const view = (more = {}) => new Projection({ longitude: -112, latitude: 33.4, zoom: 9, bearing: 0, width: 1000, height: 600, ...more });
const near = (actual, expected, tolerance = 1e-6) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

test("the centre is in the middle, east is right, north is up, and bearing turns the map", () => {
  assert.deepEqual(view().project(-112, 33.4), [500, 300]);
  const [x, y] = view().project(-111.9, 33.5);
  assert.ok(x > 500 && y < 300);
  const [turnedX, turnedY] = view({ bearing: 90 }).project(-111.9, 33.4);
  near(turnedX, 500);
  assert.ok(turnedY < 300, "with east up, what lies east is above");
});

test("across the antimeridian the nearer copy is meant", () => {
  const [x] = view({ longitude: 179.9 }).project(-179.9, 33.4);
  near(x - 500, (0.2 / 360) * 512 * 2 ** 9, 1e-6);
});

test("a metre has its length", () => {
  near(metresPerPixel(0, 0), 78_271.517, 0.001);
  near(scaleDenominator(0, 0), 78_271.517 / (0.0254 / 96), 5);
});

test("the graticule covers the view with lines at a seemly distance", () => {
  for (const zoom of [1, 4, 9.3, 15]) {
    const { step, segments } = graticule(view({ zoom }));
    assert.ok(segments.length > 0 && segments.length < 60, `${zoom}: ${segments.length}`);
    assert.ok((step / 360) * 512 * 2 ** zoom < 420 || step === 0.02, `${zoom}: ${step}`);
  }
});

const trailed = (points) => {
  const store = new EntityStore({ maximumTrail: points.length });
  const [longitude, latitude] = points.at(-1);
  store.apply(readFrame(makeFrame({ updates: [{ number: 1, longitude, latitude, trail: points.slice(0, -1), track: "A" }] })), 0);
  store.display(1e12);
  return store;
};
const line = { most: 60, pixel: 0.001, color: [0, 0, 0] };

test("a straight track needs few segments, and each is fainter than the one before", () => {
  const trails = new Trails();
  trails.add(trailed(Array.from({ length: 50 }, (_, i) => [i / 100, 0])), [0], line);
  assert.ok(trails.length <= 12, `${trails.length}`);
  near(trails.sources[0], 0.49);
  near(trails.targets[2 * trails.length - 2], 0);
  for (let i = 1; i < trails.length; i += 1) assert.ok(trails.colors[4 * i + 3] < trails.colors[4 * i - 1]);
});

test("a bend keeps its corner", () => {
  const trails = new Trails();
  trails.add(trailed([[0, 0], [0.1, 0], [0.2, 0], [0.2, 0.1], [0.2, 0.2]]), [0], line);
  const corners = Array.from({ length: trails.length }, (_, i) => [trails.targets[2 * i], trails.targets[2 * i + 1]]);
  assert.ok(corners.some(([x, y]) => Math.abs(x - 0.2) < 1e-9 && Math.abs(y) < 1e-9), JSON.stringify(corners));
});

test("a track across the antimeridian does not run round the world", () => {
  const trails = new Trails();
  trails.add(trailed([[179.8, 0], [179.9, 0], [-179.9, 0], [-179.8, 0]]), [0], line);
  for (let i = 0; i < trails.length; i += 1) assert.ok(Math.abs(trails.sources[2 * i] - trails.targets[2 * i]) < 1);
});

test("the budget of segments is shared", () => {
  assert.equal(trailShare(10), 60);
  assert.ok(trailShare(2000) * 2000 <= segmentBudget);
});
