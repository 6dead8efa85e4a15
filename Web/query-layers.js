// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The area of a query on the map, and what is being drawn: below everything that moves.

import { cssColor } from "./theme.js";

const collection = (features) => ({ type: "FeatureCollection", features });
const feature = (geometry) => ({ type: "Feature", properties: {}, geometry });

export class QueryLayers {
  constructor(map) {
    this.map = map;
    const accent = cssColor("accent");
    for (const [name, fill] of [["query-area", 0.08], ["query-draft", 0.05]]) {
      map.addSource(name, { type: "geojson", data: collection([]), tolerance: 0.2 });
      map.addLayer({ id: `${name}-fill`, source: name, type: "fill", filter: ["==", ["geometry-type"], "Polygon"], paint: { "fill-color": accent, "fill-opacity": fill, "fill-antialias": false }, metadata: { token: "accent" } });
      map.addLayer({ id: `${name}-line`, source: name, type: "line", filter: ["!=", ["geometry-type"], "Point"], layout: { "line-join": "round" }, paint: { "line-color": accent, "line-width": 2.2, "line-dasharray": [3, 2] }, metadata: { token: "accent" } });
    }
    map.addLayer({ id: "query-draft-points", source: "query-draft", type: "circle", filter: ["==", ["geometry-type"], "Point"], paint: { "circle-color": accent, "circle-radius": 4 }, metadata: { token: "accent" } });
  }

  /** The area that the server looks in, as it has answered; null for none. */
  showArea(geometry) {
    this.map.getSource("query-area").setData(collection(geometry ? [feature(geometry)] : []));
  }

  /** Rings, lines and points that are being drawn. */
  showDraft({ ring = null, line = null, points = [] } = {}) {
    this.map.getSource("query-draft").setData(collection([
      ...(ring ? [feature({ type: "Polygon", coordinates: [ring] })] : []),
      ...(line ? [feature({ type: "LineString", coordinates: line })] : []),
      ...points.map((place) => feature({ type: "Point", coordinates: place })),
    ]));
  }
}
