// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Pictures of texts in one texture. The browser's own text drawing is used, so every script, ligature and emoji
// comes out as in the rest of the page; the map's glyph files would know only what somebody packed.

import { fontOf } from "./symbol-drawing.js";
import { cssColor } from "./theme.js";

const side = 1024; // CSS pixels of the texture; it holds some 700 labels
const padding = 3;

/** Font, colour and the halo's width by kind of label. */
const styles = {
  entity: { font: "500 11px", color: "map-entity", halo: 3 },
  selected: { font: "600 12.5px", color: "ink", halo: 3.5 },
  fence: { font: "600 11px", color: "fence", halo: 3 },
  landmark: { font: "500 10px", color: "map-quiet", halo: 2.5 },
  city: { font: "600 13px", color: "map-place", halo: 3 },
  town: { font: "500 12px", color: "map-place", halo: 3 },
  village: { font: "400 11px", color: "map-place", halo: 3 },
  airport: { font: "600 10.5px", color: "map-airport", halo: 2.5 },
  country: { font: "600 12px", color: "map-quiet", halo: 2.5, spacing: "2px", upper: true },
  state: { font: "500 11px", color: "map-quiet", halo: 2.5, spacing: "2.5px", upper: true },
  county: { font: "500 10px", color: "map-quiet", halo: 2.5, spacing: "1.5px", upper: true },
};

/** What a text symbol says of a label; a colour that is not to be seen means that of the theme. */
const styleOf = (symbol) => ({
  font: `${symbol.bold ? 700 : 500} ${symbol.size}px`, family: symbol.font !== "" || symbol.italic,
  ownColor: clear(symbol.color) ? null : symbol.color, ownHalo: symbol.halo, ...(symbol.halo ? { halo: 2 * symbol.haloWidth } : {}),
});
const clear = (color) => color.length === 9 && color.endsWith("00");

export class LabelAtlas {
  #entries = new Map();
  #canvas = document.createElement("canvas");
  #x = 0;
  #y = 0;
  #row = 0;

  /** Grows when everything drawn before is void: sprites must be asked for again. */
  generation = 0;

  constructor(device) {
    this.ratio = Math.min(2, Math.max(1, devicePixelRatio));
    this.texture = device.createTexture({
      width: side * this.ratio, height: side * this.ratio, format: "rgba8unorm",
      sampler: { minFilter: "linear", magFilter: "linear", addressModeU: "clamp-to-edge", addressModeV: "clamp-to-edge" },
    });
    this.font = getComputedStyle(document.body).fontFamily;
  }

  /** Forgets all pictures, for another theme or more room. */
  clear() {
    this.#entries.clear();
    this.#x = this.#y = this.#row = 0;
    this.generation += 1;
  }

  /**
   * The picture of a text: {frame: [x, y, w, h] in the texture, width, height in CSS pixels}, or null where it is full. `described` is how a layer wants
   * it to look ({key, text symbol}), or null.
   */
  sprite(text, kind, described = null) {
    const key = `${kind} ${described?.key ?? ""}\n${text}`;
    const known = this.#entries.get(key);
    if (known) return known;
    const made = this.#draw(text, kind, described?.text ?? null);
    if (made) this.#entries.set(key, made);
    return made;
  }

  #draw(text, kind, described) {
    const { ratio } = this;
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    const style = described ? { ...styles.entity, ...styleOf(described) } : styles[kind];
    if (!style) return this.#put(this.#mark(context, kind));
    const shown = style.upper ? text.toLocaleUpperCase("en") : text;
    const prepare = () => {
      context.font = style.family ? fontOf(described, this.font) : `${style.font} ${this.font}`;
      context.letterSpacing = style.spacing ?? "0px";
      context.textBaseline = "middle";
      context.lineJoin = "round";
    };
    prepare();
    const size = Number(style.font.match(/[\d.]+px/)[0].slice(0, -2));
    const width = Math.min(side - 4, Math.ceil(context.measureText(shown).width) + 2 * padding);
    const height = Math.ceil(size * 1.3) + 2 * padding;
    this.#canvas.width = Math.ceil(width * ratio);
    this.#canvas.height = Math.ceil(height * ratio);
    prepare();
    context.scale(ratio, ratio);
    context.strokeStyle = style.ownHalo ?? cssColor(kind === "entity" || kind === "selected" ? "symbol-halo" : "map-halo", 0.9);
    context.lineWidth = style.halo;
    context.strokeText(shown, padding, height / 2 + 0.5);
    context.fillStyle = style.ownColor ?? cssColor(style.color);
    context.fillText(shown, padding, height / 2 + 0.5);
    return this.#put({ width, height });
  }

  /** The small sign at the place itself: a dot for a town, a ring for an airport. */
  #mark(context, kind) {
    const size = 13;
    this.#canvas.width = this.#canvas.height = Math.ceil(size * this.ratio);
    context.scale(this.ratio, this.ratio);
    const airport = kind === "airport-mark";
    context.beginPath();
    context.arc(size / 2, size / 2, airport ? 3.4 : kind === "city-mark" ? 2.8 : 2.1, 0, 2 * Math.PI);
    context.strokeStyle = cssColor("map-halo");
    context.lineWidth = airport ? 4.5 : 2.5;
    context.stroke();
    context.strokeStyle = cssColor("map-airport");
    context.lineWidth = 1.6;
    context.fillStyle = cssColor(airport ? "map-halo" : "map-place");
    context.fill();
    if (airport) context.stroke();
    return { width: size, height: size };
  }

  #put({ width, height }) {
    const { ratio } = this;
    const [w, h] = [this.#canvas.width, this.#canvas.height];
    if (this.#x + w > this.texture.width) {
      this.#x = 0;
      this.#y += this.#row + 1;
      this.#row = 0;
    }
    if (this.#y + h > this.texture.height) return null;
    this.texture.copyExternalImage({ image: this.#canvas, x: this.#x, y: this.#y, width: w, height: h });
    const frame = [this.#x, this.#y, w, h];
    this.#x += w + 1;
    this.#row = Math.max(this.#row, h);
    return { frame, width: w / ratio, height: h / ratio };
  }
}
