// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The corners of the fence that is being edited, as buttons over the map: they are dragged, or moved by the arrow keys.

import { byId, element } from "./dom.js";
import { formatPlace } from "./formats.js";
import { handlesOf, movedHandle, withoutVertex } from "./fence-shapes.js";

const room = 34; // pixels that an edge needs for a handle in its middle
const pause = 500; // milliseconds without an arrow key after which a corner has come to rest
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class FenceHandles {
  #shape = null;
  #handles = [];
  #current = 0;
  #drag = null;
  #nudge = null; // {before, timer} while arrow keys move a corner

  /**
   * `map` is the map library's. `moving(shape)` is called while a handle moves, `moved(shape, before)` when it has come to rest; `cancelled()` after a drag that was
   * broken off; `left()` where Escape leaves the handles.
   */
  constructor(map, { moving, moved, cancelled, left, announce }) {
    Object.assign(this, { map, moving, moved, cancelled, left, announce });
    this.root = element("div", { class: "fence-handles", role: "group", "aria-label": "Corners of the fence", hidden: true,
      onkeydown: (event) => this.#key(event), onpointerdown: (event) => this.#down(event) });
    byId("callouts").before(this.root);
    this.root.addEventListener("pointermove", (event) => this.#move(event));
    this.root.addEventListener("pointerup", (event) => this.#up(event));
    this.root.addEventListener("pointercancel", () => this.#cancel());
    map.on("move", () => this.place());
    map.on("resize", () => this.place());
  }

  get dragging() {
    return this.#drag !== null || this.#nudge !== null;
  }

  /** Shows the handles of a shape, or none; while one is dragged, only the hand says where it is. */
  show(shape) {
    if (this.dragging) {
      if (shape) return;
      this.#rest();
      this.#drag = null;
    }
    this.#shape = shape;
    this.#draw();
  }

  #draw() {
    this.root.hidden = this.#shape === null;
    this.#handles = this.#shape ? handlesOf(this.#shape) : [];
    this.#current = Math.max(0, Math.min(this.#current, this.#handles.length - 1));
    while (this.root.childElementCount > this.#handles.length) this.root.lastElementChild.remove();
    while (this.root.childElementCount < this.#handles.length) this.root.append(element("button", { type: "button", class: "fence-handle" }));
    this.#handles.forEach((handle, i) => {
      const button = this.root.children[i];
      button.dataset.role = handle.role;
      button.tabIndex = i === this.#current ? 0 : -1;
      const label = handle.role === "middle" ? handle.name : `${handle.name}, ${formatPlace(...handle.place)}`;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.title = handle.role === "middle" ? "Drag, or press Enter: a new corner" : handle.role === "vertex" ? "Drag, or arrow keys; Delete takes it away" : "Drag, or arrow keys";
    });
    this.place();
  }

  /** Puts the buttons where their places are on the screen. */
  place() {
    if (!this.#shape) return;
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const pixels = this.#handles.map(({ place }) => this.map.project(this.#nearest(place)));
    this.#handles.forEach(({ role }, i) => {
      const button = this.root.children[i];
      const { x, y } = pixels[i];
      const next = pixels[(i + 1) % pixels.length];
      const isTight = role === "middle" && Math.hypot(pixels[i - 1].x - next.x, pixels[i - 1].y - next.y) < 2 * room;
      const isSeen = x > -20 && y > -20 && x < width + 20 && y < height + 20;
      // One that has the keyboard stays, or the keyboard would be lost.
      button.hidden = (isTight || !isSeen) && button !== document.activeElement;
      button.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
  }

  #nearest([longitude, latitude]) {
    const first = this.#handles[0].place[0];
    return [longitude + 360 * Math.round((this.map.getCenter().lng - first) / 360), latitude];
  }

  #placeAt(x, y) {
    const { left, top } = this.map.getCanvas().getBoundingClientRect();
    const { lng, lat } = this.map.unproject([x - left, y - top]);
    // On the copy of the world on which the shape is.
    return [lng - 360 * Math.round((this.map.getCenter().lng - this.#handles[0].place[0]) / 360), lat];
  }

  /** Gives a handle the keyboard. */
  focus(index = this.#current) {
    if (this.#handles.length === 0) return;
    this.#current = (index + this.#handles.length) % this.#handles.length;
    [...this.root.children].forEach((button, i) => { button.tabIndex = i === this.#current ? 0 : -1; });
    this.root.children[this.#current].hidden = false;
    this.root.children[this.#current].focus({ preventScroll: true });
  }

  // MARK: dragging

  #down(event) {
    const index = [...this.root.children].indexOf(event.target.closest("button"));
    if (index < 0 || event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.#rest();
    const before = this.#shape;
    let handle = this.#handles[index];
    if (handle.role === "middle") {
      this.#shape = movedHandle(this.#shape, handle, handle.place);
      if (this.#shape === before) return;
      this.#draw();
      handle = this.#handles[index + 1];
    }
    const at = this.#handles.indexOf(handle);
    this.focus(at);
    const button = this.root.children[at];
    const { x, y } = button.getBoundingClientRect();
    this.#drag = { handle, before, button, offset: [event.clientX - x - button.offsetWidth / 2, event.clientY - y - button.offsetHeight / 2], pointer: event.pointerId };
    this.root.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.#to(drag.handle, this.#placeAt(event.clientX - drag.offset[0], event.clientY - drag.offset[1]));
  }

  #to(handle, place) {
    this.#shape = movedHandle(this.#shape, handle, [place[0], Math.max(-89.9, Math.min(89.9, place[1]))]);
    this.#draw();
    this.moving(this.#shape);
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.#drag = null;
    if (this.#shape !== drag.before) this.moved(this.#shape, drag.before);
  }

  #cancel() {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    this.#shape = drag.before;
    this.#draw();
    this.cancelled(this.#shape);
  }

  // MARK: the keyboard

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const handle = this.#handles[this.#current];
    const step = arrows[event.key];
    if (event.key === "Escape" && this.#drag) this.#cancel();
    else if (event.key === "Escape") this.left();
    else if (this.#drag) return;
    else if (step && handle.role === "middle") this.#insert(handle);
    else if (step) this.#push(handle, step, event.shiftKey ? 20 : 2);
    else if (event.key === "PageDown" || event.key === "]") this.focus(this.#current + 1);
    else if (event.key === "PageUp" || event.key === "[") this.focus(this.#current - 1);
    else if (event.key === "Home") this.focus(0);
    else if (event.key === "End") this.focus(this.#handles.length - 1);
    else if (event.key === "Delete" || event.key === "Backspace") this.#delete(handle);
    else if ((event.key === "Enter" || event.key === " " || event.key === "Insert") && handle.role === "middle") this.#insert(handle);
    else if (event.key === "Insert" && handle.role === "vertex" && this.#handles[this.#current + 1]?.role === "middle") this.#insert(this.#handles[this.#current + 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #push(handle, [x, y], pixels) {
    const before = this.#nudge?.before ?? this.#shape;
    clearTimeout(this.#nudge?.timer);
    this.#nudge = { before, timer: setTimeout(() => this.#rest(), pause) };
    const { left, top } = this.map.getCanvas().getBoundingClientRect();
    const at = this.map.project(this.#nearest(handle.place));
    this.#to(handle, this.#placeAt(at.x + left + x * pixels, at.y + top + y * pixels));
  }

  /** The arrow keys have come to rest. */
  #rest() {
    if (!this.#nudge) return;
    const { before, timer } = this.#nudge;
    clearTimeout(timer);
    this.#nudge = null;
    this.moved(this.#shape, before);
  }

  #insert(handle) {
    this.#rest();
    const before = this.#shape;
    this.#shape = movedHandle(before, handle, handle.place);
    if (this.#shape === before) return;
    this.#draw();
    this.focus(this.#handles.findIndex(({ role, run, index }) => role === "vertex" && run === handle.run && index === handle.index + 1));
    this.moved(this.#shape, before);
    this.announce("Corner added");
  }

  #delete(handle) {
    this.#rest();
    const before = this.#shape;
    const after = withoutVertex(before, handle);
    if (!after) {
      this.announce(handle.role === "vertex" ? "It needs all of its corners" : "Only corners can be taken away");
      return;
    }
    this.#shape = after;
    this.#draw();
    this.focus(Math.min(this.#current, this.#handles.length - 1));
    this.moved(after, before);
    this.announce("Corner taken away");
  }
}
