// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// One picture of the scene after another: who is where, their track lines, names and rings, and what lies on the ground.

import { cleanText } from "../formats.js";
import { pointOf } from "../rig/earth.js";
import { orientationOf, SceneEntities } from "./scene-entities.js";
import { SceneGround } from "./scene-ground.js";
import { SceneLabels } from "./scene-labels.js";
import { lookOf, ownModels } from "./scene-symbols.js";
import { SceneTracks } from "./scene-tracks.js";

const leastModel = 16; // pixels
const visibleStep = 0.4; // pixels that something moves before it is drawn again
const mostNames = 24;
const farthestName = 400_000; // metres, of a fence's name
const usualLength = 60; // metres, of what has no model

export class ScenePicture {
  /** Who is selected and in sight, as scene-entities.js has them, or null. */
  selected = null;
  hovered = null;
  #before = new Float32Array(0);
  alsoDue = () => false; // what is no entity has changed

  constructor(view, camera, page, tool) {
    Object.assign(this, { view, camera, page, tool });
    this.entities = new SceneEntities(view);
    this.tracks = new SceneTracks(view);
    this.ground = new SceneGround(view);
    this.labels = new SceneLabels(view.container, view.lite);
  }

  /** Places everything for a picture; true where it would differ visibly from the last. */
  update(local, pointer) {
    const { view, camera, page } = this;
    const { sources, selection, layers, liveMap } = page;
    const serverTime = page.serverTime(local);
    view.begin(camera.pose);
    const { followed } = camera;
    this.entities.update(sources, {
      local, stale: page.stale(), followed: followed ? { ...followed, target: camera.rig.target } : null, shown: (entry) => this.tool.shows(entry),
    });
    const { visible } = this.entities;
    this.selected = selection.any ? this.entities.find(selection.source, selection.track) : null;
    const hovered = pointer ? this.entities.at(...pointer, 16) : null;
    let changed = hovered?.slot !== this.hovered?.slot || hovered?.store !== this.hovered?.store;
    this.hovered = hovered;
    view.canvas.classList.toggle("pointing", hovered !== null);
    const slotOf = (store) => (selection.any && sources.get(selection.source)?.store === store ? store.slotOfTrack.get(selection.track) : undefined);
    changed = this.tracks.update(visible, {
      local, shows: layers.shows("trails"), time: serverTime, emphasised: (store) => (selection.emphasised ? slotOf(store) : undefined),
    }) || changed;
    changed = this.ground.showFences(layers.shows("fences") ? liveMap.fenceShapes : [], view.themeRevision) || changed;
    changed = this.#location(local) || changed;
    this.labels.update(visible, {
      local, named: layers.shows("labels"), selected: this.selected, hovered, ringed: this.#rings(), ground: this.#groundNames(), size: [view.lens.width, view.lens.height],
    });
    return this.#moved(visible) || changed || this.alsoDue() || this.entities.models.isLoading;
  }

  /** Where the names of fences and places stand, as far as they are in sight, none over another: {text, kind, x, y}. */
  #groundNames() {
    const { view } = this;
    const [names, at] = [[], [0, 0, 0]];
    for (const { text, kind, point } of this.#named()) {
      if (names.length >= mostNames) break;
      if (!view.project(...point, at) || (kind === "fence" && at[2] > farthestName) || view.isHidden(...point)) continue;
      const [x, y] = at;
      if (x < 30 || y < 10 || x > view.lens.width - 30 || y > view.lens.height - 10) continue;
      if (names.some((one) => Math.abs(one.y - y) < 18 && Math.abs(one.x - x) < 4 * (one.text.length + text.length))) continue;
      names.push({ text, kind, x, y });
    }
    return names;
  }

  #ground = { projection: null, shapes: [], list: [] };

  /** What has a name on the ground of the map's view, which goes along with the scene; the same list again for the same view. */
  #named() {
    const { layers, liveMap } = this.page;
    const { projection } = liveMap.view;
    const shapes = layers.shows("fences") ? liveMap.fenceShapes : [];
    const places = layers.shows("places");
    const before = this.#ground;
    if (before.projection === projection && before.places === places && before.shapes.length === shapes.length && shapes.every((one, i) => one === before.shapes[i])) return before.list;
    const list = [
      ...shapes.slice(0, 200).filter(({ name, places: [place] }) => name !== "" && place).map(({ name, places: [[longitude, latitude]] }) => ({ text: cleanText(name, 40), kind: "fence", longitude, latitude })),
      ...(places ? liveMap.gazetteer.inView(projection, projection.zoom).slice(0, 100) : []),
    ].map(({ text, kind, longitude, latitude }) => ({ text, kind, point: pointOf({ longitude, latitude, altitude: 0 }) }));
    this.#ground = { projection, shapes, places, list };
    return list;
  }

  /** Who matches the query, and who did. */
  #rings() {
    const { query, sources } = this.page;
    const store = sources.get(query.wish?.source)?.store;
    if (!store || query.rows.size === 0) return () => null;
    const standings = new Map([...query.rows.values()].map(({ track, standing }) => [track, standing]));
    return (one) => (one.store !== store || !standings.has(store.tracks[one.slot]) ? null : standings.get(store.tracks[one.slot]) === "matches" ? "match" : "former");
  }

  #location(local) {
    const { locations } = this.page.tool;
    const { current, fix, motion, path } = locations;
    const known = current !== null && fix !== null && fix.symbol !== "none";
    const place = known ? motion.at(local) : null;
    const altitude = Number.isFinite(fix?.height) ? Math.max(-1e7, Math.min(1e9, fix.height)) : 0;
    this.ground.showLocation({ path: current ? path : null, place, altitude, faded: known && (fix.stale || fix.lastKnown), isPoint: !this.#modelShown });
    this.#located = place ? { point: pointOf({ longitude: place[0], latitude: place[1], altitude }), place, symbol: current.symbol, heading: motion.angleAt(local) ?? 0 } : null;
    const key = place ? `${place[0].toFixed(5)} ${place[1].toFixed(5)}` : "";
    const changed = key !== this.#placed;
    this.#placed = key;
    return changed;
  }

  #placed = "";
  #located = null;
  #modelShown = false;

  /** Within the picture of the entities: the model of the location that is shown, where that is near enough. */
  drawLocation() {
    this.#modelShown = false;
    const model = ownModels[this.#located?.symbol];
    const at = [0, 0, 0];
    if (!model || !this.view.project(...this.#located.point, at)) return;
    const { point, place: [longitude, latitude], heading } = this.#located;
    if ((model.length * this.view.focal) / at[2] < leastModel || this.view.isHidden(...point)) return;
    this.#modelShown = this.entities.models.place({ model }, point, orientationOf({ longitude, latitude, altitude: 0, heading, pitch: 0, roll: 0 }), 1, "location");
  }

  #moved(visible) {
    let changed = this.#before.length < 2 * visible.length;
    if (changed) this.#before = new Float32Array(4 * visible.length + 64);
    visible.forEach(({ x, y }, i) => {
      if (Math.abs(this.#before[2 * i] - x) + Math.abs(this.#before[2 * i + 1] - y) <= visibleStep) return;
      changed = true;
      this.#before[2 * i] = x;
      this.#before[2 * i + 1] = y;
    });
    const fewer = visible.length !== this.#count;
    this.#count = visible.length;
    return changed || fewer;
  }

  #count = 0;

  /** How long a track's model is, in metres: by that a camera knows how near to come. */
  lengthOf(entry, track) {
    const slot = entry.store.slotOfTrack.get(track);
    const look = lookOf(entry, slot, 0);
    return look?.length || ownModels[entry.info.symbol]?.length || usualLength;
  }

  /** How the symbol of a track is turned by itself: {heading, pitch, roll}. */
  baseOf(source, track) {
    const entry = this.page.sources.get(source);
    const slot = entry?.store.slotOfTrack.get(track);
    const { heading = 0, pitch = 0, roll = 0 } = (slot === undefined ? null : lookOf(entry, slot, 0)?.model) ?? {};
    return { heading, pitch, roll };
  }

  refresh() {
    this.tracks.refresh();
    this.labels.refresh();
  }

  recolor() {
    this.entities.recolor();
    this.refresh();
  }
}
