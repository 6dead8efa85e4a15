// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The socket to the server: opens it, notices when it dies, opens it again. It knows no page.

import { readFrame } from "./frame.js";

const subprotocol = "vedette.live.1";
const silence = 5_000; // the protocol promises something at least once a second
const handshake = 6_000;
const cap = 5_000;

/** Milliseconds before attempt 1, 2, …: the first at once, then doubling to a cap, with jitter. */
export function retryDelay(attempt, random = Math.random) {
  if (attempt <= 1) return 0;
  return Math.min(cap, 500 * 2 ** (attempt - 2)) * (0.6 + 0.4 * random());
}

/**
 * The connection to one server, kept up for the life of the page.
 * `handler` has: `changed()` after each change of state, `hello(message)`, `message(message)`, `frame(frame, arrival)`.
 * State is "connecting" (never connected yet), "connected", "reconnecting" or "failed" (it still goes on trying).
 */
export class LiveConnection {
  state = "connecting";
  /** Why it failed, in words, or null. */
  reason = null;
  /** Local time (milliseconds) of the next attempt, or null. */
  retryAt = null;
  /** Local time of the last message. */
  heardAt = null;
  /** Local time of the last frame: how old the picture is. */
  picturedAt = null;

  #socket = null;
  #attempt = 0;
  #timer = 0;
  #openedAt = 0;
  #greeted = false;
  #stopped = false;
  #watchedAt = 0;

  /** `address` is a text, or answers one each time that a socket is opened. */
  constructor(address, handler, now = () => performance.now()) {
    this.address = address;
    this.handler = handler;
    this.now = now;
    setInterval(() => this.#watch(), 500);
  }

  /** Opens a new socket now, whatever the back-off says. */
  open() {
    clearTimeout(this.#timer);
    this.retryAt = null;
    this.#greeted = false;
    this.#openedAt = this.now();
    const socket = new WebSocket(typeof this.address === "function" ? this.address() : this.address, subprotocol);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.#receive(socket, event.data);
    socket.onclose = () => this.#lost(socket);
    this.#replace(socket);
    this.handler.changed();
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #replace(socket) {
    const old = this.#socket;
    this.#socket = socket;
    if (!old) return;
    old.onmessage = old.onclose = null;
    old.close();
  }

  #receive(socket, data) {
    if (socket !== this.#socket) return;
    const arrival = this.now();
    this.heardAt = arrival;
    try {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        if (message.type === "hello") this.#greet(message);
        else if (this.#greeted) this.handler.message(message);
      } else if (this.#greeted) {
        const frame = readFrame(data);
        this.picturedAt = arrival;
        this.handler.frame(frame, arrival);
        this.send({ type: "ack", frame: frame.sequence });
        this.#settle();
      }
    } catch (error) {
      // What cannot be read cannot be trusted: begin again with a picture that is whole.
      console.warn("Vedette: the connection is begun again:", error);
      this.#lost(socket);
    }
  }

  #greet(message) {
    if (message.protocol !== 1) {
      this.#stopped = true;
      this.#replace(null);
      this.#become("failed", `the server speaks version ${Number(message.protocol)} of the live view, this page version 1: reload the page`);
      return;
    }
    this.#greeted = true;
    this.handler.hello(message);
    if (!message.sources?.length) this.#settle();
  }

  /** Connected is who has a picture: a server that greets and then says nothing is not there yet. */
  #settle() {
    this.#attempt = 0;
    if (this.state !== "connected") this.#become("connected");
  }

  #lost(socket) {
    if (socket !== this.#socket || this.#stopped) return;
    this.#replace(null);
    this.#attempt += 1;
    const delay = retryDelay(this.#attempt);
    this.retryAt = this.now() + delay;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), delay);
    if (this.state === "connected") this.#become("reconnecting");
    else this.handler.changed();
    if (this.#attempt >= 3) this.#diagnose();
  }

  /** Nothing answers, or somebody answers but refuses? A person can only mend what is named. */
  async #diagnose() {
    const answers = await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (this.state === "connected" || this.#stopped) return;
    if (answers) this.#become("failed", "the server answers, but refuses the live view");
    else if (this.state === "failed") this.#become("reconnecting");
  }

  #become(state, reason = null) {
    this.state = state;
    this.reason = reason;
    this.handler.changed();
  }

  #watch() {
    const socket = this.#socket;
    // After a pause of the whole page (sleep, a long task) its messages are still queued: hear them first.
    const paused = this.now() - this.#watchedAt > 2_000;
    this.#watchedAt = this.now();
    if (!socket || this.#stopped || paused) return;
    const since = this.#greeted ? this.heardAt : this.#openedAt;
    if (this.now() - since > (this.#greeted ? silence : handshake)) this.#lost(socket);
  }
}
