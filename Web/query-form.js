// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The form of a query of one's own: a where clause, and where to look.

import { element, setText } from "./dom.js";
import { cleanText } from "./formats.js";
import { exampleClause, indexOfByte, quoted } from "./query.js";
import { describeShape, geometryOf, radiusText, readRadius, units } from "./query-shapes.js";

const typeNames = { __proto__: null, text: "text", date: "date", guid: "id", oid: "number" };
let unitChoice = "mi";

export class QueryForm {
  /** "none", "circle" or "polygon". */
  #kind = "none";
  #shapes = { circle: null, polygon: null };

  /**
   * `run({where, geometry, title})`; `map()` answers with {draw(kind, options), center(), corners()} or null where there is no map;
   * `announce(text)`.
   */
  constructor({ run, map, announce }) {
    Object.assign(this, { run, map, announce });
    const button = (text, onclick, properties = {}) => element("button", { type: "button", text, onclick, ...properties });
    this.where = element("textarea", {
      class: "field query-where", id: "query-where", rows: "2", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "query-fault",
      maxlength: "4000", oninput: () => this.showFault(null),
      onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.#submit(); } },
    });
    this.fault = element("div", { class: "query-fault", id: "query-fault", role: "alert", hidden: true });
    this.fieldList = element("div", { class: "query-fields" });
    this.fieldHelp = element("details", {}, element("summary", { text: "Fields: press one to put it in" }), this.fieldList);
    this.kinds = [["none", "Anywhere"], ["circle", "Circle"], ["polygon", "Polygon"]].map(([kind, text]) =>
      button(text, () => this.#choose(kind), { "data-kind": kind, "aria-pressed": String(kind === "none") }));
    this.radius = element("input", { class: "field", id: "query-radius", inputmode: "decimal", value: "15", autocomplete: "off", oninput: () => this.#resize() });
    this.unit = element("select", { class: "field", "aria-label": "Unit of the radius", onchange: () => { unitChoice = this.unit.value; this.#resize(); } },
      ...Object.keys(units).map((unit) => element("option", { value: unit, text: unit, selected: unit === unitChoice })));
    this.circleRow = element("div", { class: "query-inputs", hidden: true }, element("label", { for: "query-radius", text: "Radius" }), this.radius, this.unit);
    this.drawButton = button("Draw on the map", () => this.#draw(), { class: "query-button" });
    this.takeButton = button("", () => this.#take(), { class: "query-button" });
    this.areaButtons = element("div", { class: "query-inputs", hidden: true }, this.drawButton, this.takeButton);
    this.areaText = element("p", { class: "query-area", role: "status" });
    this.root = element("form", { class: "query-form", onsubmit: (event) => { event.preventDefault(); this.#submit(); } },
      element("label", { class: "query-label", for: "query-where", text: "Where" }), this.where, this.fault,
      element("p", { class: "fence-help", text: "A field, a comparison, a value; AND and OR join several. Leave it empty for everything in an area." }), this.fieldHelp,
      element("span", { class: "query-label", id: "query-area-label", text: "Area" }),
      element("div", { class: "segments", role: "group", "aria-labelledby": "query-area-label" }, ...this.kinds),
      this.circleRow, this.areaButtons, this.areaText,
      element("button", { type: "submit", class: "query-run", text: "Run" }));
    this.root.noValidate = true;
  }

  focus() {
    this.where.focus({ preventScroll: true });
  }

  /** What can be asked about. */
  describe(info) {
    const example = exampleClause(info?.fields ?? []);
    this.where.placeholder = example ? `e.g. ${example}` : "";
    this.fieldList.replaceChildren(...(info?.fields ?? []).map((field) => element("button", {
      type: "button", title: `Put ${cleanText(field.name, 80)} into the clause`, onclick: () => this.#insert(quoted(field.name)),
    }, element("code", { text: cleanText(field.name, 60) }), element("small", { text: [typeNames[field.type] ?? "number", field.unit].filter(Boolean).join(", ") }))));
    this.fieldHelp.hidden = this.fieldList.childElementCount === 0;
  }

  #insert(text) {
    const { selectionStart, selectionEnd, value } = this.where;
    const before = value.slice(0, selectionStart);
    this.where.setRangeText(`${before === "" || /[\s(]$/.test(before) ? "" : " "}${text} `, selectionStart, selectionEnd, "end");
    this.showFault(null);
    this.where.focus();
  }

  // MARK: the area

  #choose(kind) {
    this.#kind = kind;
    for (const button of this.kinds) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    this.circleRow.hidden = kind !== "circle";
    this.areaButtons.hidden = kind === "none";
    setText(this.takeButton, kind === "circle" ? "Round the map's centre" : "What the map shows");
    this.drawButton.disabled = this.takeButton.disabled = !this.map();
    this.#tell();
  }

  #tell() {
    const shape = this.#shapes[this.#kind] ?? null;
    let text = describeShape(shape, unitChoice);
    if (!shape && this.#kind !== "none") text = this.map() ? "No area yet." : "Without a map there is nothing to draw on.";
    setText(this.areaText, text);
  }

  get #typedRadius() {
    return readRadius(this.radius.value, unitChoice);
  }

  #resize() {
    const radius = this.#typedRadius;
    this.radius.setAttribute("aria-invalid", String(radius === null));
    if (radius !== null && this.#shapes.circle) this.#shapes.circle = { ...this.#shapes.circle, radius };
    this.#tell();
  }

  #set(shape) {
    this.#shapes[shape.kind] = shape;
    if (shape.kind === "circle") this.radius.value = radiusText(shape.radius, unitChoice).replace(/,/g, "");
    this.radius.removeAttribute("aria-invalid");
    this.#tell();
    this.announce(this.areaText.textContent);
  }

  #draw() {
    this.map()?.draw(this.#kind, {
      radius: this.#typedRadius ?? 15 * units[unitChoice], unit: unitChoice,
      done: (shape) => this.#set(shape), ended: () => this.drawButton.focus({ preventScroll: true }),
    });
  }

  #take() {
    const map = this.map();
    if (!map) return;
    if (this.#kind === "polygon") this.#set({ kind: "polygon", corners: map.corners() });
    else if (this.#typedRadius === null) this.radius.focus();
    else this.#set({ kind: "circle", center: map.center(), radius: this.#typedRadius });
  }

  // MARK: running

  #submit() {
    const where = this.where.value.trim();
    const shape = this.#shapes[this.#kind] ?? null;
    if (this.#kind !== "none" && !geometryOf(shape)) {
      this.drawButton.focus();
      setText(this.areaText, "Draw an area first, or look anywhere.");
      return;
    }
    if (this.#kind === "circle" && this.#typedRadius === null) {
      this.radius.focus();
      return;
    }
    this.showFault(null);
    this.run({ where, geometry: geometryOf(shape), area: describeShape(shape, unitChoice) });
  }

  /** What the server has found wrong, where it is: {part, message, offset}; null for nothing. */
  showFault(fault) {
    this.fault.hidden = fault === null;
    this.where.removeAttribute("aria-invalid");
    if (!fault) {
      this.fault.replaceChildren();
      return;
    }
    const parts = [element("p", { text: cleanText(fault.message, 300) })];
    if (fault.part === "where") {
      this.where.setAttribute("aria-invalid", "true");
      const text = this.where.value.trim();
      if (fault.offset !== null && text !== "") {
        const at = indexOfByte(text, fault.offset);
        const rest = text.slice(at);
        const token = rest.match(/^(?:[\p{L}\p{N}_.]+|'[^']*'?|[^\s])/u)?.[0] ?? "";
        const start = Math.max(0, at - 40);
        parts.push(element("code", { class: "query-caret", dir: "ltr" }, (start > 0 ? "…" : "") + text.slice(start, at),
          element("mark", { text: token || "\u00a0", title: `character ${at + 1}` }), rest.slice(token.length, token.length + 40)));
        const lead = this.where.value.length - this.where.value.trimStart().length;
        this.where.focus({ preventScroll: true });
        this.where.setSelectionRange(lead + at, lead + at + token.length);
      }
    }
    this.fault.replaceChildren(...parts);
    this.fault.scrollIntoView({ block: "nearest" });
  }
}
