// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Angles, and cubics between numbers. Pure: no page needed.

/** What is left after the nearest whole number of `divisor`, as IEEE 754 has it: exact, an even number of them where two are as near. */
export function remainder(value, divisor) {
  const rest = value % divisor;
  const twice = 2 * Math.abs(rest);
  if (twice < divisor) return rest;
  const isOdd = Math.abs(value % (2 * divisor)) >= divisor;
  return twice > divisor || isOdd ? rest - Math.sign(rest) * divisor : rest;
}

/** The same direction from 0 up to 360, 360 not included; 0 for what is no number. */
export function fullCircle(degrees) {
  if (!Number.isFinite(degrees)) return 0;
  const rest = degrees % 360;
  const positive = rest < 0 ? rest + 360 : rest;
  // A tiny negative angle becomes 360 by rounding.
  return positive === 360 ? 0 : positive;
}

/** The shorter way round in degrees, from −180 to 180. */
export const shorterDegrees = (from, to) => remainder(to - from, 360);

/** The shorter way round in radians, from −π to π. */
export const shorterTurn = (from, to) => remainder(to - from, 2 * Math.PI);

export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** The value, at a share of the way, of the cubic that has given values and slopes at 0 and at 1; slopes are a unit of the share. */
export function hermite(share, first, firstSlope, last, lastSlope) {
  const [u, square, cube] = [share, share * share, share * share * share];
  return first + (last - first) * (3 * square - 2 * cube) + firstSlope * (u - 2 * square + cube) + lastSlope * (cube - square);
}

/** Its slope there. */
export function hermiteSlope(share, first, firstSlope, last, lastSlope) {
  const [u, square] = [share, share * share];
  return (last - first) * 6 * (u - square) + firstSlope * (1 - 4 * u + 3 * square) + lastSlope * (3 * square - 2 * u);
}

export const hermite3 = (share, first, firstSlope, last, lastSlope) =>
  [0, 1, 2].map((i) => hermite(share, first[i], firstSlope[i], last[i], lastSlope[i]));

/**
 * A difference that fades: it begins with a value and a rate, and ends after some time with neither, along a cubic.
 *
 * Added to a new course from the moment that it takes over from an old one, it makes the change smooth in value and in velocity, whatever
 * the two are (the idea of Bollo, "Inertialization", GDC 2018). It never changes.
 */
export class Fading {
  #values;
  #rates; // a second
  #start;
  #seconds;

  /** Begins at `start`, for `seconds`, which are above 0; `difference(time)` is what it would be if nothing faded, as an array. */
  constructor(start, seconds, difference) {
    // Rates are taken over so many seconds to both sides.
    const step = 1e-3;
    const [before, after] = [difference(start - step), difference(start + step)];
    [this.#start, this.#seconds, this.#values] = [start, seconds, difference(start)];
    this.#rates = before.map((value, i) => (after[i] - value) / (2 * step));
  }

  /** What is left at a time, or null. Just before the beginning it goes on as it began. */
  value(time) {
    const share = (time - this.#start) / this.#seconds;
    if (!(share < 1)) return null;
    return this.#values.map((value, i) => hermite(share, value, this.#seconds * this.#rates[i], 0, 0));
  }

  /** From 0 at the beginning to 1 at the end. */
  share(time) {
    return Math.min((time - this.#start) / this.#seconds, 1);
  }
}

/** Numbers on their way: along cubics that begin as fast as they were, and end at rest. It never changes. */
export class Motion {
  #start;
  #rates; // a second
  #began;
  #seconds;

  /** Numbers that change at `rates` a second, and go from `start` to `end` in so many seconds, which have to be above 0. */
  constructor(identifier, start, rates, end, time, seconds) {
    [this.identifier, this.#start, this.#rates, this.end, this.#began, this.#seconds] = [identifier, start, rates, end, time, seconds];
  }

  hasEnded(time) {
    return time - this.#began >= this.#seconds;
  }

  values(time) {
    const share = Math.max(time - this.#began, -0.1) / this.#seconds;
    if (share >= 1) return this.end;
    return this.#start.map((start, i) => hermite(share, start, this.#seconds * this.#rates[i], this.end[i], 0));
  }

  rates(time) {
    const share = Math.max(time - this.#began, -0.1) / this.#seconds;
    if (share >= 1) return this.#start.map(() => 0);
    return this.#start.map((start, i) => hermiteSlope(share, start, this.#seconds * this.#rates[i], this.end[i], 0) / this.#seconds);
  }

  /** The same on a clock that shows so much more. */
  moved(offset) {
    return new Motion(this.identifier, this.#start, this.#rates, this.end, this.#began + offset, this.#seconds);
  }
}
