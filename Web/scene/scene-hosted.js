// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The camera of a view that a program leads: what the program's controller says (`camera-controller`), and what the browser then shows
// (`camera`). Views without such a program never say any of it, and the page has its own controllers.

import { CameraOrbit, SmoothedTarget } from "../rig/index.js";

const interval = 100; // milliseconds between two reports at least
const kinds = new Set(["globe", "orbitGeoElement", "orbitLocation"]);
const usualLength = 40; // metres, of what is followed

export class HostedCamera {
  /** The controller as last said, or null. */
  controller = null;
  #isObeyed = false;
  #reported = "";
  #reportedAt = -Infinity;
  #interacted = false;

  /** `tool` is the SceneTool. */
  constructor(tool) {
    this.tool = tool;
  }

  /** A `camera-controller` message. */
  receive(message) {
    if (!kinds.has(message.kind)) return;
    const before = this.controller;
    this.controller = message;
    // What a person did was about the controller before.
    this.#interacted = false;
    const isSame = before?.kind === message.kind && JSON.stringify(before.target) === JSON.stringify(message.target);
    this.#isObeyed = isSame && this.#isObeyed && message.kind !== "globe";
    if (this.#isObeyed && this.tool.parts && this.holds) this.tool.parts.camera.rig.update(this.#orbit(this.tool.parts.camera.rig.time));
    else this.#isObeyed = false;
    this.tool.redrawScene();
  }

  /** A new connection: it says anew who leads. */
  forget() {
    this.controller = null;
    this.#isObeyed = false;
    this.#reported = "";
  }

  /** True while the program's controller, not a person of this page, says what the camera follows. */
  get holds() {
    return this.controller !== null && this.controller.kind !== "globe" && this.tool.parts?.camera.followed?.isHosted === true;
  }

  /** Before each picture: does what was said, and tells the rig of its target. False where nothing is held. */
  advance(local, serverTime) {
    const { controller } = this;
    const { camera, graphics, picture } = this.tool.parts;
    if (!controller) return false;
    if (!this.#isObeyed) {
      this.#isObeyed = true;
      this.#begin(controller, camera);
    }
    if (!this.holds) return false;
    const { target } = controller;
    if (Number.isInteger(target?.graphic)) {
      const pose = graphics.poseOf(target.overlay, target.graphic);
      if (pose && pose.time !== this.#fed) {
        this.#fed = pose.time;
        camera.rig.receive(pose, camera.seconds(local) - (serverTime === null ? 0 : Math.max(0, serverTime - pose.time) / 1_000));
      }
    } else if (typeof target?.track === "string") {
      camera.feed(this.tool.page.sources.get(target.source), serverTime, local, picture.baseOf(target.source, target.track));
    }
    return true;
  }

  #fed = null;

  #begin(controller, camera) {
    const seconds = Math.max(0, Number(controller.duration) || 0);
    this.#fed = null;
    if (controller.kind === "globe") {
      if (camera.followed?.isHosted) camera.release();
      const { location: place, heading, pitch, roll, duration } = controller.camera ?? {};
      this.tool.link.sceneMoved();
      if (Array.isArray(place)) camera.go({ longitude: place[0], latitude: place[1], altitude: place[2] ?? 0, heading, pitch, roll }, Math.max(0, Number(duration) || 0));
      return;
    }
    const { target, smoothing } = controller;
    const held = Array.isArray(target?.location)
      ? SmoothedTarget.fixedAt({ longitude: target.location[0], latitude: target.location[1], altitude: target.location[2] ?? 0 }) : new SmoothedTarget(smoothing ?? this.#usualSmoothing(target));
    camera.hold(this.#orbit(camera.rig.time), held, seconds, {
      isHosted: true, isPlace: Array.isArray(target?.location), source: target?.source ?? null, track: target?.track ?? null, overlay: target?.overlay ?? null, graphic: target?.graphic ?? null, length: usualLength,
    });
  }

  /** Where the program says nothing of it: what it moves by itself comes at the pace of frames, and is to look as smooth as it is. */
  #usualSmoothing(target) {
    const interval = this.tool.page.server.greeting?.frameInterval || 0.2;
    return Number.isInteger(target?.graphic) ? { delay: 1.5 * interval, horizon: 2 * interval, correction: interval } : null;
  }

  /** The state of the controller as the program has it. */
  #orbit(time) {
    const { kind, targetOffsets, animation } = this.controller;
    const view = this.controller.view ?? {};
    const orbit = new CameraOrbit(kind === "orbitLocation" ? "location" : "geoElement", Number(view.distance));
    orbit.set(this.controller.settings ?? {});
    orbit.setView(time, { distance: view.distance, headingOffset: view.headingOffset, pitchOffset: view.pitchOffset });
    if (Array.isArray(targetOffsets)) orbit.setTargetOffsets(time, targetOffsets);
    const [seconds, offsetSeconds] = [Number(animation?.duration), Number(animation?.targetOffsetsDuration ?? animation?.duration)];
    if (animation?.view && seconds > 0) {
      const from = orbit.view(time);
      const to = animation.view;
      orbit.moveCamera({
        distanceDelta: (to.distance ?? from.distance) - from.distance, headingDelta: (to.headingOffset ?? from.headingOffset) - from.headingOffset,
        pitchDelta: (to.pitchOffset ?? from.pitchOffset) - from.pitchOffset,
      }, seconds, time);
    }
    if (Array.isArray(animation?.targetOffsets) && offsetSeconds > 0) orbit.moveTargetOffsets(animation.targetOffsets, offsetSeconds, time);
    // What the program marks as eased takes effect smoothly.
    const { count, duration } = this.controller.easing ?? {};
    if (Number.isFinite(count) && duration >= 0) [orbit.easedChanges, orbit.easingSeconds] = [count, duration];
    return orbit;
  }

  /** A person has moved the camera. */
  interacted() {
    this.#interacted = this.controller !== null;
  }

  /** Tells the server what is shown, where that has changed. */
  report(local, send) {
    if (!this.controller || local - this.#reportedAt < interval) return;
    const { camera, view } = this.tool.parts;
    const { longitude, latitude, altitude, heading, pitch, roll } = camera.camera;
    // What a person follows for himself is nothing that the program's target could be looked at by.
    if (!this.holds && this.controller.kind !== "globe") this.#interacted = false;
    const orbit = this.holds ? camera.orbit?.view(camera.rig.time) : null;
    const said = {
      sequence: this.controller.sequence, camera: [longitude, latitude, altitude, heading, pitch, roll].map((value) => Math.round(value * 1e9) / 1e9),
      ...(orbit ? { view: [orbit.distance, orbit.headingOffset, orbit.pitchOffset] } : {}), size: [Math.round(view.lens.width), Math.round(view.lens.height)],
    };
    const content = JSON.stringify(said);
    if (content === this.#reported && !this.#interacted) return;
    if (!send({ type: "camera", ...said, interacted: this.#interacted })) return;
    [this.#reported, this.#reportedAt, this.#interacted] = [content, local, false];
  }
}
