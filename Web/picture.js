// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Draws what moves, as often as the eye can tell and no oftener: where nothing moves by a visible part of a pixel,
// nothing is drawn, which keeps software rendering and batteries alive.

import { MapLabels } from "./map-labels.js";
import { scaleOfZoom } from "./camera.js";
import { metresPerPixel } from "./projection.js";
import { Trails, trailShare } from "./trails.js";

// Pixels that something moves before it is drawn again; software rendering gets by with fewer pictures.
const visibleStep = { fast: 0.25, slow: 0.6 };
const slowFrame = 45; // milliseconds between two animation frames, smoothed, that say "software rendering"
const slowInterval = 130; // milliseconds between pictures at least, where only things on the map move
const labelInterval = 280;
const trailInterval = 240;

export class Picture {
  #labels = null;
  #trails = new Map(); // source → Trails
  #selectedTrail = new Trails();
  #graticule = null;
  #glow = null;
  #dirty = true;
  #drewLast = false;
  #steppedAt = 0;
  #rhythm = 16;
  /** True where pictures are dear: software rendering, most likely. */
  slow = false;
  #drawnAt = 0;
  #labelsAt = 0;
  #trailsAt = 0;
  #projection = null;
  #chosenFor = null;
  #before = new Float64Array(0);
  /** Pictures drawn in the last second, and milliseconds that each cost here. */
  rate = 0;
  cost = 0;
  visible = 0;
  #drawn = 0;
  #spent = 0;
  #countedAt = 0;

  /** `scene` answers what to draw; see live-map.js. */
  constructor(view, overlay, scene) {
    Object.assign(this, { view, overlay, scene });
    const step = () => {
      requestAnimationFrame(step);
      this.#step(performance.now());
    };
    requestAnimationFrame(step);
  }

  /** Something other than motion changed: draw again, choose labels and track lines again. */
  refresh() {
    this.#dirty = true;
    this.#labelsAt = this.#trailsAt = 0;
  }

  #step(local) {
    const { scene } = this;
    this.#count(local);
    const time = scene.serverTime(local);
    let fading = false;
    for (const { info, store } of scene.sources) {
      fading = store.sweep(local) || fading;
      if (time !== null) store.display(time - info.displayDelay);
    }
    scene.beforeDraw(local);
    if (scene.isHidden()) {
      this.#dirty = true; // whatever has changed meanwhile
      return;
    }
    const projection = this.view.projection;
    const turned = projection !== this.#projection;
    const glow = scene.glow(local);
    const animated = fading || this.#labels?.fading || glow !== this.#glow;
    // Labels and track lines are chosen less often than drawn: after the last move of the camera they are still owed.
    this.#pace(local);
    const owed = this.#chosenFor !== projection && local - this.#labelsAt > labelInterval;
    if (!turned && this.slow && local - this.#drawnAt < slowInterval) return;
    if (!this.#dirty && !turned && !animated && !owed && !scene.graphicsDue() && !this.#moved(projection) && !scene.locationChanged(local, projection, this.#visibleStep)) return;
    const started = performance.now();
    this.#draw(local, projection, glow);
    this.#spent += performance.now() - started;
    this.#drawn += 1;
    this.#glow = glow;
    this.#dirty = false;
    this.#drawnAt = local;
    this.#drewLast = true;
  }

  /** Learns from the rhythm of the frames after a picture how dear pictures are here. */
  #pace(local) {
    const passed = local - this.#steppedAt;
    this.#steppedAt = local;
    if (this.#drewLast && passed < 1_000) this.#rhythm += 0.1 * (passed - this.#rhythm);
    this.#drewLast = false;
    if (this.#rhythm > slowFrame) this.slow = true;
    else if (this.#rhythm < slowFrame / 2) this.slow = false;
  }

  #draw(local, projection, glow) {
    const { scene, overlay } = this;
    const sources = [...scene.sources];
    const stale = scene.stale();
    const scale = scaleOfZoom(projection.zoom);
    this.visible = overlay.fill(sources, projection, local, stale, scale);
    this.#projection = projection;
    this.#remember();

    if (local - this.#trailsAt > trailInterval) {
      this.#trailsAt = local;
      this.#buildTrails(sources, projection, scale, scene.serverTime(local));
      overlay.fillPrevious(sources, projection, stale, scale, scene.serverTime(local));
    }
    if (overlay.labelAtlas && local - this.#labelsAt > labelInterval) {
      this.#labelsAt = local;
      this.#chosenFor = projection;
      this.#labels ??= new MapLabels(overlay.labelAtlas);
      this.#labels.choose(projection, scene.ground(projection), sources, {
        focus: scene.focus(), unlabelled: scene.unlabelled, entities: scene.shows("labels"), covered: scene.covered(), scale,
        radius: (entry, slot) => overlay.radius(entry, slot),
      });
    }
    const labels = this.#labels?.columns(Math.min(200, local - this.#drawnAt)) ?? nothing;
    overlay.draw({
      sources, zoom: projection.zoom, visible: this.visible, graticule: this.#graticule, glow, labels,
      trails: sources.map(({ info, display }) => [info.source, this.#trails.get(info.source), display.trackLine?.width ?? 1.5]), stale, results: scene.results(),
      location: scene.location(local, projection), graphics: scene.graphics(local, projection),
      selected: { position: scene.selectedPosition(), trail: this.#selectedTrail },
    });
  }

  #buildTrails(sources, projection, scale, time) {
    const { scene, overlay } = this;
    const pixel = 360 / projection.worldSize;
    this.#selectedTrail.clear();
    for (const { info, store, display } of sources) {
      const { settings } = display;
      const since = settings.maximumDuration > 0 && time !== null ? time - info.displayDelay - 1000 * settings.maximumDuration : -Infinity;
      const line = { pixel, color: display.trackLine ? rgb(display.trackLine.color) : overlay.trailColor, since, observations: settings.maximumObservations - 1 };
      if (!this.#trails.has(info.source)) this.#trails.set(info.source, new Trails());
      const trails = this.#trails.get(info.source);
      trails.clear();
      if (scene.shows("trails") && settings.line && display.shownAt(scale)) {
        const slots = [];
        for (let slot = 0; slot < store.length; slot += 1) {
          // Who is not drawn leaves no line either.
          if (display.classes && !display.classes[store.classes[slot]]?.symbol) continue;
          if (store.removedAt[slot] === 0 && projection.shows(store.positions[2 * slot], store.positions[2 * slot + 1], 300)) slots.push(slot);
        }
        trails.add(store, slots, { ...line, most: trailShare(slots.length), opacity: settings.opacity, fading: !display.trackLine });
      }
      const emphasised = scene.emphasised(store);
      if (emphasised !== undefined) this.#selectedTrail.add(store, [emphasised], { pixel, color: line.color, most: Infinity, fading: false });
    }
    this.#graticule = scene.shows("graticule") ? overlay.graticule(projection) : null;
  }

  #remember() {
    let total = 0;
    for (const { store } of this.scene.sources) total += 2 * store.length;
    if (this.#before.length < total) this.#before = new Float64Array(2 * total);
    let at = 0;
    for (const { store } of this.scene.sources) {
      this.#before.set(store.positions.subarray(0, 2 * store.length), at);
      at += 2 * store.length;
    }
  }

  get #visibleStep() {
    return this.slow ? visibleStep.slow : visibleStep.fast;
  }

  /** True where an entity in sight has moved by a visible part of a pixel since it was last drawn. */
  #moved(projection) {
    const degrees = (this.#visibleStep * metresPerPixel(projection.latitude, projection.zoom)) / 111_320;
    let at = 0;
    for (const { store } of this.scene.sources) {
      if (at + 2 * store.length > this.#before.length) return true;
      for (let i = 0; i < 2 * store.length; i += 2) {
        const longitude = store.positions[i];
        const latitude = store.positions[i + 1];
        const moved = Math.abs(longitude - this.#before[at + i]) + Math.abs(latitude - this.#before[at + i + 1]) > degrees;
        if (moved && projection.shows(longitude, latitude, 20)) return true;
      }
      at += 2 * store.length;
    }
    return false;
  }

  #count(local) {
    if (local - this.#countedAt < 1_000) return;
    this.rate = (this.#drawn * 1_000) / (local - this.#countedAt);
    this.cost = this.#drawn > 0 ? this.#spent / this.#drawn : 0;
    this.#drawn = this.#spent = 0;
    this.#countedAt = local;
  }
}

/** [red, green, blue] of #RRGGBB. */
const rgb = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

const nothing = { ground: { length: 0 }, entity: { length: 0 } };
