// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// One source in the panel "Layers": how it fares, its legend, and how this viewer wants to see it.

import { drawClass } from "./class-atlas.js";
import { element, setText } from "./dom.js";
import { cleanText, formatCount, formatLag, formatNumber } from "./formats.js";
import { classRows, legendTitle, missingFields } from "./legend.js";
import { drawIcon } from "./symbols.js";

const durations = [[0, "Any age"], [10, "10 s"], [30, "30 s"], [60, "1 min"], [300, "5 min"], [900, "15 min"], [3_600, "1 h"]];
const doing = { connect: "Connecting…", disconnect: "Disconnecting…", purge: "Purging…" };
const done = { __proto__: null, connect: "connected", disconnect: "disconnected", purge: "all observations purged" };
let cards = 0;

export class SourceCard {
  #entry = null;
  #note = "";
  #purging = 0; // when purging was asked for the first time: it needs a second press

  constructor({ changed, control, announce }) {
    Object.assign(this, { changed, control, announce });
    const id = `source-card-${(cards += 1)}`;
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.name = element("span", { class: "source-name", id: `${id}-name` });
    this.count = element("span", { class: "source-count" });
    this.status = element("span", { class: "source-status" });
    this.visible = element("input", { type: "checkbox", role: "switch", "aria-labelledby": `${id}-name`, title: "Show this source", onchange: () => this.#choose("visible", this.visible.checked) });
    this.legend = element("ul", { class: "legend class-list" });
    this.legendTitle = element("p", { class: "class-title" });
    this.problems = element("p", { class: "source-problems" });
    this.opacity = this.#range("Opacity", 0, 100, 5, (value) => this.#choose("opacity", value / 100));
    this.line = this.#switch("Track line", "line");
    this.previous = this.#switch("Previous observations", "previous");
    this.observations = this.#range("Observations shown", 1, 60, 1, (value) => this.#choose("maximumObservations", value));
    this.duration = element("select", { class: "field short", onchange: () => this.#choose("maximumDuration", Number(this.duration.value)) },
      ...durations.map(([seconds, text]) => element("option", { value: String(seconds), text })));
    this.buttons = Object.fromEntries([["connect", "Connect"], ["disconnect", "Disconnect"], ["purge", "Purge all"]].map(([action, text]) =>
      [action, element("button", { type: "button", text, "data-action": action, onclick: () => this.#ask(action) })]));
    this.controls = element("div", { class: "segments", role: "group", "aria-label": "This source on the server" }, ...Object.values(this.buttons));
    this.told = element("p", { class: "source-told", role: "status" });
    this.root = element("div", { class: "source-card" },
      element("div", { class: "source" }, this.canvas, this.name, this.visible, this.count, this.status),
      this.problems, this.legendTitle, this.legend,
      element("details", { class: "source-more" }, element("summary", { text: "Display and tracks" }),
        this.opacity.row, this.line.row, this.previous.row, this.observations.row,
        element("label", { class: "switch" }, element("span", { text: "Not older than" }), this.duration),
        element("p", { class: "source-hint", text: "Only what is drawn here: nothing is purged." })),
      this.controls, this.told);
  }

  #switch(text, name) {
    const input = element("input", { type: "checkbox", role: "switch", "data-setting": name, onchange: () => this.#choose(name, input.checked) });
    return { input, row: element("label", { class: "switch" }, element("span", { text }), input) };
  }

  #range(text, least, most, step, chosen) {
    const value = element("output", { class: "range-value" });
    const input = element("input", { type: "range", min: least, max: most, step, oninput: () => {
      chosen(Number(input.value));
      this.#show();
    } });
    return { input, value, row: element("label", { class: "switch range" }, element("span", { text }), input, value) };
  }

  #choose(name, value) {
    this.#entry.display.choose(name, value);
    this.#show();
    this.changed();
  }

  #ask(action) {
    // What is purged is gone for everybody: it is asked twice.
    if (action === "purge" && performance.now() - this.#purging > 4_000) {
      this.#purging = performance.now();
      this.#say("Press again to purge all observations, for all viewers.");
      this.told.scrollIntoView({ block: "nearest" });
      return;
    }
    this.#purging = 0;
    this.#say(this.control(this.#entry.info.source, action) ? doing[action] : "Not connected to the server.");
  }

  /** What the server says of a wish. */
  answer({ action, error }) {
    this.#say(error ? `${cleanText(error, 200)}` : "");
    this.announce(`${cleanText(this.#entry?.info.name, 40)}: ${error ? cleanText(error, 200) : done[action] ?? "done"}`);
  }

  #say(text) {
    this.#note = text;
    setText(this.told, text);
  }

  /** The source, its display or the theme have changed. */
  describe(entry, controllable) {
    this.#entry = entry;
    const { info, display } = entry;
    setText(this.name, cleanText(info.name, 40));
    this.controls.hidden = !controllable;
    const rows = classRows(entry);
    this.legend.replaceChildren(...rows);
    this.legend.hidden = rows.length === 0;
    const title = legendTitle(entry);
    setText(this.legendTitle, title);
    this.legendTitle.hidden = title === "" || rows.length === 0;
    const problems = [...display.problems, ...missingFields(entry), ...(display.omitted > 0 ? [`${formatNumber(display.omitted)} more classes are drawn as others`] : [])];
    setText(this.problems, problems.map((problem) => cleanText(problem, 300)).join(" · "));
    this.problems.hidden = problems.length === 0;
    if (display.classes?.length === 1) drawClass(this.canvas, display.classes[0].symbol);
    else if (display.classes) drawClass(this.canvas, display.classes.find(({ symbol }) => symbol)?.symbol ?? null);
    else drawIcon(this.canvas, info.symbol);
    this.observations.input.max = Math.max(2, info.maximumTrail + 1);
    this.#show();
  }

  #show() {
    const { settings } = this.#entry.display;
    this.visible.checked = settings.visible;
    this.opacity.input.value = Math.round(100 * settings.opacity);
    setText(this.opacity.value, `${Math.round(100 * settings.opacity)} %`);
    this.line.input.checked = settings.line;
    this.previous.input.checked = settings.previous;
    this.observations.input.value = settings.maximumObservations;
    setText(this.observations.value, formatNumber(Math.min(settings.maximumObservations, Number(this.observations.input.max))));
    if (![...this.duration.options].some(({ value }) => Number(value) === settings.maximumDuration)) {
      this.duration.append(element("option", { value: String(settings.maximumDuration), text: `${formatNumber(settings.maximumDuration)} s` }));
    }
    this.duration.value = String(settings.maximumDuration);
  }

  tell(now) {
    if (!this.#entry) return;
    const { info, store, status, error, newest, total, display } = this.#entry;
    const here = display.crowd ? 0 : store.count;
    const all = formatCount(Math.max(total, store.count), cleanText(info.one, 24), cleanText(info.many, 24));
    setText(this.count, total > here && total > 0 ? `${all}, ${display.crowd ? `${formatNumber(display.crowd.count)} in view` : `${formatNumber(here)} near this view`}` : all);
    const lag = newest > 0 && now !== null ? ` · ${formatLag((now - newest) / 1000)} behind` : "";
    setText(this.status, `${cleanText(status, 20)}${error ? `: ${cleanText(error, 160)}` : lag}`);
    for (const row of this.legend.children) row.count();
    const isOn = status === "connected" || status === "connecting";
    this.buttons.connect.hidden = isOn;
    this.buttons.disconnect.hidden = !isOn;
  }
}
