// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Three numbers along three axes at right angles, as arrays: metres, or no unit for a direction. Pure: no page needed.

export const zero = Object.freeze([0, 0, 0]);
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const divide = (a, divisor) => [a[0] / divisor, a[1] / divisor, a[2] / divisor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const lengthOf = (a) => Math.sqrt(dot(a, a));
export const distanceBetween = (a, b) => lengthOf(subtract(a, b));
export const isFinite3 = (a) => Number.isFinite(a[0]) && Number.isFinite(a[1]) && Number.isFinite(a[2]);
export const equal = (a, b) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** The direction of a vector; null for one without length. */
export function directionOf(a) {
  const length = lengthOf(a);
  return length > 0 && Number.isFinite(length) ? divide(a, length) : null;
}

/** Some direction at right angles to a vector, which has to have a length: always the same for the same one. */
export function someNormal(a) {
  const [x, y, z] = a.map(Math.abs);
  // Against the axis that it is farthest from.
  const axis = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return directionOf(cross(a, axis)) ?? axis;
}
