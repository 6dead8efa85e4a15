// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { chaseOf, cockpitOf, distanceAt, distanceRange, readNumber, resetOf, shareOfDistance, stepOf, writtenNumber } from "../../Web/follow-values.js";
import { CameraOrbit } from "../../Web/rig/index.js";

const near = (actual, expected, tolerance = 1e-9) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

test("a number is read as people write it, and what is none is none", () => {
  for (const [text, number] of [
    ["1,500.25 m", 1_500.25], ["1 500", 1_500], ["\u221245", -45], ["-45°", -45], [" +.5", 0.5], ["7.", 7], ["0", 0],
    ["", null], ["abc", null], ["1e5", null], ["--1", null], ["1.2.3", null], ["NaN", null], ["Infinity", null], ["-", null], ["m", null],
  ]) assert.equal(readNumber(text, text.includes("°") ? "°" : "m"), number, text);
});

test("a number is written short, and read again as what is written", () => {
  for (const [number, text] of [[1_500.25, "1500"], [45, "45"], [-0.04, "0"], [-12.34, "\u221212.3"], [999.96, "1000"], [1e6, "1000000"]]) {
    assert.equal(writtenNumber(number), text);
    near(readNumber(text), number, number > 100 ? 0.5 : 0.05);
  }
});

test("a slider of distances goes tenfold by tenfold between the limits, and back", () => {
  const free = distanceRange({ minCameraDistance: 0, maxCameraDistance: null }, 500);
  assert.deepEqual(free, [1, 1e6]);
  for (const metres of [1, 10, 250, 1_000, 31_600, 1e6]) near(distanceAt(shareOfDistance(metres, free), free), metres, 1e-6);
  near(shareOfDistance(1_000, free), 0.5);
  assert.equal(shareOfDistance(0, free), 0);
  assert.equal(shareOfDistance(1e9, free), 1);
  assert.deepEqual(distanceRange({ minCameraDistance: 500, maxCameraDistance: 8_000 }, 600), [500, 8_000]);
  assert.deepEqual(distanceRange({ minCameraDistance: 0, maxCameraDistance: null }, 5e6), [1, 5e6]);
  // Limits that leave no way: a slider that stands still, not one that divides by nothing.
  const shut = distanceRange({ minCameraDistance: 700, maxCameraDistance: 700 }, 700);
  assert.equal(shareOfDistance(700, shut), 0);
  assert.equal(distanceAt(0, shut), 700);
});

test("an arrow key goes by a tenth of a number's size, by a degree, by a tenth of a second", () => {
  assert.deepEqual([5, 95, 150, 4_000, -4_000, 0].map((metres) => stepOf(metres, "m")), [1, 1, 10, 100, 100, 1]);
  assert.deepEqual([stepOf(900, "°"), stepOf(3, "s"), stepOf(50, "%")], [1, 0.1, 1]);
});

test("usual views are as far away as the target is long, and a reset is a reset", () => {
  const orbit = new CameraOrbit("geoElement", 5);
  orbit.set({ minCameraDistance: 900, maxCameraHeadingOffset: 20, autoHeading: false, verticalScreenFactor: 0.9, headingIsInteractive: false });
  const followed = { length: 36, orbit };
  const go = ({ preset, settings }) => {
    if (settings) orbit.set(settings);
    orbit.goTo(preset, 0, 0);
    orbit.advance(0);
    return orbit.view(0);
  };
  assert.deepEqual(go(resetOf(followed)), { distance: 252, headingOffset: 0, pitchOffset: 45 });
  assert.deepEqual(orbit.settings.values, new CameraOrbit("geoElement", 5).settings.values);
  assert.deepEqual([go(chaseOf(followed)).distance, orbit.settings.autoPitch], [252, false]);
  assert.deepEqual([go(cockpitOf(followed)).distance, orbit.targetOffsets(0), orbit.settings.autoPitch], [0, [0, 10.8, 3.6], true]);
  assert.equal(chaseOf({ orbit }).preset.view.distance, 140);
  assert.equal(resetOf({ distance: 5_500, orbit: new CameraOrbit("location", 1) }).preset.view.distance, 5_500);
});
