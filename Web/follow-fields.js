// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The rows of the panel "Follow": a number with its unit, and perhaps a slider; a switch; a group of such.

import { element } from "./dom.js";
import { formatNumber } from "./formats.js";
import { readNumber, stepOf, writtenNumber } from "./follow-values.js";

/** A number that is typed, stepped with the arrow keys, or slid. */
export class FollowField {
  #value = null;
  /** What `toRange` and `fromRange` need to know. */
  bounds = null;

  /**
   * `choose(value)` is called for what a person wants, and has `show` called with what comes of it: limits have their say; `range` is [least, most, step] of a slider, whose places `toRange(value, bounds)` and
   * `fromRange(place, bounds)` turn into values; `empty` says what no number at all, null, means; `spoken` is the name
   * of the row where the label alone says too little.
   */
  constructor({ id, label, unit, title = null, choose, announce, range = null, toRange = (value) => value, fromRange = (place) => place, empty = null, spoken = null }) {
    Object.assign(this, { label, unit, choose, announce, toRange, fromRange, empty });
    this.input = element("input", {
      class: "field follow-number", id, type: "text", role: "spinbutton", inputmode: "decimal", autocomplete: "off", spellcheck: "false", maxlength: "16", title,
      placeholder: empty, "aria-label": spoken, oninput: () => this.#check(), onchange: () => this.#typed(), onkeydown: (event) => this.#step(event),
      onblur: () => this.#write(),
    });
    this.slider = range && element("input", {
      type: "range", min: range[0], max: range[1], step: range[2], class: "follow-slider", "aria-label": spoken ?? label, title,
      oninput: () => this.choose(this.fromRange(Number(this.slider.value), this.bounds)),
    });
    this.root = element("div", { class: this.slider ? "follow-row slid" : "follow-row" },
      element("label", { for: id, text: label, title }), this.slider, this.input, element("span", { class: "follow-unit", text: unit, "aria-hidden": "true" }));
  }

  /** The ends of the slider. */
  limit(least, most) {
    if (!this.slider) return;
    if (Number(this.slider.min) !== least) this.slider.min = least;
    if (Number(this.slider.max) !== most) this.slider.max = most;
  }

  show(value) {
    this.#value = value;
    if (this.slider) {
      const place = value === null ? 0 : this.toRange(value, this.bounds);
      if (Math.abs(Number(this.slider.value) - place) > 1e-9) this.slider.value = String(place);
      const said = value === null ? "" : `${formatNumber(Number(value.toFixed(1)))} ${this.unit}`;
      if (this.slider.getAttribute("aria-valuetext") !== said) this.slider.setAttribute("aria-valuetext", said);
    }
    if (document.activeElement !== this.input) this.#write();
  }

  #write() {
    const text = this.#value === null ? "" : writtenNumber(this.#value);
    if (this.input.value !== text) this.input.value = text;
    this.input.removeAttribute("aria-invalid");
    const said = this.#value === null ? this.empty ?? "" : `${formatNumber(Number(this.#value.toFixed(1)))} ${this.unit}`;
    if (this.input.getAttribute("aria-valuetext") === said) return;
    this.input.setAttribute("aria-valuetext", said);
    if (this.#value === null) this.input.removeAttribute("aria-valuenow");
    else this.input.setAttribute("aria-valuenow", String(Number(this.#value.toFixed(1))));
  }

  get #typedNumber() {
    return readNumber(this.input.value, this.unit);
  }

  /** Whether nothing has been typed: what is shown is rounded. */
  get #isAsShown() {
    return this.#value !== null && this.input.value === writtenNumber(this.#value);
  }

  get #isEmpty() {
    return this.empty !== null && this.input.value.trim() === "";
  }

  #check() {
    const isWrong = this.#typedNumber === null && !this.#isEmpty && !/^[\s\u2212-]*$/.test(this.input.value);
    if (isWrong) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  #typed() {
    const number = this.#typedNumber;
    if (number === null && !this.#isEmpty) {
      this.announce(`${this.label}: that is no number. It stays as it was.`);
      this.#write();
    } else if (number !== this.#value && !this.#isAsShown) {
      this.choose(number);
      this.#write();
    }
  }

  #step(event) {
    const sign = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!sign || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = (this.#isAsShown ? this.#value : this.#typedNumber) ?? this.#value ?? 0;
    const step = stepOf(from, this.unit);
    this.choose(Number((from + sign * step).toFixed(3)));
    this.#write();
  }
}

/** On or off. */
export class FollowSwitch {
  constructor({ id, text, title = null, choose }) {
    this.input = element("input", { type: "checkbox", role: "switch", id, onchange: () => choose(this.input.checked) });
    this.root = element("label", { class: "switch", for: id, title }, element("span", { text }), this.input);
  }

  show(isOn) {
    if (this.input.checked !== isOn) this.input.checked = isOn;
  }
}

/** Two numbers, from and to, on one row. */
export function followPair(text, low, high) {
  for (const { input, label } of [low, high]) input.setAttribute("aria-label", label);
  return element("div", { class: "follow-row follow-pair", role: "group", "aria-label": text },
    element("span", { text, "aria-hidden": "true" }), low.input, element("span", { class: "follow-unit", text: "to", "aria-hidden": "true" }), high.input,
    element("span", { class: "follow-unit", text: low.unit, "aria-hidden": "true" }));
}

let groups = 0;

/** Rows under a heading; `isFolded`: to be opened. */
export function followGroup(text, rows, { isFolded = false } = {}) {
  const id = `follow-group-${(groups += 1)}`;
  const heading = element("h3", { id, text });
  const properties = { class: "group follow-group", "aria-labelledby": id };
  if (isFolded) return element("details", properties, element("summary", {}, heading), ...rows);
  return element("div", { ...properties, role: "group" }, heading, ...rows);
}
