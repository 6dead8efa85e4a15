// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The query that the page runs, and the list of what has matched. The server decides who matches; here it is kept. Pure: no page needed.

import { compareNames, formatNumber } from "./formats.js";

export class RunningQuery {
  /** "idle", "asking" (sent, no answer yet), "live" or "error". */
  state = "idle";
  /** What was asked: {title, source, body, fields, own}; null while idle. */
  wish = null;
  /** As the server has understood it: where clause, track ids, area (GeoJSON). */
  where = "";
  trackIds = [];
  area = null;
  /** {part, message, offset} or null. */
  error = null;
  /** How many match in all; null before the first answer. */
  count = null;
  /** track → {track, standing, since, attributes, location}; standing is "matches", "former" or "gone". */
  rows = new Map();
  /** Grows with each change. */
  revision = 0;
  #number = 0;
  #expanded = new Set();
  #limit = 32;
  /** Tracks told since the query was sent again; null where the list is complete. */
  #fresh = null;

  /** `send(message)` says something to the server; `changed({added, left, gone})` hears of each change, with the tracks that moved. */
  constructor({ send, changed }) {
    Object.assign(this, { send, changed });
  }

  /** `body` holds the members of a `query` message that say what is asked. */
  run(wish) {
    this.#cancel();
    this.#forget();
    this.wish = wish;
    this.#ask();
    this.#tell();
  }

  clear() {
    if (this.state === "idle") return;
    this.#cancel();
    this.#forget();
    this.wish = null;
    this.state = "idle";
    this.#tell();
  }

  /** After a reconnection the server knows of no query: it is sent again, and the list is shown as it was until the answer comes. */
  resend() {
    if (this.state !== "asking" && this.state !== "live") return;
    this.#fresh = new Set();
    this.#ask();
    if (this.#expanded.size > 0) this.#sendExpanded();
    this.#tell();
  }

  #ask() {
    this.#number += 1;
    this.state = "asking";
    this.send({ type: "query", query: this.#number, source: this.wish.source, ...this.wish.body, ...(this.wish.fields ? { fields: this.wish.fields } : {}) });
  }

  #cancel() {
    if (this.state === "asking" || this.state === "live") this.send({ type: "cancel", query: this.#number });
  }

  #forget() {
    Object.assign(this, { where: "", trackIds: [], area: null, error: null, count: null });
    this.rows.clear();
    this.#expanded.clear();
    this.#fresh = null;
  }

  isExpanded(track) {
    return this.#expanded.has(track);
  }

  /** Whether all attributes of a track are wanted; of how many, the server limits: the first one asked for gives way. */
  expand(track, expanded) {
    this.#expanded.delete(track);
    if (expanded) this.#expanded.add(track);
    if (this.#expanded.size > this.#limit) this.#expanded.delete(this.#expanded.values().next().value);
    this.#sendExpanded();
    this.#tell();
  }

  #sendExpanded() {
    this.send({ type: "expand", query: this.#number, tracks: [...this.#expanded] });
  }

  /** Takes a track that matches no longer off the list; null for all of them. */
  dismiss(track = null) {
    for (const row of [...this.rows.values()]) {
      if (row.standing !== "matches" && (track === null || row.track === track)) this.#drop(row.track);
    }
    this.send({ type: "dismiss", query: this.#number, ...(track === null ? {} : { tracks: [track] }) });
    this.#tell();
  }

  #drop(track) {
    this.rows.delete(track);
    this.#expanded.delete(track);
  }

  /** A `query`, `query-error` or `results` message. */
  receive(message) {
    if (message.query !== this.#number || this.state === "idle") return;
    if (message.type === "query") {
      this.where = typeof message.where === "string" ? message.where : "";
      this.trackIds = Array.isArray(message.trackIds) ? message.trackIds.map(String) : [];
      this.area = message.area ?? null;
      this.#tell();
    } else if (message.type === "query-error") {
      this.state = "error";
      this.rows.clear();
      this.count = null;
      this.error = { part: String(message.part ?? "query"), message: String(message.message ?? ""), offset: Number.isInteger(message.offset) ? message.offset : null };
      this.#tell();
    } else if (message.type === "results") {
      this.#results(message);
    }
  }

  #results(message) {
    const moved = { first: this.count === null, added: [], left: [], gone: [] };
    this.state = "live";
    this.count = Math.max(0, Number(message.count) || 0);
    for (const told of Array.isArray(message.rows) ? message.rows : []) {
      const track = String(told.track);
      const before = this.rows.get(track);
      this.#fresh?.add(track);
      // What has matched is on the list, or was dismissed.
      if (!before && told.standing !== "matches") continue;
      const row = before ?? { track, standing: null, attributes: {}, location: null };
      if (row.standing !== told.standing) moved[{ matches: "added", former: "left" }[told.standing] ?? "gone"].push(track);
      row.standing = ["matches", "former"].includes(told.standing) ? told.standing : "gone";
      row.since = told.since ? Date.parse(told.since) : null;
      if (told.attributes) row.attributes = told.attributes;
      if (Array.isArray(told.location)) row.location = told.location;
      this.rows.set(track, row);
    }
    for (const track of Array.isArray(message.dropped) ? message.dropped : []) this.#drop(String(track));
    if (!message.more) this.#settle(moved);
    this.#tell(moved);
  }

  /** The list is whole again after a reconnection: whoever is not on it any more does not match, unless not all are listed. */
  #settle(moved) {
    if (!this.#fresh) return;
    const fresh = this.#fresh;
    this.#fresh = null;
    const isWhole = this.count === fresh.size;
    for (const row of [...this.rows.values()]) {
      if (fresh.has(row.track) || row.standing !== "matches") continue;
      if (isWhole) {
        row.standing = "former";
        row.since = null;
        moved.left.push(row.track);
      } else this.#drop(row.track);
    }
  }

  #tell(moved = { first: false, added: [], left: [], gone: [] }) {
    this.revision += 1;
    this.changed(moved);
  }

  /** How many on the list stand so. */
  number(...standings) {
    let number = 0;
    for (const row of this.rows.values()) if (standings.includes(row.standing)) number += 1;
    return number;
  }

  /** The list by name: who no longer matches keeps its place. */
  sorted(labelOf = (track) => track) {
    return [...this.rows.values()].map((row) => ({ row, label: labelOf(row.track) }))
      .sort((a, b) => compareNames(a.label, b.label) || (a.row.track < b.row.track ? -1 : 1));
  }
}

/** "12 match", "1 matches", "none match"; "" where that is not known. */
export const matchPhrase = (count) =>
  count === null ? "" : count === 0 ? "none match" : `${formatNumber(count)} ${count === 1 ? "matches" : "match"}`;

/** "3 no longer match, 1 gone". */
export const formerPhrase = (former, gone) => [
  former > 0 ? `${formatNumber(former)} no longer ${former === 1 ? "matches" : "match"}` : "",
  gone > 0 ? `${formatNumber(gone)} gone` : "",
].filter(Boolean).join(", ");

const numeric = /^(float|int|oid|double|small|big)/;

/** Which fields the short row of an entity shows: {main, texts, numbers}, fields each. */
export function summaryOf({ fields, trackField, labelField }) {
  const shown = fields.filter(({ name, type }) => name !== trackField && name !== labelField && type !== "date");
  const numbers = shown.filter(({ type }) => numeric.test(type)).slice(0, 3);
  const main = numbers.find(({ unit }) => unit) ?? numbers[0] ?? null;
  return { main, texts: shown.filter(({ type }) => type === "text").slice(0, 3), numbers: numbers.filter((field) => field !== main) };
}

/** The texts of a row in one line, without those that say nothing; from where to where with an arrow. */
export function joinTexts(parts) {
  let line = "";
  parts.filter(({ text }) => text !== "" && text !== "–").forEach(({ alias, text }, i, told) => {
    const isWay = /^(from|origin)$/i.test(told[i - 1]?.alias ?? "") && /^(to|destination)$/i.test(alias);
    line += (i === 0 ? "" : isWay ? " → " : " · ") + text;
  });
  return line;
}

/** A clause that could be asked of these fields, as an example; "" without fields. */
export function exampleClause(fields) {
  const number = fields.find(({ type, unit }) => numeric.test(type) && unit) ?? fields.find(({ type }) => numeric.test(type));
  const text = fields.find(({ name, type }) => type === "text" && !/time|date|stamp/i.test(name));
  return [number ? `${quoted(number.name)} > 100` : "", text ? `${quoted(text.name)} LIKE 'A%'` : ""].filter(Boolean).join(" AND ");
}

/** A field's name as a where clause takes it. */
export const quoted = (name) => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** The index into a text of a place that is given in bytes of UTF-8. */
export function indexOfByte(text, offset) {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    if (bytes >= offset) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return index;
}
