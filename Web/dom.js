// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Makes elements. Text goes in as text, never as markup: what a feed says is shown, not run.

/** `properties` are attributes, and `text`, `class` and listeners (`onclick`, …). Children are elements or text. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** One of the icons that index.html defines. */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(namespace, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespace, "use");
  use.setAttribute("href", `#icon-${name}`);
  made.append(use);
  return made;
}

/** A name from a feed: set apart, so that right-to-left text does not disturb what stands around it. */
export const foreign = (text, tag = "bdi") => element(tag, { text, dir: tag === "bdi" ? null : "auto" });

export const byId = (id) => document.getElementById(id);

/** Changes text only where it differs: cheap to call often, and a screen reader hears only changes. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Calls `action` at most once in `interval` milliseconds, and once more after the last call. */
export function throttled(action, interval) {
  let timer = 0;
  let last = -Infinity;
  return () => {
    if (timer) return;
    const wait = Math.max(0, last + interval - performance.now());
    timer = setTimeout(() => {
      timer = 0;
      last = performance.now();
      action();
    }, wait);
  };
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
