// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The state of a controller that orbits. Pure: no page needed.

import { Motion, shorterDegrees } from "./curves.js";
import { OrbitSettings } from "./orbit-settings.js";
import { isFinite3, zero } from "./vectors.js";

/** What a user does with fingers, a mouse, or keys in one step; what is not given is nothing done. */
export const noInput = Object.freeze({
  /** How many times as far away the camera wants to be: below 1 nearer. */
  distanceFactor: 1,
  /** Degrees clockwise around what is looked at. */
  headingDelta: 0,
  /** Degrees: positive from looking down towards level and up. */
  pitchDelta: 0,
  /** By how many points what is in the middle goes to the right on the screen, and up; for a camera that may go anywhere. */
  panRight: 0,
  panUp: 0,
});

/** Usual places of a camera that follows something: {view, targetOffsets, turnsWithTarget}. */
export const orbitPresets = {
  /** Behind the target and a little above it, with the horizon level. */
  chase: (distance) => ({ view: { distance, headingOffset: 0, pitchOffset: 75 }, targetOffsets: [0, 0, 0], turnsWithTarget: false }),
  /** In the target, looking ahead; the horizon tilts with it. `offsets` is where the eyes are, metres right of it, ahead and above. */
  cockpit: (offsets = [0, 0, 0]) => ({ view: { distance: 0, headingOffset: 0, pitchOffset: 90 }, targetOffsets: offsets, turnsWithTarget: true }),
};

const numbersOf = ({ distance, headingOffset, pitchOffset }) => [distance, headingOffset, pitchOffset];
const viewOf = ([distance, headingOffset, pitchOffset]) => ({ distance, headingOffset, pitchOffset });
const isSame = (a, b) => numbersOf(a).every((number, i) => number === numbersOf(b)[i]);

/**
 * Told what program and user want, and the time in seconds. A view is {distance, headingOffset, pitchOffset}: metres; degrees clockwise as
 * seen from above the target, 0 directly behind it; degrees from straight above it, looking down, backwards, 90 level with it.
 *
 * Two animations may be under way, one of the view and one of the target offsets. Each ends finished or, when a newer one of its kind, a
 * setting of what it moves, or a gesture comes before its end, not finished.
 */
export class CameraOrbit {
  #settings;
  #restingView; // while an animation is under way, where it began
  #restingOffsets = zero;
  #viewMotion = null;
  #offsetMotion = null;
  #lastIdentifier = 0;
  #endings = [];
  /** Counts up with each change that whoever shows it should make smooth; and the seconds for it. */
  easedChanges = 0;
  easingSeconds = 0;

  /** `kind` is "geoElement" or "location"; a `distance` that is not finite, or below 0, counts as 0. */
  constructor(kind, distance) {
    this.#settings = new OrbitSettings(kind);
    this.#restingView = this.#settings.limited({ distance: Number.isFinite(distance) ? distance : 0, headingOffset: 0, pitchOffset: 45 });
  }

  copy() {
    const made = new CameraOrbit(this.#settings.kind, 0);
    [made.#settings, made.#restingView, made.#restingOffsets] = [this.#settings, this.#restingView, this.#restingOffsets];
    [made.#viewMotion, made.#offsetMotion, made.#lastIdentifier] = [this.#viewMotion, this.#offsetMotion, this.#lastIdentifier];
    [made.#endings, made.easedChanges, made.easingSeconds] = [[...this.#endings], this.easedChanges, this.easingSeconds];
    return made;
  }

  // MARK: what is

  get settings() {
    return this.#settings;
  }

  /** From where the camera looks at a time, within the limits. */
  view(time) {
    return this.#settings.limited(this.#viewMotion ? viewOf(this.#viewMotion.values(time)) : this.#restingView);
  }

  /** How far the point that the camera looks at is from the target, along its axes (right, ahead, up), in metres. */
  targetOffsets(time) {
    return [...(this.#offsetMotion?.values(time) ?? this.#restingOffsets)];
  }

  /** The state as it is on a clock that shows so much more. */
  onClock(seconds) {
    const made = this.copy();
    [made.#viewMotion, made.#offsetMotion] = [this.#viewMotion?.moved(seconds) ?? null, this.#offsetMotion?.moved(seconds) ?? null];
    return made;
  }

  /** Whether an animation is under way, as far as `advance` was told the time. */
  get isMoving() {
    return this.#viewMotion !== null || this.#offsetMotion !== null;
  }

  // MARK: time

  /** Lets time pass, and gives the animations that have ended since the last call: [{identifier, isFinished}]. */
  advance(time) {
    if (this.#viewMotion?.hasEnded(time)) {
      this.#restingView = this.#settings.limited(viewOf(this.#viewMotion.end));
      this.#endings.push({ identifier: this.#viewMotion.identifier, isFinished: true });
      this.#viewMotion = null;
    }
    if (this.#offsetMotion?.hasEnded(time)) {
      this.#restingOffsets = this.#offsetMotion.end;
      this.#endings.push({ identifier: this.#offsetMotion.identifier, isFinished: true });
      this.#offsetMotion = null;
    }
    const endings = this.#endings;
    this.#endings = [];
    return endings;
  }

  // MARK: what the program wants

  /** Changes limits and switches, by the names of the protocol. What is outside of new limits comes inside at once. */
  set(changes) {
    this.#settings = this.#settings.with(changes);
    this.#restingView = this.#settings.limited(this.#restingView);
  }

  /** Puts the camera somewhere: `changes` are members of a view. What is no number is left as it was. */
  setView(time, changes) {
    const old = this.view(time);
    const made = { ...old, ...changes };
    if (made.distance === Infinity) made.distance = this.#settings.distances.highest;
    if (!Number.isFinite(made.distance)) made.distance = old.distance;
    if (!Number.isFinite(made.headingOffset)) made.headingOffset = old.headingOffset;
    if (typeof made.pitchOffset !== "number" || Number.isNaN(made.pitchOffset)) made.pitchOffset = old.pitchOffset;
    this.#stopView(time);
    this.#restingView = this.#settings.limited(made);
  }

  /** Sets the target offsets, [right, ahead, up] in metres; what is not finite is left as it was. */
  setTargetOffsets(time, offsets) {
    const old = this.targetOffsets(time);
    this.#stopOffsets(time);
    this.#restingOffsets = old.map((number, i) => (Number.isFinite(offsets[i]) ? offsets[i] : number));
  }

  /** Moves the camera by so much, or as far as limits let it: the number of the animation, or null, and nothing happens, where a number is not finite. */
  moveCamera({ distanceDelta = 0, headingDelta = 0, pitchDelta = 0 }, seconds, time) {
    if (!isFinite3([distanceDelta, headingDelta, pitchDelta]) || !(seconds < Infinity)) return null;
    const start = this.view(time);
    const wanted = { distance: start.distance + distanceDelta, headingOffset: start.headingOffset + headingDelta, pitchOffset: start.pitchOffset + pitchDelta };
    const end = this.#settings.limited(wanted);
    // All the way round where the limits let it, else directly: never through what they forbid.
    if (this.#settings.isFullTurn) end.headingOffset = wanted.headingOffset;
    const rates = this.#viewMotion?.rates(time) ?? zero;
    this.#stopView(time);
    this.#viewMotion = this.#begin(numbersOf(start), rates, numbersOf(end), seconds, time);
    return this.#lastIdentifier;
  }

  /** Moves the point that the camera looks at to offsets from the target, in metres; the result as of `moveCamera`. */
  moveTargetOffsets(offsets, seconds, time) {
    if (!isFinite3(offsets) || !(seconds < Infinity)) return null;
    const start = this.targetOffsets(time);
    const rates = this.#offsetMotion?.rates(time) ?? zero;
    this.#stopOffsets(time);
    this.#offsetMotion = this.#begin(start, rates, [...offsets], seconds, time);
    return this.#lastIdentifier;
  }

  /** Goes to a usual place of the camera. What it switches does not make the camera jump where it is shown. The numbers of the animations. */
  goTo(preset, seconds, time) {
    this.set({ autoHeading: true, autoPitch: preset.turnsWithTarget, autoRoll: preset.turnsWithTarget });
    [this.easedChanges, this.easingSeconds] = [this.easedChanges + 1, seconds];
    const now = this.view(time);
    const camera = this.moveCamera({
      distanceDelta: preset.view.distance - now.distance, headingDelta: shorterDegrees(now.headingOffset, preset.view.headingOffset),
      pitchDelta: preset.view.pitchOffset - now.pitchOffset,
    }, seconds, time);
    return [camera, this.moveTargetOffsets(preset.targetOffsets, seconds, time)].filter((identifier) => identifier !== null);
  }

  #begin(start, rates, end, seconds, time) {
    this.#lastIdentifier += 1;
    // Less than a microsecond is at once: the shortest time that a division bears.
    const motion = new Motion(this.#lastIdentifier, start, rates, end, time, Math.max(seconds, 1e-6));
    return seconds >= 1e-6 ? motion : motion.moved(-1e-3);
  }

  /** Ends an animation, if it is under way: at its end, or where it is. */
  end(identifier, isFinished, time) {
    if (isFinished) {
      // Far enough in the past to be over.
      if (this.#viewMotion?.identifier === identifier) this.#viewMotion = this.#viewMotion.moved(-Number.MAX_VALUE);
      if (this.#offsetMotion?.identifier === identifier) this.#offsetMotion = this.#offsetMotion.moved(-Number.MAX_VALUE);
    } else {
      if (this.#viewMotion?.identifier === identifier) this.#stopView(time);
      if (this.#offsetMotion?.identifier === identifier) this.#stopOffsets(time);
    }
  }

  // MARK: what the user does

  /** Obeys a gesture as far as the switches let it, and ends animations: whether there was anything to obey. */
  apply(gesture, time) {
    const { distanceFactor, headingDelta, pitchDelta } = { ...noInput, ...gesture };
    const settings = this.#settings;
    const old = this.view(time);
    const view = { ...old };
    if (settings.distanceIsInteractive && distanceFactor > 0 && Number.isFinite(distanceFactor) && distanceFactor !== 1) {
      // From very near, too, there is a way out.
      view.distance = Math.max(view.distance, distanceFactor > 1 ? 0.01 : 0) * distanceFactor;
      if (!Number.isFinite(view.distance)) view.distance = old.distance;
    }
    if (settings.headingIsInteractive && Number.isFinite(headingDelta)) view.headingOffset += headingDelta;
    if (settings.pitchIsInteractive && Number.isFinite(pitchDelta)) view.pitchOffset += pitchDelta;
    if (isSame(view, old)) return false;
    this.#stopView(time);
    this.#stopOffsets(time);
    this.#restingView = settings.limited(view);
    return true;
  }

  #stopView(time) {
    if (!this.#viewMotion) return;
    this.#restingView = this.view(time);
    this.#endings.push({ identifier: this.#viewMotion.identifier, isFinished: this.#viewMotion.hasEnded(time) });
    this.#viewMotion = null;
  }

  #stopOffsets(time) {
    if (!this.#offsetMotion) return;
    this.#restingOffsets = this.targetOffsets(time);
    this.#endings.push({ identifier: this.#offsetMotion.identifier, isFinished: this.#offsetMotion.hasEnded(time) });
    this.#offsetMotion = null;
  }
}
