// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Targets. As they are told: {longitude, latitude, altitude, heading, pitch, roll}, degrees and metres above the ellipsoid; heading
// clockwise from north, pitch up from level (beyond 90 it is on its back, and its heading still is where it came from), roll clockwise as
// seen from behind. As the rig computes with them: a state {position, level, pitch, roll} in the Earth-centred frame, in which poles,
// meridians and full turns are nothing special; heading is kept as a level frame, pitch and roll as angles in radians, so that a camera can
// go along with each of them alone, also while the target flies a loop. Axes are right, ahead and up. Pure: no page needed.

import { fullCircle, remainder } from "./curves.js";
import { clampedPlace, frameAt, placeOf, pointOf, upAt } from "./earth.js";
import { aboutX, aboutY, aboutZ, inverse, multiply, normalized, rotate, turnBetween } from "./quaternions.js";

const finite = (number) => (Number.isFinite(number) ? number : 0);

/** The state that a target is told to have; what is not finite counts as 0. */
export function targetState(pose) {
  const place = clampedPlace(pose);
  const heading = remainder(finite(pose.heading), 360);
  return {
    position: pointOf(place), level: multiply(frameAt(place), aboutZ((-heading * Math.PI) / 180)),
    pitch: (finite(pose.pitch) * Math.PI) / 180, roll: (finite(pose.roll) * Math.PI) / 180,
  };
}

/** Angles and place as they are told: heading and roll from 0 up to 360. */
export function targetPose({ position, level, pitch, roll }) {
  const place = placeOf(position);
  const turn = normalized(multiply(inverse(frameAt(place)), level));
  return {
    ...place, heading: fullCircle((-2 * Math.atan2(turn.z, turn.w) * 180) / Math.PI), pitch: (pitch * 180) / Math.PI,
    roll: fullCircle((roll * 180) / Math.PI),
  };
}

/** From the axes of the target to the Earth-centred ones. */
export const bodyOf = ({ level, pitch, roll }) => multiply(multiply(level, aboutX(pitch)), aboutY(roll));

/** The same with its level frame brought to the vertical of where it is. */
export function levelled(state) {
  const turn = turnBetween(rotate(state.level, [0, 0, 1]), upAt(placeOf(state.position)));
  return { ...state, level: normalized(multiply(turn, state.level)) };
}

/** A state at a point that is right but for its height. */
export const stateAtHeight = (straight, altitude, level, pitch, roll) =>
  levelled({ position: pointOf({ ...placeOf(straight), altitude }), level, pitch, roll });
