// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How a source is displayed: what the server says of symbols, labels and tracks (`symbols` messages), and what this viewer has chosen beyond it.
// Pure: no page needed.

const mostClasses = 1_001;
const mostParts = 16;
const largest = 256; // pixels of a symbol
const colorForm = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;

const number = (value, least, most, otherwise = 0) => (Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : otherwise);
const text = (value, most) => (typeof value === "string" ? value.slice(0, most) : "");
const color = (value) => (colorForm.test(value) ? value : "#000000");
const list = (value) => (Array.isArray(value) ? value : []);

const stance = (symbol) => ({
  angle: number(symbol.angle, -1e6, 1e6), turnsWithMap: symbol.turnsWithMap === true,
  offsetX: number(symbol.offsetX, -largest, largest), offsetY: number(symbol.offsetY, -largest, largest),
});

const readers = {
  __proto__: null, // what is asked for comes from elsewhere, and may be called as a member of every object
  marker: (symbol) => ({
    style: text(symbol.style, 20), color: color(symbol.color), size: number(symbol.size, 0, largest, 8),
    outline: symbol.outline ? readLine(symbol.outline) : null, ...stance(symbol),
  }),
  picture: (symbol) => ({
    // Pictures come from this server alone.
    picture: /^\/live\/pictures\/\d{1,6}$/.test(symbol.picture) ? symbol.picture : null,
    width: number(symbol.width, 0, largest), height: number(symbol.height, 0, largest), opacity: number(symbol.opacity, 0, 1, 1), ...stance(symbol),
  }),
  text: (symbol) => ({
    text: text(symbol.text, 200), color: color(symbol.color), size: number(symbol.size, 1, 96, 8),
    horizontal: text(symbol.horizontal, 12) || "center", vertical: text(symbol.vertical, 12) || "middle",
    background: symbol.background ? color(symbol.background) : null, halo: symbol.halo ? color(symbol.halo) : null, haloWidth: number(symbol.haloWidth, 0, 12),
    frame: symbol.frame ? color(symbol.frame) : null, frameWidth: number(symbol.frameWidth, 0, 12),
    font: text(symbol.font, 100).replace(/[^\p{L}\p{N} _-]/gu, ""), bold: symbol.bold === true, italic: symbol.italic === true,
    decoration: text(symbol.decoration, 12), ...stance(symbol),
  }),
  line: (symbol) => readLine(symbol),
  fill: (symbol) => ({ style: text(symbol.style, 24) || "solid", color: color(symbol.color), outline: symbol.outline ? readLine(symbol.outline) : null }),
  // Of a scene: metres and degrees.
  model: (symbol) => ({
    model: /^\/(models\/[a-z-]{1,40}\.glb|live\/models\/\d{1,6})$/.test(symbol.model) ? symbol.model : null,
    scale: number(symbol.scale, 1e-6, 1e6, 1), anchor: text(symbol.anchor, 12) || "origin", ...solid(symbol),
  }),
  "scene-marker": (symbol) => ({ style: solids.has(symbol.style) ? symbol.style : "sphere", color: color(symbol.color), anchor: text(symbol.anchor, 12) || "center", ...solid(symbol) }),
};

const solids = new Set(["cone", "cube", "cylinder", "diamond", "sphere", "tetrahedron"]);
const solid = ({ width, height, depth, heading, pitch, roll }) => ({
  width: number(width, 0.001, 1e7, 1), height: number(height, 0.001, 1e7, 1), depth: number(depth, 0.001, 1e7, 1),
  heading: number(heading, -1e6, 1e6), pitch: number(pitch, -1e6, 1e6), roll: number(roll, -1e6, 1e6),
});

function readLine(line) {
  return { style: text(line.style, 20) || "solid", color: color(line.color), width: number(line.width, 0, 64, 1), arrow: line.arrow === true };
}

/** A symbol as the page draws it, or null: {type, …}; of parts, a list from the bottom up. Nothing of it is markup, an address elsewhere or huge. */
export function readSymbol(symbol, budget = { left: mostParts }) {
  if (!symbol || typeof symbol !== "object" || budget.left <= 0) return null;
  budget.left -= 1;
  if (symbol.type === "composite") {
    const parts = list(symbol.symbols).slice(0, mostParts).map((part) => readSymbol(part, budget)).filter(Boolean);
    return { type: "composite", parts, turnsWithMap: parts[0]?.turnsWithMap === true };
  }
  if (symbol.type === "distance") {
    const ranges = list(symbol.ranges).slice(0, mostParts).map((range) => ({
      min: number(range?.min, 0, 1e12), max: Number.isFinite(range?.max) ? range.max : null, symbol: readSymbol(range?.symbol, budget),
    }));
    return { type: "distance", ranges };
  }
  const read = readers[symbol.type];
  return read ? { type: symbol.type, ...read(symbol) } : null;
}

export const readClasses = (classes) => list(classes).slice(0, mostClasses).map((one) => ({
  label: text(one?.label, 120), description: text(one?.description, 310), symbol: readSymbol(one?.symbol),
}));

const placements = new Set(["absolute", "relative", "relativeToScene", "drapedBillboarded", "drapedFlat"]);
const readPlacement = (scene) => ({
  placement: placements.has(scene?.placement) ? scene.placement : "absolute", altitudeOffset: number(scene?.altitudeOffset, -1e7, 1e7),
});

const scale = (value) => (Number.isFinite(value) && value > 0 ? value : null);

const readLabel = (label) => ({
  key: JSON.stringify(label?.text ?? {}).slice(0, 600), // by which pictures of equal looks are found
  text: readers.text(label?.text ?? {}), placement: text(label?.placement, 24), strategy: text(label?.strategy, 24),
  priority: Number.isFinite(label?.priority) ? label.priority : null, minScale: scale(label?.minScale), maxScale: scale(label?.maxScale),
  offset: Number.isFinite(label?.offsetDistance) ? number(label.offsetDistance, -largest, largest) : null,
});

/** True where a scale (1 : n) is in the range of something that is drawn from `minScale`, the smallest scale, to `maxScale`, the largest. */
export const inScale = ({ minScale, maxScale }, denominator) => !(minScale && denominator > minScale) && !(maxScale && denominator < maxScale);

export class SourceDisplay {
  /** Classes of symbols, or null where the page draws its own. */
  classes = null;
  /** Those of previous observations, or null where they look like the newest, smaller. */
  previousClasses = null;
  renderer = null;
  fields = [];
  omitted = 0;
  trackLine = null;
  /** Definitions of labels, or null where the source's own field is the label. */
  labelDefinitions = null;
  /** Entity number → [definition, text, …]. */
  labels = new Map();
  legend = true;
  problems = [];
  minScale = null;
  maxScale = null;
  /** How its entities stand in a scene: {placement, altitudeOffset in metres}. */
  placement = { placement: "absolute", altitudeOffset: 0 };
  /** How many entities there are in cells that are drawn in their place: {count, cells: [longitude, latitude, count, …]}, or null. */
  crowd = null;
  /** Grows with each change of what entities look like. */
  revision = 0;
  #given;
  #chosen = {};

  constructor({ maximumTrail = 0 } = {}) {
    this.maximumTrail = maximumTrail;
    this.#given = { visible: true, opacity: 1, line: true, previous: false, maximumObservations: maximumTrail + 1, maximumDuration: 0 };
  }

  /** A `symbols` message. */
  receive(message) {
    this.classes = message.classes ? readClasses(message.classes) : null;
    this.previousClasses = message.previous ? readClasses(message.previous) : null;
    this.renderer = text(message.renderer, 20) || null;
    this.fields = list(message.fields).slice(0, 16).map((field) => text(field, 100));
    this.omitted = number(message.omitted, 0, 1e9);
    this.trackLine = message.trackLine ? readLine(message.trackLine) : null;
    const labels = list(message.labels).slice(0, 16).map(readLabel);
    this.labelDefinitions = labels.length > 0 ? labels : null;
    this.legend = message.legend !== false;
    this.problems = list(message.problems).slice(0, 16).map((problem) => text(problem, 310));
    [this.minScale, this.maxScale] = [scale(message.minScale), scale(message.maxScale)];
    this.placement = readPlacement(message.scene);
    const track = message.track ?? {};
    this.#given = {
      visible: message.visible !== false, opacity: number(message.opacity, 0, 1, 1), line: track.line === true, previous: track.previous === true,
      maximumObservations: Math.round(number(track.maximumObservations, 1, 1e6, 5)), maximumDuration: number(track.maximumDuration, 0, 1e9),
    };
    this.revision += 1;
  }

  /** A `labels` message. */
  receiveLabels({ reset, labels }) {
    if (reset) this.labels.clear();
    for (const [entity, ...told] of list(labels)) {
      if (told.length === 0) this.labels.delete(entity);
      else this.labels.set(entity, told.slice(0, 32).map((value, i) => (i % 2 === 0 ? number(value, 0, 15) : text(value, 124))));
    }
  }

  /** A `cells` message. */
  receiveCells({ cells, count }) {
    this.crowd = Array.isArray(cells) ? { count: number(count, 0, 1e12), cells: cells.slice(0, 90_000).map((value) => number(value, -1e12, 1e12)) } : null;
  }

  /** A new connection: what was said of entities by their numbers is void. */
  forgetEntities() {
    this.labels.clear();
    this.crowd = null;
  }

  /** Sets what this viewer wants: `visible`, `opacity`, `line`, `previous`, `maximumObservations` or `maximumDuration`. */
  choose(name, value) {
    this.#chosen[name] = value;
  }

  /** What counts: this viewer's choice, else what the server says. */
  get settings() {
    return { ...this.#given, ...this.#chosen };
  }

  /** True where it is drawn at a scale 1 : n. */
  shownAt(denominator) {
    const { visible, opacity } = this.settings;
    return visible && opacity > 0 && inScale(this, denominator);
  }
}
