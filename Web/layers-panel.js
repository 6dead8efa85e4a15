// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Layers": what the map shows, how each source fares, and what the signs mean.

import { byId, element, icon, setText } from "./dom.js";
import { cleanText, formatCount, formatLag } from "./formats.js";
import { drawIcon } from "./symbols.js";
import { chooseTheme, cssColor, themeChoice } from "./theme.js";

const switches = [
  ["labels", "Labels of entities"], ["trails", "Track lines"], ["fences", "Fences"],
  ["landmarks", "Landmarks"], ["places", "Places and airports"], ["graticule", "Graticule"],
];

const legend = [
  ["selected", "Selected"], ["result", "Matches the query"], ["former", "Matched, and no longer does"], ["query-area", "Where the query looks"], ["unknown", "Heading unknown"], ["fading", "No longer reported: fades"], ["trail", "Track line, fading with age"],
  ["fence", "Fence"], ["entered", "Entered a fence"], ["exited", "Left a fence"], ["airport", "Airport"], ["landmark", "Landmark, e.g. a runway"],
];

export class LayersPanel {
  #open = false;
  #visible = Object.fromEntries(switches.map(([name]) => [name, true]));

  constructor({ sources, changed, serverTime, close }) {
    Object.assign(this, { sources, serverTime });
    this.sourceList = element("div", { class: "group" });
    this.legendList = element("ul", { class: "legend" });
    this.themes = [["system", "System"], ["light", "Light"], ["dark", "Dark"]].map(([choice, text]) =>
      element("button", { type: "button", text, "data-choice": choice, onclick: () => chooseTheme(choice) }));
    const rows = switches.map(([name, text], i) => element("label", { class: "switch" }, element("span", { text }),
      element("input", { type: "checkbox", role: "switch", checked: true, "data-first": i === 0, onchange: (event) => {
        this.#visible[name] = event.target.checked;
        changed(name, event.target.checked);
      } })));
    byId("panel-layers").append(
      element("div", { class: "panel-head" }, element("h2", { id: "layers-heading", text: "Layers" }), element("span", { class: "space" }),
        element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: close }, icon("close"))),
      element("div", { class: "panel-body" },
        this.sourceList,
        element("div", { class: "group" }, element("h3", { text: "Show" }), ...rows),
        element("div", { class: "group" }, element("h3", { text: "Theme" }), element("div", { class: "segments", role: "group", "aria-label": "Theme" }, ...this.themes)),
        element("div", { class: "group" }, element("h3", { text: "Legend" }), this.legendList)));
    setInterval(() => this.#open && this.#tell(), 1_000);
  }

  /** True where the layer of that name is switched on. */
  shows(name) {
    return this.#visible[name];
  }

  shown(open) {
    this.#open = open;
    if (open) this.redraw();
  }

  /** Theme or sources changed. */
  redraw() {
    if (!this.#open) return;
    for (const button of this.themes) button.setAttribute("aria-pressed", String(button.dataset.choice === themeChoice()));
    this.legendList.replaceChildren(...legend.map(([sign, text]) => {
      const canvas = element("canvas", { "aria-hidden": "true" });
      drawSign(canvas, sign, [...this.sources][0]?.info.symbol ?? "dot");
      return element("li", {}, canvas, element("span", { text }));
    }));
    this.sourceList.replaceChildren(element("h3", { text: "Sources" }), ...[...this.sources].map((entry) => {
      const canvas = element("canvas", { "aria-hidden": "true" });
      drawIcon(canvas, entry.info.symbol);
      const row = element("div", { class: "source" }, canvas,
        element("span", { class: "source-name", text: cleanText(entry.info.name, 40) }), element("span", { class: "source-count" }), element("span", { class: "source-status" }));
      row.entry = entry;
      return row;
    }));
    this.#tell();
  }

  #tell() {
    const now = this.serverTime();
    for (const row of this.sourceList.querySelectorAll(".source")) {
      const { info, store, status, error, newest } = row.entry;
      setText(row.querySelector(".source-count"), formatCount(store.count, cleanText(info.one, 24), cleanText(info.many, 24)));
      const lag = newest > 0 && now !== null ? ` · ${formatLag((now - newest) / 1000)} behind` : "";
      setText(row.querySelector(".source-status"), `${cleanText(status, 20)}${error ? `: ${cleanText(error, 160)}` : lag}`);
    }
  }
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
