// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Reads one binary frame of the live-view protocol (docs/protocol.md, "Binary messages"). Pure: no page needed.

import { readCompactColumns, signed24 } from "./compact-columns.js";

/** The longitude that says "no position". */
export const noPosition = -2147483648;

/** The heading that says "unknown". */
export const unknownHeading = 65535;

const headerLength = 48;
const text = new TextDecoder("utf-8");

/** A frame that does not follow the protocol: the connection cannot be trusted after it. */
export class FrameError extends Error {}

/**
 * Takes a frame apart without copying its columns: the typed arrays look into `buffer`.
 * Typed arrays read in the machine's order, which is the frame's (little endian) wherever a browser runs today.
 */
export function readFrame(buffer) {
  if (buffer.byteLength < headerLength) throw new FrameError("a frame is shorter than its header");
  const view = new DataView(buffer);
  if (view.getUint32(0, false) !== 0x56444631) throw new FrameError("a frame does not begin with VDF1");
  const updated = view.getUint32(12, true);
  const removed = view.getUint32(16, true);
  const trailPoints = view.getUint32(20, true);
  const nameBytes = view.getUint32(24, true);
  const flags = view.getUint8(4);
  const left = view.getUint16(6, true);
  const styled = (flags & 4) !== 0;
  const compact = (flags & 8) !== 0 ? columns(view, updated, styled) : null;
  const own = compact ? compact.end - headerLength : 20 * updated + (styled ? 2 * updated : 0);
  const length = headerLength + own + 4 * removed + 8 * trailPoints + 4 * left + (styled ? 8 * trailPoints : 0) + (compact?.altitudes ? 3 * trailPoints : 0) + nameBytes;
  if (length !== buffer.byteLength) {
    throw new FrameError(`a frame of ${buffer.byteLength} bytes announces ${length}`);
  }

  let offset = compact?.end ?? headerLength;
  const column = (Type, count) => {
    // Columns behind compact ones begin anywhere.
    if (offset % Type.BYTES_PER_ELEMENT !== 0) {
      const end = offset + count * Type.BYTES_PER_ELEMENT;
      const copied = new Type(buffer.slice(offset, end));
      offset = end;
      return copied;
    }
    const values = new Type(buffer, offset, count);
    offset += values.byteLength;
    return values;
  };
  const frame = {
    reset: (flags & 1) !== 0,
    more: (flags & 2) !== 0,
    source: view.getUint8(5),
    sequence: view.getUint32(8, true),
    total: view.getUint32(28, true),
    baseTime: view.getFloat64(32, true),
    newest: view.getFloat64(40, true),
    numbers: compact?.numbers ?? column(Uint32Array, updated),
    longitudes: compact?.longitudes ?? column(Int32Array, updated),
    latitudes: compact?.latitudes ?? column(Int32Array, updated),
    arrivals: compact?.arrivals ?? column(Int32Array, updated),
    headings: compact?.headings ?? column(Uint16Array, updated),
    trailCounts: compact?.trailCounts ?? column(Uint16Array, updated),
    removed: column(Uint32Array, removed),
    trail: column(Int32Array, 2 * trailPoints),
    // Entities that are still there, and of which this viewer is told no more.
    left: column(Uint32Array, left),
    // Of the server's own symbols: the class of each entity; when each trail point came, its class and its heading. Null without them.
    trailArrivals: styled ? column(Int32Array, trailPoints) : null,
    trailClasses: styled ? column(Uint16Array, trailPoints) : null,
    trailHeadings: styled ? column(Uint16Array, trailPoints) : null,
    classes: compact ? compact.classes : styled ? column(Uint16Array, updated) : null,
    // For a scene: decimetres, and 1/100 degree. Null without them.
    altitudes: compact?.altitudes ?? null,
    pitches: compact?.pitches ?? null,
    rolls: compact?.rolls ?? null,
    trailAltitudes: null,
    names: null,
  };
  if (frame.altitudes) {
    const bytes = new Uint8Array(buffer, offset, 3 * trailPoints);
    frame.trailAltitudes = Int32Array.from({ length: trailPoints }, (_, i) => signed24(bytes, 3 * i));
    offset += bytes.length;
  }
  frame.names = readNames(view, offset, nameBytes);
  let counted = 0;
  for (const count of frame.trailCounts) counted += count;
  if (counted !== trailPoints) throw new FrameError("a frame's trail points do not add up");
  return frame;
}

function columns(view, updated, styled) {
  try {
    return readCompactColumns(view, headerLength, updated, styled);
  } catch (error) {
    throw new FrameError(error.message);
  }
}

/** Entity number → {track, label}; where the server gives no label, the track id is the label. */
function readNames(view, start, length) {
  const names = new Map();
  const end = start + length;
  for (let at = start; at < end;) {
    if (at + 8 > end) throw new FrameError("a name table is cut");
    const number = view.getUint32(at, true);
    const trackBytes = view.getUint16(at + 4, true);
    const labelBytes = view.getUint16(at + 6, true);
    at += 8;
    if (at + trackBytes + labelBytes > end) throw new FrameError("a name table is cut");
    const track = text.decode(new Uint8Array(view.buffer, at, trackBytes));
    at += trackBytes;
    names.set(number, { track, label: labelBytes === 0 ? track : text.decode(new Uint8Array(view.buffer, at, labelBytes)) });
    at += labelBytes;
  }
  return names;
}
