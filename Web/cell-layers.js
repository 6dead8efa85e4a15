// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Where there are too many entities to be drawn one by one: how many there are in each cell, as circles with numbers.

import { colorOf } from "./theme.js";

const { ScatterplotLayer, TextLayer } = globalThis.deck ?? {};

/** Radius in pixels of a circle for so many. */
export const cellRadius = (count) => Math.min(26, 9 + 2.4 * Math.log10(Math.max(1, count)) ** 1.6);

/** 1,234 as 1.2k: what fits into a circle. */
export function shortCount(count) {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 1e6 ? [count / 1e3, "k"] : [count / 1e6, "M"];
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}${unit}`;
}

/** [longitude, latitude] of the cell whose circle a point of the screen is in, or null. */
export function cellAt(sources, projection, { x, y }) {
  for (const { display } of sources) {
    if (!display.crowd || !display.settings.visible) continue;
    const { cells } = display.crowd;
    for (let i = 0; i + 2 < cells.length; i += 3) {
      const [left, top] = projection.project(cells[i], cells[i + 1]);
      if (Math.hypot(left - x, top - y) <= cellRadius(cells[i + 2])) return [cells[i], cells[i + 1]];
    }
  }
  return null;
}

export class CellLayers {
  #made = new Map(); // source → {crowd, data}
  #fill = [0, 0, 0, 205];
  #edge = [255, 255, 255, 230];

  recolor() {
    this.#fill = [...colorOf("symbol").slice(0, 3), 205];
    this.#edge = [...colorOf("symbol-halo").slice(0, 3), 230];
  }

  /** The layers of a source's cells; none where its entities are drawn one by one. */
  layers(info, display, stale) {
    const { crowd } = display;
    if (!crowd || !display.settings.visible || crowd.cells.length < 3) return [];
    let made = this.#made.get(info.source);
    if (made?.crowd !== crowd) {
      const data = [];
      for (let i = 0; i + 2 < crowd.cells.length; i += 3) data.push({ position: [crowd.cells[i], crowd.cells[i + 1]], count: crowd.cells[i + 2] });
      made = { crowd, data };
      this.#made.set(info.source, made);
    }
    const [fill, edge] = [this.#fill, this.#edge];
    const opacity = (stale ? 0.45 : 1) * display.settings.opacity;
    return [
      new ScatterplotLayer({
        id: `cells-${info.source}`, data: made.data, opacity, radiusUnits: "pixels", lineWidthUnits: "pixels", stroked: true, getLineWidth: 1.5,
        getPosition: (cell) => cell.position, getRadius: (cell) => cellRadius(cell.count), getFillColor: fill, getLineColor: edge,
        updateTriggers: { getFillColor: fill, getLineColor: edge },
      }),
      new TextLayer({
        id: `cell-counts-${info.source}`, data: made.data, opacity, getPosition: (cell) => cell.position, getText: (cell) => shortCount(cell.count),
        getSize: 11, getColor: edge, fontWeight: 600, fontFamily: getComputedStyle(document.body).fontFamily, characterSet: "0123456789.kM",
        updateTriggers: { getColor: edge },
      }),
    ];
  }
}
