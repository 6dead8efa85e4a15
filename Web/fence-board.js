// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The fences that viewers have drawn, as the server tells them; what this page wants of them; and the way back. Pure: no page needed.

import { geometryOf, shapeOf } from "./fence-shapes.js";

const remembered = 20; // changes that can be taken back
const editable = ["name", "rule", "bufferMetres", "usesAccuracy", "detection", "dwellSeconds", "message", "source", "device"];

/** What of a fence a message of ours could say, so that it can be put back as it was. */
export function settingsOf(fence) {
  const settings = { geometry: geometryOf(fence.shape) };
  for (const name of editable) if (fence[name] !== undefined) settings[name] = fence[name];
  settings.dwellSeconds ??= 0;
  settings.message ??= "";
  if (settings.device === undefined) settings.source ??= -1;
  return settings;
}

export class FenceBoard {
  /** By id, in the order in which they were drawn. */
  fences = new Map();
  /** What the server allows: {allowed, kept, maximum, vertices, name, message}; null where nothing is drawn here at all. */
  limits = null;
  /** Why the fences are not in their file; null where they are, or need not be. */
  fault = null;
  #waiting = new Map(); // request → {done, failed}
  #request = 0;
  #undo = []; // {what, message: what takes it back, null until it is answered, settled, wanted: whom to tell}
  #late = []; // those of them that are to be taken back, in order

  /** `send(message)` answers false where there is no connection; `changed()` is called after each change. */
  constructor({ send, changed }) {
    Object.assign(this, { send, changed });
  }

  get editable() {
    return this.limits?.allowed === true;
  }

  /** A server's `hello`: it begins to tell anew. */
  greet(message) {
    this.limits = message.fenceEditing ?? null;
    if (!this.limits) this.fences.clear();
    this.fault = null;
    this.lost();
    this.changed();
  }

  /** The connection is gone: what has no answer gets none. */
  lost() {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed({ code: "lost", part: "fence", message: "The connection was lost before the server answered. Try again when it is back." });
  }

  receive(message) {
    if (message.type === "drawn-fences") this.#tell(message);
    else if (message.type === "fences-kept") this.fault = message.error ? String(message.error) : null;
    else {
      const waiting = this.#waiting.get(message.request);
      this.#waiting.delete(message.request);
      if (message.type === "fence-saved") waiting?.done(String(message.fence));
      else waiting?.failed(message);
    }
    this.changed();
  }

  #tell(message) {
    if (message.reset) this.fences.clear();
    for (const told of message.fences ?? []) {
      const shape = shapeOf(told.geometry);
      // One that this page cannot show is not shown.
      if (shape) this.fences.set(String(told.fence), { ...told, fence: String(told.fence), name: String(told.name ?? ""), shape });
    }
    for (const id of message.removed ?? []) this.fences.delete(id);
  }

  /** Asks for something. `done(id)`, or `failed({code, part, message, …})`. */
  #ask(message, done, failed) {
    this.#request += 1;
    if (!this.send({ ...message, request: this.#request })) {
      failed({ code: "lost", part: "fence", message: "Not connected. Try again when the connection is back." });
      return;
    }
    this.#waiting.set(this.#request, { done, failed });
  }

  /** Asks for a change that can be taken back, from now on and not only from its answer on; `back(id)` makes the message that does so. */
  #askForChange(message, what, back, done, failed) {
    const entry = { what, message: null, settled: false, wanted: null };
    this.#undo.push(entry);
    if (this.#undo.length > remembered) this.#undo.shift();
    this.#ask(message, (id) => {
      Object.assign(entry, { message: back(id), settled: true });
      done(id);
      this.#takeBackLate();
    }, (error) => {
      entry.settled = true;
      this.#undo = this.#undo.filter((other) => other !== entry);
      failed(error);
      this.#takeBackLate();
    });
  }

  /** A new fence. */
  add(settings, { done, failed }) {
    this.#askForChange({ type: "put-fence", ...settings }, `drawing “${settings.name}”`, (id) => ({ type: "delete-fence", fence: id }), done, failed);
  }

  /** Changes a fence; `before` is what it was, where that is not what is known now (as after a drag). */
  change(id, settings, { done, failed, before = this.fences.get(id) }) {
    const old = before ? settingsOf(before) : {};
    this.#askForChange({ type: "put-fence", fence: id, ...settings }, `the change of “${before?.name ?? ""}”`, () => {
      const back = Object.fromEntries(Object.keys(settings).map((name) => [name, name === "source" || name === "device" ? undefined : old[name]]));
      if ("source" in settings || "device" in settings) Object.assign(back, old.device === undefined ? { source: old.source } : { device: old.device });
      return { type: "put-fence", fence: id, ...back };
    }, done, failed);
  }

  /** While a hand drags it: no answer comes unless it cannot be. */
  move(id, shape, failed) {
    this.#request += 1;
    if (this.send({ type: "move-fence", request: this.#request, fence: id, geometry: geometryOf(shape) })) {
      // Of those that succeed nothing is heard.
      for (const [request, { move }] of this.#waiting) if (move) this.#waiting.delete(request);
      this.#waiting.set(this.#request, { move: true, done: () => {}, failed });
    }
  }

  remove(id, { done, failed }) {
    const fence = this.fences.get(id);
    if (!fence) return this.#ask({ type: "delete-fence", fence: id }, done, failed);
    this.#askForChange({ type: "delete-fence", fence: id }, `deleting “${fence.name}”`, () => ({ type: "put-fence", ...settingsOf(fence) }), done, failed);
  }

  // MARK: the way back

  /** What would be taken back, in words; null for nothing. */
  get undoable() {
    return this.#undo.at(-1)?.what ?? null;
  }

  /** Takes this page's last change back, where it has no answer yet as soon as it has one; what others have done since to other parts of the fence stays. */
  undo({ done, failed }) {
    const last = this.#undo.pop();
    if (!last) return;
    last.wanted = { done, failed };
    this.#late.push(last);
    this.#takeBackLate();
    this.changed();
  }

  /** Those that were asked for first go first. */
  #takeBackLate() {
    while (this.#late[0]?.settled) {
      const entry = this.#late.shift();
      const { done, failed } = entry.wanted;
      if (!entry.message) {
        failed({ code: "gone", part: "fence", message: `There is nothing to take back: ${entry.what} was refused.` });
        continue;
      }
      this.#ask(entry.message, (id) => done(entry.what, id), (error) => {
        // What is gone cannot be put back; anything else may be tried again.
        if (error.code !== "gone") this.#undo.push(entry);
        failed(error);
      });
    }
  }
}
