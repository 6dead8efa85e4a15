// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Query": what the sources offer, a query of one's own, and who matches, live.

import { byId, element, icon, setText, throttled } from "./dom.js";
import { reachOf } from "./fence-shapes.js";
import { cleanText, formatCount, formatNumber } from "./formats.js";
import { formerPhrase, matchPhrase, summaryOf } from "./query.js";
import { QueryForm } from "./query-form.js";
import { QueryList } from "./query-list.js";

export class QueryPanel {
  #open = false;
  #source = 0;
  /** "offered" with its index, "own", or null. */
  #choice = null;
  #described = null;

  /** `context`: query, sources, selection, labelOf, choose, serverTime, stale, map, announce, close. */
  constructor(context) {
    Object.assign(this, context);
    this.form = new QueryForm({ run: (wish) => this.#runOwn(wish), map: context.map, announce: context.announce });
    this.list = new QueryList(context);
    this.count = element("span", { class: "count" });
    this.clearButton = element("button", { type: "button", class: "plain", text: "Clear", title: "End the query", hidden: true, onclick: () => this.#clear() });
    this.sourceSelect = element("select", { class: "field", "aria-label": "Source", hidden: true, onchange: () => this.#chooseSource(Number(this.sourceSelect.value)) });
    this.offers = element("div", { class: "query-offers", role: "group", "aria-label": "Queries" });
    this.parameter = element("input", { class: "field", id: "query-parameter", type: "text", autocomplete: "off", spellcheck: "false", maxlength: "200" });
    this.parameterLabel = element("label", { class: "query-label", for: "query-parameter" });
    this.parameterForm = element("form", { class: "query-form", hidden: true, onsubmit: (event) => { event.preventDefault(); this.#runOffered(); } },
      this.parameterLabel, element("div", { class: "query-inputs" }, this.parameter, element("button", { type: "submit", class: "query-run", text: "Run" })));
    this.asked = element("div", { class: "query-asked", hidden: true });
    this.state = element("p", { class: "nothing", hidden: true });
    this.fault = element("div", { class: "query-fault", role: "alert", hidden: true });
    this.more = element("p", { class: "query-more", hidden: true });
    this.formerButton = element("button", { type: "button", class: "plain", "aria-pressed": "false", title: "List only these", onclick: () => this.#filter(!this.list.onlyFormer) });
    this.takeOffButton = element("button", { type: "button", class: "plain", text: "Take off", title: "Take them off the list", onclick: () => { this.#filter(false); this.query.dismiss(); } });
    this.former = element("div", { class: "query-former", hidden: true }, this.formerButton, this.takeOffButton);
    byId("panel-query").append(
      element("div", { class: "panel-head" }, element("h2", { id: "query-heading", text: "Query" }), this.count, element("span", { class: "space" }), this.clearButton,
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: context.close }, icon("close"))),
      element("div", { class: "panel-body query-body" }, this.sourceSelect, this.offers, this.parameterForm, this.form.root, this.asked, this.fault, this.state,
        this.former, this.list.root, this.more));
    this.form.root.hidden = true;
    this.button = byId("rail").querySelector("[data-panel=query]");
    setInterval(() => this.#open && this.redraw(), 1_000);
  }

  shown(open) {
    this.#open = open;
    if (open) {
      this.describe();
      this.#draw();
    }
  }

  /** The sources, or their fields, have become known. */
  describe() {
    const all = [...this.sources];
    if (!this.sources.get(this.#source)) this.#source = all[0]?.info.source ?? 0;
    const info = this.sources.get(this.#source)?.info;
    const described = JSON.stringify([this.#source, all.map(({ info: { source, name } }) => [source, name]), info?.queries, info?.fields]);
    if (described === this.#described) return;
    this.#described = described;
    this.sourceSelect.hidden = all.length < 2;
    this.sourceSelect.replaceChildren(...all.map(({ info: { source, name } }) =>
      element("option", { value: String(source), text: cleanText(name, 60), selected: source === this.#source })));
    this.offers.replaceChildren(
      ...(info?.queries ?? []).map((offered, index) => element("button", { type: "button", "data-offer": index, "data-first": index === 0, onclick: () => this.#chooseOffer(index) }, cleanText(offered.name, 60))),
      element("button", { type: "button", "data-offer": "own", "data-first": !info?.queries.length, onclick: () => this.#chooseOwn() }, "Your own"));
    this.form.describe(info);
    this.#press();
  }

  /** The query, the connection, the selection or the theme has changed. */
  redraw = throttled(() => {
    // That a query runs is seen with the panel closed, too.
    this.button.classList.toggle("running", ["asking", "live"].includes(this.query.state));
    this.button.title = ["Query (q)", matchPhrase(this.query.count)].filter(Boolean).join(": ");
    if (this.#open) this.#draw();
  }, 200);

  // MARK: choosing

  #chooseSource(source) {
    this.#clear();
    this.#source = source;
    this.#choice = null;
    this.describe();
    this.#draw();
  }

  get #offered() {
    return this.sources.get(this.#source)?.info.queries[this.#choice] ?? null;
  }

  #chooseOffer(index) {
    this.#choice = index;
    this.form.root.hidden = true;
    const { parameter } = this.#offered;
    this.parameterForm.hidden = !parameter;
    if (!parameter) this.#runOffered();
    else {
      setText(this.parameterLabel, cleanText(parameter.name, 60));
      this.parameter.placeholder = cleanText(parameter.example, 60);
      this.parameter.value = "";
      if (this.query.state !== "idle") this.query.clear();
      this.parameter.focus({ preventScroll: true });
    }
    this.#press();
  }

  #chooseOwn() {
    this.#choice = "own";
    this.parameterForm.hidden = true;
    this.form.root.hidden = false;
    if (this.query.wish && !this.query.wish.own) this.query.clear();
    this.form.focus();
    this.#press();
    this.#draw();
  }

  #press() {
    for (const button of this.offers.children) button.setAttribute("aria-pressed", String(button.dataset.offer === String(this.#choice)));
  }

  // MARK: running

  #runOffered() {
    const offered = this.#offered;
    if (!offered) return;
    const parameter = this.parameter.value.trim();
    if (offered.parameter && parameter === "") {
      this.parameter.focus();
      return;
    }
    const title = offered.parameter ? `${offered.name}: ${parameter}` : offered.name;
    this.#run({ title, own: false, body: { offered: this.#choice, ...(offered.parameter ? { parameter } : {}) } });
  }

  #runOwn({ where, geometry, area }) {
    const title = [where, area].filter(Boolean).join(" · ") || "Everything";
    this.#run({ title, area, own: true, body: { ...(where ? { where } : {}), ...(geometry ? { geometry } : {}) } });
  }

  #run(wish) {
    const info = this.sources.get(this.#source)?.info;
    if (!info) return;
    const { main, texts, numbers } = summaryOf(info);
    // Before its fields are known a source tells all that it has.
    const fields = info.fields.length > 0 ? [main, ...texts, ...numbers].filter(Boolean).map(({ name }) => name) : null;
    this.list.clear();
    this.query.run({ ...wish, source: this.#source, fields });
    this.announce(`Asking: ${cleanText(wish.title, 120)}`);
  }

  #clear() {
    this.query.clear();
    this.form.showFault(null);
    if (this.#choice !== "own") this.#choice = null;
    this.form.root.hidden = this.#choice !== "own";
    this.parameterForm.hidden = true;
    this.#press();
    this.offers.querySelector("button")?.focus({ preventScroll: true });
  }

  // MARK: showing

  /** News of the query: {first, added, left, gone}. */
  tell({ first, added, left, gone }) {
    const { query } = this;
    if (query.state === "error" && query.wish?.own && query.error.part !== "query") {
      this.form.root.hidden = false;
      this.form.showFault(query.error);
    } else if (query.state === "live" && first && query.wish.own) {
      this.form.root.hidden = true;
    }
    if (query.state === "live" && (first || added.length + left.length + gone.length > 0)) this.announce(this.#sentence(first, left, gone));
    this.redraw();
  }

  #sentence(first, left, gone) {
    const info = this.sources.get(this.query.wish.source)?.info;
    const count = formatCount(this.query.count, cleanText(info?.one ?? "entity", 24), cleanText(info?.many ?? "entities", 24));
    const now = `${count} ${this.query.count === 1 ? "matches" : "match"}`;
    const name = (track) => cleanText(this.labelOf(this.query.wish.source, track) ?? track, 40);
    if (!first && left.length === 1) return `${name(left[0])} no longer matches. ${now}.`;
    if (!first && gone.length === 1) return `${name(gone[0])} is gone. ${now}.`;
    return `${now}.`;
  }

  #draw() {
    const { query } = this;
    const running = query.state !== "idle";
    const [former, gone] = [query.number("former"), query.number("gone")];
    setText(this.count, matchPhrase(query.count));
    // The line has its place from the start: no row moves away from under the pointer when the first one leaves.
    this.former.hidden = query.rows.size === 0;
    this.formerButton.disabled = this.takeOffButton.hidden = former + gone === 0;
    if (this.formerButton.disabled) this.#filter(false);
    setText(this.formerButton, formerPhrase(former, gone) || "All on the list match");
    this.clearButton.hidden = !running;
    this.#drawAsked(running);
    this.#drawState();
    this.list.root.hidden = query.rows.size === 0;
    byId("panel-query").classList.toggle("waiting", this.stale() || query.state === "asking");
    this.list.draw();
    const listed = query.number("matches");
    this.more.hidden = !(query.count > listed) || query.state !== "live";
    setText(this.more, `${formatNumber(listed)} of ${formatNumber(query.count ?? 0)} are listed and ringed. Narrow the query to see others.`);
  }

  /** Lists only those that no longer match, or all. */
  #filter(onlyFormer) {
    if (this.list.onlyFormer === onlyFormer) return;
    this.list.onlyFormer = onlyFormer;
    this.formerButton.setAttribute("aria-pressed", String(onlyFormer));
    this.redraw();
  }

  #drawAsked(running) {
    const { query } = this;
    const editing = !this.form.root.hidden;
    this.asked.hidden = !running || editing || query.state === "error";
    if (this.asked.hidden) return;
    const { wish } = query;
    const clause = query.where || (wish.own ? wish.body.where ?? "" : "");
    const lines = [
      clause ? element("code", { text: cleanText(clause, 400), dir: "ltr" }) : null,
      query.trackIds.length > 0 ? element("span", { text: cleanText(query.trackIds.join(", "), 300) }) : null,
      wish.area ? element("span", { text: wish.area }) : query.area ? element("span", { text: "In the area with the dashed outline" }) : null,
      wish.own && !clause && !wish.area ? element("span", { text: "Everything, anywhere" }) : null,
      query.area && this.map() ? element("button", { type: "button", class: "plain", text: "Show", title: "Show the area on the map", onclick: () => this.#showArea() }) : null,
      wish.own ? element("button", { type: "button", class: "plain", text: "Edit", onclick: () => this.#chooseOwn() }) : null,
    ].filter(Boolean);
    const shown = lines.map(({ textContent }) => textContent).join("\n");
    if (this.asked.dataset.shown === shown) return;
    this.asked.dataset.shown = shown;
    this.asked.hidden = lines.length === 0;
    this.asked.replaceChildren(...lines);
  }

  #showArea() {
    const { type, coordinates } = this.query.area;
    this.map()?.bring(reachOf({ kind: "corridor", line: coordinates.flat(type === "MultiPolygon" ? 2 : 1), width: 0 }));
  }

  #drawState() {
    const { query } = this;
    const info = this.sources.get(query.wish?.source ?? this.#source)?.info;
    const one = cleanText(info?.one ?? "entity", 24);
    let text = "";
    if (query.state === "idle") text = this.#choice === null ? `Choose a query. Who matches is listed here and ringed on the map, live.` : "";
    else if (query.state === "asking") text = this.stale() ? "Not connected. The query is asked again when the connection is back." : query.rows.size > 0 ? "Asking again…" : "Asking…";
    else if (query.state === "live" && this.stale()) text = "Connection lost: the list is as it was.";
    else if (query.state === "live" && query.count === 0) text = `No ${one} matches now. The query goes on watching.`;
    this.state.hidden = text === "";
    setText(this.state, text);
    const isElsewhere = query.state === "error" && (this.form.root.hidden || query.error.part === "query");
    this.fault.hidden = !isElsewhere;
    setText(this.fault, isElsewhere ? cleanText(query.error.message, 300) : "");
  }
}
