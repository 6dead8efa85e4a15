// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The symbols of locations, drawn here once: the dot in its states, and what takes its place where a location is something else.

import { details, outlines } from "./symbols.js";
import { cssColor } from "./theme.js";

/** CSS pixels of a symbol's cell in the atlas: room for the cone of a heading. */
export const locationCell = 72;

const states = ["default", "course", "heading", "acquiring"];
/** Others than the dot: how many pixels wide. */
const others = { station: 44, aircraft: 38, vessel: 34, vehicle: 34 };

/** Seen from above, flying towards the top: truss across, modules along, four pairs of solar arrays. */
const station = {
  body: "M10.6 3.4h2.8v3.2h.9v10.8h-.9v3.2h-2.8v-3.2h-.9V6.6h.9Z M.9 11.3h22.2v1.4H.9Z M6.9 9.4h1.7v5.2H6.9Z M15.4 9.4h1.7v5.2h-1.7Z",
  arrays: "M1 2.6h2.1v8H1Z M3.9 2.6H6v8H3.9Z M1 13.4h2.1v8H1Z M3.9 13.4H6v8H3.9Z M18 2.6h2.1v8H18Z M20.9 2.6H23v8h-2.1Z M18 13.4h2.1v8H18Z M20.9 13.4H23v8h-2.1Z",
};

function circle(context, radius) {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
}

/** A soft rim that lifts the white ring off a white map. */
function plate(context, radius, colors) {
  context.save();
  context.shadowColor = "rgba(10, 20, 30, .45)";
  context.shadowBlur = 5 * context.getTransform().a;
  context.shadowOffsetY = context.getTransform().a;
  context.fillStyle = colors.ring;
  circle(context, radius);
  context.fill();
  context.restore();
}

function drawDot(context, state, colors) {
  if (state === "heading") {
    const cone = context.createRadialGradient(0, 0, 9, 0, 0, 34);
    cone.addColorStop(0, colors.cone(0.9));
    cone.addColorStop(1, colors.cone(0));
    context.fillStyle = cone;
    context.beginPath();
    context.moveTo(0, 0);
    context.arc(0, 0, 34, -Math.PI / 2 - 0.48, -Math.PI / 2 + 0.48);
    context.closePath();
    context.fill();
  }
  const radius = state === "course" ? 13 : 10;
  plate(context, radius, colors);
  context.fillStyle = state === "acquiring" ? colors.grey : colors.fill;
  circle(context, radius - 3);
  context.fill();
  if (state === "course") {
    context.fillStyle = colors.ring;
    context.fill(new Path2D("M0 -7.2 5 5.4 0 2.7 -5 5.4Z"));
  }
}

function drawOther(context, name, colors) {
  const size = others[name] / 24;
  context.scale(size, size);
  context.translate(-12, -12);
  context.lineJoin = "round";
  context.strokeStyle = colors.halo;
  context.lineWidth = 2.4;
  if (name === "station") {
    const [body, arrays] = [new Path2D(station.body), new Path2D(station.arrays)];
    for (const part of [body, arrays]) context.stroke(part);
    context.fillStyle = colors.fill;
    context.fill(arrays);
    context.fillStyle = colors.body;
    context.fill(body);
  } else {
    const outline = new Path2D(outlines[name]);
    context.stroke(outline);
    context.fillStyle = colors.fill;
    context.fill(outline);
    context.lineWidth = 1.4;
    if (details[name]) context.stroke(new Path2D(details[name]));
  }
}

const palette = (grey) => ({
  ring: "#fff", halo: cssColor("symbol-halo"), grey: cssColor("location-grey"),
  fill: cssColor(grey ? "location-grey" : "location"), body: cssColor(grey ? "location-grey" : "ink"),
  cone: (opacity) => cssColor("location", opacity),
});

function draw(context, name, grey) {
  if (others[name]) drawOther(context, name, palette(grey));
  else drawDot(context, grey ? "acquiring" : name, palette(grey));
}

/** All of them in the present theme: {image, mapping} for deck.gl. */
export function locationAtlas() {
  const ratio = Math.min(3, Math.max(2, Math.ceil(devicePixelRatio)));
  const cell = locationCell * ratio;
  const pictures = [...states.map((name) => [name, name, false]), ...Object.keys(others).flatMap((name) => [[name, name, false], [`${name}-grey`, name, true]])];
  const image = document.createElement("canvas");
  image.width = cell * pictures.length;
  image.height = cell;
  const context = image.getContext("2d");
  const mapping = {};
  pictures.forEach(([key, name, grey], i) => {
    context.setTransform(ratio, 0, 0, ratio, (i + 0.5) * cell, cell / 2);
    draw(context, name, grey);
    mapping[key] = { x: i * cell, y: 0, width: cell, height: cell, mask: false };
  });
  return { image, mapping };
}

/** Draws one into a canvas of the page, 26 pixels wide. */
export function drawLocationIcon(canvas, kind, { grey = false, state = "default" } = {}) {
  const ratio = Math.max(1, devicePixelRatio);
  canvas.width = canvas.height = 26 * ratio;
  const context = canvas.getContext("2d");
  const shrunk = others[kind] ? 23 / others[kind] : 0.9;
  context.setTransform(ratio * shrunk, 0, 0, ratio * shrunk, 13 * ratio, 13 * ratio);
  draw(context, others[kind] ? kind : state, grey);
}
