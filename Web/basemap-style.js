// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The look of the base map: which layer shows what, in which colour token, from which zoom.
// Three sources of growing detail lie over each other; docs in script/basemap say how they fit.

import { cssColor } from "./theme.js";

/** From these zooms on the finer sources are fetched and drawn. */
export const regionZoom = 4.2;
export const countyZoom = 6.7;

const of = (kind) => ["==", ["get", "kind"], kind];
/** Of the regional lines, those that the counties repeat more exactly end where the counties begin. */
const coarse = (kind) => ["all", of(kind), ["!=", ["get", "fine"], 1]];
const repeated = (kind) => ["all", of(kind), ["==", ["get", "fine"], 1]];

const width = (...stops) => ["interpolate", ["linear"], ["zoom"], ...stops];

/**
 * Layers from below to above, by source: each change of source costs a pass over the whole picture, which software
 * rendering feels. [id, filter, colour token, width of a line].
 */
const world = [
  ["world-land", of("land"), "map-land"],
  ["world-lake", of("lake"), "map-water"],
  ["world-island", of("island"), "map-land"],
  ["world-river", of("river"), "map-river", width(1, 0.5, 5, 1)],
  ["world-state", of("state"), "map-state", width(2, 0.3, 5, 0.8)],
  ["world-coast", of("coast"), "map-coast", width(1, 0.5, 5, 0.8)],
  ["world-border", of("border"), "map-border", width(1, 0.6, 5, 1)],
];
const regions = [
  ["region-water", of("water"), "map-water"],
  ["region-land", of("land"), "map-land"],
  ["region-lake", of("lake"), "map-water"],
  ["region-island", of("island"), "map-land"],
  ["region-river", coarse("river"), "map-river", width(4, 0.5, 8, 1.1, 12, 1.6)],
  ["region-state", coarse("state"), "map-state", width(4, 0.7, 8, 1.2)],
  ["region-coast", coarse("coast"), "map-coast", width(4, 0.7, 8, 1)],
  ["region-border", coarse("border"), "map-border", width(4, 0.9, 8, 1.5)],
];
const regionRepeated = ["river", "state", "coast", "border"].map((kind) =>
  [`region-${kind}-repeated`, repeated(kind), `map-${kind}`, kind === "border" ? 1.1 : 0.8]);
const counties = [
  ["county-shore", of("shore"), "map-water"],
  ["county-land", of("land"), "map-land"],
  ["county-lake", of("lake"), "map-water"],
  ["county-river", of("river"), "map-river", width(6, 0.8, 9, 1.3, 12, 1.8)],
  ["county-county", of("county"), "map-county", width(6, 0.6, 9, 1, 12, 1.4)],
  ["county-state", of("state"), "map-state", width(6, 1, 9, 1.5)],
  ["county-coast", of("coast"), "map-coast", width(6, 0.7, 10, 1.1)],
  ["county-border", of("border"), "map-border", width(6, 1.2, 9, 1.8)],
];

/** What a loaded finer source makes superfluous. */
export const worldLayers = world.map(([id]) => id).concat("region-water");

function layerOf(source, [id, filter, token, lineWidth], zooms) {
  const common = { id, source, filter, ...zooms, metadata: { token } };
  if (lineWidth === undefined) {
    // The lines of the coast smooth the edges; a second pass for that would be paid twice.
    return { ...common, type: "fill", paint: { "fill-color": cssColor(token), "fill-antialias": false } };
  }
  return {
    ...common, type: "line", layout: { "line-join": "round", "line-cap": "round" },
    paint: { "line-color": cssColor(token), "line-width": lineWidth },
  };
}

const empty = { type: "FeatureCollection", features: [] };

/** The style of the whole map, in the colours of the present theme. */
export function basemapStyle() {
  // Without tolerance neighbours keep the same vertices, so that no gap opens between them.
  const source = (maxzoom, tolerance) => ({ type: "geojson", data: empty, maxzoom, tolerance, buffer: 32 });
  return {
    version: 8,
    sources: { world: source(6, 0.3), regions: source(9, 0.25), counties: source(12, 0) },
    layers: [
      { id: "water", type: "background", paint: { "background-color": cssColor("map-water") }, metadata: { token: "map-water" } },
      ...world.map((layer) => layerOf("world", layer, {})),
      ...regions.map((layer) => layerOf("regions", layer, { minzoom: regionZoom })),
      ...regionRepeated.map((layer) => layerOf("regions", layer, { minzoom: regionZoom, maxzoom: countyZoom })),
      ...counties.map((layer) => layerOf("counties", layer, { minzoom: countyZoom })),
    ],
  };
}

/** Gives every layer of a map that has a colour token its colour in the present theme. */
export function recolor(map) {
  const properties = {
    background: ["background-color"], fill: ["fill-color"], line: ["line-color"], circle: ["circle-color"],
  };
  for (const layer of map.getStyle().layers) {
    if (!layer.metadata?.token) continue;
    for (const property of properties[layer.type] ?? []) {
      map.setPaintProperty(layer.id, property, cssColor(layer.metadata.token));
    }
  }
}
