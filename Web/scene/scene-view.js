// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The globe: CesiumJS without its widgets, its network and its clock. Draws when it is told to; knows where a place is on the screen.

import { CameraLens } from "../rig/index.js";
import { fromAxes, inverse, rotate } from "../rig/quaternions.js";
import { semimajorAxis, semiminorAxis } from "../rig/earth.js";
import { isDark } from "../theme.js";
import { isSoftware } from "./cesium.js";

/** Red, green and blue of the sky, in the light and in the dark theme. */
const sky = { light: [0.72, 0.82, 0.92], dark: [0.05, 0.08, 0.13] };
const finestGrid = 15; // level of tiles
const sideLimit = 2_048; // pixels of a picture

export class SceneView {
  /** The lens through which the scene is seen: for the rig, too. */
  lens = new CameraLens({ width: 1, height: 1 });
  /** True where pictures are dear: less is drawn, of fewer pixels. */
  lite = true;
  /** Grows with each change of the theme: what has colours of its own is made anew. */
  themeRevision = 0;
  #inverse = null;
  #position = [0, 0, 1e9];
  #unit = [0, 0, 1];

  /** `lite` null: by what renders. */
  constructor(Cesium, container, { lite = null } = {}) {
    Object.assign(this, { Cesium, container });
    this.canvas = document.createElement("canvas");
    this.canvas.className = "scene-canvas";
    this.canvas.tabIndex = 0;
    container.prepend(this.canvas);
    const probe = document.createElement("canvas").getContext("webgl2");
    this.lite = lite ?? isSoftware(probe);
    probe?.getExtension("WEBGL_lose_context")?.loseContext();
    // Its own credit is HTML with a style, which the page's security policy forbids; the page says the same in words.
    Cesium.CreditDisplay.cesiumCredit = new Cesium.Credit("CesiumJS");
    // It would try a picture in its own address, which the policy forbids, too: every browser with WebGL 2 knows WebP.
    Object.assign(Cesium.FeatureDetection.supportsWebP, { _promise: Promise.resolve(true), _result: true });
    this.scene = new Cesium.Scene({
      canvas: this.canvas, ...nowhere(), scene3DOnly: true, msaaSamples: this.lite ? 1 : 4, orderIndependentTranslucency: false,
      contextOptions: { webgl: { alpha: false, antialias: false, powerPreference: "high-performance" } },
    });
    this.#prepare();
    this.resize();
  }

  #prepare() {
    const { Cesium, scene, lite } = this;
    scene.globe = new Cesium.Globe(Cesium.Ellipsoid.WGS84);
    const { globe } = scene;
    Object.assign(globe, { showGroundAtmosphere: !lite, enableLighting: false, maximumScreenSpaceError: lite ? 6 : 2, preloadAncestors: !lite, tileCacheSize: 100, showWaterEffect: false });
    scene.highDynamicRange = false;
    scene.fog.enabled = !lite;
    scene.postProcessStages.fxaa.enabled = false;
    scene.skyAtmosphere = lite ? undefined : new Cesium.SkyAtmosphere();
    scene.light = new Cesium.DirectionalLight({ direction: new Cesium.Cartesian3(0, 0, -1) });
    scene.camera.percentageChanged = 0.001;
    scene.screenSpaceCameraController.minimumZoomDistance = 20;
    scene.screenSpaceCameraController.maximumZoomDistance = 6e7;
    this.recolor();
    // The Earth without network: the pictures that come with CesiumJS, to which a fine grid adds what moves by where they have no detail.
    Cesium.TileMapServiceImageryProvider.fromUrl(`${globalThis.CESIUM_BASE_URL}Assets/Textures/NaturalEarthII`).then((provider) => {
      this.imagery = scene.imageryLayers.addImageryProvider(provider, 0);
      this.recolor();
    }).catch((error) => console.warn("Vedette: the scene has no picture of the Earth:", error.message ?? error));
    const grid = new Cesium.GridImageryProvider({
      cells: 4, glowWidth: 0, color: Cesium.Color.WHITE.withAlpha(0.5), glowColor: Cesium.Color.TRANSPARENT, backgroundColor: Cesium.Color.TRANSPARENT,
    });
    // No finer than some 150 m: who flies there would else wait for ever new tiles of it.
    Object.defineProperty(grid, "maximumLevel", { value: finestGrid });
    this.grid = scene.imageryLayers.addImageryProvider(grid);
    this.grid.alpha = 0.16;
  }

  recolor() {
    const { Cesium, scene } = this;
    const dark = isDark();
    const [red, green, blue] = dark ? sky.dark : sky.light;
    scene.backgroundColor = new Cesium.Color(red, green, blue, 1);
    scene.globe.baseColor = dark ? new Cesium.Color(0.06, 0.1, 0.15, 1) : new Cesium.Color(0.55, 0.66, 0.75, 1);
    if (this.imagery) Object.assign(this.imagery, dark ? { brightness: 0.42, saturation: 0.6, contrast: 1.1 } : { brightness: 1.12, saturation: 0.75, contrast: 0.9 });
    this.themeRevision += 1;
  }

  /** Takes the size of its container, and so many pixels for each of its own along a side where pictures are dear: "size" where its size has changed, "pixels" where only these have, else null. */
  resize(share = 0.7) {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0) return null;
    const dense = this.lite ? share : Math.min(2, devicePixelRatio || 1);
    const ratio = Math.min(dense, sideLimit / Math.max(width, height));
    const [pixelsWide, pixelsHigh] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    const isSame = this.lens.width === width && this.lens.height === height;
    if (isSame && this.canvas.width === pixelsWide) return null;
    this.canvas.width = pixelsWide;
    this.canvas.height = pixelsHigh;
    this.scene.pixelRatio = ratio;
    if (isSame) return "pixels";
    this.lens = new CameraLens({ width, height });
    const { frustum } = this.scene.camera;
    frustum.aspectRatio = width / height;
    // CesiumJS means the angle along the longer side, our lens that between left and right.
    frustum.fov = ((width >= height ? this.lens.horizontalFieldOfView : this.lens.verticalFieldOfView) * Math.PI) / 180;
    frustum.near = 0.2;
    return "size";
  }

  /** Looks from a pose of the rig, exactly. */
  look({ position, right, up, back }) {
    const { camera } = this.scene;
    const { Cartesian3 } = this.Cesium;
    Cartesian3.fromElements(...position, camera.position);
    Cartesian3.fromElements(-back[0], -back[1], -back[2], camera.direction);
    Cartesian3.fromElements(...up, camera.up);
    Cartesian3.fromElements(...right, camera.right);
  }

  /** The pose of the camera as CesiumJS has it: {position, orientation}. */
  get pose() {
    const { positionWC: at, rightWC: right, upWC: up, directionWC: ahead } = this.scene.camera;
    return { position: [at.x, at.y, at.z], orientation: fromAxes([right.x, right.y, right.z], [up.x, up.y, up.z], [-ahead.x, -ahead.y, -ahead.z]) };
  }

  /** To be called before `project`, with the pose of the picture. */
  begin(pose) {
    this.#inverse = inverse(pose.orientation);
    this.#position = pose.position;
    const [x, y, z] = pose.position;
    this.#unit = [x / semimajorAxis, y / semimajorAxis, z / semiminorAxis];
    this.half = [this.lens.width / 2, this.lens.height / 2];
    this.focal = this.lens.height / 2 / this.lens.verticalTangent;
  }

  /** Writes [x, y, metres ahead] of an Earth-centred point into `out`, in pixels of the container; false where it is behind the camera. */
  project(x, y, z, out) {
    const seen = rotate(this.#inverse, [x - this.#position[0], y - this.#position[1], z - this.#position[2]]);
    if (!(seen[2] < 0)) return false;
    out[0] = this.half[0] + (seen[0] * this.focal) / -seen[2];
    out[1] = this.half[1] - (seen[1] * this.focal) / -seen[2];
    out[2] = -seen[2];
    return true;
  }

  /** True where the Earth is between the camera and a point. */
  isHidden(x, y, z) {
    const [cx, cy, cz] = this.#unit;
    const [vx, vy, vz] = [x / semimajorAxis - cx, y / semimajorAxis - cy, z / semiminorAxis - cz];
    const height = cx * cx + cy * cy + cz * cz - 1;
    const towards = -(vx * cx + vy * cy + vz * cz);
    return height > 0 && towards > height && (towards * towards) / (vx * vx + vy * vy + vz * vz) > height;
  }

  /** The direction on the screen of a direction at a point, in radians counter-clockwise from up. */
  angleOn(point, direction) {
    const seen = rotate(this.#inverse, [point[0] - this.#position[0], point[1] - this.#position[1], point[2] - this.#position[2]]);
    const way = rotate(this.#inverse, direction);
    return Math.atan2(-(way[0] * -seen[2] + seen[0] * way[2]), way[1] * -seen[2] + seen[1] * way[2]);
  }

  render() {
    const { Cesium, scene } = this;
    const { camera } = scene;
    // In the middle of the Earth nothing is up.
    if (Cesium.Cartesian3.magnitude(camera.positionWC) < 1) return;
    // Light comes over the left shoulder of whoever looks, also at night.
    const { direction } = scene.light;
    const up = Cesium.Cartesian3.normalize(camera.positionWC, scratchUp(Cesium));
    Cesium.Cartesian3.multiplyByScalar(up, -1, direction);
    Cesium.Cartesian3.add(direction, Cesium.Cartesian3.multiplyByScalar(camera.directionWC, 0.7, new Cesium.Cartesian3()), direction);
    Cesium.Cartesian3.add(direction, Cesium.Cartesian3.multiplyByScalar(camera.rightWC, 0.5, new Cesium.Cartesian3()), direction);
    Cesium.Cartesian3.normalize(direction, direction);
    scene.render(Cesium.JulianDate.now());
  }

  /** True while parts of the ground are still on their way. */
  get isLoading() {
    return !this.scene.globe.tilesLoaded;
  }

  destroy() {
    this.scene.destroy();
    this.canvas.remove();
  }
}

let scratch = null;
const scratchUp = (Cesium) => (scratch ??= new Cesium.Cartesian3());

/** Where CesiumJS would write its credits, with a style sheet of its own, which the page's security policy forbids: nowhere. Ours are in the page. */
function nowhere() {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  const [creditContainer, creditViewport] = [document.createElement("div"), document.createElement("div")];
  root.append(creditContainer, creditViewport);
  return { creditContainer, creditViewport };
}
