// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { SharedViewpoint } from "../../Web/shared-viewpoint.js";

/** A page whose clock and map a test moves. */
function stage(sharedViewpoint = { steer: true }) {
  const page = { time: 0, timers: [], sent: [], gone: [], view: { width: 800, height: 600, center: [1, 2], scale: 1000, rotation: 0 }, held: false };
  page.shared = new SharedViewpoint({
    read: () => page.view, send: (message) => page.sent.push(message) > 0, go: (message) => page.gone.push(message.center[0]),
    busy: () => page.held, now: () => page.time, later: (action, wait) => page.timers.push([action, page.time + wait]),
  });
  page.shared.greet({ sharedViewpoint });
  page.pass = (milliseconds) => {
    page.time += milliseconds;
    const due = page.timers.filter(([, at]) => at <= page.time);
    page.timers = page.timers.filter(([, at]) => at > page.time);
    for (const [action] of due) action();
  };
  page.hear = (seen, longitude) => page.shared.receive({ seen, center: [longitude, 0], scale: 500, rotation: 0 });
  return page;
}

test("a person's moves are told at once, then ten times a second, and how they end", () => {
  const page = stage();
  for (let step = 0; step < 25; step += 1) {
    page.view = { ...page.view, center: [step, 2] };
    page.shared.moved(true);
    page.pass(10);
  }
  page.pass(100);
  assert.deepEqual(page.sent.map(({ move }) => move), [1, 2, 3, 4]);
  assert.equal(page.sent[0].center[0], 0);
  assert.equal(page.sent.at(-1).center[0], 24);
  assert.equal(page.sent.every(({ type }) => type === "steer"), true);
});

test("what the page arranges itself is told to nobody, and a view that is not to be steered tells nothing", () => {
  const page = stage();
  page.shared.moved(false);
  page.pass(200);
  assert.equal(page.sent.length, 0);
  const readOnly = stage({ steer: false });
  readOnly.shared.moved(true);
  readOnly.pass(200);
  assert.equal(readOnly.sent.length, 0);
  assert.equal(readOnly.hear(0, 9), true);
  const own = stage(null);
  own.shared.moved(true);
  assert.equal(own.sent.length, 0);
});

test("nobody's own move is thrown back by what the server said before it knew of it", () => {
  const page = stage();
  assert.equal(page.hear(0, 3), true);
  page.shared.moved(true);
  // On its way since before.
  assert.equal(page.hear(0, 4), false);
  assert.equal(page.hear(1, 5), true);
  page.pass(20);
  page.shared.moved(true); // waits for its turn
  assert.equal(page.hear(1, 6), false);
  page.pass(100);
  assert.equal(page.hear(1, 7), false);
  assert.equal(page.hear(2, 8), true);
  page.held = true;
  assert.equal(page.hear(2, 9), false);
  assert.deepEqual(page.gone, [3, 5, 8]);
});

test("after a new hello moves are counted anew, and what came before there is a map waits for it", () => {
  const page = stage();
  page.shared.moved(true);
  page.shared.greet({ sharedViewpoint: { steer: true } });
  assert.equal(page.hear(0, 3), true);
  const view = page.view;
  page.view = null;
  assert.equal(page.hear(0, 4), false);
  page.view = view;
  page.shared.begin();
  assert.deepEqual(page.gone, [3, 4]);
});

test("what is no viewpoint is passed over", () => {
  const page = stage();
  for (const center of [null, [1], ["a", 2]]) assert.equal(page.shared.receive({ seen: 0, center, scale: 5, rotation: 0 }), false);
  assert.equal(page.shared.receive({ center: [1, 2], scale: 5, rotation: 0 }), false);
  assert.deepEqual(page.gone, []);
});
