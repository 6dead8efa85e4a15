// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Drawing a circle, a polygon or the line of a corridor on the map, by mouse, finger or keyboard.

import { byId, element, setText } from "./dom.js";
import { circleRing, distance, radiusText } from "./query-shapes.js";

const near = 8; // pixels that a hand may tremble, or by which a double click misses
const closing = 12; // pixels round the first corner that mean it
const mostCorners = 400;
const afterwards = 400; // milliseconds
const words = {
  corridor: "Click along the line; double-click or Enter ends",
  circle: "Drag from the centre outwards, or click the centre",
  polygon: "Click the corners; double-click, Enter or the first corner closes",
};

// The same for who draws by keyboard, at the cross in the middle of the map.
const keys = {
  corridor: "Arrow keys move the map, Space sets a place of the line, Enter ends",
  circle: "Arrow keys move the map, Enter takes its centre",
  polygon: "Arrow keys move the map, Space sets a corner at its centre, Enter closes",
};

export class Drawing {
  kind = null;
  #corners = [];
  #center = null;
  #start = null;
  #pointer = null;
  #options = null;
  #release = 0;
  #endedAt = -Infinity;

  /** `view` is the map's, `show(draft)` draws; `changed(active)` is called as drawing begins and ends. */
  constructor(view, { show, changed, announce }) {
    Object.assign(this, { view, show, changed, announce });
    const button = (text, onclick) => element("button", { type: "button", text, onclick });
    this.words = element("span", { class: "drawing-words" });
    this.undoButton = button("Undo", () => this.#undo());
    this.finishButton = button("Finish", () => this.#finish());
    this.bar = element("div", { class: "drawing-bar pill", role: "group", "aria-label": "Drawing", hidden: true },
      this.words, this.undoButton, this.finishButton, button("Cancel", () => this.cancel()));
    document.body.append(this.bar);
    const target = view.map.getCanvasContainer();
    target.addEventListener("pointerdown", (event) => this.#down(event), true);
    target.addEventListener("pointermove", (event) => this.#move(event));
    target.addEventListener("pointerup", (event) => this.#up(event));
    target.addEventListener("pointercancel", () => { this.#start = null; });
    addEventListener("keydown", (event) => this.#key(event), true);
  }

  /** How many corners it needs; a corridor is a line, a polygon is closed. */
  get #least() {
    return this.kind === "corridor" ? 2 : 3;
  }

  get active() {
    return this.kind !== null;
  }

  /** True where a click on the map means the drawing, and no entity. */
  get takesClicks() {
    return this.active || performance.now() - this.#endedAt < afterwards;
  }

  /** `done(shape)` gets {kind, center, radius} or {kind, corners}; `ended()` is called in any case. `radius` is that of a circle that is only clicked. */
  begin(kind, { radius, unit, done, ended }) {
    if (this.active) this.cancel();
    this.kind = kind;
    this.#options = { radius, unit, done, ended };
    this.#corners = [];
    this.#center = this.#start = this.#pointer = null;
    this.#hold(true);
    this.view.map.getCanvas().focus();
    this.#draw();
    this.announce(this.#help);
  }

  get #help() {
    return (this.view.map.getCanvas().matches(":focus-visible") ? keys : words)[this.kind];
  }

  cancel() {
    if (this.active) this.#end(null);
  }

  #end(shape) {
    const { done, ended } = this.#options;
    this.kind = null;
    this.#hold(false);
    this.show({});
    if (shape) done(shape);
    ended();
  }

  /** The map keeps still while somebody draws, but for the wheel, pinching and the arrow keys. */
  #hold(on) {
    const { map } = this.view;
    clearTimeout(this.#release);
    if (on) {
      if (this.kind === "circle") map.dragPan.disable();
      map.boxZoom.disable();
      map.doubleClickZoom.disable();
    } else {
      this.#endedAt = performance.now();
      // The click that ended it is still on its way, and may become a double click.
      this.#release = setTimeout(() => {
        for (const handler of [map.dragPan, map.boxZoom, map.doubleClickZoom]) handler.enable();
      }, afterwards);
    }
    byId("map").classList.toggle("drawing", on);
    document.body.classList.toggle("drawing", on);
    this.bar.hidden = !on;
    this.changed(on);
  }

  #place(event) {
    const { left, top } = this.view.map.getCanvas().getBoundingClientRect();
    return { pixel: [event.clientX - left, event.clientY - top], place: this.view.map.unproject([event.clientX - left, event.clientY - top]).toArray() };
  }

  #down(event) {
    if (!this.active || event.button !== 0 || !event.isPrimary) return;
    this.#start = this.#place(event);
    if (this.kind === "circle") {
      this.#center = this.#start.place;
      event.target.setPointerCapture?.(event.pointerId);
    }
  }

  #move(event) {
    if (!this.active || !event.isPrimary) return;
    this.#pointer = this.#place(event);
    this.#draw();
  }

  #up(event) {
    if (!this.active || !this.#start || !event.isPrimary) return;
    const start = this.#start;
    const end = this.#place(event);
    this.#start = null;
    const moved = apart(start.pixel, end.pixel) > near;
    if (this.kind === "circle") {
      const radius = moved ? distance(this.#center, end.place) : this.#options.radius;
      this.#end({ kind: "circle", center: this.#center, radius });
    } else if (!moved) {
      this.#add(end.place);
    }
  }

  /** A corner; the first one again, or the last one again, closes. */
  #add(place) {
    const pixelOf = (corner) => this.view.map.project(corner);
    const here = pixelOf(place);
    const isAt = (corner, reach) => corner && Math.hypot(pixelOf(corner).x - here.x, pixelOf(corner).y - here.y) <= reach;
    const closes = this.kind === "polygon" && isAt(this.#corners[0], closing);
    if (this.#corners.length >= this.#least && (closes || isAt(this.#corners.at(-1), near))) return this.#finish();
    if (isAt(this.#corners.at(-1), near / 4) || this.#corners.length >= mostCorners) return undefined;
    this.#corners.push(place);
    return this.#draw();
  }

  #undo() {
    this.#corners.pop();
    this.#draw();
  }

  #finish() {
    if (this.kind !== "circle" && this.#corners.length >= this.#least) this.#end({ kind: this.kind, corners: this.#corners });
  }

  #key(event) {
    if (!this.active) return;
    const onMap = event.target === this.view.map.getCanvas() || event.target === document.body;
    const center = () => this.view.map.getCenter().toArray();
    if (event.key === "Escape") this.cancel();
    else if (!onMap) return;
    else if (event.key === "Backspace") this.#undo();
    else if (event.key === " " && this.kind !== "circle") this.#add(center());
    else if (event.key === "Enter" && this.kind !== "circle") this.#finish();
    else if (event.key === "Enter" || event.key === " ") this.#end({ kind: "circle", center: center(), radius: this.#options.radius });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #draw() {
    const { kind } = this;
    const count = this.#corners.length;
    let text = this.#help;
    if (kind === "circle" && this.#start && this.#pointer) {
      const radius = distance(this.#center, this.#pointer.place);
      text = `${radiusText(Math.max(1, radius), this.#options.unit)} ${this.#options.unit}`;
      this.show({ ring: circleRing(this.#center, radius), points: [this.#center] });
    } else if (kind !== "circle") {
      const [one, many] = kind === "polygon" ? ["corner", "corners"] : ["place", "places"];
      if (count > 0) text = `${count} ${count === 1 ? one : many}${count < this.#least ? "" : `: double-click or Enter ${kind === "polygon" ? "closes" : "ends"}`}`;
      const all = [...this.#corners, ...(this.#pointer && count > 0 ? [this.#pointer.place] : [])];
      const isRing = kind === "polygon" && all.length > 2;
      this.show({ ring: isRing ? [...all, all[0]] : null, line: !isRing && all.length > 1 ? all : null, points: this.#corners });
    } else {
      this.show({});
    }
    setText(this.words, text);
    this.undoButton.hidden = this.finishButton.hidden = kind === "circle";
    this.undoButton.disabled = count === 0;
    this.finishButton.disabled = count < this.#least;
  }
}

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
