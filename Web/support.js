// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// window.vedette: what the page knows, for tests and support. It reads and selects; it changes nothing else.

export function offerSupport({ scene, tool, fenceTool, connection, sources, selection, query, notifications, callout, view, lagSeconds, select }) {
  const screenOf = (place) => {
    if (!view() || !place) return null;
    return view().projection.project(place[0], place[1]).slice(0, 2);
  };
  const locate = (source, track) => {
    const store = sources.get(source)?.store;
    const slot = store?.slotOfTrack.get(track);
    if (slot === undefined || Number.isNaN(store.positions[2 * slot])) return null;
    return screenOf([store.positions[2 * slot], store.positions[2 * slot + 1]]);
  };
  window.vedette = Object.freeze({
    state: () => ({
      connection: connection.state,
      entities: sources.count,
      notifications: notifications.received,
      frames: sources.frames,
      lagSeconds: lagSeconds(),
      selected: selection.any ? {
        source: selection.source, track: selection.track, name: selection.name, entity: selection.entity, attributes: selection.attributes,
        location: selection.location, displayed: selection.displayed, screen: screenOf(selection.displayed),
        callout: callout.anchor, gone: selection.gone,
      } : null,
      view: view()?.state ?? null,
    }),
    /** For a picture: {isDrawn, connection, entities, fault: why there will never be one, or null}. */
    picture: () => {
      const { hidden, dataset } = document.getElementById("message");
      const fault = !hidden && dataset.kind !== "basemap" ? document.querySelector("#message h2").textContent : null;
      return { isDrawn: view()?.isDrawn ?? false, connection: connection.state, entities: sources.count, fault };
    },
    /** The query that runs, and its list: {state, title, where, area, error, count, rows}. */
    query: () => ({
      state: query.state, title: query.wish?.title ?? null, where: query.where, area: query.area, error: query.error, count: query.count,
      rows: [...query.rows.values()].map(({ track, standing, attributes, location }) => ({ track, standing, attributes, location })),
    }),
    /** The locations: which there are, what is known of the one that is shown, and where it is drawn: {list, shown, mode, fix, path, displayed, screen, angle}. */
    locations: () => {
      const { list, shown, mode, fix, path, motion } = tool.locations;
      const displayed = motion.at(performance.now());
      return { list, shown, mode, fix, path: path.length, displayed, screen: screenOf(displayed), angle: motion.angleAt(performance.now()) };
    },
    /** The fences that viewers have drawn, and what this page does with them: {fences, selected, draft, editable, undoable}. */
    fences: () => fenceTool.state,
    /** How a source is displayed: {classes, counts, labels, settings, crowd}. */
    display: (source) => {
      const { store, display } = sources.get(source) ?? {};
      return display ? {
        classes: display.classes?.map(({ label }) => label) ?? null, counts: display.classes?.map((_, i) => store.classes.subarray(0, store.length).filter((one) => one === i).length) ?? null,
        labels: Object.fromEntries([...store.slotOfTrack].map(([track, slot]) => [track, display.labels.get(store.numbers[slot]) ?? []])),
        settings: display.settings, crowd: display.crowd,
      } : null;
    },
    /** The scene: {layout, isReady, isLite, isFollowing, pictures, camera, cesium: the camera as CesiumJS has it, target, orbit, visible: who is in sight}. */
    scene: () => scene.facts,
    /** [x, y] on the screen of a place, or null. */
    screen: (place) => screenOf(place),
    /** Selects a track, whether or not it is there now. */
    select: (source, track) => select(source, track),
    /** [x, y] on the screen of an entity where it is displayed, or null. */
    locate,
    /** All tracks that are displayed: {source, track, label}. */
    tracks: () => [...sources].flatMap(({ info, store }) =>
      [...store.slotOfTrack].map(([track, slot]) => ({ source: info.source, track, label: store.labels[slot] }))),
  });
}
