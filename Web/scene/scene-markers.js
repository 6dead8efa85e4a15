// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Markers in the scene: pictures that face whoever looks, a pool of billboards for each.

export class SceneMarkers {
  #pools = new Map(); // key of a picture → {billboards, used}
  /** In a small picture they are smaller, or they would cover each other. */
  scale = 1;

  constructor({ Cesium, scene }) {
    Object.assign(this, { Cesium, scene });
    this.collection = scene.primitives.add(new Cesium.BillboardCollection({ scene }));
    this.place3 = new Cesium.Cartesian3();
  }

  begin() {
    for (const pool of this.#pools.values()) pool.used = 0;
  }

  /** `marker` is {key, canvas, size}: `canvas()` draws the picture, `size` is how wide it is in pixels. `angle` is counter-clockwise from up. */
  place({ key, canvas, size }, point, angle, opacity) {
    let pool = this.#pools.get(key);
    if (!pool) this.#pools.set(key, (pool = { billboards: [], used: 0, image: canvas() }));
    let billboard = pool.billboards[pool.used];
    if (!billboard) {
      billboard = this.collection.add({ width: size * this.scale, height: size * this.scale, color: this.Cesium.Color.WHITE, disableDepthTestDistance: Number.POSITIVE_INFINITY });
      billboard.setImage(key, pool.image);
      pool.billboards.push(billboard);
    }
    pool.used += 1;
    billboard.show = true;
    billboard.position = this.Cesium.Cartesian3.fromElements(...point, this.place3);
    if (billboard.width !== size * this.scale) billboard.width = billboard.height = size * this.scale;
    if (Math.abs(billboard.rotation - angle) > 0.005) billboard.rotation = angle;
    if (Math.abs(billboard.color.alpha - opacity) > 0.02) billboard.color = this.Cesium.Color.WHITE.withAlpha(opacity);
  }

  end() {
    for (const { billboards, used } of this.#pools.values()) {
      for (let i = used; i < billboards.length && billboards[i].show; i += 1) billboards[i].show = false;
    }
  }

  /** The pictures have other colours now. */
  recolor() {
    this.collection.removeAll();
    this.#pools.clear();
  }
}
