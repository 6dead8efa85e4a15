// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Where a camera is that looks at a target in a given way. Pure: no page needed.

import { farthest, frameAt, placeOf, pointOf } from "./earth.js";
import { sightOf } from "./camera-pose.js";
import { aboutX, aboutY, aboutZ, multiply, normalized, rotate, turnBetween } from "./quaternions.js";
import { bodyOf } from "./target-state.js";
import { add, distanceBetween, equal, scale, subtract } from "./vectors.js";

/** The point that is looked at: the target, moved by offsets along its own axes. */
export const focusOf = (target, targetOffsets) => add(target.position, rotate(bodyOf(target), targetOffsets));

/**
 * The pose of the camera for a target. It is so far from the point that is looked at, in the direction that the offsets of heading and
 * pitch give in the target's frame: that frame has the target's heading, pitch and roll as far as they are followed, else 0. At last the
 * camera is turned about its own x so that the point is at the wanted height of the screen: neither distance nor direction from the target
 * change. `floor` may be null.
 */
export function orbitPose(target, view, targetOffsets, settings, lens, floor) {
  const focus = focusOf(target, targetOffsets);
  const level = settings.autoHeading ? target.level : frameAt(placeOf(target.position));
  const frame = multiply(multiply(level, aboutX(settings.autoPitch ? target.pitch : 0)), aboutY(settings.autoRoll ? target.roll : 0));
  let orientation = normalized(
    multiply(multiply(frame, aboutZ((-view.headingOffset * Math.PI) / 180)), aboutX((view.pitchOffset * Math.PI) / 180)));
  let position = subtract(focus, scale(sightOf({ orientation }), Math.min(view.distance, farthest)));
  if (floor) {
    const raised = raisedAbove(floor, position);
    if (!equal(raised, position) && distanceBetween(raised, focus) > 1e-6) {
      orientation = normalized(multiply(turnBetween(sightOf({ orientation }), subtract(focus, raised)), orientation));
    }
    position = raised;
  }
  const lowering = lens.lowering(settings.verticalScreenFactor);
  if (lowering !== 0) orientation = multiply(orientation, aboutX(-lowering));
  return { position, orientation };
}

/**
 * A point that is at least the clearance above ground: from twice the clearance down it sinks ever slower, so that a camera does not bump.
 * `ground` is in metres above the ellipsoid, `clearance` in metres above that.
 */
export function raisedAbove({ ground, clearance }, point) {
  const place = placeOf(point);
  const height = place.altitude - ground - clearance;
  if (!(height < clearance)) return point;
  const share = Math.max(height + clearance, 0);
  return pointOf({ ...place, altitude: ground + clearance + (share * share) / (4 * clearance) });
}
