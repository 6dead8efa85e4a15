// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The columns of a source's symbols for deck.gl, only of those in sight. Typed arrays, no object an entity. Pure: no page needed.

import { fadeTime } from "./entities.js";

export const builtInSize = 32; // pixels of a built-in symbol's cell
const smaller = 0.55; // of a previous observation beside the newest
const fainter = 0.5;
const mostPrevious = 20_000;

export class SymbolColumns {
  #capacity = 0;
  #positions = new Float64Array(0);
  #angles = new Float32Array(0);
  #sizes = new Float32Array(0);
  #colors = new Uint8Array(0);
  #frames = new Float32Array(0);
  #count = 0;
  data = { length: 0, attributes: {} };

  /**
   * Takes the entities of a source that are in sight, each where it is displayed. `looks` are those of class-atlas.js, or null: then `symbol` of
   * `builtIn` (name → frame) is drawn. `opacity` is from 0 to 255. Answers how many there are.
   */
  fill(store, projection, { looks, builtIn, symbol, opacity, local }) {
    this.#count = 0;
    this.#reserve(store.length);
    for (let slot = 0; slot < store.length; slot += 1) {
      const longitude = store.positions[2 * slot];
      const latitude = store.positions[2 * slot + 1];
      if (Number.isNaN(longitude) || !projection.shows(longitude, latitude, builtInSize)) continue;
      const removed = store.removedAt[slot];
      const strength = removed === 0 ? opacity : opacity * Math.max(0, 1 - (local - removed) / fadeTime);
      const heading = store.headings[slot];
      if (looks) {
        const look = looks[store.classes[slot]];
        if (look) this.#add(longitude, latitude, angleOf(look, heading, projection.bearing), look.size, look.frame, strength);
      } else {
        // Without a heading, a symbol that points somewhere would lie.
        const frame = Number.isNaN(heading) ? builtIn.dot : builtIn[symbol];
        this.#add(longitude, latitude, Number.isNaN(heading) ? 0 : -heading, builtInSize, frame, strength);
      }
    }
    return this.#finish();
  }

  /**
   * Takes the previous observations of the entities in sight: at most `observations` each, none that came before `since`. `own` says whether `looks` are
   * meant for them; else they are drawn smaller and fainter.
   */
  fillPrevious(store, projection, { looks, own, builtIn, opacity, observations, since }) {
    this.#count = 0;
    const scale = own ? 1 : smaller;
    const strength = own ? opacity : opacity * fainter;
    for (let slot = 0; slot < store.length && this.#count < mostPrevious; slot += 1) {
      const [longitude, latitude] = [store.positions[2 * slot], store.positions[2 * slot + 1]];
      if (store.removedAt[slot] !== 0 || Number.isNaN(longitude) || !projection.shows(longitude, latitude, 400)) continue;
      // An entity that stands still stands at its newest observation, which is no previous one.
      let skip = store.ahead[slot] === 0 ? 1 : 0;
      this.#reserve(this.#count + observations + 2);
      store.visitTrail(slot, observations + skip, (x, y, cell) => {
        if (skip > 0) {
          skip -= 1;
          return true;
        }
        if (store.times[cell] < since) return false;
        const heading = store.courses[cell] === 65535 ? NaN : store.courses[cell] / 100;
        if (looks) {
          const look = looks[store.kinds[cell]];
          if (look) this.#add(x / 1e7, y / 1e7, angleOf(look, heading, projection.bearing), look.size * scale, look.frame, strength);
        } else {
          this.#add(x / 1e7, y / 1e7, 0, builtInSize * scale, builtIn.dot, strength);
        }
        return true;
      });
    }
    return this.#finish();
  }

  /** Takes points that stand by themselves: {longitude, latitude, heading, class}. */
  fillPoints(points, projection, { looks, opacity }) {
    this.#count = 0;
    this.#reserve(points.length);
    for (const { longitude, latitude, heading, class: symbol } of points) {
      const look = looks[symbol];
      if (look && projection.shows(longitude, latitude, look.size)) this.#add(longitude, latitude, angleOf(look, heading, projection.bearing), look.size, look.frame, opacity);
    }
    return this.#finish();
  }

  clear() {
    this.#count = 0;
    return this.#finish();
  }

  #add(longitude, latitude, angle, size, frame, opacity) {
    const i = this.#count;
    this.#positions[2 * i] = longitude;
    this.#positions[2 * i + 1] = latitude;
    this.#angles[i] = angle;
    this.#sizes[i] = size;
    this.#frames.set(frame, 4 * i);
    this.#colors[4 * i + 3] = opacity;
    this.#count += 1;
  }

  #finish() {
    const count = this.#count;
    // New wrappers tell deck.gl that the content is new; the arrays stay the same.
    this.data = {
      length: count,
      attributes: count === 0 ? {} : {
        getPosition: { value: this.#positions.subarray(0, 2 * count), size: 2 },
        getAngle: { value: this.#angles.subarray(0, count), size: 1 },
        getSize: { value: this.#sizes.subarray(0, count), size: 1 },
        getColor: { value: this.#colors.subarray(0, 4 * count), size: 4, normalized: true },
        instanceIconFrames: { value: this.#frames.subarray(0, 4 * count), size: 4 },
        instanceOffsets: this.offsets,
        instanceColorModes: this.modes,
      },
    };
    return count;
  }

  #reserve(count) {
    if (count <= this.#capacity) return;
    const capacity = Math.max(64, 2 ** Math.ceil(Math.log2(count)));
    const grown = (array, width) => {
      const larger = new array.constructor(width * capacity);
      larger.set(array.subarray(0, width * this.#count));
      return larger;
    };
    this.#capacity = capacity;
    this.#positions = grown(this.#positions, 2);
    this.#angles = grown(this.#angles, 1);
    this.#sizes = grown(this.#sizes, 1);
    this.#frames = grown(this.#frames, 4);
    this.#colors = new Uint8Array(4 * capacity).fill(255).map((value, i) => (i < 4 * this.#count ? this.#colors[i] : value));
    this.offsets = { value: new Float32Array(2 * capacity), size: 2 };
    this.modes = { value: new Uint8Array(capacity), size: 1 };
  }
}

/** deck.gl turns anticlockwise, and with the map. */
const angleOf = (look, heading, bearing) => -((Number.isNaN(heading) ? 0 : heading) + (look.screen ? bearing : 0));
