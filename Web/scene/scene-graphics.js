// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The graphics of a program's view in the scene: points as models or markers, lines, outlines of areas.

import { displayedPlace } from "../graphics.js";
import { pointOf } from "../rig/earth.js";
import { rotate } from "../rig/quaternions.js";
import { orientationOf } from "./scene-entities.js";
import { solidLook, symbolMarker } from "./scene-symbols.js";

const mostPoints = 40_000; // of all lines
const most = { lite: { models: 24, markers: 1_500 }, full: { models: 120, markers: 6_000 } }; // in one picture
const beyond = 60; // pixels beside the picture where something may still reach into it
const isPoint = ({ type }) => type === "Point" || type === "MultiPoint";

export class SceneGraphics {
  #lines;
  #lineKey = "";
  #shown = ""; // which overlays have their lines in the scene
  #revision = 0;
  #left = most.lite;
  /** True where there is something new to be drawn, or something on its way. */
  isDue = false;

  /** `graphics` as graphics.js has them; `delay()` in milliseconds until one is where it was told to be. */
  constructor({ Cesium, scene }, graphics, { markers, models }, delay) {
    Object.assign(this, { Cesium, scene, graphics, markers, models, delay });
    this.#lines = scene.primitives.add(new Cesium.PolylineCollection());
  }

  /** {longitude, latitude, altitude, heading, pitch, roll, time} of a graphic that is a point, or null. */
  poseOf(number, id) {
    const overlay = this.graphics.overlays.get(number);
    const graphic = overlay?.graphics.get(id);
    if (graphic?.geometry.type !== "Point") return null;
    const [longitude, latitude, z] = graphic.geometry.coordinates;
    return { longitude, latitude, altitude: heightOf(overlay, z), ...turned(graphic, overlay.classes[graphic.class]?.symbol), time: graphic.at };
  }

  /** Within the picture of the entities, at the scale 1 : `scale` of the map. `followed` is {overlay, graphic, target} where the rig has one of them; `time` the server's now, or null. */
  draw(view, followed, time, scale) {
    const at = [0, 0, 0];
    this.#left = { ...(view.lite ? most.lite : most.full) };
    let newest = -Infinity;
    for (const [number, overlay] of this.graphics.overlays) {
      if (!overlay.shownAt(scale)) continue;
      for (const graphic of overlay.graphics.values()) {
        if (!isPoint(graphic.geometry)) continue;
        if (graphic.from) newest = Math.max(newest, graphic.at);
        const target = followed?.overlay === number && followed.graphic === graphic.id ? followed.target : null;
        const places = graphic.geometry.type === "Point" ? [displayedPlace(graphic, time, this.delay())] : graphic.geometry.coordinates;
        for (const place of places) this.#point(view, overlay, graphic, target, place, at, `graphic/${number}/${graphic.id}`);
      }
    }
    this.isDue = this.#revision !== this.graphics.revision || (time !== null && time - this.delay() <= newest);
    this.#drawLines(scale);
    this.#revision = this.graphics.revision;
  }

  #point(view, overlay, graphic, target, [longitude, latitude, z], at, key) {
    const described = overlay.classes[graphic.class]?.symbol;
    const point = target ? target.position : pointOf({ longitude, latitude, altitude: heightOf(overlay, z) });
    const { width, height } = view.lens;
    if (!described || !view.project(...point, at) || at[0] < -beyond || at[1] < -beyond || at[0] > width + beyond || at[1] > height + beyond || view.isHidden(...point)) return;
    const symbol = described.type === "distance" ? symbolAt(described, at[2]) : described;
    if (!symbol) return;
    const look = lookOfSymbol(symbol);
    const orientation = target ? target.orientation : orientationOf({ longitude, latitude, altitude: 0, ...turned(graphic, symbol) });
    const pixels = (look.length * view.focal) / at[2];
    if (look.model && (pixels > 6 || !look.marker) && this.#left.models > 0 && this.models.place(look, point, orientation, overlay.opacity, key)) {
      this.#left.models -= 1;
      return;
    }
    this.#left.markers -= 1;
    if (this.#left.markers < 0) return;
    const marker = look.marker ?? look.fallback;
    if (marker) this.markers.place(marker, point, marker.turns && !Number.isNaN(graphic.heading) ? view.angleOn(point, rotate(orientation, [0, 1, 0])) : 0, overlay.opacity);
  }

  #drawLines(scale) {
    const shown = [...this.graphics.overlays].filter(([, overlay]) => overlay.shownAt(scale));
    const numbers = shown.map(([number]) => number).join();
    if (this.#revision === this.graphics.revision && numbers === this.#shown) return;
    this.#shown = numbers;
    const shapes = shown.map(([, overlay]) => overlay)
      .flatMap((overlay) => [...overlay.graphics.values()].filter(({ geometry }) => !isPoint(geometry)).map((graphic) => ({ overlay, graphic })));
    // Points that move leave the lines as they are.
    const key = shapes.map(({ overlay, graphic }) => `${graphic.id} ${graphic.at} ${overlay.opacity} ${overlay.looks}`).join();
    if (key === this.#lineKey) return;
    this.#lineKey = key;
    this.#lines.removeAll();
    const { Cesium } = this;
    let left = mostPoints;
    for (const { overlay, graphic: { geometry, class: kind } } of shapes) {
      const symbol = overlay.classes[kind]?.symbol;
      const line = symbol?.type === "line" ? symbol : symbol?.outline ?? null;
      if (!line) continue;
      const color = Cesium.Color.fromCssColorString(line.color) ?? Cesium.Color.BLUE;
      for (const run of runsOf(geometry)) {
        if (run.length < 2 || left <= 0) continue;
        const places = run.slice(0, left);
        left -= places.length;
        const positions = places.map(([longitude, latitude, z]) => new Cesium.Cartesian3(...pointOf({ longitude, latitude, altitude: heightOf(overlay, z) })));
        this.#lines.add({ positions, width: line.width, material: Cesium.Material.fromType("Color", { color: color.withAlpha(color.alpha * overlay.opacity) }) });
      }
    }
  }
}

const heightOf = ({ placement, altitudeOffset }, z) => (placement.startsWith("draped") ? 0 : (Number.isFinite(z) ? z : 0) + altitudeOffset);

/** What the renderer says of a graphic, and how its symbol is turned by itself. */
function turned({ heading, pitch, roll }, symbol) {
  const body = symbol?.type === "distance" ? symbol.ranges.find((range) => range.symbol)?.symbol : symbol;
  return { heading: (heading || 0) + (body?.heading ?? 0), pitch: pitch + (body?.pitch ?? 0), roll: roll + (body?.roll ?? 0) };
}

const looks = new WeakMap();
function lookOfSymbol(symbol) {
  if (!looks.has(symbol)) looks.set(symbol, solidLook(symbol) ?? { model: null, marker: symbolMarker(symbol), length: 0 });
  return looks.get(symbol);
}
const symbolAt = ({ ranges }, metres) => ranges.find(({ min, max }) => metres >= min && (max === null || metres <= max))?.symbol ?? null;

function runsOf(geometry) {
  const { type, coordinates } = geometry ?? {};
  if (type === "LineString") return [coordinates];
  if (type === "MultiLineString" || type === "Polygon") return coordinates;
  return type === "MultiPolygon" ? coordinates.flat() : [];
}
