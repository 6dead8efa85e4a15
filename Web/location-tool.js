// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Locations on this page: hears of them, shows one, lets the map go with it, and tells the server how the view is. What a location looks
// like and where the view should go, the server decides.

import { addressedView, scaleOfZoom, worldZoom } from "./camera.js";
import { byId, reducedMotion } from "./dom.js";
import { describeLocation } from "./location-formats.js";
import { LocationNote } from "./location-note.js";
import { LocationPanel, modeNames } from "./location-panel.js";
import { LocationPicture } from "./location-picture.js";
import { condition, Locations } from "./locations.js";
import { Pilot } from "./pilot.js";
import { Tracker } from "./tracker.js";
import { ViewReports } from "./view-reports.js";

const reach = 18; // pixels round a location that mean it
const worldly = 1e7; // scale from which on a location is seen on the whole world
const rides = new Set(["navigation", "compassNavigation"]);

export class LocationTool {
  locations = new Locations();
  #map = null;
  #waiting = null; // a viewpoint that came before the map
  #greeted = false;
  #reporting = false; // whether the server wants to know the view
  #lonely = false;
  #owed = false; // the location is yet to be asked for
  #mapless = false;
  #mode = null; // what a person wants again after a reconnection
  #announced = null;
  #picture = null;
  #note = new LocationNote();

  /**
   * `send(message)`, `serverTime()`, `lost()`, `announce(text)`, `close()` the panel, `released()` lets go of what is followed;
   * `tracked` is the number of the location that the page is a tracker of, or null.
   */
  constructor({ send, serverTime, lost, announce, close, released, tracked }) {
    Object.assign(this, { send, serverTime, lost, announce, released, tracked });
    this.reports = new ViewReports({ read: () => this.#view(), send: (message) => this.#greeted && this.#reporting && this.send(message) });
    const parts = { locations: this.locations, age: () => this.age(), lost, setMode: (mode) => this.setMode(mode) };
    this.panel = new LocationPanel({ ...parts, choose: (location) => this.choose(location), close });
    this.tracker = tracked === null ? null : new Tracker({ ...parts, tracked, map: () => this.#map, announce });
    this.button = byId("zoom-locate");
    this.button.addEventListener("click", () => this.locate());
    setInterval(() => this.tell(), 500);
  }

  /** For rail and keys: is there anything to show? */
  get any() {
    return this.locations.any;
  }

  /** A server's `hello`. */
  greet(message) {
    this.#greeted = true;
    this.locations.describe(message.locations);
    this.#lonely = !message.sources?.length;
    byId("rail-locations").hidden = this.button.hidden = !this.any;
    document.body.classList.toggle("located", this.any);
    // Also without locations where what is sent of many entities depends on the view.
    this.#reporting = this.any || message.extents === true;
    this.reports.begin();
    if (!this.any) {
      this.tell();
      return;
    }
    const first = this.tracked ?? (this.#lonely ? this.locations.list[0].location : null);
    if (this.locations.shown === null && first !== null && this.locations.get(first)) this.locations.shown = first;
    // The server is told the view before it is asked to show something in it; a tracker knows its view before there is a map.
    this.#owed = this.locations.shown !== null;
    if (this.#map || this.tracker || this.#mapless) this.#pay();
    this.tell();
  }

  /** There will be no map. */
  doWithoutMap() {
    this.#mapless = true;
    this.#pay();
  }

  #pay() {
    if (this.#owed && this.#greeted) this.#show(this.#mode, this.#mode !== null);
    this.#owed = false;
  }

  /** The theme changed. */
  recolor() {
    this.panel.recolor();
    this.tracker?.recolor();
    this.tell();
  }

  /** The connection changed. */
  redraw() {
    if (this.lost()) this.#greeted = false;
    this.tell();
  }

  receivers = {
    "location-status": (message) => {
      this.locations.status(message);
      this.tell();
    },
    location: (message) => {
      const { locations } = this;
      const before = condition(locations.current, locations.fix);
      locations.receive(message, performance.now(), (receivedAt) => this.#since(receivedAt) ?? 0);
      // How it fares is said at once; its values a moment later, when all that says things says them.
      if (condition(locations.current, locations.fix) !== before) this.tell();
    },
    "location-path": (message) => this.locations.receivePath(message),
    viewpoint: (message) => this.#obey(message),
    "auto-pan": (message) => {
      this.locations.autoPan(message);
      this.#mode = this.locations.mode;
      this.pilot?.resume(this.locations.mode);
      this.tell();
    },
  };

  // MARK: what a person wants

  /** Shows a location, or with null none; in the mode given, else in its own. */
  choose(location, mode = null) {
    if (location === this.locations.shown) return;
    this.locations.show(location);
    this.#mode = null;
    if (location === null) this.send({ type: "show-location", location: null });
    else this.#show(mode);
    this.#announced = null;
    if (location === null) this.announce("No location is shown");
    this.tell();
  }

  setMode(mode) {
    if (mode !== "off") this.released();
    this.#mode = mode;
    this.send({ type: "auto-pan", mode });
    this.announce(`Auto-pan: ${modeNames[mode][0]}`);
    this.tell();
  }

  /** The button among the map's controls: shows and recenters, or lets go. */
  locate() {
    const { locations } = this;
    if (!this.any) return;
    if (locations.shown === null) {
      const { location, autoPanMode } = locations.list[0];
      this.released();
      this.choose(location, autoPanMode === "off" ? "recenter" : autoPanMode);
    } else {
      this.setMode(locations.mode === "off" ? "recenter" : "off");
    }
  }

  /** `again` after a reconnection: then the map is where a person wants it. */
  #show(mode, again = false) {
    const { current } = this.locations;
    // A tracker begins with the whole world, unless the address says otherwise, or the location is one of streets.
    const world = this.tracker && (current.zoomScale ?? Infinity) >= worldly;
    const addressed = this.tracker && addressedView(location.hash) !== null;
    const scale = again || addressed ? 0 : world ? scaleOfZoom(worldZoom(this.#size()[0])) : current.zoomScale;
    if (scale !== null) this.send({ type: "location-display", initialZoomScale: scale });
    const wanted = mode ?? (this.tracker && current.autoPanMode === "off" ? "recenter" : null);
    this.send({ type: "show-location", location: current.location, ...(wanted === null ? {} : { autoPanMode: wanted }) });
  }

  // MARK: the map

  /** The map is there, at last. */
  attach(liveMap) {
    this.#map = liveMap;
    const { view } = liveMap;
    this.pilot = new Pilot({
      view, dot: (local) => this.locations.motion.at(local), fixed: () => this.locations.fix?.position ?? null,
      rides: () => rides.has(this.locations.mode), instant: reducedMotion,
    });
    view.whenMoved((user) => {
      if (user) this.pilot.release(this.locations.mode);
      this.reports.changed(user);
      this.tracker?.moved();
    });
    if (this.#greeted) this.reports.begin();
    this.#pay();
    if (this.#waiting) this.#obey(this.#waiting);
    this.#waiting = null;
    this.tracker?.attach(liveMap);
  }

  /** True while the map goes where the location goes. */
  get following() {
    return this.locations.shown !== null && this.locations.mode !== "off";
  }

  beforeDraw(local) {
    this.pilot?.step(local);
    const drawn = this.locations.fix && this.locations.fix.symbol !== "none" ? this.locations.motion.at(local) : null;
    this.#note.show(drawn && this.#map.screen(drawn), this.panel.readout.state, this.age());
    this.tracker?.beforeDraw(local);
  }

  /** True where a point of the window is on the location. */
  isAt({ x, y }) {
    const drawn = this.#map && this.locations.fix && this.locations.motion.at(performance.now());
    if (!drawn) return false;
    const [left, top] = this.#map.screen(drawn);
    return Math.hypot(left - x, top - y) < reach;
  }

  /** What is drawn of it; see location-picture.js. */
  picture(colors) {
    return (this.#picture ??= new LocationPicture(this.locations, { colors, still: reducedMotion }));
  }

  #obey(message) {
    if (!this.pilot) {
      this.#waiting = message;
    } else if (message.location === this.locations.shown) {
      if (this.pilot.obey(message, performance.now()) && Number.isInteger(message.sequence)) this.reports.sequence = message.sequence;
      this.reports.changed(false);
    }
  }

  #size() {
    return this.#map ? this.#map.view.size : [byId("map").clientWidth, byId("map").clientHeight];
  }

  #view() {
    const [width, height] = this.#size();
    if (width < 1 || height < 1) return null;
    const whole = { width: Math.min(16_384, Math.round(width)), height: Math.min(16_384, Math.round(height)) };
    // Before there is a map, a tracker knows already what it will show.
    if (!this.#map) {
      const { center, zoom } = addressedView(location.hash) ?? { center: [0, 0], zoom: worldZoom(width) };
      return this.tracker ? { ...whole, center, scale: scaleOfZoom(zoom), rotation: 0 } : null;
    }
    return this.#map.view.report;
  }

  // MARK: saying

  /** Seconds since the server got the last fix, or null. */
  age() {
    const { fix, fixedAt } = this.locations;
    if (!fix) return null;
    const since = this.#since(fix.receivedAt);
    return Math.max(0, since === null ? (performance.now() - fixedAt) / 1_000 : since / 1_000);
  }

  #since(receivedAt) {
    const [time, now] = [Date.parse(receivedAt ?? ""), this.serverTime()];
    return Number.isNaN(time) || now === null ? null : Math.max(0, now - time);
  }

  /** What the status line says of locations where there is nothing else to count. */
  statusText() {
    const { current, fix } = this.locations;
    if (!this.any || !this.#lonely) return "";
    if (!current) return this.locations.list.length === 1 ? "1 location" : `${this.locations.list.length} locations`;
    return fix ? current.name : `${current.name}, no position yet`;
  }

  /** What is said over an empty map, where nothing but locations could be on it. */
  hint() {
    const { current, fix } = this.locations;
    if (this.tracker || !current || fix) return "";
    return `${current.name}: ${this.panel.readout.sentence}`;
  }

  /** What is wrong with locations, for the status line. */
  get troubles() {
    return this.locations.list.filter(({ status }) => status === "failedToStart")
      .map(({ name, error }) => `${name} failed${error ? `: ${error}` : ""}`);
  }

  /** Everything that says how things stand. */
  tell() {
    const { current, mode } = this.locations;
    const on = current !== null && mode !== "off";
    this.button.setAttribute("aria-pressed", String(on));
    const name = current?.name ?? this.locations.list[0]?.name ?? "a location";
    const does = on ? `Stop following ${name}` : current ? `Bring ${name} to the middle and follow it` : `Show ${name} on the map and follow it`;
    this.button.title = `${does} (o: all locations)`;
    this.button.querySelector(".visually-hidden").textContent = does;
    this.panel.redraw();
    this.tracker?.tell({ greeted: this.#greeted, lost: this.lost() });
    this.#sayChange();
  }

  /** A screen reader hears when it changes how the location fares, and nothing between. */
  #sayChange() {
    const { current, fix } = this.locations;
    if (!current || this.lost()) return;
    const now = `${current.location} ${condition(current, fix)}`;
    if (now === this.#announced) return;
    this.#announced = now;
    const state = condition(current, fix);
    this.announce({
      live: () => describeLocation(current.name, fix), stale: () => `${current.name}: no fix lately`, acquiring: () => `${current.name}: last known position`,
      failed: () => `${current.name}: the source failed${current.error ? `: ${current.error}` : ""}`, stopped: () => `${current.name}: the source is stopped`,
      waiting: () => `${current.name}: waiting for the first position`,
    }[state]());
  }
}
