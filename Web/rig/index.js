// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The camera rig: what the scene of the page takes of it. Pure: no page needed.

export { CameraOrbit, orbitPresets } from "./camera-orbit.js";
export { cameraLookingAt, CameraLens, cameraOf, groundFocus, poseOf } from "./camera-pose.js";
export { CameraRig } from "./camera-rig.js";
export { frameAt, placeOf, pointOf } from "./earth.js";
export { OrbitSettings } from "./orbit-settings.js";
export { SmoothedTarget, targetSmoothing } from "./smoothed-target.js";
