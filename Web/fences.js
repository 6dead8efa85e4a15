// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Fences and landmarks on the map: fetched as GeoJSON, drawn by the map library below everything that moves.

import { namePlaces } from "./name-places.js";
import { cssColor } from "./theme.js";

const glowTime = 1_500; // milliseconds that a crossed fence glows
const glowSteps = 5; // in which it fades: each costs a picture
const mostGlowing = 20;
const mostLabels = 1_000; // places where a name may be written, over all shapes in view
const empty = { type: "FeatureCollection", features: [] };

/** Fetches a FeatureCollection from the server itself, whatever address a message names. */
async function features(address) {
  const url = new URL(String(address), location.href);
  if (url.origin !== location.origin) throw new Error(`${url.origin} is not this server`);
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  const collection = await answer.json();
  return { features: Array.isArray(collection.features) ? collection.features : [], total: collection.total, truncated: collection.truncated === true };
}

export class Shapes {
  list = [];
  byId = new Map();
  total = 0;
  truncated = false;
  visible = true;

  constructor(map, name, layers) {
    this.map = map;
    this.name = name;
    map.addSource(name, { type: "geojson", data: empty, tolerance: 0.2 });
    for (const layer of layers) map.addLayer({ ...layer, source: name });
    this.layers = layers.map(({ id }) => id);
  }

  async load(address) {
    const collection = address ? await features(address) : empty;
    this.set(collection.features);
    this.total = Number.isInteger(collection.total) ? collection.total : this.list.length;
    this.truncated = collection.truncated === true;
  }

  /** `more` are features that are drawn and have no names. */
  set(features, more = []) {
    const old = this.byId;
    this.list = features.map((feature) => {
      const id = String(feature.id ?? feature.properties?.id ?? "");
      const { geometry } = feature;
      // Where a name may be written is dear to find: what has not changed keeps it.
      const places = old.get(id)?.geometry === geometry ? old.get(id).places : namePlaces(geometry);
      return { id, name: String(feature.properties?.name ?? ""), geometry, places };
    }).filter(({ places }) => places.length > 0);
    this.byId = new Map(this.list.map((shape) => [shape.id, shape]));
    this.map.getSource(this.name).setData({
      type: "FeatureCollection",
      features: [...features.map(({ id, geometry, properties }) => ({ type: "Feature", geometry, properties: { id, selected: properties?.selected === true } })), ...more],
    });
  }

  show(visible) {
    this.visible = visible;
    for (const id of this.layers) this.map.setLayoutProperty(id, "visibility", visible ? "visible" : "none");
  }

  labels(kind, projection, leastZoom, prefix = kind) {
    if (!this.visible || projection.zoom < leastZoom) return [];
    const labels = [];
    for (const [i, { name, places }] of this.list.entries()) {
      if (labels.length >= mostLabels) break;
      if (name === "") continue;
      places.forEach(([longitude, latitude], j) => {
        if (!projection.shows(longitude, latitude, -30)) return;
        labels.push({ key: `${prefix}${i}/${j}`, group: `${prefix}${i}`, kind, text: name, longitude, latitude });
      });
    }
    return labels;
  }
}

export class Fences extends Shapes {
  constructor(map) {
    super(map, "fences", [
      { id: "fence-area", type: "fill", filter: ["==", ["geometry-type"], "Polygon"], paint: { "fill-color": cssColor("fence"), "fill-opacity": 0.045, "fill-antialias": false }, metadata: { token: "fence" } },
      { id: "fence-line", type: "line", paint: { "line-color": cssColor("fence"), "line-width": 1.4, "line-opacity": 0.85 }, layout: { "line-join": "round" }, metadata: { token: "fence" } },
    ]);
  }
}

/** The fences that glow for a moment because something has crossed them. */
export class FenceGlow {
  #glowing = new Map(); // fence → local time of the crossing
  #glow = { key: "", length: 0 };

  flash(shapes, id, local) {
    const fence = shapes?.byId.get(id);
    if (fence && shapes.visible && this.#glowing.size < mostGlowing) this.#glowing.set(fence, local);
  }

  /**
   * The outlines that glow now, as line segments for overlay.js; the same object until the next step. Drawn there and
   * not by the map library, because the whole map would have to be painted again.
   */
  at(local, color) {
    const now = [];
    for (const [fence, from] of this.#glowing) {
      const step = Math.floor(((local - from) / glowTime) * glowSteps);
      if (step >= glowSteps) this.#glowing.delete(fence);
      else now.push({ fence, opacity: 1 - step / glowSteps });
    }
    const key = now.map(({ fence, opacity }) => `${fence.id} ${opacity}`).join();
    if (key !== this.#glow.key) this.#glow = { key, ...segmentsOf(now, color) };
    return this.#glow;
  }
}

function segmentsOf(glowing, color) {
  const sources = [];
  const targets = [];
  const colors = [];
  for (const { fence, opacity } of glowing) {
    for (const ring of ringsOf(fence.geometry)) {
      for (let i = 1; i < ring.length; i += 1) {
        sources.push(ring[i - 1][0], ring[i - 1][1]);
        targets.push(ring[i][0], ring[i][1]);
        colors.push(...color, 220 * opacity);
      }
    }
  }
  return { length: sources.length / 2, sources: new Float64Array(sources), targets: new Float64Array(targets), colors: new Uint8Array(colors) };
}

function ringsOf({ type, coordinates }) {
  if (type === "Polygon") return coordinates;
  return type === "MultiPolygon" ? coordinates.flat() : [];
}

export class Landmarks extends Shapes {
  constructor(map) {
    const width = ["interpolate", ["exponential", 2], ["zoom"], 8, 1, 12, 2.5, 16, 22];
    const color = cssColor("landmark");
    super(map, "landmarks", [
      { id: "landmark-area", type: "fill", filter: ["==", ["geometry-type"], "Polygon"], paint: { "fill-color": color, "fill-opacity": 0.14 }, metadata: { token: "landmark" } },
      { id: "landmark-line", type: "line", filter: ["!=", ["geometry-type"], "Point"], paint: { "line-color": color, "line-width": width, "line-opacity": 0.75 }, metadata: { token: "landmark" } },
      { id: "landmark-point", type: "circle", filter: ["==", ["geometry-type"], "Point"], paint: { "circle-color": color, "circle-radius": 3 }, metadata: { token: "landmark" } },
    ]);
  }
}
