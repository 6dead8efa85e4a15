// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The map with everything on it: base map, fences, landmarks, moving things. Made only where there is something to draw with.

import { fillBasemap, basemapFile } from "./basemap.js";
import { recolor } from "./basemap-style.js";
import { throttled } from "./dom.js";
import { Drawing } from "./drawing.js";
import { DrawnFenceLayers } from "./fence-layers.js";
import { FenceGlow, Fences, Landmarks } from "./fences.js";
import { Gazetteer } from "./gazetteer.js";
import { GraphicsLayers } from "./graphics-layers.js";
import { MapView } from "./map.js";
import { showMessage } from "./message.js";
import { Overlay } from "./overlay.js";
import { Picture } from "./picture.js";
import { Pointing } from "./pointing.js";
import { QueryLayers } from "./query-layers.js";
import { whenThemeChanges } from "./theme.js";

export class LiveMap {
  gazetteer = new Gazetteer();
  #fences = null;
  #landmarks = null;
  #drawn = null;
  #graphics = null;
  #addresses = {};
  #queryLayers = null;
  #queryArea = null;
  #glows = new FenceGlow();
  #ground = { projection: null, list: [] };

  /**
   * `context` has: sources, selection, layers, serverTime(local), stale(), identify(message), beforeDraw(local),
   * credited(sources), foot, fenceTool, graphics (graphics.js), frameInterval() in milliseconds, covered() with the boxes of what stands over the map, query, drawing(active), announce(text), tool (locations),
   * world: the view of a map of the whole world, or null.
   */
  constructor(container, context) {
    this.context = context;
    this.view = new MapView(container, { world: context.world });
    const { map } = this.view;
    this.pointing = new Pointing(this.view, {
      sources: context.sources, identify: context.identify, serverTime: () => context.serverTime(performance.now()), moved: () => this.#tellFoot(),
      disturbs: () => this.drawing.takesClicks,
    });
    this.drawing = new Drawing(this.view, {
      show: (draft) => this.#queryLayers?.showDraft(draft), changed: context.drawing, announce: context.announce,
    });
    this.overlay = new Overlay(map, { onReady: () => (this.#graphics?.repaint(), this.picture.refresh()) });
    this.picture = new Picture(this.view, this.overlay, this.#scene());
    this.location = context.tool.picture(() => ({ color: this.overlay.locationLayers.color, grey: this.overlay.locationLayers.grey }));
    map.once("style.load", () => this.#loaded());
    map.on("move", () => this.#tellFoot());
    map.on("dragstart", () => context.released());
    map.on("error", (event) => console.warn("Vedette: map:", event.error?.message ?? event));
    map.getCanvas().addEventListener("webglcontextlost", () => showMessage("lost"));
    whenThemeChanges(() => this.#recolor());
  }

  #tellFoot = throttled(() => this.context.foot.update(this.view.projection, this.pointing.place), 80);

  async #loaded() {
    const { map } = this.view;
    this.#fences = new Fences(map);
    this.#landmarks = new Landmarks(map);
    this.#drawn = new DrawnFenceLayers(map);
    this.#graphics = new GraphicsLayers(map, this.context.graphics);
    this.#queryLayers = new QueryLayers(map);
    this.context.fenceTool.redraw();
    this.#queryLayers.showArea(this.#queryArea);
    this.loadFences();
    this.#tellFoot();
    try {
      const manifest = await basemapFile("basemap.json");
      this.context.credited(manifest.sources ?? []);
      map.on("move", throttled(fillBasemap(map, manifest), 300));
      await this.gazetteer.load(manifest);
      this.redraw();
    } catch (error) {
      console.warn("Vedette: base map:", error.message);
      showMessage("basemap");
    }
  }

  /** A server's `hello`: where to look, and the addresses of fences and landmarks. */
  greet({ view, fences, landmarks }) {
    this.view.setHome(view);
    this.#addresses = { fences, landmarks };
    this.loadFences();
  }

  /** True once the server's fences have been asked for and read. */
  fencesLoaded = false;

  async loadFences() {
    for (const [shapes, address] of [[this.#fences, this.#addresses.fences], [this.#landmarks, this.#addresses.landmarks]]) {
      await shapes?.load(address).catch((error) => console.warn("Vedette: fences and landmarks:", error.message));
    }
    this.fencesLoaded ||= this.#fences !== null && this.#addresses.fences !== undefined;
    this.context.fenceTool.redraw();
  }

  /** Flies to a place and what is so many metres round it: into the middle of the part of the window that the panels leave free. */
  bring({ center, metres }, { left, top, right, bottom }) {
    const [width, height] = this.view.size;
    const pixels = Math.max(60, Math.min(right - left, bottom - top)) * 0.4;
    const zoom = Math.log2((pixels * 40_075_017 * Math.cos((center[1] * Math.PI) / 180)) / (Math.max(20, metres) * 512));
    this.view.show(...center, Math.max(1.6, Math.min(15, zoom)), [(left + right - width) / 2, (top + bottom - height) / 2]);
  }

  /** Draws again and chooses labels anew. */
  redraw() {
    this.#ground.projection = null;
    this.picture.refresh();
  }

  flash(notification) {
    for (const shapes of [this.#fences, this.#drawn]) this.#glows.flash(shapes, notification.fence, performance.now());
  }

  /** The fences that viewers have drawn, which of them is selected, and what is not saved yet. */
  showDrawnFences(fences, selected, draft) {
    this.#drawn?.showFences(fences, selected);
    this.#drawn?.showDraft(draft);
    this.redraw();
  }

  /** The id of the drawn fence at a pixel, or null. */
  drawnFenceAt(point) {
    return this.#drawn?.at(point) ?? null;
  }

  /** All fences that are shown, as fences.js has them. */
  get fenceShapes() {
    return [this.#fences, this.#drawn].flatMap((shapes) => (shapes?.visible ? shapes.list : []));
  }

  /** The fences that are none of the drawn ones: {id, name, places}. */
  get givenFences() {
    return this.#fences?.list ?? [];
  }

  /** The query has changed: its area, who is ringed. */
  showQuery() {
    const { area } = this.context.query;
    if (area !== this.#queryArea) {
      this.#queryArea = area;
      this.#queryLayers?.showArea(area);
    }
    this.redraw();
  }

  /** A layer of the panel was switched. */
  show(name, visible) {
    if (name === "fences") for (const shapes of [this.#fences, this.#drawn]) shapes?.show(visible);
    if (name === "landmarks") this.#landmarks?.show(visible);
    this.redraw();
  }

  /** [fences sent to this page, all fences of the server]. */
  get fenceCount() {
    return [this.#fences?.list.length ?? 0, this.#fences?.total ?? 0];
  }

  /** [x, y] of a place on the screen. */
  screen(place) {
    return this.view.projection.project(place[0], place[1]);
  }

  #recolor() {
    recolor(this.view.map);
    this.overlay.recolor();
    this.redraw();
  }

  /** Places and fences that could be labelled; the same list again for the same view. */
  #groundLabels(projection) {
    if (this.#ground.projection === projection) return this.#ground.list;
    const { layers } = this.context;
    const list = [
      ...(this.#fences?.labels("fence", projection, 7.5) ?? []),
      ...(this.#drawn?.labels("fence", projection, 4, "drawn") ?? []),
      ...(layers.shows("places") ? this.gazetteer.inView(projection, projection.zoom) : []),
      ...(this.#landmarks?.labels("landmark", projection, 12.5) ?? []),
    ];
    this.#ground = { projection, list };
    return list;
  }

  /** Where those on the list of the query are displayed: {matches, others}, longitudes and latitudes in turn. */
  #results() {
    const { query, sources } = this.context;
    const store = sources.get(query.wish?.source)?.store;
    const found = { matches: [], others: [] };
    if (!store) return found;
    for (const { track, standing } of query.rows.values()) {
      const slot = store.slotOfTrack.get(track);
      if (slot === undefined || Number.isNaN(store.positions[2 * slot])) continue;
      (standing === "matches" ? found.matches : found.others).push(store.positions[2 * slot], store.positions[2 * slot + 1]);
    }
    return found;
  }

  /** What the picture asks for while it draws. */
  #scene() {
    const { sources, selection, layers } = this.context;
    const slotOf = (store) => (selection.any && sources.get(selection.source)?.store === store ? store.slotOfTrack.get(selection.track) : undefined);
    return {
      sources,
      serverTime: (local) => this.context.serverTime(local),
      beforeDraw: (local) => {
        this.context.beforeDraw(local);
        if (this.pointing.update(this.view.projection)) {
          this.view.map.getContainer().classList.toggle("pointing", this.pointing.hovered !== null);
          this.picture.refresh();
        }
      },
      stale: () => this.context.stale(),
      covered: () => this.context.covered(),
      isHidden: () => this.context.isHidden(),
      glow: (local) => this.#glows.at(local, this.overlay.fenceColor),
      ground: (projection) => this.#groundLabels(projection),
      shows: (name) => layers.shows(name),
      // What is pointed at shows its name, whatever is in the way; the selected one has the call-out for that.
      focus: () => {
        const { hovered } = this.pointing;
        return hovered && hovered.slot !== slotOf(hovered.store) ? [hovered] : [];
      },
      unlabelled: slotOf,
      selectedPosition: () => (selection.any ? selection.displayed : null),
      results: () => this.#results(),
      locationChanged: (local, projection, step) => this.location.changed(local, projection, step),
      graphicsDue: () => this.#graphics?.isDue === true,
      // A point is where it was told to be a frame later, and on its way until then.
      graphics: (local, projection) => this.#graphics?.fill(projection, this.context.serverTime(local), this.context.frameInterval()) ?? [],
      location: (local, projection) => this.location.at(local, projection, this.context.stale()),
      emphasised: (store) => (selection.emphasised ? slotOf(store) : undefined),
    };
  }
}
