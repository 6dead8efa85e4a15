// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The shapes that a person draws for a query. What is shown while one draws is near enough; the area itself is the server's. Pure: no page needed.

import { formatNumber, formatPlace } from "./formats.js";
import { wrapLongitude } from "./geodesy.js";

const radian = Math.PI / 180;
const earth = 6_371_008.8; // metres, mean radius

export const units = { mi: 1_609.344, km: 1_000, nmi: 1_852 };
export const leastRadius = 1;
export const mostRadius = 9_000_000;

/** Metres between two places [longitude, latitude], on a sphere. */
export function distance([aLongitude, aLatitude], [bLongitude, bLatitude]) {
  const h = Math.sin(((bLatitude - aLatitude) * radian) / 2) ** 2
    + Math.cos(aLatitude * radian) * Math.cos(bLatitude * radian) * Math.sin(((bLongitude - aLongitude) * radian) / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)));
}

export { wrapLongitude };

/** A closed ring round a place, longitudes without a jump. */
export function circleRing([longitude, latitude], radius, corners = 96) {
  const angle = Math.min(radius / earth, Math.PI * 0.99);
  const ring = [];
  for (let i = 0; i <= corners; i += 1) {
    const bearing = (i % corners) * ((2 * Math.PI) / corners);
    const y = Math.asin(Math.sin(latitude * radian) * Math.cos(angle) + Math.cos(latitude * radian) * Math.sin(angle) * Math.cos(bearing));
    const x = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude * radian), Math.cos(angle) - Math.sin(latitude * radian) * Math.sin(y));
    ring.push([longitude + x / radian, y / radian]);
  }
  return ring;
}

/** Metres that a person has typed, or null for what is no length. A comma is read as the page writes it, before three digits each; else it is decimal. */
export function readRadius(text, unit) {
  const typed = String(text).trim();
  const value = Number(/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", "."));
  const metres = value * units[unit];
  return String(text).trim() !== "" && metres >= leastRadius && metres <= mostRadius ? metres : null;
}

/** A length in a unit, to three digits or whole. */
export function radiusText(metres, unit) {
  const value = metres / units[unit];
  return formatNumber(value < 100 ? Number(value.toPrecision(3)) : Math.round(value));
}

const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** A circle as the server takes it. */
export const circleGeometry = (center, radius) => ({
  circle: { center: [rounded(wrapLongitude(center[0])), rounded(center[1])], radiusMetres: Math.round(radius * 10) / 10 },
});

/** A polygon through corners as the server takes it: closed, on one copy of the world, without corners twice; null where it has no area. */
export function polygonGeometry(corners) {
  const ring = [];
  let shift = null;
  for (const [x, latitude] of corners) {
    const place = [x, Math.max(-90, Math.min(90, latitude))];
    shift ??= wrapLongitude(place[0]) - place[0];
    const corner = [rounded(place[0] + shift), rounded(place[1])];
    const last = ring.at(-1);
    if (!last || last[0] !== corner[0] || last[1] !== corner[1]) ring.push(corner);
  }
  if (ring.length > 1 && ring[0][0] === ring.at(-1)[0] && ring[0][1] === ring.at(-1)[1]) ring.pop();
  if (ring.length < 3) return null;
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
}

/** What is drawn, in words. */
export function describeShape(shape, unit = "km") {
  if (!shape) return "";
  if (shape.kind === "circle") return `Circle of ${radiusText(shape.radius, unit)} ${unit} round ${formatPlace(...shape.center)}`;
  return `Polygon of ${shape.corners.length} corners`;
}

/** The `geometry` of a query message, or null. */
export function geometryOf(shape) {
  if (!shape) return null;
  return shape.kind === "circle" ? circleGeometry(shape.center, shape.radius) : polygonGeometry(shape.corners);
}
