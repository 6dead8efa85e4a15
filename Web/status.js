// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The one line that tells the truth: connected or not, how many things, how far behind.

import { byId, element, setText } from "./dom.js";
import { cleanText, formatCount, formatLag, formatNumber, wholeLag } from "./formats.js";

const silent = 2.6; // seconds; the server promises something every second

const sourceWords = { __proto__: null, connecting: "connecting", disconnected: "disconnected", failed: "failed" };

/** "186 flights", "186 flights, 12 vessels", or one sum for more. */
export function countText(sources) {
  const all = [...sources];
  if (all.length === 0) return "";
  if (all.length > 2) return formatCount(all.reduce((sum, { store }) => sum + store.count, 0), "entity", "entities");
  return all.map(({ info, store, total, display }) => {
    const here = display?.crowd?.count ?? store.count;
    const [one, many] = [cleanText(info.one, 24), cleanText(info.many, 24)];
    return total > here ? `${formatNumber(here)} of ${formatCount(total, one, many)}` : formatCount(here, one, many);
  }).join(", ");
}

export class StatusLine {
  #root = byId("status");
  #state = byId("status-state");
  #detail = byId("status-detail");
  #retry = byId("status-retry");
  #announced = null;
  #updatedAt = -Infinity;

  constructor({ retry, announce }) {
    this.announce = announce;
    this.#retry.addEventListener("click", retry);
  }

  /** `lag` in milliseconds or null; `local` the local time; `tool` tells of locations. */
  update(connection, sources, lag, local, tool) {
    // After a pause of the whole page what was said meanwhile is still to be heard.
    const paused = local - this.#updatedAt > 1_500;
    this.#updatedAt = local;
    const quietFor = connection.heardAt === null || paused ? 0 : (local - connection.heardAt) / 1000;
    const count = countText(sources) || tool.statusText();
    let { state } = connection;
    let text;
    let details = []; // the most important first: what has no room is left out from the end
    const troubles = [];
    if (state === "connected") {
      text = "Connected";
      details = [count];
      if (quietFor > silent) {
        state = "quiet";
        details.unshift(`nothing heard for ${wholeLag(quietFor)}`);
      } else if (lag !== null) {
        details.push(`${formatLag(lag / 1000)} behind`);
      }
      for (const { info, status, error } of sources) {
        if (status === "ended") details.push(`${cleanText(info.name, 30)} has ended`);
        if (!sourceWords[status]) continue;
        state = "quiet";
        troubles.push(`${cleanText(info.name, 30)} ${sourceWords[status]}${error ? `: ${cleanText(error, 80)}` : ""}`);
      }
      if (tool.troubles.length > 0) state = "quiet";
      troubles.push(...tool.troubles);
    } else {
      const seconds = connection.retryAt === null ? 0 : Math.ceil((connection.retryAt - local) / 1000);
      const trying = state === "connecting" ? "Connecting" : "Reconnecting";
      text = state === "failed" ? "Not connected" : seconds > 0 ? `${trying} in ${seconds} s` : `${trying}…`;
      if (connection.reason) details.push(connection.reason);
      if (connection.picturedAt !== null) details.push(`last picture ${wholeLag((local - connection.picturedAt) / 1000)} old`);
    }
    this.#root.dataset.state = state;
    setText(this.#state, text);
    details = [...troubles, ...details].filter(Boolean);
    const detail = details.join(" · ");
    this.#showDetails(details, troubles.length);
    this.#detail.title = detail;
    this.#retry.hidden = connection.state === "connected" || connection.retryAt === null || connection.retryAt - local < 700;
    if (connection.state !== this.#announced) {
      if (this.#announced !== null || connection.state === "connected") this.announce(`${text}. ${detail}`);
      this.#announced = connection.state;
    }
  }

  /** Each detail in an element of its own, which layout.css leaves out whole; the first `long` ones may be shortened instead. */
  #showDetails(details, long) {
    const parts = this.#detail;
    while (parts.children.length > details.length) parts.lastChild.remove();
    while (parts.children.length < details.length) parts.append(element("span"));
    details.forEach((text, i) => {
      setText(parts.children[i], `· ${text}`);
      parts.children[i].classList.toggle("long", i < long);
    });
  }
}
