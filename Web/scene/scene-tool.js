// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The scene of the page: whether and where it is shown, its pictures, and how it goes together with the map.

import { scaleOfZoom } from "../camera.js";
import { byId, reducedMotion } from "../dom.js";
import { cleanText } from "../formats.js";
import { FollowPanel } from "../follow-panel.js";
import { forgetFreeSpace } from "../free-space.js";
import { isTight } from "../rail.js";
import { whenThemeChanges } from "../theme.js";
import { loadCesium } from "./cesium.js";
import { SceneFrame, sceneLayouts } from "./scene-frame.js";
import { HostedCamera } from "./scene-hosted.js";
import { factsOfScene } from "./scene-facts.js";
import { ringRadius } from "./scene-labels.js";
import { MapLink } from "./scene-map.js";

export class SceneTool {
  layout = null;
  /** The parts that draw, once there is something to draw with: {view, camera, picture, pace}. */
  parts = null;
  hosted = new HostedCamera(this);
  /** How map and scene go together. */
  link = new MapLink(this);
  #opening = null;
  #isDirty = true;
  #pointer = null;
  #chosenHere = false;
  /** Pictures drawn so far, for whoever measures. */
  pictures = 0;

  /** `page` is what app.js makes. */
  constructor(page) {
    this.page = page;
    this.frame = new SceneFrame({
      choose: (layout) => this.#choose(layout), stop: () => this.stop(), settings: () => page.rail.toggle("follow"),
    });
    this.panel = new FollowPanel({
      following: () => this.#following(), change: (edit) => {
        this.parts?.camera.changeOrbit(edit);
        this.hosted.interacted();
        this.redrawScene();
      },
      smooth: (smoothing) => this.parts?.camera.smooth(smoothing), stop: () => this.stop(), close: () => page.rail.show(null), announce: page.announce, instant: reducedMotion,
    });
    byId("scene-button").addEventListener("click", () => this.#choose(this.layout === null ? this.frame.last : null));
    whenThemeChanges(() => {
      this.parts?.view.recolor();
      this.parts?.picture.recolor();
      this.#isDirty = true;
    });
    addEventListener("resize", () => { this.#isDirty = true; });
    const step = () => {
      requestAnimationFrame(step);
      if (this.layout !== null && this.parts && !document.hidden) this.#step(performance.now());
    };
    requestAnimationFrame(step);
  }

  /** "corner", "half", "whole", or null for none. */
  show(layout) {
    if (layout === this.layout || (layout !== null && !sceneLayouts.includes(layout))) return;
    const before = this.layout;
    this.layout = layout;
    this.frame.show(layout);
    byId("rail-follow").hidden = layout === null;
    if (layout === null && this.page.rail.open === "follow") this.page.rail.show(null, false);
    // Beside the notifications is no room for it.
    if ((layout === "half" && innerWidth < 1_400) || (layout !== null && isTight())) this.page.showNotifications(false);
    if (layout !== null) this.#open();
    if ((before === null) !== (layout === null)) this.tellServer();
    if (layout === null) {
      this.#chosenHere = false;
      byId("scene-button").focus({ preventScroll: true });
    }
    forgetFreeSpace();
    this.page.arrange();
    this.#isDirty = true;
    const said = { corner: "The scene is in the corner", half: "The scene is beside the map", whole: "The scene fills the window" };
    this.page.announce(said[layout] ?? "The scene is closed");
  }

  /** The next of none, corner, half, whole. */
  cycle() {
    const order = [null, ...sceneLayouts];
    this.#choose(order[(order.indexOf(this.layout) + 1) % order.length]);
  }

  /** A person says how it is shown, and no server after that. */
  #choose(layout) {
    this.frame.chosen = true;
    this.show(layout);
  }

  /** Tells a server whether this viewer draws a scene: heights come only then. */
  tellServer() {
    this.page.connection.send({ type: "scene", open: this.layout !== null });
  }

  /** What the server says, by the type of its message. */
  receivers = {
    "camera-controller": (message) => this.hosted.receive(message),
  };

  /** A server's `hello`. */
  greet({ scene }) {
    this.hosted.forget();
    if (this.layout !== null) this.tellServer();
    else if (sceneLayouts.includes(scene?.layout) && !this.frame.chosen) this.show(scene.layout);
  }

  #open() {
    if (this.parts) return;
    if (this.page.liveMap) this.#opening ??= this.#load();
    else if (!this.page.waitingForMap) this.#failed("There is no scene where there is no map.");
  }

  async #load() {
    this.frame.tell("Loading the scene…");
    const Cesium = await loadCesium();
    if (!Cesium) {
      this.#failed("The server has no CesiumJS to give to this page. Run script/bootstrap on its machine, then open the scene again. The map goes on.");
      return;
    }
    try {
      // Not before: what draws needs CesiumJS.
      const { makeParts } = await import("./scene-parts.js");
      this.parts = makeParts(Cesium, this, this.link.camera());
      this.link.resized(); // now that it is known how large the scene is
      this.frame.tell(null);
    } catch (error) {
      console.warn("Vedette: scene:", error.message ?? error);
      this.#failed("This browser cannot draw the scene: WebGL 2 is switched off or missing. The map goes on.");
    }
  }

  #failed(sentence) {
    this.frame.tell(sentence);
    this.#opening = null;
    if (this.layout !== null) this.show("corner"); // nothing covers the map
  }

  /** There is a map. */
  attach(liveMap) {
    liveMap.view.whenMoved((user) => this.link.mapMoved(user));
    if (this.layout !== null) this.#open();
  }

  // MARK: pictures

  #step(local) {
    const { page, parts } = this;
    const { view, camera, picture, pace } = parts;
    parts.input.step(local);
    view.scene.initializeFrame();
    this.#follow(local);
    const mover = camera.advance(local);
    if (mover !== null) this.#isDirty = true; // however long it is until the next picture
    if (mover === "hand") {
      this.link.sceneMoved();
      this.hosted.interacted();
    }
    this.hosted.report(local, (message) => page.connection.send(message));
    this.link.step(local, mover !== null);
    if (!pace.isTime(local, this.#isDirty, view.lens.width)) return;
    // Only now: another size empties the canvas, and what is to be seen is drawn at once.
    const resized = view.resize(pace.ratio);
    if (resized === "size") {
      camera.resized();
      this.link.resized();
      camera.advance(local);
    }
    if (resized !== null) this.#isDirty = true;
    const changed = picture.update(local, this.#pointer) || this.#isDirty || view.isLoading;
    if (!changed) return;
    view.render();
    this.pictures += 1;
    pace.drawn(local);
    this.#isDirty = false;
    this.frame.describe(this.#nameOfFollowed(), camera);
    if (page.selection.any && this.ownsCallout) page.placeCallout();
  }

  /** Follows who is selected and followed on the page; lets go where nobody is. */
  #follow(local) {
    const { selection, sources } = this.page;
    const { camera, picture } = this.parts;
    const wanted = selection.any && selection.follow ? selection : null;
    const { followed } = camera;
    if (!wanted) {
      if (this.hosted.advance(local, this.page.serverTime(local))) return;
      if (followed) {
        camera.release();
        this.link.sceneMoved();
      }
      return;
    }
    const entry = sources.get(wanted.source);
    if (!followed || followed.source !== wanted.source || followed.track !== wanted.track) {
      if (!entry?.store.slotOfTrack.has(wanted.track)) return;
      camera.follow(wanted.source, wanted.track, { length: picture.lengthOf(entry, wanted.track), delay: entry.info.displayDelay / 1_000 });
      this.link.sceneLeads();
    }
    camera.feed(entry, this.page.serverTime(local), local, picture.baseOf(wanted.source, wanted.track));
  }

  get isFollowing() {
    return this.layout !== null && Boolean(this.parts?.camera.followed);
  }

  /** A gesture of whoever follows. */
  apply(input) {
    if (!this.parts?.camera.apply(input)) return;
    this.hosted.interacted();
    this.#isDirty = true;
  }

  #nameOfFollowed() {
    const { followed } = this.parts.camera;
    if (!followed) return "";
    if (followed.isPlace) return "Around a place";
    if (typeof followed.track !== "string") return "what the program follows";
    return cleanText(this.page.sources.get(followed.source)?.store.labelOf(followed.track) ?? followed.track, 40);
  }

  /** Whom the scene follows, for the panel; null for nobody. */
  #following() {
    const { followed, rig, smoothing } = this.parts?.camera ?? {};
    if (!followed || this.layout === null) return null;
    return { name: this.#nameOfFollowed(), note: rig.target ? "" : "No position has come yet", orbit: rig.orbit, time: rig.time, length: followed.length, smoothing };
  }

  /** Lets go of whoever is followed. */
  stop() {
    if (this.hosted.holds) this.parts.camera.release();
    this.page.setFollow(false);
  }

  redrawScene() { this.#isDirty = true; }

  // MARK: pointing

  click(x, y, touch) {
    const { selection } = this.page;
    const found = this.parts.picture.entities.at(x, y, touch ? 26 : 16);
    if (found) {
      const follows = this.isFollowing;
      this.#chosenHere = true;
      selection.select(found.source, found.store.tracks[found.slot]);
      if (follows) this.page.setFollow(true); // the camera goes over to it
    } else if (!this.isFollowing) {
      selection.clear();
    }
    this.#isDirty = true;
  }

  /** Selects who is nearest to the middle: the keyboard's way. */
  choose() {
    const { width, height } = this.parts.view.lens;
    this.click(width / 2, height / 2, true);
  }

  point(x, y) {
    this.#pointer = x === null ? null : [x, y];
    this.#isDirty = true;
  }

  /** True where the call-out stands beside its entity in the scene, not on the map. */
  get ownsCallout() {
    return this.layout === "whole" || (this.layout === "half" && this.#chosenHere);
  }

  /** Puts the call-out beside its entity, where that is in the scene; false where it is not. */
  placesCallout(callout) {
    const found = this.ownsCallout ? this.parts?.picture.selected : null;
    if (!found) return false;
    const { left, top } = this.frame.root.getBoundingClientRect();
    callout.place([left + found.x, top + found.y], ringRadius(found));
    return true;
  }

  /** Somebody was chosen on the map. */
  chosenOnMap() {
    this.#chosenHere = false;
  }

  redraw() {
    this.#isDirty = true;
    this.parts?.picture.refresh();
  }

  /** True where the entities of a source are drawn. */
  shows({ display }) {
    const { liveMap } = this.page;
    return display.crowd === null && display.settings.visible && display.settings.opacity > 0 && (this.layout !== null && display.shownAt(scaleOfZoom(liveMap.view.projection.zoom)));
  }

  get still() {
    return reducedMotion();
  }

  get facts() {
    return factsOfScene(this, !this.#isDirty);
  }
}
