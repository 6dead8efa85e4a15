// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What deck.gl draws of the shown location: its path and accuracy below everything that moves, dot and ping above.

import { lineLayer } from "./line-layer.js";
import { locationAtlas, locationCell } from "./location-symbols.js";
import { colorOf } from "./theme.js";

const { IconLayer, ScatterplotLayer, SolidPolygonLayer } = globalThis.deck ?? {};

const pingReach = [11, 36]; // pixels

export class LocationLayers {
  constructor() {
    this.recolor();
  }

  /** Makes the pictures anew in the colours of the present theme. */
  recolor() {
    this.atlas = locationAtlas();
    this.color = colorOf("location").slice(0, 3);
    this.grey = colorOf("location-grey").slice(0, 3);
  }

  /** `location` as location-picture.js gives it, or null. */
  layers(location) {
    if (!location) return { below: [], above: [] };
    const { position, frame, angle, opacity, ring, outline, ping, path, joint, grey, dimmed } = location;
    const color = grey ? this.grey : this.color;
    const strength = opacity * (dimmed ? 0.55 : 1);
    const below = [lineLayer("location-path", path, 2.4, dimmed ? 0.5 : 1), lineLayer("location-joint", joint, 2.4, dimmed ? 0.5 : 1)];
    if (!position) return { below, above: [] };
    if (ring) {
      below.push(
        new SolidPolygonLayer({ id: "location-accuracy", data: [ring], getPolygon: (one) => one, getFillColor: [...color, 34], opacity: strength, filled: true, extruded: false }),
        lineLayer("location-accuracy-line", outline, 1.2, strength));
    }
    const above = [];
    if (ping !== null) {
      above.push(new ScatterplotLayer({
        id: "location-ping", data: [position], getPosition: (one) => one, radiusUnits: "pixels", lineWidthUnits: "pixels", filled: true, stroked: true,
        getRadius: pingReach[0] + (pingReach[1] - pingReach[0]) * (1 - (1 - ping) ** 2), getFillColor: [...color, 70 * (1 - ping)],
        getLineColor: [...color, 190 * (1 - ping)], getLineWidth: 1.5, opacity,
        updateTriggers: { getRadius: ping, getFillColor: ping, getLineColor: ping },
      }));
    }
    above.push(new IconLayer({
      id: "location", data: [position], getPosition: (one) => one, iconAtlas: this.atlas.image, iconMapping: this.atlas.mapping, getIcon: () => frame,
      getSize: locationCell, sizeUnits: "pixels", getAngle: -angle, billboard: false, alphaCutoff: 0.01, opacity: strength,
      updateTriggers: { getIcon: frame, getAngle: angle },
    }));
    return { below, above };
  }
}
