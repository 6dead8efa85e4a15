// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How what is known of a location is written: units, three-figure courses, compass points. Pure: no page needed.

import { formatHeading, formatNumber, formatPlace } from "./formats.js";

const narrow = "\u00a0";
const compass = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
const known = (value) => typeof value === "number" && Number.isFinite(value);

export const unknown = "–";

/** One of 16 compass points. */
export const compassPoint = (degrees) => compass[Math.round((((degrees % 360) + 360) % 360) / 22.5) % 16];

/** "052° NE". */
export const formatCourse = (degrees) => (known(degrees) ? `${formatHeading((((degrees % 360) + 360) % 360))}${narrow}${compassPoint(degrees)}` : unknown);

/** Kilometres an hour; one decimal while one walks. */
export function formatSpeed(metresPerSecond) {
  if (!known(metresPerSecond) || metresPerSecond < 0) return unknown;
  const kilometres = metresPerSecond * 3.6;
  return `${formatNumber(kilometres, kilometres < 19.95 ? 1 : 0)}${narrow}km/h`;
}

/** The same in metres a second (or kilometres) and knots. */
export function formatSpeedElse(metresPerSecond) {
  if (!known(metresPerSecond) || metresPerSecond < 0) return "";
  const metres = metresPerSecond >= 1_000 ? `${formatNumber(metresPerSecond / 1_000, 2)}${narrow}km/s` : `${formatNumber(metresPerSecond, 1)}${narrow}m/s`;
  return `${metres} · ${formatNumber((metresPerSecond * 3_600) / 1_852, 0)}${narrow}kn`;
}

/** A length: 3.2 m, 85 m, 4.2 km, 418 km. */
export function formatLength(metres) {
  if (!known(metres)) return unknown;
  const size = Math.abs(metres);
  if (size < 9.95) return `${formatNumber(metres, 1)}${narrow}m`;
  if (size < 9_950) return `${formatNumber(metres, 0)}${narrow}m`;
  return `${formatNumber(metres / 1_000, size < 99_950 ? 1 : 0)}${narrow}km`;
}

export const formatHeight = (metres) => (known(metres) ? formatLength(metres) : unknown);

/** "± 12 m", with the vertical one where it is known. */
export function formatAccuracy(horizontal, vertical) {
  const parts = [];
  if (known(horizontal) && horizontal >= 0) parts.push(`±${narrow}${formatLength(horizontal)}`);
  if (known(vertical) && vertical >= 0) parts.push(`height ±${narrow}${formatLength(vertical)}`);
  return parts.join(", ") || unknown;
}

/** Latitude and longitude with their hemispheres: 33.4352° N, 112.0101° W. */
export function formatGround(longitude, latitude, decimals = 4) {
  const [y, x] = formatPlace(longitude, latitude, decimals).split(", ");
  const side = (text, positive, negative) => `${text.replace("\u2212", "")}°${narrow}${text.startsWith("\u2212") ? negative : positive}`;
  return `${side(y, "N", "S")}, ${side(x, "E", "W")}`;
}

/** What a screen reader is told of it in one sentence. */
export function describeLocation(name, fix) {
  const parts = [`${name} at ${formatGround(...fix.position, 1)}`];
  if (known(fix.course)) parts.push(`course ${Math.round(fix.course)} degrees, ${spoken[compassPoint(fix.course)]}`);
  if (known(fix.speed)) parts.push(`speed ${formatSpeed(fix.speed)}`);
  if (known(fix.height)) parts.push(`height ${formatHeight(fix.height)}`);
  return parts.join(", ");
}

const words = { N: "north", E: "east", S: "south", W: "west" };
const spoken = Object.fromEntries(compass.map((point) => [point, [...point].map((letter) => words[letter]).join(" ")]));
