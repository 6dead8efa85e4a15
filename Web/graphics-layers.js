// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Draws the graphics of a program: lines and areas by the map library below everything that moves, points by deck.gl.

import { scaleOfZoom } from "./camera.js";
import { classAtlas } from "./class-atlas.js";
import { displayedPoints, shapeFeatures } from "./graphics.js";
import { SymbolColumns } from "./symbol-columns.js";

const name = "graphics";
const dashed = ["==", ["get", "dashed"], true];
const line = (id, filter, dashes) => ({
  id, type: "line", source: name, filter: ["all", ["has", "line"], filter], layout: { "line-join": "round", "line-cap": dashes ? "butt" : "round" },
  paint: { "line-color": ["get", "line"], "line-width": ["get", "width"], "line-opacity": ["get", "opacity"], ...(dashes ? { "line-dasharray": dashes } : {}) },
});

export class GraphicsLayers {
  #revision = 0;
  #overlays = new Map(); // number → {columns, looks, atlas}
  #moving = false;
  #shown = ""; // which overlays have their lines and areas on the map

  constructor(map, graphics) {
    Object.assign(this, { map, graphics });
    map.addSource(name, { type: "geojson", data: { type: "FeatureCollection", features: [] }, tolerance: 0.2 });
    map.addLayer({
      id: "graphics-fill", type: "fill", source: name, filter: ["has", "fill"],
      paint: { "fill-color": ["get", "fill"], "fill-opacity": ["*", ["get", "opacity"], ["get", "strength"]], "fill-antialias": false },
    });
    map.addLayer(line("graphics-line", ["!", dashed]));
    map.addLayer(line("graphics-dashes", dashed, [3, 2]));
  }

  /** True where there is something new to be drawn, or something on its way. */
  get isDue() {
    return this.#revision !== this.graphics.revision || this.#moving;
  }

  /** Takes what there is at a time; answers with columns and atlases for deck.gl, from the bottom up. */
  fill(projection, time, delay) {
    const scale = scaleOfZoom(projection.zoom);
    const shown = [...this.graphics.overlays].filter(([, overlay]) => overlay.shownAt(scale));
    this.#showShapes(shown);
    const drawn = [];
    let newest = -Infinity;
    for (const [number, overlay] of shown) {
      if (!this.#overlays.has(number)) this.#overlays.set(number, { columns: new SymbolColumns(), looks: -1, atlas: null });
      const entry = this.#overlays.get(number);
      if (entry.looks !== overlay.looks) Object.assign(entry, { looks: overlay.looks, atlas: classAtlas(overlay.classes) });
      for (const { from, at } of overlay.graphics.values()) if (from) newest = Math.max(newest, at);
      entry.columns.fillPoints(displayedPoints(overlay, time, delay), projection, { looks: entry.atlas.looks, opacity: 255 * overlay.opacity });
      drawn.push({ id: `graphics-${number}`, columns: entry.columns, image: entry.atlas.image });
    }
    for (const number of this.#overlays.keys()) if (!this.graphics.overlays.has(number)) this.#overlays.delete(number);
    this.#moving = time !== null && time - delay <= newest;
    return drawn;
  }

  /** A picture that a symbol needs has come. */
  repaint() {
    for (const entry of this.#overlays.values()) entry.looks = -1;
  }

  #showShapes(shown) {
    const numbers = shown.map(([number]) => number).join();
    if (this.#revision === this.graphics.revision && this.#shown === numbers) return;
    [this.#revision, this.#shown] = [this.graphics.revision, numbers];
    this.map.getSource(name).setData({ type: "FeatureCollection", features: shapeFeatures(shown.map(([, overlay]) => overlay)) });
  }
}
