// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Places {longitude, latitude, altitude} on, above or below the ellipsoid of WGS 84 (NIMA TR 8350.2: a = 6,378,137 m,
// 1/f = 298.257223563), in degrees and metres, and points [x, y, z] of the Earth-centred frame (ECEF), in metres: x to 0° N 0° E, y to
// 0° N 90° E, z to the north pole. Pure: no page needed.

import { clamp, remainder } from "./curves.js";
import { fromAxes } from "./quaternions.js";

export const semimajorAxis = 6_378_137;
const flattening = 1 / 298.257223563;
export const semiminorAxis = semimajorAxis * (1 - flattening);
/** e² = f (2 − f). */
const squaredEccentricity = flattening * (2 - flattening);
/** As far away as anything may be, in metres: numbers end somewhere. */
export const farthest = 1e12;

/** Takes what is not finite as 0, a latitude beyond a pole as the pole, and brings a longitude to −180 to 180. */
export const clampedPlace = ({ longitude, latitude, altitude }) => ({
  longitude: !Number.isFinite(longitude) ? 0 : Math.abs(longitude) <= 180 ? longitude : remainder(longitude, 360),
  latitude: typeof latitude !== "number" || Number.isNaN(latitude) ? 0 : clamp(latitude, -90, 90),
  altitude: Number.isFinite(altitude) ? clamp(altitude, -farthest, farthest) : 0,
});

/** Sine and cosine of degrees, exact at quarters of a turn: so a pole is on the axis. */
function sineAndCosine(degrees) {
  const rest = remainder(degrees, 360);
  const quarter = Math.sign(rest) * Math.round(Math.abs(rest) / 90);
  const angle = ((rest - quarter * 90) * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  if (quarter === 0) return [sine, cosine];
  if (quarter === 1) return [cosine, -sine];
  return quarter === -1 ? [-cosine, sine] : [-sine, -cosine];
}

/** Away from the ellipsoid, at right angles to it. */
export function upAt({ longitude, latitude }) {
  const [sineLongitude, cosineLongitude] = sineAndCosine(longitude);
  const [sineLatitude, cosineLatitude] = sineAndCosine(latitude);
  return [cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude];
}

/** The frame east, north, up at a place: the turn that takes x, y and z there. At a pole, north is that of the meridian. */
export function frameAt({ longitude, latitude }) {
  const [sineLongitude, cosineLongitude] = sineAndCosine(longitude);
  const [sineLatitude, cosineLatitude] = sineAndCosine(latitude);
  return fromAxes(
    [-sineLongitude, cosineLongitude, 0], [-sineLatitude * cosineLongitude, -sineLatitude * sineLongitude, cosineLatitude],
    [cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude]);
}

export function pointOf(place) {
  const up = upAt(place);
  const normal = semimajorAxis / Math.sqrt(1 - squaredEccentricity * up[2] * up[2]);
  return [(normal + place.altitude) * up[0], (normal + place.altitude) * up[1], (normal * (1 - squaredEccentricity) + place.altitude) * up[2]];
}

// A plain root is nearer to what C says of a hypotenuse than Math.hypot is; nothing here is too large or too small to square.
function unit(sine, cosine) {
  const length = Math.sqrt(sine * sine + cosine * cosine);
  return length > 0 ? [sine / length, cosine / length] : [0, 1];
}

/**
 * The place of a point: Bowring's iteration (Survey Review 23, 1976) to the end, which is exact to rounding outside the innermost fifty
 * kilometres of the Earth, and finite there. On the axis the longitude is 0.
 */
export function placeOf([x, y, z]) {
  const [a, b, e2] = [semimajorAxis, semiminorAxis, squaredEccentricity];
  const radius = Math.sqrt(x * x + y * y);
  // The reduced latitude as a direction.
  let [sine, cosine] = unit(a * z, b * radius);
  let [up, out] = [sine, cosine];
  for (let i = 0; i < 8; i += 1) {
    [up, out] = unit(z + ((e2 * a * a) / b) * sine * sine * sine, radius - e2 * a * cosine * cosine * cosine);
    const [nextSine, nextCosine] = unit((1 - flattening) * up, out);
    const step = Math.abs(nextSine - sine) + Math.abs(nextCosine - cosine);
    [sine, cosine] = [nextSine, nextCosine];
    if (step < 1e-16) break;
  }
  return {
    longitude: radius > 0 ? (Math.atan2(y, x) * 180) / Math.PI : 0,
    latitude: clamp((Math.atan2(up, out) * 180) / Math.PI, -90, 90),
    altitude: radius * out + z * up - a * Math.sqrt(1 - e2 * up * up),
  };
}
