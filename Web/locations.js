// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The server's locations: which there are, how they fare, which one is shown, and what is known of that one. Pure: no page needed.

import { cleanText } from "./formats.js";
import { LocationMotion } from "./location-motion.js";
import { LocationPath } from "./location-path.js";

export const autoPanModes = ["off", "recenter", "navigation", "compassNavigation"];
const symbols = new Set(["dot", "station", "aircraft", "vessel", "vehicle"]);
const states = new Set(["default", "course", "heading", "acquiring", "none"]);
const mostLocations = 100;

export class Locations {
  list = [];
  /** The number of the one that is shown, or null. */
  shown = null;
  mode = "off";
  /** What the server says of the one that is shown, as `readLocation` gives it, or null. */
  fix = null;
  motion = new LocationMotion();
  path = new LocationPath();
  /** Local times of the last fix, and of the last one that is to ping. */
  fixedAt = null;
  pingedAt = -Infinity;
  /** Grows when something other than motion changes. */
  revision = 0;

  get any() {
    return this.list.length > 0;
  }

  get(number) {
    return this.list.find(({ location }) => location === number) ?? null;
  }

  get current() {
    return this.shown === null ? null : this.get(this.shown);
  }

  /** The locations of `hello`; what was shown stays where there is one of that name. */
  describe(descriptions) {
    const before = this.current;
    this.list = (Array.isArray(descriptions) ? descriptions : []).slice(0, mostLocations)
      .filter((one) => Number.isInteger(one?.location) && one.location >= 0).map((one) => ({
        location: one.location, name: cleanText(one.name, 60) || `Location ${one.location}`,
        symbol: symbols.has(one.symbol) ? one.symbol : "dot",
        autoPanMode: autoPanModes.includes(one.autoPanMode) ? one.autoPanMode : "off",
        zoomScale: number(one.zoomScale, 1, 1e9), path: number(one.path, 0, 1e7) ?? 0,
        status: null, error: null,
      }));
    this.revision += 1;
    if (!before) return;
    const same = this.get(before.location)?.name === before.name ? this.get(before.location) : this.list.find(({ name }) => name === before.name);
    if (same) this.shown = same.location;
    else this.show(null);
  }

  /** Another one is shown from now on, or none. */
  show(location) {
    this.shown = location;
    this.fix = this.fixedAt = null;
    this.pingedAt = -Infinity;
    this.mode = "off";
    this.motion.clear();
    this.path.clear();
    this.revision += 1;
  }

  status({ location, status, error }) {
    const entry = this.get(location);
    if (!entry) return;
    entry.status = cleanText(status, 30);
    entry.error = error ? cleanText(error, 200) : null;
    this.revision += 1;
  }

  autoPan({ mode }) {
    if (!autoPanModes.includes(mode)) return;
    this.mode = mode;
    this.revision += 1;
  }

  /** A `location`; `age(receivedAt)` is how many milliseconds ago the server got it. */
  receive(message, local, age = () => 0) {
    if (message.location !== this.shown || this.shown === null) return;
    const fix = readLocation(message);
    if (!fix) return;
    this.fix = fix;
    if (this.motion.receive(fix, local, age(fix.receivedAt))) this.fixedAt = local;
    if (fix.ping) this.pingedAt = local;
    this.revision += 1;
  }

  receivePath({ location, points, reset }) {
    if (location !== this.shown || this.shown === null) return;
    this.path.add(points, { reset: reset === true, seconds: this.current?.path || Infinity });
  }
}

const number = (value, least = -Infinity, most = Infinity) => (typeof value === "number" && value >= least && value <= most ? value : null);
const text = (value, limit) => (typeof value === "string" && value !== "" ? cleanText(value, limit) : null);

/** A `location` message with null for what is unknown; null where it is nowhere. */
export function readLocation(message) {
  const [longitude, latitude] = Array.isArray(message.position) ? message.position : [];
  if (number(longitude, -540, 540) === null || number(latitude, -90, 90) === null) return null;
  return {
    position: [longitude, latitude],
    height: number(message.height), speed: number(message.speed, 0), course: number(message.course), heading: number(message.heading),
    horizontalAccuracy: number(message.horizontalAccuracy, 0), verticalAccuracy: number(message.verticalAccuracy, 0),
    satellites: number(message.satellites, 0, 999), source: text(message.source, 80),
    time: text(message.time, 40), receivedAt: text(message.receivedAt, 40),
    lastKnown: message.lastKnown === true, stale: message.stale === true, ping: message.ping === true,
    symbol: states.has(message.symbol) ? message.symbol : "default",
    angle: number(message.angle), accuracyRadius: number(message.accuracyRadius, 0, 2e7),
    opacity: number(message.opacity, 0, 1) ?? 1,
  };
}

/**
 * How the shown location fares, in one word: "waiting" (nothing yet), "acquiring" (last known, or not yet sure), "live", "stale",
 * "failed", "stopped".
 */
export function condition(entry, fix) {
  if (entry?.status === "failedToStart") return "failed";
  if (entry?.status === "stopped" || entry?.status === "stopping") return "stopped";
  if (!fix) return "waiting";
  if (fix.stale) return "stale";
  return fix.lastKnown || fix.symbol === "acquiring" ? "acquiring" : "live";
}
