// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Which picture stands for a location. Pure: no page needed.

const others = new Set(["station", "aircraft", "vessel", "vehicle"]);

/** The picture's name for a location: by what it is (`dot`, `station`, …), how it is to be drawn, and whether in grey. */
export function locationFrame(kind, state, grey) {
  if (others.has(kind)) return grey || state === "acquiring" ? `${kind}-grey` : kind;
  return grey ? "acquiring" : state;
}
