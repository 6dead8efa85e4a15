// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Models in the scene: a pool of each file's, put where they are asked for in each picture. A model is a glTF file of this server, its nose to +z,
// +y up, in metres.

import { rotate } from "../rig/quaternions.js";

/** Models are lit evenly and a little from one side, at day and night: nobody's shape is lost in the dark. */
const shading = `
void fragmentMain(FragmentInput fsInput, inout czm_modelMaterial material) {
  float towards = dot(normalize(fsInput.attributes.normalEC), czm_lightDirectionEC);
  material.diffuse *= 0.62 + 0.38 * towards;
}`;

export class SceneModels {
  #pools = new Map(); // address → {models: [{model, ready, size}], waiting: how many are on their way, used, failed}
  #shader = null;
  /** Models that are on their way: there will be something new to see. */
  waiting = 0;
  /** Key of who is shown → the model, as of the last picture. */
  shown = new Map();

  constructor({ Cesium, scene, lite }) {
    Object.assign(this, { Cesium, scene, lite });
  }

  begin() {
    this.shown.clear();
    for (const pool of this.#pools.values()) pool.used = 0;
  }

  /** `look.model` is {url, scale, color}. `orientation` turns right, ahead and up to the Earth-centred axes. False where it is not there yet. */
  place(look, point, orientation, opacity, key) {
    const { url, scale = 1, size = null, color = null, shift = [0, 0, 0] } = look.model;
    let pool = this.#pools.get(url);
    if (!pool) this.#pools.set(url, (pool = { models: [], waiting: 0, used: 0, failed: false }));
    const model = pool.models[pool.used];
    if (!model) {
      if (!pool.failed && pool.waiting < 4) this.#load(url, pool);
      return false;
    }
    pool.used += 1;
    if (!model.ready) return false;
    model.show = true;
    const ahead = rotate(orientation, [0, 1, 0]);
    const up = rotate(orientation, [0, 0, 1]);
    const right = rotate(orientation, [1, 0, 0]);
    const moved = shift[0] || shift[1] || shift[2] ? rotate(orientation, shift) : shift;
    // CesiumJS turns a model so that its nose is x, its left y, and up z.
    const [wide, long, high] = size ?? [scale, scale, scale];
    this.Cesium.Matrix4.fromArray([
      ahead[0] * long, ahead[1] * long, ahead[2] * long, 0, -right[0] * wide, -right[1] * wide, -right[2] * wide, 0,
      up[0] * high, up[1] * high, up[2] * high, 0, point[0] + moved[0], point[1] + moved[1], point[2] + moved[2], 1,
    ], 0, model.modelMatrix);
    model.color = new this.Cesium.Color(...(color ?? [1, 1, 1]), opacity);
    this.shown.set(key, model);
    return true;
  }

  end() {
    for (const { models, used } of this.#pools.values()) {
      for (let i = used; i < models.length; i += 1) models[i].show = false;
    }
  }

  async #load(url, pool) {
    const { Cesium } = this;
    pool.waiting += 1;
    this.waiting += 1;
    this.#shader ??= new Cesium.CustomShader({ lightingModel: Cesium.LightingModel.UNLIT, fragmentShaderText: shading });
    try {
      const model = await Cesium.Model.fromGltfAsync({
        url, show: false, allowPicking: false, customShader: this.#shader, environmentMapOptions: { enabled: false }, enableShowOutline: false, asynchronous: true,
      });
      model.imageBasedLighting.imageBasedLightingFactor = Cesium.Cartesian2.ZERO;
      // Some faults show only while it is drawn.
      model.errorEvent.addEventListener((error) => {
        pool.failed = true;
        for (const one of pool.models) one.show = false;
        console.warn("Vedette: a model cannot be drawn:", url, error.message ?? error);
      });
      // It becomes ready only while it is drawn; until it is placed it is where nobody looks.
      model.show = !pool.failed;
      pool.models.push(this.scene.primitives.add(model));
    } catch (error) {
      pool.failed = true;
      console.warn("Vedette: a model cannot be drawn:", url, error.message ?? error);
    } finally {
      pool.waiting -= 1;
      this.waiting -= 1;
    }
  }

  /** True while a model has come that was not drawn yet. */
  get isLoading() {
    if (this.waiting > 0) return true;
    for (const { models } of this.#pools.values()) if (models.some((model) => model.show && !model.ready)) return true;
    return false;
  }
}
