// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { FenceBoard } from "../../Web/fence-board.js";

const geometry = { type: "Polygon", coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] };
const other = { circle: { center: [0, 0], radiusMetres: 5 } };
const fence = (id, more = {}) => ({ fence: id, revision: 1, name: id, geometry, area: geometry, rule: "enter", bufferMetres: 0, usesAccuracy: false, detection: "fixes", ...more });

function stage({ connected = true } = {}) {
  const sent = [];
  const told = [];
  const board = new FenceBoard({ send: (message) => { if (connected) sent.push(message); return connected; }, changed: () => {} });
  board.greet({ fenceEditing: { allowed: true, maximum: 200 } });
  const outcome = { done: (...what) => told.push(["done", ...what]), failed: (error) => told.push(["failed", error.code]) };
  return { board, sent, told, outcome };
}

test("it knows what the server has told, and forgets what was reset or removed", () => {
  const { board } = stage();
  board.receive({ type: "drawn-fences", reset: true, fences: [fence("a"), fence("b"), fence("odd", { geometry: { type: "Blob" } })] });
  assert.deepEqual([...board.fences.keys()], ["a", "b"], "what cannot be shown is left out");
  board.receive({ type: "drawn-fences", fences: [fence("a", { name: "new" })], removed: ["b"] });
  assert.deepEqual([...board.fences.values()].map(({ name }) => name), ["new"]);
  board.receive({ type: "drawn-fences", reset: true, fences: [] });
  assert.equal(board.fences.size, 0);
});

test("without leave nothing is editable; without a server that draws nothing is there", () => {
  const { board } = stage();
  board.receive({ type: "drawn-fences", reset: true, fences: [fence("a")] });
  board.greet({ fenceEditing: { allowed: false } });
  assert.equal(board.editable, false);
  assert.equal(board.fences.size, 1);
  board.greet({});
  assert.equal(board.editable, false);
  assert.equal(board.fences.size, 0);
});

test("answers find who asked; what has none when the connection goes is told so", () => {
  const { board, sent, told, outcome } = stage();
  board.add({ name: "x", geometry }, outcome);
  board.add({ name: "y", geometry }, outcome);
  assert.deepEqual(sent.map(({ type, request }) => [type, request]), [["put-fence", 1], ["put-fence", 2]]);
  board.receive({ type: "fence-error", request: 2, code: "syntax", part: "message" });
  board.receive({ type: "fence-saved", request: 1, fence: "n" });
  board.receive({ type: "fence-saved", request: 1, fence: "n" });
  assert.deepEqual(told, [["failed", "syntax"], ["done", "n"]]);
  board.add({ name: "z", geometry }, outcome);
  board.lost();
  assert.deepEqual(told.at(-1), ["failed", "lost"]);
  const alone = stage({ connected: false });
  alone.board.add({ name: "z", geometry }, alone.outcome);
  assert.deepEqual(alone.told, [["failed", "lost"]]);
});

test("a new fence is taken back by deleting it, a deletion by drawing it again", () => {
  const { board, sent, told, outcome } = stage();
  assert.equal(board.undoable, null);
  board.add({ name: "x", geometry }, outcome);
  board.receive({ type: "fence-saved", request: 1, fence: "n" });
  assert.match(board.undoable, /x/);
  board.receive({ type: "drawn-fences", fences: [fence("n", { message: "1", dwellSeconds: 3, device: 1 })] });
  board.undo(outcome);
  assert.deepEqual(sent.at(-1), { type: "delete-fence", fence: "n", request: 2 });
  board.receive({ type: "fence-saved", request: 2, fence: "n" });
  assert.equal(board.undoable, null);
  board.remove("n", outcome);
  board.receive({ type: "fence-saved", request: 3, fence: "n" });
  board.receive({ type: "drawn-fences", fences: [], removed: ["n"] });
  board.undo(outcome);
  const { request, ...again } = sent.at(-1);
  assert.deepEqual(again, { type: "put-fence", name: "n", rule: "enter", bufferMetres: 0, usesAccuracy: false, detection: "fixes", message: "1", dwellSeconds: 3, device: 1, geometry });
  assert.equal(told.length, 3);
});

test("a change is taken back by what was before, and only that", () => {
  const { board, sent, outcome } = stage();
  board.receive({ type: "drawn-fences", fences: [fence("a")] });
  board.change("a", { name: "b", message: "2", dwellSeconds: 9, source: 0 }, outcome);
  board.receive({ type: "drawn-fences", fences: [fence("a", { name: "b", message: "2", bufferMetres: 77, source: 0 })] });
  board.receive({ type: "fence-saved", request: 1, fence: "a" });
  board.undo(outcome);
  assert.deepEqual(JSON.parse(JSON.stringify(sent.at(-1))), { type: "put-fence", fence: "a", name: "a", message: "", dwellSeconds: 0, source: -1, request: 2 });
});

test("a drag is taken back to where it began, whatever was told in between", () => {
  const { board, sent, told, outcome } = stage();
  board.receive({ type: "drawn-fences", fences: [fence("a")] });
  const before = board.fences.get("a");
  board.move("a", { kind: "circle", center: [0, 0], radius: 7 }, outcome.failed);
  board.move("a", { kind: "circle", center: [0, 0], radius: 6 }, outcome.failed);
  board.receive({ type: "fence-error", request: 1, code: "old" });
  assert.deepEqual(told, [], "only the newest move matters");
  board.receive({ type: "drawn-fences", fences: [fence("a", { geometry: other })] });
  board.change("a", { geometry: other }, { ...outcome, before });
  board.receive({ type: "fence-saved", request: 3, fence: "a" });
  board.undo(outcome);
  assert.deepEqual(sent.at(-1).geometry, geometry);
});

test("what cannot be taken back now stays; what is gone does not", () => {
  const { board, outcome } = stage();
  board.add({ name: "x", geometry }, outcome);
  board.receive({ type: "fence-saved", request: 1, fence: "n" });
  board.undo(outcome);
  board.receive({ type: "fence-error", request: 2, code: "too-many" });
  assert.match(board.undoable, /x/);
  board.undo(outcome);
  board.receive({ type: "fence-error", request: 3, code: "gone" });
  assert.equal(board.undoable, null);
});

test("a change is taken back though its answer is still to come, and none before it", () => {
  const { board, sent, told, outcome } = stage();
  board.receive({ type: "drawn-fences", reset: true, fences: [fence("a")] });
  board.change("a", { bufferMetres: 5 }, outcome);
  board.receive({ type: "fence-saved", request: 1, fence: "a" });
  board.receive({ type: "drawn-fences", fences: [fence("a", { bufferMetres: 5 })] });
  board.change("a", { bufferMetres: 10 }, outcome);
  board.undo(outcome);
  board.undo(outcome);
  assert.equal(board.undoable, null);
  assert.equal(sent.length, 2, "it was taken back before it was made, or another was");
  board.receive({ type: "fence-saved", request: 2, fence: "a" });
  assert.deepEqual(sent.slice(2).map(({ request, bufferMetres }) => [request, bufferMetres]), [[3, 5], [4, 0]], "not in the order in which they were asked for");
  board.receive({ type: "fence-saved", request: 3, fence: "a" });
  assert.equal(told.at(-1)[0], "done");
});

test("what was refused needs no taking back, and leaves what came before it as it was", () => {
  const { board, sent, told, outcome } = stage();
  board.receive({ type: "drawn-fences", reset: true, fences: [fence("a")] });
  board.change("a", { bufferMetres: 5 }, outcome);
  board.receive({ type: "fence-saved", request: 1, fence: "a" });
  board.change("a", { bufferMetres: -1 }, outcome);
  board.undo(outcome);
  board.receive({ type: "fence-error", request: 2, code: "bad-bufferMetres" });
  assert.deepEqual(told.slice(-2), [["failed", "bad-bufferMetres"], ["failed", "gone"]]);
  assert.equal(sent.length, 2);
  assert.match(board.undoable, /a/);
  board.change("a", { bufferMetres: -1 }, outcome);
  board.receive({ type: "fence-error", request: 3, code: "bad-bufferMetres" });
  board.undo(outcome);
  assert.equal(sent.at(-1).bufferMetres, 0);
});
