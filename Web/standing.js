// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// How things stand, everywhere where that is said: status line, title, call-out, the hint over an empty map.

import { byId, setText } from "./dom.js";
import { cleanText, withArticle } from "./formats.js";
import { isNarrow } from "./rail.js";

const guided = "vedette.guided"; // whether somebody has selected something in this browser
const guidance = 60_000; // milliseconds; who has not done it by then does not want to

/** What a person who sees the page for the first time cannot know: said until it was done once. */
class Guide {
  #since = null;
  #done = false;

  constructor() {
    try {
      this.#done = localStorage.getItem(guided) !== null;
    } catch {
      // Storage can be forbidden; then it is said again.
    }
  }

  text({ liveMap, selection, rail, tool, notifications }, text) {
    if (this.#done) return "";
    this.#since ??= performance.now();
    if (selection.any || performance.now() - this.#since > guidance) this.#end();
    const busy = !liveMap || rail.open !== null || tool.tracker || document.body.classList.contains("drawing") || (isNarrow() && notifications.open);
    return this.#done || busy ? "" : text;
  }

  #end() {
    this.#done = true;
    try {
      localStorage.setItem(guided, "1");
    } catch {
      // As above.
    }
  }
}

export class Standing {
  #said = { text: "", until: 0 };
  #guide = new Guide();

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
    page.notifications.describe();
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
    if (all.some(({ display }) => display.crowd)) return this.#guide.text(this.page, "Zoom in, or press a circle, to see one by one");
    if (sources.count > 0) return this.#guide.text(this.page, `Press ${withArticle(cleanText(all[0].info.one, 24))} on the map to see its details`);
    const there = all.reduce((sum, { total }) => sum + total, 0);
    if (there > 0) return `Nothing near this view. There are ${cleanText(all[0].info.many, 24)} elsewhere: zoom out, or go home (h).`;
    const many = cleanText(all[0].info.many, 24);
    const failed = all.find(({ status }) => status === "failed");
    if (failed) return `No ${many} yet: ${cleanText(failed.info.name, 40)} failed${failed.error ? `: ${cleanText(failed.error, 200)}` : ""}. More is under Layers (l).`;
    if (all.every(({ status }) => status === "ended")) return `No ${many}: all that there was has been read.`;
    if (all.every(({ status }) => status === "disconnected" || status === "ended")) return `No ${many}: nothing is connected.`;
    return `No ${many} yet. What the source reports will appear here by itself.`;
  }
}
