// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Hands on the scene: a press that does not move is a click; while somebody is followed, drags, wheel, fingers and keys turn the camera about them, as
// rig/input.js says. Free navigation is CesiumJS's own.

import { KeySteering, PointerSteering, wheelInput } from "../rig/input.js";

const clickReach = 6; // pixels that a hand may shake
const longestClick = 700; // milliseconds

export class SceneInput {
  #steering = new PointerSteering();
  #keys = new KeySteering();
  #press = null;
  #steppedAt = 0;

  /** `actions`: following(), apply(input), grab(), click(x, y, touch), pointed(x, y) or pointed(null), chosen() for Enter. */
  constructor(canvas, actions) {
    Object.assign(this, { canvas, actions });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.#up(event));
    canvas.addEventListener("pointerleave", () => this.actions.pointed(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      if (!this.actions.following()) return;
      event.preventDefault();
      this.actions.apply(wheelInput(event, this.#size));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.#keyDown(event));
    canvas.addEventListener("keyup", (event) => this.#keys.up(event));
    canvas.addEventListener("blur", () => this.#keys.release());
  }

  get #size() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  #place(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { pointerId: event.pointerId, x: event.clientX - left, y: event.clientY - top, button: event.button, shiftKey: event.shiftKey, ctrlKey: event.ctrlKey };
  }

  #down(event) {
    this.actions.grab();
    const place = this.#place(event);
    this.#steering.down(place);
    this.#press = this.#steering.count === 1 && event.button === 0 ? { ...place, at: event.timeStamp } : null;
    if (this.actions.following()) this.canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const place = this.#place(event);
    if (this.#steering.count === 0) {
      if (event.pointerType !== "touch") this.actions.pointed(place.x, place.y);
      return;
    }
    if (this.#press && Math.hypot(place.x - this.#press.x, place.y - this.#press.y) <= clickReach) return;
    this.#press = null;
    const input = this.#steering.move(place, this.#size);
    if (input && this.actions.following()) this.actions.apply(input);
  }

  #up(event) {
    this.#steering.up(event);
    const press = this.#press;
    this.#press = null;
    if (press && event.type === "pointerup" && event.timeStamp - press.at < longestClick) this.actions.click(press.x, press.y, event.pointerType === "touch");
  }

  #keyDown(event) {
    if (event.key === "Enter") this.actions.chosen();
    else if (!this.actions.following() || !this.#keys.down(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** With each frame: keys that are held. */
  step(local) {
    const seconds = (local - this.#steppedAt) / 1_000;
    this.#steppedAt = local;
    const input = this.#keys.isActive ? this.#keys.input(seconds) : null;
    if (input) this.actions.apply(input);
  }
}
