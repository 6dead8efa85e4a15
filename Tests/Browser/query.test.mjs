// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleClause, formerPhrase, indexOfByte, joinTexts, matchPhrase, quoted, RunningQuery, summaryOf } from "../../Web/query.js";

function running(body = { where: "speed > 1" }) {
  const sent = [];
  const told = [];
  const query = new RunningQuery({ send: (message) => sent.push(message), changed: (moved) => told.push(moved) });
  query.run({ title: "T", source: 0, body, fields: ["speed"], own: true });
  return { query, sent, told, number: () => sent.filter(({ type }) => type === "query").at(-1).query };
}
const row = (track, standing = "matches", more = {}) => ({ track, standing, attributes: { speed: 1 }, location: [1, 2], ...more });
const results = (query, count, rows, more = {}) => ({ type: "results", query, count, rows, ...more });

test("a query is sent, and its list follows what the server tells", () => {
  const { query, sent, told, number } = running();
  assert.deepEqual(sent[0], { type: "query", query: 1, source: 0, where: "speed > 1", fields: ["speed"] });
  assert.equal(query.state, "asking");
  query.receive({ type: "query", query: number(), source: 0, where: "speed > 1", area: { type: "Polygon", coordinates: [] } });
  assert.equal(query.area.type, "Polygon");
  query.receive(results(1, 2, [row("Flight_10"), row("Flight_9")]));
  assert.equal(query.state, "live");
  assert.deepEqual(query.sorted().map(({ label }) => label), ["Flight_9", "Flight_10"]);
  assert.deepEqual(told.at(-1), { first: true, added: ["Flight_10", "Flight_9"], left: [], gone: [] });
  query.receive(results(1, 1, [row("Flight_9", "former", { since: "2026-05-01T12:00:00.000Z" })]));
  assert.deepEqual(told.at(-1), { first: false, added: [], left: ["Flight_9"], gone: [] });
  assert.equal(query.rows.get("Flight_9").since, Date.parse("2026-05-01T12:00:00Z"));
  assert.deepEqual([query.count, query.number("matches"), query.number("former")], [1, 1, 1]);
  // Gone says nothing of attributes: what was known last stays.
  query.receive(results(1, 1, [{ track: "Flight_9", standing: "gone" }]));
  assert.equal(query.rows.get("Flight_9").standing, "gone");
  assert.deepEqual(query.rows.get("Flight_9").attributes, { speed: 1 });
  query.receive(results(1, 1, [], { dropped: ["Flight_9"] }));
  assert.equal(query.rows.size, 1);
});

test("answers to another query are not listened to", () => {
  const { query } = running();
  query.run({ title: "U", source: 0, body: {}, fields: null });
  query.receive(results(1, 5, [row("a")]));
  assert.equal(query.count, null);
  query.receive(results(2, 1, [row("b")]));
  assert.deepEqual([...query.rows.keys()], ["b"]);
  query.clear();
  query.receive(results(2, 3, [row("c")]));
  assert.deepEqual([query.state, query.rows.size], ["idle", 0]);
});

test("a query takes the place of the one before, which is cancelled", () => {
  const { query, sent } = running();
  query.run({ title: "U", source: 1, body: { offered: 2 }, fields: null });
  assert.deepEqual(sent.slice(1), [{ type: "cancel", query: 1 }, { type: "query", query: 2, source: 1, offered: 2 }]);
  query.clear();
  assert.deepEqual(sent.at(-1), { type: "cancel", query: 2 });
});

test("what is dismissed does not come back with a message that was on its way", () => {
  const { query, sent } = running();
  query.receive(results(1, 2, [row("a"), row("b")]));
  query.receive(results(1, 1, [row("a", "former")]));
  query.dismiss("b"); // it matches: it stays
  query.dismiss("a");
  assert.deepEqual(sent.at(-1), { type: "dismiss", query: 1, tracks: ["a"] });
  query.receive(results(1, 1, [row("a", "former"), row("b")]));
  assert.deepEqual([...query.rows.keys()], ["b"]);
  query.receive(results(1, 2, [row("a")]));
  assert.equal(query.rows.get("a").standing, "matches");
});

test("an error keeps its place, and leaves no list", () => {
  const { query, told } = running();
  query.receive(results(1, 1, [row("a")]));
  query.receive({ type: "query-error", query: 1, part: "where", message: "no", offset: 4 });
  assert.deepEqual([query.state, query.error.offset, query.rows.size], ["error", 4, 0]);
  assert.ok(told.length > 2);
  const before = told.length;
  query.resend();
  assert.equal(told.length, before, "an error is not asked again");
});

test("after a reconnection it is asked again, and the list is settled when it is whole", () => {
  const { query, sent, number } = running();
  query.receive(results(1, 3, [row("a"), row("b"), row("c")]));
  query.expand("b", true);
  query.resend();
  assert.equal(number(), 2);
  assert.deepEqual(sent.at(-1), { type: "expand", query: 2, tracks: ["b"] });
  assert.equal(query.rows.size, 3, "the list is shown as it was");
  query.receive(results(2, 2, [row("a")], { more: true }));
  assert.equal(query.rows.get("c").standing, "matches");
  query.receive(results(2, 2, [row("d")]));
  assert.deepEqual(query.sorted().map(({ row: { track, standing } }) => `${track} ${standing}`), ["a matches", "b former", "c former", "d matches"]);
});

test("after a reconnection, where not all are listed, none is said to match no longer", () => {
  const { query } = running();
  query.receive(results(1, 500, [row("a"), row("b")]));
  query.resend();
  query.receive(results(2, 500, [row("b")]));
  assert.deepEqual([...query.rows.keys()], ["b"]);
});

test("the opened rows are told to the server, and are limited", () => {
  const { query, sent } = running();
  for (let i = 0; i < 40; i += 1) query.expand(`t${i}`, true);
  assert.equal(sent.at(-1).tracks.length, 32);
  assert.ok(query.isExpanded("t39") && !query.isExpanded("t0"));
  query.expand("t39", false);
  assert.equal(sent.at(-1).tracks.length, 31);
});

test("nonsense from a server breaks nothing", () => {
  const { query } = running();
  for (const message of [results(1, "x", null), results(1, -5, [{}]), { type: "results", query: 1 }, { type: "query", query: 1, trackIds: 5, where: {} }, { type: "query-error", query: 1 }]) {
    query.receive(message);
  }
  assert.equal(query.state, "error");
  assert.equal(query.error.message, "");
});

test("counts in words", () => {
  assert.deepEqual([matchPhrase(null), matchPhrase(0), matchPhrase(1), matchPhrase(1234)], ["", "none match", "1 matches", "1,234 match"]);
  assert.deepEqual([formerPhrase(0, 0), formerPhrase(1, 0), formerPhrase(3, 2)], ["", "1 no longer matches", "3 no longer match, 2 gone"]);
});

test("a short row shows a number with its unit, texts, and the way", () => {
  const fields = [
    { name: "aircraft", alias: "Aircraft", type: "text" }, { name: "altitude_feet", alias: "Altitude", type: "float64", unit: "ft" },
    { name: "departure_airport", alias: "From", type: "text" }, { name: "arrival_airport", alias: "To", type: "text" },
    { name: "status", alias: "Status", type: "text" }, { name: "speed", alias: "Speed", type: "float64", unit: "kt" },
    { name: "flight_number", alias: "", type: "text" }, { name: "time", alias: "", type: "date" },
  ];
  const summary = summaryOf({ fields, trackField: "flight_number", labelField: null });
  assert.equal(summary.main.name, "altitude_feet");
  assert.deepEqual(summary.texts.map(({ name }) => name), ["aircraft", "departure_airport", "arrival_airport"]);
  assert.deepEqual(summary.numbers.map(({ name }) => name), ["speed"]);
  assert.equal(joinTexts([{ alias: "Aircraft", text: "A320" }, { alias: "From", text: "DEN" }, { alias: "To", text: "PHX" }]), "A320 · DEN → PHX");
  assert.equal(joinTexts([{ alias: "Note", text: "" }, { alias: "From", text: "–" }, { alias: "To", text: "PHX" }]), "PHX");
  assert.equal(exampleClause(fields), "altitude_feet > 100 AND aircraft LIKE 'A%'");
  assert.equal(exampleClause([]), "");
  assert.deepEqual(summaryOf({ fields: [] }), { main: null, texts: [], numbers: [] });
});

test("names and places in a clause", () => {
  assert.deepEqual([quoted("speed_2"), quoted("höhe"), quoted("my field"), quoted('a"b'), quoted("2x")], ["speed_2", "höhe", '"my field"', '"a""b"', '"2x"']);
  assert.deepEqual([0, 1, 3, 4, 8, 99].map((offset) => indexOfByte("aé€😀b", offset)), [0, 1, 2, 3, 5, 6]);
});
