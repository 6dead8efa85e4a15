// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel "Follow": how the camera of the scene keeps to what it follows.

import { byId, element, icon, setText } from "./dom.js";
import { FollowField, followGroup, followPair, FollowSwitch } from "./follow-fields.js";
import { cleanText } from "./formats.js";
import { chaseOf, cockpitOf, distanceAt, distanceRange, resetOf, shareOfDistance } from "./follow-values.js";
import { shorterDegrees } from "./rig/curves.js";

/**
 * Knows no Cesium, and no more of the scene than what it is handed.
 *
 * For the scene's tool: index.html needs a button `<button type="button" data-panel="follow" aria-controls="panel-follow" …>` in the rail, a
 * section `<section class="panel" id="panel-follow" aria-labelledby="follow-heading" hidden></section>` and `<link rel="stylesheet"
 * href="/follow.css">`; then
 *
 *     const panel = new FollowPanel({
 *       // Whom the scene follows, or null. `orbit` and `time` are the rig's; `length` is that of the target in metres, or `distance` how far
 *       // away the camera is unless said otherwise; `note` says what there is to know, such as that no position has come yet. `smoothing` may be
 *       // absent where it cannot be changed.
 *       following: () => camera.followed && { name, note: "", orbit: rig.orbit, time: rig.time, length, smoothing },
 *       change: (edit) => { const { orbit } = rig; edit(orbit, rig.time); rig.update(orbit); },
 *       smooth: (smoothing) => {}, // follow the same target again with new SmoothedTarget(smoothing)
 *       stop, close: () => rail.show(null), announce, instant: reducedMotion,
 *     });
 *     rail.add("follow", panel);
 *
 * and `panel.redraw()` when another target, or none, is followed. What changes otherwise, as by a hand on the scene, it sees by itself.
 */
export class FollowPanel {
  #open = false;
  #rows;

  constructor({ following, change, smooth, stop, close, announce, instant = () => false }) {
    Object.assign(this, { following, smooth, stop, announce, instant });
    this.change = (edit) => {
      change(edit);
      this.redraw();
    };
    this.name = element("bdi", { class: "follow-name" });
    this.note = element("p", { class: "follow-note", role: "status" });
    this.nothing = element("p", { class: "nothing", text: "Nobody is followed. Select something in the scene or on the map, and press Follow." });
    this.stopButton = element("button", { type: "button", class: "query-button", text: "Stop", title: "Stop following", onclick: () => this.stop() });
    const preset = (text, title, say, make) => element("button", { type: "button", text, title, onclick: () => this.#go(say, make) });
    this.chase = preset("Chase", "Behind the target and a little above it, with the horizon level", "Chase: from behind", chaseOf);
    this.cockpit = preset("Cockpit", "In the target, looking ahead; the horizon tilts with it", "Cockpit: looking ahead", cockpitOf);
    this.reset = preset("Reset", "All settings as they are at first", "All settings as at first", resetOf);
    this.presets = element("div", { class: "segments follow-presets", role: "group", "aria-label": "Usual views" }, this.chase, this.cockpit, this.reset);
    this.groups = this.#makeGroups();
    this.settings = element("div", { class: "follow-settings" }, element("div", { class: "follow-target" }, this.name, this.stopButton), this.note,
      this.presets, ...Object.values(this.groups));
    this.#rows.distance.slider.setAttribute("data-first", "true");
    this.closeButton = element("button", { type: "button", class: "plain", "aria-label": "Close", title: "Close (Esc)", onclick: close }, icon("close"));
    byId("panel-follow").append(
      element("div", { class: "panel-head" }, element("h2", { id: "follow-heading", text: "Follow" }), element("span", { class: "space" }), this.closeButton),
      element("div", { class: "panel-body follow-body" }, this.nothing, this.settings));
    setInterval(() => this.#open && this.redraw(), 200);
  }

  shown(open) {
    this.#open = open;
    if (open) this.redraw();
  }

  // MARK: what there is

  #makeGroups() {
    const set = (name) => (value) => this.change((orbit) => orbit.set({ [name]: value }));
    const view = (name) => (value) => this.change((orbit, time) => orbit.setView(time, { [name]: value }));
    const offset = (index) => (value) => this.change((orbit, time) => {
      const offsets = orbit.targetOffsets(time);
      offsets[index] = value;
      orbit.setTargetOffsets(time, offsets);
    });
    const smoothing = (name) => (value) => {
      this.smooth({ ...this.following()?.smoothing, [name]: value });
      this.redraw();
    };
    const field = (id, label, unit, options) => new FollowField({ id: `follow-field-${id}`, label, unit, announce: this.announce, ...options });
    const turn = (id, text, name, title) => new FollowSwitch({ id: `follow-field-${id}`, text, title, choose: set(name) });
    const rows = {
      distance: field("distance", "Distance", "m", {
        choose: view("distance"), range: [0, 1, 0.001], toRange: shareOfDistance, fromRange: distanceAt, title: "From the point that the camera looks at",
      }),
      heading: field("heading", "Heading", "°", { choose: view("headingOffset"), range: [-180, 180, 1], title: "Clockwise around the target; 0 looks from behind it" }),
      pitch: field("pitch", "Pitch", "°", { choose: view("pitchOffset"), range: [-90, 90, 1], title: "0 looks straight down, 90 is level with the target" }),
      factor: field("factor", "On screen", "%", {
        choose: (value) => set("verticalScreenFactor")(value / 100), range: [0, 100, 1], spoken: "Height on the screen", title: "How high on the screen the target is: 0 at the bottom, 100 at the top",
      }),
      autoHeading: turn("auto-heading", "With its heading", "autoHeading", "Off: the heading is clockwise from north"),
      autoPitch: turn("auto-pitch", "With its pitch", "autoPitch", "Off: the horizon stays level when the target climbs"),
      autoRoll: turn("auto-roll", "With its roll", "autoRoll", "Off: the horizon stays level when the target banks"),
      right: field("right", "To the right", "m", { choose: offset(0), title: "Of the target; negative: to the left" }),
      ahead: field("ahead", "Ahead", "m", { choose: offset(1), title: "Of the target; negative: behind" }),
      above: field("above", "Above", "m", { choose: offset(2), title: "The target; negative: below" }),
      minDistance: field("min-distance", "Least distance", "m", { choose: set("minCameraDistance") }),
      maxDistance: field("max-distance", "Greatest distance", "m", { choose: set("maxCameraDistance"), empty: "no end" }),
      minHeading: field("min-heading", "Least heading", "°", { choose: set("minCameraHeadingOffset") }),
      maxHeading: field("max-heading", "Greatest heading", "°", { choose: set("maxCameraHeadingOffset") }),
      minPitch: field("min-pitch", "Least pitch", "°", { choose: set("minCameraPitchOffset") }),
      maxPitch: field("max-pitch", "Greatest pitch", "°", { choose: set("maxCameraPitchOffset") }),
      handDistance: turn("hand-distance", "Nearer and farther", "distanceIsInteractive"),
      handHeading: turn("hand-heading", "Around", "headingIsInteractive"),
      handPitch: turn("hand-pitch", "Higher and lower", "pitchIsInteractive"),
      delay: field("delay", "Shown late by", "s", { choose: smoothing("delay"), title: "More is smoother: between two fixes as long as one comes within this time" }),
      horizon: field("horizon", "Goes on for", "s", { choose: smoothing("horizon"), title: "So long without a fix the target is thought to go on as it did" }),
      correction: field("correction", "Catches up in", "s", { choose: smoothing("correction"), title: "In so long what a fix changes is caught up with, without a jump" }),
    };
    this.#rows = rows;
    const limits = ["Distance", "Heading", "Pitch"].map((axis) => followPair(axis, rows[`min${axis}`], rows[`max${axis}`]));
    return {
      camera: followGroup("Camera", [rows.distance.root, rows.heading.root, rows.pitch.root, rows.factor.root]),
      turning: followGroup("Turn with the target", [rows.autoHeading.root, rows.autoPitch.root, rows.autoRoll.root]),
      offsets: followGroup("Look beside the target", [rows.right.root, rows.ahead.root, rows.above.root], { isFolded: true }),
      limits: followGroup("Limits", limits, { isFolded: true }),
      hand: followGroup("What a hand may move", [rows.handDistance.root, rows.handHeading.root, rows.handPitch.root], { isFolded: true }),
      smoothing: followGroup("Smoothness", [rows.delay.root, rows.horizon.root, rows.correction.root], { isFolded: true }),
    };
  }

  #go(say, make) {
    const followed = this.following();
    if (!followed) return;
    const { preset, settings } = make(followed);
    const seconds = this.instant() ? 0 : 1;
    this.change((orbit, time) => {
      if (settings) orbit.set(settings);
      orbit.goTo(preset, seconds, time);
    });
    this.announce(`${say}.`);
  }

  // MARK: showing

  /** Shows what is so now. What somebody is typing stays. */
  redraw() {
    const followed = this.following();
    this.nothing.hidden = followed !== null;
    if (!followed && this.settings.contains(document.activeElement)) this.closeButton.focus({ preventScroll: true });
    this.settings.hidden = followed === null;
    if (!followed) return;
    const { name, note, orbit, time, smoothing } = followed;
    const [view, offsets, settings] = [orbit.view(time), orbit.targetOffsets(time), orbit.settings.values];
    const rows = this.#rows;
    const isPlace = orbit.settings.kind === "location";
    setText(this.name, cleanText(name, 60));
    setText(this.note, cleanText(note ?? "", 120));
    this.note.hidden = !note;
    this.chase.hidden = this.cockpit.hidden = this.groups.turning.hidden = this.groups.offsets.hidden = isPlace;
    this.groups.smoothing.hidden = !this.smooth || !smoothing;
    rows.distance.bounds = distanceRange(settings, view.distance);
    rows.distance.show(view.distance);
    // Limits of less than a full turn are the ends of the slider.
    const [low, high] = [settings.minCameraHeadingOffset, settings.maxCameraHeadingOffset];
    const heading = high - low >= 360 ? shorterDegrees(0, view.headingOffset) : view.headingOffset;
    rows.heading.limit(high - low >= 360 ? -180 : low, high - low >= 360 ? 180 : high);
    rows.heading.show(heading);
    rows.pitch.limit(isPlace ? Math.max(0, settings.minCameraPitchOffset) : settings.minCameraPitchOffset, settings.maxCameraPitchOffset);
    rows.pitch.show(view.pitchOffset);
    rows.factor.show(settings.verticalScreenFactor * 100);
    [rows.right, rows.ahead, rows.above].forEach((row, i) => row.show(offsets[i]));
    for (const axis of ["Distance", "Heading", "Pitch"]) {
      rows[`min${axis}`].show(settings[`minCamera${axis}${axis === "Distance" ? "" : "Offset"}`]);
      rows[`max${axis}`].show(settings[`maxCamera${axis}${axis === "Distance" ? "" : "Offset"}`]);
      rows[`auto${axis}`]?.show(settings[`auto${axis}`]);
      rows[`hand${axis}`].show(settings[`${axis.toLowerCase()}IsInteractive`]);
    }
    rows.autoRoll.show(settings.autoRoll);
    for (const one of ["delay", "horizon", "correction"]) rows[one].show(smoothing?.[one] ?? null);
  }
}
