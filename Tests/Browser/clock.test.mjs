// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerClock } from "../../Web/clock.js";

test("the least delayed message of the last minute sets the clock", () => {
  const clock = new ServerClock();
  assert.equal(clock.serverTime(0), null);
  clock.observe(10_000, 400);
  clock.observe(10_200, 350);
  assert.ok(Math.abs(clock.serverTime(1_000_000) - (1_000_000 - 350 + 10_200)) < 1e-6);
});

test("small corrections are worked in without a jerk, and time never runs backward", () => {
  const clock = new ServerClock();
  clock.observe(0, 100);
  let before = clock.serverTime(1_000);
  clock.observe(950, 1_000);
  for (let local = 1_016; local < 3_000; local += 16) {
    const now = clock.serverTime(local);
    assert.ok(now >= before && now - before < 40, `${local}`);
    before = now;
  }
  assert.ok(Math.abs(clock.serverTime(3_000) - (3_000 - 50)) < 1);
});

test("a large correction is made at once", () => {
  const clock = new ServerClock();
  clock.observe(0, 0);
  clock.observe(1_000_000, 10);
  assert.equal(clock.serverTime(10), 1_000_000);
});

test("an early message is forgotten after a minute", () => {
  const clock = new ServerClock();
  clock.observe(1_000, 0);
  for (let local = 0; local <= 120_000; local += 1_000) clock.observe(local - 200, local);
  assert.ok(Math.abs(clock.serverTime(120_000) - 119_800) < 1);
});
