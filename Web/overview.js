// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The overview map in a corner of the tracker: draws itself on a plain canvas, so that it costs no second map.

import { basemapFile } from "./basemap.js";
import { element } from "./dom.js";
import { outlineRings, overviewPlace, overviewPoint } from "./overview-shape.js";
import { colorOf, cssColor, whenThemeChanges } from "./theme.js";

const land = new Set(["land", "island"]);

export class Overview {
  #land = null;
  #ground = null; // the picture of the world, once for each size and theme
  #drawn = "";
  #seen = null;

  /** `go(place)` looks there. */
  constructor({ go }) {
    this.canvas = element("canvas");
    this.root = element("button", {
      type: "button", class: "overview", title: "The whole world, with the outline of what the map shows. Click to look there",
      "aria-label": "Overview map. Press a place to look there; Enter looks at the location", onclick: (event) => {
        const box = this.canvas.getBoundingClientRect();
        // A press by keyboard has no place.
        go(event.detail === 0 ? null : overviewPlace([event.clientX - box.left, event.clientY - box.top], [box.width, box.height]));
      },
    }, this.canvas);
    whenThemeChanges(() => this.#forget());
    new ResizeObserver(() => this.#forget()).observe(this.canvas);
    this.#load();
  }

  async #load() {
    try {
      const { world } = await basemapFile("basemap.json");
      const { features } = await basemapFile(world);
      this.#land = features.filter(({ properties }) => land.has(properties.kind) || properties.kind === "lake")
        .sort((a, b) => order.indexOf(a.properties.kind) - order.indexOf(b.properties.kind));
      this.#forget();
    } catch {
      // The map itself says that the base map is missing.
    }
  }

  #forget() {
    this.#ground = this.#seen = null;
    this.#drawn = "";
  }

  /** Draws where the view is (a Projection), where the location (or null) is, and the path behind it; nothing where nothing has changed by a pixel. */
  draw(projection, place, path, grey) {
    const seen = this.#seen;
    const still = seen && this.#ground && seen.projection === projection && seen.revision === path.revision && seen.grey === grey
      && Math.abs((place?.[0] ?? 0) - (seen.place?.[0] ?? 0)) + Math.abs((place?.[1] ?? 0) - (seen.place?.[1] ?? 0)) < 0.2 && !place === !seen.place;
    if (still) return;
    const size = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (size[0] === 0) return;
    this.#seen = { projection, place, revision: path.revision, grey };
    const rings = projection ? outlineRings(projection, size) : [];
    const dot = place ? overviewPoint(place, size) : null;
    const key = `${size} ${rings.flat(2).map((value) => value.toFixed(0))} ${dot?.map((value) => value.toFixed(1))} ${path.revision} ${grey}`;
    if (key === this.#drawn && this.#ground) return;
    this.#drawn = key;
    const ratio = Math.max(1, devicePixelRatio);
    this.#ground ??= this.#paint(size, ratio);
    this.canvas.width = this.#ground.width;
    this.canvas.height = this.#ground.height;
    const context = this.canvas.getContext("2d");
    context.drawImage(this.#ground, 0, 0);
    context.scale(ratio, ratio);
    this.#path(context, path, size);
    this.#outline(context, rings, size);
    if (dot) this.#dot(context, dot, grey);
  }

  #paint([width, height], ratio) {
    const image = document.createElement("canvas");
    image.width = Math.round(width * ratio);
    image.height = Math.round(height * ratio);
    const context = image.getContext("2d");
    context.scale(ratio, ratio);
    context.fillStyle = cssColor("map-water");
    context.fillRect(0, 0, width, height);
    for (const { geometry, properties } of this.#land ?? []) {
      context.fillStyle = cssColor(properties.kind === "lake" ? "map-water" : "map-land");
      context.beginPath();
      for (const ring of geometry.type === "Polygon" ? geometry.coordinates : geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : []) {
        ring.forEach((place, i) => context[i === 0 ? "moveTo" : "lineTo"](...overviewPoint(place, [width, height])));
        context.closePath();
      }
      context.fill("evenodd");
    }
    const [red, green, blue, opacity] = colorOf("map-graticule");
    context.strokeStyle = `rgba(${red}, ${green}, ${blue}, ${(opacity / 255) * 1.6})`;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = -150; x <= 150; x += 30) line(context, overviewPoint([x, 90], [width, height]), overviewPoint([x, -90], [width, height]));
    for (let y = -60; y <= 60; y += 30) line(context, overviewPoint([-180, y], [width, height]), overviewPoint([180, y], [width, height]));
    context.stroke();
    return image;
  }

  #path(context, path, size) {
    const { length, sources, targets, colors } = path.segments({ pixel: 360 / size[0], color: [0, 0, 0] });
    context.lineWidth = 1.2;
    for (let i = 0; i < length; i += 1) {
      context.strokeStyle = cssColorOnce("location", colors[4 * i + 3] / 255);
      context.beginPath();
      line(context, overviewPoint(sources.subarray(2 * i, 2 * i + 2), size), overviewPoint(targets.subarray(2 * i, 2 * i + 2), size));
      context.stroke();
    }
  }

  #outline(context, rings, size) {
    for (const ring of rings) {
      context.beginPath();
      ring.forEach(([x, y], i) => context[i === 0 ? "moveTo" : "lineTo"](x, y));
      const whole = rings.length === 1 && ring[1][0] - ring[0][0] >= size[0];
      context.fillStyle = cssColor("accent", 0.12);
      if (!whole) context.fill();
      context.lineWidth = 3;
      context.strokeStyle = cssColor("symbol-halo", 0.7);
      context.stroke();
      context.lineWidth = 1.5;
      context.strokeStyle = cssColor("accent");
      context.stroke();
      // A view of a few streets would be less than a point: a cross shows where it is.
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
      if (Math.max(width, height) > 6) continue;
      const [x, y] = [xs[0] + width / 2, ys[0] + height / 2];
      context.beginPath();
      line(context, [x - 7, y], [x - 3, y]);
      line(context, [x + 3, y], [x + 7, y]);
      line(context, [x, y - 7], [x, y - 3]);
      line(context, [x, y + 3], [x, y + 7]);
      context.stroke();
    }
  }

  #dot(context, [x, y], grey) {
    context.beginPath();
    context.arc(x, y, 4.5, 0, 2 * Math.PI);
    context.fillStyle = "#fff";
    context.fill();
    context.beginPath();
    context.arc(x, y, 3.2, 0, 2 * Math.PI);
    context.fillStyle = cssColor(grey ? "location-grey" : "location");
    context.fill();
  }
}

const order = ["land", "lake", "island"];
const known = new Map();
whenThemeChanges(() => known.clear());

/** A colour of the theme asked for a thousand times a second is asked of the page once. */
function cssColorOnce(token, opacity) {
  if (!known.has(token)) known.set(token, colorOf(token));
  const [red, green, blue] = known.get(token);
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

function line(context, from, to) {
  context.moveTo(...from);
  context.lineTo(...to);
}
