// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Line segments in typed arrays as a layer of deck.gl, with soft long edges: the canvas itself has no antialiasing, which would make
// every pixel dearer.

const { LayerExtension, LineLayer } = globalThis.deck ?? {};

const soft = LayerExtension && new (class Soft extends LayerExtension {
  static componentName = "Soft";

  getShaders() {
    return { inject: { "fs:DECKGL_FILTER_COLOR": "color.a *= 1.0 - smoothstep(0.35, 1.0, abs(geometry.uv.y));" } };
  }
})();

/** `lines` as trails.js makes them: {length, sources, targets, colors}; null where there are none. */
export function lineLayer(id, lines, width, opacity) {
  if (!lines || lines.length === 0) return null;
  return new LineLayer({
    id,
    data: lines.data ??= {
      length: lines.length,
      attributes: {
        getSourcePosition: { value: lines.sources, size: 2 },
        getTargetPosition: { value: lines.targets, size: 2 },
        getColor: { value: lines.colors, size: 4, normalized: true },
      },
    },
    getWidth: width * 1.7, widthUnits: "pixels", opacity, extensions: [soft],
  });
}
