// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What a camera follows, made smooth. Pure: no page needed.

import { clamp, Fading, shorterTurn } from "./curves.js";
import { placeOf } from "./earth.js";
import { fromRotationVector, inverse, multiply, rotationVector } from "./quaternions.js";
import { stateAtHeight, targetState } from "./target-state.js";
import { TargetTrack } from "./target-track.js";
import { add, subtract } from "./vectors.js";

/** Fixes are kept for so many seconds after they are no longer shown: the lag may grow. */
const patience = 2;

const within = (number, least, most, usual) => (typeof number !== "number" || Number.isNaN(number) ? usual : clamp(number, least, most));

/**
 * How the place of a target is made smooth out of single fixes, in seconds. `delay`: it is shown where it was so long ago, 0 to 60.
 * `horizon`: for so long beyond its newest fix it is thought to go on as it did, 0 to 600. `correction`: what a fix changes about what has
 * been shown is caught up with in so long, 0.01 to 60. `absorbsLag`: the delay counts from when fixes come, not from when they were taken,
 * for a feed that tells of the past, or whose clock is wrong; the lag is the least of the last 32 fixes.
 */
export const targetSmoothing = ({ delay, horizon, correction, absorbsLag } = {}) => ({
  delay: within(delay, 0, 60, 1), horizon: within(horizon, 0, 600, 5), correction: within(correction, 0.01, 60, 0.75), absorbsLag: absorbsLag === true,
});

/**
 * Told of fixes, and asked for any time that is not before the last thing told. All it shows is a function of what it was told and when,
 * not of when it was asked: any frame rate shows the same.
 */
export class SmoothedTarget {
  #track;
  #newest = null;
  #isFixed = false;
  #fading = null;
  #lags = []; // how much later than they were taken the last fixes came, in seconds
  #lag = 0;

  /** `smoothing` as `targetSmoothing` takes it; null for what moves smoothly by itself, and is always shown just where it was last told to be. */
  constructor(smoothing) {
    this.smoothing = smoothing ? targetSmoothing(smoothing) : null;
    this.#track = new TargetTrack(this.smoothing?.horizon ?? 0);
  }

  /** Something that stays at a place, whatever it is told. */
  static fixedAt(place) {
    const made = new SmoothedTarget(null);
    [made.#newest, made.#isFixed] = [targetState({ ...place, heading: 0, pitch: 0, roll: 0 }), true];
    return made;
  }

  copy() {
    const made = new SmoothedTarget(this.smoothing);
    [made.#track, made.#newest, made.#isFixed] = [this.#track.copy(), this.#newest, this.#isFixed];
    [made.#fading, made.#lags, made.#lag] = [this.#fading, [...this.#lags], this.#lag];
    return made;
  }

  /** Fixes that are kept: 256 at most. */
  get fixCount() {
    return this.#track.count;
  }

  /** Fixes that were not taken because they were older than all that is shown. */
  get ignoredCount() {
    return this.#track.ignoredCount;
  }

  /** Takes where the target was at `fixTime`, on the clock of the rig, in any order; one for the time of another replaces it. `time` is now. */
  receive(pose, fixTime, time) {
    if (this.#isFixed) return;
    if (!this.smoothing) {
      this.#newest = targetState(pose);
      return;
    }
    if (!Number.isFinite(fixTime) || !Number.isFinite(time)) return;
    const old = this.copy();
    this.#updateLag(time - fixTime);
    const isNew = this.#track.insert(pose, fixTime, time - this.#lag - this.smoothing.delay - patience);
    if ((!isNew && this.#lag === old.#lag) || old.state(time) === null) return;
    this.#fading = new Fading(time, this.smoothing.correction, (moment) => {
      const [shown, known] = [old.state(moment), this.#course(moment)];
      return shown && known ? difference(known, shown) : Array(9).fill(0);
    });
  }

  /** Where the target is shown; null as long as nothing is known of it. */
  state(time) {
    const course = this.#course(time);
    const left = course && this.#fading?.value(time);
    return left ? moved(course, left) : course;
  }

  /** What is known, without what fades. */
  #course(time) {
    return this.smoothing ? this.#track.state(time - this.#lag - this.smoothing.delay) : this.#newest;
  }

  #updateLag(newest) {
    if (!this.smoothing.absorbsLag) return;
    if (this.#lags.length === 32) this.#lags.shift();
    this.#lags.push(newest);
    this.#lag = Math.min(...this.#lags);
  }
}

function difference(first, second) {
  const climb = placeOf(second.position).altitude - placeOf(first.position).altitude;
  const turn = rotationVector(multiply(inverse(first.level), second.level));
  return [...subtract(second.position, first.position), climb, ...turn, shorterTurn(first.pitch, second.pitch), shorterTurn(first.roll, second.roll)];
}

/** Straight through the Earth-centred frame, and then to the height between: no way leads through the ground. */
function moved(state, by) {
  return stateAtHeight(
    add(state.position, by.slice(0, 3)), placeOf(state.position).altitude + by[3],
    multiply(state.level, fromRotationVector(by.slice(4, 7))), state.pitch + by[7], state.roll + by[8]);
}
