// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Tells the server how the view is: at once, then at most every tenth of a second, and always how it ends. Whether a person has moved it
// is never lost between two messages. Pure: clock and timer come in.

import { Pace } from "./pace.js";

const interval = 100;

export class ViewReports {
  #pace;
  #user = false;
  #sent = "";
  #again = false;
  /** The latest viewpoint that was obeyed, or null. */
  sequence = null;

  /** `read()` answers with the view ({width, height, center, scale, rotation}) or null while there is none; `send(message)` is false where it was not sent. */
  constructor({ read, send, now = () => performance.now(), later = (action, wait) => setTimeout(action, wait) }) {
    Object.assign(this, { read, send });
    this.#pace = new Pace(interval, () => this.#tell(), { now, later });
  }

  /** The view has changed; `user` where a person, or the page for a person, did it. */
  changed(user) {
    this.#user ||= user;
    this.#pace.plan();
  }

  /** A server that does not know it yet. */
  begin() {
    this.#user = false;
    this.#again = true;
    this.sequence = null;
    this.#tell();
  }

  #tell() {
    const view = this.read();
    if (!view) return;
    const content = JSON.stringify([view, this.sequence]);
    if (content === this.#sent && !this.#user && !this.#again) return;
    if (!this.send({ type: "view", ...view, user: this.#user, ...(this.sequence === null ? {} : { sequence: this.sequence }) })) return;
    this.#sent = content;
    this.#pace.said();
    this.#user = this.#again = false;
  }
}
