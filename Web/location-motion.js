// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Where a location is drawn between two fixes: it goes on along course and speed, and comes to rest where no fix follows.
// Pure: the local clock comes in as a value.

import { destination, nearestLongitude, turnBetween, wrapLongitude } from "./geodesy.js";

const unknownInterval = 1_000; // milliseconds, until two fixes have come
const longestInterval = 30_000;
const coasting = 0.5; // of an interval: how far a location runs on at most where the next fix is late
const blending = 450; // milliseconds in which a new fix takes the place of what was drawn
const standing = 0.3; // metres a second, below which a course says nothing

export class LocationMotion {
  #fix = null;
  #at = 0;
  #key = null;
  #interval = unknownInterval;
  #arrivals = 0;
  #offset = [0, 0];
  #blend = blending;
  #blendAt = -Infinity;
  #turn = 0;
  #angle = null;

  get known() {
    return this.#fix !== null;
  }

  /** Milliseconds between fixes, lately. */
  get interval() {
    return this.#interval;
  }

  clear() {
    this.#fix = null;
    this.#key = null;
    this.#interval = unknownInterval;
    this.#arrivals = 0;
    this.#blendAt = -Infinity;
    this.#angle = null;
  }

  /**
   * A `location` as locations.js reads it; it may repeat a fix with other words about it. `age` is how many milliseconds ago the
   * server got it. True for a new fix.
   */
  receive(fix, local, age = 0) {
    const key = `${fix.position}/${fix.receivedAt ?? fix.time ?? local}`;
    const shown = this.at(local);
    const shownAngle = this.angleAt(local);
    const fresh = key !== this.#key;
    if (fresh) {
      const passed = Math.min(local - this.#at, longestInterval);
      if (this.#arrivals === 1) this.#interval = Math.max(passed, 50);
      else if (this.#arrivals > 1) this.#interval = Math.max(50, this.#interval + 0.3 * (passed - this.#interval));
      this.#arrivals += 1;
      this.#at = local - (age > 0 && age < 2 * this.#interval ? age : 0);
    }
    this.#key = key;
    this.#fix = fix;
    this.#angle = fix.angle ?? null;
    this.#turn = shownAngle === null || this.#angle === null ? 0 : turnBetween(this.#angle, shownAngle);
    this.#offset = [0, 0];
    this.#blendAt = local;
    this.#blend = this.#moving ? blending : Math.max(200, Math.min(1_000, this.#interval));
    if (shown) {
      const there = this.#ahead(local);
      const offset = [nearestLongitude(shown[0], there[0]) - there[0], shown[1] - there[1]];
      // Nothing slides round half the world: it was somewhere else all along.
      if (Math.hypot(...offset) < 20) this.#offset = offset;
    }
    return fresh;
  }

  /** [longitude, latitude] where it is drawn, or null. */
  at(local) {
    if (!this.#fix) return null;
    const there = this.#ahead(local);
    const left = this.#remaining(local);
    return [wrapLongitude(there[0] + this.#offset[0] * left), Math.max(-90, Math.min(90, there[1] + this.#offset[1] * left))];
  }

  /** Degrees clockwise from north to which its symbol points, or null: upright on the screen. */
  angleAt(local) {
    return this.#angle === null ? null : (((this.#angle + this.#turn * this.#remaining(local)) % 360) + 360) % 360;
  }

  get #moving() {
    const { course, speed, lastKnown, stale, symbol } = this.#fix;
    return course !== null && speed !== null && speed > standing && !lastKnown && !stale && symbol !== "acquiring" && symbol !== "none";
  }

  #ahead(local) {
    if (!this.#moving) return this.#fix.position;
    const passed = Math.max(0, local - this.#at);
    const most = this.#interval * coasting;
    const counted = passed <= this.#interval ? passed : this.#interval + most * (1 - Math.exp(-(passed - this.#interval) / most));
    return destination(this.#fix.position, this.#fix.course, (this.#fix.speed * counted) / 1_000);
  }

  /** What is left of the step between what was drawn and what is true now: 1…0. */
  #remaining(local) {
    const part = Math.min(1, Math.max(0, (local - this.#blendAt) / this.#blend));
    return (1 - part) ** 2;
  }
}
