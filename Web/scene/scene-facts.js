// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What window.vedette says of the scene, for tests and support.

import { cameraOf } from "../rig/index.js";

const degrees = (radians) => (radians * 180) / Math.PI;

/** `isDrawn` where the picture is of the camera as it is. */
export function factsOfScene({ layout, parts, isFollowing, pictures }, isDrawn) {
  if (!parts) return { layout, isReady: false };
  const { view, camera, picture } = parts;
  const { camera: cesium } = view.scene;
  const place = cesium.positionCartographic;
  const { orbit } = camera;
  return {
    layout, isReady: true, isDrawn, isLite: view.lite, isFollowing, isHandingOver: camera.rig.isHandingOver, isLoading: view.isLoading || picture.entities.models.isLoading, pictures,
    size: [view.lens.width, view.lens.height], camera: cameraOf(camera.pose), position: camera.pose.position,
    // The angles of CesiumJS: its pitch is 0 for level.
    cesium: {
      position: [cesium.positionWC.x, cesium.positionWC.y, cesium.positionWC.z], longitude: degrees(place.longitude), latitude: degrees(place.latitude), altitude: place.height,
      heading: degrees(cesium.heading), pitch: degrees(cesium.pitch), roll: degrees(cesium.roll), fieldOfView: degrees(cesium.frustum.fovy),
    },
    target: camera.rig.target,
    orbit: orbit ? { ...orbit.view(camera.rig.time), offsets: orbit.targetOffsets(camera.rig.time), settings: orbit.settings.values } : null,
    visible: picture.entities.visible.map(({ source, store, slot, x, y, metres, radius }) => ({ source, track: store.tracks[slot], x, y, metres, radius })),
    models: Object.fromEntries([...picture.entities.models.shown].map(([key, { modelMatrix }]) => [key, Array.from(modelMatrix)])),
    selected: picture.selected ? [picture.selected.x, picture.selected.y] : null,
  };
}
