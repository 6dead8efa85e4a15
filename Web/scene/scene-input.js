// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Hands on the scene: a press that does not move is a click; while somebody is followed, drags, wheel, pinches and keys turn the camera about them.

const degreesPerPixel = 0.35;
const clickReach = 6; // pixels that a hand may shake
const steps = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, 4], ArrowDown: [0, -4] };

export class SceneInput {
  #pointers = new Map();
  #press = null;

  /** `actions`: following(), apply(input), grab(), click(x, y, touch), pointed(x, y) or pointed(null), chosen() for Enter. */
  constructor(canvas, actions) {
    Object.assign(this, { canvas, actions });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.#up(event));
    canvas.addEventListener("pointerleave", () => this.actions.pointed(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #place(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #down(event) {
    this.actions.grab();
    const [x, y] = this.#place(event);
    this.#pointers.set(event.pointerId, { x, y });
    this.#press = this.#pointers.size === 1 && event.button === 0 ? { x, y, at: event.timeStamp } : null;
    if (this.actions.following()) this.canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const [x, y] = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.actions.pointed(x, y);
      return;
    }
    if (this.#press && Math.hypot(x - this.#press.x, y - this.#press.y) > clickReach) this.#press = null;
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (this.actions.following()) {
      if (others.length === 1) {
        const [old, now] = [spread(before, others[0]), spread({ x, y }, others[0])];
        this.actions.apply({ distanceFactor: old.length / Math.max(now.length, 1), headingDelta: turned(old.angle, now.angle), pitchDelta: ((before.y - y) / 2) * degreesPerPixel });
      } else if (others.length === 0 && !this.#press) {
        // What is seen goes along with the hand.
        this.actions.apply({ headingDelta: (x - before.x) * degreesPerPixel, pitchDelta: (before.y - y) * degreesPerPixel });
      }
    }
    Object.assign(before, { x, y });
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
    const press = this.#press;
    this.#press = null;
    if (press && event.type === "pointerup" && event.timeStamp - press.at < 700) this.actions.click(press.x, press.y, event.pointerType === "touch");
  }

  #wheel(event) {
    if (!this.actions.following()) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.actions.apply({ distanceFactor: Math.exp(Math.max(-200, Math.min(200, pixels)) * 0.0015) });
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      this.actions.chosen();
    } else if (steps[event.key]) {
      const [headingDelta, pitchDelta] = steps[event.key];
      this.actions.apply({ headingDelta, pitchDelta });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

const spread = (a, b) => ({ length: Math.hypot(a.x - b.x, a.y - b.y), angle: Math.atan2(a.y - b.y, a.x - b.x) });
const turned = (from, to) => ((((((to - from) * 180) / Math.PI) % 360) + 540) % 360) - 180;
