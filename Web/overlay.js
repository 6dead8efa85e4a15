// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What deck.gl draws over the map: track lines, symbols, the selection's ring, labels. Typed arrays in, no object an entity.

import { graticule } from "./graticule.js";
import { LabelAtlas } from "./label-atlas.js";
import { lineLayer } from "./line-layer.js";
import { LocationLayers } from "./location-layers.js";
import { CellLayers } from "./cell-layers.js";
import { classAtlas, pictures } from "./class-atlas.js";
import { SymbolColumns } from "./symbol-columns.js";
import { symbolAtlas } from "./symbols.js";
import { colorOf } from "./theme.js";

const { IconLayer, LayerExtension, MapboxOverlay, ScatterplotLayer } = globalThis.deck ?? {};

/** Moves each picture to whole pixels of the screen: text stays sharp. */
const sharp = LayerExtension && new (class Sharp extends LayerExtension {
  static componentName = "Sharp";

  getShaders() {
    return { inject: { "vs:#main-end": "vec2 sharpPixel = floor((gl_Position.xy / gl_Position.w * 0.5 + 0.5) * project.viewportSize + 0.502);\ngl_Position.xy = (sharpPixel / project.viewportSize * 2.0 - 1.0) * gl_Position.w;" } };
  }
})();

export class Overlay {
  #columns = new Map(); // source → what is drawn of it: {symbols, previous, revision, atlas, previousAtlas}
  #cells = new CellLayers();
  #graticule = { projection: null };
  locationLayers = new LocationLayers();
  /** Null until the graphics device is there. */
  labelAtlas = null;

  constructor(map, { onReady }) {
    this.recolor();
    this.#cells.recolor();
    pictures.changed = () => {
      for (const drawn of this.#columns.values()) drawn.revision = -1;
      onReady();
    };
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
    this.#cells.recolor();
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

  /** What is drawn of a source, with the atlases of its classes as they are now. */
  #drawnOf({ info, display }) {
    if (!this.#columns.has(info.source)) {
      this.#columns.set(info.source, { symbols: new SymbolColumns(), previous: new SymbolColumns(), revision: 0, atlas: null, previousAtlas: null });
    }
    const drawn = this.#columns.get(info.source);
    if (drawn.revision !== display.revision) {
      drawn.revision = display.revision;
      drawn.atlas = display.classes ? classAtlas(display.classes) : null;
      drawn.previousAtlas = display.previousClasses ? classAtlas(display.previousClasses) : null;
    }
    return drawn;
  }

  /** Pixels from the middle of an entity's symbol to its edge. */
  radius({ info, display, store }, slot) {
    const look = display.classes && this.#columns.get(info.source)?.atlas?.looks[store.classes[slot]];
    return look ? Math.min(40, look.size / 2.5) : 11;
  }

  /** Fills the symbols' columns for the entities where they are displayed now. */
  fill(sources, projection, local, stale, scale) {
    let count = 0;
    for (const entry of sources) {
      const { symbols, atlas } = this.#drawnOf(entry);
      const opacity = (stale ? 110 : 255) * entry.display.settings.opacity;
      count += entry.display.shownAt(scale)
        ? symbols.fill(entry.store, projection, { looks: atlas?.looks ?? null, builtIn: this.atlas.frames, symbol: entry.info.symbol, opacity, local }) : symbols.clear();
    }
    return count;
  }

  /** Fills the columns of previous observations, those that came since `time` minus what the settings say. */
  fillPrevious(sources, projection, stale, scale, time) {
    for (const entry of sources) {
      const { previous, atlas, previousAtlas } = this.#drawnOf(entry);
      const { settings } = entry.display;
      if (!settings.previous || settings.maximumObservations < 2 || !entry.display.shownAt(scale)) {
        previous.clear();
        continue;
      }
      previous.fillPrevious(entry.store, projection, {
        looks: (previousAtlas ?? atlas)?.looks ?? null, own: previousAtlas !== null, builtIn: this.atlas.frames,
        opacity: (stale ? 110 : 255) * settings.opacity, observations: settings.maximumObservations - 1,
        since: settings.maximumDuration > 0 && time !== null ? time - 1000 * settings.maximumDuration : -Infinity,
      });
    }
  }

  /** Hands the layers to deck.gl. `results` is {matches, others}, places of rings; `location` is as location-picture.js gives it; `selected` is {position, track: Trails or null} or null; `trails` are [source, Trails] pairs. */
  draw({ sources, zoom, visible, graticule, glow, trails, labels, selected, stale, results, location, graphics }) {
    const { below, above } = this.locationLayers.layers(location);
    const layers = [
      lineLayer("graticule", graticule, 1.4, 1),
      this.#labels("ground-labels", labels.ground),
      lineLayer("glow", glow, 4, 1),
      ...below,
      ...trails.map(([source, trail, width]) => lineLayer(`trails-${source}`, trail, width, stale ? 0.4 : 1)),
      selected?.trail ? lineLayer("selected-trail", selected.trail, 3, stale ? 0.5 : 1) : null,
      // Who matches has a ring with a halo, who no longer does a thin one: told apart without colours, too.
      this.#rings("results-halo", results.matches, { radius: 15, width: 4.5, color: [...this.haloColor, stale ? 80 : 190] }),
      this.#rings("results", results.matches, { radius: 15, width: 2, color: [...this.ringColor, stale ? 110 : 255] }),
      this.#rings("results-former", results.others, { radius: 12, width: 1, color: [...this.quietColor, stale ? 110 : 230] }),
      selected?.position ? this.#ring(selected.position) : null,
      ...[...sources].flatMap((entry) => this.#symbolLayers(entry, symbolScale(zoom, visible))),
      ...[...sources].flatMap(({ info, display }) => this.#cells.layers(info, display, stale)),
      ...graphics.map(({ id, columns, image }) => iconLayer(id, columns, image, 1)),
      ...above,
      this.#labels("entity-labels", labels.entity, stale ? 0.55 : 1),
    ];
    this.overlay.setProps({ layers: layers.filter(Boolean) });
  }

  #symbolLayers({ info, display }, builtInScale) {
    const { symbols, previous, atlas, previousAtlas } = this.#columns.get(info.source) ?? {};
    const shown = atlas?.image ?? this.atlas.image;
    const size = display.classes ? 1 : builtInScale;
    return [iconLayer(`previous-${info.source}`, previous, previousAtlas?.image ?? shown, size), iconLayer(`symbols-${info.source}`, symbols, shown, size)];
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

/** Symbols as columns, with their pictures in an atlas; null for none. */
function iconLayer(id, columns, image, sizeScale) {
  if (!columns || columns.data.length === 0) return null;
  return new IconLayer({ id, data: columns.data, iconAtlas: image, iconMapping: noMapping, getIcon: noIcon, sizeScale, billboard: false, alphaCutoff: 0.01 });
}

/** From far away and in a crowd symbols shrink, or they would cover each other and the land. */
function symbolScale(zoom, visible) {
  const near = 0.5 + (zoom - 4) * 0.12;
  const sparse = 1 - (visible - 800) / 8_000;
  return Math.max(0.5, Math.min(1, near, sparse));
}

const noMapping = {};
const noIcon = () => "";
