// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How things stand, everywhere where that is said: status line, title, call-out, the hint over an empty map.

import { byId, setText } from "./dom.js";
import { cleanText } from "./formats.js";

export class Standing {
  #said = { text: "", until: 0 };

  constructor(page) {
    this.page = page;
    setInterval(() => this.tell(), 500);
  }

  /** Says something for some seconds, to eyes and ears. */
  say(text) {
    this.#said = { text, until: performance.now() + 4_000 };
    this.page.announce(text);
    this.tell();
  }

  tell() {
    const { page } = this;
    const { connection, sources, server, status, tool } = page;
    status.update(connection, sources, page.lag(), performance.now(), tool);
    document.body.classList.toggle("stale", page.stale());
    const title = tool.tracker?.title ?? server.title;
    document.title = [page.stale() && server.id ? "(offline)" : "", title, title ? "–" : "", "Vedette"].filter(Boolean).join(" ");
    page.tellCallout();
    const hint = this.#hint();
    byId("hint").hidden = hint === "";
    setText(byId("hint"), hint);
  }

  #hint() {
    const { sources, tool } = this.page;
    if (this.page.waitingForMap) return performance.now() > 900 ? "Loading the map…" : "";
    if (performance.now() < this.#said.until) return this.#said.text;
    if (this.page.stale() || sources.frames === 0) return "";
    const all = [...sources];
    if (all.length === 0) return tool.hint();
    if (sources.count > 0 || all.some(({ display }) => display.crowd)) return "";
    const there = all.reduce((sum, { total }) => sum + total, 0);
    if (there > 0) return `Nothing near this view. There are ${cleanText(all[0].info.many, 24)} elsewhere: zoom out, or go home (h).`;
    return `No ${cleanText(all[0].info.many, 24)} yet. What the source reports will appear here by itself.`;
  }
}
