// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Where the name of a shape may be written: always on or in the shape itself. Pure: no page needed.

const least = (values) => values.reduce((a, b) => Math.min(a, b));
const most = (values) => values.reduce((a, b) => Math.max(a, b));
const usable = (positions) => (Array.isArray(positions) ? positions : []).filter((position) => Number.isFinite(position?.[0]) && Number.isFinite(position?.[1]));
const largest = (parts, size) => parts.reduce((best, part) => (size(part) > size(best) ? part : best));
const between = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/**
 * The places [longitude, latitude] for the name of a GeoJSON geometry, the best first: for an area the middle of its
 * northern, southern, western and eastern edge and a place inside, for a line its middle. Of several parts the largest counts.
 */
export function namePlaces(geometry) {
  const { type, coordinates } = geometry ?? {};
  const list = Array.isArray(coordinates) ? coordinates : [];
  if (type === "Polygon") return placesOfArea([list]);
  if (type === "MultiPolygon") return placesOfArea(list);
  if (type === "LineString") return placesOfLine([list]);
  if (type === "MultiLineString") return placesOfLine(list);
  return usable(type === "Point" ? [list] : list).slice(0, 1).map(([x, y]) => [x, y]);
}

function placesOfLine(lines) {
  const parts = lines.map(usable).filter((line) => line.length > 0);
  return parts.length === 0 ? [] : [halfway(largest(parts, lengthOf))];
}

function placesOfArea(polygons) {
  const parts = polygons.map((rings) => (Array.isArray(rings) ? rings : []).map(usable)).filter(([ring]) => ring?.length > 0);
  if (parts.length === 0) return [];
  const rings = largest(parts, ([ring]) => Math.abs(areaOf(ring)));
  const outline = rings[0];
  const [longitudes, latitudes] = [0, 1].map((axis) => outline.map((position) => position[axis]));
  const [west, east, south, north] = [least(longitudes), most(longitudes), least(latitudes), most(latitudes)];
  const edges = [[1, north, north - south], [1, south, north - south], [0, west, east - west], [0, east, east - west]];
  return [
    ...edges.map(([axis, edge, extent]) => middleOfEdge(outline, axis, edge, extent / 50)),
    ...placeInside(rings, (south + north) / 2),
  ];
}

/** The middle of the longest stretch of an outline that lies at an edge of its box. */
function middleOfEdge(outline, axis, edge, tolerance) {
  const near = (position) => Math.abs(position[axis] - edge) <= tolerance;
  // From a place that is not at the edge, so that no stretch is torn where the ring begins.
  const start = Math.max(0, outline.findIndex((position) => !near(position)));
  const stretches = [];
  let stretch = null;
  for (let i = 0; i < outline.length; i += 1) {
    const position = outline[(start + i) % outline.length];
    if (!near(position)) stretch = null;
    else if (stretch) stretch.push(position);
    else stretches.push(stretch = [position]);
  }
  return halfway(largest(stretches, lengthOf));
}

/** The middle of the widest piece of a parallel inside an area, holes left out; none where the area is flat. */
function placeInside(rings, latitude) {
  const crossings = rings.flatMap((ring) => ring.flatMap((b, i) => {
    const a = ring.at(i - 1);
    return (a[1] > latitude) === (b[1] > latitude) ? [] : [between(a, b, (latitude - a[1]) / (b[1] - a[1]))[0]];
  })).sort((a, b) => a - b);
  const pieces = [];
  for (let i = 1; i < crossings.length; i += 2) pieces.push([crossings[i - 1], crossings[i]]);
  if (pieces.length === 0) return [];
  const [from, to] = largest(pieces, ([a, b]) => b - a);
  return [[(from + to) / 2, latitude]];
}

/** Twice the area of a ring, in square degrees; the sign says which way it turns. */
const areaOf = (ring) => ring.reduce((sum, b, i) => sum + ring.at(i - 1)[0] * b[1] - b[0] * ring.at(i - 1)[1], 0);

const lengthOf = (line) => line.reduce((sum, position, i) => (i === 0 ? 0 : sum + distance(line[i - 1], position)), 0);

/** The place on a line with as much of it before as behind. */
function halfway(line) {
  let rest = lengthOf(line) / 2;
  for (let i = 1; i < line.length; i += 1) {
    const length = distance(line[i - 1], line[i]);
    if (rest <= length && length > 0) return between(line[i - 1], line[i], rest / length);
    rest -= length;
  }
  return [line[0][0], line[0][1]];
}
