// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The entities of all sources in the scene: where each is on the screen, and its picture, a model where it is near, a marker where it is far.

import { fadeTime } from "../entities.js";
import { pointOf } from "../rig/earth.js";
import { rotate } from "../rig/quaternions.js";
import { bodyOf, targetState } from "../rig/target-state.js";
import { SceneMarkers } from "./scene-markers.js";
import { SceneModels } from "./scene-models.js";
import { lookOf } from "./scene-symbols.js";

const leastModel = 16; // pixels: what would be smaller is a marker
const mostMarkers = { lite: 1_500, full: 6_000 };
const mostModels = { lite: 24, full: 120 };

export class SceneEntities {
  /** Who is in sight, nearest first: {source, track, store, slot, point, x, y, metres, look, radius}. */
  visible = [];
  #found = []; // kept from picture to picture, so that no object is made an entity
  #pool = [];

  constructor(view) {
    this.view = view;
    this.also = () => {}; // draws what is no entity with the same models and markers
    this.markers = new SceneMarkers(view);
    this.models = new SceneModels(view);
  }

  /**
   * Places everybody. `followed` is {source, track, target} of the rig, who is drawn where the rig has it, or null; `shown(entry)` whether a source is drawn.
   * True where something has changed that can be seen.
   */
  update(sources, { local, stale, followed, shown }) {
    this.#found.length = 0;
    let used = 0;
    const at = [0, 0, 0];
    const { lens } = this.view;
    for (const entry of sources) {
      if (!shown(entry)) continue;
      const { store, info, display } = entry;
      for (let slot = 0; slot < store.length; slot += 1) {
        const longitude = store.positions[2 * slot];
        if (Number.isNaN(longitude)) continue;
        const isFollowed = followed !== null && followed.source === info.source && store.tracks[slot] === followed.track && followed.target !== null;
        const altitude = this.#altitude(entry, slot);
        const point = isFollowed ? followed.target.position : pointOf({ longitude, latitude: store.positions[2 * slot + 1], altitude });
        if (!this.view.project(...point, at)) continue;
        if (at[0] < -60 || at[1] < -60 || at[0] > lens.width + 60 || at[1] > lens.height + 60 || this.view.isHidden(...point)) continue;
        const found = (this.#pool[used] ??= {});
        used += 1;
        [found.x, found.y, found.metres] = at;
        Object.assign(found, { entry, store, slot, point, source: info.source, target: isFollowed ? followed.target : null });
        found.look = lookOf(entry, slot, at[2]);
        found.opacity = (stale ? 0.45 : 1) * display.settings.opacity * fading(store.removedAt[slot], local);
        found.pixels = found.look?.model ? (found.look.length * this.view.focal) / at[2] : 0;
        this.#found.push(found);
      }
    }
    this.visible = this.#found.sort((a, b) => a.metres - b.metres);
    this.#draw(followed, local);
  }

  #altitude({ store, display }, slot) {
    const { placement, altitudeOffset } = display.placement;
    if (placement.startsWith("draped")) return 0;
    return (store.heights?.altitudes[slot] ?? 0) + altitudeOffset;
  }

  #draw(followed, local) {
    const { lite } = this.view;
    const most = lite ? "lite" : "full";
    this.markers.scale = this.view.lens.width < 300 ? 0.5 : this.view.lens.width < 420 ? 0.7 : 1;
    this.markers.begin();
    this.models.begin();
    let [markers, models] = [0, 0];
    for (const one of this.visible) {
      const { look } = one;
      one.radius = 12 * this.markers.scale;
      if (!look) continue;
      if (look.model && (one.pixels >= leastModel || !look.marker) && models < mostModels[most]) {
        models += 1;
        one.radius = Math.max(10, Math.min(120, one.pixels / 2));
        // Until it has come, a marker stands where it will be.
        if (this.models.place(look, one.point, this.#orientation(one), one.opacity, `${one.source}/${one.store.tracks[one.slot]}`)) continue;
      }
      if (markers >= mostMarkers[most]) continue;
      markers += 1;
      const heading = one.store.headings[one.slot];
      const marker = look.marker ?? look.fallback;
      const turned = marker.turns && !Number.isNaN(heading);
      const angle = turned ? this.view.angleOn(one.point, rotate(this.#orientation(one), [0, 1, 0])) : 0;
      this.markers.place(marker.turns && !turned ? marker.still : marker, one.point, angle, one.opacity);
    }
    this.also(followed, local);
    this.markers.end();
    this.models.end();
  }

  /** From the axes of an entity (right, ahead, up) to the Earth-centred ones, with what its symbol adds. */
  #orientation({ store, slot, target, look }) {
    if (target) return target.orientation; // with what its symbol adds
    const base = look.model ?? look;
    const heading = store.headings[slot];
    return orientationOf({
      longitude: store.positions[2 * slot], latitude: store.positions[2 * slot + 1], altitude: 0,
      heading: (Number.isNaN(heading) ? 0 : heading) + (base.heading ?? 0),
      pitch: (store.heights?.pitches[slot] ?? 0) + (base.pitch ?? 0), roll: (store.heights?.rolls[slot] ?? 0) + (base.roll ?? 0),
    });
  }

  /** Who is at a place of the screen, or null: the nearest in pixels, within `reach` or what is drawn of it. */
  at(x, y, reach) {
    let [best, least] = [null, Infinity];
    for (const one of this.visible) {
      const distance = Math.hypot(one.x - x, one.y - y);
      if (distance <= Math.max(reach, one.radius) && distance < least && one.store.removedAt[one.slot] === 0 && one.look) [best, least] = [one, distance];
    }
    return best;
  }

  /** What is seen of a track, or null where it is not in sight. */
  find(source, track) {
    return this.visible.find((one) => one.source === source && one.store.tracks[one.slot] === track) ?? null;
  }

  recolor() {
    this.markers.recolor();
  }
}

/** The turn from right, ahead and up of something to the Earth-centred axes. */
export const orientationOf = (pose) => bodyOf(targetState(pose));

const fading = (removedAt, local) => (removedAt === 0 ? 1 : Math.max(0, 1 - (local - removedAt) / fadeTime));
