// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What stands over the scene's picture: names beside symbols, the ring of who is selected, rings of a query's matches. Elements of the page, which a
// browser draws sharp in either theme.

import { element, setText } from "../dom.js";
import { cleanText } from "../formats.js";

const most = { lite: 24, full: 60 };
const interval = 300; // milliseconds between choices of names
const characterWidth = 7.2; // pixels, about
const lineHeight = 17;

export class SceneLabels {
  #names = new Map(); // key → {root, text, at: of the choice}
  #chosenAt = -Infinity;
  #rings = [];
  #grounds = [];

  constructor(container, lite) {
    this.root = element("div", { class: "scene-labels", "aria-hidden": "true" });
    this.ring = element("div", { class: "scene-ring selected", hidden: true });
    this.root.append(this.ring);
    container.append(this.root);
    this.most = most[lite ? "lite" : "full"];
  }

  /**
   * `visible` is who is in sight, nearest first; `named` whether names are wanted, `selected` who is selected and in sight or null, `hovered` likewise;
   * `ringed(one)` is "match", "former" or null; `ground` is what has a name on the ground: {text, kind, x, y}.
   */
  update(visible, { local, named, selected, hovered, ringed, ground, size }) {
    if (local - this.#chosenAt > interval) {
      this.#chosenAt = local;
      this.#choose(visible, { named, selected, hovered, size });
    }
    this.#move(visible, hovered);
    this.#ground(ground, size);
    this.#circle(this.ring, selected, selected ? ringRadius(selected) : 0);
    const matches = visible.filter((one) => ringed(one) !== null).slice(0, 100);
    matches.forEach((one, i) => {
      if (!this.#rings[i]) {
        this.#rings.push(element("div", { class: "scene-ring" }));
        this.root.append(this.#rings[i]);
      }
      this.#rings[i].classList.toggle("former", ringed(one) === "former");
      this.#circle(this.#rings[i], one, 15);
    });
    for (let i = matches.length; i < this.#rings.length; i += 1) this.#rings[i].hidden = true;
  }

  /** Names that do not cover each other, the nearest first. */
  #choose(visible, { named, selected, hovered, size }) {
    const boxes = [];
    const most = size[0] < 300 ? 0 : size[0] < 420 ? 6 : this.most;
    const wanted = new Set();
    const order = hovered ? [hovered, ...visible] : visible;
    for (const one of order) {
      if (wanted.size >= most && one !== hovered) break;
      if (one === selected || one.store.removedAt[one.slot] !== 0 || !one.look || (!named && one !== hovered)) continue;
      const key = keyOf(one);
      const text = textOf(one);
      if (wanted.has(key) || text === "") continue;
      const [left, top] = [one.x + one.radius + 4, one.y - lineHeight / 2];
      const right = left + text.length * characterWidth;
      if (left < 0 || right > size[0] || top < 0 || top + lineHeight > size[1]) continue;
      if (one !== hovered && boxes.some((box) => left < box[2] && right > box[0] && top < box[3] && top + lineHeight > box[1])) continue;
      boxes.push([left, top, right, top + lineHeight]);
      wanted.add(key);
      const known = this.#names.get(key);
      if (known) setText(known, text);
      else {
        const made = element("span", { class: "scene-label", text });
        this.#names.set(key, made);
        this.root.append(made);
      }
    }
    for (const [key, name] of this.#names) {
      if (wanted.has(key)) continue;
      name.remove();
      this.#names.delete(key);
    }
  }

  #move(visible) {
    if (this.#names.size === 0) return;
    const seen = new Set();
    for (const one of visible) {
      const key = keyOf(one);
      const name = this.#names.get(key);
      if (!name || seen.has(key)) continue;
      seen.add(key);
      name.hidden = false;
      name.style.transform = `translate3d(${Math.round(one.x + one.radius + 4)}px, ${Math.round(one.y - lineHeight / 2)}px, 0)`;
    }
    for (const [key, name] of this.#names) if (!seen.has(key)) name.hidden = true;
  }

  /** Names of what lies on the ground, about their places. */
  #ground(ground, size) {
    const shown = size[0] < 420 ? [] : ground;
    shown.forEach(({ text, kind, x, y }, i) => {
      if (!this.#grounds[i]) {
        this.#grounds.push(element("span", { class: "scene-label ground" }));
        this.root.prepend(this.#grounds[i]);
      }
      setText(this.#grounds[i], text);
      this.#grounds[i].classList.toggle("fence", kind === "fence");
      this.#grounds[i].hidden = false;
      this.#grounds[i].style.transform = `translate3d(${Math.round(x - (text.length * characterWidth) / 2)}px, ${Math.round(y - lineHeight / 2)}px, 0)`;
    });
    for (let i = shown.length; i < this.#grounds.length; i += 1) this.#grounds[i].hidden = true;
  }

  #circle(ring, one, radius) {
    ring.hidden = !one;
    if (!one) return;
    ring.style.width = ring.style.height = `${2 * radius}px`;
    ring.style.transform = `translate3d(${Math.round(one.x - radius)}px, ${Math.round(one.y - radius)}px, 0)`;
  }

  refresh() {
    this.#chosenAt = -Infinity;
  }
}

/** Pixels of the ring of who is selected. */
export const ringRadius = ({ radius }) => Math.max(20, Math.min(84, radius + 8));

const keyOf = ({ source, store, slot }) => `${source}/${store.tracks[slot]}`;

/** The text of the first label that the server defines for it, else what a person calls it. */
function textOf({ entry, store, slot }) {
  const { display } = entry;
  if (!display.labelDefinitions) return cleanText(store.labels[slot], 40);
  const told = display.labels.get(store.numbers[slot]);
  return told ? cleanText(String(told[1] ?? ""), 40) : "";
}
