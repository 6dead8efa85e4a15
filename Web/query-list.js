// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The list of what a query has found: a short row each, live; all attributes where a row is opened.

import { element, icon, setText } from "./dom.js";
import { cleanText, formatPlace, formatValue, hoverValue, nameOf, wholeLag } from "./formats.js";
import { joinTexts, summaryOf } from "./query.js";

export class QueryList {
  /** Whether only those are shown that no longer match. */
  onlyFormer = false;
  #items = new Map(); // track → parts of its row
  #reached = null; // the track whose buttons the Tab key stops at

  /** `choose(source, track, location)` selects and shows; `labelOf(source, track)` what a person calls it; `serverTime()` the server's clock. */
  constructor({ query, sources, selection, labelOf, choose, serverTime }) {
    Object.assign(this, { query, sources, selection, labelOf, choose, serverTime });
    this.root = element("ul", { class: "query-rows", onkeydown: (event) => this.#walk(event), onfocusin: (event) => this.#reach(event.target.closest("li")?.dataset.track) });
  }

  clear() {
    this.#reached = null;
    this.#items.clear();
    this.root.replaceChildren();
  }

  draw() {
    const { query } = this;
    const source = query.wish?.source;
    const info = this.sources.get(source)?.info;
    const rows = (info ? query.sorted((track) => this.labelOf(source, track) ?? track) : [])
      .filter(({ row }) => !this.onlyFormer || row.standing !== "matches");
    this.root.setAttribute("aria-label", info ? `${cleanText(info.many, 24)} of the query` : "Results");
    const seen = new Set();
    const summary = info ? summaryOf(info) : null;
    let place = this.root.firstElementChild;
    for (const { row, label } of rows) {
      seen.add(row.track);
      const item = this.#items.get(row.track) ?? this.#make(source, row.track);
      this.#fill(item, row, label, info, summary);
      // Only what stands elsewhere is moved, and keeps the keyboard.
      if (item.root === place) place = place.nextElementSibling;
      else {
        const focused = item.root.contains(document.activeElement) ? document.activeElement : null;
        this.root.insertBefore(item.root, place);
        focused?.focus({ preventScroll: true });
      }
    }
    for (const [track, item] of this.#items) {
      if (seen.has(track)) continue;
      this.#remove(track, item);
    }
    if (!seen.has(this.#reached)) this.#reach(rows[0]?.row.track ?? null);
  }

  /** One row is a stop for the Tab key, whatever their number: the arrows walk the list. */
  #walk(event) {
    const item = event.target.closest("li");
    const step = {
      ArrowDown: () => item.nextElementSibling, ArrowUp: () => item.previousElementSibling,
      Home: () => this.root.firstElementChild, End: () => this.root.lastElementChild,
    }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = [...item.querySelectorAll("button")].indexOf(event.target);
    const buttons = [...(step()?.querySelectorAll("button:not([hidden])") ?? [])];
    (buttons[index] ?? buttons[0])?.focus();
  }

  #reach(track) {
    for (const [one, stop] of [[this.#reached, -1], [track, 0]]) {
      const item = this.#items.get(one);
      if (item) for (const button of [item.choose, item.expand, item.dismiss]) button.tabIndex = stop;
    }
    this.#reached = track;
  }

  #remove(track, item) {
    const next = item.root.contains(document.activeElement) ? item.root.nextElementSibling ?? item.root.previousElementSibling : null;
    item.root.remove();
    this.#items.delete(track);
    next?.querySelector("button")?.focus({ preventScroll: true });
  }

  #make(source, track) {
    const item = {
      name: element("bdi"), main: element("span", { class: "query-main" }), texts: element("span", { class: "query-texts", dir: "auto" }),
      numbers: element("span", { class: "query-numbers" }), chip: element("span", { class: "query-chip" }), since: element("span", { class: "query-since" }),
      values: element("dl", { class: "query-values", hidden: true }), terms: new Map(),
    };
    item.choose = element("button", { type: "button", class: "query-choose", onclick: () => this.choose(source, track, this.query.rows.get(track)?.location ?? null) },
      element("span", { class: "query-name" }, item.name), item.main,
      element("span", { class: "query-second" }, element("span", { class: "query-detail" }, item.chip, item.since, item.texts), item.numbers));
    item.expand = element("button", { type: "button", class: "plain", "aria-expanded": "false", onclick: () => this.query.expand(track, !this.query.isExpanded(track)) }, icon("chevron"));
    item.dismiss = element("button", { type: "button", class: "plain", hidden: true, onclick: () => this.query.dismiss(track) }, icon("close"));
    item.root = element("li", { class: "query-row" }, element("div", { class: "query-line" }, item.choose, item.expand, item.dismiss), item.values);
    item.root.dataset.track = track;
    for (const button of [item.choose, item.expand, item.dismiss]) button.tabIndex = -1;
    this.#items.set(track, item);
    return item;
  }

  #fill(item, row, label, info, summary) {
    const name = nameOf(label, 60);
    const { attributes, standing } = row;
    const text = (field) => formatValue(attributes[field.name], field);
    const selected = this.selection.source === info.source && this.selection.track === row.track;
    item.root.dataset.standing = standing;
    item.root.classList.toggle("selected", selected);
    if (selected) item.choose.setAttribute("aria-current", "true");
    else item.choose.removeAttribute("aria-current");
    setText(item.name, name);
    item.name.title = label === row.track ? "" : cleanText(row.track, 300);
    setText(item.main, summary.main ? text(summary.main) : "");
    item.main.title = summary.main ? cleanText(summary.main.alias, 60) : "";
    const matches = standing === "matches";
    item.chip.hidden = item.since.hidden = matches;
    setText(item.chip, { matches: "", former: "no longer matches", gone: "gone" }[standing]);
    const now = this.serverTime();
    setText(item.since, row.since && now !== null ? `${wholeLag((now - row.since) / 1000)} ago` : "");
    item.texts.hidden = !matches;
    setText(item.texts, joinTexts(summary.texts.map((field) => ({ alias: field.alias, text: text(field) }))));
    setText(item.numbers, summary.numbers.map(text).join(" · "));
    item.numbers.title = summary.numbers.map(({ alias }) => cleanText(alias, 60)).join(" · ");
    item.dismiss.hidden = matches;
    tellName(item.dismiss, `Take ${name} off the list`);
    tellName(item.expand, `All attributes of ${name}`);
    const expanded = this.query.isExpanded(row.track);
    item.expand.setAttribute("aria-expanded", String(expanded));
    item.values.hidden = !expanded;
    if (expanded) this.#fillValues(item, row, info);
  }

  #fillValues(item, row, info) {
    const known = new Map(info.fields.map((field) => [field.name, field]));
    for (const [name, value] of Object.entries(row.attributes)) {
      const field = known.get(name) ?? {};
      this.#value(item, name, cleanText(field.alias || name, 60), formatValue(value, field), hoverValue(value, field));
    }
    const place = row.location ? formatPlace(...row.location) : "–";
    this.#value(item, "\u0000place", "Position", place, place);
  }

  #value(item, name, label, text, title) {
    let value = item.terms.get(name);
    if (!value) {
      value = element("dd", { dir: "auto" });
      item.terms.set(name, value);
      const place = item.terms.has("\u0000place") && name !== "\u0000place" ? item.terms.get("\u0000place").previousElementSibling : null;
      for (const part of [element("dt", { text: label, title: label }), value]) item.values.insertBefore(part, place);
    }
    setText(value, text);
    value.title = title;
  }
}

function tellName(button, text) {
  if (button.getAttribute("aria-label") === text) return;
  button.setAttribute("aria-label", text);
  button.title = text;
}
