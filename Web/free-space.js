// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The part of the window that bar, rail, panels and foot leave free: where the call-out may stand; and the boxes of all
// that, where no label could be read.

import { byId } from "./dom.js";

const margin = 8;
const furniture = ".bar > :not(.bar-space), .rail, .panel:not([hidden]), .zoom, .foot > *, .tracker-card, .overview, .scene:not([hidden])";
let box = null;
let measuredAt = 0;
let boxes = null;
let boxesAt = 0;

/** {left, top, right, bottom} in CSS pixels; measured at most twice a second, because measuring is not free. */
export function freeSpace() {
  if (box && performance.now() - measuredAt < 500) return box;
  measuredAt = performance.now();
  box = { left: 12, top: byId("bar").getBoundingClientRect().bottom + margin, right: innerWidth - 12, bottom: innerHeight - 48 };
  for (const part of document.querySelectorAll(".rail, .panel:not([hidden]), .tracker-card")) {
    const { left, top, right } = part.getBoundingClientRect();
    if (right - left > innerWidth * 0.7) box.bottom = Math.min(box.bottom, top - margin);
    else if (left < innerWidth / 2) box.left = Math.max(box.left, right + margin);
    else box.right = Math.min(box.right, left - margin);
  }
  const scene = byId("scene");
  // In the half beside the map, or in the corner, the scene stands beside the call-out of the map; below it in a narrow window.
  if (!scene.hidden && !document.body.classList.contains("scene-whole")) {
    const { left, top } = scene.getBoundingClientRect();
    if (innerWidth <= 760) box.bottom = Math.min(box.bottom, top - margin);
    else box.right = Math.min(box.right, left - margin);
  }
  if (innerWidth <= 760 && document.body.classList.contains("scene-whole")) box.top = Math.max(box.top, document.querySelector(".scene-head").getBoundingClientRect().bottom + margin);
  // In a narrow window nothing else is beside the controls of the map.
  if (innerWidth <= 760) box.bottom = Math.min(box.bottom, document.querySelector(".zoom").getBoundingClientRect().top - margin);
  return box;
}

/** [left, top, right, bottom] of everything that stands at the edges; measured at most twice a second. */
export function coveredBoxes() {
  if (boxes && performance.now() - boxesAt < 500) return boxes;
  boxesAt = performance.now();
  boxes = [...document.querySelectorAll(furniture)].map((part) => part.getBoundingClientRect())
    .filter(({ width }) => width > 0).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
  return boxes;
}

/** Something opened or closed: measure again. */
export function forgetFreeSpace() {
  box = boxes = null;
}

addEventListener("resize", forgetFreeSpace);
