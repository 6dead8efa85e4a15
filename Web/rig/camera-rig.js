// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What moves a camera. Pure: no page needed. The same core as Sources/VedetteMapping/Camera/Rig, to which it is held by vectors
// (Tests/Browser/vectors/camera-rig.json, docs/decisions/0020-the-rig-runs-in-the-page.md).

import { noInput } from "./camera-orbit.js";
import { CameraLens, movedPose, poseOf, withAxes } from "./camera-pose.js";
import { HandOver } from "./hand-over.js";
import { focusOf, orbitPose, raisedAbove } from "./orbit-placement.js";
import { bodyOf, targetPose } from "./target-state.js";
import { equal } from "./vectors.js";

const lensOf = (lens) => (lens instanceof CameraLens ? lens : new CameraLens(lens));

/** Where the camera of a state is at a time, without what is left of an older course. */
function courseAt({ hold, floor, lens }, time) {
  if (!hold.orbit) return floor ? { ...hold.pose, position: raisedAbove(floor, hold.pose.position) } : hold.pose;
  const target = hold.target.state(time);
  if (!target) return hold.waiting;
  return orbitPose(target, hold.orbit.view(time), hold.orbit.targetOffsets(time), hold.orbit.settings, lens, floor);
}

function poseAt(state, time) {
  const course = courseAt(state, time);
  return state.handOver?.pose(course, time) ?? course;
}

/**
 * Told of targets, controllers, gestures and time; says where the camera is.
 *
 *     const rig = new CameraRig(poseOf(camera), { width, height });
 *     rig.follow(new CameraOrbit("geoElement", 1_000), new SmoothedTarget({}), 1.5);
 *     rig.receive({ longitude, latitude, altitude, heading, pitch, roll }, fixTime);
 *     rig.advanceTo(seconds); // each frame
 *     const { position, right, up, back } = rig.pose;
 *
 * It computes in the Earth-centred frame with double precision. Everything is a function of what was told and when: how often time is
 * advanced makes no difference. Times are in seconds on the rig's own clock, which begins with 0. What is given to it, it copies: change a
 * copy of `orbit`, and tell of it with `update`.
 */
export class CameraRig {
  #time = 0;
  /** {hold, handOver, floor, lens}: none of them ever changes, so an older state still says where the camera would have been. */
  #state;
  #lastIdentifier = 0;
  #endings = [];
  /** How long going over to a target takes of which nothing is known yet. */
  #arrival = 0;
  /** Viewpoints that were not gone to because the camera was held by a target. */
  ignoredViewpointCount = 0;

  /** A camera that may go anywhere: `pose` as `poseOf` makes it; `lens` is {width, height, horizontalFieldOfView}, see CameraLens. */
  constructor({ position, orientation }, lens) {
    this.#state = { hold: { pose: { position, orientation } }, handOver: null, floor: null, lens: lensOf(lens) };
  }

  // MARK: what is

  get time() {
    return this.#time;
  }

  get lens() {
    return this.#state.lens;
  }

  /** How wide the camera sees, and onto what screen; takes effect at once. */
  set lens(lens) {
    this.#state = { ...this.#state, lens: lensOf(lens) };
  }

  /** Where the camera is now: {position, orientation, right, up, back}. */
  get pose() {
    return this.poseAt(this.#time);
  }

  /** Where the camera is going to be at a time that is not before now, if nothing happens until then. */
  poseAt(time) {
    return withAxes(poseAt(this.#state, time));
  }

  /**
   * The target as it is shown now: {position, orientation, longitude, latitude, altitude, heading, pitch, roll}. The orientation turns the
   * axes of the target (right, ahead, up) to the Earth-centred ones. null where there is none, or nothing is known of it.
   */
  get target() {
    const state = this.#targetState;
    return state && { position: state.position, orientation: bodyOf(state), ...targetPose(state) };
  }

  get #targetState() {
    return this.#state.hold.target?.state(this.#time) ?? null;
  }

  /** What the camera looks at now: the target, moved by the offsets; null where there is none. */
  get focus() {
    const state = this.#targetState;
    return state && focusOf(state, this.#state.hold.orbit.targetOffsets(this.#time));
  }

  /** Whether viewpoints can be set. */
  get isFree() {
    return !this.#state.hold.orbit;
  }

  /** Whether the camera is on its way from one course to another. */
  get isHandingOver() {
    return this.#state.handOver !== null;
  }

  /** A copy of the state of the controller that holds the camera; null where none does. */
  get orbit() {
    return this.#state.hold.orbit?.copy() ?? null;
  }

  // MARK: time

  /** Lets so many seconds pass; what is below 0, or not finite, is none. */
  advanceBy(seconds) {
    if (seconds > 0 && Number.isFinite(seconds)) this.advanceTo(this.#time + seconds);
  }

  /** Lets time pass up to a moment, if that is not over. */
  advanceTo(moment) {
    if (!(moment > this.#time)) return;
    this.#time = moment;
    const { handOver } = this.#state;
    if (!handOver?.hasEnded(moment)) return;
    this.#endings.push({ identifier: handOver.identifier, isFinished: true });
    this.#state = { ...this.#state, handOver: null };
  }

  /** Which ways from one course to another have ended since the last call: [{identifier, isFinished}]. */
  takeEndings() {
    const endings = this.#endings;
    this.#endings = [];
    return endings;
  }

  // MARK: held by a target

  /**
   * Lets a controller hold the camera, or another target, also while it is on its way: it goes over along a smooth path, in so many
   * seconds. As long as nothing is known of the target, the camera waits where it is.
   */
  follow(orbit, target, seconds) {
    const [{ position, orientation }, held] = [this.pose, target.copy()];
    this.#change(seconds, { orbit: orbit.copy(), target: held, waiting: { position, orientation } });
    this.#arrival = held.state(this.#time) === null ? seconds : 0;
  }

  /** Takes where the target was at `fixTime`, on the clock of the rig, and how it was turned; nothing where the camera is not held by one. */
  receive(pose, fixTime) {
    const { hold } = this.#state;
    if (!hold.orbit) return;
    const isFirst = hold.target.state(this.#time) === null;
    const target = hold.target.copy();
    target.receive(pose, fixTime, this.#time);
    // The camera has waited for this: it sets out now.
    this.#change(isFirst ? this.#arrival : 0, { ...hold, target }, false);
  }

  /** Takes what program and user have changed about the controller. What it marks as eased takes effect smoothly, all else at once. */
  update(orbit) {
    const { hold } = this.#state;
    if (!hold.orbit) return;
    this.#change(hold.orbit.easedChanges === orbit.easedChanges ? 0 : orbit.easingSeconds, { ...hold, orbit: orbit.copy() }, false);
  }

  /** Lets the camera go: it comes to rest, in so many seconds, and may go anywhere. */
  release(seconds = 1) {
    if (this.isFree) return;
    const { position, orientation } = this.pose;
    this.#change(seconds, { pose: { position, orientation } });
  }

  // MARK: free to go anywhere

  /**
   * Goes to a camera {longitude, latitude, altitude, heading, pitch, roll}, in so many seconds, 0 for at once: {isPossible, way}, where `way`
   * is the number of the way there, whose end `takeEndings` tells, null where it is there at once. A camera that is held by a target goes
   * nowhere else: the viewpoint is ignored, and counted.
   */
  setCamera(camera, seconds = 0) {
    if (!this.isFree) {
      this.ignoredViewpointCount += 1;
      return { isPossible: false, way: null };
    }
    if (!(seconds > 1e-6)) this.#endHandOver();
    return { isPossible: true, way: this.#change(seconds, { pose: poseOf(camera) }, false) };
  }

  /**
   * Obeys a gesture, {distanceFactor, headingDelta, pitchDelta, panRight, panUp}, of which any may be absent: whether there was anything to
   * obey. A camera on its way to a viewpoint stops for it; one that goes over to a target goes on.
   */
  apply(gesture) {
    const { hold, lens } = this.#state;
    if (hold.orbit) {
      const orbit = hold.orbit.copy();
      if (!orbit.apply(gesture, this.#time)) return false;
      this.#state = { ...this.#state, hold: { ...hold, orbit } };
      return true;
    }
    const here = this.pose;
    const moved = movedPose(here, { ...noInput, ...gesture }, lens);
    const [a, b] = [here.orientation, moved.orientation];
    if (equal(here.position, moved.position) && a.w === b.w && a.x === b.x && a.y === b.y && a.z === b.z) return false;
    this.#endHandOver();
    this.#state = { ...this.#state, hold: { pose: moved } };
    return true;
  }

  /**
   * Keeps the camera `clearance` metres above `ground`, metres above the ellipsoid where it is; null, or what is not above 0, for a camera
   * that may go below ground too. What is new takes effect in so many seconds.
   */
  keepClear(clearance, ground = 0, seconds = 0.5) {
    const floor = clearance > 0 && Number.isFinite(clearance) && Number.isFinite(ground) ? { ground, clearance } : null;
    const old = this.#state.floor;
    if (old?.ground === floor?.ground && old?.clearance === floor?.clearance) return;
    this.#change(seconds, this.#state.hold, false, floor);
  }

  // MARK: changes

  /**
   * Holds the camera otherwise so that it does not jump: it takes its time from where, and as fast as, it would have gone. What is not
   * above a microsecond is at once, and `cuts` what is left of an older way where asked to; more than ten minutes are ten minutes. The
   * number of the way, or null.
   */
  #change(seconds, hold, cuts = true, floor = this.#state.floor) {
    const old = this.#state;
    if (cuts && seconds <= 1e-6) this.#endHandOver();
    this.#state = { ...this.#state, hold, floor };
    if (!(seconds > 1e-6)) return null;
    this.#endHandOver();
    this.#lastIdentifier += 1;
    const made = this.#state;
    const handOver = new HandOver(this.#lastIdentifier, this.#time, Math.min(seconds, 600), (time) => poseAt(old, time), (time) => courseAt(made, time));
    this.#state = { ...made, handOver };
    return this.#lastIdentifier;
  }

  #endHandOver() {
    const { handOver } = this.#state;
    if (!handOver) return;
    this.#endings.push({ identifier: handOver.identifier, isFinished: false });
    this.#state = { ...this.#state, handOver: null };
  }
}
