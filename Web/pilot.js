// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Flies the map by the server's viewpoints, and lets go as soon as a person takes it. Pure but for the `view` that it moves.

import { between, centerFor, eased, zoomOfScale } from "./camera.js";
import { nearestLongitude, turnBetween } from "./geodesy.js";

const longest = 10; // seconds
const still = 0.05; // pixels

export class Pilot {
  #flight = null;
  /** True after a person took the map, until the server says which mode is on now. */
  #released = false;

  /**
   * `view` has `camera` ({center, zoom, bearing}), `size` ([width, height]), `place(camera)` and `held`. `dot(local)` is where the
   * location is drawn, `fixed()` its latest position, `rides()` true in the modes that keep it in its place; `instant()` where less
   * motion is wanted.
   */
  constructor({ view, dot, fixed, rides, instant }) {
    Object.assign(this, { view, dot, fixed, rides, instant });
  }

  /** A `viewpoint`; false where it is not obeyed. */
  obey(message, local) {
    const place = message.center;
    if (this.#released || this.view.held) return false;
    if (!Array.isArray(place) || !place.slice(0, 2).every(Number.isFinite) || place.length < 2) return false;
    const number = (value, otherwise) => (Number.isFinite(value) ? value : otherwise);
    const { zoom, bearing } = this.view.camera;
    const fixed = this.rides() ? this.fixed() : null;
    const onDot = fixed !== null && Math.abs(nearestLongitude(place[0], fixed[0]) - fixed[0]) < 1e-6 && Math.abs(place[1] - fixed[1]) < 1e-6;
    this.#flight = {
      from: this.view.camera, started: local, duration: this.instant() ? 0 : Math.max(0, Math.min(longest, number(message.duration, 0))) * 1_000,
      place: place.slice(0, 2), onDot,
      anchor: Array.isArray(message.anchor) && message.anchor.every(Number.isFinite) && message.anchor.length === 2 ? message.anchor : [0.5, 0.5],
      zoom: message.scale > 0 ? zoomOfScale(message.scale) : this.#flight?.zoom ?? zoom,
      bearing: number(message.rotation, this.#flight?.bearing ?? bearing),
    };
    this.step(local);
    return true;
  }

  /** A person moves the map; `mode` is what the server said last. */
  release(mode) {
    // Viewpoints that are on their way would snatch the map from the hand.
    if (mode !== "off") this.#released = true;
    this.#flight = null;
  }

  /** The server has said which mode is on. */
  resume(mode) {
    this.#released = false;
    if (mode === "off") this.#flight = null;
  }

  get flying() {
    return this.#flight !== null;
  }

  /** Before each picture. */
  step(local) {
    const flight = this.#flight;
    if (!flight || this.view.held) return;
    const [width, height] = this.view.size;
    const part = flight.duration > 0 ? eased((local - flight.started) / flight.duration) : 1;
    const place = (flight.onDot && this.dot(local)) || flight.place;
    const target = {
      zoom: flight.zoom, bearing: flight.bearing,
      center: centerFor({ place, anchor: flight.anchor, zoom: flight.zoom, bearing: flight.bearing, width, height }),
    };
    const camera = between(flight.from, target, part);
    if (!this.#same(camera)) this.view.place(camera);
    if (part >= 1 && !flight.onDot) this.#flight = null;
  }

  #same({ center, zoom, bearing }) {
    const now = this.view.camera;
    const pixels = ((nearestLongitude(center[0], now.center[0]) - now.center[0]) / 360) * 512 * 2 ** zoom;
    const rows = ((center[1] - now.center[1]) / 360) * 512 * 2 ** zoom / Math.max(0.1, Math.cos((center[1] * Math.PI) / 180));
    return Math.hypot(pixels, rows) < still && Math.abs(zoom - now.zoom) < 1e-4 && Math.abs(turnBetween(bearing, now.bearing)) < 0.01;
  }
}
