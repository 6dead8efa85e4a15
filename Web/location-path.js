// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The path behind a location, and its line segments for drawing: fading with age, cut at the antimeridian and where nothing was known
// for long. Pure: no page needed.

import { nearestLongitude, wrapLongitude } from "./geodesy.js";

const most = 20_000; // points kept
const newest = 235; // opacity of the youngest segment, of 255
const oldest = 26;
const shortest = 1.5; // pixels: a shorter step is joined to the next
const leastGap = 30_000; // milliseconds

export class LocationPath {
  #points = []; // [longitude, latitude, milliseconds], oldest first
  #usual = null;
  /** Grows with each change. */
  revision = 0;

  get length() {
    return this.#points.length;
  }

  get points() {
    return this.#points;
  }

  clear() {
    this.#points = [];
    this.revision += 1;
  }

  /** Takes the points of a `location-path`; those older than `seconds` before the newest go. What is no point is passed over. */
  add(points, { reset = false, seconds = Infinity } = {}) {
    if (reset) this.#points = [];
    for (const point of Array.isArray(points) ? points : []) {
      const [longitude, latitude, time] = Array.isArray(point) ? point : [];
      if (![longitude, latitude, time].every(Number.isFinite) || Math.abs(latitude) > 90 || Math.abs(longitude) > 540) continue;
      // A source whose clock was put back begins its path anew.
      if (this.#points.length > 0 && time < this.#points.at(-1)[2]) this.#points = this.#points.filter((one) => one[2] < time);
      this.#points.push([wrapLongitude(longitude), latitude, time]);
    }
    const last = this.#points.at(-1);
    if (last) {
      const first = this.#points.findIndex((one) => one[2] >= last[2] - seconds * 1_000);
      this.#points.splice(0, Math.max(first, this.#points.length - most, 0));
    }
    this.#usual = usualStep(this.#points);
    this.revision += 1;
  }

  /**
   * Segments in typed arrays, as overlay.js draws lines: {length, sources, targets, colors}. `pixel` is degrees a pixel; where the path
   * is `open`, its last step is left out, for `joint` to go to where the location is drawn now.
   */
  segments({ pixel, color, open = false }) {
    const sources = [];
    const targets = [];
    const colors = [];
    const points = this.#points;
    const last = points.at(-1);
    if (!last) return typed(sources, targets, colors);
    const span = Math.max(1, last[2] - points[0][2]);
    const push = (from, to, time) => {
      const opacity = oldest + (newest - oldest) * (1 - (last[2] - time) / span) ** 1.4;
      for (const [x0, y0, x1, y1] of cut(from, to)) {
        sources.push(x0, y0);
        targets.push(x1, y1);
        colors.push(...color, opacity);
      }
    };
    let from = points[0];
    const gap = this.#gap;
    const ends = open ? points.length - 1 : points.length;
    for (let i = 1; i < ends; i += 1) {
      const to = points[i];
      if (to[2] - points[i - 1][2] > gap) {
        if (from !== points[i - 1]) push(from, points[i - 1], points[i - 1][2]);
        from = to;
        continue;
      }
      const stretch = 1 / Math.max(0.1, Math.cos((to[1] * Math.PI) / 180));
      const distance = Math.hypot(nearestLongitude(to[0], from[0]) - from[0], (to[1] - from[1]) * stretch) / pixel;
      if (distance < shortest && i < ends - 1) continue;
      push(from, to, to[2]);
      from = to;
    }
    return typed(sources, targets, colors);
  }

  /** The step to where the location is drawn now, `end`; `fixed` is its latest position. */
  joint(end, fixed, color) {
    const [before, last] = [this.#points.at(-2), this.#points.at(-1)];
    if (!last || !end) return typed([], [], []);
    const from = this.openFor(fixed) && before && last[2] - before[2] <= this.#gap ? before : last;
    const parts = cut(from, end);
    return typed(parts.flatMap(([x, y]) => [x, y]), parts.flatMap(([, , x, y]) => [x, y]), parts.flatMap(() => [...color, newest]));
  }

  /** True where the newest point is the latest position itself: the step to it is drawn as the location comes along. */
  openFor(fixed) {
    const last = this.#points.at(-1);
    return Boolean(last && fixed) && Math.abs(nearestLongitude(fixed[0], last[0]) - last[0]) < 1e-6 && Math.abs(fixed[1] - last[1]) < 1e-6;
  }

  get #gap() {
    return Math.max(leastGap, 8 * (this.#usual ?? 0));
  }
}

const typed = (sources, targets, colors) => ({
  length: sources.length / 2, sources: new Float64Array(sources), targets: new Float64Array(targets), colors: new Uint8Array(colors),
});

/** The median time between two points, or null. */
function usualStep(points) {
  if (points.length < 2) return null;
  const steps = points.slice(1).map((point, i) => point[2] - points[i][2]).sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)];
}

/** A segment in one or two parts, all within ±180°, by the shorter way: [longitude, latitude, longitude, latitude]. */
export function cut([fromX, fromY], [toX, toY]) {
  const near = nearestLongitude(toX, fromX);
  if (near >= -180 && near <= 180) return [[fromX, fromY, near, toY]];
  const edge = near > 180 ? 180 : -180;
  const middle = fromY + ((toY - fromY) * (edge - fromX)) / (near - fromX);
  return [[fromX, fromY, edge, middle], [-edge, middle, near - 2 * edge, toY]];
}
