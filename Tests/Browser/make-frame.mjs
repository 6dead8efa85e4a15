// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Writes binary frames as docs/protocol.md describes them: the other side of Web/frame.js, for the tests.

export const noPosition = -2147483648;

/**
 * `updates`: {number, longitude, latitude, arrival, heading, trail: [[longitude, latitude], …], track, label}; those with a track
 * are in the name table, and so are `names`: {number, track, label}. Without a label the track id is the label. With `styled` there are classes: `kind` of an
 * update, and of its trail points [longitude, latitude, arrival, kind, heading]. `left` are entities that have left the view.
 */
export function makeFrame({ reset = false, more = false, source = 0, sequence = 1, updates = [], removed = [], left = [], styled = false, names = [], total = 0, baseTime = 1_000_000, newest = 0 }) {
  const trail = updates.flatMap((update) => update.trail ?? []);
  const encoder = new TextEncoder();
  const table = [...updates.filter(({ track }) => track !== undefined), ...names]
    .map(({ number, track, label = "" }) => ({ number, track: encoder.encode(track), label: encoder.encode(label) }));
  const nameLength = table.reduce((sum, { track, label }) => sum + 8 + track.length + label.length, 0);
  const buffer = new ArrayBuffer(48 + 20 * updates.length + 4 * removed.length + 8 * trail.length + 4 * left.length + (styled ? 2 * updates.length + 8 * trail.length : 0) + nameLength);
  const view = new DataView(buffer);
  "VDF1".split("").forEach((letter, i) => view.setUint8(i, letter.charCodeAt(0)));
  view.setUint8(4, (reset ? 1 : 0) | (more ? 2 : 0) | (styled ? 4 : 0));
  view.setUint16(6, left.length, true);
  view.setUint8(5, source);
  [sequence, updates.length, removed.length, trail.length, nameLength, total].forEach((value, i) => view.setUint32(8 + 4 * i, value, true));
  view.setFloat64(32, baseTime, true);
  view.setFloat64(40, newest, true);
  let at = 48;
  const column = (size, put, values) => {
    for (const value of values) {
      put.call(view, at, value, true);
      at += size;
    }
  };
  const degrees = (value) => (value === null ? noPosition : Math.round(value * 1e7));
  column(4, view.setUint32, updates.map(({ number }) => number));
  column(4, view.setInt32, updates.map(({ longitude }) => degrees(longitude)));
  column(4, view.setInt32, updates.map(({ latitude }) => degrees(latitude)));
  column(4, view.setInt32, updates.map(({ arrival = 0 }) => arrival));
  column(2, view.setUint16, updates.map(({ heading }) => (heading === undefined ? 65535 : Math.round(heading * 100))));
  column(2, view.setUint16, updates.map((update) => update.trail?.length ?? 0));
  column(4, view.setUint32, removed);
  column(4, view.setInt32, trail.flatMap(([longitude, latitude]) => [degrees(longitude), degrees(latitude)]));
  column(4, view.setUint32, left);
  if (styled) {
    column(4, view.setInt32, trail.map(([, , arrival = 0]) => arrival));
    column(2, view.setUint16, trail.map(([, , , kind = 0]) => kind));
    column(2, view.setUint16, trail.map(([, , , , heading]) => (heading === undefined ? 65535 : Math.round(heading * 100))));
    column(2, view.setUint16, updates.map(({ kind = 0 }) => kind));
  }
  for (const { number, track, label } of table) {
    view.setUint32(at, number, true);
    view.setUint16(at + 4, track.length, true);
    view.setUint16(at + 6, label.length, true);
    new Uint8Array(buffer, at + 8, track.length).set(track);
    new Uint8Array(buffer, at + 8 + track.length, label.length).set(label);
    at += 8 + track.length + label.length;
  }
  return buffer;
}
