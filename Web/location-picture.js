// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What is to be drawn of the shown location at one moment, and whether that differs visibly from what was drawn last. Pure: no page needed.

import { accuracyRing } from "./geodesy.js";
import { locationFrame } from "./location-frames.js";
import { metresPerPixel } from "./projection.js";

const pingTime = 900; // milliseconds
const pingStep = 30; // milliseconds between two pictures of it at least
const resting = 0.05; // pixels
const leastRing = 13; // pixels: a smaller circle hides behind the dot

export class LocationPicture {
  #drawn = null;
  #asked = null; // where it was when asked last
  #path = { key: "" };
  #ring = { key: "" };

  /** `colors()` answers {color, grey}, each [red, green, blue]; `still()` is true where a person wants less motion; `shows(part)` whether "accuracy" or "ping" is wanted. */
  constructor(locations, { colors, still, shows = () => true }) {
    Object.assign(this, { locations, colors, still, shows });
  }

  /** True while something other than the place is animated. */
  #pinging(local) {
    return this.shows("ping") && !this.still() && local - this.locations.pingedAt < pingTime;
  }

  /** True where the location would be drawn otherwise than it was. `step` is in pixels. */
  changed(local, projection, step) {
    const { locations } = this;
    const before = this.#drawn;
    if (!before) return locations.shown !== null && (locations.fix !== null || locations.path.length > 0);
    if (before.revision !== locations.revision || before.pathRevision !== locations.path.revision) return true;
    const pinging = this.#pinging(local);
    if (before.pinging !== pinging || (pinging && local - before.local > pingStep)) return true;
    const now = locations.motion.at(local);
    if (!now || !before.position) return now !== before.position;
    const [x0, y0] = projection.project(...before.position);
    const [x1, y1] = projection.project(...now);
    // What has come to rest is drawn where it rests.
    const rests = this.#asked !== null && this.#asked[0] === now[0] && this.#asked[1] === now[1];
    this.#asked = now;
    if (Math.hypot(x1 - x0, y1 - y0) > (rests ? resting : step)) return true;
    return Math.abs((locations.motion.angleAt(local) ?? 0) - (before.pointed ?? 0)) > 1;
  }

  /** What location-layers.js draws, or null. `dimmed` where the connection is lost. */
  at(local, projection, dimmed) {
    const { locations } = this;
    const { current, fix, motion, path } = locations;
    const known = current !== null && fix !== null && fix.symbol !== "none";
    const position = known ? motion.at(local) : null;
    const pointed = known ? motion.angleAt(local) : null;
    this.#drawn = { revision: locations.revision, pathRevision: path.revision, position, pointed, pinging: this.#pinging(local), local };
    if (current === null) return null;
    const { color, grey } = this.colors();
    const faded = known && (fix.stale || fix.lastKnown || fix.symbol === "acquiring");
    return {
      position, angle: pointed ?? projection.bearing, opacity: fix?.opacity ?? 1, grey: faded, dimmed,
      frame: known ? locationFrame(current.symbol, fix.symbol, faded) : null,
      ping: known && this.#pinging(local) ? Math.max(0, (local - locations.pingedAt) / pingTime) : null,
      path: this.#pathSegments(projection, color), joint: path.joint(position ?? fix?.position ?? null, fix?.position ?? null, color),
      ...this.#accuracy(position, fix, projection, faded ? grey : color),
    };
  }

  #pathSegments(projection, color) {
    const { path, fix } = this.locations;
    // One and the same while the zoom changes little: only then are other points left out.
    const step = Math.round(projection.zoom * 2);
    const key = `${path.revision}/${step}/${color}/${path.openFor(fix?.position)}`;
    if (key !== this.#path.key) this.#path = { key, segments: path.segments({ pixel: 360 / (512 * 2 ** (step / 2)), color, open: path.openFor(fix?.position) }) };
    return this.#path.segments;
  }

  #accuracy(position, fix, projection, color) {
    const radius = fix?.accuracyRadius ?? null;
    if (!position || radius === null || !this.shows("accuracy") || radius / metresPerPixel(position[1], projection.zoom) < leastRing) return { ring: null, outline: null };
    const key = `${position}/${radius}/${color}`;
    if (key !== this.#ring.key) {
      const ring = accuracyRing(position, radius);
      const round = ring.slice(0, 91);
      this.#ring = { key, ring, outline: {
        length: round.length - 1, sources: new Float64Array(round.slice(0, -1).flat()), targets: new Float64Array(round.slice(1).flat()),
        colors: new Uint8Array(round.slice(1).flatMap(() => [...color, 150])),
      } };
    }
    return { ring: this.#ring.ring, outline: this.#ring.outline };
  }
}
