// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The fences that viewers have drawn, on the map: as the server says they are; which one is selected; and what is not saved yet.

import { Shapes } from "./fences.js";
import { cssColor } from "./theme.js";

const polygons = ["==", ["geometry-type"], "Polygon"];
const selected = ["==", ["get", "selected"], true];
const feature = (geometry, properties = {}) => ({ type: "Feature", properties, geometry });

export class DrawnFenceLayers extends Shapes {
  constructor(map) {
    const color = cssColor("fence");
    const token = { token: "fence" };
    super(map, "drawn-fences", [
      { id: "drawn-fence-area", type: "fill", filter: polygons, paint: { "fill-color": color, "fill-opacity": ["case", selected, 0.14, 0.07], "fill-antialias": false }, metadata: token },
      { id: "drawn-fence-line", type: "line", filter: polygons, layout: { "line-join": "round" }, paint: { "line-color": color, "line-width": ["case", selected, 3, 1.8] }, metadata: token },
      { id: "drawn-fence-core", type: "line", filter: ["==", ["geometry-type"], "LineString"], layout: { "line-join": "round" }, paint: { "line-color": color, "line-width": 1.2, "line-dasharray": [2, 2] }, metadata: token },
    ]);
    map.addSource("fence-draft", { type: "geojson", data: { type: "FeatureCollection", features: [] }, tolerance: 0.2 });
    map.addLayer({ id: "fence-draft-fill", source: "fence-draft", type: "fill", filter: polygons, paint: { "fill-color": color, "fill-opacity": 0.06, "fill-antialias": false }, metadata: token });
    map.addLayer({ id: "fence-draft-line", source: "fence-draft", type: "line", filter: ["!=", ["geometry-type"], "Point"], layout: { "line-join": "round" }, paint: { "line-color": color, "line-width": 1.8, "line-dasharray": [3, 2] }, metadata: token });
  }

  /** `fences` as fence-board.js has them. */
  showFences(fences, selectedID) {
    this.set(fences.map(({ fence, name, area }) => ({ id: fence, geometry: area, properties: { name, selected: fence === selectedID } })),
      fences.flatMap(({ shape, bufferMetres }) => coresOf(shape, bufferMetres).map((geometry) => feature(geometry))));
  }

  /** What is not saved yet, or being dragged: {rings, line, points}; null for nothing. */
  showDraft(draft) {
    this.map.getSource("fence-draft").setData({ type: "FeatureCollection", features: draft ? [
      ...draft.rings.map((ring) => feature({ type: "Polygon", coordinates: [ring] })),
      ...(draft.line ? [feature({ type: "LineString", coordinates: draft.line })] : []),
    ] : [] });
  }

  /** The id of the topmost drawn fence at a pixel of the map, or null. */
  at(point) {
    const reach = 6;
    const box = [[point.x - reach, point.y - reach], [point.x + reach, point.y + reach]];
    const onLine = this.map.queryRenderedFeatures(box, { layers: ["drawn-fence-line"] });
    const found = onLine[0] ?? this.map.queryRenderedFeatures(point, { layers: ["drawn-fence-area"] })[0];
    return found?.properties.id ?? null;
  }
}

/** The lines within an area that say what was drawn, where that is not its rim. */
function coresOf(shape, buffer) {
  if (shape.kind === "corridor") return [{ type: "LineString", coordinates: shape.line }];
  if (shape.kind === "polygon" && buffer > 0) return shape.rings.map((ring) => ({ type: "LineString", coordinates: [...ring, ring[0]] }));
  return [];
}
