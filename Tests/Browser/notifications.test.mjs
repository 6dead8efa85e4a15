// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { retryDelay } from "../../Web/connection.js";
import { FenceChoices, kindClass, kindVerb, matchesFilter, NotificationLog } from "../../Web/notifications.js";

const message = (id, more = {}) => ({ type: "notification", id, kind: "entered", source: 0, track: "Flight_396", fence: "f", fenceName: "Approach East", ...more });

test("each id is kept once, so that a backlog makes no duplicates", () => {
  const log = new NotificationLog();
  assert.ok(log.add(message("a")));
  assert.equal(log.add(message("a")), null);
  assert.equal(log.add(message("")), null);
  assert.equal(log.received, 1);
});

test("what crosses may be a location of the server, no track of a source", () => {
  const log = new NotificationLog();
  const { source, device, track } = log.add(message("a", { source: undefined, device: 1, track: "Patrol car" }));
  assert.deepEqual([source, device, track], [null, 1, "Patrol car"]);
  assert.deepEqual([log.add(message("b")).source, log.list[0].device], [0, null]);
});

test("the list is bounded, the newest are first, and the count goes on", () => {
  const log = new NotificationLog(500);
  for (let i = 0; i < 1200; i += 1) log.add(message(`n${i}`));
  assert.deepEqual([log.list.length, log.received, log.list[0].id], [500, 1200, "n1199"]);
});

test("a message that lacks things, or has others, is an entry all the same", () => {
  const entry = new NotificationLog().add({ id: 5, kind: "dwelt", location: ["x", null], insideSeconds: "long", track: { a: 1 } });
  assert.deepEqual([entry.id, entry.kind, entry.location, entry.insideSeconds, entry.track], ["5", "dwelt", null, null, ""]);
});

test("the filter takes kind and words together", () => {
  const entry = new NotificationLog().add(message("a", { message: "Expect vectors" }));
  assert.ok(matchesFilter(entry, { kind: "", text: "" }));
  assert.ok(matchesFilter(entry, { kind: "entered", text: "EAST" }));
  assert.ok(matchesFilter(entry, { kind: "", text: "vectors" }));
  assert.ok(!matchesFilter(entry, { kind: "exited", text: "" }));
});

test("the first attempt is made at once, later ones after longer, never more than five seconds", () => {
  assert.equal(retryDelay(1, () => 1), 0);
  assert.deepEqual([2, 3, 4, 5, 6, 20].map((attempt) => retryDelay(attempt, () => 1)), [500, 1000, 2000, 4000, 5000, 5000]);
  assert.ok(retryDelay(6, () => 0) < retryDelay(6, () => 1));
});

test("a page that comes back says how far it was told by this start of the server, and by no other", () => {
  const log = new NotificationLog(10);
  assert.equal(log.place, "");
  log.greet({ server: "a b" });
  assert.equal(log.place, "");
  log.add({ id: "x", number: 7 });
  log.add({ id: "x", number: 8 });
  log.add({ id: "y", number: 3 });
  assert.equal(log.place, "?server=a%20b&after=8", "what is known already was told, too");
  log.greet({ server: "a b" });
  assert.equal(log.place, "?server=a%20b&after=8");
  log.greet({ server: "c" });
  assert.equal(log.place, "");
});

test("the list is bounded, and says how many left it", () => {
  const log = new NotificationLog(3);
  for (let i = 0; i < 10; i += 1) log.add({ id: String(i) });
  assert.deepEqual(log.list.map(({ id }) => id), ["9", "8", "7"]);
  assert.equal(log.dropped, 7);
  log.clear();
  assert.equal(log.dropped, 0);
});

test("filters go by fence and by all other kinds", () => {
  const entry = { kind: "dwelled", fence: "f", track: "t", label: "t", fenceName: "F", message: "" };
  assert.ok(matchesFilter(entry, { kind: "other", text: "", fence: "f" }));
  assert.ok(!matchesFilter(entry, { kind: "entered", text: "" }));
  assert.ok(!matchesFilter({ ...entry, kind: "exited" }, { kind: "other", text: "" }));
  assert.ok(!matchesFilter(entry, { kind: "", text: "", fence: "g" }));
});

test("each kind has a word and a sign of its own; one that is not known has its name", () => {
  const kinds = ["entered", "exited", "dwelled", "silent", "speeding", "slow"];
  assert.equal(new Set(kinds.map(kindVerb)).size, 6);
  assert.equal(new Set(kinds.map(kindClass)).size, 6);
  assert.equal(kindVerb("vanished"), "vanished");
  assert.equal(kindClass("vanished"), "other");
});

test("the fences told of last can be chosen, and the one that is, however the notifications were bundled", () => {
  const entries = [7, 0, 1, 2, 0, 3, 4, 5, 6].map((n) => ({ fence: `f${n}`, fenceName: `Fence ${n}` }));
  for (let cut = 0; cut <= entries.length; cut += 1) {
    const choices = new FenceChoices(4);
    choices.add(entries.slice(0, cut));
    choices.add(entries.slice(cut));
    assert.deepEqual(choices.byName.map(([fence]) => fence), ["f3", "f4", "f5", "f6"], `cut at ${cut}`);
  }
  const choices = new FenceChoices(4);
  for (const entry of entries) choices.add([entry], "f7");
  assert.deepEqual(choices.byName, [["f4", "Fence 4"], ["f5", "Fence 5"], ["f6", "Fence 6"], ["f7", "Fence 7"]]);
  assert.equal(choices.add([entries.at(-1)], "f7"), false);
  assert.equal(choices.add([{ fence: "f6", fenceName: "Another name" }], "f7"), true);
});
