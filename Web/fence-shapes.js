// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The shapes of drawn fences: their handles, and what becomes of them when a handle is moved. Pure: no page needed. What a fence is, the server says.

import { destination, wrapLongitude } from "./geodesy.js";
import { formatNumber } from "./formats.js";
import { circleRing, distance } from "./query-shapes.js";

export const mostVertices = 400;
export const kindNames = { polygon: "Polygon", circle: "Circle", corridor: "Corridor" };
const least = { polygon: 3, corridor: 2 };
const isPlace = (place) => Array.isArray(place) && place.length >= 2 && Number.isFinite(place[0]) && Number.isFinite(place[1]);

/**
 * A shape is {kind: "polygon", rings: [[place, …], …]} with rings that are not closed, {kind: "circle", center, radius} or
 * {kind: "corridor", line: [place, …], width}; places are [longitude, latitude], lengths metres. Null for what is no geometry of the protocol.
 */
export function shapeOf(geometry) {
  const { circle, corridor } = geometry ?? {};
  if (circle && isPlace(circle.center) && circle.radiusMetres > 0) return { kind: "circle", center: circle.center, radius: circle.radiusMetres };
  if (corridor && Array.isArray(corridor.line) && corridor.line.every(isPlace) && corridor.line.length > 1 && corridor.widthMetres > 0) {
    return { kind: "corridor", line: corridor.line, width: corridor.widthMetres };
  }
  const rings = geometry?.type === "Polygon" && Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  if (rings.length === 0 || !rings.every((ring) => Array.isArray(ring) && ring.length > 3 && ring.every(isPlace))) return null;
  return { kind: "polygon", rings: rings.map((ring) => ring.slice(0, -1)) };
}

const rounded = (value) => Math.round(value * 1e7) / 1e7;

/** The `geometry` of a message: on one copy of the world, longitudes without a jump. */
export function geometryOf(shape) {
  const first = shape.kind === "circle" ? shape.center : (shape.line ?? shape.rings[0])[0];
  const shift = wrapLongitude(first[0]) - first[0];
  const place = ([x, y]) => [rounded(x + shift), rounded(Math.max(-90, Math.min(90, y)))];
  if (shape.kind === "circle") return { circle: { center: place(shape.center), radiusMetres: Math.round(shape.radius * 10) / 10 } };
  if (shape.kind === "corridor") return { corridor: { line: shape.line.map(place), widthMetres: Math.round(shape.width * 10) / 10 } };
  return { type: "Polygon", coordinates: shape.rings.map((ring) => [...ring, ring[0]].map(place)) };
}

/** The runs of vertices of a shape: {places, closed} each. */
const runsOf = (shape) => (shape.kind === "polygon" ? shape.rings.map((places) => ({ places, closed: true })) : shape.kind === "corridor" ? [{ places: shape.line, closed: false }] : []);

export const vertexCount = (shape) => runsOf(shape).reduce((sum, { places }) => sum + places.length, 0);

/**
 * The handles of a shape in the order of the Tab key: {role, run, index, place, name}. A `vertex` can be moved and deleted, a `middle` becomes a vertex after
 * `index`; a circle has its `center` and a place on its `rim`.
 */
export function handlesOf(shape) {
  if (shape.kind === "circle") {
    return [
      { role: "center", run: 0, index: 0, place: shape.center, name: "Centre" },
      { role: "rim", run: 0, index: 1, place: destination(shape.center, 90, shape.radius), name: `Rim, radius ${metresText(shape.radius)}` },
    ];
  }
  return runsOf(shape).flatMap(({ places, closed }, run) => places.flatMap((place, index) => {
    const next = index + 1 < places.length ? places[index + 1] : closed ? places[0] : null;
    const name = `Corner ${index + 1} of ${places.length}${run > 0 ? `, hole ${run}` : ""}`;
    const vertex = { role: "vertex", run, index, place, name };
    if (!next) return [vertex];
    return [vertex, { role: "middle", run, index, place: [(place[0] + next[0]) / 2, (place[1] + next[1]) / 2], name: `Add a corner after ${index + 1}` }];
  }));
}

function withRun(shape, run, places) {
  return shape.kind === "corridor" ? { ...shape, line: places } : { ...shape, rings: shape.rings.map((ring, i) => (i === run ? places : ring)) };
}

/** The shape with a handle moved to a place; of a `middle` a vertex is made. */
export function movedHandle(shape, { role, run, index }, place) {
  if (role === "center") return { ...shape, center: place };
  if (role === "rim") return { ...shape, radius: Math.max(1, Math.min(1_000_000, distance(shape.center, place))) };
  const { places } = runsOf(shape)[run];
  if (role === "vertex") return withRun(shape, run, places.map((one, i) => (i === index ? place : one)));
  if (vertexCount(shape) >= mostVertices) return shape;
  return withRun(shape, run, [...places.slice(0, index + 1), place, ...places.slice(index + 1)]);
}

/** The shape without a vertex; null where it would be none any more. */
export function withoutVertex(shape, { role, run, index }) {
  if (role !== "vertex") return null;
  const { places } = runsOf(shape)[run];
  if (places.length <= least[shape.kind]) return null;
  return withRun(shape, run, places.filter((_, i) => i !== index));
}

/** What is shown of a shape until the server has said what it is: {ring, line, points} as query-layers.js draws them, near enough. */
export function draftOf(shape) {
  if (shape.kind === "circle") return { rings: [circleRing(shape.center, shape.radius)], points: [shape.center] };
  if (shape.kind === "polygon") return { rings: shape.rings.map((ring) => [...ring, ring[0]]), points: [] };
  return { rings: shape.line.slice(1).map((end, i) => strip(shape.line[i], end, shape.width / 2)), line: shape.line, points: [] };
}

function strip(start, end, half) {
  const scale = Math.cos((((start[1] + end[1]) / 2) * Math.PI) / 180);
  const direction = (Math.atan2((end[0] - start[0]) * scale, end[1] - start[1]) * 180) / Math.PI;
  const side = (place, turn) => {
    const [x, y] = destination(place, direction + turn, half);
    return [place[0] + ((((x - place[0]) % 360) + 540) % 360) - 180, y];
  };
  const ring = [side(start, -90), side(end, -90), side(end, 90), side(start, 90)];
  return [...ring, ring[0]];
}

/** The middle of a shape, and how far from it its farthest place is in metres: enough to fly there. */
export function reachOf(shape) {
  if (shape.kind === "circle") return { center: shape.center, metres: shape.radius };
  const places = runsOf(shape)[0].places;
  const bounds = [0, 1].map((axis) => [Math.min(...places.map((place) => place[axis])), Math.max(...places.map((place) => place[axis]))]);
  const center = bounds.map(([low, high]) => (low + high) / 2);
  return { center, metres: Math.max(...places.map((place) => distance(center, place))) + (shape.width ?? 0) / 2 };
}

export const metresText = (metres) => (metres >= 10_000 ? `${formatNumber(Math.round(metres / 100) / 10)} km` : `${formatNumber(metres >= 100 ? Math.round(metres) : Math.round(metres * 10) / 10)} m`);

/** A shape in a few words. */
export function describeFence(shape) {
  if (shape.kind === "circle") return `Circle, ${metresText(shape.radius)}`;
  if (shape.kind === "corridor") return `Corridor, ${metresText(shape.width)} wide`;
  return `Polygon, ${vertexCount(shape)} corners`;
}

/** Metres that a person has typed, or null. A comma before three digits is as the page writes it; else it is decimal. */
export function readMetres(text, least, most) {
  const typed = String(text).trim();
  const value = Number(/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", "."));
  return typed !== "" && value >= least && value <= most ? value : null;
}
