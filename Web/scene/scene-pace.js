// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How often the scene is drawn, and of how many pixels: as the machine can bear. Pure: the clock comes in.

const idle = { lite: 110, full: 16 }; // milliseconds between pictures at least, where only what is shown moves
const busy = { lite: 33, full: 0 }; // where the camera does
const [dear, cheap] = [110, 45]; // milliseconds that a picture takes, above and below which there are fewer or more pixels
const patience = 10; // pictures before that changes
/** Of how many pixels, along a side, for each of the page's: a small picture is soon drawn, and each of its pixels counts. */
const share = { small: { fewest: 0.7, most: 1 }, large: { fewest: 0.4, most: 0.6 } };

export class ScenePace {
  /** Pixels drawn for each of the page's, along a side, where pictures are computed. */
  ratio = 0.6;
  /** Milliseconds that a picture takes, smoothed. */
  cost = 40;
  #drawnAt = -Infinity;
  #drew = false;
  #since = 0;
  share = share.large;

  constructor(lite) {
    this.kind = lite ? "lite" : "full";
  }

  /** Each time that a picture could be drawn; `moving` where the camera moves, `width` of the picture in the page's pixels. True where it is time for one. */
  isTime(local, moving, width) {
    this.share = width <= 420 ? share.small : share.large;
    this.#change(1, this.#since);
    const passed = local - this.#drawnAt;
    // The first step after a picture comes when that is done.
    if (this.#drew && passed < 2_000) this.#learn(passed);
    this.#drew = false;
    const least = (moving ? busy : idle)[this.kind];
    // Map and buttons need their share of the time, too.
    return passed >= (this.kind === "lite" ? Math.max(least, this.cost * (moving ? 1.15 : 2)) : least);
  }

  drawn(local) {
    this.#drawnAt = local;
    this.#drew = true;
    this.#since += 1;
  }

  #learn(passed) {
    this.cost += 0.25 * (passed - this.cost);
    if (this.kind !== "lite" || this.#since < patience) return;
    if (this.cost > dear && this.ratio > this.share.fewest) this.#change(0.7);
    else if (this.cost < cheap && this.ratio < this.share.most) this.#change(1.4);
  }

  #change(factor, since = 0) {
    this.ratio = Math.max(this.share.fewest, Math.min(this.share.most, this.ratio * factor));
    this.#since = since;
  }
}
