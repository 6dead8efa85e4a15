// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The call-out of the selected entity: its attributes, live, beside its symbol.

import { placeCallout } from "./callout-placement.js";
import { element, icon, setText } from "./dom.js";
import { cleanText, formatLag, formatPlace, formatValue, hoverValue, nameOf, wholeLag } from "./formats.js";

const quiet = 8; // seconds without an observation after which "live" would be too much said
const mostRows = 60;
const mostBeside = 12; // characters of a value beside which another has room in a narrow window

export class Callout {
  #size = [236, 160];
  #side = "right";
  #name = null;
  #rows = new Map(); // field name → {term, value, text}
  /** [x, y] on the screen of the place that the call-out belongs to, as last placed. */
  anchor = null;
  /** [left, top, right, bottom] of where it stands, or null. */
  box = null;

  /** `actions`: follow(), emphasise(), close(), resized(). `free()` answers with the part of the window that panels leave. */
  constructor(container, { selection, sources, actions, free }) {
    Object.assign(this, { selection, sources, free });
    this.name = element("h2", { id: "callout-name" });
    this.state = element("p", { class: "callout-state" });
    this.values = element("dl", { class: "callout-values", tabindex: "-1" });
    this.followButton = element("button", { type: "button", "aria-pressed": "false", title: "Keep it in the middle (f)", text: "Follow", onclick: actions.follow });
    this.trackButton = element("button", { type: "button", "aria-pressed": "false", title: "Emphasise its track line (t)", text: "Track", onclick: actions.emphasise });
    const close = element("button", { type: "button", class: "plain", title: "Close (Esc)", "aria-label": "Close", onclick: actions.close }, icon("close"));
    this.root = element("section", { class: "callout", "aria-labelledby": "callout-name", hidden: true },
      element("div", { class: "callout-head" }, this.name, close),
      this.state, this.values,
      element("div", { class: "callout-actions" }, this.followButton, this.trackButton));
    container.append(this.root);
    new ResizeObserver(() => {
      this.#size = [this.root.offsetWidth, this.root.offsetHeight];
      actions.resized();
    }).observe(this.root);
  }

  /** Something else, or nothing, is selected. */
  open() {
    const { selection } = this;
    this.root.hidden = !selection.any;
    this.#name = this.anchor = this.box = null;
    if (!selection.any) return;
    this.update();
    this.#size = [this.root.offsetWidth, this.root.offsetHeight];
  }

  /** There is news: a value, a state, a button. */
  update() {
    const { selection } = this;
    if (!selection.any) return;
    this.followButton.setAttribute("aria-pressed", String(selection.follow));
    setText(this.followButton, selection.follow ? "Following" : "Follow");
    this.trackButton.setAttribute("aria-pressed", String(selection.emphasised));
    if (selection.name !== this.#name) this.#rename(selection);
    if (!selection.attributes) return;
    const info = this.sources.get(selection.source)?.info;
    const fields = info?.fields ?? [];
    const known = new Map(fields.map((field) => [field.name, field]));
    const all = Object.entries(selection.attributes);
    for (const [name, value] of all.slice(0, mostRows)) {
      // What the heading says already.
      if ((name === info?.trackField || name === info?.labelField) && String(value) === selection.name) continue;
      const field = known.get(name) ?? {};
      this.#show(name, cleanText(field.alias || name, 60), formatValue(value, field), hoverValue(value, field));
    }
    const place = selection.location ? formatPlace(...selection.location) : "–";
    this.#show("\u0000place", "Position", place, place, false);
    if (all.length > mostRows) this.#show("\u0000more", "Not shown", `${all.length - mostRows} more`, "The query panel shows all attributes of a row", false);
  }

  #rename({ name, track }) {
    this.#name = name;
    this.name.replaceChildren(element("bdi", { text: nameOf(name, 60) }));
    this.name.title = cleanText(name === track ? track : `${name} (${track})`, 300);
    this.#rows.clear();
    this.values.replaceChildren();
  }

  #show(name, label, text, title, flashes = true) {
    let row = this.#rows.get(name);
    if (!row) {
      row = { value: element("dd", { dir: "auto" }) };
      this.#rows.set(name, row);
      row.term = element("dt", { text: label, title: label });
      this.values.append(row.term, row.value);
    } else if (row.text !== text && flashes) {
      row.value.classList.remove("changed");
      void row.value.offsetWidth; // begins the animation again
      row.value.classList.add("changed");
    }
    if (row.text === text) return;
    row.text = text;
    row.value.textContent = text;
    if (text.length > mostBeside) row.term.classList.add("long");
    row.value.title = title;
  }

  /** Says how fresh it is. `age` in seconds since the last observation, or null; `connected` whether the server is there. */
  tell(local, age, connected) {
    const { selection } = this;
    if (!selection.any) return;
    let state = "live";
    let text = "live";
    if (selection.gone) {
      state = "gone";
      text = `no longer reported · ${wholeLag((local - selection.goneSince) / 1000)} ago`;
    } else if (!connected) {
      state = "stale";
      text = "connection lost · last known values";
    } else if (!selection.attributes) {
      state = "waiting";
      text = "asking…";
    } else if (age !== null && age > quiet) {
      state = "stale";
      text = `silent for ${formatLag(age)}`;
    }
    this.root.dataset.state = state;
    setText(this.state, text);
  }

  /** Stands in a corner, where there is no map. */
  dock() {
    const { left, top } = this.free();
    this.#move(left, top);
  }

  /** Stands beside its entity. `screen` is [x, y] of the symbol, `reach` how far it and its ring go from there. */
  place(screen, reach = 0) {
    if (!this.selection.any) return;
    const { left, top, side } = placeCallout(screen, this.#size, this.free(), this.#side, reach);
    this.#side = side;
    this.anchor = screen;
    this.#move(left, top);
  }

  #move(left, top) {
    this.box = [left, top, left + this.#size[0], top + this.#size[1]];
    this.root.style.transform = `translate3d(${Math.round(left)}px, ${Math.round(top)}px, 0)`;
  }
}
