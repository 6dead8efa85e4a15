// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Fetches the base map's files: the world and finer cells as they come into view, names after the first picture.

import { countyZoom, regionZoom, worldLayers } from "./basemap-style.js";

const folder = "/assets/basemap/";
const mostCells = 60; // kept of one kind; the least recently seen go first

/** Answers with the file's content, or throws with its name. */
export async function basemapFile(name) {
  const answer = await fetch(folder + name);
  if (!answer.ok) throw new Error(`${folder}${name}: ${answer.status}`);
  return answer.json();
}

/** The cells of one kind that the map has shown lately, in one map source. */
class Cells {
  #loaded = new Map(); // file → features, or null while it is fetched
  #shown = "";

  constructor(map, source, cells, zoom) {
    Object.assign(this, { map, source, cells, zoom });
  }

  /** True where all that the view needs of this kind is there. */
  get complete() {
    if (this.map.getZoom() < this.zoom) return false;
    const bounds = this.map.getBounds();
    return this.cells.every((cell) => !touches(bounds, cell.bounds) || this.#loaded.get(cell.file));
  }

  async update() {
    if (this.map.getZoom() < this.zoom - 0.4) return;
    const bounds = this.map.getBounds();
    const wanted = this.cells.filter((cell) => touches(bounds, cell.bounds));
    const missing = wanted.filter(({ file }) => !this.#loaded.has(file));
    for (const { file } of wanted) this.#touch(file);
    for (const { file } of missing) this.#loaded.set(file, null);
    await Promise.all(missing.map(async ({ file }) => {
      try {
        this.#loaded.set(file, (await basemapFile(file)).features);
      } catch (error) {
        this.#loaded.delete(file); // asked for again at the next move
        console.warn("Vedette: base map:", error.message);
      }
    }));
    this.#show();
  }

  #touch(file) {
    if (!this.#loaded.has(file)) return;
    const features = this.#loaded.get(file);
    this.#loaded.delete(file);
    this.#loaded.set(file, features);
  }

  #show() {
    for (const file of this.#loaded.keys()) {
      if (this.#loaded.size <= mostCells) break;
      if (this.#loaded.get(file)) this.#loaded.delete(file);
    }
    const ready = [...this.#loaded].filter(([, features]) => features).sort(([a], [b]) => (a < b ? -1 : 1));
    const shown = ready.map(([file]) => file).join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.map.getSource(this.source)?.setData({ type: "FeatureCollection", features: ready.flatMap(([, features]) => features) });
  }
}

function touches(bounds, [west, south, east, north]) {
  if (south > bounds.getNorth() || north < bounds.getSouth()) return false;
  // The view may lie on another copy of the world.
  for (const turn of [-360, 0, 360]) {
    if (west + turn <= bounds.getEast() && east + turn >= bounds.getWest()) return true;
  }
  return false;
}

/** Fills the map; `manifest` is basemap.json. Returns a function to call when the view has changed. */
export function fillBasemap(map, manifest) {
  const regions = new Cells(map, "regions", manifest.regions ?? [], regionZoom);
  const counties = new Cells(map, "counties", manifest.counties ?? [], countyZoom);
  let world = false;
  let covered = false;
  // Below a complete finer picture the coarse one is not painted at all.
  const cover = () => {
    if (covered === regions.complete) return;
    covered = !covered;
    for (const id of worldLayers) map.setLayoutProperty(id, "visibility", covered ? "none" : "visible");
  };
  const update = () => {
    regions.update().then(() => {
      cover();
      // Who looks at a city only never needs the world.
      if (world || covered) return;
      world = true;
      map.getSource("world").setData(folder + manifest.world);
    });
    counties.update();
    cover();
  };
  update();
  return update;
}
