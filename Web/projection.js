// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Web Mercator, from longitude and latitude to the screen. Pure: no page needed.
// The map library can do this for one place at a time; here it is done for thousands, without an object each.

const radian = Math.PI / 180;
const metresPerWorld = 40_075_016.686;
const tileSize = 512;
const metresPerPixelOfScreen = 0.0254 / 96; // a CSS pixel is 1/96 inch

/** 0…1 from west to east. */
export const mercatorX = (longitude) => longitude / 360 + 0.5;

/** 0…1 from north to south; the poles are out of reach. */
export function mercatorY(latitude) {
  const clamped = Math.max(-85.06, Math.min(85.06, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * radian) / 2)) / (2 * Math.PI);
}

/** The other way round, from 0…1. */
export const longitudeOf = (x) => (x - 0.5) * 360;
export const latitudeOf = (y) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / radian;

/** Ground metres in one CSS pixel. */
export const metresPerPixel = (latitude, zoom) =>
  (metresPerWorld * Math.cos(latitude * radian)) / (tileSize * 2 ** zoom);

/** The n of the scale 1 : n. */
export const scaleDenominator = (latitude, zoom) => metresPerPixel(latitude, zoom) / metresPerPixelOfScreen;

/** The view of a map at one moment, from above (no pitch). */
export class Projection {
  constructor({ longitude, latitude, zoom, bearing, width, height }) {
    Object.assign(this, { longitude, latitude, zoom, bearing, width, height });
    this.worldSize = tileSize * 2 ** zoom;
    this.centerX = mercatorX(longitude);
    this.centerY = mercatorY(latitude);
    this.cosine = Math.cos(bearing * radian);
    this.sine = Math.sin(bearing * radian);
    // Half the diagonal: whatever lies farther from the centre cannot be seen at any bearing.
    this.reach = Math.hypot(width, height) / 2;
  }

  /** Writes [x, y] of the copy of the place that is nearest to the centre into `out` at `at`. */
  project(longitude, latitude, out = [0, 0], at = 0) {
    let dx = mercatorX(longitude) - this.centerX;
    dx -= Math.round(dx);
    const x = dx * this.worldSize;
    const y = (mercatorY(latitude) - this.centerY) * this.worldSize;
    out[at] = this.width / 2 + x * this.cosine + y * this.sine;
    out[at + 1] = this.height / 2 - x * this.sine + y * this.cosine;
    return out;
  }

  /** True where the place is on the screen or within `margin` pixels of it. */
  shows(longitude, latitude, margin = 0) {
    const [x, y] = this.project(longitude, latitude, scratch);
    return x >= -margin && y >= -margin && x <= this.width + margin && y <= this.height + margin;
  }

  /** True where both look at the same, so that what was computed for one holds for the other. */
  equals(other) {
    return other !== null && this.longitude === other.longitude && this.latitude === other.latitude
      && this.zoom === other.zoom && this.bearing === other.bearing
      && this.width === other.width && this.height === other.height;
  }
}

const scratch = [0, 0];
