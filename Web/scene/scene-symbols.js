// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What an entity looks like in the scene: the symbol of its class, or one of our own by what its source is of.

import { classAtlas } from "../class-atlas.js";
import { drawIcon } from "../symbols.js";
import { isDark } from "../theme.js";

/** Our own models, and how long each is in metres; see script/generate-models. */
export const ownModels = {
  aircraft: { url: "/models/aircraft.glb", length: 38 }, vessel: { url: "/models/ship.glb", length: 120 },
  vehicle: { url: "/models/truck.glb", length: 12 }, station: { url: "/models/station.glb", length: 109 },
};

/** One of the page's own symbols as a marker. */
function ownMarker(name) {
  const draw = () => {
    const canvas = document.createElement("canvas");
    drawIcon(canvas, name);
    return canvas;
  };
  return { key: `own/${name}/${isDark()}`, canvas: draw, size: 26, turns: name !== "dot" };
}

const own = new Map();
function ownLook(symbol) {
  const key = `${symbol}/${isDark()}`;
  if (!own.has(key)) {
    const marker = ownMarker(symbol === "station" ? "dot" : symbol);
    marker.still = marker.turns ? ownMarker("dot") : marker;
    const model = ownModels[symbol] ?? null;
    own.set(key, { marker, model, length: model?.length ?? 0 });
  }
  return own.get(key);
}

const drawn = new WeakMap(); // display → {revision, looks: class → look}

/** {marker, model or null, length in metres}, or null for what is not drawn. `metres` from the camera. */
export function lookOf({ info, display, store }, slot, metres) {
  if (!display.classes) return ownLook(info.symbol);
  let made = drawn.get(display);
  if (made?.revision !== display.revision || made.dark !== isDark()) {
    made = { revision: display.revision, dark: isDark(), looks: new Map(), atlas: null };
    drawn.set(display, made);
  }
  const number = store.classes[slot];
  if (!made.looks.has(number)) made.looks.set(number, readLook(display, number, made, info.symbol));
  const look = made.looks.get(number);
  return look?.ranges ? look.ranges.find(({ min, max }) => metres >= min && (max === null || metres <= max))?.look ?? null : look;
}

function readLook(display, number, made, symbol) {
  const one = display.classes[number]?.symbol;
  if (!one) return null;
  if (one.type === "distance") return { ranges: one.ranges.map(({ min, max, symbol: part }) => ({ min, max, look: solidLook(part, symbol) ?? markerLook(display, number, made) })) };
  return solidLook(one, symbol) ?? markerLook(display, number, made);
}

/** A model or a solid, or null for what is flat. */
export function solidLook(symbol, kind = "dot") {
  if ((symbol?.type !== "model" || symbol.model === null) && symbol?.type !== "scene-marker") return null;
  const { model, length } = modelOf(symbol);
  const fallback = ownLook(ownModels[kind] ? kind : "dot");
  return { model, length, marker: symbol.type === "model" ? fallback.marker : null, fallback: fallback.marker };
}

function modelOf(symbol) {
  const { width, height, depth, heading, pitch, roll, anchor } = symbol;
  if (symbol.type === "model") {
    const length = Object.values(ownModels).find(({ url }) => url === symbol.model)?.length ?? 20;
    return { model: { url: symbol.model, scale: symbol.scale, heading, pitch, roll }, length: length * symbol.scale };
  }
  const shift = anchor === "bottom" ? height / 2 : anchor === "top" ? -height / 2 : 0;
  return {
    model: { url: `/models/${symbol.style}.glb`, size: [width, depth, height], color: rgb(symbol.color), heading, pitch, roll, shift: [0, 0, shift] },
    length: Math.max(width, height, depth),
  };
}

/** A flat symbol as a marker, or null. */
export function symbolMarker(symbol) {
  return markerLook({ classes: [{ symbol }] }, 0, { atlas: null })?.marker ?? null;
}

function markerLook(display, number, made) {
  made.atlas ??= classAtlas(display.classes);
  const look = made.atlas.looks[number];
  if (!look) return null;
  const [x, y, width, height] = look.frame;
  const draw = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d").drawImage(made.atlas.image, x, y, width, height, 0, 0, width, height);
    return canvas;
  };
  keys += 1;
  const marker = { key: `class/${keys}`, canvas: draw, size: look.size, turns: !look.screen };
  marker.still = { ...marker, turns: false };
  return { marker, model: null, length: 0 };
}

let keys = 0;

/** [red, green, blue], 0…1, of #RRGGBB. */
export const rgb = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
