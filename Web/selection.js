// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The one selected track, by its text: it survives a reconnection, a restart of the server, and its own absence.

export class Selection {
  source = null;
  track = null;
  entity = null;
  attributes = null;
  location = null;
  observedAt = null;
  /** True while the track is not reported; `goneSince` is the local time since when. */
  gone = false;
  goneSince = 0;
  /** What a person calls it: its label when it was last there, before that the track id. */
  name = null;
  /** [longitude, latitude] where it was displayed last. */
  displayed = null;
  follow = false;
  emphasised = false;

  /** `changed()` is called when something else is selected, `updated()` when there is news of it. */
  constructor({ send, changed, updated }) {
    Object.assign(this, { send, changed, updated });
  }

  get any() {
    return this.track !== null;
  }

  select(source, track) {
    if (this.source === source && this.track === track) return;
    const keep = { emphasised: this.emphasised };
    Object.assign(this, blank, keep, { source, track, name: track });
    this.resend();
    this.changed();
  }

  clear() {
    if (!this.any) return;
    Object.assign(this, blank);
    this.send({ type: "select", track: null });
    this.changed();
  }

  /** After a reconnection the server knows of no selection. */
  resend() {
    if (this.any) this.send({ type: "select", source: this.source, track: this.track });
  }

  /** An `entity` message. */
  receive(message, local) {
    if (message.source !== this.source || message.track !== this.track) return;
    if (message.entity === null || message.entity === undefined) {
      this.#setGone(true, local);
    } else {
      this.entity = message.entity;
      this.attributes = message.attributes ?? {};
      this.location = message.location ?? null;
      this.observedAt = message.observedAt ?? message.receivedAt ?? null;
      this.#setGone(false, local);
    }
    this.updated();
  }

  /** After frames: is the track still among what is displayed? */
  check(sources, local) {
    if (!this.any) return;
    const present = sources.get(this.source)?.store.slotOfTrack.has(this.track) ?? false;
    const { name } = this;
    this.locate(sources);
    if (present !== !this.gone || name !== this.name) {
      this.#setGone(!present, local);
      this.updated();
    }
  }

  /** Notes where it is displayed now, and what it is called. */
  locate(sources) {
    if (!this.any) return;
    const store = sources.get(this.source)?.store;
    const slot = store?.slotOfTrack.get(this.track);
    if (slot !== undefined) this.name = store.labels[slot];
    if (slot !== undefined && !Number.isNaN(store.positions[2 * slot])) {
      this.displayed = [store.positions[2 * slot], store.positions[2 * slot + 1]];
    } else if (this.displayed === null && this.location) {
      this.displayed = this.location;
    }
  }

  #setGone(gone, local) {
    if (gone && !this.gone) this.goneSince = local;
    this.gone = gone;
  }
}

const blank = {
  source: null, track: null, name: null, entity: null, attributes: null, location: null, observedAt: null,
  gone: false, goneSince: 0, displayed: null, follow: false, emphasised: false,
};
