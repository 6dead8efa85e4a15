// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { readLink, viewPart, writeLink } from "../../Web/view-link.js";

const nothing = { view: "", source: 0, track: null, follow: false, panel: null, scene: null };

test("a link says what is looked at, who is followed and which panel is open, and is read back", () => {
  const link = { view: "9.3/33.4352/-112.0101/45", source: 2, track: "Flug & Straße=1#2/é", follow: true, panel: "layers", scene: "half" };
  assert.deepEqual(readLink(writeLink(link)), link);
  assert.deepEqual(readLink(writeLink({ view: "1/2/3" })), { ...nothing, view: "1/2/3" });
});

test("what is wrong in a link is passed over", () => {
  assert.deepEqual(readLink(""), nothing);
  assert.deepEqual(readLink("#x/y/z&track=%E0%A4%A&source=-1&panel=../../etc&scene=huge&follow=yes&nonsense"), nothing);
  assert.deepEqual(readLink(`#1/2/3&track=${"a".repeat(300)}`), { ...nothing, view: "1/2/3" });
});

test("a track id too long for an address is left out", () => {
  assert.equal(writeLink({ view: "1/2/3", track: "a".repeat(300), follow: true }), "#1/2/3");
});

test("the map's part has as many digits as its zoom is worth, and the bearing where it is turned", () => {
  assert.equal(viewPart({ center: [-112.010123456, 33.435212345], zoom: 9.3 }), "9.3/33.4352/-112.0101");
  assert.equal(viewPart({ center: [190.5, 1], zoom: 2, bearing: 30.04 }), "2/1/-169.5/30");
});
