// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The numbers of the panel "Follow": what is typed, how it is written, how far a slider is along. Pure: no page needed.

import { OrbitSettings, orbitPresets } from "./rig/index.js";

/** How many lengths of the target a camera is away unless said otherwise; and the length of a target that has none, in metres. */
const usualLengths = 7;
const usualLength = 20;

const lengthOf = ({ length }) => (length > 0 && Number.isFinite(length) ? length : usualLength);
const usualDistance = (followed) => followed.distance ?? Math.round(usualLengths * lengthOf(followed));

/** The views of the panel's buttons for what is followed: {preset, settings: that are set before, or null}. */
export const chaseOf = (followed) => ({ preset: orbitPresets.chase(usualDistance(followed)), settings: null });
/** The eyes are ahead of the middle and above it. */
export const cockpitOf = (followed) => ({ preset: orbitPresets.cockpit([0, 0.3, 0.1].map((share) => Math.round(share * lengthOf(followed) * 10) / 10)), settings: null });
export const resetOf = (followed) => ({
  preset: { view: { distance: usualDistance(followed), headingOffset: 0, pitchOffset: 45 }, targetOffsets: [0, 0, 0], turnsWithTarget: true },
  settings: new OrbitSettings(followed.orbit.settings.kind).values,
});

/** From where to where a slider of distances goes, in metres, both above 0: the limits, where they are near enough for a slider. */
export function distanceRange({ minCameraDistance, maxCameraDistance }, distance) {
  const lowest = Math.max(minCameraDistance, 1);
  return [lowest, Math.max(Math.min(maxCameraDistance ?? Infinity, Math.max(1e6, distance)), lowest * 1.001)];
}

/** How far along a slider a distance is, from 0 to 1: each tenfold is as long, and what is nearer than the least is at the beginning. */
export const shareOfDistance = (metres, [lowest, highest]) =>
  Math.max(0, Math.min(1, Math.log(Math.max(metres, lowest) / lowest) / Math.log(highest / lowest)));

/** The distance there, in round numbers. */
export function distanceAt(share, [lowest, highest]) {
  if (share <= 0) return lowest;
  if (share >= 1) return highest;
  const metres = lowest * (highest / lowest) ** share;
  const unit = 10 ** Math.max(-1, Math.floor(Math.log10(metres)) - 2);
  return Math.min(highest, Math.max(lowest, Math.round(metres / unit) * unit));
}

/** A number as typed: with either minus sign, thousands commas or spaces, and perhaps its unit; null for what is none. */
export function readNumber(text, unit = "") {
  const plain = text.trim().replace(unit, "").replace(/\u2212/g, "-").replace(/[\s,\u2009\u202f]/g, "");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** The same number as it is shown: to a tenth, a large one to its unit. */
export const writtenNumber = (value) => {
  const rounded = Math.abs(value) >= 1_000 ? Math.round(value) : Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded).replace("-", "\u2212");
};

/** What an arrow key adds to a number: its own size has a say where it may be anything. */
export const stepOf = (value, unit) => (unit === "m" ? 10 ** Math.max(0, Math.floor(Math.log10(Math.max(Math.abs(value), 1))) - 1) : unit === "s" ? 0.1 : 1);
