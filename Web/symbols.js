// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The symbols of entities, drawn here once: an atlas for the map, single pictures for lists and the legend.

import { builtInSize } from "./symbol-columns.js";
import { cssColor } from "./theme.js";

/** Outlines in a box of 24 × 24, pointing north. */
export const outlines = {
  aircraft: "M12 1.6c.9 0 1.45 1.3 1.45 2.9v4.7l8.05 4.9v2.2l-8.05-2.5v4.5l2.5 1.95v1.75L12 20.2l-3.95.8v-1.75l2.5-1.95v-4.5L2.5 16.3v-2.2l8.05-4.9V4.5c0-1.6.55-2.9 1.45-2.9Z",
  vessel: "M12 1.5c3 2.9 4.6 6.1 4.6 9.7V20c0 1.3-.8 2.1-2.1 2.1h-5c-1.3 0-2.1-.8-2.1-2.1v-8.8c0-3.6 1.6-6.8 4.6-9.7Z",
  vehicle: "M12 2.5 17 6.8V19.5c0 1.2-.8 2-2 2H9c-1.2 0-2-.8-2-2V6.8l5-4.3Z",
  arrow: "M12 2 19.5 21.5 12 17.2 4.5 21.5 12 2Z",
  dot: "M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11Z",
};

/** Lines drawn on top in the halo's colour, where an outline alone says too little. */
export const details = {
  vessel: "M9.2 13.5h5.6v4.5H9.2Z",
  vehicle: "M9.2 9.5h5.6",
};

export const symbolNames = Object.keys(outlines);

/** CSS pixels of a symbol's cell in the atlas; the symbol itself is smaller, to leave room for its halo. */
export const symbolSize = builtInSize;
const scale = 26 / 24;

function drawSymbol(context, name, size, colors) {
  const outline = new Path2D(outlines[name]);
  context.save();
  context.scale(size / symbolSize, size / symbolSize);
  context.translate((symbolSize - 24 * scale) / 2, (symbolSize - 24 * scale) / 2);
  context.scale(scale, scale);
  context.lineJoin = "round";
  context.strokeStyle = colors.halo;
  context.lineWidth = 3.2;
  context.stroke(outline);
  context.fillStyle = colors.fill;
  context.fill(outline);
  if (details[name]) {
    context.lineWidth = 1.5;
    context.stroke(new Path2D(details[name]));
  }
  context.restore();
}

/** Draws one about the middle of where a canvas draws, 32 pixels wide, in the present theme. */
export function drawMiddle(context, name) {
  context.save();
  context.translate(-symbolSize / 2, -symbolSize / 2);
  drawSymbol(context, name, symbolSize, { fill: cssColor("symbol"), halo: cssColor("symbol-halo") });
  context.restore();
}

/** All symbols side by side in the present theme: {image, frames: name → [x, y, width, height]}. */
export function symbolAtlas() {
  const cell = symbolSize * 2 * Math.min(2, Math.ceil(devicePixelRatio));
  const image = document.createElement("canvas");
  image.width = cell * 8;
  image.height = cell;
  const context = image.getContext("2d");
  const frames = {};
  symbolNames.forEach((name, i) => {
    context.setTransform(1, 0, 0, 1, i * cell, 0);
    // All but clear, so that no black of clear pixels is mixed into the halo where the picture is scaled and turned.
    context.fillStyle = cssColor("symbol-halo", 1 / 255);
    context.fillRect(0, 0, cell, cell);
    drawSymbol(context, name, cell, { fill: cssColor("symbol"), halo: cssColor("symbol-halo") });
    frames[name] = [i * cell, 0, cell, cell];
  });
  return { image, frames };
}

/** Draws one symbol into a canvas of the page, in the present theme. */
export function drawIcon(canvas, name, opacity = 1) {
  const size = 26 * Math.max(1, devicePixelRatio);
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  context.globalAlpha = opacity;
  drawSymbol(context, outlines[name] ? name : "dot", size, { fill: cssColor("symbol"), halo: cssColor("symbol-halo") });
}
