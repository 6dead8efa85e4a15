// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The panel of notifications: who did what, where and when, in one sentence each.

import { byId, element, icon, setText, throttled } from "./dom.js";
import { cleanText, formatDuration, formatInstant, formatNumber, formatPlace, nameOf } from "./formats.js";
import { FenceChoices, kindClass, kindVerb, matchesFilter, NotificationLog } from "./notifications.js";

const interval = 250; // milliseconds between changes of the list, however many arrive

export class NotificationPanel {
  log = new NotificationLog();
  #filter = { kind: "", text: "", fence: "" };
  #fences = new FenceChoices();
  #paused = false;
  #waiting = [];
  #timer = 0;
  #unread = 0;
  #isFiltered = false;

  /**
   * `visit(entry)` flies to a notification's place; `announce(text)` tells a screen reader; `labelOf(source, track)` answers
   * what a person calls a track, or null where that is not known; `fences()` how many fences there are and whether one may be drawn: {count, drawable}.
   */
  constructor({ visit, announce, labelOf, close, fences }) {
    Object.assign(this, { visit, announce, labelOf, fences });
    this.root = byId("notifications");
    this.badge = byId("notifications-badge");
    this.button = byId("notifications-button");
    this.#build(close);
  }

  #build(close) {
    const plain = (text, properties) => element("button", { type: "button", class: "plain", text, ...properties });
    this.count = element("span", { class: "count" });
    this.pauseButton = plain("Pause", { "aria-pressed": "false", onclick: () => this.#pause(!this.#paused) });
    const filterButton = plain("Filter", { "aria-expanded": "false", "aria-controls": "notification-filter", onclick: () => {
      this.filterRow.hidden = !this.filterRow.hidden;
      filterButton.setAttribute("aria-expanded", String(!this.filterRow.hidden));
      if (!this.filterRow.hidden) this.filterText.focus();
      else this.#setFilter({ kind: "", text: this.filterText.value = "", fence: this.fenceSelect.value = "" });
    } });
    const clearButton = plain("Clear", { onclick: () => this.#clear() });
    const closeButton = element("button", { type: "button", class: "plain", "aria-label": "Close notifications", title: "Close", onclick: close }, icon("close"));
    this.kindButtons = [["", "All"], ["entered", "Entered"], ["exited", "Exited"], ["other", "Other"]].map(([kind, text]) =>
      element("button", { type: "button", text, "aria-pressed": String(kind === ""), "data-kind": kind, onclick: () => this.#setFilter({ kind }) }));
    // Rules tell of other things than entries and exits; most fences have none.
    this.kindButtons.at(-1).hidden = true;
    this.fenceSelect = element("select", { class: "field", "aria-label": "Fence", onchange: () => this.#setFilter({ fence: this.fenceSelect.value }) }, element("option", { value: "", text: "Any fence" }));
    this.filterText = element("input", { class: "field", type: "search", placeholder: "Track, fence or words", "aria-label": "Filter notifications by text",
      oninput: () => this.#setFilter({ text: this.filterText.value.trim() }) });
    this.filterRow = element("div", { class: "notification-filter", id: "notification-filter", hidden: true },
      element("div", { class: "segments", role: "group", "aria-label": "Kind" }, ...this.kindButtons), this.fenceSelect, this.filterText);
    this.notice = element("p", { class: "notification-notice", hidden: true });
    this.nothing = element("p", { class: "nothing", text: "Nothing has crossed a fence yet." });
    this.items = element("ul", { "aria-label": "Notifications, newest first", onkeydown: (event) => this.#walk(event) });
    this.root.append(
      element("div", { class: "panel-head" },
        element("h2", { id: "notifications-heading", text: "Notifications", tabindex: "-1" }), this.count,
        element("span", { class: "space" }), this.pauseButton, filterButton, clearButton, closeButton),
      this.filterRow, this.notice,
      element("div", { class: "panel-body" }, this.nothing, this.items));
  }

  /** A `notification` message; answers with the entry if it is new. */
  add(message) {
    const entry = this.log.add(message);
    if (!entry) return null;
    this.#waiting.push(entry);
    if (this.#waiting.length > this.log.limit) this.#waiting.shift();
    this.#timer ||= setTimeout(() => this.#flush(), interval);
    return entry;
  }

  /** Tracks may have come, or have got another label. */
  rename = throttled(() => {
    for (const item of this.items.children) this.#name(item);
  }, 500);

  #name({ entry, name }) {
    entry.label = this.labelOf(entry.source, entry.track) ?? entry.label;
    setText(name, nameOf(entry.label, 60));
    name.title = entry.label === entry.track ? "" : cleanText(entry.track, 300);
  }

  miss(count) {
    this.log.missed += count;
    this.#tell();
  }

  get open() {
    return !this.root.hidden;
  }

  show(open) {
    this.root.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) this.#unread = 0;
    this.#tell();
  }

  #flush() {
    this.#timer = 0;
    if (!this.open) this.#unread = Math.min(this.#unread + this.#waiting.length, this.log.limit);
    if (!this.#paused) {
      const fresh = this.#waiting.splice(0);
      if (fresh.length > 0) for (const old of this.items.querySelectorAll(".latest")) old.classList.remove("latest");
      this.#offerFences(fresh);
      const items = fresh.reverse().map((entry) => this.#item(entry));
      for (const item of items.slice(0, 3)) item.firstElementChild.classList.add("latest");
      this.items.prepend(...items);
      while (this.items.childElementCount > this.log.limit) this.items.lastElementChild.remove();
      this.#announce(fresh);
    }
    this.#tell();
  }

  #item(entry) {
    const instant = formatInstant(entry.time);
    const when = element("time", { class: "when", datetime: instant?.iso, title: instant?.utc },
      element("span", { text: instant?.time ?? "no time" }), instant?.date ? element("span", { text: instant.date }) : null);
    if (!["entered", "exited"].includes(entry.kind)) this.kindButtons.at(-1).hidden = false;
    const name = element("bdi");
    const sentence = element("span", { class: "sentence" },
      element("b", {}, name), ` ${cleanText(kindVerb(entry.kind), 24)} `,
      element("b", {}, element("bdi", { text: nameOf(entry.fenceName, 80) })));
    const button = element("button", { type: "button", class: "notification", tabindex: "-1", onclick: () => this.visit(entry), title: "Show on the map" },
      element("span", { class: `mark ${kindClass(entry.kind)}`, "aria-hidden": "true" }),
      sentence, when, ...this.#details(entry));
    const item = Object.assign(element("li", {}, button), { entry, name });
    this.#name(item);
    item.hidden = !matchesFilter(entry, this.#filter);
    return item;
  }

  #offerFences(entries) {
    if (!this.#fences.add(entries, this.#filter.fence)) return;
    const options = this.#fences.byName.map(([value, text]) => element("option", { value, text: nameOf(text, 60), selected: value === this.#filter.fence }));
    this.fenceSelect.replaceChildren(element("option", { value: "", text: "Any fence" }), ...options);
  }

  /** One stop for the Tab key, whatever the number: the arrows walk the list. */
  #walk(event) {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    event.preventDefault();
    let item = event.target.closest("li")[step];
    while (item?.hidden) item = item[step];
    item?.firstElementChild.focus();
  }

  #reach() {
    for (const button of this.items.querySelectorAll("[tabindex='0']")) button.tabIndex = -1;
    const first = [...this.items.children].find((item) => !item.hidden);
    if (first) first.firstElementChild.tabIndex = 0;
  }

  #details(entry) {
    const lines = [];
    if (entry.insideSeconds !== null) lines.push(`after ${formatDuration(entry.insideSeconds)} inside`);
    else if (entry.location) lines.push(`at ${formatPlace(...entry.location, 3)}`);
    if (entry.message && entry.message !== `${entry.track} ${entry.kind} ${entry.fenceName}`) lines.push(`“${cleanText(entry.message, 200)}”`);
    return lines.map((text) => element("span", { class: "where", text, dir: "auto" }));
  }

  #setFilter(change) {
    Object.assign(this.#filter, change);
    for (const button of this.kindButtons) button.setAttribute("aria-pressed", String(button.dataset.kind === this.#filter.kind));
    for (const item of this.items.children) item.hidden = !matchesFilter(item.entry, this.#filter);
    this.#tell();
  }

  #pause(paused) {
    this.#paused = paused;
    this.pauseButton.setAttribute("aria-pressed", String(paused));
    setText(this.pauseButton, paused ? "Resume" : "Pause");
    this.#flush();
  }

  #clear() {
    this.log.clear();
    this.#waiting.length = 0;
    this.log.missed = 0;
    this.items.replaceChildren();
    this.#tell();
  }

  #tell() {
    const shown = [...this.items.children].filter((item) => !item.hidden).length;
    this.#reach();
    const filtered = Boolean(this.#filter.kind || this.#filter.text || this.#filter.fence);
    const total = this.items.childElementCount;
    setText(this.count, total === 0 ? "" : formatNumber(total));
    this.nothing.hidden = shown > 0;
    this.#isFiltered = filtered && total > 0;
    this.describe();
    const notices = [
      filtered && total > 0 ? `Showing ${formatNumber(shown)} of ${formatNumber(total)}` : "",
      this.#paused ? `Paused · ${formatNumber(this.#waiting.length)} waiting` : "",
      this.log.dropped > 0 ? `${formatNumber(this.log.dropped)} older ones dropped` : "",
      this.log.missed > 0 ? `${formatNumber(this.log.missed)} could not be sent to this page` : "",
    ].filter(Boolean);
    this.notice.hidden = notices.length === 0;
    setText(this.notice, notices.join(" · "));
    this.badge.hidden = this.open || this.#unread === 0;
    setText(this.badge, this.#unread > 99 ? "99+" : String(this.#unread));
    this.button.setAttribute("aria-label", this.#unread > 0 && !this.open ? `Notifications, ${this.#unread} new` : "Notifications");
  }

  /** Says why the list is empty. */
  describe() {
    if (this.nothing.hidden) return;
    const { count, drawable } = this.fences();
    const none = drawable ? "There is no fence yet. Draw one under Fences (g), and who crosses it is told here." : "There is no fence here that could be crossed.";
    setText(this.nothing, this.#isFiltered ? "No notification matches the filter." : count === 0 ? none : "Nothing has crossed a fence yet.");
  }

  #announce(fresh) {
    if (fresh.length === 0) return;
    const sentence = `${nameOf(fresh[0].label)} ${kindVerb(fresh[0].kind)} ${nameOf(fresh[0].fenceName)}`;
    this.announce(fresh.length === 1 ? sentence : `${fresh.length} notifications. The latest: ${sentence}`);
  }
}
