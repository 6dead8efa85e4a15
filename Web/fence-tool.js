// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The tool for fences: draws new ones, edits those that are drawn, and shows both on the map. The server decides what a fence is and whom it judges.

import { FenceBoard, settingsOf } from "./fence-board.js";
import { FenceForm } from "./fence-form.js";
import { FenceHandles } from "./fence-handles.js";
import { FencePanel } from "./fence-panel.js";
import { draftOf, geometryOf, kindNames, reachOf } from "./fence-shapes.js";
import { cleanText, nameOf } from "./formats.js";

const pace = 100; // milliseconds between two shapes that are told while a hand drags
const firstWidth = 1_000; // metres

export class FenceTool {
  #map = null; // live-map.js
  #handles = null;
  #selected = null;
  #draft = null; // a fence that is not saved yet
  #dragged = null; // the shape under the hand
  #drawing = null;
  #open = false;
  #readOnly = false;
  #toldAt = 0;
  #timer = 0;
  #filled = null;

  /** `context`: send, announce, say (to eyes, too), close, focusPanel, sources, locations() with {location, name} each, connected(), free() with the part of the window that nothing covers. */
  constructor(context) {
    this.context = context;
    this.board = new FenceBoard({ send: context.send, changed: () => this.redraw() });
    this.form = new FenceForm({
      save: (settings) => this.#save(settings), sized: (size) => this.#resize(size), remove: () => this.#remove(), leave: () => this.select(null),
    });
    this.panel = new FencePanel({ form: this.form, actions: {
      draw: (kind) => this.draw(kind), select: (id) => (id === "" ? this.form.focus() : this.select(id === this.#selected ? null : id, true)), undo: () => this.undo(),
      showGiven: ({ places }) => this.#map?.view.flyTo(...places[0], 9), close: () => context.close(), shown: (open) => this.#shown(open),
    } });
  }

  /** What `connection.js` hands on. */
  receivers = Object.fromEntries(["drawn-fences", "fences-kept", "fence-saved", "fence-error"].map((type) => [type, (message) => this.board.receive(message)]));

  greet(message) {
    this.#readOnly = message.readOnly === true;
    this.board.greet(message);
  }

  /** The connection has come or gone. */
  connectionChanged() {
    if (!this.context.connected()) this.board.lost();
    this.redraw();
  }

  attach(liveMap) {
    this.#map = liveMap;
    const { map } = liveMap.view;
    this.#handles = new FenceHandles(map, {
      announce: this.context.announce,
      moving: (shape) => this.#moving(shape), moved: (shape, before) => this.#moved(shape, before), cancelled: (shape) => this.#cancelled(shape),
      left: () => this.form.focus(),
    });
    map.on("click", ({ point }) => {
      if (!this.#open || this.#draft || liveMap.drawing.takesClicks) return;
      const id = liveMap.drawnFenceAt(point);
      if (id) this.select(id);
    });
    this.redraw();
  }

  #shown(open) {
    this.#open = open;
    if (!open && this.#drawing) this.#map?.drawing.cancel();
    this.redraw();
  }

  /** Draws panel, map and handles as things are. */
  redraw() {
    const { board } = this;
    if (this.#selected && !board.fences.has(this.#selected)) {
      this.context.announce("The fence was deleted");
      this.#selected = null;
    }
    const edited = this.#edited;
    if (this.#open) {
      if (edited && this.#filled !== (edited.fence ?? "draft")) this.#fill(edited);
      else if (edited) this.form.reshape(this.#dragged ?? edited.shape);
      this.#filled = edited ? (edited.fence ?? "draft") : null;
    }
    this.panel.draw({
      fences: [...board.fences.values()], selected: this.#selected, isDraft: this.#draft !== null, draft: this.#draft, editable: board.editable, readOnly: this.#readOnly, limits: board.limits,
      undoable: board.undoable, fault: board.fault, given: this.#map?.givenFences ?? [], connected: this.context.connected(), hasMap: this.#map !== null, drawing: this.#drawing,
    });
    const isShown = this.#open && board.editable && edited;
    // What can be dragged must not be under a call-out.
    document.body.classList.toggle("fencing", Boolean(isShown));
    this.#handles?.show(isShown ? this.#dragged ?? edited.shape : null);
    const loose = this.#draft?.shape ?? this.#dragged;
    this.#map?.showDrawnFences([...board.fences.values()], this.#selected, loose ? draftOf(loose) : null);
  }

  get #edited() {
    return this.#draft ?? this.board.fences.get(this.#selected) ?? null;
  }

  #fill(fence) {
    const sources = [...this.context.sources].map(({ info }) => [`s${info.source}`, cleanText(info.name, 60)]);
    const locations = this.context.locations().map(({ location, name }) => [`d${location}`, cleanText(name, 60)]);
    const info = [...this.context.sources][0]?.info;
    const field = [info?.labelField, info?.trackField, info?.fields[0]?.name].find((name) => /^[A-Za-z_]\w*$/.test(name ?? ""));
    this.form.fill(fence, [["all", "Everything"], ...sources, ...locations], fence === this.#draft, field ? `$feedfeature.${field}` : "$fencefeature.name");
  }

  // MARK: choosing and drawing

  /** Selects a fence, or none; `fly` brings it into view. */
  select(id, fly = false) {
    if (this.#draft) return;
    this.#dragged = null;
    this.#selected = id;
    this.panel.showFault(null);
    this.redraw();
    const fence = this.board.fences.get(id);
    if (fence && fly) this.#show(fence.shape);
    if (fence) this.context.announce(`Fence ${nameOf(fence.name)} selected`);
  }

  #show(shape) {
    this.#map?.bring(reachOf(shape), this.context.free());
  }

  draw(kind) {
    if (!this.#map || !this.board.editable || this.#draft) return;
    this.select(null);
    this.#drawing = kind;
    this.context.drawing?.(true);
    this.#map.drawing.begin(kind, {
      radius: 2_000, unit: "km",
      done: (drawn) => this.#drawn(drawn),
      ended: () => {
        this.#drawing = null;
        this.redraw();
        if (!this.#draft) this.panel.toolRow.querySelector(`[data-draw=${kind}]`)?.focus({ preventScroll: true });
      },
    });
    this.redraw();
  }

  #drawn({ kind, center, radius, corners }) {
    const shape = kind === "circle" ? { kind, center, radius: Math.max(1, Math.min(1_000_000, radius)) } : kind === "corridor" ? { kind, line: corners, width: firstWidth } : { kind, rings: [corners] };
    const names = new Set([...this.board.fences.values()].map(({ name }) => name));
    let number = 1;
    while (names.has(`${kindNames[kind]} ${number}`)) number += 1;
    this.#draft = { name: `${kindNames[kind]} ${number}`, shape, rule: "enter-or-exit", bufferMetres: 0, detection: "fixes" };
    this.redraw();
    this.form.focus();
    this.context.announce(`${kindNames[kind]} drawn. Name it and save it; it is not watched yet.`);
  }

  // MARK: changing

  #moving(shape) {
    this.#dragged = shape;
    if (this.#draft) {
      this.#draft = { ...this.#draft, shape };
      this.#dragged = null;
    } else if (!this.#timer) {
      // The newest shape of each tenth of a second is told.
      this.#timer = setTimeout(() => {
        this.#timer = 0;
        this.#toldAt = performance.now();
        if (this.#dragged && this.#selected) this.board.move(this.#selected, this.#dragged, (error) => this.panel.showFault(error));
      }, Math.max(0, this.#toldAt + pace - performance.now()));
    }
    this.redraw();
  }

  #moved(shape, before) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#draft) {
      this.#moving(shape);
      return;
    }
    const id = this.#selected;
    const fence = this.board.fences.get(id);
    if (!fence) return;
    this.#dragged = shape;
    const settled = () => {
      if (this.#selected === id && !this.#handles?.dragging) this.#dragged = null;
      this.redraw();
    };
    this.board.change(id, { geometry: geometryOf(shape) }, {
      before: { ...fence, shape: before },
      done: () => { this.panel.showFault(null); settled(); },
      failed: (error) => { this.panel.showFault(error); this.context.announce(error.message); this.#putBack(id, before); settled(); },
    });
    this.redraw();
  }

  /** While it was dragged the server has taken other shapes; what cannot be ends where it began. */
  #putBack(id, shape) {
    this.board.move(id, shape, (error) => this.panel.showFault(error));
  }

  #cancelled(shape) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#dragged = null;
    if (this.#draft) this.#draft = { ...this.#draft, shape };
    else if (this.#selected) this.#putBack(this.#selected, shape);
    this.redraw();
  }

  /** A radius or width was typed: seen at once, saved with the rest. */
  #resize(size) {
    if (this.#draft) this.#draft = { ...this.#draft, shape: { ...this.#draft.shape, ...size } };
    else if (this.#edited) this.#dragged = { ...(this.#dragged ?? this.#edited.shape), ...size };
    this.redraw();
  }

  #save(settings) {
    const outcome = (saved) => ({
      done: (id) => { this.form.busy(false); saved(id); },
      failed: (error) => { this.form.busy(false); this.form.showFault(error); this.context.announce(error.message); },
    });
    if (this.#draft) {
      this.form.busy(true);
      this.board.add({ ...settings, geometry: geometryOf(this.#draft.shape) }, outcome((id) => {
        this.#draft = null;
        this.#selected = id;
        this.#filled = null;
        this.redraw();
        this.context.say(`“${nameOf(settings.name, 40)}” is watched now. Who crosses it is told under Notifications.`);
      }));
      return;
    }
    const fence = this.board.fences.get(this.#selected);
    if (!fence) return;
    const changes = this.form.changes(settings);
    if (this.#dragged) changes.geometry = geometryOf(this.#dragged);
    if (Object.keys(changes).length === 0) {
      this.context.announce("Nothing has changed");
      return;
    }
    this.form.busy(true);
    this.board.change(fence.fence, changes, outcome(() => {
      this.#dragged = null;
      this.#filled = null;
      this.redraw();
      this.context.say(`“${nameOf(settings.name, 40)}” is saved`);
    }));
  }

  #remove() {
    if (this.#draft) {
      this.#draft = null;
      this.#filled = null;
      this.redraw();
      this.context.focusPanel();
      this.context.announce("Discarded");
      return;
    }
    const fence = this.board.fences.get(this.#selected);
    if (!fence) return;
    this.form.busy(true);
    this.board.remove(fence.fence, {
      done: () => { this.form.busy(false); this.context.focusPanel(); this.context.say(`“${nameOf(fence.name, 40)}” is deleted. Undo brings it back.`); },
      failed: (error) => { this.form.busy(false); this.form.showFault(error); },
    });
  }

  undo() {
    if (!this.board.undoable) return false;
    this.#dragged = null;
    this.#filled = null;
    this.board.undo({
      done: (what) => { this.#filled = null; this.redraw(); this.context.announce(`Took back ${what}`); },
      failed: (error) => { this.panel.showFault(error); this.context.announce(error.message); },
    });
    return true;
  }

  /** Escape: the draft or the selection goes first; false where there is neither. */
  escape() {
    if (this.#draft) this.#remove();
    else if (this.#selected) this.select(null);
    else return false;
    return true;
  }

  /** For tests and support. */
  get state() {
    return {
      fences: [...this.board.fences.values()].map((fence) => ({ id: fence.fence, name: fence.name, ...settingsOf(fence), area: fence.area })),
      selected: this.#selected, draft: this.#draft && { name: this.#draft.name, geometry: geometryOf(this.#draft.shape) }, editable: this.board.editable, undoable: this.board.undoable,
    };
  }
}
