// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Pointing at the map: hover, click, and the keyboard's way to the same. Which entity was meant, the server decides.

import { scaleOfZoom } from "./camera.js";
import { metresPerPixel } from "./projection.js";

const reach = { mouse: 15, touch: 26 }; // pixels around the pointer

export class Pointing {
  #request = 0;
  /** {store, slot} under the pointer, or null. */
  hovered = null;
  /** [longitude, latitude] under the pointer, or null. */
  place = null;
  #pointer = null;

  /**
   * `identify(message)` sends; `serverTime()` is the server's clock; `moved()` is called when the place under the pointer changes;
   * `disturbs()` is true while clicks mean something else.
   */
  constructor(view, { sources, identify, serverTime, moved, disturbs = () => false }) {
    Object.assign(this, { view, sources, identify, serverTime, disturbs });
    const { map } = view;
    let touch = false;
    map.getCanvasContainer().addEventListener("pointerdown", (event) => { touch = event.pointerType === "touch"; });
    map.on("click", (event) => this.#ask(event.lngLat.wrap(), touch ? reach.touch : reach.mouse));
    map.on("mousemove", (event) => {
      this.#pointer = [event.point.x, event.point.y];
      this.place = event.lngLat.wrap().toArray();
      moved();
    });
    map.on("mouseout", () => {
      this.#pointer = this.place = null;
      moved();
    });
    map.getCanvas().addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#ask(map.getCenter().wrap(), 120);
    });
  }

  #ask(place, pixels) {
    if (this.disturbs()) return;
    const { zoom } = this.view.projection;
    const time = this.serverTime();
    this.#request += 1;
    this.identify({
      type: "identify", request: this.#request, location: [place.lng, place.lat],
      tolerance: Math.max(1, pixels * metresPerPixel(place.lat, zoom)), ...(time === null ? {} : { time: Math.round(time) }),
    });
  }

  /** True where an answer is to the last question. */
  answers(message) {
    return message.request === this.#request;
  }

  /** Finds what is under the pointer now; true where that has changed. */
  update(projection) {
    const before = this.hovered;
    this.hovered = null;
    if (this.#pointer) {
      const [px, py] = this.#pointer;
      const screen = [0, 0];
      let least = reach.mouse ** 2;
      const degrees = (reach.mouse * 2 * 360) / projection.worldSize;
      for (const { store, display } of this.sources) {
        if (!display.shownAt(scaleOfZoom(projection.zoom))) continue;
        for (let slot = 0; slot < store.length; slot += 1) {
          // Most are far away in latitude already; only the rest is worth a projection.
          if (!(Math.abs(store.positions[2 * slot + 1] - (this.place?.[1] ?? 0)) < degrees)) continue;
          projection.project(store.positions[2 * slot], store.positions[2 * slot + 1], screen);
          const distance = (screen[0] - px) ** 2 + (screen[1] - py) ** 2;
          if (distance < least && store.removedAt[slot] === 0) {
            least = distance;
            this.hovered = { store, slot };
          }
        }
      }
    }
    return before?.store !== this.hovered?.store || before?.slot !== this.hovered?.slot;
  }
}
