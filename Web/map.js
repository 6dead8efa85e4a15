// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The map itself: makes it, tells what it looks at, moves the camera.

import { basemapStyle } from "./basemap-style.js";
import { addressedView, fullCircle, scaleOfZoom, zoomOfScale } from "./camera.js";
import { reducedMotion } from "./dom.js";
import { turnBetween, wrapLongitude } from "./geodesy.js";
import { latitudeOf, Projection } from "./projection.js";
import { readLink } from "./view-link.js";

/** Of a move that nobody wished: see `whenMoved`. */
const arranged = { arranged: true };

/** Lets the world be smaller than the window, as one map or a row of them; where it is larger, its edges stay outside. */
const worldConstrain = (container) => (place, zoom) => {
  const held = Math.max(worldLeast, Math.min(nearest, zoom ?? 0));
  const half = Math.min(0.5, container.clientHeight / 2 / (512 * 2 ** held));
  const latitude = Math.max(latitudeOf(1 - half), Math.min(latitudeOf(half), place.lat));
  return { center: new globalThis.maplibregl.LngLat(place.lng, latitude), zoom: held };
};
/** The view that the address asks for; see view-link.js. */
function linkedView() {
  const found = addressedView(location.hash);
  const bearing = Number(readLink(location.hash).view.split("/")[3] ?? 0);
  return found ? { ...found, bearing: Number.isFinite(bearing) ? bearing : 0 } : {};
}
const worldLeast = -1;
const nearest = 17.5;

export class MapView {
  #home = { center: [0, 25], zoom: 1.6 };
  #settled = addressedView(location.hash) !== null;
  #projection = null;
  #held = false;
  #world = false;

  /** `world` where the whole world is to be seen: it may then be narrower than the window, with nothing beyond the poles. */
  constructor(container, { world = null } = {}) {
    this.#world = world !== null;
    if (world) this.#home = world;
    this.map = new globalThis.maplibregl.Map({
      container, style: basemapStyle(), ...this.#home,
      ...(world ? { minZoom: worldLeast, transformConstrain: worldConstrain(container) } : { minZoom: 1 }), maxZoom: nearest, maxPitch: 0, pitchWithRotate: false, touchPitch: false,
      attributionControl: false, fadeDuration: 0, boxZoom: true, ...linkedView(),
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
    if (this.#world || !Number.isFinite(longitude) || !Number.isFinite(latitude) || !Number.isFinite(view.zoom)) return;
    this.#home = { center: [longitude, latitude], zoom: view.zoom };
    if (this.#settled) return;
    this.#settled = true;
    this.map.jumpTo(this.#home, arranged);
  }

  /** Calls `action(user)` after each change of what is looked at; `user` is false where the page itself arranged it, or the window changed its size. */
  whenMoved(action) {
    let looked = this.#look;
    const told = (event) => {
      const look = this.#look;
      const user = look !== looked && !event.arranged;
      looked = look;
      action(user);
    };
    for (const name of ["move", "moveend", "resize"]) this.map.on(name, told);
    let sized = `${this.size}`;
    this.map.on("resize", () => { sized = `${this.size}`; });
    // Before anything has moved: what flies the map must let go at once, or it would undo each step of a slow beginning.
    this.map.on("movestart", (event) => {
      if (!event.arranged && `${this.size}` === sized) action(true);
    });
  }

  /** Looks there at once, without that being anybody's wish. `camera` is {center, zoom, bearing}. */
  place(camera) {
    this.map.jumpTo(camera, arranged);
  }

  /** True while a finger or mouse button is down on the map. */
  get held() {
    return this.#held;
  }

  /** True where the map stands still and everything that it has been given is drawn. */
  get isDrawn() {
    return this.map.loaded() && this.map.areTilesLoaded() && !this.map.isMoving();
  }

  /** {center: [longitude, latitude], zoom, bearing}, without a jump of the longitude. */
  get camera() {
    const { lng, lat } = this.map.getCenter();
    return { center: [lng, lat], zoom: this.map.getZoom(), bearing: this.map.getBearing() };
  }

  /** [width, height] in CSS pixels. */
  get size() {
    const { clientWidth, clientHeight } = this.map.getContainer();
    return [clientWidth, clientHeight];
  }

  get #look() {
    const { lng, lat } = this.map.getCenter();
    return `${lng.toFixed(9)} ${lat.toFixed(9)} ${this.map.getZoom().toFixed(6)} ${this.map.getBearing().toFixed(4)}`;
  }

  /** What the server is told of it: {width, height, center, scale, rotation}. */
  get report() {
    const [width, height] = this.size;
    const { center, zoom, bearing } = this.camera;
    return {
      width: Math.min(16_384, Math.round(width)), height: Math.min(16_384, Math.round(height)),
      center: [round(wrapLongitude(center[0]), 1e7), round(center[1], 1e7)], scale: round(scaleOfZoom(zoom), 1e3), rotation: round(fullCircle(bearing), 1e4) % 360,
    };
  }

  /** Goes where somebody else has gone, {center, scale, rotation}, without that being anybody's wish here; false where it looks there already. */
  accompany({ center, scale, rotation }) {
    const camera = { center: this.nearestCopy(...center), zoom: zoomOfScale(scale), bearing: rotation };
    const here = this.camera;
    const pixels = (512 * 2 ** here.zoom * Math.hypot(camera.center[0] - here.center[0], camera.center[1] - here.center[1])) / 360;
    if (pixels < 0.5 && Math.abs(camera.zoom - here.zoom) < 1e-3 && Math.abs(turnBetween(camera.bearing, here.bearing)) < 0.05) return false;
    if (reducedMotion()) this.map.jumpTo(camera, arranged);
    else this.map.easeTo({ ...camera, duration: 200, easing: (part) => part, essential: true }, arranged);
    return true;
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
    const camera = { center: this.nearestCopy(longitude, latitude), zoom: Math.max(zoom, this.map.getZoom()) };
    if (offset[0] === 0 && offset[1] === 0) this.fly(camera);
    else if (reducedMotion()) this.map.easeTo({ ...camera, offset, duration: 0 });
    else this.map.flyTo({ ...camera, offset, duration: 900, maxDuration: 1_600, essential: true });
  }

  /** Flies to a place at a zoom, be it nearer or farther; `offset` as with `flyTo`. */
  show(longitude, latitude, zoom, offset) {
    const camera = { center: this.nearestCopy(longitude, latitude), zoom, offset };
    if (reducedMotion()) this.map.easeTo({ ...camera, duration: 0 });
    else this.map.flyTo({ ...camera, duration: 900, maxDuration: 1_600, essential: true });
  }

  /** Sets the centre at once, for following; not while a hand or an animation moves the camera, which it would stop. */
  follow(longitude, latitude) {
    if (this.#held || this.map.isMoving() || this.map.isZooming()) return;
    this.map.jumpTo({ center: this.nearestCopy(longitude, latitude) });
  }

  /** Over the antimeridian, the shorter way. */
  nearestCopy(longitude, latitude) {
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

const round = (value, unit) => Math.round(value * unit) / unit;
