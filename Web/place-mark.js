// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The mark where a notification happened, for some seconds after somebody has flown there: a ring round the sign of what it was.

import { element } from "./dom.js";

const time = 7_000; // milliseconds

export class PlaceMark {
  #marker = null;
  #timer = 0;

  constructor(map) {
    this.map = map;
  }

  show([longitude, latitude], kindClass) {
    this.clear();
    const mark = element("div", { class: "place-mark", "aria-hidden": "true" }, element("span", { class: `mark ${kindClass}` }));
    const near = longitude + 360 * Math.round((this.map.getCenter().lng - longitude) / 360);
    this.#marker = new globalThis.maplibregl.Marker({ element: mark }).setLngLat([near, latitude]).addTo(this.map);
    this.#timer = setTimeout(() => this.clear(), time);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#marker?.remove();
    this.#marker = null;
  }
}
