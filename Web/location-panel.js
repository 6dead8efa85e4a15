// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Locations": the server's locations and how they fare, which one is shown, what is known of it, and how the map goes with it.

import { byId, element, icon, setText } from "./dom.js";
import { formatNumber } from "./formats.js";
import { LocationReadout } from "./location-readout.js";
import { drawLocationIcon } from "./location-symbols.js";

export const modeNames = {
  off: ["Off", "The map stays where it is"],
  recenter: ["Recenter", "The map follows when the location nears its edge"],
  navigation: ["Navigation", "The location stays near the bottom, and the map turns with its course"],
  compassNavigation: ["Compass", "The location stays in the middle, and the map turns with its heading"],
};

/** A radio group that looks like segments; `choose(value)` is called for what a person picks. */
export function segmentGroup(name, label, choices, choose) {
  const inputs = new Map();
  const group = element("div", { class: "segments radios", role: "radiogroup", "aria-label": label }, ...Object.entries(choices).map(([value, [text, title]]) => {
    const input = element("input", { type: "radio", name, value, onchange: () => choose(value) });
    inputs.set(value, input);
    return element("label", { title }, input, element("span", { text }));
  }));
  return { group, show: (value, disabled = false) => inputs.forEach((input, one) => {
    input.checked = one === value;
    input.disabled = disabled;
  }) };
}

const statusWords = {
  __proto__: null,
  stopped: "stopped", starting: "starting…", started: "running", stopping: "stopping…", failedToStart: "failed",
};

export class LocationPanel {
  #open = false;
  #rows = new Map();
  #revision = -1;

  /** `choose(location)` shows one or, with null, none; `setMode(mode)` asks for an auto-pan mode. */
  constructor({ locations, age, lost, choose, setMode, close }) {
    Object.assign(this, { locations, lost, choose });
    this.readout = new LocationReadout({ locations, age, lost });
    this.count = element("span", { class: "count" });
    this.choices = element("div", { class: "location-list", role: "radiogroup", "aria-label": "Location on the map" });
    this.sentence = element("p", { class: "location-state" });
    this.modes = segmentGroup("auto-pan", "Auto-pan", modeNames, setMode);
    this.tracker = element("a", { class: "button-link", text: "Open the tracker" });
    this.details = element("div", { class: "group", hidden: true }, element("h3", { text: "Latest fix" }), this.sentence, this.readout.list, this.tracker);
    this.panning = element("div", { class: "group", hidden: true }, element("h3", { text: "Auto-pan" }), this.modes.group);
    byId("panel-locations").append(
      element("div", { class: "panel-head" }, element("h2", { id: "locations-heading", text: "Locations" }), this.count, element("span", { class: "space" }),
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: close }, icon("close"))),
      element("div", { class: "panel-body" }, this.choices, this.panning, this.details));
    setInterval(() => this.#open && this.#tell(), 500);
  }

  shown(open) {
    this.#open = open;
    if (open) this.#tell();
  }

  /** Colours changed: the symbols are drawn anew. */
  recolor() {
    for (const { drawn } of this.#rows.values()) drawn.clear();
    this.redraw();
  }

  /** Locations or the connection changed. */
  redraw() {
    if (this.#open) this.#tell();
  }

  #tell() {
    const { locations } = this;
    this.#list();
    setText(this.count, formatNumber(locations.list.length));
    const { current } = locations;
    this.details.hidden = this.panning.hidden = current === null;
    if (current === null) return;
    this.readout.update();
    setText(this.sentence, this.readout.sentence);
    this.sentence.dataset.state = this.readout.state;
    this.modes.show(locations.mode, this.lost());
    const address = `?location=${current.location}`;
    if (this.tracker.getAttribute("href") !== address) this.tracker.setAttribute("href", address);
  }

  /** The rows are made anew only where the locations are others: a row under the keyboard must stay. */
  #list() {
    const { list, shown } = this.locations;
    const key = JSON.stringify(list.map(({ location, name, symbol }) => [location, name, symbol]));
    if (this.#revision !== key) {
      this.#revision = key;
      this.#rows.clear();
      this.choices.replaceChildren(this.#row(null, "None", null), ...list.map(({ location, name, symbol }) => this.#row(location, name, symbol)));
    }
    for (const [location, { input, state, canvas, drawn, symbol }] of this.#rows) {
      input.checked = location === shown;
      input.toggleAttribute("data-first", location === shown);
      const entry = location === null ? null : this.locations.get(location);
      if (!entry) continue;
      const failed = entry.status === "failedToStart";
      setText(state, `${statusWords[entry.status] ?? entry.status ?? ""}${entry.error ? `: ${entry.error}` : ""}`);
      state.classList.toggle("bad", failed);
      const look = `${symbol}/${failed}`;
      if (drawn.has(look)) continue;
      drawn.clear();
      drawn.add(look);
      drawLocationIcon(canvas, symbol, { grey: failed });
    }
  }

  #row(location, name, symbol) {
    const row = {
      symbol, drawn: new Set(), canvas: element("canvas", { "aria-hidden": "true" }), state: element("span", { class: "location-status" }),
      input: element("input", {
        type: "radio", name: "location", value: location === null ? "none" : String(location), onchange: () => this.choose(location),
      }),
    };
    this.#rows.set(location, row);
    return element("label", { class: "location-row" }, row.input, location === null ? element("span", { class: "no-symbol" }) : row.canvas,
      element("span", { class: "location-words" }, element("bdi", { class: "location-name", text: name }), row.state));
  }
}
