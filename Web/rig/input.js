// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What mouse, wheel, fingers and keys want of the camera, as the gestures that CameraRig.apply obeys: {distanceFactor, headingDelta,
// pitchDelta, panRight, panUp}, of which absent members are nothing done. What a controller lets nobody do the rig leaves undone; nothing
// here knows of that. Lengths are in points of the screen, angles in degrees. Pure: no page needed; plain objects with the members of an
// event do as well as events.
//
// What is on the screen goes along with the hand: around the target where one holds the camera, over the ground where it is free (there,
// the right button, or Shift or Ctrl, turns it). Keys move the camera, the other way: an arrow to the left takes it to the left.

/** A drag over the smaller side of the screen turns by so much. */
const turnAcross = 180;
/** Points of a wheel, and of two fingers on a touch pad, that double the distance; and as many as count at once. */
const wheelDoubling = 360;
const padDoubling = 50;
const mostWheel = 400;
/** How far two fingers move before it is said what they mean, and how far they twist before that counts. */
const decisive = 8;
const twistThreshold = 10;
/** What a key does in a second, and how much of a second a short press is. */
const keyRates = { heading: 60, pitch: 40, zoom: 1.6, pan: 480 };
const shortPress = 0.12;
/** With Shift a key does so much of it where a target holds the camera: to be exact. */
const fine = 0.2;

const degreesPerPoint = ({ width, height }) => turnAcross / Math.max(1, Math.min(width, height));
const number = (value) => (Number.isFinite(value) ? value : 0);
/** An angle as −180 to 180. */
const shorter = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** A drag by `right` and `down` points. `free`: nothing holds the camera; `turns`: all the same it shall turn, not go along. */
export function dragInput(right, down, size, { free = false, turns = false } = {}) {
  if (free && !turns) return { panRight: number(right), panUp: -number(down) };
  return { headingDelta: number(right) * degreesPerPoint(size), pitchDelta: -number(down) * degreesPerPoint(size) };
}

/** A turn of a wheel, or, with `ctrlKey`, two fingers on a touch pad that pinch. Away from the hand is nearer. */
export function wheelInput({ deltaY, deltaMode = 0, ctrlKey = false }, size) {
  const points = number(deltaY) * (deltaMode === 1 ? 20 : deltaMode === 2 ? size.height : 1);
  return { distanceFactor: 2 ** (Math.max(-mostWheel, Math.min(mostWheel, points)) / (ctrlKey ? padDoubling : wheelDoubling)) };
}

const spread = ([a, b]) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
const angle = ([a, b]) => (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
const middle = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Two fingers that pinch and twist: `before` and `after` are the places of both. What is below them keeps below them. */
export const pinchInput = (before, after) => ({
  // Clockwise on the screen: what is seen turns so, the camera against it.
  distanceFactor: spread(before) / spread(after), headingDelta: -shorter(angle(after) - angle(before)),
});

/** Two fingers that move up and down side by side. */
export const tiltInput = (before, after, size) => ({ pitchDelta: -(middle(after)[1] - middle(before)[1]) * degreesPerPoint(size) });

/** Fingers, or a mouse with a button held, from the first press to the last release. */
export class PointerSteering {
  #pointers = new Map(); // pointerId → [x, y]
  #turns = false;
  #pair = null; // of two: {origin, last, kind, twist}

  get count() {
    return this.#pointers.size;
  }

  /** A press: {pointerId, x, y, button, shiftKey, ctrlKey}. */
  down({ pointerId, x, y, button = 0, shiftKey = false, ctrlKey = false }) {
    this.#pointers.set(pointerId, [x, y]);
    this.#turns = button === 2 || shiftKey || ctrlKey;
    this.#begin();
  }

  up({ pointerId }) {
    this.#pointers.delete(pointerId);
    this.#begin();
  }

  /** A move, {pointerId, x, y}, on a screen {width, height}: what it wants, or null. */
  move({ pointerId, x, y }, size, free = false) {
    const before = this.#pointers.get(pointerId);
    if (!before || (before[0] === x && before[1] === y)) return null;
    this.#pointers.set(pointerId, [x, y]);
    if (this.#pointers.size === 1) return dragInput(x - before[0], y - before[1], size, { free, turns: this.#turns });
    return this.#pair && this.#pairInput(size, free);
  }

  #begin() {
    const places = [...this.#pointers.values()];
    this.#pair = places.length === 2 ? { origin: places, last: places, kind: null, twist: 0 } : null;
  }

  #pairInput(size, free) {
    const pair = this.#pair;
    const places = [...this.#pointers.values()];
    pair.kind ??= kindOf(pair.origin, places);
    if (!pair.kind) return null;
    const { last } = pair;
    pair.last = places;
    if (pair.kind === "tilt") return tiltInput(last, places, size);
    const input = pinchInput(last, places);
    // A pinch is never quite straight: it twists from the moment on that this is meant.
    const twist = pair.twist + input.headingDelta;
    if (Math.abs(pair.twist) < twistThreshold) {
      input.headingDelta = Math.abs(twist) < twistThreshold ? 0 : Math.sign(twist) * (Math.abs(twist) - twistThreshold);
      pair.twist = twist;
    }
    if (!free) return input;
    const [from, to] = [middle(last), middle(places)];
    return { ...input, ...dragInput(to[0] - from[0], to[1] - from[1], size, { free }) };
  }
}

/** What two fingers mean: "tilt" where both go up or down together, "pinch" for all else, null as long as they have hardly moved. */
function kindOf(origin, places) {
  const moves = places.map(([x, y], i) => [x - origin[i][0], y - origin[i][1]]);
  const isUpright = ([right, down]) => Math.abs(down) > decisive && Math.abs(down) > 1.5 * Math.abs(right);
  if (moves.every(isUpright) && moves[0][1] * moves[1][1] > 0) return "tilt";
  const farthest = Math.max(...moves.map(([right, down]) => Math.hypot(right, down)));
  // One finger's move is told before the other's: it is waited for, but not for long.
  return farthest > (moves.some(isUpright) ? 3 : 1) * decisive ? "pinch" : null;
}

const keys = {
  __proto__: null,
  ArrowLeft: ["right", -1], ArrowRight: ["right", 1], ArrowUp: ["up", 1], ArrowDown: ["up", -1], "+": ["near", 1], "=": ["near", 1], "-": ["near", -1],
  _: ["near", -1],
};

export const isSteeringKey = ({ key, ctrlKey, metaKey, altKey }) => key in keys && !ctrlKey && !metaKey && !altKey;

/** What a key wants for so many seconds; null for a key that is none of the camera's. */
export function keyInput({ key, shiftKey = false }, seconds, free = false) {
  if (!(key in keys)) return null;
  const [way, sign] = keys[key];
  // "+" may need Shift.
  const amount = sign * seconds * (shiftKey && !free && way !== "near" ? fine : 1);
  if (way === "near") return { distanceFactor: keyRates.zoom ** -amount };
  if (free && !shiftKey) return way === "right" ? { panRight: -amount * keyRates.pan } : { panUp: -amount * keyRates.pan };
  return way === "right" ? { headingDelta: -amount * keyRates.heading } : { pitchDelta: -amount * keyRates.pitch };
}

/** Two gestures at once. */
export const joined = (a, b) => ({
  distanceFactor: (a.distanceFactor ?? 1) * (b.distanceFactor ?? 1), headingDelta: (a.headingDelta ?? 0) + (b.headingDelta ?? 0),
  pitchDelta: (a.pitchDelta ?? 0) + (b.pitchDelta ?? 0), panRight: (a.panRight ?? 0) + (b.panRight ?? 0), panUp: (a.panUp ?? 0) + (b.panUp ?? 0),
});

/**
 * Keys that are held down: they move the camera evenly with each frame, at any rate of frames and whatever the keyboard repeats. A short
 * press moves it a little, all the same however short.
 */
export class KeySteering {
  #keys = new Map(); // key → {shiftKey, isDown, seconds: of the short press that are left}

  /** Whether something is to be done with the next frame. */
  get isActive() {
    return this.#keys.size > 0;
  }

  /** A key goes down, {key, shiftKey, …}: whether it is one of the camera's. What a keyboard repeats is one press. */
  down(event) {
    if (!isSteeringKey(event)) return false;
    const held = this.#keys.get(event.key);
    if (held?.isDown) held.shiftKey = event.shiftKey === true;
    else this.#keys.set(event.key, { shiftKey: event.shiftKey === true, isDown: true, seconds: shortPress + (held?.seconds ?? 0) });
    return true;
  }

  up({ key }) {
    const held = this.#keys.get(key);
    if (held) held.isDown = false;
    // With Shift let go first, "+" comes up as "=".
    const other = { "+": "=", "=": "+", "-": "_", _: "-" }[key];
    if (other && this.#keys.has(other)) this.#keys.get(other).isDown = false;
  }

  /** The page has lost the keyboard. */
  release() {
    this.#keys.clear();
  }

  /** What the keys want for the time since the last frame, in seconds; null for nothing. */
  input(seconds, free = false) {
    let wanted = null;
    // After a pause, such as that of a page in the background, no leap.
    const most = Math.min(Math.max(number(seconds), 0), 0.1);
    for (const [key, held] of this.#keys) {
      const share = held.isDown ? most : Math.min(most, held.seconds);
      held.seconds = Math.max(0, held.seconds - most);
      if (!held.isDown && held.seconds === 0) this.#keys.delete(key);
      if (share > 0) wanted = joined(wanted ?? {}, keyInput({ key, shiftKey: held.shiftKey }, share, free));
    }
    return wanted;
  }
}
