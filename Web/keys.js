// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Which key does what.

import { listenToKeys } from "./keyboard.js";
import { isNarrow } from "./rail.js";

export function bindKeys(page) {
  const { rail, search, selection, tool, fenceTool, notifications } = page;
  const camera = (action) => () => (page.liveMap ? action(page.liveMap.view.map) : false);
  const arrow = (x, y) => (event) => {
    // The map, where it has the keyboard, moves itself; lists and tabs keep their arrows.
    if (!page.liveMap || event.target !== document.body) return false;
    return page.liveMap.view.map.panBy([x, y]);
  };
  // While the scene follows somebody and has the keyboard, or all of the window, it is its camera that comes nearer.
  const nearer = (distanceFactor) => {
    const { scene } = page;
    if (!scene.isFollowing || (scene.layout !== "whole" && !scene.frame.root.contains(document.activeElement))) return false;
    scene.apply({ distanceFactor });
    return true;
  };
  listenToKeys({
    "/": () => search.focus(),
    e: () => rail.toggle("entities"),
    q: () => rail.toggle("query"),
    g: () => rail.toggle("fences"),
    l: () => rail.toggle("layers"),
    o: () => (tool.any ? rail.toggle("locations") : false),
    "?": () => rail.toggle("about"),
    n: () => page.showNotifications(!notifications.open),
    d: page.toggleTheme,
    c: () => page.shareView(),
    w: () => page.toggleFullScreen(),
    s: () => page.scene.cycle(),
    v: () => (page.scene.layout === null ? false : rail.toggle("follow")),
    h: camera(() => page.liveMap.view.goHome()),
    f: () => (selection.any || !tool.locations.current ? page.setFollow(!selection.follow) : tool.locate()),
    t: page.emphasise,
    "+": () => nearer(0.8) || camera((map) => map.zoomIn())(),
    "=": () => nearer(0.8) || camera((map) => map.zoomIn())(),
    "-": () => nearer(1.25) || camera((map) => map.zoomOut())(),
    ArrowUp: arrow(0, -100), ArrowDown: arrow(0, 100), ArrowLeft: arrow(-100, 0), ArrowRight: arrow(100, 0),
    Escape: () => {
      if (rail.open === "fences" && fenceTool.escape()) return;
      if (rail.open) rail.show(null);
      else if (isNarrow() && notifications.open) page.showNotifications(false);
      else if (page.scene.isFollowing) page.scene.stop();
      else selection.clear();
    },
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.matches?.("input, textarea")) return;
    if (rail.open === "fences" && fenceTool.undo()) event.preventDefault();
  });
}
