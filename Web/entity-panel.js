// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Entities": all of them, searchable. Only the rows in sight exist, whatever their number.

import { byId, element, icon, setText } from "./dom.js";
import { cleanText, compareNames, formatHeading, formatNumber, nameOf, wholeLag } from "./formats.js";
import { drawClass } from "./class-atlas.js";
import { drawIcon } from "./symbols.js";

const rowHeight = 44;
const tallest = 420; // of the list, where there is room

export class EntityPanel {
  #list = [];
  #rows = [];
  #active = -1;
  #revision = "";
  #open = false;

  /** `choose(source, track)` selects and shows an entity; `serverTime()` tells how old an observation is. */
  constructor({ sources, selection, choose, serverTime, close }) {
    Object.assign(this, { sources, selection, choose, serverTime });
    this.title = element("h2", { id: "entities-heading", text: "Entities" });
    this.count = element("span", { class: "count" });
    this.field = element("input", {
      class: "field", type: "search", placeholder: "Search by name or track", "aria-label": "Search entities by name or track", "data-first": true,
      role: "combobox", "aria-expanded": "true", "aria-controls": "entity-rows", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
      oninput: () => this.#refresh(true), onkeydown: (event) => this.#key(event),
    });
    this.inner = element("div", { class: "rows-inner" });
    this.nothing = element("p", { class: "nothing" });
    this.scroller = element("div", {
      class: "rows", id: "entity-rows", role: "listbox", tabindex: "0", "aria-label": "Entities",
      onscroll: () => this.#draw(), onkeydown: (event) => this.#key(event),
    }, this.inner);
    byId("panel-entities").append(
      element("div", { class: "panel-head" }, this.title, this.count, element("span", { class: "space" }),
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: close }, icon("close"))),
      element("div", { class: "field-row" }, this.field), this.scroller, this.nothing);
    new ResizeObserver(() => this.#draw()).observe(this.scroller);
    // Sorting a hundred thousand names takes a while: the longer the list, the rarer.
    let turn = 0;
    setInterval(() => {
      turn += 1;
      if (this.#open && turn % Math.ceil((this.#list.length + 1) / 10_000) === 0) this.#refresh(false);
    }, 500);
  }

  shown(open) {
    this.#open = open;
    if (open) this.#refresh(true);
  }

  /** Colours or the selection changed. */
  redraw() {
    for (const row of this.#rows) row.symbol = null;
    if (this.#open) this.#draw();
  }

  #refresh(always) {
    const all = [...this.sources];
    const revision = all.map(({ store }) => store.revision).join();
    if (always || revision !== this.#revision) {
      this.#revision = revision;
      const wanted = this.field.value.trim().toLowerCase();
      const list = [];
      for (const { info, store } of all) {
        for (const [track, slot] of store.slotOfTrack) {
          const label = store.labels[slot];
          if (!wanted || label.toLowerCase().includes(wanted) || track.toLowerCase().includes(wanted)) list.push({ info, store, track, label });
        }
      }
      this.#list = list.sort((a, b) => compareNames(a.label, b.label));
      if (always) this.#active = -1;
      const many = all.length === 1 ? all[0].info.many : "entities";
      setText(this.title, many.charAt(0).toUpperCase() + many.slice(1));
      const total = all.reduce((sum, entry) => sum + Math.max(entry.store.count, entry.total), 0);
      const isPart = all.some((entry) => entry.total > entry.store.count);
      setText(this.count, list.length === total ? formatNumber(total) : `${formatNumber(list.length)} of ${formatNumber(total)}`);
      this.nothing.hidden = list.length > 0;
      this.scroller.hidden = list.length === 0;
      const none = isPart ? `There are too many ${many} in view to list them: zoom in, search, or ask by a query.` : `No ${many} yet.`;
      setText(this.nothing, wanted ? (isPart ? "Nothing by that name near this view. Search knows all." : "Nothing by that name.") : none);
      this.inner.style.height = `${list.length * rowHeight}px`;
      this.scroller.style.height = `${Math.min(tallest, list.length * rowHeight + 1)}px`;
    }
    this.#draw();
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / rowHeight) - 1);
    const needed = Math.min(this.#list.length - first, Math.ceil(this.scroller.clientHeight / rowHeight) + 3);
    while (this.#rows.length < needed) this.#rows.push(this.#makeRow());
    this.#rows.forEach((row, i) => {
      row.root.hidden = i >= needed;
      if (i < needed) this.#fill(row, first + i);
    });
  }

  #makeRow() {
    const row = {
      canvas: element("canvas", { "aria-hidden": "true" }), name: element("bdi"),
      heading: element("span"), age: element("span"), symbol: null, index: -1,
    };
    row.root = element("div", { class: "row", role: "option", onclick: () => this.#choose(row.index) },
      row.canvas, element("span", { class: "row-name" }, row.name), element("span", { class: "row-detail" }, row.heading, row.age));
    this.inner.append(row.root);
    return row;
  }

  #fill(row, index) {
    const { info, store, track, label } = this.#list[index];
    const slot = store.slotOfTrack.get(track);
    const heading = slot === undefined ? NaN : store.headings[slot];
    const now = this.serverTime();
    row.index = index;
    row.root.id = `entity-row-${index}`;
    row.root.style.transform = `translateY(${index * rowHeight}px)`;
    row.root.classList.toggle("active", index === this.#active);
    row.root.setAttribute("aria-selected", String(this.selection.source === info.source && this.selection.track === track));
    row.root.setAttribute("aria-posinset", index + 1);
    row.root.setAttribute("aria-setsize", this.#list.length);
    setText(row.name, nameOf(label, 60));
    row.name.title = label === track ? "" : cleanText(track, 300);
    setText(row.heading, Number.isNaN(heading) ? "" : formatHeading(heading));
    setText(row.age, slot === undefined || now === null ? "" : `${wholeLag((now - store.arrivals[slot]) / 1000)} ago`);
    row.age.title = "The last observation";
    const symbol = this.#symbolOf(info, slot);
    if (row.symbol === symbol) return;
    row.symbol = symbol;
    if (typeof symbol === "string") drawIcon(row.canvas, symbol);
    else drawClass(row.canvas, symbol);
  }

  /** The name of the page's own symbol, or the symbol of the entity's class. */
  #symbolOf(info, slot) {
    const { store, display } = this.sources.get(info.source) ?? {};
    return display?.classes ? display.classes[store.classes[slot]]?.symbol ?? null : info.symbol;
  }

  #choose(index) {
    const chosen = this.#list[index];
    if (!chosen) return;
    this.#active = index;
    this.choose(chosen.info.source, chosen.track);
    this.#draw();
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key === "Enter") this.#choose(Math.max(0, this.#active));
    else if (steps[event.key]) this.#activate(this.#active + steps[event.key]);
    else if (event.key === "Home" && event.target === this.scroller) this.#activate(0);
    else if (event.key === "End" && event.target === this.scroller) this.#activate(this.#list.length - 1);
    else return;
    event.preventDefault();
  }

  #activate(index) {
    this.#active = Math.max(0, Math.min(this.#list.length - 1, index));
    const top = this.#active * rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) this.scroller.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
    for (const one of [this.scroller, this.field]) one.setAttribute("aria-activedescendant", `entity-row-${this.#active}`);
  }
}
