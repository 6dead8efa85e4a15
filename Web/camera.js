// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The camera's arithmetic: scale and zoom, where to look so that a place comes to a point of the view, and the way between two views.
// Pure: no page needed.

import { nearestLongitude, turnBetween } from "./geodesy.js";
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from "./projection.js";

const radian = Math.PI / 180;
const tileSize = 512;
/** The scale's denominator at zoom 0: metres of Web Mercator a pixel, by 96 pixels an inch. */
const scaleOfZoomZero = (78_271.516964020485 * 96) / 0.0254;

export const zoomOfScale = (scale) => Math.log2(scaleOfZoomZero / scale);
export const scaleOfZoom = (zoom) => scaleOfZoomZero / 2 ** zoom;

/** 0…360. */
export const fullCircle = (degrees) => ((degrees % 360) + 360) % 360;

/** The zoom at which the whole world is as wide as a window, and no wider than a map shows. */
export const worldZoom = (width, { least = -1, most = 3 } = {}) => Math.max(least, Math.min(most, Math.log2(Math.max(width, 1) / tileSize)));

/** The view in an address (#zoom/latitude/longitude, perhaps with /bearing) as {zoom, center}, or null. */
export function addressedView(hash) {
  const found = /^#(-?[\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash);
  return found && { zoom: Number(found[1]), center: [Number(found[3]), Number(found[2])] };
}

/**
 * Where the middle of a view is when `place` is at `anchor` (fractions of its width and height from left and top), with `bearing` up.
 * On the copy of the world where the place is.
 */
export function centerFor({ place, anchor = [0.5, 0.5], zoom, bearing, width, height }) {
  const [x, y] = [(anchor[0] - 0.5) * width, (anchor[1] - 0.5) * height];
  const [cosine, sine] = [Math.cos(bearing * radian), Math.sin(bearing * radian)];
  const worldSize = tileSize * 2 ** zoom;
  return [
    longitudeOf(mercatorX(place[0]) - (x * cosine - y * sine) / worldSize),
    Math.max(-85.05, Math.min(85.05, latitudeOf(mercatorY(place[1]) - (x * sine + y * cosine) / worldSize))),
  ];
}

/**
 * The view at `part` (0…1) of the way between two, each {center, zoom, bearing}: zoom and bearing evenly, the bearing by the shorter
 * turn, the centre so that there is one point of the map which stands still while the zoom changes.
 */
export function between(from, to, part) {
  if (part >= 1) return { ...to };
  const zoom = from.zoom + (to.zoom - from.zoom) * part;
  const grown = (to.zoom - from.zoom) * Math.LN2;
  const moved = Math.abs(grown) < 1e-6 ? part : Math.expm1(-grown * part) / Math.expm1(-grown);
  const startX = mercatorX(from.center[0]);
  const startY = mercatorY(from.center[1]);
  return {
    zoom,
    bearing: from.bearing + turnBetween(from.bearing, to.bearing) * part,
    center: [
      longitudeOf(startX + (mercatorX(nearestLongitude(to.center[0], from.center[0])) - startX) * moved),
      latitudeOf(startY + (mercatorY(to.center[1]) - startY) * moved),
    ],
  };
}

/** Slow at both ends. */
export const eased = (part) => (part >= 1 ? 1 : part <= 0 ? 0 : part * part * (3 - 2 * part));
