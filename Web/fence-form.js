// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The form of a drawn fence: its name, and what is told of it.

import { element, setText } from "./dom.js";
import { cleanText, formatNumber } from "./formats.js";
import { readMetres } from "./fence-shapes.js";
import { indexOfByte } from "./query.js";

const rules = [["enter-or-exit", "Both"], ["enter", "Entering"], ["exit", "Leaving"]];
const numberText = (value) => formatNumber(value, null, false);

export class FenceForm {
  #settings = null; // as they were when the form was filled
  #shape = null;
  #rule = "enter-or-exit";

  /** `save(settings)`, `sized({radius} or {width})` when the size is typed, `remove()`, `leave()`. */
  constructor({ save, sized, remove, leave }) {
    Object.assign(this, { save, sized, remove, leave });
    const field = (id, properties = {}) => element("input", { class: "field", id, type: "text", autocomplete: "off", spellcheck: "false", ...properties });
    const metres = (id, oninput) => field(id, { inputmode: "decimal", oninput });
    const row = (id, text, input, unit) => element("div", { class: "query-inputs" }, element("label", { for: id, text }), input, unit ? element("span", { class: "fence-unit", text: unit }) : null);
    this.name = field("fence-name", { maxlength: "60", oninput: () => this.showFault(null) });
    this.size = metres("fence-size", () => this.#resize());
    this.sizeRow = row("fence-size", "Radius", this.size, "m");
    this.buffer = metres("fence-buffer", () => this.showFault(null));
    this.rules = rules.map(([rule, text]) => element("button", { type: "button", text, "data-rule": rule, onclick: () => this.#choose(rule) }));
    this.watched = element("select", { class: "field", id: "fence-watched" });
    this.watchedRow = row("fence-watched", "Watches", this.watched);
    this.message = element("textarea", { class: "field query-where", id: "fence-message", rows: "3", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-describedby": "fence-fault fence-message-help", oninput: () => this.showFault(null) });
    this.dwell = field("fence-dwell", { inputmode: "decimal" });
    this.path = element("input", { type: "checkbox", role: "switch", onchange: () => this.path.checked && (this.accuracy.checked = false) });
    this.accuracy = element("input", { type: "checkbox", role: "switch", onchange: () => this.accuracy.checked && (this.path.checked = false) });
    this.more = element("details", { class: "fence-more" }, element("summary", { text: "More" }),
      element("label", { class: "switch", title: "Also what crosses it between two fixes" }, element("span", { text: "Judge the path between fixes" }), this.path),
      element("label", { class: "switch", title: "A fix is the disc of its horizontal accuracy" }, element("span", { text: "Use the accuracy of fixes" }), this.accuracy),
      row("fence-dwell", "Tell a stay of", this.dwell, "s"), this.watchedRow);
    this.fault = element("div", { class: "query-fault", id: "fence-fault", role: "alert", hidden: true });
    this.saveButton = element("button", { type: "submit", class: "query-run", text: "Save" });
    this.removeButton = element("button", { type: "button", class: "query-button fence-delete", text: "Delete", onclick: () => this.remove() });
    this.leaveButton = element("button", { type: "button", class: "query-button", text: "Done", onclick: () => this.leave() });
    this.root = element("form", { class: "query-form fence-form", onsubmit: (event) => { event.preventDefault(); this.#submit(); } },
      element("label", { class: "query-label", for: "fence-name", text: "Name" }), this.name,
      element("span", { class: "query-label", id: "fence-rule-label", text: "Tells of" }),
      element("div", { class: "segments", role: "group", "aria-labelledby": "fence-rule-label" }, ...this.rules),
      this.sizeRow, row("fence-buffer", "Buffer", this.buffer, "m"),
      element("label", { class: "query-label", for: "fence-message", text: "Message, if you want one (Arcade)" }), this.message,
      element("p", { class: "fence-help", id: "fence-message-help", text: "Without one it tells who entered or left. A script has $feedfeature, $fencefeature and $fencenotificationtype." }),
      this.more, this.fault,
      element("div", { class: "query-inputs fence-actions" }, this.saveButton, this.removeButton, this.leaveButton));
    this.root.noValidate = true;
  }

  focus() {
    this.name.focus({ preventScroll: true });
    this.name.select();
  }

  /** Fills the form with a fence; `choices` are [value, text] of what it may watch, `isNew` where it is not saved yet, `example` what a message could say. */
  fill(fence, choices, isNew, example) {
    this.#settings = fence;
    this.#shape = fence.shape;
    this.name.value = fence.name;
    this.#choose(fence.rule ?? "enter-or-exit");
    this.buffer.value = numberText(fence.bufferMetres ?? 0);
    this.dwell.value = fence.dwellSeconds ? numberText(fence.dwellSeconds) : "";
    this.message.value = fence.message ?? "";
    this.message.placeholder = `e.g. ${example} + ' is here'`;
    this.path.checked = fence.detection === "path";
    this.accuracy.checked = fence.usesAccuracy === true;
    this.watched.replaceChildren(...choices.map(([value, text]) => element("option", { value, text, selected: value === watchedOf(fence) })));
    this.watchedRow.hidden = choices.length < 3;
    this.more.open = this.path.checked || this.accuracy.checked || Boolean(fence.dwellSeconds);
    setText(this.removeButton, isNew ? "Discard" : "Delete");
    this.leaveButton.hidden = isNew;
    this.reshape(fence.shape);
    this.showFault(null);
    this.busy(false);
  }

  /** The shape has changed on the map. */
  reshape(shape) {
    this.#shape = shape;
    const size = shape.radius ?? shape.width;
    this.sizeRow.hidden = size === undefined;
    setText(this.sizeRow.querySelector("label"), shape.kind === "circle" ? "Radius" : "Width");
    if (size !== undefined && document.activeElement !== this.size) this.size.value = numberText(size >= 100 ? Math.round(size) : Math.round(size * 10) / 10);
  }

  busy(busy) {
    this.saveButton.disabled = this.removeButton.disabled = busy;
    this.root.setAttribute("aria-busy", String(busy));
  }

  #choose(rule) {
    this.#rule = rule;
    for (const button of this.rules) button.setAttribute("aria-pressed", String(button.dataset.rule === rule));
  }

  #resize() {
    const size = readMetres(this.size.value, 1, 1_000_000);
    this.size.setAttribute("aria-invalid", String(size === null));
    if (size !== null) this.sized(this.#shape.kind === "circle" ? { radius: size } : { width: size });
  }

  #submit() {
    const name = this.name.value.trim();
    const buffer = readMetres(this.buffer.value || "0", 0, 1_000_000);
    const dwell = this.dwell.value.trim() === "" ? 0 : readMetres(this.dwell.value, 1, 604_800);
    if (name === "") return this.showFault({ part: "name", message: "Give it a name." });
    if (!this.sizeRow.hidden && readMetres(this.size.value, 1, 1_000_000) === null) return this.showFault({ part: "geometry", message: "A length from 1 to 1,000,000 metres is needed." });
    if (buffer === null) return this.showFault({ part: "bufferMetres", message: "The buffer is from 0 to 1,000,000 metres." });
    if (dwell === null) return this.showFault({ part: "dwellSeconds", message: "A stay is from 1 to 604,800 seconds; leave it empty for none." });
    this.showFault(null);
    return this.save({
      name, rule: this.#rule, bufferMetres: buffer, message: this.message.value.trim() === "" ? "" : this.message.value,
      detection: this.path.checked ? "path" : "fixes", usesAccuracy: this.accuracy.checked, dwellSeconds: dwell, ...watchedFrom(this.watched.value),
    });
  }

  /** Only what a person has changed since the form was filled, so that two who edit do not undo each other. */
  changes(settings) {
    const known = this.#settings;
    const before = { rule: "enter-or-exit", bufferMetres: 0, message: "", detection: "fixes", usesAccuracy: false, dwellSeconds: 0, ...known };
    const changed = Object.fromEntries(Object.entries(settings).filter(([name, value]) => !["source", "device"].includes(name) && value !== before[name]));
    return this.watched.value === watchedOf(known) ? changed : { ...changed, ...watchedFrom(this.watched.value) };
  }

  /** What is wrong, where it is: {part, message, line, column, offset}; null for nothing. */
  showFault(fault) {
    const fields = { __proto__: null, name: this.name, bufferMetres: this.buffer, message: this.message, dwellSeconds: this.dwell, geometry: this.sizeRow.hidden ? null : this.size, source: this.watched };
    for (const field of Object.values(fields)) field?.removeAttribute("aria-invalid");
    this.fault.hidden = fault === null;
    if (!fault) return this.fault.replaceChildren();
    const field = fields[fault.part];
    field?.setAttribute("aria-invalid", "true");
    if (["dwellSeconds", "source", "detection", "usesAccuracy"].includes(fault.part)) this.more.open = true;
    const place = Number.isInteger(fault.line) ? `Line ${fault.line}, column ${fault.column}: ` : "";
    const parts = [element("p", { text: place + cleanText(fault.message, 300) })];
    if (Number.isInteger(fault.offset)) parts.push(this.#caret(fault.offset));
    this.fault.replaceChildren(...parts);
    field?.focus({ preventScroll: true });
    if (field === this.message && Number.isInteger(fault.offset)) this.message.setSelectionRange(indexOfByte(field.value, fault.offset), indexOfByte(field.value, fault.offset));
    this.fault.scrollIntoView?.({ block: "nearest" });
    return undefined;
  }

  /** The line of the script that is wrong, with a mark where it begins to be. */
  #caret(offset) {
    const text = this.message.value;
    const index = Math.min(indexOfByte(text, offset), text.length);
    const start = text.lastIndexOf("\n", index - 1) + 1;
    const end = text.indexOf("\n", index) < 0 ? text.length : text.indexOf("\n", index);
    const word = /^[\p{L}\p{N}_$]+|^[\s\S]/u.exec(text.slice(index, end))?.[0] ?? "\u00a0";
    return element("code", { class: "query-caret", "aria-hidden": "true" }, text.slice(start, index), element("mark", { text: word }), text.slice(index + word.length, end));
  }
}

const watchedOf = ({ source, device }) => (Number.isInteger(device) ? `d${device}` : Number.isInteger(source) && source >= 0 ? `s${source}` : "all");
const watchedFrom = (value) => (value === "all" || value === "" ? { source: -1 } : value[0] === "d" ? { device: Number(value.slice(1)) } : { source: Number(value.slice(1)) });
