// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The frame round the scene: where it stands in the window, its buttons, and the sentence that says what is to be seen.

import { byId, element, icon, setText } from "../dom.js";
import { formatNumber } from "../formats.js";

export const sceneLayouts = ["corner", "half", "whole"];
const names = { corner: "In the corner", half: "Beside the map", whole: "Whole window" };

export class SceneFrame {
  /** The layout that the scene had when it was last open. */
  last = "corner";
  /** True once a person, or a link, has said how the scene is shown. */
  chosen = false;

  /** `actions`: choose(layout), stop(), settings(). */
  constructor(actions) {
    this.root = byId("scene");
    this.title = element("h2", { id: "scene-heading", text: "Scene" });
    this.detail = element("span", { class: "scene-detail number" });
    this.settings = element("button", { type: "button", class: "plain", title: "How it follows (v)", "aria-label": "How it follows", hidden: true, onclick: actions.settings }, icon("follow"));
    this.stop = element("button", { type: "button", class: "scene-stop", title: "Stop following (Esc)", "aria-label": "Stop following", text: "Stop", hidden: true, onclick: actions.stop });
    this.buttons = sceneLayouts.map((layout) => element("button", {
      type: "button", class: "plain", "aria-pressed": "false", title: `${names[layout]} (s: the next)`, "aria-label": names[layout],
      onclick: () => actions.choose(layout),
    }, icon(`scene-${layout}`)));
    const close = element("button", { type: "button", class: "plain", title: "Close the scene", "aria-label": "Close the scene", onclick: () => actions.choose(null) }, icon("close"));
    this.stage = element("div", { class: "scene-stage" });
    this.message = element("p", { class: "scene-message", role: "status", hidden: true });
    this.credit = element("p", { class: "scene-credit", text: "CesiumJS · Natural Earth" });
    this.root.append(this.stage, element("div", { class: "scene-head" }, this.title, this.detail, this.stop,
      element("div", { class: "scene-layouts", role: "group", "aria-label": "Where the scene stands" }, this.settings, ...this.buttons, close)), this.message, this.credit);
  }

  show(layout) {
    this.root.hidden = layout === null;
    if (layout !== null) this.last = layout;
    for (const one of sceneLayouts) document.body.classList.toggle(`scene-${one}`, one === layout);
    this.buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(sceneLayouts[i] === layout)));
    byId("scene-button").setAttribute("aria-pressed", String(layout !== null));
  }

  /** A sentence in place of the picture, or null. */
  tell(text) {
    this.message.hidden = text === null;
    if (text !== null) setText(this.message, text);
  }

  /** Who is followed, and from where; `name` of whom. */
  describe(name, camera) {
    const following = camera.followed !== null;
    document.body.classList.toggle("scene-follows", following);
    // In the corner is room for the name alone; that it is followed says the button beside it.
    setText(this.title, !following ? "Scene" : document.body.classList.contains("scene-corner") || camera.followed.isPlace ? name : `Following ${name}`);
    this.stop.hidden = this.settings.hidden = !following;
    const view = following ? camera.orbit?.view(camera.rig.time) : null;
    setText(this.detail, view ? `${distanceText(view.distance)} · ${Math.round(view.pitchOffset)}°` : heightText(camera.camera.altitude));
  }
}

const distanceText = (metres) => (metres < 10_000 ? `${formatNumber(Math.round(metres))} m` : `${formatNumber(Math.round(metres / 1_000))} km`);
const heightText = (metres) => `${distanceText(Math.max(0, metres))} up`;
