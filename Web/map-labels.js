// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The labels of the map: gathers what could be named, lets label-placement.js choose, and keeps typed arrays for drawing.

import { inScale } from "./displays.js";
import { nameOf } from "./formats.js";
import { LabelPlacement } from "./label-placement.js";

const fade = 160; // milliseconds
const mostTried = 500; // entity labels tried at a time: what a person can read has long ended
const symbolRadius = 11;
const square = 28; // pixels
const crowded = 3; // symbols in a square beyond which none of them is labelled

const ranks = { city: 1, fence: 2, entity: 3, airport: 4, town: 5, country: 5, state: 6, landmark: 6, village: 7, county: 8 };
const sides = {
  selected: ["right", "left", "above", "below"],
  entity: ["right", "left", "above", "below"],
  fence: ["above", "below", "centre"],
  landmark: ["centre", "above", "below"],
  country: ["centre"], state: ["centre"], county: ["centre"],
};
/** Where labels that a layer defines are put, by the names that they have there; others wherever there is room. */
const placements = {
  __proto__: null,
  pointAboveCenter: "above", pointAboveLeft: "aboveLeft", pointAboveRight: "aboveRight", pointBelowCenter: "below", pointBelowLeft: "belowLeft",
  pointBelowRight: "belowRight", pointCenterCenter: "centre", pointCenterLeft: "left", pointCenterRight: "right",
};
const besideMark = ["right", "left", "above", "below"];
const lands = new Set(["country", "state", "county"]); // names so wide that symbols may stand on them
const marks = { city: "city-mark", town: "town-mark", village: "town-mark", airport: "airport-mark" };

export class MapLabels {
  #placement = new LabelPlacement(1, 1);
  #drawn = new Map(); // key → label
  #generation = -1;
  #groups = { ground: new LabelColumns(), entity: new LabelColumns() };
  /** True while labels come or go. */
  fading = false;

  constructor(atlas) {
    this.atlas = atlas;
  }

  /**
   * Chooses the labels. `ground` are places as in gazetteer.js and fences; `sources` give the entities where they are
   * displayed now; `focus` is the list of those ({store, slot}) whose label comes before all others, `unlabelled(store)`
   * the slot that needs none; `covered` are the boxes [left, top, right, bottom] where no label could be read; `scale` is the n of 1 : n, and
   * `radius(source, slot)` how large a symbol is.
   */
  choose(projection, ground, sources, { focus, unlabelled, entities, covered, scale, radius }) {
    if (this.#generation !== this.atlas.generation) this.#drawn.clear();
    this.#generation = this.atlas.generation;
    this.#placement.resize(projection.width, projection.height);
    const candidates = [];
    const obstacles = [];
    for (const { store, slot } of focus) this.#entity(candidates, projection, store, slot, "selected", -1);
    this.#entities(candidates, obstacles, projection, sources, { focus, unlabelled, entities, scale, radius });
    for (const item of ground) this.#ground(candidates, projection, item);
    this.#take(this.#placement.place(candidates, obstacles, covered));
    // A full texture is emptied; the next choice draws again what is still wanted.
    if (candidates.full) this.atlas.clear();
  }

  #entities(candidates, obstacles, projection, sources, { focus, unlabelled, entities, scale, radius }) {
    const crowd = new Map(); // square of the screen → symbols in it
    const squareOf = (x, y) => Math.floor(x / square) * 4096 + Math.floor(y / square);
    const seen = [];
    for (const entry of sources) {
      const { store, display } = entry;
      if (!display.shownAt(scale)) continue;
      for (let slot = 0; slot < store.length; slot += 1) {
        const [longitude, latitude] = [store.positions[2 * slot], store.positions[2 * slot + 1]];
        if (Number.isNaN(longitude) || !projection.shows(longitude, latitude, 20)) continue;
        const [x, y] = projection.project(longitude, latitude);
        const key = squareOf(x, y);
        crowd.set(key, (crowd.get(key) ?? 0) + 1);
        const size = radius(entry, slot);
        if (seen.length < mostTried) seen.push({ store, display, slot, key, own: obstacles.length / 3, size });
        obstacles.push(x, y, size - 2);
      }
    }
    if (!entities) return;
    for (const { store, display, slot, key, own, size } of seen) {
      // In a crowd nobody can tell which name belongs to whom.
      if (crowd.get(key) > crowded || store.removedAt[slot] !== 0 || slot === unlabelled(store)) continue;
      if (focus.some((one) => one.store === store && one.slot === slot)) continue;
      if (display.labelDefinitions) this.#defined(candidates, projection, { store, display, slot, own, size, scale });
      else this.#entity(candidates, projection, store, slot, "entity", own);
    }
  }

  /** The labels that the layer of a source defines. */
  #defined(candidates, projection, { store, display, slot, own, size, scale }) {
    const told = display.labels.get(store.numbers[slot]) ?? [];
    const [x, y] = projection.project(store.positions[2 * slot], store.positions[2 * slot + 1]);
    for (let i = 0; i + 1 < told.length; i += 2) {
      const definition = display.labelDefinitions[told[i]];
      if (!definition || !inScale(definition, scale)) continue;
      const first = placements[definition.placement];
      const moves = !first || definition.strategy.startsWith("dynamic");
      this.#offer(candidates, {
        key: `defined/${told[i]}/${store.tracks[slot]}`, kind: "entity", text: nameOf(told[i + 1], 60), x, y, own, store, track: store.tracks[slot],
        described: definition, radius: (definition.offset ?? 1) + size, always: definition.strategy === "none" || definition.strategy === "dynamicNeverRemove",
        // The definitions in their order, unless they have priorities.
        rank: ranks.entity + Math.min(0.99, (definition.priority ?? told[i]) / 100),
        sides: first ? [first, ...(moves ? sides.entity.filter((side) => side !== first) : [])] : sides.entity,
      });
    }
  }

  #entity(candidates, projection, store, slot, kind, own) {
    const track = store.tracks[slot];
    const [x, y] = projection.project(store.positions[2 * slot], store.positions[2 * slot + 1]);
    this.#offer(candidates, {
      key: `${kind}/${track}`, kind, text: nameOf(store.labels[slot], 24), x, y, own, store, track,
      radius: symbolRadius + (kind === "selected" ? 9 : 1),
    });
  }

  #ground(candidates, projection, item) {
    if (!projection.shows(item.longitude, item.latitude, 10)) return;
    const [x, y] = projection.project(item.longitude, item.latitude);
    this.#offer(candidates, { ...item, text: nameOf(item.text, 40), x, y, own: -1, under: lands.has(item.kind), radius: marks[item.kind] ? 4 : 1 });
  }

  #offer(candidates, label) {
    const sprite = this.atlas.sprite(label.text, label.kind, label.described ?? null);
    if (!sprite) {
      candidates.full = true;
      return;
    }
    candidates.push({
      ...label, sprite, width: sprite.width - 3, height: sprite.height - 5,
      rank: label.rank ?? ranks[label.kind] ?? 0, sides: label.sides ?? sides[label.kind] ?? besideMark,
    });
  }

  #take(placed) {
    for (const label of this.#drawn.values()) label.target = 0;
    for (const { candidate, dx, dy } of placed) {
      const before = this.#drawn.get(candidate.key);
      const moved = before && (before.dx !== dx || before.dy !== dy);
      this.#drawn.set(candidate.key, {
        ...candidate, dx, dy, target: 1, opacity: before && !moved ? before.opacity : 0,
        mark: marks[candidate.kind] ? this.atlas.sprite("", marks[candidate.kind]) : null,
      });
    }
  }

  /** Fades and moves the labels and answers with their columns: {ground, entity}. `elapsed` in milliseconds. */
  columns(elapsed) {
    this.fading = false;
    const { ground, entity } = this.#groups;
    ground.begin();
    entity.begin();
    for (const [key, label] of this.#drawn) {
      const step = elapsed / fade;
      label.opacity = label.target === 1 ? Math.min(1, label.opacity + step) : Math.max(0, label.opacity - step);
      if (label.opacity === 0 && label.target === 0) {
        this.#drawn.delete(key);
        continue;
      }
      if (label.opacity !== label.target) this.fading = true;
      let { longitude, latitude } = label;
      if (label.store) {
        const slot = label.store.slotOfTrack.get(label.track);
        if (slot === undefined) {
          label.target = 0;
          continue;
        }
        longitude = label.store.positions[2 * slot];
        latitude = label.store.positions[2 * slot + 1];
      }
      const group = label.store || label.kind === "fence" ? entity : ground;
      group.add(longitude, latitude, label.sprite, label.dx, label.dy, label.opacity);
      if (label.mark) group.add(longitude, latitude, label.mark, 0, 0, label.opacity);
    }
    return { ground: ground.finish(), entity: entity.finish() };
  }
}

/** Columns of sprites for deck.gl; the same object again as long as nothing changed, so that nothing is sent again. */
class LabelColumns {
  #rows = [];
  #signature = "";
  #data = { length: 0, attributes: {} };

  begin() {
    this.#rows.length = 0;
  }

  add(...row) {
    this.#rows.push(row);
  }

  finish() {
    const rows = this.#rows;
    const signature = rows.map(([longitude, latitude, sprite, dx, dy, opacity]) =>
      `${longitude},${latitude},${sprite.frame[0]},${sprite.frame[1]},${dx},${dy},${opacity}`).join(";");
    if (signature === this.#signature) return this.#data;
    this.#signature = signature;
    const count = rows.length;
    const positions = new Float64Array(2 * count);
    const frames = new Float32Array(4 * count);
    const sizes = new Float32Array(count);
    const offsets = new Float32Array(2 * count);
    const colors = new Uint8Array(4 * count).fill(255);
    rows.forEach(([longitude, latitude, sprite, dx, dy, opacity], i) => {
      positions.set([longitude, latitude], 2 * i);
      frames.set(sprite.frame, 4 * i);
      sizes[i] = sprite.height;
      offsets.set([dx, dy], 2 * i);
      colors[4 * i + 3] = Math.round(255 * opacity);
    });
    this.#data = {
      length: count,
      attributes: {
        getPosition: { value: positions, size: 2 },
        getSize: { value: sizes, size: 1 },
        getPixelOffset: { value: offsets, size: 2 },
        getColor: { value: colors, size: 4, normalized: true },
        instanceIconFrames: { value: frames, size: 4 },
        instanceOffsets: { value: new Float32Array(2 * count), size: 2 },
        instanceColorModes: { value: new Uint8Array(count), size: 1 },
      },
    };
    return this.#data;
  }
}
