// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Reads the columns of updated entities where a frame has them in few bytes (docs/protocol.md, "Compact columns"). Pure: no page needed.

const nowhere = 0xffffff;
const noPosition = -2147483648;
const unknownHeading = 65535;
/** The altitude that says "unknown". */
export const unknownAltitude = -8388608;
/** The pitch or roll that says "unknown". */
export const unknownAngle = -32768;

/** The signed number in three bytes, the lowest first. */
export const signed24 = (bytes, at) => ((bytes[at] << 8) | (bytes[at + 1] << 16) | (bytes[at + 2] << 24)) >> 8;

/** What is in bytes that end too soon, or say what cannot be. */
export class ColumnError extends Error {}

/**
 * {numbers, longitudes, latitudes, arrivals, headings, trailCounts, classes (null unless `styled`), altitudes, pitches, rolls, end}: as they are in a frame
 * without; `end` is where they end. Altitudes are in decimetres, `unknownAltitude` where nobody knows; pitches and rolls in 1/100 degree,
 * `unknownAngle` where nobody knows; null where the frame has none.
 */
export function readCompactColumns(view, start, count, styled) {
  const bytes = new Uint8Array(view.buffer);
  let at = start;
  const need = (length) => {
    if (at + length > bytes.length) throw new ColumnError("a frame's columns are cut");
  };
  need(1 + count);
  const kinds = bytes[at];
  at += 1;

  const numbers = new Uint32Array(count);
  for (let i = 0, next = 0; i < count; i += 1) {
    let [value, shift, byte] = [0, 1, 0x80];
    while (byte & 0x80) {
      if (at >= bytes.length || shift > 2 ** 28) throw new ColumnError("a frame's numbers are cut");
      byte = bytes[at];
      at += 1;
      value += (byte & 0x7f) * shift;
      shift *= 128;
    }
    numbers[i] = next + value;
    next = numbers[i] + 1;
  }

  const longitudes = new Int32Array(count);
  const latitudes = new Int32Array(count);
  if (kinds & 1) {
    need(9 + 6 * count);
    const [west, south, step] = [view.getInt32(at, true), view.getInt32(at + 4, true), 2 ** Math.min(bytes[at + 8], 31)];
    at += 9;
    for (const [values, origin] of [[longitudes, west], [latitudes, south]]) {
      for (let i = 0; i < count; i += 1, at += 3) {
        const value = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
        values[i] = value === nowhere ? (values === longitudes ? noPosition : 0) : origin + value * step;
      }
    }
  } else {
    need(8 * count);
    for (const values of [longitudes, latitudes]) for (let i = 0; i < count; i += 1, at += 4) values[i] = view.getInt32(at, true);
  }

  const arrivals = new Int32Array(count);
  if (kinds & 2) {
    need(4 * count);
    for (let i = 0; i < count; i += 1, at += 4) arrivals[i] = view.getInt32(at, true);
  } else {
    need(2 * count);
    for (let i = 0; i < count; i += 1, at += 2) arrivals[i] = -(bytes[at] | (bytes[at + 1] << 8));
  }

  const short = (isThere, otherwise) => {
    const values = new Uint16Array(count);
    if (!isThere) return values.fill(otherwise);
    need(2 * count);
    for (let i = 0; i < count; i += 1, at += 2) values[i] = bytes[at] | (bytes[at + 1] << 8);
    return values;
  };
  const headings = short(kinds & 4, unknownHeading);
  const trailCounts = short(kinds & 8, 0);
  let classes = null;
  if ((kinds & 16) && !(kinds & 32)) {
    need(count);
    classes = Uint16Array.from(bytes.subarray(at, at + count));
    at += count;
  } else {
    classes = short(kinds & 16, 0);
  }
  const [altitudes, pitches, rolls] = [kinds & 64 ? new Int32Array(count) : null, ...(kinds & 128 ? [new Int16Array(count), new Int16Array(count)] : [null, null])];
  if (altitudes) {
    need(3 * count);
    for (let i = 0; i < count; i += 1, at += 3) altitudes[i] = signed24(bytes, at);
  }
  if (pitches) {
    need(4 * count);
    for (let i = 0; i < count; i += 1, at += 4) [pitches[i], rolls[i]] = [view.getInt16(at, true), view.getInt16(at + 2, true)];
  }
  return { numbers, longitudes, latitudes, arrivals, headings, trailCounts, classes: styled ? classes : null, altitudes, pitches, rolls, end: at };
}
