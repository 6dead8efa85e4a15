// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Map and scene go together: where one is moved, the other goes along; where somebody is followed, each follows by itself.

import { cameraForMap, mapForCamera, usualPitch } from "./scene-link.js";

const interval = 160; // milliseconds between two moves of the map
const followedInterval = { seen: 250, hidden: 4_000 };
const hiddenInterval = 480; // where nobody sees it

export class MapLink {
  #leads = "map"; // who moved last; "linking" while the map is moved for the scene
  #owed = false; // the map does not look where the scene does yet
  #movedAt = -Infinity;
  #pitch = usualPitch;

  /** `tool` is the SceneTool. */
  constructor(tool) {
    this.tool = tool;
  }

  /** The camera that sees what the map does. */
  camera() {
    const { view } = this.tool.page.liveMap;
    return cameraForMap(view.camera, view.size[1], this.tool.parts?.view.lens ?? { verticalTangent: 0.3 }, this.#pitch);
  }

  /** The map has moved; `user` where a person, or the page for a person, did it. */
  mapMoved(user) {
    const { parts, layout } = this.tool;
    if (!parts || layout === null || this.#leads === "linking") return;
    if (user) this.#leads = "map";
    // What the page itself arranged, too: the map of a location that is followed, or of others who look at the same.
    if (this.#leads === "map" && parts.camera.isFree) parts.camera.go(this.camera(), 0);
    this.tool.redrawScene();
  }

  /** The scene has another size. */
  resized() {
    if (this.#leads === "map" && this.tool.parts.camera.isFree) this.tool.parts.camera.go(this.camera(), 0);
  }

  /** The scene's camera goes its own way. */
  sceneLeads() {
    this.#leads = "scene";
  }

  /** The scene's camera was moved: the map goes along. */
  sceneMoved() {
    this.#leads = "scene";
    this.#owed = true;
  }

  /** Where a program has the scene follow something, the map goes along: else nobody would be told of what is around it. */
  #accompany(local) {
    const { page, parts, layout, hosted } = this.tool;
    const { target } = parts.camera.rig;
    if (!hosted.holds || !target || page.selection.follow || local - this.#movedAt < (layout === "whole" ? followedInterval.hidden : followedInterval.seen)) return;
    this.#movedAt = local;
    this.#leads = "linking";
    page.liveMap.view.follow(target.longitude, target.latitude);
    this.#leads = "scene";
  }

  /** With each frame; `isMoving` while the scene's camera moves. */
  step(local, isMoving) {
    const { page, parts, layout } = this.tool;
    this.#accompany(local);
    if (!this.#owed || !parts.camera.isFree) return;
    if (isMoving && local - this.#movedAt < (layout === "whole" ? hiddenInterval : interval)) return;
    this.#movedAt = local;
    this.#owed = isMoving; // once more when it has come to rest
    const { view } = page.liveMap;
    this.#pitch = Math.min(85, parts.camera.camera.pitch);
    const wanted = mapForCamera(parts.camera.pose, view.size[1], parts.view.lens);
    if (!wanted) return;
    this.#leads = "linking";
    view.map.jumpTo({ ...wanted, center: view.nearestCopy(...wanted.center), zoom: Math.max(1, wanted.zoom) });
    this.#leads = "scene";
  }
}
