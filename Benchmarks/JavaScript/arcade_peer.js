// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0
//
// The peers of `script/bench arcade`: the same work in JavaScript, for Node, QuickJS and Duktape, so in its oldest form.
//
// In front of this text stand the wanted case, how long to measure it, and what it is about:
//     var CASE = 'filter', SECONDS = 0.3, RINGS = [[[x, y], …]], POINTS = [[x, y], …], SCRIPT = '…';
// Prints nanoseconds an evaluation, a tab, and the answers to the features in a line.

var say = typeof print === 'function' ? print : console.log;
var now = typeof performance === 'object' && performance.now ? function () { return performance.now(); } : Date.now;

var names = [];
for (var n = 0; n < POINTS.length; n++) names.push('Ferry ' + n);

function update(i) {
    return { course: 10 + i, horizontalaccuracy: 5 + i, verticalaccuracy: 7, velocity: 3.5 + i, timestamp: 1777636800000 + i * 1000 };
}
function vessel(i) {
    return { name: names[i], speed: 12.5 + i, time: 1777636800000 + i * 61001, geometry: { x: POINTS[i][0], y: POINTS[i][1] } };
}
function harbour() {
    return { name: 'Harbour', geometry: { rings: RINGS } };
}

function inside(rings, x, y) {
    var is = false;
    for (var r = 0; r < rings.length; r++) {
        var ring = rings[r];
        for (var i = 0, j = ring.length - 1; i < ring.length; j = i++) {
            var a = ring[i], b = ring[j];
            if ((a[1] > y) !== (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) is = !is;
        }
    }
    return is;
}

function two(v) { return v < 10 ? '0' + v : '' + v; }

function template() {
    // Duktape has no templates; there it is the operator again.
    try {
        return new Function('feed', 'fence', 'return `${feed.name} entered ${fence.name}.`;');
    } catch (e) {
        return function (feed, fence) { return feed.name + ' entered ' + fence.name + '.'; };
    }
}

var cases = {
    nothing: function () { return true; },
    filter: function (update) { return update.horizontalaccuracy <= 10; },
    operator: function (feed, fence) { return feed.name + ' entered ' + fence.name + '.'; },
    concatenate: function (feed, fence) { return [feed.name, ' entered ', fence.name, '.'].join(''); },
    template: template(),
    containment: function (feed, fence) { return inside(fence.geometry.rings, feed.geometry.x, feed.geometry.y); },
    loop: function () {
        var total = 0;
        for (var i = 0; i < 1000; i++) total += i * 2;
        return total;
    },
    date: function (feed) {
        var d = new Date(feed.time);
        return d.getUTCFullYear() + '-' + two(d.getUTCMonth() + 1) + '-' + two(d.getUTCDate()) + ' ' + two(d.getUTCHours()) + ':' +
            two(d.getUTCMinutes()) + ':' + two(d.getUTCSeconds());
    },
    compile: function () { return typeof new Function('feature', SCRIPT); }
};

var isFresh = CASE.slice(-6) === ' fresh';
var key = isFresh ? CASE.slice(0, -6) : CASE;
var evaluate = cases[key];
var first = key === 'filter' ? update : vessel;

var feeds = [], fences = [], answers = [];
for (var k = 0; k < POINTS.length; k++) {
    feeds.push(first(k));
    fences.push(harbour());
    answers.push(String(evaluate(feeds[k], fences[k])));
}

// Every answer is looked at to its end, so that no engine can leave work undone.
var check = 0;
function look(answer) {
    if (typeof answer === 'string') check = (check + answer.charCodeAt(answer.length - 1)) | 0;
    else check = (check + (answer ? 1 : 2)) | 0;
}

function measure(count) {
    var began = now();
    if (isFresh) {
        for (var i = 0; i < count; i++) { var j = i & 15; look(evaluate(first(j), fences[j])); }
    } else {
        for (var i = 0; i < count; i++) { var j = i & 15; look(evaluate(feeds[j], fences[j])); }
    }
    return (now() - began) / 1000;
}

var count = 16, seconds = measure(count);
while (seconds < SECONDS) {
    count *= seconds < SECONDS / 20 ? 4 : 2;
    seconds = measure(count);
}
say(seconds / count * 1e9 + '\t' + answers.join('|'));
