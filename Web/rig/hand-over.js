// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The way of a camera from one course to another, both of which may move. Pure: no page needed.

import { Fading } from "./curves.js";
import { placeOf, semimajorAxis } from "./earth.js";
import { fromRotationVector, inverse, multiply, normalized, rotate, rotationVector, turnBetween } from "./quaternions.js";
import { directionOf, lengthOf, scale } from "./vectors.js";

/**
 * What is between the two courses fades. The way leads around the Earth, not through it, and where it is long, up and down again. What the
 * camera sees keeps its place against the ground below. It never changes.
 */
export class HandOver {
  #fading;
  #lift; // metres that the camera rises on the way

  /** Begins at `time` to go over, in `seconds`, from where the camera would have been at any time, `from(time)`, to where it is going to be. */
  constructor(identifier, time, seconds, from, to) {
    this.identifier = identifier;
    this.#fading = new Fading(time, seconds, (moment) => difference(to(moment), from(moment)));
    const [first, last] = [from(time), to(time)];
    const arc = lengthOf(rotationVector(turnBetween(first.position, last.position))) * semimajorAxis;
    const highest = Math.max(placeOf(first.position).altitude, placeOf(last.position).altitude, 0);
    // A third of the way, less what the camera is high anyway: the ground does not race by.
    this.#lift = Math.max(0, arc / 3 - 2 * highest);
  }

  hasEnded(time) {
    return this.#fading.share(time) >= 1;
  }

  /** The camera on its way, where the new course has it there. */
  pose(course, time) {
    const left = this.#fading.value(time);
    if (!left) return course;
    const share = this.#fading.share(time);
    const around = fromRotationVector(left.slice(0, 3));
    const radius = lengthOf(course.position) + left[3] + this.#lift * 16 * share * share * (1 - share) * (1 - share);
    return {
      position: scale(rotate(around, directionOf(course.position) ?? [0, 0, 1]), radius),
      orientation: normalized(multiply(multiply(around, course.orientation), fromRotationVector(left.slice(4, 7)))),
    };
  }
}

function difference(first, second) {
  const around = turnBetween(first.position, second.position);
  const turn = rotationVector(multiply(inverse(multiply(around, first.orientation)), second.orientation));
  return [...rotationVector(around), lengthOf(second.position) - lengthOf(first.position), ...turn];
}
