// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Who moves the camera of the scene: the rig, while it follows something or is on its way, else CesiumJS's own navigation. The rig draws from what is
// known of a target; it needs no server for a picture.

import { unknownHeading } from "../frame.js";
import { turnBetween } from "../geodesy.js";
import { cameraOf, CameraOrbit, CameraRig, orbitPresets, poseOf, SmoothedTarget } from "../rig/index.js";

const mostFixes = 6; // of the past, to begin with
const goingOver = 1.6; // seconds
const lettingGo = 0.9;
const noTurn = { heading: 0, pitch: 0, roll: 0 };
const standing = 2; // metres between two observations, below which the way between them says nothing of a heading

export class SceneCamera {
  #view;
  #epoch = performance.now();
  #fed = -Infinity; // server time of the newest observation that the rig knows of
  #free = null; // the pose as last handed to CesiumJS, while nobody is followed
  /** {source, track, length, isHosted} of who is followed, or null; {overlay, graphic} in place of a track. */
  followed = null;
  /** How it is smoothed, {delay, horizon, correction} in seconds; absent where a program says. */
  smoothing = undefined;

  /** `still()` is true where a person wants less motion. */
  constructor(view, camera, { still }) {
    this.#view = view;
    this.still = still;
    this.rig = new CameraRig(poseOf(camera), view.lens);
    this.#hand();
  }

  /** Seconds on the rig's clock. */
  seconds(local) {
    return (local - this.#epoch) / 1_000;
  }

  get orbit() {
    return this.rig.orbit;
  }

  /** Changes what is followed how: `change(orbit, seconds)`. */
  changeOrbit(change) {
    const { orbit } = this.rig;
    if (!orbit) return;
    change(orbit, this.rig.time);
    this.rig.update(orbit);
  }

  /** True where a person may move the camera freely. */
  get isFree() {
    return this.rig.isFree && !this.rig.isHandingOver;
  }

  get pose() {
    return this.rig.pose;
  }

  /** {longitude, latitude, altitude, heading, pitch, roll}. */
  get camera() {
    return cameraOf(this.rig.pose);
  }

  resized() {
    this.rig.lens = this.#view.lens;
  }

  // MARK: following

  /** Goes over to a track. `length` is that of its model in metres, `delay` its source's display delay in seconds. What was set for the target before is kept. */
  follow(source, track, { length, delay }) {
    // A program's limits and switches are about its own target.
    const before = this.followed?.isHosted ? null : this.rig.orbit;
    const orbit = before ?? this.#usualOrbit(length);
    if (before && this.followed && Math.abs(Math.log(this.followed.length / length)) > 0.3) {
      const { distance } = orbit.view(this.rig.time);
      orbit.setView(this.rig.time, { distance: (distance * length) / this.followed.length });
    }
    this.smoothing = { delay, horizon: 0.5, correction: 0.8 };
    this.hold(orbit, new SmoothedTarget(this.smoothing), goingOver, { source, track, length });
  }

  /** Follows the same, otherwise smoothed. */
  smooth(smoothing) {
    const { orbit } = this.rig;
    if (!orbit || !this.followed) return;
    this.smoothing = smoothing;
    this.hold(orbit, new SmoothedTarget(smoothing), 0.5, this.followed);
  }

  /** Gives the camera to a controller and its target. */
  hold(orbit, target, seconds, followed) {
    if (followed.isHosted) this.smoothing = undefined;
    this.followed = followed;
    this.#fed = -Infinity;
    this.#last = null;
    this.rig.follow(orbit, target, this.still() ? 0 : seconds);
  }

  #usualOrbit(length) {
    const orbit = new CameraOrbit("geoElement", length * 7);
    const preset = orbitPresets.chase(length * 7);
    orbit.set({ autoPitch: preset.turnsWithTarget, autoRoll: preset.turnsWithTarget, minCameraDistance: 0, maxCameraDistance: 2e7 });
    orbit.setView(0, { ...preset.view, pitchOffset: 68 });
    return orbit;
  }

  /** Tells the rig of what has been observed of who is followed. `serverTime` is the server's now, in milliseconds; `base` {heading, pitch, roll} of its symbol. */
  feed(entry, serverTime, local, base = noTurn) {
    if (!this.followed || !entry || serverTime === null) return;
    const { store, display } = entry;
    const slot = store.slotOfTrack.get(this.followed.track);
    if (slot === undefined || store.sizes[slot] === 0) return;
    const fixes = [];
    const newest = Math.max(1, this.#fed === -Infinity ? mostFixes : store.depth);
    const ahead = store.ahead[slot];
    store.ahead[slot] = 0; // those after display time, too
    store.visitTrail(slot, newest, (longitude, latitude, cell) => {
      const time = store.times[cell];
      if (!(time > this.#fed)) return false;
      fixes.push({ longitude: longitude / 1e7, latitude: latitude / 1e7, cell, time });
      return true;
    });
    store.ahead[slot] = ahead;
    const { placement, altitudeOffset } = display.placement;
    for (let i = fixes.length - 1; i >= 0; i -= 1) {
      const { longitude, latitude, cell, time } = fixes[i];
      const { altitude, pitch, roll } = store.heights?.at(cell) ?? { altitude: 0, pitch: 0, roll: 0 };
      const course = store.courses[cell];
      const heading = course === unknownHeading ? this.#courseTo(longitude, latitude) : course / 100;
      this.rig.receive({
        longitude, latitude, altitude: placement.startsWith("draped") ? 0 : altitude + altitudeOffset, heading: heading + base.heading, pitch: pitch + base.pitch, roll: roll + base.roll,
      }, this.seconds(local) - (serverTime - time) / 1_000);
      this.#fed = time;
      this.#last = { longitude, latitude, heading };
    }
  }

  #last = null;
  #courseTo(longitude, latitude) {
    if (!this.#last) return 0;
    const north = (latitude - this.#last.latitude) * 111_200;
    const east = turnBetween(this.#last.longitude, longitude) * 111_200 * Math.cos((latitude * Math.PI) / 180);
    return Math.hypot(north, east) > standing ? (Math.atan2(east, north) * 180) / Math.PI : this.#last.heading;
  }

  release() {
    if (this.rig.isFree) return;
    this.followed = null;
    this.#last = null;
    this.rig.release(this.still() ? 0 : lettingGo);
  }

  // MARK: free

  /** Goes to a camera, in so many seconds; nothing while somebody is followed. */
  go(camera, seconds) {
    if (!this.rig.isFree) return;
    this.rig.setCamera(camera, this.still() ? 0 : seconds);
    this.#free = null;
  }

  /** A hand is on the scene: whatever goes somewhere by itself, and follows nobody, stops. */
  grab() {
    if (this.rig.isFree && this.rig.isHandingOver) this.go(this.camera, 0);
  }

  /** Obeys a gesture of whoever follows; false where there was nothing to obey. */
  apply(input) {
    return this.rig.isFree ? false : this.rig.apply(input);
  }

  /** Before each picture: "rig" where the rig has moved the camera, "hand" where a person has, null where it stands still. */
  advance(local) {
    const before = this.rig.pose;
    this.rig.advanceTo(this.seconds(local));
    const { screenSpaceCameraController: navigation } = this.#view.scene;
    navigation.enableInputs = this.isFree;
    if (!this.isFree || this.#free === null) {
      this.#hand();
      return moved(before, this.rig.pose) ? "rig" : null;
    }
    const pose = this.#view.pose;
    if (!moved(pose, this.#free)) return null;
    this.rig.setCamera(cameraOf(pose), 0);
    this.#free = pose;
    return "hand";
  }

  /** Gives CesiumJS the camera of the rig, as it is. */
  #hand() {
    this.#view.look(this.rig.pose);
    this.#free = this.isFree ? this.#view.pose : null;
  }
}

function moved(a, b) {
  const [p, q] = [a.orientation, b.orientation];
  const far = Math.abs(a.position[0] - b.position[0]) + Math.abs(a.position[1] - b.position[1]) + Math.abs(a.position[2] - b.position[2]);
  // The same turn twice over is the same.
  const turned = 1 - Math.abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z);
  return far > 1e-6 || turned > 1e-15;
}
