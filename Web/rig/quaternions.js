// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Rotations as quaternions {w, x, y, z} of length 1: each turns the axes of one frame to those of another. `multiply(first, second)` turns
// by `second`, then by `first`: a product of frames from the outermost to the innermost. Conventions as in Diebel, "Representing Attitude"
// (Stanford, 2006), with the active, right-handed sense. Pure: no page needed.

import { add, cross, directionOf, dot, lengthOf, scale, someNormal, zero } from "./vectors.js";

export const identity = Object.freeze({ w: 1, x: 0, y: 0, z: 0 });

/** A turn by so many radians about the first axis, counter-clockwise for whoever it points at. So are the next two. */
export const aboutX = (angle) => ({ w: Math.cos(angle / 2), x: Math.sin(angle / 2), y: 0, z: 0 });
export const aboutY = (angle) => ({ w: Math.cos(angle / 2), x: 0, y: Math.sin(angle / 2), z: 0 });
export const aboutZ = (angle) => ({ w: Math.cos(angle / 2), x: 0, y: 0, z: Math.sin(angle / 2) });

/** A turn about an axis by as many radians as the axis is long. */
export function fromRotationVector(vector) {
  const angle = lengthOf(vector);
  // sin(a/2)/a, by its series where a is tiny.
  const factor = angle < 1e-4 ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
  return { w: Math.cos(angle / 2), x: vector[0] * factor, y: vector[1] * factor, z: vector[2] * factor };
}

/** The shortest turn that takes one direction to another; for opposite ones, about an axis that is always the same. */
export function turnBetween(from, to) {
  const [first, second] = [directionOf(from), directionOf(to)];
  if (!first || !second) return identity;
  const axis = cross(first, second);
  const angle = Math.atan2(lengthOf(axis), dot(first, second));
  return fromRotationVector(scale(directionOf(axis) ?? (angle > 1 ? someNormal(first) : zero), angle));
}

/** The frame of three directions at right angles: the turn that takes the axes there (Shepperd's method, 1978). */
export function fromAxes(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  const largest = Math.max(trace, x[0], y[1], z[2]);
  if (largest === trace) return normalized({ w: 1 + trace, x: y[2] - z[1], y: z[0] - x[2], z: x[1] - y[0] });
  if (largest === x[0]) return normalized({ w: y[2] - z[1], x: 1 + x[0] - y[1] - z[2], y: x[1] + y[0], z: z[0] + x[2] });
  if (largest === y[1]) return normalized({ w: z[0] - x[2], x: x[1] + y[0], y: 1 - x[0] + y[1] - z[2], z: y[2] + z[1] });
  return normalized({ w: x[1] - y[0], x: z[0] + x[2], y: y[2] + z[1], z: 1 - x[0] - y[1] + z[2] });
}

export const multiply = (a, b) => ({
  w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
  y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
  z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
});

/** The turn back. */
export const inverse = ({ w, x, y, z }) => ({ w, x: -x, y: -y, z: -z });

/** The same turn with length 1; no turn at all where the length is none. */
export function normalized({ w, x, y, z }) {
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  return length > 0 && Number.isFinite(length) ? { w: w / length, x: x / length, y: y / length, z: z / length } : identity;
}

/** Where the turn takes a vector. */
export function rotate({ w, x, y, z }, vector) {
  const axis = [x, y, z];
  const twice = scale(cross(axis, vector), 2);
  return add(add(vector, scale(twice, w)), cross(axis, twice));
}

/** The axis, as long as the angle in radians, the shorter way round: at most π. */
export function rotationVector({ w, x, y, z }) {
  const sign = w < 0 ? -1 : 1;
  const axis = [sign * x, sign * y, sign * z];
  const sine = lengthOf(axis);
  return scale(axis, sine < 1e-8 ? 2 / Math.max(Math.abs(w), 0.5) : (2 * Math.atan2(sine, Math.abs(w))) / sine);
}

/** How far apart two turns are, in radians from 0 to π. */
export const angleBetween = (a, b) => lengthOf(rotationVector(multiply(inverse(a), b)));

/**
 * For a rotation that moves as the turn by `vector`, the rate of `vector` that gives a rate of turn about its own axes: the inverse of the
 * right Jacobian (Chirikjian, "Stochastic Models, Information Theory, and Lie Groups" 2, 2012, (10.86)).
 */
export function rateOfRotationVector(vector, rate) {
  const angle = lengthOf(vector);
  const factor = angle < 1e-3 ? 1 / 12 : 1 / (angle * angle) - (1 + Math.cos(angle)) / (2 * angle * Math.sin(angle));
  if (!(Math.abs(factor) < 1e6)) return rate;
  const once = cross(vector, rate);
  return add(add(rate, scale(once, 0.5)), scale(cross(vector, once), factor));
}
