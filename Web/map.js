// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The map itself: makes it, tells what it looks at, moves the camera.

import { basemapStyle } from "./basemap-style.js";
import { reducedMotion } from "./dom.js";
import { Projection } from "./projection.js";

/** The view in the address (#zoom/latitude/longitude), or null. */
const addressed = () => /^#[\d.]+\/-?[\d.]+\/-?[\d.]+/.test(location.hash);

export class MapView {
  #home = { center: [0, 25], zoom: 1.6 };
  #settled = addressed();
  #projection = null;
  #held = false;

  constructor(container) {
    this.map = new globalThis.maplibregl.Map({
      container, style: basemapStyle(), ...this.#home,
      minZoom: 1, maxZoom: 17.5, maxPitch: 0, pitchWithRotate: false, touchPitch: false,
      attributionControl: false, fadeDuration: 0, hash: true, boxZoom: true,
    });
    const canvas = this.map.getCanvas();
    canvas.setAttribute("aria-label", "Map. Arrow keys move it, plus and minus zoom, Enter selects what is nearest to the centre.");
    canvas.setAttribute("role", "application");
    this.map.touchZoomRotate.disableRotation();
    canvas.addEventListener("pointerdown", () => { this.#held = true; });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { this.#held = false; });
    // Whoever has moved the map does not want it moved by a late message.
    this.map.once("movestart", (event) => { if (event.originalEvent) this.#settled = true; });
  }

  /** The server's view: home, and where the map goes first if nobody said otherwise. */
  setHome(view) {
    const [longitude, latitude] = view?.center ?? [];
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || !Number.isFinite(view.zoom)) return;
    this.#home = { center: [longitude, latitude], zoom: view.zoom };
    if (this.#settled) return;
    this.#settled = true;
    this.map.jumpTo(this.#home);
  }

  goHome() {
    this.fly({ ...this.#home, bearing: 0 });
  }

  /** Flies, or jumps where a person prefers less motion. */
  fly(camera) {
    if (reducedMotion()) this.map.jumpTo(camera);
    else this.map.flyTo({ ...camera, duration: 900, maxDuration: 1_600, essential: true });
  }

  /** `offset` is where on the screen the place shall be, in pixels from the middle of the map. */
  flyTo(longitude, latitude, zoom, offset = [0, 0]) {
    const camera = { center: this.#nearestCopy(longitude, latitude), zoom: Math.max(zoom, this.map.getZoom()) };
    if (offset[0] === 0 && offset[1] === 0) this.fly(camera);
    else if (reducedMotion()) this.map.easeTo({ ...camera, offset, duration: 0 });
    else this.map.flyTo({ ...camera, offset, duration: 900, maxDuration: 1_600, essential: true });
  }

  /** Sets the centre at once, for following; not while a hand or an animation moves the camera, which it would stop. */
  follow(longitude, latitude) {
    if (this.#held || this.map.isMoving() || this.map.isZooming()) return;
    this.map.jumpTo({ center: this.#nearestCopy(longitude, latitude) });
  }

  /** Over the antimeridian, the shorter way. */
  #nearestCopy(longitude, latitude) {
    const here = this.map.getCenter().lng;
    return [longitude + 360 * Math.round((here - longitude) / 360), latitude];
  }

  /** What the map looks at now. The same object as long as that does not change. */
  get projection() {
    const center = this.map.getCenter();
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const now = new Projection({
      longitude: center.lng, latitude: center.lat, zoom: this.map.getZoom(), bearing: this.map.getBearing(), width, height,
    });
    if (!now.equals(this.#projection)) this.#projection = now;
    return this.#projection;
  }

  /** The corners of a part of the window, {left, top, right, bottom}: [longitude, latitude], without a jump. */
  cornersOf({ left, top, right, bottom }) {
    return [[left, top], [right, top], [right, bottom], [left, bottom]].map((pixel) => this.map.unproject(pixel).toArray());
  }

  /** [longitude, latitude] of the middle of a part of the window. */
  centerOf({ left, top, right, bottom }) {
    return this.map.unproject([(left + right) / 2, (top + bottom) / 2]).toArray();
  }

  get state() {
    const { lng, lat } = this.map.getCenter();
    return { center: [lng, lat], zoom: this.map.getZoom(), bearing: this.map.getBearing(), pitch: this.map.getPitch() };
  }
}
