// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Makes the map and tells it of the other parts of the page, and them of it.

import { cellAt } from "./cell-layers.js";
import { coveredBoxes } from "./free-space.js";
import { LiveMap } from "./live-map.js";
import { connectControls } from "./map-controls.js";
import { PlaceMark } from "./place-mark.js";
import { byId } from "./dom.js";
import { Tracker } from "./tracker.js";

/** Makes the map; `made(liveMap)` is called as soon as it is there, before the others are told. Only where the browser libraries are. */
export function startMap(page, made) {
  const { sources, selection, query, layers, foot, about, tool, fenceTool, connection, callout, rail } = page;
  let followedAt = -Infinity;
  const liveMap = new LiveMap(byId("map"), {
    sources, selection, query, layers, foot, serverTime: page.serverTime, stale: page.stale, announce: page.announce, tool, fenceTool,
    graphics: page.graphics, frameInterval: () => 1000 * (page.server.greeting?.frameInterval || 0.2),
    world: tool.tracker && Tracker.home(byId("map").clientWidth),
    drawing: (active) => {
      // Nobody can draw on a map that moves on under the hand.
      if (active) page.setFollow(false);
      page.arrange();
    },
    identify: (message) => connection.send(message),
    covered: () => [...coveredBoxes(), ...(callout.box && !document.body.classList.contains("fencing") ? [callout.box] : [])],
    released: () => page.setFollow(false),
    isHidden: () => page.scene.layout === "whole",
    credited: (list) => {
      foot.credit(list.map(({ name }) => name));
      about.credit(list);
    },
    beforeDraw: (local) => {
      tool.beforeDraw(local);
      if (!selection.any) return;
      page.placeCallout();
      if (!selection.follow || selection.gone || !selection.displayed) return;
      // Where the scene covers the map, that only needs to be right when it is seen again.
      if (page.scene.layout === "whole" && local - followedAt < 4_000) return;
      followedAt = local;
      liveMap.view.follow(...selection.displayed);
      if (!page.scene.ownsCallout) callout.place(liveMap.screen(selection.displayed));
    },
  });
  made(liveMap);
  tool.attach(liveMap);
  fenceTool.attach(liveMap);
  page.scene.attach(liveMap);
  page.placeMark = new PlaceMark(liveMap.view.map);
  page.sharing.attach(liveMap.view);
  if (page.server.greeting) liveMap.greet(page.server.greeting);
  liveMap.showQuery();
  liveMap.view.map.on("click", ({ point }) => {
    if (tool.isAt(point) && !tool.tracker && rail.open !== "locations") rail.show("locations", false);
  });
  liveMap.view.map.on("click", ({ point }) => {
    const cell = liveMap.drawing.takesClicks ? null : cellAt(sources, liveMap.view.projection, point);
    if (cell) liveMap.view.show(...cell, Math.min(14, liveMap.view.projection.zoom + 2), [0, 0]);
  });
  connectControls(liveMap.view);
  document.body.classList.remove("mapless");
  return liveMap;
}
