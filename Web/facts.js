// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What runs here, for the panel "Keys and about": [name, text] pairs.

import { cleanText, formatNumber } from "./formats.js";

export function factsOf({ server, sources, liveMap }) {
  const { picture, fenceCount: [sent, total] = [0, 0] } = liveMap ?? {};
  return [
    ["Server", server.version ? `Vedette ${cleanText(server.version, 20)}` : "–"],
    ["Live view", "protocol 1"],
    ["MapLibre GL JS", globalThis.maplibregl?.getVersion?.() ?? "–"],
    ["deck.gl", globalThis.deck?.VERSION ?? "–"],
    ["Frames received", sources.frames],
    ["Fences", sent === total ? total : `${formatNumber(sent)} of ${formatNumber(total)}`],
    ["Entities in sight", picture?.visible ?? 0],
    ["Pictures a second", picture ? picture.rate.toFixed(0) : "–"],
    ["Work a picture", picture ? `${picture.cost.toFixed(1)} ms` : "–"],
  ];
}
