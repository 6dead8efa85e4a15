// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The address of the page says what is looked at; a link to it can be copied; the page can fill the screen; and where the browsers of a view all look at the
// same, this one goes along.

import { byId, throttled } from "./dom.js";
import { SharedViewpoint } from "./shared-viewpoint.js";
import { readLink, viewPart, writeLink } from "./view-link.js";

export class ViewSharing {
  #owed;
  #map = null;

  /** `page` has selection, rail, announce, connection, tool, setFollow(follow), visit(source, track). */
  constructor(page) {
    this.page = page;
    this.together = new SharedViewpoint({
      read: () => (this.#map && this.#map.size.every((side) => side >= 1) ? this.#map.report : null),
      send: (message) => page.connection.send(message),
      go: (place) => {
        if (this.#map.accompany(place) && page.selection.follow) page.setFollow(false);
      },
      busy: () => this.#map.held || page.tool.following,
    });
    this.#owed = readLink(location.hash);
    byId("share-button").addEventListener("click", () => this.share());
    this.full = byId("full-button");
    this.full.hidden = !document.fullscreenEnabled;
    this.full.addEventListener("click", () => this.toggleFullScreen());
    document.addEventListener("fullscreenchange", () => {
      const isFull = document.fullscreenElement !== null;
      this.full.setAttribute("aria-pressed", String(isFull));
      this.full.title = isFull ? "Leave full screen (w)" : "Full screen (w)";
    });
  }

  /** There is a connection, whose `hello` it was, and perhaps a map: what the link wants is done, once. */
  begin(hello = null) {
    if (hello) this.together.greet(hello);
    const link = this.#owed;
    this.#owed = null;
    if (!link) return;
    if (link.track !== null) this.page.selection.select(link.source, link.track);
    if (link.track !== null && link.follow) this.page.setFollow(true);
    if (link.panel) this.page.rail.show(link.panel, false);
    if (link.scene) this.page.scene.show(link.scene);
  }

  /** The map is there: the address is kept as it looks. */
  attach(view) {
    this.#map = view;
    view.map.on("moveend", () => this.changed());
    view.whenMoved((user) => this.together.moved(user));
    this.together.begin();
    addEventListener("hashchange", () => this.#arrived());
  }

  /** What is looked at, selected or open has changed. */
  changed = throttled(() => {
    if (this.#map && !this.#owed) history.replaceState(history.state, "", this.hash);
  }, 400);

  get hash() {
    const { selection, rail } = this.page;
    return writeLink({
      view: viewPart(this.#map.camera), source: selection.source ?? 0, track: selection.any ? selection.track : null, follow: selection.follow, panel: rail.open,
      scene: this.page.scene.layout,
    });
  }

  /** A person has put another address into the same page. */
  #arrived() {
    const link = readLink(location.hash);
    const [zoom, latitude, longitude, bearing = 0] = link.view.split("/").map(Number);
    if (link.view !== "" && [zoom, latitude, longitude, bearing].every(Number.isFinite)) {
      this.#map.map.jumpTo({ center: [longitude, Math.max(-85, Math.min(85, latitude))], zoom, bearing });
    }
    this.#owed = link;
    this.begin();
  }

  /** Copies the link; where that is forbidden, the address line has it. */
  async share() {
    if (!this.#map) return;
    const address = `${location.origin}${location.pathname}${location.search}${this.hash}`;
    history.replaceState(history.state, "", this.hash);
    try {
      await navigator.clipboard.writeText(address);
      this.page.say("The link to this view is copied");
    } catch {
      this.page.say("The address line has the link to this view");
    }
  }

  toggleFullScreen() {
    if (!document.fullscreenEnabled) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => this.page.say("The browser does not allow full screen here"));
  }
}
