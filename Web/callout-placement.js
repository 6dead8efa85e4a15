// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Where the call-out stands: beside its entity, inside the free part of the window, never on what it tells of.
// Pure: no page needed.

const least = 32; // from the symbol's middle: clear of the selection's ring
const lift = 52; // the call-out's top stands this much above the symbol, as far as there is room

/**
 * `anchor` is [x, y] of the entity, `size` [width, height] of the call-out, `free` {left, top, right, bottom}.
 * The side it stood on before is kept while it fits; `reach` is how far the entity and its ring go from there, in pixels. Returns {left, top, side}.
 */
export function placeCallout(anchor, size, free, before = "right", reach = 0) {
  const gap = Math.max(least, reach + 8);
  const [x, y] = anchor;
  const [width, height] = size;
  const clampY = (top) => Math.max(free.top, Math.min(top, free.bottom - height));
  const clampX = (left) => Math.max(free.left, Math.min(left, free.right - width));
  const places = {
    right: { left: x + gap, top: clampY(y - lift) },
    left: { left: x - gap - width, top: clampY(y - lift) },
    below: { left: clampX(x - width / 2), top: y + gap },
    above: { left: clampX(x - width / 2), top: y - gap - height },
  };
  const order = [before, "right", "left", "below", "above"].filter((side, i, all) => all.indexOf(side) === i);
  const fits = ({ left, top }) => left >= free.left && left + width <= free.right && top >= free.top && top + height <= free.bottom;
  const side = order.find((one) => fits(places[one]));
  if (side) return { ...places[side], side };
  // No side has room, or the entity is outside: the nearest place inside that does not cover it.
  const clamped = order.map((one) => ({ left: clampX(places[one].left), top: clampY(places[one].top), side: one }));
  const clear = Math.max(14, reach);
  const covers = ({ left, top }) => x > left - clear && x < left + width + clear && y > top - clear && y < top + height + clear;
  const distance = ({ left, top, side: one }) => Math.abs(left - places[one].left) + Math.abs(top - places[one].top);
  const choices = clamped.filter((place) => !covers(place));
  return (choices.length > 0 ? choices : clamped).sort((a, b) => distance(a) - distance(b))[0];
}
