// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Track lines in the scene, at the heights where their entities were; chosen anew a few times a second, for those in sight.

import { pointOf } from "../rig/earth.js";
import { colorOf } from "../theme.js";

const budget = { lite: 3_000, full: 12_000 }; // points of all lines
const interval = 240;

export class SceneTracks {
  #builtAt = -Infinity;
  #lines = [];

  constructor({ Cesium, scene, lite }) {
    Object.assign(this, { Cesium, scene, budget: budget[lite ? "lite" : "full"] });
    this.collection = scene.primitives.add(new Cesium.PolylineCollection());
  }

  /** `visible` are the entities in sight; `emphasised(store)` the slot whose line is drawn strong, or undefined. True where the lines were chosen anew. */
  update(visible, { local, shows, emphasised, time }) {
    if (local - this.#builtAt < interval) return false;
    this.#builtAt = local;
    let [used, left] = [0, this.budget];
    const [red, green, blue] = colorOf("symbol").map((part) => part / 255);
    const usual = new this.Cesium.Color(red, green, blue, 0.6);
    for (const { entry, store, slot, point } of visible) {
      const { settings } = entry.display;
      const strong = emphasised(store) === slot;
      if (left <= 0 || store.removedAt[slot] !== 0 || !(strong || (shows && settings.line))) continue;
      const since = settings.maximumDuration > 0 && time !== null ? time - entry.info.displayDelay - 1000 * settings.maximumDuration : -Infinity;
      const points = [point];
      const most = strong ? store.depth : Math.min(settings.maximumObservations - 1, left);
      const lift = entry.display.placement.placement.startsWith("draped") ? null : entry.display.placement.altitudeOffset;
      store.visitTrail(slot, most, (longitude, latitude, cell) => {
        if (store.times[cell] < since) return false;
        points.push(pointOf({ longitude: longitude / 1e7, latitude: latitude / 1e7, altitude: lift === null ? 0 : (store.heights?.levels[cell] ?? 0) / 10 + lift }));
        return true;
      });
      if (points.length < 2) continue;
      left -= points.length;
      this.#line(used, points, strong ? usual.withAlpha(1) : trackColor(this.Cesium, entry.display.trackLine) ?? usual, strong ? 3 : entry.display.trackLine?.width ?? 1.5);
      used += 1;
    }
    for (let i = used; i < this.#lines.length; i += 1) this.#lines[i].show = false;
    return true;
  }

  #line(number, points, color, width) {
    const positions = points.map(([x, y, z]) => new this.Cesium.Cartesian3(x, y, z));
    let line = this.#lines[number];
    if (!line) {
      line = this.collection.add({ positions, width: this.#wide(width), material: this.Cesium.Material.fromType("Color") });
      this.#lines.push(line);
    } else {
      line.positions = positions;
      line.width = this.#wide(width);
      line.show = true;
    }
    line.material.uniforms.color = color;
  }

  /** At least a pixel of the picture, or a line is in pieces. */
  #wide(width) {
    return Math.max(width, 1.3 / this.scene.pixelRatio);
  }

  /** The next picture chooses them anew. */
  refresh() {
    this.#builtAt = -Infinity;
  }
}

function trackColor(Cesium, line) {
  return line ? Cesium.Color.fromCssColorString(line.color) ?? null : null;
}
