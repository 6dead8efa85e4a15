// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Layers": the sources and how they are displayed, what else the map shows, and what the signs mean.

import { byId, element, icon } from "./dom.js";
import { signRows } from "./legend.js";
import { SourceCard } from "./source-card.js";
import { chooseTheme, themeChoice } from "./theme.js";

const switches = [
  ["labels", "Labels of entities"], ["trails", "Track lines"], ["fences", "Fences"],
  ["landmarks", "Landmarks"], ["places", "Places and airports"], ["graticule", "Graticule"],
];

export class LayersPanel {
  #open = false;
  #visible = Object.fromEntries(switches.map(([name]) => [name, true]));
  #cards = new Map(); // source → SourceCard

  /** `control(source, action)` asks the server; `controllable()` says whether it may be asked; `changed(name, visible)` a switch, or how a source is shown. */
  constructor({ sources, changed, serverTime, close, control, controllable, announce }) {
    Object.assign(this, { sources, serverTime, changed, control, controllable, announce });
    this.sourceList = element("div", { class: "group" });
    this.legendList = element("ul", { class: "legend" });
    this.themes = [["system", "System"], ["light", "Light"], ["dark", "Dark"]].map(([choice, text]) =>
      element("button", { type: "button", text, "data-choice": choice, onclick: () => chooseTheme(choice) }));
    const rows = switches.map(([name, text], i) => element("label", { class: "switch" }, element("span", { text }),
      element("input", { type: "checkbox", role: "switch", checked: true, "data-switch": name, "data-first": i === 0, onchange: (event) => {
        this.#visible[name] = event.target.checked;
        changed(name, event.target.checked);
      } })));
    byId("panel-layers").append(
      element("div", { class: "panel-head" }, element("h2", { id: "layers-heading", text: "Layers" }), element("span", { class: "space" }),
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: close }, icon("close"))),
      element("div", { class: "panel-body" },
        this.sourceList,
        element("div", { class: "group" }, element("h3", { text: "Show" }), ...rows),
        element("div", { class: "group" }, element("h3", { text: "Theme" }), element("div", { class: "segments", role: "group", "aria-label": "Theme" }, ...this.themes)),
        element("div", { class: "group" }, element("h3", { text: "Signs" }), this.legendList)));
    setInterval(() => this.#open && this.#tell(), 1_000);
  }

  /** True where the layer of that name is switched on. */
  shows(name) {
    return this.#visible[name];
  }

  shown(open) {
    this.#open = open;
    if (open) this.redraw();
  }

  /** The server has carried out a wish about a source, or not. */
  answer(message) {
    this.#cards.get(message.source)?.answer(message);
  }

  /** Theme or sources changed. */
  redraw() {
    if (!this.#open) return;
    for (const button of this.themes) button.setAttribute("aria-pressed", String(button.dataset.choice === themeChoice()));
    this.legendList.replaceChildren(...signRows([...this.sources][0]?.info.symbol ?? "dot"));
    const cards = new Map();
    for (const entry of this.sources) {
      const card = this.#cards.get(entry.info.source) ?? new SourceCard({
        changed: () => this.changed("source", true), control: this.control, announce: this.announce,
      });
      card.describe(entry, this.controllable());
      cards.set(entry.info.source, card);
    }
    const isSame = cards.size === this.#cards.size && [...cards].every(([source, card]) => this.#cards.get(source) === card);
    this.#cards = cards;
    // Where nothing comes or goes, what has the keyboard keeps it.
    if (!isSame || this.sourceList.childElementCount === 0) {
      this.sourceList.replaceChildren(element("h3", { text: "Sources" }), ...[...cards.values()].map((card) => card.root));
    }
    this.#tell();
  }

  #tell() {
    for (const card of this.#cards.values()) card.tell(this.serverTime());
  }
}
