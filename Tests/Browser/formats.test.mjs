// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import * as formats from "../../Web/formats.js";

const { cleanText, compareNames, formatCount, formatDuration, formatHeading, formatInstant, formatLag, formatNumber, formatPlace, formatScale, formatValue, hoverValue, nameOf, withArticle } = formats;

test("numbers have separators and a true minus sign, and zero has no sign", () => {
  assert.equal(formatNumber(1234567.5, 1), "1,234,567.5");
  assert.equal(formatNumber(-112.0101, 4), "\u2212112.0101");
  assert.equal(formatNumber(-0.00001, 2), "0.00");
});

test("values have units; identifiers keep their digits together", () => {
  assert.equal(formatValue(4825, { unit: "ft", decimals: 0 }), "4,825\u00a0ft");
  assert.equal(formatValue(366134623, {}), "366134623");
  assert.equal(formatValue(78, { unit: "°", decimals: 0 }), "078°");
  assert.equal(formatValue(7.25, { unit: "°", decimals: 1 }), "007.3°");
  assert.equal(formatValue(null), "–");
  assert.equal(formatValue(true), "yes");
  assert.equal(formatValue(Infinity, { unit: "m" }), "–");
  assert.equal(formatValue({ a: 1 }), '{"a":1}');
});

test("places wrap round the world", () => {
  assert.equal(formatPlace(-112.0101, 33.4352), "33.4352, \u2212112.0101");
  assert.equal(formatPlace(190, -10, 1), "\u221210.0, \u2212170.0");
});

test("lengths of time read as a person would say them", () => {
  assert.deepEqual([0.04, 1.24, 9.96, 14.4, 200, 7300, 3e5].map(formatLag), ["0.0 s", "1.2 s", "10 s", "14 s", "3 min", "2 h", "3 days"]);
  assert.deepEqual([48, 192.4, 180, 3600, 5000].map(formatDuration), ["48 s", "3 min 12 s", "3 min", "1 h", "1 h 23 min"]);
});

test("an instant is local, with its date where that is not today's, and in UTC in full", () => {
  const today = new Date(2026, 4, 1, 15, 0, 0);
  const then = new Date(2026, 4, 1, 12, 4, 31, 250);
  assert.deepEqual([formatInstant(then.toISOString(), today).time, formatInstant(then.toISOString(), today).date], ["12:04:31.2", null]);
  assert.equal(formatInstant(new Date(2026, 3, 30, 1, 2, 3).toISOString(), today).date, "30 Apr");
  assert.equal(formatInstant(new Date(2025, 3, 30, 1, 2, 3).toISOString(), today).date, "30 Apr 2025");
  assert.equal(formatInstant("2026-05-01T12:04:31.200Z", today).utc, "2026-05-01 12:04:31.200 UTC");
  assert.equal(formatInstant(undefined), null);
  assert.equal(formatInstant("yesterday"), null);
});

test("a date among the attributes is written in local time and told in UTC", () => {
  const then = new Date(new Date().getFullYear() - 1, 3, 30, 1, 2, 3, 450);
  assert.equal(formatValue(then.toISOString(), { type: "date" }), `30 Apr ${then.getFullYear()}, 01:02:03.4`);
  assert.equal(hoverValue("2026-05-01T12:04:31.2Z", { type: "date" }), "2026-05-01 12:04:31.200 UTC");
  assert.equal(formatValue("tomorrow", { type: "date" }), "tomorrow");
  // A feed without types has its times as texts; what only begins like one, or is a day, stays as it is.
  assert.equal(formatValue(then.toISOString(), { type: "text" }), `30 Apr ${then.getFullYear()}, 01:02:03.4`);
  assert.equal(hoverValue("2026-05-01T14:04:31+02:00", { type: "text" }), "2026-05-01 12:04:31.000 UTC");
  for (const text of ["2026-05-01", "2026-05-01T12:04:31.2Z or later", "2026-99-99T99:99:99Z"]) assert.equal(formatValue(text, { type: "text" }), text);
  assert.equal(hoverValue(4825, { unit: "ft", decimals: 0 }), "4,825\u00a0ft");
});

test("scales, headings and counts", () => {
  assert.equal(formatScale(251_234), "1 : 250,000");
  assert.equal(formatHeading(359.7), "000°");
  assert.equal(formatCount(1, "flight", "flights"), "1 flight");
  assert.equal(formatCount(1200, "flight", "flights"), "1,200 flights");
});

test("foreign text loses what could disturb its surroundings, and its length", () => {
  assert.equal(cleanText("line\nbreak\ttab\u0000"), "line break tab");
  assert.equal(cleanText("\u202eevil\u202c"), "evil");
  assert.equal(cleanText("A".repeat(5000), 10), `${"A".repeat(9)}…`);
  assert.equal([...cleanText("🚁".repeat(50), 10)].length, 10);
  assert.equal(cleanText("<img src=x onerror=alert(1)>"), "<img src=x onerror=alert(1)>");
  assert.equal(nameOf("   "), "(no name)");
  assert.equal(cleanText(null), "");
});

test("names are ordered as a person counts", () => {
  assert.deepEqual(["Flight_10", "Flight_9", "flight_1"].sort(compareNames), ["flight_1", "Flight_9", "Flight_10"]);
});

test("a word has the article that it is spoken with", () => {
  assert.deepEqual(["flight", "entity", "Aircraft"].map(withArticle), ["a flight", "an entity", "an Aircraft"]);
});
