// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Cameras. As people and programs say them: {longitude, latitude, altitude, heading, pitch, roll}, degrees and metres above the ellipsoid;
// heading clockwise from north, pitch 0 straight down, 90 level, 180 straight up, roll clockwise as seen from behind. As the rig computes
// with them, without poles or meridians: a pose {position, orientation}, Earth-centred metres and the turn from the axes of the camera
// (right, up on the screen, back towards whoever looks) to the Earth-centred ones. Pure: no page needed.

import { clamp, fullCircle } from "./curves.js";
import { clampedPlace, farthest, frameAt, placeOf, pointOf, semimajorAxis, semiminorAxis } from "./earth.js";
import { aboutX, aboutZ, angleBetween, fromRotationVector, inverse, multiply, normalized, rotate } from "./quaternions.js";
import { add, cross, directionOf, distanceBetween, divide, dot, lengthOf, scale, subtract } from "./vectors.js";

/** Angles of a camera made right: what is no number as 0, heading and roll from 0 up to 360, the pitch from 0 to 180. */
export const clampedAttitude = ({ heading, pitch, roll }) => ({
  heading: fullCircle(heading),
  pitch: typeof pitch !== "number" || Number.isNaN(pitch) ? 0 : clamp(pitch, 0, 180),
  roll: fullCircle(roll),
});

/** The turn from the axes of a camera to east, north and up: with all angles 0, straight down. Proper Euler angles Z, X, Z. */
export const rotationOf = ({ heading, pitch, roll }) =>
  multiply(multiply(aboutZ((-heading * Math.PI) / 180), aboutX((pitch * Math.PI) / 180)), aboutZ((-roll * Math.PI) / 180));

/** The angles of such a turn. Straight up or down heading and roll are one: it is the heading then. */
export function attitudeOf({ w, x, y, z }) {
  const [level, upright] = [Math.hypot(x, y), Math.hypot(w, z)];
  // Half the sum and half the difference of the turns about z.
  const sum = upright < 1e-12 ? null : Math.atan2(z, w);
  const difference = level < 1e-12 ? null : Math.atan2(y, x);
  const both = sum !== null && difference !== null;
  const heading = both ? sum + difference : 2 * (sum ?? difference ?? 0);
  const roll = both ? sum - difference : 0;
  return clampedAttitude({
    heading: (-heading * 180) / Math.PI, pitch: (2 * Math.atan2(level, upright) * 180) / Math.PI, roll: (-roll * 180) / Math.PI,
  });
}

/** The angles of a pose as they are called at a place. */
export const attitudeAt = (pose, place) => attitudeOf(normalized(multiply(inverse(frameAt(place)), pose.orientation)));

export function cameraOf(pose) {
  const place = placeOf(pose.position);
  return { ...place, ...attitudeAt(pose, place) };
}

/** The pose of a camera; what is no number counts as 0. */
export function poseOf(camera) {
  const place = clampedPlace(camera);
  return { position: pointOf(place), orientation: multiply(frameAt(place), rotationOf(clampedAttitude(camera))) };
}

/** A pose with its axes, Earth-centred directions of length 1, as renderers want them. */
export const withAxes = ({ position, orientation }) => ({
  position, orientation, right: rotate(orientation, [1, 0, 0]), up: rotate(orientation, [0, 1, 0]), back: rotate(orientation, [0, 0, 1]),
});

/** Where a pose looks. */
export const sightOf = ({ orientation }) => rotate(orientation, [0, 0, -1]);

/**
 * The camera that has a place in the middle of what it sees, so many metres away, with just these angles where it is. Newton's method on
 * its place; where no such camera is, more than an Earth's radius away and near level, or beside a pole that it should see in the east,
 * the angles are those at the place that is looked at.
 */
export function cameraLookingAt(target, wantedDistance, angles) {
  const [place, attitude] = [clampedPlace(target), clampedAttitude(angles)];
  const distance = Number.isFinite(wantedDistance) ? clamp(wantedDistance, 0, farthest) : 0;
  const [point, rotation] = [pointOf(place), rotationOf(attitude)];
  const pose = poseLookingAt(place, point, distance, rotation);
  const here = placeOf(pose.position);
  // The very angles that were asked for, not those angles after a way through the Earth-centred frame.
  const isExact = angleBetween(pose.orientation, multiply(frameAt(here), rotation)) < 1e-9;
  return { ...here, ...(isExact ? attitude : attitudeAt(pose, here)) };
}

function poseLookingAt(place, point, distance, rotation) {
  const back = rotate(rotation, [0, 0, 1]);
  const missed = (position) => subtract(subtract(position, point), scale(rotate(frameAt(placeOf(position)), back), distance));
  const first = add(point, scale(rotate(frameAt(place), back), distance));
  const fallback = { position: first, orientation: multiply(frameAt(place), rotation) };
  if (!(distance > 0)) return fallback;
  let [position, error] = [first, missed(first)];
  for (let i = 0; i < 40 && lengthOf(error) > 1e-9 * Math.max(1, distance * 1e-6); i += 1) {
    // The derivative by differences of a metre to a kilometre.
    const step = clamp(distance * 1e-4, 1, 1_000);
    const [one, two, three] = [[step, 0, 0], [0, step, 0], [0, 0, step]].map((move) =>
      divide(subtract(missed(add(position, move)), error), step));
    const determinant = dot(one, cross(two, three));
    if (!(Math.abs(determinant) > 1e-3)) return fallback;
    const move = [dot(error, cross(two, three)), dot(one, cross(error, three)), dot(one, cross(two, error))];
    const next = subtract(position, divide(move, determinant));
    const nextError = missed(next);
    // No nearer: as near as numbers are.
    if (!(lengthOf(nextError) < lengthOf(error))) break;
    [position, error] = [next, nextError];
  }
  if (!(lengthOf(error) < Math.max(1e-6, distance * 1e-12))) return fallback;
  return { position, orientation: multiply(frameAt(placeOf(position)), rotation) };
}

/** Where the line of sight meets the ellipsoid, or, where it does not, a point as far ahead as the camera is high. */
export function groundFocus(pose) {
  // On a sphere of radius 1, along the axes of the ellipsoid.
  const scaled = ([x, y, z]) => [x / semimajorAxis, y / semimajorAxis, z / semiminorAxis];
  const sight = sightOf(pose);
  const [start, way] = [scaled(pose.position), scaled(sight)];
  const [a, b, c] = [dot(way, way), dot(start, way), dot(start, start) - 1];
  const root = b * b - a * c;
  // c / (−b + √…) is the nearer of the two, without the loss of digits of a difference.
  if (c > 0 && b < 0 && root >= 0) return add(pose.position, scale(sight, c / (-b + Math.sqrt(root))));
  return add(pose.position, scale(sight, Math.max(Math.abs(placeOf(pose.position).altitude), 1)));
}

/** The pose after a gesture about what it looks at on the ground. */
export function movedPose(pose, input, lens) {
  let { position, orientation } = pose;
  let focus = groundFocus(pose);
  const { panRight, panUp, distanceFactor } = input;
  if (Number.isFinite(panRight) && Number.isFinite(panUp) && (panRight !== 0 || panUp !== 0)) {
    // The ground goes along with the finger: the camera the other way, around the Earth.
    const metres = ((2 * lens.verticalTangent) / lens.height) * distanceBetween(position, focus);
    const way = rotate(orientation, [-panRight * metres, -panUp * metres, 0]);
    const up = directionOf(focus) ?? [0, 0, 1];
    // Along the line of sight down to the ground, so that a point there goes as far as the finger also where the camera looks ahead; near
    // the horizon, where a point is miles, not quite.
    const sight = sightOf({ orientation });
    const slanted = subtract(way, scale(sight, dot(up, way) / Math.min(dot(up, sight), -0.1)));
    const level = subtract(slanted, scale(up, dot(up, slanted)));
    const turn = fromRotationVector(divide(cross(up, level), Math.max(lengthOf(focus), 1)));
    position = rotate(turn, position);
    orientation = normalized(multiply(turn, orientation));
    focus = rotate(turn, focus);
  }
  const [heading, pitch] = [input.headingDelta, input.pitchDelta].map((delta) => (Number.isFinite(delta) ? delta : 0));
  if (heading !== 0 || pitch !== 0) {
    const frame = frameAt(placeOf(focus));
    const seen = attitudeOf(normalized(multiply(inverse(frame), orientation)));
    const turned = clampedAttitude({ heading: seen.heading + heading, pitch: seen.pitch + pitch, roll: seen.roll });
    const offset = rotate(inverse(orientation), subtract(focus, position));
    orientation = multiply(frame, rotationOf(turned));
    position = subtract(focus, rotate(orientation, offset));
  }
  if (distanceFactor > 0 && Number.isFinite(distanceFactor) && distanceFactor !== 1) {
    const offset = scale(subtract(position, focus), distanceFactor);
    if (lengthOf(offset) <= farthest) position = add(focus, offset);
  }
  return { position, orientation };
}

/** How wide a camera sees, and onto how large a screen. It never changes. */
export class CameraLens {
  /**
   * `horizontalFieldOfView` is the angle between the left and the right edge in degrees, from 1 to 120, 45 unless given; `width` and
   * `height` are points of the screen, 1 where they are not above zero.
   */
  constructor({ horizontalFieldOfView = 45, width, height }) {
    const length = (points) => (points > 0 && Number.isFinite(points) ? points : 1);
    this.horizontalFieldOfView = Number.isNaN(horizontalFieldOfView) ? 45 : clamp(horizontalFieldOfView, 1, 120);
    [this.width, this.height] = [length(width), length(height)];
  }

  /** The tangent of half the angle between the top and the bottom edge. */
  get verticalTangent() {
    return (Math.tan((this.horizontalFieldOfView * Math.PI) / 360) * this.height) / this.width;
  }

  /** The angle between the top and the bottom edge, in degrees. */
  get verticalFieldOfView() {
    return (2 * Math.atan(this.verticalTangent) * 180) / Math.PI;
  }

  /** Where an Earth-centred point is on the screen, in points from the upper left corner; null for what is beside or behind the camera. */
  project(point, pose) {
    const [x, y, z] = rotate(inverse(pose.orientation), subtract(point, pose.position));
    if (!(z < 0)) return null;
    const factor = this.height / 2 / this.verticalTangent / -z;
    return [this.width / 2 + x * factor, this.height / 2 - y * factor];
  }

  /** By how many radians a camera has to look lower for what is ahead to be at a height of the screen from 0, its bottom, to 1. */
  lowering(verticalScreenFactor) {
    return Math.atan((2 * verticalScreenFactor - 1) * this.verticalTangent);
  }
}
