// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Which labels are drawn, and on which side of what they name, so that none covers another. Pure: no page needed.
//
// Greedy, in the order of the candidates (the most important first), on a grid of boxes. A label that was drawn
// keeps its place if it can, and is tried before new ones of its rank: labels do not flicker.

const cell = 48;
const label = -2; // the owner of a box that is no obstacle

/** Offsets of a label's centre from its anchor, by side, for a label of w × h beside a symbol of radius r. */
const sides = {
  right: (w, h, r) => [r + w / 2, 0],
  left: (w, h, r) => [-r - w / 2, 0],
  below: (w, h, r) => [0, r + h / 2],
  above: (w, h, r) => [0, -r - h / 2],
  centre: () => [0, 0],
  aboveRight: (w, h, r) => [0.7 * r + w / 2, -0.7 * r - h / 2],
  aboveLeft: (w, h, r) => [-0.7 * r - w / 2, -0.7 * r - h / 2],
  belowRight: (w, h, r) => [0.7 * r + w / 2, 0.7 * r + h / 2],
  belowLeft: (w, h, r) => [-0.7 * r - w / 2, 0.7 * r + h / 2],
};

export class LabelPlacement {
  #grid = new Map();
  #columns = 1;
  #previous = new Map();

  constructor(width, height) {
    this.resize(width, height);
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.#columns = Math.ceil(width / cell) + 2;
  }

  /**
   * Chooses among `candidates`: {key, x, y, width, height, radius, sides, rank, own, under}, `rank` 0 the most important.
   * `own` is the index of the obstacle that the label names; a label with `under` may lie under obstacles; of candidates
   * with the same `group`, which name one thing at several places, one is drawn; one with `always` is drawn at its first side where all are taken.
   * `obstacles` is a flat list of [x, y, half size] that labels keep clear of; `reserved` a list of
   * [left, top, right, bottom] such as the panels. Returns the drawn ones: {candidate, side, dx, dy}.
   */
  place(candidates, obstacles = [], reserved = [], most = 400) {
    this.#grid.clear();
    for (const box of reserved) this.#block(...box);
    for (let i = 0; i < obstacles.length; i += 3) {
      const [x, y, half] = [obstacles[i], obstacles[i + 1], obstacles[i + 2]];
      this.#block(x - half, y - half, x + half, y + half, i / 3);
    }
    const previous = this.#previous;
    const ordered = candidates
      .map((candidate, index) => ({ candidate, index, stays: previous.has(candidate.key) ? 0 : 1 }))
      .sort((a, b) => a.candidate.rank - b.candidate.rank || a.stays - b.stays || a.index - b.index);
    const placed = [];
    const groups = new Set();
    this.#previous = new Map();
    for (const { candidate } of ordered) {
      if (placed.length >= most) break;
      if (candidate.group !== undefined && groups.has(candidate.group)) continue;
      const found = this.#find(candidate, previous.get(candidate.key));
      if (!found) continue;
      placed.push(found);
      groups.add(candidate.group);
      this.#previous.set(candidate.key, found.side);
    }
    return placed;
  }

  #find(candidate, before) {
    const { x, y, width, height, radius = 0, own = -1, under = false } = candidate;
    const order = before ? [before, ...candidate.sides.filter((side) => side !== before)] : candidate.sides;
    for (const side of order) {
      const [dx, dy] = sides[side](width, height, radius);
      const left = x + dx - width / 2;
      const top = y + dy - height / 2;
      if (left < 2 || top < 2 || left + width > this.width - 2 || top + height > this.height - 2) continue;
      if (!this.#free(left, top, left + width, top + height, own, under)) continue;
      this.#block(left, top, left + width, top + height);
      return { candidate, side, dx, dy };
    }
    if (!candidate.always) return null;
    const [dx, dy] = sides[order[0]](width, height, radius);
    this.#block(x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2);
    return { candidate, side: order[0], dx, dy };
  }

  *#cells(left, top, right, bottom) {
    const clamp = (value, most) => Math.max(-1, Math.min(most, Math.floor(value / cell)));
    const lastRow = Math.ceil(this.height / cell);
    const [x0, x1] = [clamp(left, this.#columns - 2), clamp(right, this.#columns - 2)];
    const [y0, y1] = [clamp(top, lastRow), clamp(bottom, lastRow)];
    for (let row = y0; row <= y1; row += 1) {
      for (let column = x0; column <= x1; column += 1) yield (row + 1) * this.#columns + column + 1;
    }
  }

  #block(left, top, right, bottom, owner = label) {
    const box = { left, top, right, bottom, owner };
    for (const key of this.#cells(left, top, right, bottom)) {
      const boxes = this.#grid.get(key);
      if (boxes) boxes.push(box);
      else this.#grid.set(key, [box]);
    }
  }

  /** A label may touch the symbol that it names (its `own` obstacle), nothing else. */
  #free(left, top, right, bottom, own, under) {
    for (const key of this.#cells(left, top, right, bottom)) {
      for (const box of this.#grid.get(key) ?? []) {
        if (box.owner === own || (under && box.owner >= 0)) continue;
        if (left < box.right && right > box.left && top < box.bottom && bottom > box.top) return false;
      }
    }
    return true;
  }
}
