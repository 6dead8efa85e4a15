// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What one source shows: a structure of arrays, one slot an entity, with the last observations of each in a ring.
// Pure: no page needed. No object is made an entity or a frame, so that a hundred thousand of them stay cheap.

import { EntityHeights } from "./entity-heights.js";
import { noPosition, unknownHeading } from "./frame.js";

const fullTurn = 3_600_000_000; // 1e-7 degree
const waiting = 12; // room for observations that arrived after display time

/** How long a removed entity fades, in milliseconds. */
export const fadeTime = 1_500;

export class EntityStore {
  /** Slots in use, those of fading entities included. */
  length = 0;
  /** Entities that the server still reports. */
  count = 0;
  /** Grows whenever an entity comes or goes, or is called otherwise. */
  revision = 0;
  /** Altitudes, pitches and rolls; null until a frame has them. */
  heights = null;

  constructor({ maximumTrail = 60 } = {}) {
    this.maximumTrail = maximumTrail;
    this.depth = maximumTrail + 1 + waiting;
    this.slots = new Map(); // entity number → slot
    this.slotOfTrack = new Map();
    this.tracks = []; // slot → track id
    this.labels = []; // slot → what a person calls it
    this.#allocate(64);
  }

  /** Applies a frame. `local` is the local time, with which removed entities fade. */
  apply(frame, local) {
    if (frame.reset) this.clear();
    if (frame.altitudes && !this.heights) this.heights = new EntityHeights(this.capacity, this.depth);
    for (const number of frame.removed) this.#remove(number, local);
    // Who has left the view is still there: nothing fades.
    for (const number of frame.left ?? []) this.#remove(number, -Infinity);
    let point = 0;
    for (let i = 0; i < frame.numbers.length; i += 1) {
      const slot = this.#slot(frame.numbers[i], frame.names);
      const points = frame.trailCounts[i];
      this.#observe(slot, frame, i, point, points);
      point += points;
    }
    for (const [number, { label }] of frame.names) this.#label(this.slots.get(number), label);
  }

  /** What a person calls the track, or null where it is not there. */
  labelOf(track) {
    const slot = this.slotOfTrack.get(track);
    return slot === undefined ? null : this.labels[slot];
  }

  clear() {
    this.length = 0;
    this.count = 0;
    this.revision += 1;
    this.slots.clear();
    this.slotOfTrack.clear();
    this.tracks.length = 0;
    this.labels.length = 0;
  }

  /** Frees the slots whose fading has ended; true where one is still fading. */
  sweep(local) {
    let fading = false;
    for (let slot = this.length - 1; slot >= 0; slot -= 1) {
      if (this.removedAt[slot] === 0) continue;
      if (local - this.removedAt[slot] >= fadeTime) this.#free(slot);
      else fading = true;
    }
    return fading;
  }

  /** Writes into `positions` and `headings` where each entity is displayed at `time` (server clock, milliseconds). */
  display(time) {
    const { depth, positions, headings, ahead, sizes } = this;
    for (let slot = 0; slot < this.length; slot += 1) {
      const size = sizes[slot];
      if (size === 0) {
        positions[2 * slot] = positions[2 * slot + 1] = NaN;
        continue;
      }
      const base = slot * depth;
      let back = 0;
      while (back < size - 1 && this.times[base + this.#index(slot, back)] > time) back += 1;
      ahead[slot] = back;
      const a = base + this.#index(slot, back);
      const start = this.times[a];
      if (back === 0 || start > time) {
        this.#stand(slot, a);
      } else {
        const b = base + this.#index(slot, back - 1);
        // An observation from before this viewer came has no time: there, the entity stands at its first one that has.
        if (start === -Infinity) this.#stand(slot, b);
        else this.#move(slot, a, b, (time - start) / (this.times[b] - start));
      }
    }
  }

  /** The ring's cell, from the start of the slot's ring, of the observation `back` steps before the newest. */
  #index(slot, back) {
    const index = this.heads[slot] - back;
    return index < 0 ? index + this.depth : index;
  }

  /**
   * Calls `visit(longitude, latitude, cell)` in 1e-7 degree for what was passed at display time, newest first, at most `most`; `cell` is the place
   * in `times`, `courses` and `kinds`. It ends where `visit` answers false.
   */
  visitTrail(slot, most, visit) {
    const passed = Math.min(this.sizes[slot] - this.ahead[slot], most);
    const base = slot * this.depth;
    for (let i = 0; i < passed; i += 1) {
      const cell = base + this.#index(slot, this.ahead[slot] + i);
      if (visit(this.longitudes[cell], this.latitudes[cell], cell) === false) return;
    }
  }

  #stand(slot, cell) {
    this.positions[2 * slot] = this.longitudes[cell] / 1e7;
    this.positions[2 * slot + 1] = this.latitudes[cell] / 1e7;
    this.headings[slot] = this.courses[cell] === unknownHeading ? NaN : this.courses[cell] / 100;
    this.classes[slot] = this.kinds[cell];
    this.heights?.stand(slot, cell);
  }

  #move(slot, a, b, part) {
    let step = this.longitudes[b] - this.longitudes[a];
    if (step > fullTurn / 2) step -= fullTurn;
    else if (step < -fullTurn / 2) step += fullTurn;
    let longitude = this.longitudes[a] + part * step;
    if (longitude > fullTurn / 2) longitude -= fullTurn;
    else if (longitude < -fullTurn / 2) longitude += fullTurn;
    this.positions[2 * slot] = longitude / 1e7;
    this.positions[2 * slot + 1] = (this.latitudes[a] + part * (this.latitudes[b] - this.latitudes[a])) / 1e7;
    this.classes[slot] = this.kinds[a];
    this.heights?.move(slot, a, b, part);
    const from = this.courses[a];
    const to = this.courses[b];
    if (from === unknownHeading || to === unknownHeading) {
      this.headings[slot] = to === unknownHeading ? NaN : to / 100;
    } else {
      const turn = ((((to - from) % 36000) + 54000) % 36000) - 18000;
      this.headings[slot] = (((from + part * turn) / 100) + 360) % 360;
    }
  }

  #observe(slot, frame, i, point, points) {
    const arrival = frame.baseTime + frame.arrivals[i];
    this.arrivals[slot] = arrival;
    if (frame.longitudes[i] === noPosition) {
      this.sizes[slot] = 0;
      return;
    }
    // Trail points without times: those since the last observation are spread evenly between the two; those from before this viewer came are only
    // drawn behind it.
    const known = this.sizes[slot] > 0;
    const last = known ? this.times[slot * this.depth + this.heads[slot]] : -Infinity;
    for (let j = 0; j < points; j += 1) {
      const at = point + j;
      const time = frame.classes ? frame.baseTime + frame.trailArrivals[at] : known ? last + ((arrival - last) * (j + 1)) / (points + 1) : -Infinity;
      this.#push(slot, frame.trail[2 * at], frame.trail[2 * at + 1], time, frame.trailHeadings?.[at] ?? unknownHeading, frame.trailClasses?.[at] ?? 0);
      this.heights?.observe(slot * this.depth + this.heads[slot], frame.trailAltitudes?.[at], frame.pitches?.[i], frame.rolls?.[i]);
    }
    if (known && points > 0 && !frame.classes) this.#interpolateCourses(slot, points, frame.headings[i]);
    this.#push(slot, frame.longitudes[i], frame.latitudes[i], arrival, frame.headings[i], frame.classes?.[i] ?? 0);
    this.heights?.observe(slot * this.depth + this.heads[slot], frame.altitudes?.[i], frame.pitches?.[i], frame.rolls?.[i]);
  }

  /** A symbol must not lose its heading between two observations that have one. */
  #interpolateCourses(slot, points, heading) {
    const base = slot * this.depth;
    for (let back = 0; back < points; back += 1) this.courses[base + this.#index(slot, back)] = heading;
  }

  #push(slot, longitude, latitude, time, course, kind) {
    const head = (this.heads[slot] + 1) % this.depth;
    const cell = slot * this.depth + head;
    this.heads[slot] = head;
    this.sizes[slot] = Math.min(this.sizes[slot] + 1, this.depth);
    this.longitudes[cell] = longitude;
    this.latitudes[cell] = latitude;
    this.times[cell] = time;
    this.courses[cell] = course;
    this.kinds[cell] = kind;
  }

  #slot(number, names) {
    const known = this.slots.get(number);
    if (known !== undefined) return known;
    const slot = this.length;
    if (slot === this.capacity) this.#grow();
    this.length += 1;
    this.count += 1;
    this.revision += 1;
    const { track, label } = names.get(number) ?? { track: `#${number}`, label: `#${number}` };
    this.#dismiss(track);
    this.slots.set(number, slot);
    this.slotOfTrack.set(track, slot);
    this.tracks[slot] = track;
    this.labels[slot] = label;
    this.numbers[slot] = number;
    this.sizes[slot] = 0;
    this.heads[slot] = -1;
    this.ahead[slot] = 0;
    this.removedAt[slot] = 0;
    this.arrivals[slot] = 0;
    return slot;
  }

  /** An entity keeps its track id as long as it lives; its label may change. */
  #label(slot, label) {
    if (slot === undefined || this.labels[slot] === label) return;
    this.labels[slot] = label;
    this.revision += 1;
  }

  #remove(number, local) {
    const slot = this.slots.get(number);
    if (slot === undefined) return;
    this.slots.delete(number);
    if (this.slotOfTrack.get(this.tracks[slot]) === slot) this.slotOfTrack.delete(this.tracks[slot]);
    this.removedAt[slot] = local === -Infinity ? local : Math.max(local, Number.MIN_VALUE);
    this.count -= 1;
    this.revision += 1;
  }

  /** A track that is back under another number does not fade beside itself. */
  #dismiss(track) {
    if (this.count === this.length) return;
    for (let slot = 0; slot < this.length - 1; slot += 1) {
      if (this.removedAt[slot] !== 0 && this.tracks[slot] === track) this.removedAt[slot] = -Infinity;
    }
  }

  /** Fills the hole with the last slot, so that what is drawn stays one run of memory. */
  #free(slot) {
    const last = this.length - 1;
    if (slot !== last) {
      for (const { array, width } of this.#columns()) {
        array.copyWithin(slot * width, last * width, (last + 1) * width);
      }
      this.tracks[slot] = this.tracks[last];
      this.labels[slot] = this.labels[last];
      if (this.removedAt[slot] === 0) {
        this.slots.set(this.numbers[slot], slot);
        this.slotOfTrack.set(this.tracks[slot], slot);
      }
    }
    this.tracks.length = last;
    this.labels.length = last;
    this.length = last;
    this.revision += 1;
  }

  #columns() {
    const { depth } = this;
    return [
      ...[this.numbers, this.heads, this.sizes, this.ahead, this.removedAt, this.arrivals, this.headings, this.classes]
        .map((array) => ({ array, width: 1 })),
      { array: this.positions, width: 2 },
      ...[this.longitudes, this.latitudes, this.times, this.courses, this.kinds].map((array) => ({ array, width: depth })),
      ...(this.heights?.columns ?? []),
    ];
  }

  #allocate(capacity) {
    const cells = capacity * this.depth;
    this.capacity = capacity;
    this.numbers = new Uint32Array(capacity);
    this.heads = new Int32Array(capacity);
    this.sizes = new Int32Array(capacity);
    this.ahead = new Int32Array(capacity); // observations after display time
    this.removedAt = new Float64Array(capacity); // local time; 0: still reported
    this.arrivals = new Float64Array(capacity); // server time of the newest observation
    this.classes = new Uint16Array(capacity); // displayed
    this.headings = new Float32Array(capacity); // displayed, degrees; NaN: unknown
    this.positions = new Float64Array(2 * capacity); // displayed longitude, latitude; NaN: none
    this.longitudes = new Int32Array(cells);
    this.latitudes = new Int32Array(cells);
    this.times = new Float64Array(cells); // server time of arrival, milliseconds
    this.courses = new Uint16Array(cells);
    this.kinds = new Uint16Array(cells); // classes of symbols
    if (this.heights) this.heights = new EntityHeights(capacity, this.depth);
  }

  #grow() {
    const old = this.#columns().map(({ array }) => array);
    this.#allocate(2 * this.capacity);
    this.#columns().forEach(({ array }, i) => array.set(old[i]));
  }
}
