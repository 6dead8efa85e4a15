// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The line at the bottom left: place under the pointer, scale, credits.

import { byId, element, setText } from "./dom.js";
import { formatNumber, formatPlace, formatScale } from "./formats.js";
import { metresPerPixel, scaleDenominator } from "./projection.js";

const longest = 84; // pixels of the scale bar

export class Foot {
  #coordinates = byId("coordinates");
  #scale = byId("scale");
  #bar = element("span", { class: "scale-bar", "aria-hidden": "true" });
  #length = element("span");
  #denominator = element("span");

  constructor({ showCredits }) {
    this.#scale.append(this.#bar, this.#length, this.#denominator);
    byId("credits").addEventListener("click", showCredits);
  }

  credit(names) {
    const text = `© ${names.join(", ")}`;
    setText(byId("credits"), text);
    byId("credits").title = `Map data: ${names.join(", ")}. Press for licences.`;
  }

  /** `place` is under the pointer, or null: then the middle of the map is meant. */
  update(projection, place) {
    const { longitude, latitude, zoom } = projection;
    setText(this.#coordinates, formatPlace(...(place ?? [longitude, latitude])));
    const metres = metresPerPixel(latitude, zoom) * longest;
    const unit = 10 ** Math.floor(Math.log10(metres));
    const round = [5, 2, 1].find((one) => one * unit <= metres) * unit;
    this.#bar.style.width = `${Math.round((round / metres) * longest)}px`;
    setText(this.#length, round >= 1000 ? `${formatNumber(round / 1000)} km` : `${formatNumber(round)} m`);
    setText(this.#denominator, formatScale(scaleDenominator(latitude, zoom)));
  }
}
