// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Draws the symbols that the server describes, as displays.js reads them, on a canvas. One point is one CSS pixel.

const radian = Math.PI / 180;

/** Points of the shapes in a box from −0.5 to 0.5; a circle and the crosses are drawn otherwise. */
const shapes = {
  __proto__: null,
  square: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
  diamond: [[0, -0.5], [0.5, 0], [0, 0.5], [-0.5, 0]],
  triangle: [[0, -0.5], [0.5, 0.5], [-0.5, 0.5]],
};
const strokes = {
  __proto__: null,
  cross: [[-0.5, 0, 0.5, 0], [0, -0.5, 0, 0.5]],
  x: [[-0.5, -0.5, 0.5, 0.5], [-0.5, 0.5, 0.5, -0.5]],
};
const dashes = {
  __proto__: null,
  dash: [4, 3], dashDot: [4, 3, 1, 3], dashDotDot: [4, 3, 1, 3, 1, 3], dot: [1, 3], longDash: [8, 3], longDashDot: [8, 3, 1, 3], shortDash: [4, 1],
  shortDashDot: [4, 1, 1, 1], shortDashDotDot: [4, 1, 1, 1, 1, 1], shortDot: [1, 1],
};
const thickness = (symbol) => Math.max(1.5, symbol.size / 8); // of the arms of a cross

export const fontOf = (symbol, family) =>
  `${symbol.italic ? "italic " : ""}${symbol.bold ? "700" : "400"} ${symbol.size}px ${symbol.font ? `"${symbol.font}", ` : ""}${family || "sans-serif"}`;

/** How far a symbol reaches from its place in any direction, however it is turned. `tools` is {measure(symbol): [width, height] of texts, picture(address)}. */
export function reachOf(symbol, tools) {
  const offset = Math.hypot(symbol.offsetX ?? 0, symbol.offsetY ?? 0);
  switch (symbol.type) {
    case "marker": {
      const width = symbol.outline && symbol.outline.style !== "noLine" ? symbol.outline.width : 0;
      return offset + (symbol.style === "circle" ? symbol.size / 2 : symbol.size * Math.SQRT1_2 * (symbol.style === "triangle" ? 1.1 : 1)) + width + (strokes[symbol.style] ? thickness(symbol) / 2 : 0);
    }
    case "picture": return offset + Math.hypot(...pictureSize(symbol, tools)) / 2;
    case "text": {
      const [width, height] = tools.measure(symbol);
      const [x, y] = [["left", "right"].includes(symbol.horizontal) ? width : width / 2, ["top", "bottom", "baseline"].includes(symbol.vertical) ? height * 1.25 : height / 2];
      return offset + Math.hypot(x, y) + symbol.haloWidth + symbol.frameWidth + 3;
    }
    case "composite": return Math.max(0, ...symbol.parts.map((part) => reachOf(part, tools)));
    default: return 0;
  }
}

function pictureSize(symbol, tools) {
  const image = tools.picture(symbol.picture);
  const natural = image ? [image.naturalWidth || 24, image.naturalHeight || 24] : [12, 12];
  if (symbol.width > 0 && symbol.height > 0) return [symbol.width, symbol.height];
  if (symbol.width > 0) return [symbol.width, (symbol.width * natural[1]) / natural[0]];
  if (symbol.height > 0) return [(symbol.height * natural[0]) / natural[1], symbol.height];
  const shrunk = Math.min(1, 256 / Math.max(...natural));
  return natural.map((side) => side * shrunk);
}

/** Draws a symbol with its place at the origin of `context`, as large as described. */
export function drawDescribed(context, symbol, tools) {
  if (symbol.type === "composite") {
    for (const part of symbol.parts) drawDescribed(context, part, tools);
    return;
  }
  context.save();
  context.rotate((symbol.angle ?? 0) * radian);
  context.translate(symbol.offsetX ?? 0, -(symbol.offsetY ?? 0));
  ({ marker: drawMarker, picture: drawPicture, text: drawText })[symbol.type]?.(context, symbol, tools);
  context.restore();
}

function drawMarker(context, symbol) {
  const { size, style, outline } = symbol;
  const lined = outline && outline.style !== "noLine" && outline.width > 0;
  context.lineJoin = "miter";
  if (strokes[style]) {
    const arms = () => {
      context.beginPath();
      for (const [x0, y0, x1, y1] of strokes[style]) {
        context.moveTo(x0 * size, y0 * size);
        context.lineTo(x1 * size, y1 * size);
      }
      context.stroke();
    };
    if (lined) {
      [context.strokeStyle, context.lineWidth] = [outline.color, thickness(symbol) + 2 * outline.width];
      arms();
    }
    [context.strokeStyle, context.lineWidth] = [symbol.color, thickness(symbol)];
    arms();
    return;
  }
  context.beginPath();
  if (shapes[style]) {
    for (const [x, y] of shapes[style]) context.lineTo(x * size, y * size);
    context.closePath();
  } else {
    context.arc(0, 0, size / 2, 0, 2 * Math.PI);
  }
  context.fillStyle = symbol.color;
  context.fill();
  if (!lined) return;
  stroke(context, outline);
}

function stroke(context, line) {
  [context.strokeStyle, context.lineWidth] = [line.color, line.width];
  context.setLineDash((dashes[line.style] ?? []).map((part) => part * Math.max(1, line.width)));
  context.stroke();
  context.setLineDash([]);
}

function drawPicture(context, symbol, tools) {
  const image = tools.picture(symbol.picture);
  const [width, height] = pictureSize(symbol, tools);
  context.globalAlpha *= symbol.opacity;
  if (image) {
    context.drawImage(image, -width / 2, -height / 2, width, height);
    return;
  }
  // A picture that cannot be shown is not passed over: a box that is crossed out.
  [context.strokeStyle, context.lineWidth] = ["#808080", 1.5];
  context.beginPath();
  context.rect(-width / 2, -height / 2, width, height);
  context.moveTo(-width / 2, -height / 2);
  context.lineTo(width / 2, height / 2);
  context.moveTo(width / 2, -height / 2);
  context.lineTo(-width / 2, height / 2);
  context.stroke();
}

function drawText(context, symbol, { family }) {
  context.font = fontOf(symbol, family);
  context.lineJoin = "round";
  context.textAlign = "left";
  context.textBaseline = "middle";
  const lines = symbol.text.split("\n").slice(0, 8);
  const widths = lines.map((line) => context.measureText(line).width);
  const [width, height] = [Math.max(...widths), lines.length * symbol.size * 1.2];
  // The alignment says where of the text its place is.
  const left = { left: 0, right: -width }[symbol.horizontal] ?? -width / 2;
  const top = { top: 0, bottom: -height, baseline: -height + symbol.size * 0.25 }[symbol.vertical] ?? -height / 2;
  if (symbol.background) {
    context.fillStyle = symbol.background;
    context.fillRect(left - 2, top - 1, width + 4, height + 2);
  }
  if (symbol.frame) {
    [context.strokeStyle, context.lineWidth] = [symbol.frame, symbol.frameWidth];
    context.strokeRect(left - 2, top - 1, width + 4, height + 2);
  }
  lines.forEach((line, i) => {
    const shift = { left: 0, right: width - widths[i] }[symbol.horizontal] ?? (width - widths[i]) / 2;
    const [x, y] = [left + shift, top + (i + 0.5) * symbol.size * 1.2];
    if (symbol.halo) {
      [context.strokeStyle, context.lineWidth] = [symbol.halo, 2 * symbol.haloWidth];
      context.strokeText(line, x, y);
    }
    context.fillStyle = symbol.color;
    context.fillText(line, x, y);
    const bar = { underline: 0.55, lineThrough: 0.05 }[symbol.decoration];
    if (bar !== undefined) context.fillRect(x, y + bar * symbol.size, widths[i], Math.max(1, symbol.size / 14));
  });
}

/** Draws a line as a legend shows it, in a box of `width` × `height`. */
export function drawLineSample(context, line, width, height) {
  if (line.style === "noLine") return;
  context.beginPath();
  context.moveTo(2, height / 2);
  context.lineTo(width - 2, height / 2);
  stroke(context, line);
}
