// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Map and scene look at the same: from a view of the map to a camera, and back. Pure: no page needed.

import { metresPerPixel } from "../projection.js";
import { cameraLookingAt, cameraOf, groundFocus } from "../rig/index.js";
import { placeOf } from "../rig/earth.js";
import { distanceBetween } from "../rig/vectors.js";

/** From where on the scene looks straight down, in metres: so far away the Earth's edge would be all that is level. */
const [leaning, upright] = [1_500_000, 9_000_000];
export const usualPitch = 50; // degrees from straight down
const nearest = 150; // metres

/**
 * The camera that sees what a map sees that is `height` pixels high: {longitude, latitude, altitude, heading, pitch, roll}. `pitch` is how much it
 * leans back, as far as it is near enough for that.
 */
export function cameraForMap({ center: [longitude, latitude], zoom, bearing }, height, lens, pitch = usualPitch) {
  const distance = Math.max(nearest, (metresPerPixel(latitude, zoom) * height) / (2 * lens.verticalTangent));
  const lean = Math.max(0, Math.min(1, Math.log(upright / distance) / Math.log(upright / leaning)));
  return cameraLookingAt({ longitude: ((((longitude + 180) % 360) + 360) % 360) - 180, latitude, altitude: 0 }, distance, { heading: bearing, pitch: pitch * lean, roll: 0 });
}

/** The view of a map, `height` pixels high, that sees what a camera at a pose does: {center, zoom, bearing}; null where it looks into the sky. */
export function mapForCamera(pose, height, lens) {
  const focus = groundFocus(pose);
  const { longitude, latitude, altitude } = placeOf(focus);
  if (Math.abs(altitude) > 50 || Math.abs(latitude) > 85) return null;
  const metres = (2 * lens.verticalTangent * distanceBetween(pose.position, focus)) / height;
  const zoom = Math.log2(metresPerPixel(latitude, 0) / metres);
  return Number.isFinite(zoom) ? { center: [longitude, latitude], zoom: Math.max(-1, Math.min(17.5, zoom)), bearing: cameraOf(pose).heading } : null;
}
