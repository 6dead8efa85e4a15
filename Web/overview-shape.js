// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The overview: the whole world, small, with the outline of what the map shows and the location. Pure: no page needed.

import { latitudeOf, longitudeOf } from "./projection.js";

const radian = Math.PI / 180;
const perSide = 16; // points along each side of the view: a straight line there is none here

/** [x, y] of a place in an overview of a size, the whole world from −180° to 180° and from pole to pole (plate carrée). */
export const overviewPoint = ([longitude, latitude], [width, height]) => [((longitude + 180) / 360) * width, ((90 - latitude) / 180) * height];

/** The place under a point of the overview. */
export const overviewPlace = ([x, y], [width, height]) => [(x / width) * 360 - 180, 90 - (y / height) * 180];

/** The outline of a view ({centerX, centerY, worldSize, cosine, sine, width, height}, see projection.js) as [longitude, latitude], without a jump. */
export function viewOutline(projection) {
  const { width, height } = projection;
  const corners = [[0, 0], [width, 0], [width, height], [0, height]];
  const ring = [];
  corners.forEach(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % 4];
    for (let step = 0; step < perSide; step += 1) {
      ring.push(placeAt(projection, x0 + ((x1 - x0) * step) / perSide, y0 + ((y1 - y0) * step) / perSide));
    }
  });
  return [...ring, ring[0]];
}

function placeAt({ centerX, centerY, worldSize, cosine, sine, width, height }, px, py) {
  const [x, y] = [px - width / 2, py - height / 2];
  const worldY = centerY + (x * sine + y * cosine) / worldSize;
  return [longitudeOf(centerX + (x * cosine - y * sine) / worldSize), Math.max(-90, Math.min(90, worldY < 0 ? 90 : worldY > 1 ? -90 : latitudeOf(worldY)))];
}

/**
 * The outline on the overview, as rings of pixels: one for each copy of it that the overview shows. Where the view is as wide as the
 * world, it is one box from edge to edge.
 */
export function outlineRings(projection, size) {
  const outline = viewOutline(projection);
  const longitudes = outline.map(([x]) => x);
  const latitudes = outline.map(([, y]) => y);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (east - west >= 359.5) {
    const [north, south] = [Math.max(...latitudes), Math.min(...latitudes)];
    return [[[-180, north], [180, north], [180, south], [-180, south], [-180, north]].map((place) => overviewPoint(place, size))];
  }
  const rings = [];
  for (let turn = Math.ceil((-180 - east) / 360); turn * 360 + west <= 180; turn += 1) {
    rings.push(outline.map(([x, y]) => overviewPoint([x + 360 * turn, y], size)));
  }
  return rings;
}

/**
 * Where meridians and parallels leave a view at its bottom and at its left: [{text, x, y, edge}]. `step` in degrees; `box` is the part
 * of the view that is free, {left, top, right, bottom}.
 */
export function graticuleLabels(projection, step, box) {
  const labels = [];
  const decimals = /\.(\d+)/.exec(String(step))?.[1].length ?? 0;
  const edges = [
    ["bottom", [box.left, box.bottom], [box.right, box.bottom]],
    ["left", [box.left, box.bottom], [box.left, box.top]],
  ];
  for (const [edge, from, to] of edges) {
    const [a, b] = [placeAt(projection, ...from), placeAt(projection, ...to)];
    // Along a straight line of the screen, x of Mercator is even; so is y.
    crossings(a[0], b[0], step).forEach(({ value, part }) => labels.push({ text: meridian(value, decimals), x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part, edge }));
    const [ya, yb] = [mercator(a[1]), mercator(b[1])];
    for (let value = Math.ceil(-84 / step) * step; value <= 84; value += step) {
      const part = (mercator(value) - ya) / (yb - ya);
      if (Number.isFinite(part) && part > 0 && part < 1) labels.push({ text: parallel(value, decimals), x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part, edge });
    }
  }
  return labels;
}

const mercator = (latitude) => Math.log(Math.tan(Math.PI / 4 + (Math.max(-85.06, Math.min(85.06, latitude)) * radian) / 2));

function crossings(a, b, step) {
  if (Math.abs(b - a) < 1e-9) return [];
  const [low, high] = a < b ? [a, b] : [b, a];
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high && found.length < 60; value += step) found.push({ value, part: (value - a) / (b - a) });
  return found;
}

const degrees = (value, decimals) => `${Math.abs(value).toFixed(Math.abs(value) < 1e-9 ? 0 : decimals)}°`;

function meridian(value, decimals) {
  const wrapped = ((((value + 180) % 360) + 360) % 360) - 180;
  if (Math.abs(wrapped) < 1e-9 || Math.abs(Math.abs(wrapped) - 180) < 1e-9) return degrees(wrapped, 0);
  return `${degrees(wrapped, decimals)} ${wrapped < 0 ? "W" : "E"}`;
}

const parallel = (value, decimals) => (Math.abs(value) < 1e-9 ? "0°" : `${degrees(value, decimals)} ${value < 0 ? "S" : "N"}`);
