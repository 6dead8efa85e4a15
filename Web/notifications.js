// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The notifications of this page's life: each once, the newest first, never more than the limit. Pure: no page needed.

import { compareNames } from "./formats.js";

const remembered = 5_000; // ids; a backlog after a reconnection is far shorter

export class NotificationLog {
  /** Newest first. */
  list = [];
  /** All that came, each id once. */
  received = 0;
  /** What the server says it could not send. */
  missed = 0;
  /** Older ones that left the list because it is bounded. */
  dropped = 0;
  #newest = { server: null, number: 0 };
  #ids = new Set();

  constructor(limit = 500) {
    this.limit = limit;
  }

  /** Takes a `notification` message; answers with the entry, or null where it is known already. */
  add(message) {
    if (Number.isInteger(message.number) && message.number > this.#newest.number) this.#newest.number = message.number;
    const id = String(message.id ?? "");
    if (id === "" || this.#ids.has(id)) return null;
    this.#ids.add(id);
    if (this.#ids.size > remembered) this.#ids.delete(this.#ids.values().next().value);
    const text = (value) => (typeof value === "string" ? value : "");
    const location = Array.isArray(message.location) && message.location.every(Number.isFinite) && message.location.length >= 2
      ? message.location.slice(0, 2) : null;
    const entry = {
      id,
      kind: text(message.kind) || "noticed",
      source: Number.isInteger(message.device) ? null : Number.isInteger(message.source) ? message.source : 0,
      device: Number.isInteger(message.device) ? message.device : null, // the location that crossed, where it was no track
      track: text(message.track),
      label: text(message.track), // what a person calls the track, as soon as that is known
      fence: String(message.fence ?? ""),
      fenceName: text(message.fenceName) || String(message.fence ?? ""),
      time: text(message.time) || null,
      location,
      message: text(message.message),
      insideSeconds: Number.isFinite(message.insideSeconds) ? message.insideSeconds : null,
    };
    this.received += 1;
    this.list.unshift(entry);
    if (this.list.length > this.limit) {
      this.dropped += this.list.length - this.limit;
      this.list.length = this.limit;
    }
    return entry;
  }

  /** A server's `hello`: another start of it counts anew. */
  greet({ server }) {
    if (server !== this.#newest.server) this.#newest = { server, number: 0 };
  }

  /** What the address of the socket says of how far this page was told; "" at first. */
  get place() {
    const { server, number } = this.#newest;
    return server === null || number === 0 ? "" : `?server=${encodeURIComponent(server)}&after=${number}`;
  }

  clear() {
    this.list = [];
    this.dropped = 0;
  }
}

/** The fences that a list can be filtered for: those told of last, and the one chosen, however the notifications were bundled. The filter's text finds the others. */
export class FenceChoices {
  #names = new Map(); // the one told of last at the end

  constructor(limit = 200) {
    this.limit = limit;
  }

  /** Takes entries, the oldest first; answers whether there is something else to choose from. */
  add(entries, chosen = "") {
    let changed = false;
    for (const { fence, fenceName } of entries) {
      if (this.#names.get(fence) !== fenceName) changed = true;
      this.#names.delete(fence);
      this.#names.set(fence, fenceName);
    }
    for (const fence of this.#names.keys()) {
      if (this.#names.size <= this.limit) break;
      if (fence !== chosen) this.#names.delete(fence);
    }
    return changed;
  }

  /** [id, name], in the order of their names. */
  get byName() {
    return [...this.#names].sort(([, a], [, b]) => compareNames(a, b));
  }
}

/** True where an entry has the kind ("" for all, "other" for all but entries and exits), the fence ("" for any) and the text in its track, label, fence or message. */
export function matchesFilter(entry, { kind, text, fence }) {
  if (kind === "other" ? entry.kind === "entered" || entry.kind === "exited" : kind && entry.kind !== kind) return false;
  if (fence && entry.fence !== fence) return false;
  if (!text) return true;
  const wanted = text.toLowerCase();
  return [entry.track, entry.label, entry.fenceName, entry.message].some((one) => one.toLowerCase().includes(wanted));
}

const verbs = { __proto__: null, dwelled: "stayed in", silent: "fell silent in", speeding: "is too fast in", slow: "is too slow in" };

/** What is said between who and where. */
export const kindVerb = (kind) => verbs[kind] ?? kind;

/** The class of the sign of a kind: each has a shape of its own. */
export const kindClass = (kind) => (["entered", "exited"].includes(kind) || kind in verbs ? kind : "other");
