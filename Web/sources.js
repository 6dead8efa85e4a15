// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The sources of a server and what is known of each: description, connection, entities. Pure: no page needed.

import { SourceDisplay } from "./displays.js";
import { EntityStore } from "./entities.js";
import { FrameError } from "./frame.js";

const symbols = new Set(["aircraft", "vessel", "vehicle", "arrow", "dot"]);
const mostQueries = 24; // offered by one source
const mostHeld = 256; // frames of one unfinished picture; the protocol lets a viewer close on more

export class Sources {
  #byIndex = new Map();
  #held = [];
  /** Binary frames applied in this page's life. */
  frames = 0;

  /** Takes the sources that `hello` describes; what is drawn stays until the first frames come. */
  describe(descriptions) {
    const previous = this.#byIndex;
    this.#byIndex = new Map();
    this.#held = [];
    for (const description of Array.isArray(descriptions) ? descriptions : []) {
      const info = readDescription(description);
      const same = previous.get(info.source);
      const store = same && same.store.maximumTrail === info.maximumTrail ? same.store : new EntityStore(info);
      // What this viewer has chosen stays; what the server says of it comes anew.
      const display = same && same.info.name === info.name ? same.display : new SourceDisplay(info);
      display.forgetEntities();
      this.#byIndex.set(info.source, { info, store, display, status: "connecting", error: null, newest: 0, total: 0 });
    }
  }

  /** A `symbols`, `labels` or `cells` message; true where it is about a source that is known. */
  setDisplay(message) {
    const display = this.#byIndex.get(message.source)?.display;
    if (message.type === "symbols") display?.receive(message);
    else if (message.type === "labels") display?.receiveLabels(message);
    else display?.receiveCells(message);
    return display !== undefined;
  }

  /** A `fields` message: what a source reports has become known, or has become more. */
  setFields({ source, fields }) {
    const entry = this.#byIndex.get(source);
    if (entry) entry.info.fields = readFields(fields);
  }

  /**
   * Applies a frame, or holds it until the frame that completes the picture comes.
   * Returns the sources that changed.
   */
  apply(frame, local) {
    this.frames += 1;
    this.#held.push(frame);
    if (frame.more) {
      if (this.#held.length >= mostHeld) throw new FrameError(`a picture is not whole after ${mostHeld} frames`);
      return [];
    }
    const changed = new Set();
    for (const part of this.#held) {
      const entry = this.#byIndex.get(part.source);
      if (!entry) continue;
      entry.store.apply(part, local);
      entry.newest = part.newest;
      entry.total = part.total;
      changed.add(entry);
    }
    this.#held = [];
    return [...changed];
  }

  /** A broken connection leaves no half picture behind. */
  drop() {
    this.#held = [];
  }

  get(source) {
    return this.#byIndex.get(source);
  }

  [Symbol.iterator]() {
    return this.#byIndex.values();
  }

  get count() {
    let count = 0;
    for (const { store } of this) count += store.count;
    return count;
  }

  /** Milliseconds since the newest observation: of the connected sources that have had any, the worst. Null where none has. */
  lag(serverTime) {
    let lag = null;
    for (const { newest, status } of this) {
      if (status === "connected" && newest > 0 && serverTime !== null) lag = Math.max(lag ?? 0, serverTime - newest);
    }
    return lag;
  }
}

function readDescription(description) {
  const number = (value, otherwise) => (Number.isFinite(value) && value >= 0 ? value : otherwise);
  return {
    source: number(description.source, 0),
    name: text(description.name, "Source"),
    one: text(description.one, "entity"),
    many: text(description.many, "entities"),
    symbol: symbols.has(description.symbol) ? description.symbol : "dot",
    trackField: text(description.trackField, null),
    labelField: text(description.labelField, null),
    displayDelay: number(description.displayDelay, 1) * 1000,
    maximumTrail: Math.min(Math.floor(number(description.maximumTrail, 0)), 1000),
    fields: readFields(description.fields),
    queries: (Array.isArray(description.queries) ? description.queries : []).slice(0, mostQueries).map(({ name, parameter }) => ({
      name: text(name, "Query"),
      parameter: parameter ? { name: text(parameter.name, "Value"), example: text(parameter.example, "") } : null,
    })),
  };
}

const text = (value, otherwise) => (typeof value === "string" && value !== "" ? value : otherwise);

function readFields(fields) {
  return (Array.isArray(fields) ? fields : []).map((field) => ({
    name: text(field.name, ""),
    alias: text(field.alias, text(field.name, "")),
    type: text(field.type, "text"),
    unit: text(field.unit, null),
    decimals: Number.isInteger(field.decimals) ? Math.max(0, Math.min(10, field.decimals)) : null,
  }));
}
