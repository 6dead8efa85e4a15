// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressedView, between, centerFor, eased, scaleOfZoom, worldZoom, zoomOfScale } from "../../Web/camera.js";
import { accuracyRing, destination, nearestLongitude, turnBetween, wrapLongitude } from "../../Web/geodesy.js";
import { Pilot } from "../../Web/pilot.js";
import { Projection } from "../../Web/projection.js";

const near = (actual, expected, tolerance = 1e-6) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const project = (camera, place, [width, height]) =>
  new Projection({ longitude: camera.center[0], latitude: camera.center[1], zoom: camera.zoom, bearing: camera.bearing, width, height }).project(...place);

test("scale and zoom are as the protocol says", () => {
  near(scaleOfZoom(0), 295_829_355.4545656, 1e-3);
  near(scaleOfZoom(zoomOfScale(10_000)), 10_000, 1e-6);
  near(zoomOfScale(295_829_355.4545656 / 2), 1, 1e-12);
});

test("the world is as wide as the window", () => {
  near(512 * 2 ** worldZoom(1440), 1440, 1e-9);
  assert.equal(worldZoom(0), -1);
  assert.equal(worldZoom(1e6), 3);
});

test("a view in the address is read", () => {
  assert.deepEqual(addressedView("#-0.4/-37.22/174.4/90"), { zoom: -0.4, center: [174.4, -37.22] });
  assert.equal(addressedView(""), null);
  assert.equal(addressedView("#panel"), null);
});

test("angles turn the shorter way, longitudes go to the nearer copy", () => {
  assert.equal(turnBetween(350, 10), 20);
  assert.equal(turnBetween(10, 350), -20);
  assert.equal(turnBetween(-90, 630), 0);
  assert.equal(nearestLongitude(-179, 179), 181);
  assert.equal(wrapLongitude(181), -179);
});

test("the place comes to its anchor, whatever the zoom, bearing and latitude", () => {
  for (const [anchor, bearing, place] of [[[0.5, 0.5], 0, [-112, 33]], [[0.5, 0.875], 37, [12, -60]], [[0.1, 0.2], 271, [179.9, 5]], [[0.5, 0.875], 180, [0, 70]]]) {
    const size = [800, 600];
    const center = centerFor({ place, anchor, zoom: 9.3, bearing, width: 800, height: 600 });
    const [x, y] = project({ center, zoom: 9.3, bearing }, place, size);
    near(x, anchor[0] * 800, 1e-4);
    near(y, anchor[1] * 600, 1e-4);
  }
});

test("on the way between two views the target comes nearer all the time, in and out", () => {
  const [far, close] = [{ center: [-60, 10], zoom: 2, bearing: 350 }, { center: [12, 48], zoom: 14, bearing: 20 }];
  for (const [from, to] of [[far, close], [close, far]]) {
    let before = Infinity;
    for (let part = 0; part <= 1.0001; part += 0.05) {
      const [x, y] = project(between(from, to, part), to.center, [800, 600]);
      const distance = Math.hypot(x - 400, y - 300);
      assert.ok(distance <= before + 1e-6, `${part}: ${distance} after ${before}`);
      before = distance;
    }
    near(before, 0, 1e-3);
  }
  near(between(far, close, 0.5).bearing % 360, 5, 1e-9);
  assert.deepEqual([eased(-1), eased(0.5), eased(2)], [0, 0.5, 1]);
});

test("over the antimeridian the camera goes the shorter way", () => {
  const middle = between({ center: [170, 0], zoom: 5, bearing: 0 }, { center: [-170, 0], zoom: 5, bearing: 0 }, 0.5);
  near(middle.center[0], 180, 1e-9);
});

test("the geodesic is that of the ellipsoid", () => {
  // The third is the example of GeographicLib's GeodSolve: from JFK to LHR.
  const [x, y] = destination([0, 0], 90, 111_319.49079327358);
  near(x, 1, 1e-9);
  near(y, 0, 1e-12);
  near(destination([10, 0], 0, 110_574.38855779878)[1], 1, 1e-9);
  const [london, north] = destination([-73.8, 40.6], 51.198882845579824, 5_551_759.400318679);
  near(london, -0.5, 1e-8);
  near(north, 51.6, 1e-8);
});

test("the accuracy circle has its radius in metres far north, goes over the antimeridian without a jump, and round a pole", () => {
  for (const latitude of [0, 60, 80, -83]) {
    const ring = accuracyRing([179.99, latitude], 5_000);
    assert.deepEqual(ring[0].map((value) => value.toFixed(9)), ring.at(-1).map((value) => value.toFixed(9)));
    for (let i = 1; i < ring.length; i += 1) assert.ok(Math.abs(ring[i][0] - ring[i - 1][0]) < 20, `${latitude}`);
    const widest = Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x));
    near(widest * 111_320 * Math.cos((latitude * Math.PI) / 180), 10_000, 70);
  }
  const round = accuracyRing([30, 89.5], 200_000);
  near(Math.abs(round.at(-3)[0] - round[0][0]), 360, 1e-6);
  assert.equal(round.at(-2)[1], round.at(-3)[1]);
  assert.ok(round.at(-2)[1] > 85);
});

const makeView = () => ({
  camera: { center: [0, 0], zoom: 3, bearing: 0 }, size: [800, 600], held: false, moves: 0,
  place(camera) {
    this.camera = { ...this.camera, ...camera };
    this.moves += 1;
  },
});
const makePilot = (view, more = {}) => {
  const state = { dot: [10, 20], fixed: [10, 20], rides: false, instant: false, ...more };
  return { state, pilot: new Pilot({ view, dot: () => state.dot, fixed: () => state.fixed, rides: () => state.rides, instant: () => state.instant }) };
};

test("a viewpoint is flown to in its time, and then the map is let alone", () => {
  const view = makeView();
  const { pilot } = makePilot(view);
  assert.ok(pilot.obey({ center: [30, 40], scale: 10_000, rotation: 90, duration: 0.5 }, 1_000));
  pilot.step(1_250);
  assert.ok(view.camera.zoom > 4 && view.camera.zoom < 14 && view.camera.bearing === 45);
  pilot.step(1_600);
  near(scaleOfZoom(view.camera.zoom), 10_000, 1e-6);
  near(view.camera.center[0], 30);
  assert.equal(view.camera.bearing, 90);
  assert.equal(pilot.flying, false);
});

test("what a viewpoint does not name stays", () => {
  const view = makeView();
  const { pilot } = makePilot(view);
  pilot.obey({ center: [30, 40] }, 0);
  assert.deepEqual([view.camera.zoom, view.camera.bearing], [3, 0]);
  assert.equal(pilot.obey({ center: [NaN, 4] }, 0), false);
  assert.equal(pilot.obey({ center: "x" }, 0), false);
});

test("while navigating the drawn location stays at its anchor", () => {
  const view = makeView();
  const { pilot, state } = makePilot(view, { rides: true });
  pilot.obey({ center: [10, 20], scale: 50_000, rotation: 30, anchor: [0.5, 0.875], duration: 0 }, 0);
  for (const dot of [[10.001, 20.001], [10.01, 20.004]]) {
    state.dot = dot;
    pilot.step(100);
    const [x, y] = project(view.camera, dot, view.size);
    near(x, 400, 0.1);
    near(y, 525, 0.1);
  }
  assert.ok(pilot.flying);
  pilot.resume("off");
  assert.equal(pilot.flying, false);
});

test("a person's hand wins: late viewpoints are passed over until the server says which mode is on", () => {
  const view = makeView();
  const { pilot } = makePilot(view);
  pilot.release("recenter");
  assert.equal(pilot.obey({ center: [30, 40] }, 0), false);
  pilot.resume("off");
  pilot.resume("recenter");
  assert.equal(pilot.obey({ center: [30, 40] }, 0), true);
  pilot.release("off");
  assert.equal(pilot.obey({ center: [31, 40] }, 0), true);
  view.held = true;
  assert.equal(pilot.obey({ center: [32, 40] }, 0), false);
});

test("less motion: at once", () => {
  const view = makeView();
  const { pilot } = makePilot(view, { instant: true });
  pilot.obey({ center: [30, 40], duration: 3 }, 0);
  near(view.camera.center[0], 30);
});
