// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The symbols of a source's classes in one picture, made from their descriptions; and single ones for lists and the legend.

import { drawMiddle, symbolSize } from "./symbols.js";
import { drawDescribed, drawLineSample, fontOf, reachOf } from "./symbol-drawing.js";

const widest = 2_048;
const tallest = 4_096;

/** Pictures of markers by their addresses on this server; `changed()` when one has come. */
class Pictures {
  #images = new Map();
  changed = () => {};

  get(address) {
    if (address === null) return null;
    if (!this.#images.has(address)) {
      const image = new Image();
      image.onload = () => this.changed();
      image.src = address;
      this.#images.set(address, image);
    }
    const image = this.#images.get(address);
    return image.complete && image.naturalWidth > 0 ? image : null;
  }
}

/** Symbols of a scene: on the map, one of the page's own stands for each. */
const solids = new Set(["model", "scene-marker", "distance"]);
const isSolid = ({ type }) => solids.has(type);
const standIn = ({ type, model }) => ({ "/models/aircraft.glb": "aircraft", "/models/ship.glb": "vessel", "/models/truck.glb": "vehicle" })[model] ?? (type === "scene-marker" ? "dot" : "arrow");
export const pictures = new Pictures();
const canvas = document.createElement("canvas");

const tools = {
  picture: (address) => pictures.get(address),
  get family() { return getComputedStyle(document.body).fontFamily; },
  measure(symbol) {
    const context = canvas.getContext("2d");
    context.font = fontOf(symbol, tools.family);
    const lines = symbol.text.split("\n").slice(0, 8);
    return [Math.max(...lines.map((line) => context.measureText(line).width)), symbol.size * 1.2 * lines.length];
  },
};

/** {image, looks}: `looks[class]` is {frame: [x, y, w, h], size in pixels, screen: whether angles are measured from the top of the screen}, or null for what is not drawn. */
export function classAtlas(classes) {
  let ratio = Math.min(2, Math.max(1, devicePixelRatio));
  for (;;) {
    const cells = classes.map(({ symbol }) => (isMarker(symbol) ? 2 * Math.ceil(((isSolid(symbol) ? symbolSize / 2 : reachOf(symbol, tools)) + 1) * ratio) : 0));
    const places = arrange(cells);
    if (places.height <= tallest || ratio < 0.3) return paint(classes, cells, places, ratio);
    ratio /= 2;
  }
}

const isMarker = (symbol) => symbol !== null && symbol !== undefined && symbol.type !== "line" && symbol.type !== "fill";

/** Rows of cells: {places: [[x, y] or null], height}. */
function arrange(cells) {
  let [x, y, row] = [0, 0, 0];
  const places = cells.map((cell) => {
    if (cell === 0) return null;
    if (x + cell > widest) [x, y, row] = [0, y + row + 1, 0];
    const place = [x, y];
    x += cell + 1;
    row = Math.max(row, cell);
    return place;
  });
  return { places, height: Math.max(1, y + row) };
}

function paint(classes, cells, { places, height }, ratio) {
  const image = document.createElement("canvas");
  image.width = widest;
  image.height = Math.min(tallest, height);
  const context = image.getContext("2d");
  const looks = classes.map(({ symbol }, i) => {
    if (!places[i]) return null;
    const [[x, y], cell] = [places[i], cells[i]];
    context.setTransform(ratio, 0, 0, ratio, x + cell / 2, y + cell / 2);
    context.globalAlpha = 1;
    if (isSolid(symbol)) drawMiddle(context, standIn(symbol));
    else drawDescribed(context, symbol, tools);
    return { frame: [x, y, cell, cell], size: cell / ratio, screen: !symbol.turnsWithMap && !isSolid(symbol) };
  });
  return { image, looks };
}

/** Draws a class for a list or the legend into a canvas of 26 × 26 CSS pixels; what is larger is made to fit. */
export function drawClass(target, symbol, turned = 0) {
  const side = 26;
  const ratio = Math.max(1, devicePixelRatio);
  target.width = target.height = side * ratio;
  if (!symbol) return;
  const context = target.getContext("2d");
  if (isSolid(symbol)) {
    context.setTransform(0.8 * ratio, 0, 0, 0.8 * ratio, (side * ratio) / 2, (side * ratio) / 2);
    drawMiddle(context, standIn(symbol));
    return;
  }
  if (symbol.type === "line") {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawLineSample(context, symbol, side, side);
    return;
  }
  const fit = Math.min(1, (side / 2) / Math.max(1, reachOf(symbol, tools)));
  context.setTransform(ratio * fit, 0, 0, ratio * fit, (side * ratio) / 2, (side * ratio) / 2);
  context.rotate((turned * Math.PI) / 180);
  drawDescribed(context, symbol, tools);
}
