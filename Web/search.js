// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The search at the top right: tracks of all sources, places and airports of the base map.

import { byId, element, setText, throttled } from "./dom.js";
import { cleanText, compareNames, formatCount, formatNumber, nameOf, withArticle } from "./formats.js";

const most = 7; // of each sort

export class Search {
  #results = [];
  #active = -1;
  #elsewhere = { request: 0, text: "", count: 0, tracks: [] }; // what the server found
  #ask = throttled(() => this.#find(), 250);

  /** `gazetteer()` answers null while there is none; `visit(result)` shows what was chosen; `send(message)` asks the server for whom this page does not know. */
  constructor({ sources, gazetteer, visit, send }) {
    Object.assign(this, { sources, gazetteer, visit, send });
    this.input = byId("search-input");
    this.box = byId("search-results");
    this.told = byId("search-told"); // what a screen reader hears
    this.input.addEventListener("input", () => {
      this.#search();
      this.#ask();
    });
    this.input.addEventListener("focus", () => this.#search());
    this.input.addEventListener("blur", () => this.#show(false));
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.#choose(this.#results[Number(row.dataset.index)]);
    });
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Says in the field what can be found here. */
  describe() {
    const [first, second] = this.sources;
    const what = first && !second ? cleanText(first.info.one, 20) : "track";
    const text = first ? `Search ${withArticle(what)} or place` : "Search a place";
    this.input.placeholder = second ? "Search" : text;
    this.input.setAttribute("aria-label", text);
  }

  /** Asks for those of sources of which this page has only a part. */
  #find() {
    const text = this.input.value.trim();
    if (text === "" || text === this.#elsewhere.text || ![...this.sources].some(({ store, total }) => total > store.count)) return;
    this.#elsewhere = { request: this.#elsewhere.request + 1, text, count: 0, tracks: [] };
    this.send({ type: "find", request: this.#elsewhere.request, text: text.slice(0, 30) });
  }

  /** A `found` message. */
  receive({ request, count, tracks }) {
    if (request !== this.#elsewhere.request || !Array.isArray(tracks)) return;
    this.#elsewhere.count = Number.isFinite(count) ? count : 0;
    this.#elsewhere.tracks = tracks.slice(0, 20).filter(({ track }) => typeof track === "string");
    if (document.activeElement === this.input) this.#search();
  }

  #search() {
    const text = this.input.value.trim();
    if (text === "") return this.#show(false);
    const allTracks = this.#tracks(text.toLowerCase());
    const tracks = allTracks.slice(0, most);
    const { list: places, total } = this.gazetteer()?.search(text, most) ?? { list: [], total: 0 };
    this.#results = [...tracks, ...places];
    this.#active = this.#results.length > 0 ? 0 : -1;
    const rows = this.#results.map((result, index) => element("div", { class: "result", role: "option", id: `result-${index}`, "data-index": index, "aria-selected": String(index === 0) },
      element("span", { class: "result-name" }, element("bdi", { text: result.name })), element("span", { class: "result-detail", text: result.detail })));
    const heading = (title, from, count) => (count > 0 ? [element("div", { class: "result-group", role: "presentation", text: title }), ...rows.slice(from, from + count)] : []);
    const left = allTracks.length + total - rows.length;
    const more = left > 0 ? `${formatNumber(left)} more: type on` : "";
    const nothing = rows.length === 0 ? "Nothing by that name." : "";
    this.box.replaceChildren(...heading("Live now", 0, tracks.length), ...heading("Places", tracks.length, places.length),
      ...(nothing ? [element("div", { class: "nothing", text: nothing })] : []),
      ...(more ? [element("div", { class: "result-more", role: "presentation", text: more })] : []));
    setText(this.told, nothing || [formatCount(rows.length, "result", "results"), more].filter(Boolean).join(", "));
    this.#show(true);
  }

  #tracks(wanted) {
    const found = [];
    for (const { info, store } of this.sources) {
      for (const [track, slot] of store.slotOfTrack) {
        const label = store.labels[slot];
        const places = [label.toLowerCase().indexOf(wanted), track.toLowerCase().indexOf(wanted)].filter((at) => at >= 0);
        if (places.length === 0) continue;
        const detail = label === track ? cleanText(info.one, 24) : `${cleanText(info.one, 24)} ${cleanText(track, 24)}`;
        found.push({ kind: "track", at: Math.min(...places), source: info.source, track, name: nameOf(label, 60), detail });
      }
    }
    if (this.#elsewhere.text.toLowerCase() !== wanted) return sorted(found);
    for (const { source, track, location } of this.#elsewhere.tracks) {
      const entry = this.sources.get(source);
      if (!entry || entry.store.slotOfTrack.has(track)) continue;
      const place = Array.isArray(location) && location.length === 2 && location.every(Number.isFinite) ? location : null;
      const at = Math.max(0, track.toLowerCase().indexOf(wanted));
      found.push({ kind: "track", at, source, track, name: nameOf(track, 60), detail: `${cleanText(entry.info.one, 24)}, elsewhere`, location: place });
    }
    return sorted(found);
  }

  #key(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (this.#results.length > 0) this.#activate((this.#active + step + this.#results.length) % this.#results.length);
    } else if (event.key === "Enter") {
      this.#choose(this.#results[this.#active]);
    } else if (event.key === "Escape") {
      if (this.box.hidden || this.input.value === "") this.input.blur();
      this.input.value = "";
      this.#show(false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  #activate(index) {
    this.#active = index;
    for (const row of this.box.querySelectorAll("[role=option]")) {
      const active = Number(row.dataset.index) === index;
      row.setAttribute("aria-selected", String(active));
      if (active) row.scrollIntoView({ block: "nearest" });
    }
    this.input.setAttribute("aria-activedescendant", `result-${index}`);
  }

  #choose(result) {
    if (!result) return;
    this.input.value = "";
    this.#show(false);
    this.input.blur();
    this.visit(result);
  }

  #show(open) {
    this.box.hidden = !open;
    if (!open) setText(this.told, "");
    this.input.setAttribute("aria-expanded", String(open));
    if (open && this.#active >= 0) this.input.setAttribute("aria-activedescendant", `result-${this.#active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }
}

const sorted = (found) => found.sort((a, b) => a.at - b.at || compareNames(a.name, b.name));
