// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The words under a location that is not live: a grey dot alone does not say why it is grey.

import { byId, element, setText } from "./dom.js";
import { wholeLag } from "./formats.js";

const below = 20; // pixels

/** What is said, or "" where it is live. `age` is seconds since the last fix. */
export function noteText(state, age) {
  const old = age === null ? "" : wholeLag(age);
  return {
    offline: `Connection lost · ${old} old`, stale: `No fix for ${old}`, acquiring: "Last known position", failed: `Source failed · ${old} old`, stopped: `Source stopped · ${old} old`,
  }[state] ?? "";
}

export class LocationNote {
  #box = element("div", { class: "location-note", hidden: true, "aria-hidden": "true" });

  constructor() {
    byId("callouts").before(this.#box);
  }

  /** `place` is [x, y] on the screen, or null where it is not drawn. */
  show(place, state, age) {
    const text = place ? noteText(state, age) : "";
    this.#box.hidden = text === "";
    if (text === "") return;
    setText(this.#box, text);
    const moved = `translate(${Math.round(place[0])}px, ${Math.round(place[1] + below)}px) translateX(-50%)`;
    if (this.#box.style.transform !== moved) this.#box.style.transform = moved;
  }
}
