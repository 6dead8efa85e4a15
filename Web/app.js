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
import { forgetFreeSpace, freeSpace } from "./free-space.js";
import { FenceTool } from "./fence-tool.js";
import { Foot } from "./foot.js";
import { cleanText } from "./formats.js";
import { scaleOfZoom } from "./camera.js";
import { bindKeys } from "./keys.js";
import { LayersPanel } from "./layers-panel.js";
import { LocationTool } from "./location-tool.js";
import { loadLibraries, painted } from "./libraries.js";
import { showMessage } from "./message.js";
import { Graphics } from "./graphics.js";
import { kindClass, kindVerb } from "./notifications.js";
import { NotificationPanel } from "./notification-panel.js";
import { RunningQuery } from "./query.js";
import { QueryPanel } from "./query-panel.js";
import { isNarrow, isTight, Rail } from "./rail.js";
import { Search } from "./search.js";
import { SceneTool } from "./scene/scene-tool.js";
import { Selection } from "./selection.js";
import { receiversOf } from "./receivers.js";
import { Sources } from "./sources.js";
import { Standing } from "./standing.js";
import { StatusLine } from "./status.js";
import { offerSupport } from "./support.js";
import { trackedLocation } from "./tracker.js";
import { chooseTheme, isDark, whenThemeChanges } from "./theme.js";
import { ViewSharing } from "./view-sharing.js";
import { visits } from "./visits.js";

const now = () => performance.now();
const sources = new Sources();
const clock = new ServerClock();
const graphics = new Graphics();
const serverTime = (local = now()) => clock.serverTime(local);
let server = { id: null, version: "", title: "", greeting: null };
let liveMap = null;
let waitingForMap = true;
let sharing = null;
let wishes = 0;

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
    sharing?.changed();
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
  else if (scene.placesCallout(callout)) return;
  else if (selection.displayed) callout.place(liveMap.screen(selection.displayed));
}
const tellCallout = () => callout.tell(now(), age(), !stale());

/** What follows a track does not follow a location, too. */
const setFollow = (follow) => {
  selection.follow = follow && selection.any;
  callout.update();
  sharing?.changed();
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

// MARK: the query

const query = new RunningQuery({
  send: (message) => connection.send(message),
  changed: (moved) => {
    queryPanel.tell(moved);
    liveMap?.showQuery();
  },
});

const { visit, visitResult } = visits({ selection, sources, view: () => liveMap?.view ?? null });

// MARK: furniture

const rail = new Rail({
  opening: () => isTight() && showNotifications(false),
  changed: () => arrange(),
});
const closePanel = () => rail.show(null);
const layers = new LayersPanel({
  sources, serverTime, close: closePanel,
  changed: (name, visible) => liveMap?.show(name, visible), announce,
  control: (source, action) => connection.send({ type: "control", request: (wishes += 1), source, action }),
  controllable: () => server.greeting?.sourceControl === true && !stale(),
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
    bring: (reach) => (setFollow(false), liveMap.bring(reach, freeSpace())),
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
  send: (message) => connection.send(message), announce, say: (text) => page.say(text), close: closePanel, sources, locations: () => server.greeting?.locations ?? [], connected: () => !stale(), free: freeSpace,
  focusPanel: () => byId("fences-heading").focus({ preventScroll: true }),
});
rail.add("fences", fenceTool.panel);
const notifications = new NotificationPanel({
  announce,
  labelOf: (source, track) => sources.get(source)?.store.labelOf(track) ?? null,
  close: () => showNotifications(false),
  // Before the server has said so, nobody knows that there are none.
  fences: () => ({ count: server.greeting && liveMap?.fencesLoaded ? liveMap.fenceCount[1] + fenceTool.board.fences.size : null, drawable: fenceTool.board.editable }),
  visit: (entry) => {
    if (isNarrow()) showNotifications(false);
    if (entry.location) liveMap?.view.flyTo(...entry.location, 11);
    if (entry.location) page.placeMark?.show(entry.location, kindClass(entry.kind));
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
  sharing?.changed();
  liveMap?.redraw();
}
byId("notifications-button").addEventListener("click", () => showNotifications(!notifications.open));
showNotifications(!isNarrow() && tool.tracker === null);

const foot = new Foot({ showCredits: () => rail.show("about") });
const status = new StatusLine({ retry: () => connection.open(), announce });

// MARK: the connection

// A view is below the address of its page. Who comes back says how far it was told, so that it misses nothing that the server still has.
const folder = location.pathname.replace(/[^/]*$/, "");
const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${folder}live${notifications.log.place || "?"}&display=1&compact=1`;
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
    graphics.forget();
    setText(byId("title"), server.title);
    liveMap?.greet(message);
    scene.greet(message);
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
    sharing.begin(message);
  },
  frame: (frame, arrival) => {
    clock.observe(frame.baseTime, arrival);
    if (sources.apply(frame, now()).length === 0) return;
    selection.check(sources, now());
    notifications.rename();
  },
  message: (message) => receivers[message.type]?.(message),
}, now);

const lag = () => sources.lag(serverTime());
const stale = () => connection.state !== "connected";

const tell = () => standing.tell();

/** Seconds since the selected track's last observation, or null. */
function age() {
  const store = sources.get(selection.source)?.store;
  const slot = store?.slotOfTrack.get(selection.track);
  return slot === undefined || serverTime() === null ? null : Math.max(0, (serverTime() - store.arrivals[slot]) / 1000);
}

// MARK: search, theme, keys

const search = new Search({
  sources, gazetteer: () => liveMap?.gazetteer ?? null, send: (message) => connection.send(message),
  visit: (result) => {
    if (result.kind === "track") visit(result.source, result.track, true, result.location);
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

// MARK: what the other modules need

const page = {
  sources, graphics, selection, query, queryPanel, layers, notifications, tool, fenceTool, rail, search, connection, status, announce, lag, stale, tell,
  callout, about, foot, serverTime, arrange, placeCallout, placeMark: null, tellCallout, toggleTheme, emphasise, setFollow, showNotifications,
  get liveMap() { return liveMap; },
  get server() { return server; },
  get sharing() { return sharing; },
  get scene() { return scene; },
  get waitingForMap() { return waitingForMap; },
  say: (text) => standing.say(text),
  shareView: () => sharing.share(),
  toggleFullScreen: () => sharing.toggleFullScreen(),
  /** True where the entities of a source are drawn as the map is now. */
  isShown: (source) => {
    const display = sources.get(source)?.display;
    return display ? display.crowd === null && display.shownAt(scaleOfZoom(liveMap.view.projection.zoom)) : false;
  },
};
const scene = new SceneTool(page);
rail.add("follow", scene.panel);
const standing = new Standing(page);
const receivers = receiversOf(page);
sharing = new ViewSharing(page);
bindKeys(page);

offerSupport({
  scene, tool, fenceTool, connection, sources, selection, query, notifications: notifications.log, callout, view: () => liveMap?.view ?? null,
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
  // Not before the libraries: what draws needs them as soon as it is read.
  const { startMap } = await import("./map-start.js");
  startMap(page, (made) => { liveMap = made; });
}
