// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { inScale, readSymbol, SourceDisplay } from "../../Web/displays.js";
import { drawDescribed, reachOf } from "../../Web/symbol-drawing.js";

const symbols = (more) => ({ type: "symbols", source: 0, track: {}, labels: [], visible: true, opacity: 1, legend: true, ...more });

test("symbols are read with their limits, and nothing in them is an address elsewhere", () => {
  assert.deepEqual(readSymbol({ type: "marker", style: "x", color: "red; }", size: 1e9, angle: 30 }),
    { type: "marker", style: "x", color: "#000000", size: 256, outline: null, angle: 30, turnsWithMap: false, offsetX: 0, offsetY: 0 });
  for (const picture of ["https://example.org/a.png", "//example.org/a.png", "/live/pictures/../x", "javascript:alert(1)", 7]) {
    assert.equal(readSymbol({ type: "picture", picture }).picture, null, String(picture));
  }
  assert.equal(readSymbol({ type: "picture", picture: "/live/pictures/3" }).picture, "/live/pictures/3");
  assert.equal(readSymbol({ type: "text", text: "<b>", font: "a\"; url(x" }).font, "a urlx");
  assert.equal(readSymbol({ type: "hologram" }), null);
  assert.equal(readSymbol(null), null);
});

test("a composite symbol has at most so many parts, however deep", () => {
  let symbol = { type: "marker" };
  for (let i = 0; i < 40; i += 1) symbol = { type: "composite", symbols: [symbol, { type: "marker" }] };
  const count = (one) => (one?.type === "composite" ? 1 + one.parts.reduce((sum, part) => sum + count(part), 0) : 1);
  assert.ok(count(readSymbol(symbol)) <= 16);
});

test("what a viewer chooses goes before what the server says, and stays when that says something else", () => {
  const display = new SourceDisplay({ maximumTrail: 60 });
  assert.equal(display.settings.line, true);
  display.receive(symbols({ track: { line: false, previous: true, maximumObservations: 5, maximumDuration: 30 }, opacity: 0.5 }));
  assert.deepEqual(display.settings, { visible: true, opacity: 0.5, line: false, previous: true, maximumObservations: 5, maximumDuration: 30 });
  display.choose("line", true);
  display.receive(symbols({ track: { line: false, previous: false, maximumObservations: 9, maximumDuration: 0 } }));
  assert.equal(display.settings.line, true);
  assert.equal(display.settings.maximumObservations, 9);
  assert.equal(display.revision, 2);
});

test("labels come and go by entity, and with reset all anew", () => {
  const display = new SourceDisplay();
  display.receiveLabels({ reset: true, labels: [[1, 0, "a"], [2, 1, "b", 3, "c"]] });
  display.receiveLabels({ labels: [[1], [3, 0, "x".repeat(1_000)]] });
  assert.deepEqual(display.labels.get(2), [1, "b", 3, "c"]);
  assert.equal(display.labels.has(1), false);
  assert.equal(display.labels.get(3)[1].length, 124);
  display.receiveLabels({ reset: true, labels: [] });
  assert.equal(display.labels.size, 0);
});

test("a scale range ends where it says", () => {
  assert.ok(inScale({ minScale: null, maxScale: null }, 1e9));
  assert.ok(inScale({ minScale: 100_000, maxScale: 1_000 }, 50_000));
  assert.ok(!inScale({ minScale: 100_000 }, 100_001));
  assert.ok(!inScale({ maxScale: 1_000 }, 999));
  const display = new SourceDisplay();
  display.receive(symbols({ minScale: 1_000 }));
  assert.equal(display.shownAt(2_000), false);
  assert.equal(display.shownAt(500), true);
  display.choose("visible", false);
  assert.equal(display.shownAt(500), false);
});

test("each symbol is drawn within its reach", () => {
  const tools = { picture: () => null, measure: () => [40, 12], family: "sans-serif" };
  const described = [
    ...["circle", "cross", "diamond", "square", "triangle", "x"].map((style) => ({ type: "marker", style, color: "#112233", size: 20, outline: { width: 2 }, offsetX: 5 })),
    { type: "picture", width: 30, height: 10 }, { type: "composite", symbols: [{ type: "marker", size: 4 }, { type: "marker", size: 40 }] },
  ].map((one) => readSymbol(one));
  for (const symbol of described) {
    let most = 0;
    let offset = [0, 0];
    const note = (x, y, more = 0) => { most = Math.max(most, Math.hypot(x + offset[0], y + offset[1]) + more); };
    const context = new Proxy({ globalAlpha: 1 }, {
      get: (target, name) => target[name] ?? ({
        translate: (x, y) => { offset = [offset[0] + x, offset[1] + y]; }, restore: () => { offset = [0, 0]; },
        moveTo: note, lineTo: note, arc: (x, y, radius) => note(x, y, radius),
      })[name] ?? (() => {}),
      set: (target, name, value) => { target[name] = value; return true; },
    });
    drawDescribed(context, symbol, tools);
    assert.ok(most > 0 && most <= reachOf(symbol, tools), `${JSON.stringify(symbol)} reaches ${most} of ${reachOf(symbol, tools)}`);
  }
});
