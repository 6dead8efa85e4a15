// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The way of a target as far as it is known: a smooth curve through its fixes, and a guess beyond the last of them. Pure: no page needed.
//
// Between two fixes place, height, pitch and roll are cubics that have the values and the rates at both, and the level frame turns the
// shorter way round along a cubic of its rotation vector. The rate at a fix is that of the parabola through it and its neighbours (Kruger's
// three-point derivative for steps of different lengths). Places are joined through the Earth-centred frame and brought to the height
// between, so that poles and meridians are nothing special.

import { clamp, hermite, hermite3, shorterTurn } from "./curves.js";
import { clampedPlace } from "./earth.js";
import { fromRotationVector, inverse, multiply, rateOfRotationVector, rotationVector } from "./quaternions.js";
import { stateAtHeight, targetState } from "./target-state.js";
import { add, divide, lengthOf, scale, subtract, zero } from "./vectors.js";

/** Heading, pitch and roll are thought to go on changing for no longer than so many seconds, and then to come to rest. */
const turningHorizon = 0.5;
/** Up to so many metres a second anything is believed to go at once. */
const usualSpeed = 100;
/** At most so many fixes are kept; of more, the earliest goes. */
const capacity = 256;

/** How fast a target moves and turns: metres a second, Earth-centred, and up; radians a second of the level frame, about its own axes. */
const rest = Object.freeze({ velocity: zero, climb: 0, turning: zero, pitching: 0, rolling: 0 });

/** The mean rate from one fix to a later one. */
function rateBetween(first, second) {
  const seconds = second.time - first.time;
  return {
    velocity: divide(subtract(second.state.position, first.state.position), seconds),
    climb: (second.altitude - first.altitude) / seconds,
    turning: divide(rotationVector(multiply(inverse(first.state.level), second.state.level)), seconds),
    pitching: shorterTurn(first.state.pitch, second.state.pitch) / seconds,
    rolling: shorterTurn(first.state.roll, second.state.roll) / seconds,
  };
}

/** The same movement, at most so fast, and at most so fast up or down. */
function limited(rate, speed, most) {
  const length = lengthOf(rate.velocity);
  return { ...rate, velocity: length > speed ? scale(rate.velocity, speed / length) : rate.velocity, climb: clamp(rate.climb, -most, most) };
}

function weighted(first, firstWeight, second, secondWeight) {
  const sum = firstWeight + secondWeight;
  const [a, b] = [firstWeight / sum, secondWeight / sum];
  return {
    velocity: add(scale(first.velocity, a), scale(second.velocity, b)), climb: a * first.climb + b * second.climb,
    turning: add(scale(first.turning, a), scale(second.turning, b)), pitching: a * first.pitching + b * second.pitching,
    rolling: a * first.rolling + b * second.rolling,
  };
}

/**
 * For how many seconds at full speed something has gone that goes to a horizon, and then brakes evenly for as long again, half a second at
 * least.
 */
function coasting(seconds, horizon) {
  const braking = Math.max(horizon, 0.5);
  const late = clamp(seconds - horizon, 0, braking);
  return Math.min(seconds, horizon) + late - (late * late) / (2 * braking);
}

export class TargetTrack {
  #fixes = []; // {time, state, altitude}, in order of time, no two at the same time; each never changes

  /**
   * For `horizon` seconds beyond the last fix the target is thought to go on as it did; then it comes to rest within as many again, half a
   * second at least.
   */
  constructor(horizon) {
    this.horizon = horizon;
    /** Fixes that were not taken: earlier than all that is still needed. */
    this.ignoredCount = 0;
  }

  copy() {
    const made = new TargetTrack(this.horizon);
    [made.#fixes, made.ignoredCount] = [[...this.#fixes], this.ignoredCount];
    return made;
  }

  get count() {
    return this.#fixes.length;
  }

  /**
   * Takes a fix, in any order; one for the same time as another replaces it. No time before `neededFrom` is asked for any more. Whether
   * anything has changed.
   */
  insert(pose, time, neededFrom) {
    const fixes = this.#fixes;
    const fix = { time, state: targetState(pose), altitude: clampedPlace(pose).altitude };
    // Two fixes before what is asked for give it its rates.
    while (fixes.length > 3 && fixes[3].time <= neededFrom) fixes.shift();
    let index = fixes.length;
    while (index > 0 && fixes[index - 1].time >= time) index -= 1;
    if (index === 0 && fixes.length > 1 && fixes[1].time <= neededFrom) {
      this.ignoredCount += 1;
      return false;
    }
    if (index < fixes.length && fixes[index].time === time) {
      if (JSON.stringify(fixes[index]) === JSON.stringify(fix)) return false;
      fixes[index] = fix;
    } else {
      fixes.splice(index, 0, fix);
      if (fixes.length > capacity) fixes.shift();
    }
    return true;
  }

  /** Where the target is thought to have been at a time; before the first fix, where that was. null without fixes. */
  state(time) {
    const fixes = this.#fixes;
    if (fixes.length === 0) return null;
    const last = fixes[fixes.length - 1];
    if (time <= fixes[0].time) return fixes[0].state;
    if (time >= last.time) return this.#guess(time - last.time, last);
    let [low, high] = [0, fixes.length - 1];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (fixes[middle].time <= time) low = middle;
      else high = middle;
    }
    return this.#between(low, time);
  }

  /** How the target moved at a fix. */
  #rate(index) {
    const fixes = this.#fixes;
    // The first and only movement that is known begins from rest, as the target is shown at rest before it.
    if (index === 0) return rest;
    const before = rateBetween(fixes[index - 1], fixes[index]);
    if (index + 1 === fixes.length) {
      // A jump is not thought to go on: at most three times as fast as before it.
      if (index === 1) return before;
      const last = rateBetween(fixes[index - 2], fixes[index - 1]);
      return limited(before, Math.max(3 * lengthOf(last.velocity), usualSpeed), Math.max(3 * Math.abs(last.climb), usualSpeed));
    }
    const after = rateBetween(fixes[index], fixes[index + 1]);
    // Where a jump begins or ends, no swing beyond it: the limit of Fritsch and Carlson (1980) for monotone cubics.
    return limited(
      weighted(before, fixes[index + 1].time - fixes[index].time, after, fixes[index].time - fixes[index - 1].time),
      3 * Math.min(lengthOf(before.velocity), lengthOf(after.velocity)), 3 * Math.min(Math.abs(before.climb), Math.abs(after.climb)));
  }

  #between(index, time) {
    const [first, last] = [this.#fixes[index], this.#fixes[index + 1]];
    const [start, end] = [this.#rate(index), this.#rate(index + 1)];
    const seconds = last.time - first.time;
    const share = (time - first.time) / seconds;
    const turn = rotationVector(multiply(inverse(first.state.level), last.state.level));
    const turned = hermite3(share, zero, scale(start.turning, seconds), turn, scale(rateOfRotationVector(turn, end.turning), seconds));
    const angle = (name, rate) => {
      const [from, to] = [first.state[name], last.state[name]];
      return hermite(share, from, seconds * start[rate], from + shorterTurn(from, to), seconds * end[rate]);
    };
    return stateAtHeight(
      hermite3(share, first.state.position, scale(start.velocity, seconds), last.state.position, scale(end.velocity, seconds)),
      hermite(share, first.altitude, seconds * start.climb, last.altitude, seconds * end.climb),
      multiply(first.state.level, fromRotationVector(turned)), angle("pitch", "pitching"), angle("roll", "rolling"));
  }

  /**
   * Beyond the last fix the target goes on with its rates, and from the horizon on ever slower until it rests. A turn is not thought to go
   * on for long.
   */
  #guess(seconds, { state, altitude }) {
    const rate = this.#rate(this.#fixes.length - 1);
    const going = coasting(seconds, this.horizon);
    const turning = coasting(seconds, Math.min(this.horizon, turningHorizon));
    return stateAtHeight(
      add(state.position, scale(rate.velocity, going)), altitude + going * rate.climb,
      multiply(state.level, fromRotationVector(scale(rate.turning, turning))), state.pitch + turning * rate.pitching,
      state.roll + turning * rate.rolling);
  }
}
