// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Track lines as line segments in two typed arrays, rebuilt a few times a second. Pure: no page needed.

const halfTurn = 180;
const newest = 200; // opacity of the youngest segment, of 255

/** Segments of all sources at most: what software rendering still draws in time. */
export const segmentBudget = 8_000;
const shortest = 4; // pixels: a shorter step is joined to the next
const bend = 0.7; // pixels: a point less off the straight line is left out
const pieces = 10; // of a line at least, where it is long enough: it fades in that many steps

export class Trails {
  #sources = new Float64Array(0);
  #targets = new Float64Array(0);
  #colors = new Uint8Array(0);
  length = 0;

  get sources() { return this.#sources.subarray(0, 2 * this.length); }
  get targets() { return this.#targets.subarray(0, 2 * this.length); }
  get colors() { return this.#colors.subarray(0, 4 * this.length); }

  clear() {
    this.length = 0;
    this.data = undefined; // what overlay.js made of it
  }

  /**
   * Adds the track line of each slot, from where its entity is displayed back through what it passed, fading.
   * Points that cannot be seen at `pixel` degrees a pixel are left out; at most `most` segments a line.
   * `color` is [red, green, blue]; `fading` false keeps the line strong all the way; of observations, at most `observations` behind the newest count,
   * and none that came before `since`.
   */
  add(store, slots, { most, pixel, color, fading = true, observations = Infinity, since = -Infinity, opacity = 1 }) {
    for (const slot of slots) {
      const longitude = store.positions[2 * slot];
      const latitude = store.positions[2 * slot + 1];
      if (Number.isNaN(longitude)) continue;
      const points = Math.min(store.sizes[slot] - store.ahead[slot], observations);
      this.#reserve(this.length + Math.max(0, points));
      this.#line(store, slot, [longitude, latitude], points, { most, pixel, color, fading, since, opacity });
    }
  }

  #line(store, slot, start, points, { most, pixel, color, fading, since, opacity }) {
    const least = Math.max(1, Math.ceil(points / Math.min(pieces, most)));
    const stretch = 1 / Math.max(0.1, Math.cos((start[1] * Math.PI) / 180)); // degrees of latitude look longer
    let [fromX, fromY] = start;
    let [lastX, lastY] = start;
    let skipped = 0;
    let segments = 0;
    let step = 0;
    store.visitTrail(slot, points, (nextLongitude, nextLatitude, cell) => {
      if (store.times[cell] < since) return false;
      step += 1;
      let x = nextLongitude / 1e7;
      const y = nextLatitude / 1e7;
      // Towards the nearer side: a line across the antimeridian must not run round the world.
      if (x - lastX > halfTurn) x -= 2 * halfTurn;
      else if (x - lastX < -halfTurn) x += 2 * halfTurn;
      const [dx, dy] = [x - fromX, (y - fromY) * stretch];
      const distance = Math.hypot(dx, dy) / pixel;
      const off = Math.abs((lastX - fromX) * dy - (lastY - fromY) * stretch * dx) / (Math.hypot(dx, dy) || 1) / pixel;
      skipped += 1;
      const last = step === points;
      if (segments >= most && !last) return true;
      if (skipped > 1 && off > bend && segments < most) {
        // The point before this one is a corner.
        this.#push(fromX, fromY, lastX, lastY, color, opacity * (fading ? fade(step - 1, points) : 230));
        segments += 1;
        [fromX, fromY, skipped] = [lastX, lastY, 1];
      } else if (distance >= shortest && (skipped >= least || last)) {
        this.#push(fromX, fromY, x, y, color, opacity * (fading ? fade(step, points) : 230));
        segments += 1;
        [fromX, fromY, skipped] = [x, y, 0];
      }
      [lastX, lastY] = [x, y];
      return true;
    });
  }

  #push(x0, y0, x1, y1, color, opacity) {
    const i = this.length;
    this.#sources[2 * i] = x0;
    this.#sources[2 * i + 1] = y0;
    this.#targets[2 * i] = x1;
    this.#targets[2 * i + 1] = y1;
    this.#colors[4 * i] = color[0];
    this.#colors[4 * i + 1] = color[1];
    this.#colors[4 * i + 2] = color[2];
    this.#colors[4 * i + 3] = opacity;
    this.length += 1;
  }

  #reserve(count) {
    if (count * 2 <= this.#sources.length) return;
    const size = Math.max(1024, 2 ** Math.ceil(Math.log2(count)));
    const grown = (array, width) => {
      const larger = new array.constructor(size * width);
      larger.set(array.subarray(0, this.length * width));
      return larger;
    };
    this.#sources = grown(this.#sources, 2);
    this.#targets = grown(this.#targets, 2);
    this.#colors = grown(this.#colors, 4);
  }
}

/** The opacity of a segment that ends `step` of `points` points back. */
const fade = (step, points) => newest * (1 - (step - 0.5) / (points + 1)) ** 1.3;

/** How many segments a track line may have where `visible` entities share the budget. */
export const trailShare = (visible) => Math.max(2, Math.min(60, Math.floor(segmentBudget / Math.max(visible, 1))));
