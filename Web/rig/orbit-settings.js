// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What a controller that orbits keeps to: limits, switches, and what goes along with the target. Pure: no page needed.

import { clamp } from "./curves.js";

/** From where to where a number may go, both ends included. It never changes. */
class Window {
  constructor(lowest, highest) {
    [this.lowest, this.highest] = [lowest, highest];
  }

  /** With another lower end; the upper one is pushed along where it would be below. */
  withLowest(number) {
    return new Window(number, Math.max(number, this.highest));
  }

  /** With another upper end; the lower one is pushed along where it would be above. */
  withHighest(number) {
    return new Window(Math.min(number, this.lowest), number);
  }

  nearest(number) {
    return clamp(number, this.lowest, this.highest);
  }

  /**
   * The same angle inside, by full turns; where none is, the end that is nearer around the circle, the upper one where both are as near.
   * Degrees.
   */
  normalized(degrees) {
    const { lowest, highest } = this;
    if (degrees >= lowest && degrees <= highest) return degrees;
    // By as few turns as reach the end that it is beyond.
    const turns = degrees < lowest ? Math.ceil((lowest - degrees) / 360) : -Math.ceil((degrees - highest) / 360);
    const angle = degrees + turns * 360;
    if (angle >= lowest && angle <= highest) return angle;
    const [above, below] = angle > highest ? [angle, angle - 360] : [angle + 360, angle];
    return above - highest <= lowest - below ? highest : lowest;
  }
}

const isNumber = (value) => typeof value === "number" && !Number.isNaN(value);
/** A bound that is no number changes nothing; nor does, of a heading, one that is not finite. */
const setters = {
  __proto__: null,
  minCameraDistance: (s, metres) => isNumber(metres) && { distances: s.distances.withLowest(Math.max(0, metres)) },
  maxCameraDistance: (s, metres) => (metres === null || isNumber(metres)) && { distances: s.distances.withHighest(Math.max(0, metres ?? Infinity)) },
  minCameraHeadingOffset: (s, degrees) => Number.isFinite(degrees) && { headings: s.headings.withLowest(degrees) },
  maxCameraHeadingOffset: (s, degrees) => Number.isFinite(degrees) && { headings: s.headings.withHighest(degrees) },
  minCameraPitchOffset: (s, degrees) => isNumber(degrees) && { pitches: s.pitches.withLowest(clamp(degrees, -180, 180)) },
  maxCameraPitchOffset: (s, degrees) => isNumber(degrees) && { pitches: s.pitches.withHighest(clamp(degrees, -180, 180)) },
  verticalScreenFactor: (s, factor) => isNumber(factor) && { verticalScreenFactor: clamp(factor, 0, 1) },
};
for (const name of ["autoHeading", "autoPitch", "autoRoll", "distanceIsInteractive", "headingIsInteractive", "pitchIsInteractive"]) {
  setters[name] = (_, on) => typeof on === "boolean" && { [name]: on };
}

/** Never changes; `with` makes another. Names and meanings are those of the protocol's `camera-controller` message. */
export class OrbitSettings {
  distances = new Window(0, Infinity); // metres
  headings = new Window(-180, 180); // degrees
  pitches = new Window(-90, 90);
  autoHeading = true;
  autoPitch = true;
  autoRoll = true;
  distanceIsInteractive = true;
  headingIsInteractive = true;
  pitchIsInteractive = true;
  /** How high on the screen the target is, from 0, its bottom, to 1, its top. */
  verticalScreenFactor = 0.5;

  /**
   * `kind` is "geoElement", whose pitch is against the target's own axes and may go all the way round, or "location", whose pitch is against
   * the vertical: 0, straight down, to 180, straight up.
   */
  constructor(kind) {
    this.kind = kind;
  }

  /** The same with `changes`, in their order, of any of the settings that `values` names; what is out of range comes to the nearest that is not. */
  with(changes) {
    const made = Object.assign(new OrbitSettings(this.kind), this);
    for (const [name, value] of Object.entries(changes)) {
      const change = setters[name]?.(made, value);
      if (change) Object.assign(made, change);
    }
    return made;
  }

  /** All settings as the protocol has them; a greatest distance of null is none. */
  get values() {
    const { distances, headings, pitches } = this;
    return {
      minCameraDistance: distances.lowest, maxCameraDistance: Number.isFinite(distances.highest) ? distances.highest : null,
      minCameraHeadingOffset: headings.lowest, maxCameraHeadingOffset: headings.highest,
      minCameraPitchOffset: pitches.lowest, maxCameraPitchOffset: pitches.highest,
      autoHeading: this.autoHeading, autoPitch: this.autoPitch, autoRoll: this.autoRoll,
      distanceIsInteractive: this.distanceIsInteractive, headingIsInteractive: this.headingIsInteractive, pitchIsInteractive: this.pitchIsInteractive,
      verticalScreenFactor: this.verticalScreenFactor,
    };
  }

  /** Whether every direction is free. */
  get isFullTurn() {
    return this.headings.highest - this.headings.lowest >= 360;
  }

  /** Brings a view within the limits: a distance to the nearest; a heading by full turns, then to the nearest; a pitch to the nearest. */
  limited({ distance, headingOffset, pitchOffset }) {
    const pitch = this.pitches.nearest(pitchOffset);
    return {
      distance: this.distances.nearest(distance), headingOffset: this.headings.normalized(headingOffset),
      pitchOffset: this.kind === "location" ? clamp(pitch, 0, 180) : pitch,
    };
  }
}
