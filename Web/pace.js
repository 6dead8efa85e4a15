// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Says something at once, then at most every so often, and always how it ends. Pure: clock and timer come in.

export class Pace {
  #timer = null;
  #saidAt = -Infinity;

  /** `say()` says it where there is anything to say, and calls `said()` where it was. */
  constructor(interval, say, { now, later }) {
    Object.assign(this, { interval, say, now, later });
  }

  /** There is something to say: now, or as soon as enough time has passed since the last. */
  plan() {
    if (this.#timer !== null) return;
    const wait = this.#saidAt + this.interval - this.now();
    if (wait <= 0) {
      this.say();
      return;
    }
    this.#timer = this.later(() => {
      this.#timer = null;
      this.say();
    }, wait);
  }

  said() {
    this.#saidAt = this.now();
  }
}
