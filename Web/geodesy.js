// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The earth's figure, as far as the page draws with it: where one comes to, and the circle round a place. Pure: no page needed.

const radian = Math.PI / 180;
const equatorial = 6_378_137; // WGS 84
const flattening = 1 / 298.257223563;
const polar = equatorial * (1 - flattening);

/** What Web Mercator can show. */
export const mercatorEdge = 85.0511287798;

/** −180…180. */
export const wrapLongitude = (longitude) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The copy of a longitude that is nearest to another. */
export const nearestLongitude = (longitude, to) => longitude + 360 * Math.round((to - longitude) / 360);

/** Degrees from one direction to another by the shorter way, −180…180. */
export const turnBetween = (from, to) => ((((to - from) % 360) + 540) % 360) - 180;

/**
 * The place `metres` from another in a direction (degrees clockwise from north), along the geodesic of WGS 84; its longitude is on the
 * copy of the world that is nearest to the start. Vincenty's direct formula (Survey Review XXIII, 176, 1975): right to a millimetre.
 */
export function destination([longitude, latitude], direction, metres) {
  if (metres === 0) return [longitude, latitude];
  const azimuth = direction * radian;
  const reducedTangent = (1 - flattening) * Math.tan(latitude * radian);
  const cosU = 1 / Math.sqrt(1 + reducedTangent ** 2);
  const sinU = reducedTangent * cosU;
  const sigma1 = Math.atan2(reducedTangent, Math.cos(azimuth));
  const sinAlpha = cosU * Math.sin(azimuth);
  const cosAlpha2 = 1 - sinAlpha ** 2;
  const u2 = (cosAlpha2 * (equatorial ** 2 - polar ** 2)) / polar ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const least = metres / (polar * a);
  let sigma = least;
  let twice = 0;
  for (let i = 0; i < 20; i += 1) {
    twice = Math.cos(2 * sigma1 + sigma);
    const sine = Math.sin(sigma);
    const cosine = Math.cos(sigma);
    const next = least + b * sine * (twice + (b / 4) * (cosine * (2 * twice ** 2 - 1) - (b / 6) * twice * (4 * sine ** 2 - 3) * (4 * twice ** 2 - 3)));
    const step = Math.abs(next - sigma);
    sigma = next;
    if (step < 1e-13) break;
  }
  const sine = Math.sin(sigma);
  const cosine = Math.cos(sigma);
  const x = sinU * sine - cosU * cosine * Math.cos(azimuth);
  const y = Math.atan2(sinU * cosine + cosU * sine * Math.cos(azimuth), (1 - flattening) * Math.hypot(sinAlpha, x));
  const lambda = Math.atan2(sine * Math.sin(azimuth), cosU * cosine - sinU * sine * Math.cos(azimuth));
  const c = (flattening / 16) * cosAlpha2 * (4 + flattening * (4 - 3 * cosAlpha2));
  const difference = lambda - (1 - c) * flattening * sinAlpha * (sigma + c * sine * (twice + c * cosine * (2 * twice ** 2 - 1)));
  return [longitude + difference / radian, y / radian];
}

/**
 * The ring of all places `metres` from one, for drawing in Mercator: closed, longitudes without a jump. Where it goes round a pole it
 * is closed along the map's edge, so that what it encloses is what is filled.
 */
export function accuracyRing(center, metres, corners = 90) {
  const ring = [];
  let last = center[0];
  for (let i = 0; i <= corners; i += 1) {
    const [x, y] = destination(center, (i % corners) * (360 / corners), metres);
    last = nearestLongitude(x, last);
    ring.push([last, Math.max(-mercatorEdge, Math.min(mercatorEdge, y))]);
  }
  const turn = ring.at(-1)[0] - ring[0][0];
  if (Math.abs(turn) > 180) {
    const edge = center[1] > 0 ? mercatorEdge : -mercatorEdge;
    ring.push([ring.at(-1)[0], edge], [ring[0][0], edge], ring[0]);
  }
  return ring;
}
