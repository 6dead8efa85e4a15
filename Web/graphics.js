// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The graphics of a program and the features of its layers (`graphics` messages): what there is in each overlay, and where it is displayed. Pure: no page needed.

import { inScale, readClasses } from "./displays.js";

const mostOverlays = 64;
const mostGraphics = 20_000; // of an overlay
const mostVertices = 200_000; // of a message
const depths = { __proto__: null, Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

const tallest = 1e9; // metres
const height = (value) => Math.max(-1e7, Math.min(tallest, value));
const number = (value, otherwise) => (Number.isFinite(value) ? value : otherwise);

/** A place, its height above the ellipsoid third where there is one, or null. */
function readPlace(place) {
  if (!Array.isArray(place) || !Number.isFinite(place[0]) || !Number.isFinite(place[1]) || Math.abs(place[0]) > 540 || Math.abs(place[1]) > 90) return null;
  return Number.isFinite(place[2]) ? [place[0], place[1], height(place[2])] : [place[0], place[1]];
}

function readPlaces(value, depth, budget) {
  if (depth === 0) {
    budget.left -= 1;
    return budget.left < 0 ? null : readPlace(value);
  }
  if (!Array.isArray(value)) return null;
  const list = [];
  for (const one of value) {
    const read = readPlaces(one, depth - 1, budget);
    if (read === null) return null;
    list.push(read);
  }
  return list.length > 0 ? list : null;
}

/** A GeoJSON geometry that can be drawn, or null. */
export function readGeometry(geometry, budget = { left: mostVertices }) {
  const depth = depths[geometry?.type];
  if (depth === undefined) return null;
  const coordinates = readPlaces(geometry.coordinates, depth, budget);
  return coordinates ? { type: geometry.type, coordinates } : null;
}

/** One overlay: how it is shown, and its graphics by their ids. */
class GraphicsOverlay {
  visible = true;
  opacity = 1;
  placement = "drapedBillboarded";
  altitudeOffset = 0;
  minScale = null;
  maxScale = null;
  classes = [];
  /** id → {id, class, heading, pitch, roll, geometry, from, at}: where a point was before, and the server's time at which it is where it is. */
  graphics = new Map();
  /** Grows with each change of the classes. */
  looks = 0;

  receive(message) {
    if (message.reset) this.graphics.clear();
    if (typeof message.visible === "boolean") this.visible = message.visible;
    this.opacity = Math.max(0, Math.min(1, number(message.opacity, this.opacity)));
    if (typeof message.placement === "string") this.placement = message.placement;
    this.altitudeOffset = height(number(message.altitudeOffset, this.altitudeOffset));
    // What is said of the overlay itself is said whole.
    if (typeof message.visible === "boolean") [this.minScale, this.maxScale] = [message.minScale, message.maxScale].map((scale) => (scale > 0 ? scale : null));
    if (Array.isArray(message.classes)) {
      this.classes = readClasses(message.classes.map((symbol) => ({ symbol })));
      this.looks += 1;
    }
    const budget = { left: mostVertices };
    for (const one of Array.isArray(message.graphics) ? message.graphics : []) this.#put(one, number(message.time, 0), budget);
    for (const id of Array.isArray(message.removed) ? message.removed : []) this.graphics.delete(id);
  }

  /** True where it is drawn at a scale 1 : n. */
  shownAt(denominator) {
    return this.visible && this.opacity > 0 && inScale(this, denominator);
  }

  #put(told, time, budget) {
    if (!Array.isArray(told)) return;
    const [id, symbol, heading, pitch, roll, told5] = told;
    const geometry = readGeometry(told5, budget);
    const old = this.graphics.get(id);
    if (!Number.isInteger(id) || !geometry || (!old && this.graphics.size >= mostGraphics)) {
      this.graphics.delete(id);
      return;
    }
    const isPoint = geometry.type === "Point" && old?.geometry.type === "Point";
    this.graphics.set(id, {
      id, class: Number.isInteger(symbol) ? symbol : -1, heading: number(heading, NaN), pitch: number(pitch, 0), roll: number(roll, 0), geometry,
      from: isPoint ? { place: old.geometry.coordinates, at: old.at } : null, at: time,
    });
  }
}

export class Graphics {
  /** Overlay number → overlay, from the bottom up. */
  overlays = new Map();
  /** Grows with each change. */
  revision = 0;

  receive(message) {
    const { overlay } = message;
    if (!Number.isInteger(overlay) || overlay < 0 || overlay >= mostOverlays) return;
    if (!this.overlays.has(overlay)) {
      this.overlays.set(overlay, new GraphicsOverlay());
      this.overlays = new Map([...this.overlays].sort(([a], [b]) => a - b));
    }
    this.overlays.get(overlay).receive(message);
    this.revision += 1;
  }

  /** A new connection: everything is told anew. */
  forget() {
    if (this.overlays.size > 0) this.revision += 1;
    this.overlays = new Map();
  }

  get count() {
    return [...this.overlays.values()].reduce((sum, { graphics }) => sum + graphics.size, 0);
  }
}

const longest = 1_000; // milliseconds from one place to the next; one that comes later jumps

/** Where the point of a graphic is displayed at a time: on the straight line from its last place to this one, which it reaches `delay` milliseconds after it was told. */
export function displayedPlace({ geometry, from, at }, time, delay) {
  const to = geometry.coordinates;
  if (!from || time === null || at - from.at > longest || at <= from.at) return to;
  const share = (time - delay - from.at) / (at - from.at);
  if (share >= 1) return to;
  const way = ((to[0] - from.place[0] + 540) % 360 + 360) % 360 - 180;
  const part = Math.max(0, share);
  return [from.place[0] + part * way, from.place[1] + part * (to[1] - from.place[1]), ...(to.length > 2 ? [(from.place[2] ?? to[2]) + part * (to[2] - (from.place[2] ?? to[2]))] : [])];
}

const pointsOf = ({ type, coordinates }) => (type === "Point" ? [coordinates] : type === "MultiPoint" ? coordinates : []);

/** The points that an overlay draws with markers at a time: {longitude, latitude, heading, class} each. */
export function displayedPoints(overlay, time, delay) {
  const points = [];
  for (const graphic of overlay.graphics.values()) {
    const places = graphic.geometry.type === "Point" ? [displayedPlace(graphic, time, delay)] : pointsOf(graphic.geometry);
    for (const [longitude, latitude] of places) points.push({ longitude, latitude, heading: graphic.heading, class: graphic.class });
  }
  return points;
}

const parts = (symbol) => (symbol?.type === "composite" ? symbol.parts.flatMap(parts) : symbol ? [symbol] : []);
const isDashed = ({ style }) => style !== "solid" && style !== "noLine";

/** Lines and areas of overlays as GeoJSON features that say how they are drawn, the lowest first. */
export function shapeFeatures(overlays) {
  const features = [];
  const add = (geometry, opacity, properties) => features.push({ type: "Feature", geometry, properties: { opacity, dashed: false, ...properties } });
  const addLine = (geometry, opacity, line) => {
    if (line && line.style !== "noLine" && line.width > 0) add(geometry, opacity, { line: line.color, width: line.width, dashed: isDashed(line) });
  };
  for (const overlay of overlays) {
    for (const { geometry, class: symbol } of overlay.graphics.values()) {
      if (geometry.type === "Point" || geometry.type === "MultiPoint") continue;
      for (const part of parts(overlay.classes[symbol]?.symbol)) {
        if (part.type === "fill" && geometry.type.endsWith("Polygon")) {
          if (part.style !== "noFill") add(geometry, overlay.opacity, { fill: part.color, strength: part.style === "solid" ? 1 : 0.4 });
          addLine(geometry, overlay.opacity, part.outline);
        } else if (part.type === "line") addLine(geometry, overlay.opacity, part);
      }
    }
  }
  return features;
}
