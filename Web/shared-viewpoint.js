// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// A view whose browsers all look at the same: tells the server where a person goes, and goes where others do. The last move wins, and
// nobody's own hand is pulled back by what the server said before it knew of it. Pure: clock, timer and map come in.

import { Pace } from "./pace.js";

const interval = 100; // milliseconds between two messages while a person moves the map

export class SharedViewpoint {
  #steers = false;
  #move = 0; // the number of the newest move that was told
  #owed = false; // a move that is not told yet
  #pace;
  #waiting = null; // what came before there was a map

  /**
   * `read()` answers with the view ({width, height, center, scale, rotation}) or null while there is none; `send(message)` is false where it was not sent;
   * `go(message)` looks there, `busy()` is true while a hand, or a location that is followed, has the map.
   */
  constructor({ read, send, go, busy, now = () => performance.now(), later = (action, wait) => setTimeout(action, wait) }) {
    Object.assign(this, { read, send, go, busy });
    this.#pace = new Pace(interval, () => this.#tell(), { now, later });
  }

  /** A server's `hello`: it knows of no moves yet. */
  greet({ sharedViewpoint }) {
    this.#steers = sharedViewpoint?.steer === true;
    this.#move = 0;
    this.#owed = false;
    this.#waiting = null;
  }

  /** The map has moved; `user` where a person, or the page for a person, did it. */
  moved(user) {
    if (!user || !this.#steers) return;
    this.#owed = true;
    this.#pace.plan();
  }

  /** A `shared-viewpoint`; false where it is not obeyed. */
  receive(message) {
    const place = message.center;
    if (!Array.isArray(place) || place.length < 2 || ![place[0], place[1], message.scale, message.rotation].every(Number.isFinite)) return false;
    if (!this.read()) {
      this.#waiting = message;
      return false;
    }
    // The server did not know yet where a person has gone here; it will say more.
    if (this.#owed || !(message.seen >= this.#move) || this.busy()) return false;
    this.go(message);
    return true;
  }

  /** There is a map. */
  begin() {
    const message = this.#waiting;
    this.#waiting = null;
    if (message) this.receive(message);
  }

  #tell() {
    if (!this.#owed) return;
    this.#owed = false;
    const view = this.read();
    if (!view || !this.send({ type: "steer", move: this.#move + 1, ...view })) return;
    this.#move += 1;
    this.#pace.said();
  }
}
