// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The full-page message for what keeps the map from being drawn.

import { byId, element, icon } from "./dom.js";

const texts = {
  libraries: {
    heading: "The browser libraries are missing",
    text: "The server has no MapLibre GL JS or deck.gl to give to this page. On the server's machine, run this, then try again:",
    code: "script/bootstrap",
  },
  basemap: {
    heading: "The base map is missing",
    text: "What moves is shown without land and places. On the server's machine, run this, then try again:",
    code: "script/bootstrap",
    dismissable: true,
  },
  graphics: {
    heading: "This browser cannot draw the map",
    text: "WebGL 2 is switched off or missing here. Notifications and the list of entities still work. To see the map, switch hardware acceleration on or use another browser.",
    dismissable: true,
  },
  lost: {
    heading: "The graphics were lost",
    text: "The browser took its graphics away from the map and has not given them back. Notifications still work.",
    dismissable: true,
  },
};

export function showMessage(kind) {
  const { heading, text, code, dismissable } = texts[kind];
  const message = byId("message");
  const button = (label, action) => element("button", { type: "button", text: label, onclick: action });
  message.replaceChildren(icon("warning"), element("h2", { text: heading }), element("p", { text }),
    ...(code ? [element("code", { text: code })] : []),
    element("div", { class: "callout-actions" }, button("Try again", () => location.reload()),
      ...(dismissable ? [button("Go on without", () => { message.hidden = true; })] : [])));
  message.dataset.kind = kind;
  message.hidden = false;
}
