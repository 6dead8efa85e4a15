// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The tracker of one location, at /?location=N: the world, an overview, and what is known of the location beside it.

import { worldZoom } from "./camera.js";
import { byId, element, icon, setText } from "./dom.js";
import { coveredBoxes, freeSpace } from "./free-space.js";
import { nearestLongitude } from "./geodesy.js";
import { graticule } from "./graticule.js";
import { LocationReadout, originOf } from "./location-readout.js";
import { drawLocationIcon } from "./location-symbols.js";
import { Overview } from "./overview.js";
import { graticuleLabels } from "./overview-shape.js";

/** The number in the address, null where this is no tracker, NaN where it is none that could be. */
export function trackedLocation(search) {
  const text = new URLSearchParams(search).get("location");
  return text === null ? null : /^\d{1,6}$/.test(text) ? Number(text) : NaN;
}

const besideTheName = 30; // characters that have room beside the name where the card is a sheet
const originNames = { calculated: "calculated", measured: "measured" };

export class Tracker {
  #map = null;
  #symbol = "";
  #labels = [];
  #projection = null;
  #covered = null; // the boxes of the furniture, measured anew now and then
  #titled = "";

  /** `map()` answers with the LiveMap or null. */
  constructor({ locations, age, lost, setMode, tracked, map, announce }) {
    Object.assign(this, { locations, tracked, map, announce });
    document.body.classList.add("tracker");
    this.readout = new LocationReadout({ locations, age, lost }, ["height", "position", "accuracy", "heading", "satellites", "time", "source"]);
    this.heading = element("h2", { id: "tracker-heading", text: "Tracker" });
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.sentence = element("p", { class: "location-state", text: "Connecting to the server…" });
    this.course = element("dd", { class: "number" });
    this.speed = element("dd", { class: "number" });
    this.needle = icon("north");
    this.origin = element("span", { class: "origin", hidden: true });
    this.follow = element("button", { type: "button", class: "follow", "aria-pressed": "false", text: "Follow", title: "Keep the location in sight (f)",
      onclick: () => setMode(this.locations.mode === "off" ? "recenter" : "off") });
    this.world = element("button", { type: "button", text: "World", title: "The whole world (h)", onclick: () => this.map()?.view.goHome() });
    this.body = element("div", { class: "tracker-body" },
      element("dl", { class: "big" },
        element("div", {}, element("dt", { text: "Speed" }), this.speed),
        element("div", {}, element("dt", { text: "Course" }), element("dd", { class: "number" }, this.needle, this.course))),
      this.readout.list);
    this.others = element("ul", { class: "tracker-others" });
    this.root = element("section", { class: "tracker-card", "aria-labelledby": "tracker-heading" },
      element("div", { class: "tracker-head" }, this.canvas, this.heading, this.origin), this.sentence, this.body, this.others,
      element("div", { class: "callout-actions" }, this.follow, this.world, element("a", { class: "button-link", href: "./", text: "Live map" })));
    this.overview = new Overview({ go: (place) => this.#go(place) });
    this.edge = element("div", { class: "graticule-labels", "aria-hidden": "true" });
    byId("map").after(this.edge, this.overview.root);
    document.body.append(this.root);
    this.speed.textContent = this.course.textContent = "–";
  }

  /** Where a map of the world begins. */
  static home(width) {
    return { center: [0, 0], zoom: worldZoom(width) };
  }

  /** The location's name, or null while it is not known. */
  get title() {
    return this.locations.current?.name ?? null;
  }

  /** The map is there. */
  attach(liveMap) {
    this.#map = liveMap;
    this.moved();
    // Who sees the whole world sees it in a window of another size, too.
    let [width] = liveMap.view.size;
    liveMap.view.map.on("resize", () => {
      const { view } = liveMap;
      const whole = Math.abs(view.camera.zoom - worldZoom(width)) < 0.02;
      [width] = view.size;
      if (whole) view.place({ ...view.camera, zoom: worldZoom(width) });
    });
  }

  moved() {
    this.#projection = null;
  }

  beforeDraw(local) {
    if (!this.#map) return;
    const { fix, motion, path } = this.locations;
    const { projection } = this.#map.view;
    const grey = fix === null || fix.stale || fix.lastKnown;
    this.overview.draw(projection, motion.at(local), path, grey);
    const covered = coveredBoxes();
    if (projection === this.#projection && covered === this.#covered) return;
    this.#projection = projection;
    this.#covered = covered;
    this.#labelGraticule(projection, covered);
  }

  #labelGraticule(projection, covered) {
    const free = freeSpace();
    const shown = this.map().context.layers.shows("graticule");
    const box = { left: 0, top: free.top, right: projection.width, bottom: projection.height };
    const labels = (shown ? graticuleLabels(projection, graticule(projection).step, box) : []).filter(({ x, y, edge }) =>
      !covered.some(([left, top, right, bottom]) => x > left - 40 && x < right && y - (edge === "left" ? 13 : 12) < bottom && y > top));
    while (this.#labels.length < labels.length) {
      const label = element("span", {});
      this.#labels.push(label);
      this.edge.append(label);
    }
    this.#labels.forEach((label, i) => {
      label.hidden = i >= labels.length;
      if (label.hidden) return;
      const { text, x, y, edge } = labels[i];
      setText(label, text);
      label.className = edge;
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
  }

  /** Looks at a place, as a person's wish; null means the location itself. */
  #go(place) {
    const { view } = this.map() ?? {};
    const target = place ?? this.locations.motion.at(performance.now());
    if (!view || !target) return;
    view.fly({ center: [nearestLongitude(target[0], view.camera.center[0]), target[1]], zoom: view.camera.zoom });
    this.announce("The map looks there");
  }

  /** Says how things stand. `greeted` is true once the server has said which locations it has. */
  tell({ greeted, lost }) {
    const { locations, readout } = this;
    const entry = locations.current;
    const missing = greeted && !locations.get(this.tracked) && !entry;
    this.root.dataset.state = missing ? "missing" : !entry ? "connecting" : readout.state;
    this.body.hidden = this.follow.hidden = this.world.hidden = missing || !entry;
    this.others.hidden = !missing;
    this.canvas.hidden = !entry;
    this.overview.root.hidden = missing;
    const title = entry?.name ?? (missing ? "No such location" : "Tracker");
    setText(this.heading, title);
    if (missing) {
      setText(this.sentence, locations.any ? `This server has no location ${Number.isNaN(this.tracked) ? "of that number" : this.tracked}. It has:` : "This server has no locations.");
      this.#offer();
      return;
    }
    if (!entry) {
      setText(this.sentence, lost ? "Connecting to the server…" : "Waiting for the server…");
      return;
    }
    const { sentence } = readout;
    setText(this.sentence, sentence);
    this.sentence.toggleAttribute("data-long", sentence.length > besideTheName);
    readout.update();
    setText(this.speed, readout.text("speed"));
    setText(this.course, readout.text("course"));
    const { fix } = locations;
    const turned = fix?.course ?? null;
    this.needle.style.visibility = turned === null ? "hidden" : "visible";
    this.needle.style.transform = `rotate(${turned ?? 0}deg)`;
    const origin = originOf(fix?.source ?? null);
    this.origin.hidden = origin === null;
    if (origin) setText(this.origin, originNames[origin]);
    const on = locations.mode !== "off";
    this.follow.setAttribute("aria-pressed", String(on));
    setText(this.follow, on ? "Following" : "Follow");
    this.follow.disabled = lost;
    const grey = ["waiting", "stale", "failed", "stopped", "offline", "acquiring"].includes(readout.state);
    const look = `${entry.symbol} ${grey} ${this.#titled}`;
    if (look !== this.#symbol) {
      this.#symbol = look;
      drawLocationIcon(this.canvas, entry.symbol, { grey });
    }
  }

  /** Colours changed. */
  recolor() {
    this.#symbol = "";
    this.#titled = String(performance.now());
  }

  #offer() {
    const key = this.locations.list.map(({ location, name }) => `${location} ${name}`).join("\n");
    if (this.others.dataset.key === key) return;
    this.others.dataset.key = key;
    this.others.replaceChildren(...this.locations.list.map(({ location, name }) =>
      element("li", {}, element("a", { href: `?location=${location}` }, element("bdi", { text: name })))));
  }
}
