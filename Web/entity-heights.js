// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How high the entities of a source are, and how they pitch and roll: columns beside those of entities.js, with the same slots and cells, there
// only where a scene is drawn. Pure: no page needed.

import { unknownAltitude, unknownAngle } from "./compact-columns.js";

export class EntityHeights {
  constructor(capacity, depth) {
    this.depth = depth;
    this.altitudes = new Float32Array(capacity); // displayed, metres
    this.pitches = new Float32Array(capacity); // displayed, degrees up
    this.rolls = new Float32Array(capacity); // displayed, degrees clockwise as seen from behind
    this.levels = new Int32Array(capacity * depth); // decimetres
    this.tilts = new Int16Array(capacity * depth); // 1/100 degree
    this.banks = new Int16Array(capacity * depth);
  }

  get columns() {
    return [
      ...[this.altitudes, this.pitches, this.rolls].map((array) => ({ array, width: 1 })),
      ...[this.levels, this.tilts, this.banks].map((array) => ({ array, width: this.depth })),
    ];
  }

  /** What nobody knows counts as 0. */
  observe(cell, altitude = unknownAltitude, pitch = unknownAngle, roll = unknownAngle) {
    this.levels[cell] = altitude === unknownAltitude ? 0 : altitude;
    this.tilts[cell] = pitch === unknownAngle ? 0 : pitch;
    this.banks[cell] = roll === unknownAngle ? 0 : roll;
  }

  /** {altitude, pitch, roll} of an observation, metres and degrees. */
  at(cell) {
    return { altitude: this.levels[cell] / 10, pitch: this.tilts[cell] / 100, roll: this.banks[cell] / 100 };
  }

  stand(slot, cell) {
    this.altitudes[slot] = this.levels[cell] / 10;
    this.pitches[slot] = this.tilts[cell] / 100;
    this.rolls[slot] = this.banks[cell] / 100;
  }

  /** `part` of the way from one observation to the next; angles the shorter way round. */
  move(slot, a, b, part) {
    this.altitudes[slot] = (this.levels[a] + part * (this.levels[b] - this.levels[a])) / 10;
    this.pitches[slot] = between(this.tilts[a], this.tilts[b], part);
    this.rolls[slot] = between(this.banks[a], this.banks[b], part);
  }
}

function between(from, to, part) {
  const turn = ((((to - from) % 36000) + 54000) % 36000) - 18000;
  const angle = from + part * turn;
  return (angle > 18000 ? angle - 36000 : angle < -18000 ? angle + 36000 : angle) / 100;
}
