// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The server's clock as seen from here. Pure: the local clock comes in as a value.

const bucketLength = 10_000;
const bucketCount = 6;
const jump = 2_000;
const slew = 0.05;

/**
 * Estimates server time from the smallest `arrival − base time` of the last minute: a message can be late, never early.
 * Small corrections are worked in slowly, so that what moves on the map never jerks; large ones at once.
 * Times are in milliseconds; local times come from one monotonic clock.
 */
export class ServerClock {
  #buckets = [];
  #offset = null;
  #adjustedAt = 0;

  /** Notes that a message made at `baseTime` (server) arrived at `local`. */
  observe(baseTime, local) {
    const sample = local - baseTime;
    const bucket = Math.floor(local / bucketLength);
    const last = this.#buckets.at(-1);
    if (last?.bucket === bucket) last.least = Math.min(last.least, sample);
    else this.#buckets.push({ bucket, least: sample });
    while (this.#buckets[0].bucket <= bucket - bucketCount) this.#buckets.shift();
    this.#adjust(local);
  }

  /** Server time at a local time, or null before the first message. */
  serverTime(local) {
    if (this.#offset === null) return null;
    this.#adjust(local);
    return local - this.#offset;
  }

  /** Another server, another clock. */
  forget() {
    this.#buckets = [];
    this.#offset = null;
  }

  #adjust(local) {
    const target = Math.min(...this.#buckets.map((bucket) => bucket.least));
    const difference = target - this.#offset;
    if (this.#offset === null || Math.abs(difference) > jump) {
      this.#offset = target;
    } else {
      const most = slew * Math.max(0, local - this.#adjustedAt);
      this.#offset += Math.max(-most, Math.min(most, difference));
    }
    this.#adjustedAt = local;
  }
}
