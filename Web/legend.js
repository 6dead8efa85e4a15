// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The legend: the classes of each source as its renderer has them, and the signs of the page itself.

import { drawClass } from "./class-atlas.js";
import { element, setText } from "./dom.js";
import { cleanText, formatNumber } from "./formats.js";
import { drawIcon } from "./symbols.js";
import { cssColor } from "./theme.js";

const signs = [
  ["selected", "Selected"], ["result", "Matches the query"], ["former", "Matched, and no longer does"], ["query-area", "Where the query looks"], ["unknown", "Heading unknown"], ["fading", "No longer reported: fades"], ["trail", "Track line, fading with age"],
  ["fence", "Fence"], ["entered", "Entered a fence"], ["exited", "Left a fence"], ["airport", "Airport"], ["landmark", "Landmark, e.g. a runway"],
];

/** The rows of a source's classes: what is drawn, what it is called, how many there are on this page. None where the page draws its own symbol. */
export function classRows({ info, store, display }) {
  if (!display.classes || !display.legend) return [];
  const last = display.classes.length - 1;
  return display.classes.map((one, i) => {
    const isOther = i === last && display.renderer !== "simple";
    // What is not drawn, and has no name, has no row.
    if (isOther && !one.symbol && !one.label) return null;
    const canvas = element("canvas", { "aria-hidden": "true" });
    drawClass(canvas, one.symbol);
    const label = one.label || (isOther ? "Other" : display.renderer === "simple" ? info.many : `Class ${i + 1}`);
    const row = element("li", { class: "class-row", title: one.description || null },
      canvas, element("span", { class: "class-label", text: cleanText(label, 60) }), element("span", { class: "class-count" }));
    row.count = () => {
      let count = 0;
      for (let slot = 0; slot < store.length; slot += 1) if (store.removedAt[slot] === 0 && store.classes[slot] === i) count += 1;
      setText(row.querySelector(".class-count"), one.symbol ? formatNumber(count) : "not drawn");
    };
    row.count();
    return row;
  }).filter(Boolean);
}

/** What a legend is headed by: the fields that decide. */
export function legendTitle({ info, display }) {
  const names = display.fields.map((name) => info.fields.find((field) => field.name.toLowerCase() === name.toLowerCase())?.alias ?? name);
  return names.length > 0 ? `By ${names.map((name) => cleanText(name, 30)).join(", ")}` : "";
}

/** What is wrong where the classes go by fields that the source does not have; fields become known as entities come. */
export function missingFields({ info, display, store }) {
  if (store.count === 0 || info.fields.length === 0) return [];
  const known = new Set(info.fields.map(({ name }) => name.toLowerCase()));
  return display.fields.filter((name) => !known.has(name.toLowerCase())).map((name) => `the classes go by the field “${cleanText(name, 60)}”, which no entity has`);
}

/** The signs that the page itself draws, in the present theme. */
export function signRows(symbol) {
  return signs.map(([sign, text]) => {
    const canvas = element("canvas", { "aria-hidden": "true" });
    drawSign(canvas, sign, symbol);
    return element("li", {}, canvas, element("span", { text }));
  });
}

function drawSign(canvas, sign, symbol) {
  const size = 26;
  drawIcon(canvas, symbol, { selected: 1, result: 1, former: 1, fading: 0.35 }[sign] ?? 0);
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / size, 0, 0, canvas.width / size, 0, 0);
  context.globalAlpha = 1;
  context.lineWidth = 2;
  const stroke = (token, draw) => {
    context.beginPath();
    draw();
    context.strokeStyle = cssColor(token);
    context.stroke();
  };
  if (sign === "selected") stroke("accent", () => context.arc(13, 13, 12, 0, 7));
  if (sign === "result") stroke("accent", () => context.arc(13, 13, 11, 0, 7));
  if (sign === "former") {
    context.lineWidth = 1;
    stroke("ink-quiet", () => context.arc(13, 13, 10, 0, 7));
  }
  if (sign === "query-area") {
    context.setLineDash([4, 3]);
    stroke("accent", () => context.arc(13, 13, 10, 0, 7));
    context.setLineDash([]);
  }
  if (sign === "unknown") drawIcon(canvas, "dot");
  if (sign === "trail") {
    const gradient = context.createLinearGradient(2, 0, 24, 0);
    gradient.addColorStop(0, cssColor("symbol", 0));
    gradient.addColorStop(1, cssColor("symbol"));
    context.strokeStyle = gradient;
    context.beginPath();
    context.moveTo(2, 18);
    context.quadraticCurveTo(14, 18, 24, 8);
    context.stroke();
  }
  if (sign === "fence") {
    stroke("fence", () => context.rect(4, 6, 18, 14));
    context.fillStyle = cssColor("fence", 0.1);
    context.fill();
  }
  if (sign === "entered") {
    context.fillStyle = cssColor("entered");
    context.fillRect(8, 8, 10, 10);
  }
  if (sign === "exited") stroke("exited", () => context.arc(13, 13, 5, 0, 7));
  if (sign === "airport") stroke("map-airport", () => context.arc(13, 13, 4, 0, 7));
  if (sign === "landmark") {
    context.lineWidth = 4;
    stroke("landmark", () => { context.moveTo(3, 16); context.lineTo(23, 10); });
  }
}
