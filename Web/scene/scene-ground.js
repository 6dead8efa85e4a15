// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What lies on the ground of the scene: outlines of fences, the path of the location that is shown, and the location itself.

import { pointOf } from "../rig/earth.js";
import { colorOf } from "../theme.js";

const longestStep = 0.25; // degrees between two points of an outline: it follows the curve of the Earth
const mostPoints = { lite: 12_000, full: 60_000 };

export class SceneGround {
  #fences = { key: "", collection: null };
  #path = { key: "", line: null };
  #revision = 0;
  #seen = [];

  constructor({ Cesium, scene, lite }) {
    Object.assign(this, { Cesium, scene, most: mostPoints[lite ? "lite" : "full"] });
    this.points = scene.primitives.add(new Cesium.PointPrimitiveCollection());
    this.lines = scene.primitives.add(new Cesium.PolylineCollection());
  }

  /** `shapes` are fences as fences.js has them, those that are shown. True where they have changed. */
  showFences(shapes, themeRevision) {
    // The same objects are the same fences: they are made anew with each change.
    const same = shapes.length === this.#seen.length && shapes.every((shape, i) => shape.geometry === this.#seen[i]) && this.#revision === themeRevision;
    if (same) return false;
    this.#seen = shapes.map(({ geometry }) => geometry);
    this.#revision = themeRevision;
    if (this.#fences.collection) this.scene.primitives.remove(this.#fences.collection);
    const { Cesium } = this;
    const collection = this.scene.primitives.add(new Cesium.PolylineCollection());
    this.#fences.collection = collection;
    const [red, green, blue] = colorOf("fence").map((part) => part / 255);
    const color = new Cesium.Color(red, green, blue, 0.95);
    let left = this.most;
    for (const { geometry } of shapes) {
      for (const ring of ringsOf(geometry)) {
        if (left <= 0) return true;
        const positions = pointsAlong(ring).slice(0, left).map((place) => new Cesium.Cartesian3(...pointOf(place)));
        left -= positions.length;
        if (positions.length > 1) collection.add({ positions, width: 2, material: Cesium.Material.fromType("Color", { color }) });
      }
    }
    return true;
  }

  /** `path` is {revision, points: [[longitude, latitude], …]} at so many metres; `place` where the location is, or null; `isPoint` false where a model stands there. */
  showLocation({ path, place, altitude, faded, isPoint }) {
    const { Cesium } = this;
    const [red, green, blue] = colorOf(faded ? "location-grey" : "location").map((part) => part / 255);
    const color = new Cesium.Color(red, green, blue, 1);
    const key = `${path?.revision ?? ""}/${Math.round(altitude / 100)}/${red}`;
    if (key !== this.#path.key) {
      this.#path.key = key;
      this.lines.removeAll();
      const points = (path?.points ?? []).map(([longitude, latitude]) => new Cesium.Cartesian3(...pointOf({ longitude, latitude, altitude })));
      if (points.length > 1) this.lines.add({ positions: points, width: 2.5, material: Cesium.Material.fromType("Color", { color: color.withAlpha(0.8) }) });
    }
    if (!place) {
      if (this.points.length > 0) this.points.removeAll();
      return;
    }
    if (this.points.length === 0) this.points.add({ pixelSize: 14, outlineWidth: 3, outlineColor: Cesium.Color.WHITE, disableDepthTestDistance: Number.POSITIVE_INFINITY });
    const point = this.points.get(0);
    point.show = isPoint;
    point.color = color;
    point.position = new Cesium.Cartesian3(...pointOf({ longitude: place[0], latitude: place[1], altitude }));
  }
}

function ringsOf({ type, coordinates }) {
  if (type === "Polygon") return coordinates;
  return type === "MultiPolygon" ? coordinates.flat() : [];
}

/** The places along a line, close enough to each other that straight lines between them stay on the ground. */
export function pointsAlong(ring) {
  const places = [];
  ring.forEach(([longitude, latitude], i) => {
    if (i > 0) {
      const [fromLongitude, fromLatitude] = ring[i - 1];
      const steps = Math.min(1_440, Math.ceil(Math.max(Math.abs(longitude - fromLongitude), Math.abs(latitude - fromLatitude)) / longestStep));
      for (let step = 1; step < steps; step += 1) {
        const part = step / steps;
        places.push({ longitude: fromLongitude + part * (longitude - fromLongitude), latitude: fromLatitude + part * (latitude - fromLatitude), altitude: 0 });
      }
    }
    places.push({ longitude, latitude, altitude: 0 });
  });
  return places;
}
