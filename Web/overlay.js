// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What deck.gl draws over the map: track lines, symbols, the selection's ring, labels. Typed arrays in, no object an entity.

import { graticule } from "./graticule.js";
import { LabelAtlas } from "./label-atlas.js";
import { lineLayer } from "./line-layer.js";
import { LocationLayers } from "./location-layers.js";
import { symbolAtlas, symbolSize } from "./symbols.js";
import { fadeTime } from "./entities.js";
import { colorOf } from "./theme.js";

const { IconLayer, LayerExtension, MapboxOverlay, ScatterplotLayer } = globalThis.deck ?? {};

/** Moves each picture to whole pixels of the screen: text stays sharp. */
const sharp = LayerExtension && new (class Sharp extends LayerExtension {
  static componentName = "Sharp";

  getShaders() {
    return { inject: { "vs:#main-end": "vec2 sharpPixel = floor((gl_Position.xy / gl_Position.w * 0.5 + 0.5) * project.viewportSize + 0.502);\ngl_Position.xy = (sharpPixel / project.viewportSize * 2.0 - 1.0) * gl_Position.w;" } };
  }
})();

/** The columns of one source's symbols, only of those in sight. */
class SymbolColumns {
  #capacity = 0;
  data = { length: 0, attributes: {} };

  fill(store, projection, frames, symbol, local, opacity) {
    if (this.#capacity < store.length || !this.positions) this.#allocate(store.capacity);
    const { positions, angles, colors, frameColumn } = this;
    const unknown = frames.dot;
    let count = 0;
    for (let slot = 0; slot < store.length; slot += 1) {
      const longitude = store.positions[2 * slot];
      const latitude = store.positions[2 * slot + 1];
      if (Number.isNaN(longitude) || !projection.shows(longitude, latitude, symbolSize)) continue;
      const heading = store.headings[slot];
      const removed = store.removedAt[slot];
      positions[2 * count] = longitude;
      positions[2 * count + 1] = latitude;
      angles[count] = Number.isNaN(heading) ? 0 : -heading;
      // Without a heading, a symbol that points somewhere would lie.
      frameColumn.set(Number.isNaN(heading) ? unknown : frames[symbol], 4 * count);
      colors[4 * count + 3] = removed === 0 ? opacity : opacity * Math.max(0, 1 - (local - removed) / fadeTime);
      count += 1;
    }
    // New wrappers tell deck.gl that the content is new; the arrays stay the same.
    this.data = {
      length: count,
      attributes: {
        getPosition: { value: positions.subarray(0, 2 * count), size: 2 },
        getAngle: { value: angles.subarray(0, count), size: 1 },
        getColor: { value: colors.subarray(0, 4 * count), size: 4, normalized: true },
        instanceIconFrames: { value: frameColumn.subarray(0, 4 * count), size: 4 },
        instanceOffsets: this.offsets,
        instanceColorModes: this.modes,
      },
    };
    return count;
  }

  #allocate(capacity) {
    this.#capacity = capacity;
    this.positions = new Float64Array(2 * capacity);
    this.angles = new Float32Array(capacity);
    this.colors = new Uint8Array(4 * capacity).fill(255);
    this.frameColumn = new Float32Array(4 * capacity);
    this.offsets = { value: new Float32Array(2 * capacity), size: 2 };
    this.modes = { value: new Uint8Array(capacity), size: 1 };
  }
}

export class Overlay {
  #columns = new Map();
  #graticule = { projection: null };
  locationLayers = new LocationLayers();
  /** Null until the graphics device is there. */
  labelAtlas = null;

  constructor(map, { onReady }) {
    this.recolor();
    this.overlay = new MapboxOverlay({
      interleaved: false,
      deviceProps: { webgl: { antialias: false, depth: false, preserveDrawingBuffer: false } },
      layers: [],
      onDeviceInitialized: (device) => {
        this.labelAtlas = new LabelAtlas(device);
        onReady();
      },
      // deck.gl makes its element a stop of the Tab key; here it has nothing to say to anybody who stops there.
      onLoad: () => map.getContainer().querySelector("#deckgl-overlay")?.parentElement?.setAttribute("tabindex", "-1"),
      onError: (error) => console.warn("Vedette: drawing:", error),
    });
    map.addControl(this.overlay);
  }

  /** Makes the atlases anew in the colours of the present theme. */
  recolor() {
    this.atlas = symbolAtlas();
    this.locationLayers.recolor();
    this.trailColor = colorOf("symbol").slice(0, 3);
    this.ringColor = colorOf("accent").slice(0, 3);
    this.haloColor = colorOf("symbol-halo").slice(0, 3);
    this.fenceColor = colorOf("fence").slice(0, 3);
    this.quietColor = colorOf("ink-quiet").slice(0, 3);
    this.graticuleColor = colorOf("map-graticule");
    this.#graticule = { projection: null };
    this.labelAtlas?.clear();
  }

  /** The net of meridians and parallels for a view, as line segments; the same object for the same view. */
  graticule(projection) {
    if (this.#graticule.projection !== projection) {
      const { segments } = graticule(projection);
      this.#graticule = {
        projection, length: segments.length,
        sources: new Float64Array(segments.flatMap(([x, y]) => [x, y])),
        targets: new Float64Array(segments.flatMap(([, , x, y]) => [x, y])),
        colors: new Uint8Array(segments.flatMap(() => this.graticuleColor)),
      };
    }
    return this.#graticule;
  }

  /** Fills the symbols' columns for the entities where they are displayed now. */
  fill(sources, projection, local, stale) {
    let count = 0;
    for (const { info, store } of sources) {
      if (!this.#columns.has(info.source)) this.#columns.set(info.source, new SymbolColumns());
      count += this.#columns.get(info.source).fill(store, projection, this.atlas.frames, info.symbol, local, stale ? 110 : 255);
    }
    return count;
  }

  /** Hands the layers to deck.gl. `results` is {matches, others}, places of rings; `location` is as location-picture.js gives it; `selected` is {position, track: Trails or null} or null. */
  draw({ sources, zoom, visible, graticule, glow, trails, labels, selected, stale, results, location }) {
    const { below, above } = this.locationLayers.layers(location);
    const layers = [
      lineLayer("graticule", graticule, 1.4, 1),
      this.#labels("ground-labels", labels.ground),
      lineLayer("glow", glow, 4, 1),
      ...below,
      lineLayer("trails", trails, 1.5, stale ? 0.4 : 1),
      selected?.trail ? lineLayer("selected-trail", selected.trail, 3, stale ? 0.5 : 1) : null,
      // Who matches has a ring with a halo, who no longer does a thin one: told apart without colours, too.
      this.#rings("results-halo", results.matches, { radius: 15, width: 4.5, color: [...this.haloColor, stale ? 80 : 190] }),
      this.#rings("results", results.matches, { radius: 15, width: 2, color: [...this.ringColor, stale ? 110 : 255] }),
      this.#rings("results-former", results.others, { radius: 12, width: 1, color: [...this.quietColor, stale ? 110 : 230] }),
      selected?.position ? this.#ring(selected.position) : null,
      ...[...sources].map(({ info }) => new IconLayer({
        id: `symbols-${info.source}`,
        data: this.#columns.get(info.source)?.data ?? { length: 0 },
        iconAtlas: this.atlas.image, iconMapping: noMapping, getIcon: noIcon,
        getSize: symbolSize, sizeScale: symbolScale(zoom, visible), billboard: false, alphaCutoff: 0.01,
      })),
      ...above,
      this.#labels("entity-labels", labels.entity, stale ? 0.55 : 1),
    ];
    this.overlay.setProps({ layers: layers.filter(Boolean) });
  }

  #rings(id, places, { radius, width, color }) {
    if (places.length === 0) return null;
    return new ScatterplotLayer({
      id, data: { length: places.length / 2, attributes: { getPosition: { value: new Float64Array(places), size: 2 } } },
      radiusUnits: "pixels", lineWidthUnits: "pixels", filled: false, stroked: true, getRadius: radius, getLineWidth: width, getLineColor: color,
    });
  }

  #ring(position) {
    return new ScatterplotLayer({
      id: "selection", data: [0, 1], getPosition: position, radiusUnits: "pixels", lineWidthUnits: "pixels",
      filled: false, stroked: true, getRadius: 20,
      getLineWidth: (i) => (i === 0 ? 5 : 2.5),
      getLineColor: (i) => (i === 0 ? [...this.haloColor, 200] : [...this.ringColor, 255]),
      updateTriggers: { getPosition: position, getLineColor: this.ringColor },
    });
  }

  #labels(id, data, opacity = 1) {
    if (!this.labelAtlas || data.length === 0) return null;
    return new IconLayer({
      id, data, opacity, iconAtlas: this.labelAtlas.texture, iconMapping: noMapping, getIcon: noIcon,
      getPosition: noIcon, alphaCutoff: 0.01, extensions: [sharp],
    });
  }
}

/** From far away and in a crowd symbols shrink, or they would cover each other and the land. */
function symbolScale(zoom, visible) {
  const near = 0.5 + (zoom - 4) * 0.12;
  const sparse = 1 - (visible - 800) / 8_000;
  return Math.max(0.5, Math.min(1, near, sparse));
}

const noMapping = {};
const noIcon = () => "";
