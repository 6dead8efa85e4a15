// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { destination } from "../../Web/geodesy.js";
import { formatAccuracy, formatCourse, formatGround, formatLength, formatSpeed, formatSpeedElse, compassPoint, describeLocation } from "../../Web/location-formats.js";
import { LocationMotion } from "../../Web/location-motion.js";
import { cut, LocationPath } from "../../Web/location-path.js";
import { locationFrame } from "../../Web/location-frames.js";
import { LocationPicture } from "../../Web/location-picture.js";
import { condition, Locations, readLocation } from "../../Web/locations.js";
import { Projection } from "../../Web/projection.js";
import { ViewReports } from "../../Web/view-reports.js";

const near = (actual, expected, tolerance = 1e-6) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const fix = (longitude, latitude, more = {}) => readLocation({ position: [longitude, latitude], receivedAt: String(more.at ?? 0), speed: 100, course: 90, ...more });
const spaced = (text) => text.replaceAll("\u00a0", " ");

// MARK: formats

test("courses have three figures and a compass point", () => {
  assert.equal(spaced(formatCourse(51.6)), "052° NE");
  assert.equal(spaced(formatCourse(359.7)), "000° N");
  assert.equal(spaced(formatCourse(-90)), "270° W");
  assert.equal(formatCourse(null), "–");
  assert.deepEqual([0, 11.24, 11.26, 22.5, 348.8, 720].map(compassPoint), ["N", "N", "NNE", "NNE", "N", "N"]);
});

test("speeds, lengths and accuracies have units a person reads", () => {
  assert.equal(spaced(formatSpeed(7_660.1)), "27,576 km/h");
  assert.equal(spaced(formatSpeed(1.4)), "5.0 km/h");
  assert.equal(formatSpeed(NaN), "–");
  assert.equal(formatSpeed(null), "–");
  assert.equal(spaced(formatSpeedElse(7_660.1)), "7.66 km/s · 14,890 kn");
  assert.equal(spaced(formatSpeedElse(5)), "5.0 m/s · 10 kn");
  assert.deepEqual([3.24, 12.5, 850, 9_960, 418_000, -3].map((value) => spaced(formatLength(value))), ["3.2 m", "13 m", "850 m", "10.0 km", "418 km", "\u22123.0 m"]);
  assert.equal(spaced(formatAccuracy(12, null)), "± 12 m");
  assert.equal(spaced(formatAccuracy(12, 3)), "± 12 m, height ± 3.0 m");
  assert.equal(formatAccuracy(null, null), "–");
});

test("a place has hemispheres", () => {
  assert.equal(spaced(formatGround(-112.0101, 33.4352)), "33.4352° N, 112.0101° W");
  assert.equal(spaced(formatGround(181, -3)), "3.0000° S, 179.0000° W");
  assert.match(spaced(describeLocation("Station", fix(10, -20, { course: 202.5, height: 418e3 }))), /^Station at 20\.0° S, 10\.0° E, course 203 degrees, south south west, speed 360 km\/h, height 418 km$/);
});

// MARK: the message

test("a location is read, and what is unknown or nonsense is null", () => {
  const read = readLocation({ position: [10, 20], speed: -1, course: "x", satellites: 9, symbol: "bang", opacity: 7, height: null, source: "a\u202eb" });
  assert.deepEqual([read.speed, read.course, read.satellites, read.symbol, read.opacity, read.height, read.source], [null, null, 9, "default", 1, null, "ab"]);
  for (const position of [undefined, [], ["1", 2], [10, 91], [541, 0], [NaN, 0]]) assert.equal(readLocation({ position }), null);
});

test("how it fares, in one word", () => {
  assert.equal(condition({ status: "starting" }, null), "waiting");
  assert.equal(condition({ status: "failedToStart" }, fix(0, 0)), "failed");
  assert.equal(condition({ status: "started" }, fix(0, 0, { stale: true })), "stale");
  assert.equal(condition({ status: "started" }, fix(0, 0, { lastKnown: true })), "acquiring");
  assert.equal(condition({ status: "started" }, fix(0, 0)), "live");
});

test("which picture stands for it", () => {
  assert.equal(locationFrame("dot", "course", false), "course");
  assert.equal(locationFrame("dot", "heading", true), "acquiring");
  assert.equal(locationFrame("station", "course", false), "station");
  assert.equal(locationFrame("station", "acquiring", false), "station-grey");
});

test("what was shown is shown again after a reconnection, by its name", () => {
  const locations = new Locations();
  locations.describe([{ location: 0, name: "A" }, { location: 1, name: "B", symbol: "station" }, { name: "no number" }]);
  assert.equal(locations.list.length, 2);
  locations.show(1);
  locations.describe([{ location: 0, name: "B" }]);
  assert.equal(locations.shown, 0);
  locations.describe([{ location: 0, name: "C" }]);
  assert.equal(locations.shown, null);
  locations.receive({ location: 0, position: [1, 2] }, 0);
  assert.equal(locations.fix, null, "what nobody shows is not heard");
});

// MARK: motion

test("between fixes it goes on along course and speed, on the ellipsoid", () => {
  const motion = new LocationMotion();
  motion.receive(fix(10, 60), 1_000);
  const [x, y] = motion.at(1_500);
  const [ex, ey] = destination([10, 60], 90, 50);
  near(x, ex, 1e-9);
  near(y, ey, 1e-9);
});

test("where fixes stop it comes to rest", () => {
  const motion = new LocationMotion();
  for (let i = 0; i < 5; i += 1) motion.receive(fix(10 + i * 0.001, 0, { at: i }), i * 1_000);
  near(motion.interval, 1_000, 1);
  const [late, later] = [motion.at(60_000), motion.at(600_000)];
  near(late[0], later[0], 1e-9);
  const ran = (late[0] - 10.004) * 111_320;
  assert.ok(ran > 100 && ran < 151, `${ran} m in vain`);
});

test("a new fix is taken up smoothly, over the antimeridian too", () => {
  const motion = new LocationMotion();
  motion.receive(fix(179.999, 0, { speed: 0 }), 0);
  motion.receive(fix(-179.999, 0, { speed: 0, at: 1 }), 1_000);
  near(Math.abs(motion.at(1_000)[0]), 179.999, 1e-9);
  const middle = motion.at(1_300)[0];
  assert.ok(Math.abs(middle) > 179.999, `${middle}`);
  near(motion.at(3_000)[0], -179.999, 1e-9);
});

test("a far jump is a jump", () => {
  const motion = new LocationMotion();
  motion.receive(fix(0, 0), 0);
  motion.receive(fix(120, 0, { at: 1 }), 1_000);
  near(motion.at(1_000)[0], 120, 1e-9);
});

test("what is stale or last known stands, and words about the same fix do not move it", () => {
  const motion = new LocationMotion();
  assert.equal(motion.receive(fix(10, 0, { lastKnown: true }), 0), true);
  assert.deepEqual(motion.at(5_000), [10, 0]);
  assert.equal(motion.receive(fix(10, 0, { stale: true }), 6_000), false);
  assert.deepEqual(motion.at(9_000), [10, 0]);
});

test("its symbol turns by the shorter way", () => {
  const motion = new LocationMotion();
  motion.receive(fix(0, 0, { angle: 350 }), 0);
  motion.receive(fix(0, 0, { angle: 10, at: 1 }), 1_000);
  near(motion.angleAt(1_000), 350, 1e-9);
  const half = motion.angleAt(1_150);
  assert.ok(half > 350 || half < 10, `${half}`);
  near(motion.angleAt(5_000), 10, 1e-9);
  motion.receive(fix(0, 0, { at: 2 }), 6_000);
  assert.equal(motion.angleAt(6_000), null);
});

// MARK: the path

test("a segment across the antimeridian becomes two that meet at its edges", () => {
  assert.deepEqual(cut([179, 0], [-179, 2]), [[179, 0, 180, 1], [-180, 1, -179, 2]]);
  assert.deepEqual(cut([-179, 0], [179, 2]), [[-179, 0, -180, 1], [180, 1, 179, 2]]);
  assert.deepEqual(cut([1, 1], [2, 2]), [[1, 1, 2, 2]]);
  assert.deepEqual(cut([170, 0], [180, 0]), [[170, 0, 180, 0]]);
});

const line = { pixel: 0.001, color: [1, 2, 3] };

test("the path fades with age, and no segment runs round the world", () => {
  const path = new LocationPath();
  path.add(Array.from({ length: 200 }, (_, i) => [((i * 4 + 540) % 360) - 180, 40 * Math.sin(i / 15), i * 1_000]), { reset: true });
  const { length, sources, targets, colors } = path.segments(line);
  assert.ok(length >= 199 && length < 205);
  for (let i = 0; i < length; i += 1) {
    assert.ok(Math.abs(sources[2 * i] - targets[2 * i]) < 5);
    assert.ok(Math.abs(sources[2 * i]) <= 180 && Math.abs(targets[2 * i]) <= 180);
    if (i > 0) assert.ok(colors[4 * i + 3] >= colors[4 * i - 1]);
  }
  assert.ok(colors[3] < 40 && colors[4 * length - 1] > 220);
});

test("old points go, what is no point is passed over, and reset begins anew", () => {
  const path = new LocationPath();
  path.add([[0, 0, 0], [1, 0, 50_000], "no", [1], [NaN, 0, 1], [0, 99, 1], [2, 0, 100_000]], { seconds: 60 });
  assert.deepEqual(path.points, [[1, 0, 50_000], [2, 0, 100_000]]);
  path.add([[5, 5, 200_000]], { reset: true });
  assert.equal(path.length, 1);
  assert.equal(path.segments(line).length, 0);
});

test("where nothing was known for long there is no line", () => {
  const path = new LocationPath();
  path.add([[0, 0, 0], [1, 0, 1_000], [2, 0, 2_000], [50, 0, 900_000], [51, 0, 901_000]]);
  const { length, targets } = path.segments(line);
  assert.deepEqual(Array.from({ length }, (_, i) => targets[2 * i]), [1, 2, 51]);
});

test("the newest step goes to where the location is drawn", () => {
  const path = new LocationPath();
  path.add([[0, 0, 0], [1, 0, 1_000], [2, 0, 2_000]]);
  assert.equal(path.segments({ ...line, open: path.openFor([2, 0]) }).length, 1);
  assert.deepEqual([...path.joint([1.5, 0], [2, 0], [0, 0, 0]).sources], [1, 0]);
  assert.deepEqual([...path.joint([2.5, 0], [2.4, 0], [0, 0, 0]).sources], [2, 0], "a fix that is not on the path yet");
});

// MARK: the picture

test("it is drawn again only where one could see it", () => {
  const locations = new Locations();
  locations.describe([{ location: 0, name: "A" }]);
  locations.show(0);
  const picture = new LocationPicture(locations, { colors: () => ({ color: [0, 0, 0], grey: [9, 9, 9] }), still: () => false });
  const projection = new Projection({ longitude: 10, latitude: 60, zoom: 9, bearing: 30, width: 800, height: 600 });
  assert.equal(picture.changed(0, projection, 0.5), false);
  locations.receive({ location: 0, position: [10, 60], speed: 100, course: 90, symbol: "course", angle: 90, accuracyRadius: 9_000, receivedAt: "1" }, 0);
  assert.equal(picture.changed(0, projection, 0.5), true);
  const drawn = picture.at(0, projection, false);
  assert.deepEqual([drawn.frame, drawn.angle, drawn.ping, drawn.grey], ["course", 90, null, false]);
  assert.ok(drawn.ring.length > 50);
  assert.equal(picture.changed(100, projection, 0.5), false, "10 m are nothing at this zoom");
  assert.equal(picture.changed(1_000, projection, 0.2), true);
  locations.receive({ location: 0, position: [10, 60], symbol: "default", receivedAt: "2", ping: true }, 2_000);
  const upright = picture.at(2_450, projection, false);
  assert.equal(upright.angle, 30, "upright on the screen is the map's bearing");
  near(upright.ping, 0.5);
  assert.equal(picture.changed(2_460, projection, 0.5), false, "no oftener than one sees");
  assert.equal(picture.changed(2_500, projection, 0.5), true, "the ping goes on");
  assert.equal(picture.at(3_000, projection, false).ping, null);
});

// MARK: telling the view

function clock() {
  const state = { now: 1_000, timers: [], sent: [], view: { center: [0, 0] }, taken: true };
  const reports = new ViewReports({
    read: () => state.view, send: (message) => state.taken && Boolean(state.sent.push(message)), now: () => state.now,
    later: (action, wait) => state.timers.push({ action, at: state.now + wait }),
  });
  const pass = (milliseconds) => {
    const end = state.now + milliseconds;
    for (let due; (due = state.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]);) {
      state.timers.splice(state.timers.indexOf(due), 1);
      state.now = due.at;
      due.action();
    }
    state.now = end;
  };
  return { state, reports, pass };
}

test("a moving view is told ten times a second, and how it ends", () => {
  const { state, reports, pass } = clock();
  for (let i = 0; i < 100; i += 1) {
    state.view = { center: [i, 0] };
    reports.changed(i === 3);
    pass(10);
  }
  pass(1_000);
  assert.ok(state.sent.length >= 10 && state.sent.length <= 12, `${state.sent.length}`);
  assert.deepEqual(state.sent.at(-1).center, [99, 0]);
  assert.equal(state.sent.filter(({ user }) => user).length, 1, "that a person moved it is told once");
  assert.equal(state.sent[1].user, true);
});

test("the same view is not told twice, but to a server that does not know it", () => {
  const { state, reports, pass } = clock();
  reports.begin();
  pass(500);
  reports.changed(false);
  assert.equal(state.sent.length, 1);
  reports.begin();
  assert.equal(state.sent.length, 2);
  reports.sequence = 7;
  pass(500);
  reports.changed(false);
  assert.deepEqual(state.sent.at(-1), { type: "view", center: [0, 0], user: false, sequence: 7 });
});

test("what could not be sent is not lost", () => {
  const { state, reports, pass } = clock();
  state.taken = false;
  reports.changed(true);
  state.taken = true;
  pass(200);
  reports.changed(false);
  assert.equal(state.sent.at(-1).user, true);
});
