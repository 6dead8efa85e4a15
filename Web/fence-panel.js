// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Fences": tools to draw one, those that are drawn, the one that is edited, and those that the server was started with.

import { byId, element, icon, setText } from "./dom.js";
import { cleanText, formatNumber, nameOf } from "./formats.js";
import { describeFence } from "./fence-shapes.js";

const tools = [["polygon", "Polygon"], ["circle", "Circle"], ["corridor", "Corridor"]];
const ruleNames = { __proto__: null, "enter-or-exit": "entering and leaving", enter: "entering", exit: "leaving" };
const mostGiven = 100;

export class FencePanel {
  /** `actions`: draw(kind), select(id), show(id), showGiven(fence), undo(), close(). `form` is the form of the one that is edited. */
  constructor({ form, actions }) {
    Object.assign(this, { form, actions });
    this.count = element("span", { class: "count" });
    this.undoButton = element("button", { type: "button", class: "plain", text: "Undo", onclick: () => actions.undo() });
    this.tools = tools.map(([kind, text], i) => element("button", { type: "button", "data-draw": kind, "data-first": i === 0, onclick: () => actions.draw(kind) }, icon(`fence-${kind}`), element("span", { text })));
    this.toolRow = element("div", { class: "fence-tools", role: "group", "aria-label": "Draw a fence" }, ...this.tools);
    this.note = element("p", { class: "fence-note", role: "status" });
    this.fault = element("div", { class: "query-fault", role: "alert", hidden: true });
    this.editing = element("div", { class: "fence-editing", hidden: true }, this.form.root);
    this.list = element("ul", { class: "fence-list", "aria-label": "Drawn fences", onkeydown: (event) => this.#walk(event) });
    this.nothing = element("p", { class: "nothing" });
    this.givenList = element("ul", { class: "fence-list" });
    this.given = element("details", { class: "fence-given", hidden: true }, this.givenTitle = element("summary"), this.givenList);
    byId("panel-fences").append(
      element("div", { class: "panel-head" }, element("h2", { id: "fences-heading", text: "Fences", tabindex: "-1" }), this.count, element("span", { class: "space" }), this.undoButton,
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: () => actions.close() }, icon("close"))),
      element("div", { class: "panel-body query-body fence-body" }, this.toolRow, this.fault, this.note, this.list, this.nothing, this.given));
  }

  shown(open) {
    this.open = open;
    this.actions.shown(open);
  }

  /** `state`: {fences, selected: id or null, isDraft, draft, editable, readOnly, limits, undoable, fault, given, connected, drawing}. */
  draw(state) {
    const { fences, editable } = state;
    setText(this.count, fences.length > 0 ? formatNumber(fences.length) : "");
    this.undoButton.hidden = !editable;
    this.undoButton.disabled = !state.undoable || !state.connected;
    this.undoButton.title = state.undoable ? `Take back ${cleanText(state.undoable, 60)} (Ctrl+Z)` : "Nothing to take back";
    this.toolRow.hidden = !editable || state.isDraft;
    for (const button of this.tools) {
      button.disabled = !state.connected || !state.hasMap || fences.length >= (state.limits?.maximum ?? 0);
      button.setAttribute("aria-pressed", String(state.drawing === button.dataset.draw));
    }
    setText(this.note, noteOf(state));
    this.note.hidden = this.note.textContent === "";
    this.#drawList(state);
    this.nothing.hidden = fences.length > 0 || state.isDraft;
    setText(this.nothing, editable ? "No fences yet: draw one." : "No fences have been drawn.");
    this.#drawGiven(state.given);
  }

  #drawList({ fences, selected, isDraft, draft, editable }) {
    const rows = isDraft ? [{ ...draft, fence: "", isDraft: true }, ...fences] : fences;
    const known = new Map([...this.list.children].map((row) => [row.dataset.fence, row]));
    const wanted = rows.map((fence) => {
      const row = known.get(fence.fence) ?? this.#row(fence.fence);
      known.delete(fence.fence);
      const isSelected = fence.isDraft || fence.fence === selected;
      setText(row.name, nameOf(fence.name, 60));
      setText(row.detail, fence.isDraft ? `${describeFence(fence.shape)} · not saved yet` : detailOf(fence));
      setText(row.error, fence.messageErrors ? `Its message failed ${formatNumber(fence.messageErrors.count)} times: ${cleanText(fence.messageErrors.message, 160)} (line ${fence.messageErrors.line}, column ${fence.messageErrors.column})` : "");
      row.error.hidden = row.error.textContent === "";
      row.classList.toggle("selected", isSelected);
      row.button.setAttribute("aria-expanded", String(isSelected && editable));
      row.button.setAttribute("aria-current", String(isSelected));
      if (isSelected && editable && this.editing.parentElement !== row) row.append(this.editing);
      return row;
    });
    for (const row of known.values()) row.remove();
    wanted.forEach((row, i) => { if (this.list.children[i] !== row) this.list.insertBefore(row, this.list.children[i] ?? null); });
    this.editing.hidden = !editable || !(isDraft || fences.some(({ fence }) => fence === selected));
    // One stop for the Tab key, whatever the number.
    const stop = wanted.find((row) => row.classList.contains("selected")) ?? wanted[0];
    for (const row of wanted) row.button.tabIndex = row === stop ? 0 : -1;
  }

  #row(id) {
    const title = element("bdi", { class: "fence-name" });
    const detail = element("span", { class: "fence-detail" });
    const error = element("span", { class: "fence-error", hidden: true });
    const button = element("button", { type: "button", class: "fence-row", onclick: () => this.actions.select(id) },
      element("span", { class: "fence-mark", "aria-hidden": "true" }), title, detail, error);
    return Object.assign(element("li", { "data-fence": id }, button), { button, name: title, detail, error });
  }

  #walk(event) {
    const row = event.target.closest(".fence-row")?.parentElement;
    const next = row && { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling, Home: this.list.firstElementChild, End: this.list.lastElementChild }[event.key];
    if (!next) return;
    event.preventDefault();
    row.button.tabIndex = -1;
    next.button.tabIndex = 0;
    next.button.focus();
  }

  #drawGiven(given) {
    this.given.hidden = given.length === 0;
    setText(this.givenTitle, `From the server's configuration (${formatNumber(given.length)})`);
    const key = given.map(({ id, name }) => `${id} ${name}`).join("\n");
    if (key === this.givenKey) return;
    this.givenKey = key;
    this.givenList.replaceChildren(...given.slice(0, mostGiven).map((fence) => element("li", {},
      element("button", { type: "button", class: "fence-row", title: "Show on the map", onclick: () => this.actions.showGiven(fence) },
        element("span", { class: "fence-mark", "aria-hidden": "true" }), element("bdi", { class: "fence-name", text: nameOf(fence.name || fence.id, 60) }), element("span", { class: "fence-detail", text: "fixed" })))),
    ...(given.length > mostGiven ? [element("li", { class: "fence-note", text: `and ${formatNumber(given.length - mostGiven)} more` })] : []));
  }

  showFault(error) {
    this.fault.hidden = error === null;
    setText(this.fault, error ? cleanText(error.message, 300) : "");
  }
}

function detailOf({ shape, rule, bufferMetres, dwellSeconds, detection, usesAccuracy }) {
  return [
    describeFence(shape), bufferMetres > 0 ? `+${formatNumber(bufferMetres)} m` : "", `tells ${ruleNames[rule] ?? cleanText(rule, 20)}`,
    dwellSeconds ? `stays of ${formatNumber(dwellSeconds)} s` : "", detection === "path" ? "path" : "", usesAccuracy ? "accuracy" : "",
  ].filter(Boolean).join(" · ");
}

function noteOf({ connected, editable, readOnly, limits, fault, hasMap, fences, fences: { length }, isDraft, draft, selected }) {
  if (!connected) return "Not connected: fences are shown as they were, and cannot be changed.";
  if (fault) return cleanText(fault, 200);
  if (readOnly) return "Fences can be looked at here, not drawn: this view is read-only.";
  if (!editable) return "Fences can be looked at here, not drawn: the server does not allow editing. It was started without --fence-editing shared.";
  if (!hasMap) return "Without a map there is nothing to draw on.";
  const edited = isDraft ? draft : fences.find(({ fence }) => fence === selected);
  if (edited) return `Drag ${edited.shape.kind === "circle" ? "the middle or the rim" : "the corners"} on the map, or press Tab to reach them${edited.shape.kind === "circle" ? "." : "; the dot in the middle of an edge adds one."}`;
  if (length >= limits.maximum) return `There are ${formatNumber(limits.maximum)} fences, which is all this server keeps.`;
  return fences.length > 0 ? "" : "What is drawn counts from the next fix on, for all who watch this page.";
}
