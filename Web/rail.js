// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The rail of tools: one panel open at a time. A new tool is a button in index.html, a section, and a module that fills it.

import { byId } from "./dom.js";

const narrow = matchMedia("(max-width: 760px)");

export const isNarrow = () => narrow.matches;

/** Between a panel on the left and the notifications is no room for a call-out. */
export const isTight = () => innerWidth < 960;

export class Rail {
  #panels = new Map(); // name → {button, section, panel}
  open = null;

  /** `opening(name)` is called before a panel opens, so that what would cover it can make room. */
  constructor({ opening, changed }) {
    Object.assign(this, { opening, changed });
    for (const button of byId("rail").querySelectorAll("[data-panel]")) {
      const name = button.dataset.panel;
      this.#panels.set(name, { button, section: byId(`panel-${name}`), panel: null });
      // A press by keyboard has no detail; a pointer's press must not raise the keyboard of a phone.
      button.addEventListener("click", (event) => this.toggle(name, event.detail === 0));
    }
  }

  /** `panel` has `shown(open)`, and is asked to fill its section only while it is open. */
  add(name, panel) {
    this.#panels.get(name).panel = panel;
  }

  toggle(name, focus = true) {
    this.show(this.open === name ? null : name, focus);
  }

  /** Opens one panel, or none. The keyboard goes with it, and comes back to the button. */
  show(name, focus = true) {
    const before = this.open;
    const within = before !== null && this.#panels.get(before).section.contains(document.activeElement);
    if (name === before) return;
    if (name) this.opening(name);
    this.open = name;
    for (const [one, { button, section, panel }] of this.#panels) {
      const open = one === name;
      section.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
      panel?.shown(open);
    }
    if (name && focus) this.#panels.get(name).section.querySelector("[data-first]")?.focus({ preventScroll: true });
    else if (!name && within) this.#panels.get(before).button.focus({ preventScroll: true });
    this.changed();
  }
}
