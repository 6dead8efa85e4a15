// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The page: makes its parts and tells them of each other. Each part knows only what it is given here.

import { AboutPanel } from "./about-panel.js";
import { announce } from "./announcer.js";
import { Callout } from "./callout.js";
import { ServerClock } from "./clock.js";
import { LiveConnection } from "./connection.js";
import { byId, setText } from "./dom.js";
import { EntityPanel } from "./entity-panel.js";
import { factsOf } from "./facts.js";
import { coveredBoxes, forgetFreeSpace, freeSpace } from "./free-space.js";
import { FenceTool } from "./fence-tool.js";
import { Foot } from "./foot.js";
import { cleanText } from "./formats.js";
import { listenToKeys } from "./keyboard.js";
import { LayersPanel } from "./layers-panel.js";
import { LocationTool } from "./location-tool.js";
import { loadLibraries, painted } from "./libraries.js";
import { connectControls } from "./map-controls.js";
import { showMessage } from "./message.js";
import { kindClass, kindVerb } from "./notifications.js";
import { NotificationPanel } from "./notification-panel.js";
import { RunningQuery } from "./query.js";
import { QueryPanel } from "./query-panel.js";
import { PlaceMark } from "./place-mark.js";
import { isNarrow, isTight, Rail } from "./rail.js";
import { Search } from "./search.js";
import { Selection } from "./selection.js";
import { Sources } from "./sources.js";
import { StatusLine } from "./status.js";
import { offerSupport } from "./support.js";
import { Tracker, trackedLocation } from "./tracker.js";
import { chooseTheme, isDark, whenThemeChanges } from "./theme.js";

const now = () => performance.now();
const sources = new Sources();
const clock = new ServerClock();
const serverTime = (local = now()) => clock.serverTime(local);
let server = { id: null, version: "", title: "", greeting: null };
let liveMap = null;
let waitingForMap = true;

// MARK: selection and call-out

const selection = new Selection({
  send: (message) => connection.send(message),
  changed: () => {
    selection.locate(sources);
    callout.open();
    placeCallout();
    tellCallout();
    entityPanel.redraw();
    queryPanel.redraw();
    liveMap?.redraw();
    if (selection.any) announce(`Selected ${cleanText(selection.name)}`);
  },
  updated: () => {
    callout.update();
    tellCallout();
  },
});

function placeCallout() {
  selection.locate(sources);
  if (!liveMap) callout.dock();
  else if (selection.displayed) callout.place(liveMap.screen(selection.displayed));
}
const tellCallout = () => callout.tell(now(), age(), !stale());

/** What follows a track does not follow a location, too. */
const setFollow = (follow) => {
  selection.follow = follow && selection.any;
  callout.update();
};
const emphasise = () => {
  selection.emphasised = !selection.emphasised;
  callout.update();
  liveMap?.redraw();
};

const callout = new Callout(byId("callouts"), {
  selection, sources, free: freeSpace,
  actions: { follow: () => setFollow(!selection.follow), emphasise, close: () => selection.clear(), resized: () => liveMap?.redraw() },
});

/** Selects a track and brings it into view where it is not. */
function visit(source, track, always = false) {
  selection.select(source, track);
  selection.locate(sources);
  const { view } = liveMap ?? {};
  if (!view || !selection.displayed) return;
  const [x, y] = view.projection.project(...selection.displayed);
  const free = freeSpace();
  const seen = x > free.left && x < free.right && y > free.top && y < free.bottom;
  if (always || !seen) view.flyTo(...selection.displayed, 9);
}

// MARK: the query

const query = new RunningQuery({
  send: (message) => connection.send(message),
  changed: (moved) => {
    queryPanel.tell(moved);
    liveMap?.showQuery();
  },
});

/** Selects one of the list and brings it into the middle of what the panels leave free; where it is gone, the place where it was. */
function visitResult(source, track, location) {
  selection.select(source, track);
  selection.locate(sources);
  const place = selection.displayed ?? location;
  if (!liveMap || !place) return;
  const free = freeSpace();
  // The call-out needs 300 pixels beside it; where there is a sheet it is not shown.
  const middle = (free.left + free.right) / 2;
  const x = isNarrow() ? middle : Math.max(free.left + 40, Math.min(middle, free.right - 300));
  liveMap.view.flyTo(...place, 9, [x - innerWidth / 2, (free.top + free.bottom - innerHeight) / 2]);
}

// MARK: furniture

const rail = new Rail({
  opening: () => isTight() && showNotifications(false),
  changed: () => arrange(),
});
const closePanel = () => rail.show(null);
const layers = new LayersPanel({
  sources, serverTime, close: closePanel,
  changed: (name, visible) => liveMap?.show(name, visible),
});
const entityPanel = new EntityPanel({ sources, selection, choose: (source, track) => visit(source, track), serverTime, close: closePanel });
const queryPanel = new QueryPanel({
  query, sources, selection, serverTime, announce, close: closePanel, choose: visitResult, stale: () => stale(),
  labelOf: (source, track) => sources.get(source)?.store.labelOf(track) ?? null,
  map: () => liveMap && {
    draw: (kind, options) => liveMap.drawing.begin(kind, options),
    // What is behind the panels nobody sees.
    center: () => liveMap.view.centerOf(freeSpace()),
    corners: () => liveMap.view.cornersOf(freeSpace()),
  },
});
const about = new AboutPanel({ facts: () => factsOf({ server, sources, liveMap }), close: closePanel });
rail.add("layers", layers);
rail.add("entities", entityPanel);
rail.add("query", queryPanel);
rail.add("about", about);

const tool = new LocationTool({
  send: (message) => connection.send(message), serverTime, lost: () => stale(), announce, close: closePanel,
  released: () => setFollow(false), tracked: trackedLocation(location.search),
});
rail.add("locations", tool.panel);

const fenceTool = new FenceTool({
  send: (message) => connection.send(message), announce, close: closePanel, sources, locations: () => server.greeting?.locations ?? [], connected: () => !stale(), free: freeSpace,
  focusPanel: () => byId("fences-heading").focus({ preventScroll: true }),
});
rail.add("fences", fenceTool.panel);
let placeMark = null;

const notifications = new NotificationPanel({
  announce,
  labelOf: (source, track) => sources.get(source)?.store.labelOf(track) ?? null,
  close: () => showNotifications(false),
  visit: (entry) => {
    if (isNarrow()) showNotifications(false);
    if (entry.location) liveMap?.view.flyTo(...entry.location, 11);
    if (entry.location) placeMark?.show(entry.location, kindClass(entry.kind));
    if (entry.device !== null) tool.choose(entry.device, "off");
    else if (entry.track) selection.select(entry.source, entry.track);
    announce(`Showing where ${cleanText(entry.label)} ${kindVerb(entry.kind)} ${cleanText(entry.fenceName)}`);
  },
});
function showNotifications(open) {
  if (open && isTight()) rail.show(null, false);
  notifications.show(open);
  document.body.classList.toggle("notified", open);
  arrange();
}

/** A panel opened or closed. In a narrow window an open sheet leaves no room for the call-out. */
function arrange() {
  forgetFreeSpace();
  document.body.classList.toggle("sheet", isNarrow() && (rail.open !== null || notifications.open));
  liveMap?.redraw();
}
byId("notifications-button").addEventListener("click", () => showNotifications(!notifications.open));
showNotifications(!isNarrow() && tool.tracker === null);

const foot = new Foot({ showCredits: () => rail.show("about") });
const status = new StatusLine({ retry: () => connection.open(), announce });

// MARK: the connection

// Who comes back says how far it was told, so that it misses nothing that the server still has.
const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live${notifications.log.place}`;
const connection = new LiveConnection(address, {
  changed: () => {
    if (connection.state !== "connected") sources.drop();
    tell();
    tool.redraw();
    fenceTool.connectionChanged();
    queryPanel.redraw();
    liveMap?.redraw();
  },
  hello: (message) => {
    if (server.id !== message.server) clock.forget();
    server = { id: message.server, version: message.version, title: cleanText(message.title, 40), greeting: message };
    sources.describe(message.sources);
    setText(byId("title"), server.title);
    liveMap?.greet(message);
    selection.resend();
    query.resend();
    document.body.classList.toggle("sourceless", !message.sources?.length && Boolean(message.locations?.length));
    if (document.body.classList.contains("sourceless")) showNotifications(false);
    notifications.log.greet(message);
    tool.greet(message);
    fenceTool.greet(message);
    search.describe();
    queryPanel.describe();
    layers.redraw();
  },
  frame: (frame, arrival) => {
    clock.observe(frame.baseTime, arrival);
    if (sources.apply(frame, now()).length === 0) return;
    selection.check(sources, now());
    notifications.rename();
  },
  message: (message) => receivers[message.type]?.(message),
}, now);

const receivers = {
  connection: (message) => {
    const entry = sources.get(message.source);
    if (!entry) return;
    entry.status = String(message.status);
    entry.error = message.error ? String(message.error) : null;
    tell();
  },
  notification: (message) => {
    const entry = notifications.add(message);
    if (entry) liveMap?.flash(entry);
  },
  "notifications-missed": (message) => notifications.miss(Math.max(0, Number(message.count) || 0)),
  entity: (message) => selection.receive(message, now()),
  identified: (message) => {
    if (!liveMap?.pointing.answers(message)) return;
    if (message.entity === null || message.entity === undefined) selection.clear();
    else selection.select(message.source, message.track);
  },
  query: (message) => query.receive(message),
  "query-error": (message) => query.receive(message),
  results: (message) => query.receive(message),
  fields: (message) => {
    sources.setFields(message);
    queryPanel.describe();
  },
  ...tool.receivers,
  ...fenceTool.receivers,
  "fences-changed": () => liveMap?.loadFences(),
  error: (message) => console.warn("Vedette: the server says:", cleanText(message.message, 200)),
};

const lag = () => sources.lag(serverTime());
const stale = () => connection.state !== "connected";

/** Says how things stand, everywhere where that is said. */
function tell() {
  const local = now();
  status.update(connection, sources, lag(), local, tool);
  document.body.classList.toggle("stale", stale());
  const title = tool.tracker?.title ?? server.title;
  document.title = [stale() && server.id ? "(offline)" : "", title, title ? "–" : "", "Vedette"].filter(Boolean).join(" ");
  tellCallout();
  const hint = hintNow();
  byId("hint").hidden = hint === "";
  setText(byId("hint"), hint);
}
setInterval(tell, 500);

function hintNow() {
  if (waitingForMap) return now() > 900 ? "Loading the map…" : "";
  if (stale() || sources.count > 0 || sources.frames === 0) return "";
  if ([...sources].length === 0) return tool.hint();
  return `No ${cleanText([...sources][0]?.info.many ?? "entities", 24)} yet. What the source reports will appear here by itself.`;
}

/** Seconds since the selected track's last observation, or null. */
function age() {
  const store = sources.get(selection.source)?.store;
  const slot = store?.slotOfTrack.get(selection.track);
  return slot === undefined || serverTime() === null ? null : Math.max(0, (serverTime() - store.arrivals[slot]) / 1000);
}

// MARK: search, theme, keys

const search = new Search({
  sources, gazetteer: () => liveMap?.gazetteer ?? null,
  visit: (result) => {
    if (result.kind === "track") visit(result.source, result.track, true);
    else liveMap?.view.flyTo(result.longitude, result.latitude, result.zoom);
  },
});

const toggleTheme = () => chooseTheme(isDark() ? "light" : "dark");
byId("theme-button").addEventListener("click", toggleTheme);
const tellTheme = () => {
  setText(byId("theme-label"), isDark() ? "Switch to the light theme" : "Switch to the dark theme");
  layers.redraw();
  entityPanel.redraw();
  tool.recolor();
};
whenThemeChanges(tellTheme);
tellTheme();

const camera = (action) => () => (liveMap ? action(liveMap.view.map) : false);
const arrow = (x, y) => (event) => {
  // The map, where it has the keyboard, moves itself; lists and tabs keep their arrows.
  if (!liveMap || event.target !== document.body) return false;
  return liveMap.view.map.panBy([x, y]);
};
listenToKeys({
  "/": () => search.focus(),
  e: () => rail.toggle("entities"),
  q: () => rail.toggle("query"),
  g: () => rail.toggle("fences"),
  l: () => rail.toggle("layers"),
  o: () => (tool.any ? rail.toggle("locations") : false),
  "?": () => rail.toggle("about"),
  n: () => showNotifications(!notifications.open),
  d: toggleTheme,
  h: camera(() => liveMap.view.goHome()),
  f: () => (selection.any || !tool.locations.current ? setFollow(!selection.follow) : tool.locate()),
  t: emphasise,
  "+": camera((map) => map.zoomIn()),
  "=": camera((map) => map.zoomIn()),
  "-": camera((map) => map.zoomOut()),
  ArrowUp: arrow(0, -100), ArrowDown: arrow(0, 100), ArrowLeft: arrow(-100, 0), ArrowRight: arrow(100, 0),
  Escape: () => {
    if (rail.open === "fences" && fenceTool.escape()) return;
    if (rail.open) closePanel();
    else if (isNarrow() && notifications.open) showNotifications(false);
    else selection.clear();
  },
});

addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.matches?.("input, textarea")) return;
  if (rail.open === "fences" && fenceTool.undo()) event.preventDefault();
});

offerSupport({
  tool, fenceTool, connection, sources, selection, query, notifications: notifications.log, callout, view: () => liveMap?.view ?? null,
  lagSeconds: () => (lag() === null ? null : lag() / 1000),
  select: (source, track) => selection.select(source, track),
});

// MARK: the map, where there is one

connection.open();
await painted();
const missing = await loadLibraries();
waitingForMap = false;
if (missing) {
  showMessage(missing);
  tool.doWithoutMap();
} else {
  const { LiveMap } = await import("./live-map.js");
  liveMap = new LiveMap(byId("map"), {
    sources, selection, query, layers, foot, serverTime, stale, announce, tool, fenceTool,
    world: tool.tracker && Tracker.home(byId("map").clientWidth),
    drawing: () => arrange(),
    identify: (message) => connection.send(message),
    covered: () => [...coveredBoxes(), ...(callout.box ? [callout.box] : [])],
    released: () => setFollow(false),
    credited: (list) => {
      foot.credit(list.map(({ name }) => name));
      about.credit(list);
    },
    beforeDraw: (local) => {
      tool.beforeDraw(local);
      if (!selection.any) return;
      placeCallout();
      if (!selection.follow || selection.gone || !selection.displayed) return;
      liveMap.view.follow(...selection.displayed);
      callout.place(liveMap.screen(selection.displayed));
    },
  });
  tool.attach(liveMap);
  fenceTool.attach(liveMap);
  placeMark = new PlaceMark(liveMap.view.map);
  if (server.greeting) liveMap.greet(server.greeting);
  liveMap.showQuery();
  liveMap.view.map.on("click", ({ point }) => {
    if (tool.isAt(point) && !tool.tracker && rail.open !== "locations") rail.show("locations", false);
  });
  connectControls(liveMap.view);
  document.body.classList.remove("mapless");
}
