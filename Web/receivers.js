// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What the server says, by the type of its message, and whom on the page that concerns.

import { cleanText } from "./formats.js";
import { throttled } from "./dom.js";

/** `page` is what app.js makes: the parts that know something, and `liveMap`, null until there is a map. */
export function receiversOf(page) {
  const { sources, selection, query, queryPanel, layers, notifications, tool, fenceTool } = page;
  // Labels come often; the picture chooses them anew by itself.
  const refreshed = throttled(() => page.liveMap?.picture.refresh(), 250);
  const displayed = (message) => {
    if (sources.setDisplay(message)) refreshed();
  };
  return {
    __proto__: null, // no type is called as a member of every object
    connection: (message) => {
      const entry = sources.get(message.source);
      if (!entry) return;
      entry.status = message.status === "disconnected" && message.ended === true ? "ended" : String(message.status);
      entry.error = message.error ? String(message.error) : null;
      page.tell();
    },
    notification: (message) => {
      const entry = notifications.add(message);
      if (entry) page.liveMap?.flash(entry);
    },
    "notifications-missed": (message) => notifications.miss(Math.max(0, Number(message.count) || 0)),
    entity: (message) => selection.receive(message, performance.now()),
    identified: (message) => {
      if (!page.liveMap?.pointing.answers(message)) return;
      if (message.entity === null || message.entity === undefined || !page.isShown(message.source)) selection.clear();
      else selection.select(message.source, message.track);
    },
    query: (message) => query.receive(message),
    "query-error": (message) => query.receive(message),
    results: (message) => query.receive(message),
    fields: (message) => {
      sources.setFields(message);
      queryPanel.describe();
      layers.redraw();
    },
    symbols: (message) => {
      displayed(message);
      layers.redraw();
    },
    labels: displayed,
    graphics: (message) => page.graphics.receive(message),
    cells: displayed,
    "shared-viewpoint": (message) => page.sharing.together.receive(message),
    found: (message) => page.search.receive(message),
    controlled: (message) => layers.answer(message),
    ...page.scene.receivers,
    ...tool.receivers,
    ...fenceTool.receivers,
    "fences-changed": () => page.liveMap?.loadFences(),
    error: (message) => console.warn("Vedette: the server says:", cleanText(message.message, 200)),
  };
}
