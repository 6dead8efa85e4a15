// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Keys and about": shortcuts, what runs here, and whose data the map is made of.

import { byId, element, icon, setText } from "./dom.js";
import { formatNumber } from "./formats.js";

const keys = [
  ["/", "Search a track or place"], ["e", "Entities"], ["q", "Query"], ["g", "Fences"], ["l", "Layers"], ["o", "Locations, where there are any"], ["n", "Notifications"], ["?", "This panel"],
  ["Esc", "Close what is open, then the call-out"], ["←↑↓→", "Move the map"], ["+ −", "Zoom"], ["h", "Home view"],
  ["Enter", "On the map: select what is nearest to its centre"], ["Space", "Drawing: a corner at the map's centre; Enter ends it"], ["PgUp PgDn", "Fence: from corner to corner; arrows move it, Delete takes it away, Insert adds one"], ["Ctrl Z", "Fence: take back the last change"], ["f", "Follow the selected track, or else the location"], ["t", "Emphasise its track line"], ["d", "Light or dark"], ["c", "Copy a link to this view"], ["w", "Full screen"],
  ["v", "How the scene follows, where it is open"], ["s", "Scene: in the corner, beside the map, whole, closed"], ["←↑↓→", "Scene, while it follows: turn about who is followed; + and − go nearer and farther; Esc lets go"],
];

export class AboutPanel {
  #facts = new Map();
  #open = false;

  /** `facts()` answers with [name, text] pairs that are asked for while the panel is open. */
  constructor({ facts, close }) {
    this.facts = facts;
    this.factList = element("dl", { class: "facts" });
    this.credits = element("div", { class: "group" }, element("h3", { text: "Map data" }));
    byId("panel-about").append(
      element("div", { class: "panel-head" }, element("h2", { id: "about-heading", text: "Keys and about" }), element("span", { class: "space" }),
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", "data-first": true, onclick: close }, icon("close"))),
      element("div", { class: "panel-body", tabindex: "0" },
        element("div", { class: "group" }, element("h3", { text: "Keys" }),
          element("dl", { class: "keys" }, ...keys.flatMap(([key, text]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text })]))),
        element("div", { class: "group" }, element("h3", { text: "This page" }), this.factList),
        this.credits));
    setInterval(() => this.#open && this.#tell(), 1_000);
  }

  shown(open) {
    this.#open = open;
    if (open) this.#tell();
  }

  /** The data's authors, from basemap.json. */
  credit(sources) {
    for (const { name, of, licence, credit } of sources) {
      this.credits.append(element("p", { class: "credit" }, String(name), element("small", { text: `${of}. ${credit}. ${licence}.` })));
    }
  }

  #tell() {
    for (const [name, value] of this.facts()) {
      if (!this.#facts.has(name)) {
        const target = element("dd");
        this.#facts.set(name, target);
        this.factList.append(element("dt", { text: name }), target);
      }
      setText(this.#facts.get(name), typeof value === "number" ? formatNumber(value) : value);
    }
  }
}
