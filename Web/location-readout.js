// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What is known of the shown location, as a list of values that stays up to date while it is seen.

import { element, setText } from "./dom.js";
import { formatInstant, wholeLag } from "./formats.js";
import { formatAccuracy, formatCourse, formatGround, formatHeight, formatSpeed, formatSpeedElse, unknown } from "./location-formats.js";
import { condition } from "./locations.js";

/** [name, text(fix), title(fix), always there]. */
const values = {
  course: ["Course", ({ course }) => formatCourse(course), () => "The direction in which it moves, clockwise from north", true],
  speed: ["Speed", ({ speed }) => formatSpeed(speed), ({ speed }) => formatSpeedElse(speed), true],
  heading: ["Heading", ({ heading }) => formatCourse(heading), () => "The direction in which it points", false],
  height: ["Height", ({ height }) => formatHeight(height), () => "Above the ellipsoid or the sea, as the source says", false],
  position: ["Position", ({ position }) => formatGround(...position), () => "Latitude, longitude of the latest fix", true],
  accuracy: ["Accuracy", ({ horizontalAccuracy, verticalAccuracy }) => formatAccuracy(horizontalAccuracy, verticalAccuracy), () => "Expected error", false],
  satellites: ["Satellites", ({ satellites }) => (satellites === null ? unknown : String(satellites)), () => "Used for the fix", false],
  time: ["Time of fix", (fix) => timeOf(fix)?.text ?? unknown, (fix) => timeOf(fix)?.title ?? "", true],
  source: ["Source", ({ source }) => sourceWords[source] ?? source ?? unknown, (fix) => originWords[originOf(fix.source)] ?? "", false],
};

function timeOf({ time, receivedAt }) {
  const instant = formatInstant(time ?? receivedAt);
  return instant && { text: instant.date ? `${instant.date}, ${instant.time}` : instant.time, title: instant.utc };
}

/** Short names that sources of the server use. */
const sourceWords = { __proto__: null, ORBIT: "Orbit, propagated (SGP4)", GNSS: "Satellite receiver (GNSS)" };

/** "calculated" where the source's words say that nobody measured it, "measured" else; null where it says nothing. */
export const originOf = (source) => (source ? (/sgp4|orbit|propagat|simulat|model|predict/i.test(source) ? "calculated" : "measured") : null);
const originWords = { calculated: "Calculated from a model, not measured", measured: "As the source measured or reported it" };

/** How it fares, in a sentence. `age` is seconds since the last fix, or null; `error` is what is wrong, also with a source that goes on trying. */
export function conditionText(state, { age, error, status, lost }) {
  const old = age === null ? "" : wholeLag(age);
  if (lost) return old ? `Connection lost · last fix ${old} old` : "Connection lost";
  return {
    waiting: error ? `No position yet: ${error}` : status === "starting" ? "Starting · no position yet" : "Waiting for the first position",
    acquiring: error ? `Last known position: ${error}` : "Last known position · waiting for a fresh one",
    live: old ? `Live · fix ${old} ago` : "Live",
    stale: `${old ? `No fix for ${old}` : "No fix lately"}${error ? `: ${error}` : ""}`,
    failed: `The source failed${error ? `: ${error}` : ""}`,
    stopped: "The source is stopped",
  }[state];
}

export class LocationReadout {
  #rows = new Map();

  /** `age()` answers with the seconds since the last fix, `lost()` is true while there is no connection. `names` are the values wanted, in order. */
  constructor({ locations, age, lost }, names = Object.keys(values)) {
    Object.assign(this, { locations, age, lost });
    this.list = element("dl", { class: "location-values" });
    for (const name of names) {
      const row = { term: element("dt", { text: values[name][0] }), value: element("dd", { class: "number" }) };
      this.#rows.set(name, row);
      this.list.append(row.term, row.value);
    }
  }

  /** The state in one word; see `condition`. */
  get state() {
    return this.lost() && this.locations.fix ? "offline" : condition(this.locations.current, this.locations.fix);
  }

  get sentence() {
    const { current, fix } = this.locations;
    return conditionText(condition(current, fix), { age: fix ? this.age() : null, error: current?.error, status: current?.status, lost: this.lost() });
  }

  text(name) {
    const { fix } = this.locations;
    return fix ? values[name][1](fix) : unknown;
  }

  update() {
    const { fix } = this.locations;
    this.list.dataset.state = this.state;
    for (const [name, { term, value }] of this.#rows) {
      const [, text, title, always] = values[name];
      const told = fix ? text(fix) : unknown;
      term.hidden = value.hidden = told === unknown && !always;
      setText(value, told);
      const hint = fix ? title(fix) : "";
      if (value.title !== hint) value.title = hint;
    }
  }
}
