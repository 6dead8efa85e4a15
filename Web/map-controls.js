// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The buttons at the bottom right: nearer, farther, home, and north up where it is not; and the way past all others.

import { byId } from "./dom.js";

export function connectControls(view) {
  const { map } = view;
  byId("zoom-in").addEventListener("click", () => map.zoomIn());
  byId("zoom-out").addEventListener("click", () => map.zoomOut());
  byId("zoom-home").addEventListener("click", () => view.goHome());
  byId("zoom-north").addEventListener("click", () => map.resetNorth());
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address belongs to the view
    map.getCanvas().focus();
  });
  map.on("rotate", () => { byId("zoom-north").hidden = Math.abs(map.getBearing()) < 0.5; });
}
