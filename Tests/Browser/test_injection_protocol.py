# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The same texts in every member of the protocol's messages that the page reads, also in those where a server of ours says only what it chose itself."""

import json
import struct
import time
import unittest

from injection_page import InjectionPageCase
from location_server import LocationServer, answer, stamp
from payloads import PAYLOADS, shown

COUNT = len(PAYLOADS)
SOURCES = 20


def payload(n):
    return PAYLOADS[n % COUNT]


def of(count, start=0):
    return [payload(start + n) for n in range(count)]


def frame(sequence, tracks):
    """All entities of source 0, one beside the other, each with another label than its track id."""
    names = b""
    for n, track in enumerate(tracks):
        name, label = track.encode(), payload(n + 5).encode()
        names += struct.pack("<IHH", n, len(name), len(label)) + name + label
    count, now = len(tracks), time.time() * 1000
    head = struct.pack("<4sBBH6Idd", b"VDF1", 1, 0, 0, sequence, count, 0, 0, len(names), count, now, now)
    columns = [("I", range(count)), ("i", [n % 20 * 200_000 for n in range(count)]), ("i", [n // 20 * 200_000 for n in range(count)]), ("i", [0] * count), ("H", [0] * count), ("H", [0] * count)]
    return head + b"".join(struct.pack(f"<{count}{kind}", *values) for kind, values in columns) + names


class Hostile(LocationServer):
    """A server that puts the texts wherever there is a text."""

    def _hello(self):
        return {
            **super()._hello(), "server": payload(1), "version": payload(2), "title": payload(3), "view": {"center": [0.2, 0.1], "zoom": 10},
            "fences": "/live/fences.geojson", "landmarks": "/live/landmarks.geojson", "extents": True, "sourceControl": True, "notifications": 1000,
            "queries": {"maximum": 4, "listed": 300, "former": 100, "vertices": 500, "where": 4096, "trackIds": 100},
            "fenceEditing": {"allowed": True, "kept": True, "maximum": 300, "vertices": 400, "name": 200, "message": 2048},
            "sources": [{
                "source": n, "name": payload(n), "one": payload(n + 1), "many": payload(n + 2), "symbol": payload(n), "trackField": payload(n), "headingField": payload(n), "labelField": payload(n),
                "displayDelay": 0, "maximumTrail": 10, "queries": [{"name": payload(24 * n + m), "parameter": {"name": payload(m), "example": payload(m + n)}} for m in range(24)],
                "fields": [{"name": payload(m), "alias": payload(m + 1), "unit": payload(m + n), "type": payload(m), "decimals": payload(m)} for m in range(50)],
            } for n in range(SOURCES)],
        }

    def hostile(self):
        """Everything that is told without being asked for."""
        for n in range(SOURCES):
            self.tell({"type": "connection", "source": n, "status": ["failed", "constructor", "__proto__", payload(n)][n % 4], "error": payload(n)})
            self.tell({"type": "symbols", "source": n, "renderer": payload(n), "fields": of(3, n), "problems": of(16, n), "classes": [
                {"label": payload(6 * n + m), "description": payload(6 * n + m), "symbol": self.symbol(n, m)} for m in range(7)], "labels": [
                    {"name": payload(n), "text": self.symbol(n, 2), "placement": payload(n), "strategy": payload(n)}]})
            self.tell({"type": "fields", "source": n, "fields": [{"name": one, "alias": payload(m)} for m, one in enumerate(of(60, 5 * n))]})
            self.tell({"type": "controlled", "request": n, "source": n, "action": payload(n), "error": payload(n)})
        self._send(frame(1_000_000, PAYLOADS))
        self.tell({"type": "labels", "source": 0, "reset": True, "labels": [[n, 0, one] for n, one in enumerate(PAYLOADS)]})
        for n, one in enumerate(PAYLOADS):
            self.tell({"type": "notification", "id": one, "number": n, "kind": payload(n + 1), "source": 0, "track": one, "fence": payload(n + 2), "fenceName": payload(n + 3),
                       "time": stamp() if n % 5 else payload(n), "location": [0.1, 0.1], "message": payload(n + 4), "cause": payload(n), "confirmedAt": payload(n), "explanation": payload(n + 5)})
        self.tell({"type": "drawn-fences", "reset": True, "removed": [], "fences": [
            {"fence": one, "revision": 1, "name": payload(n + 1), "rule": payload(n), "bufferMetres": 10, "detection": payload(n), "dwellSeconds": 60, "message": payload(n), "source": 0,
             "geometry": {"circle": {"center": [0, 0], "radiusMetres": 500}}, "area": ring(0, 0), "messageErrors": {"count": 3, "message": payload(n + 2), "line": 1, "column": 1}}
            for n, one in enumerate(PAYLOADS)]})
        self.tell({"type": "fences-kept", "error": payload(9)})
        for kind in (payload(3), "__proto__", "constructor", "toString", "hasOwnProperty"):
            self.tell({"type": kind, "message": payload(4)})
        for n in range(len(self.locations)):
            self.status(["failedToStart", "constructor", payload(n)][n % 3], n, error=payload(n))
        self.fix(0.2, 0.1, source=payload(19), symbol=payload(20))

    @staticmethod
    def symbol(n, m):
        text = ["__proto__", "constructor", "toString"][m % 3] if n % 4 == 0 else payload(n + m)
        return [
            {"type": "marker", "style": text, "color": text, "size": text}, {"type": "picture", "picture": text, "width": text},
            {"type": "text", "text": text, "color": text, "font": text, "halo": text, "background": text, "horizontal": text, "decoration": text, "size": 12},
            {"type": text}, {"type": "composite", "symbols": [{"type": "picture", "picture": text}, {"type": "line", "style": text, "color": text}]},
            {"type": "picture", "picture": f"/live/pictures/{n}/../../../{text}"}, text,
        ][m]

    def _answer(self, socket, message):
        super()._answer(socket, message)
        kind = message["type"]
        if kind == "select" and message.get("track") is not None:
            start = PAYLOADS.index(message["track"])
            self.tell({"type": "entity", "source": 0, "entity": start, "track": message["track"], "location": [0, 0], "observedAt": payload(1), "receivedAt": payload(2),
                       "attributes": {one: [payload(start + n + 1), {one: [one]}, [one]][n % 3] for n, one in enumerate(of(60, start))}})
        if kind == "query":
            self.tell({"type": "query", "query": message["query"], "source": 0, "where": payload(8), "trackIds": of(4), "relationship": payload(9), "area": None})
            for others in (["matches"], ["matches", "former", "gone", payload(5)]):
                self.tell({"type": "results", "query": message["query"], "count": COUNT, "rows": [
                    {"track": one, "standing": others[n % len(others)], "since": stamp(), "entity": n, "location": [0, 0], "receivedAt": stamp(),
                     "attributes": {field: payload(n + m) for m, field in enumerate(of(50))}} for n, one in enumerate(PAYLOADS)]})
        if kind == "put-fence":
            self.tell({"type": "fence-error", "request": message["request"], "fence": payload(1), "code": payload(2), "part": ["constructor", "message"][message["request"] % 2], "message": payload(3), "line": 1, "column": 2, "offset": 1})
        if kind == "find":
            self.tell({"type": "found", "request": message["request"], "count": 30, "tracks": [{"source": 0, "track": f"{message['text']} {one}", "location": [0, 0]} for one in of(20)]})

    def _file(self, connection, request):
        if request.path in ("/live/fences.geojson", "/live/landmarks.geojson"):
            features = [{"type": "Feature", "id": one, "properties": {"name": payload(n + 1)}, "geometry": ring(n % 20 * 0.02, n // 20 * 0.02)} for n, one in enumerate(PAYLOADS)]
            return answer(200, json.dumps({"type": "FeatureCollection", "total": COUNT, "features": features}).encode(), "application/geo+json")
        return super()._file(connection, request)


def ring(x, y):
    return {"type": "Polygon", "coordinates": [[[x, y], [x + 0.01, y], [x + 0.01, y + 0.01], [x, y + 0.01], [x, y]]]}


class InjectionByProtocol(InjectionPageCase):
    def start_server(self, port=0):
        self.server = Hostile([{"location": n, "name": payload(n + 7), "symbol": payload(n), "autoPanMode": payload(n), "path": 10} for n in range(60)], port)
        self.addCleanup(self.server.close)
        self.origin = self.server.origin

    def test_no_member_of_a_message_runs(self):
        self.run_steps(self.it_is_told_everything, self.lists, self.call_outs, self.layers, self.queries, self.fences, self.locations, self.notifications, self.search, self.tracker)

    def it_is_told_everything(self):
        self.page.goto(self.origin)
        self.until(lambda: len(self.server.sockets) > 0 and self.page.evaluate("() => Boolean(window.vedette && vedette.state().view)"), "to have a map", 30)
        self.server.hostile()
        self.wait(f"(state) => state.entities === {COUNT} && state.notifications === {COUNT}", "to have been told everything", 30)
        self.assertEqual(self.page.locator("#title").text_content(), shown(payload(3), 40))

    def lists(self):
        self.page.keyboard.press("e")
        self.page.wait_for_timeout(200)
        self.assertGreater(self.page.locator("#entity-rows .row:not([hidden]) bdi").count(), 5)
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("?")
        self.are_shown([f"Vedette {shown(payload(2), 20)}"], ".facts dd", 60)

    def call_outs(self):
        self.page.keyboard.press("Escape")
        for n in range(0, COUNT, 57):
            self.page.evaluate("(track) => vedette.select(0, track)", payload(n))
            self.until(lambda: (one := self.state()["selected"]) and one["track"] == payload(n) and one["attributes"] is not None, "to show a call-out", 30)
            self.nothing_ran(f"call-out {n}")
        self.page.keyboard.press("Escape")

    def layers(self):
        self.page.keyboard.press("l")
        self.until(lambda: self.page.locator(".class-row").count() > 100, "to show the legend", 30)
        self.are_shown(of(SOURCES), ".source-name", 40)
        self.are_shown(of(6 * SOURCES), ".class-label", 60)
        self.are_shown(of(SOURCES), ".source-problems", 300, part=True)

    def queries(self):
        self.page.keyboard.press("q")
        self.are_shown(of(24), "[data-offer]", 60)
        self.page.locator("[data-offer=own]").click()
        self.page.locator("#panel-query summary").click()
        self.page.locator("#query-where").fill("1 = 1")
        self.page.keyboard.press("Enter")
        self.until(lambda: self.page.locator(".query-row").count() == COUNT, "to list who matches", 30)
        self.page.locator(".query-row").nth(7).locator("[aria-expanded]").click()
        self.page.wait_for_timeout(300)

    def fences(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("g")
        self.until(lambda: self.page.locator(".fence-error").count() >= COUNT, "to list the fences", 30)
        self.are_shown(PAYLOADS, ".fence-list[aria-label] .fence-name", 60)
        self.are_shown(PAYLOADS, ".fence-error", 160, part=True)
        self.page.locator(".fence-list[aria-label] .fence-row").nth(5).click()
        self.page.locator("#fence-message").fill("x")
        self.page.locator(".fence-form .query-run").click()
        self.until(lambda: self.page.locator("#fence-fault").is_visible(), "to say what is wrong", 30)
        self.are_shown([f"Line 1, column 2: {shown(payload(3), 300)}"], "#fence-fault p", 400)

    def locations(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")
        self.page.locator("#rail-locations").click()
        self.are_shown(of(60, 7), ".location-name", 60)
        self.page.locator(".location-row").nth(1).click()
        self.until(lambda: shown(payload(19), 60)[:20] in self.page.locator("#panel-locations").text_content(), "to show the source of a location", 30)

    def notifications(self):
        self.page.locator("#rail-locations").click()
        if not self.page.locator("#notifications").is_visible():
            self.page.keyboard.press("n")
        self.until(lambda: self.page.locator("#notifications li").count() == COUNT, "to list the notifications", 30)
        self.are_shown([f"“{shown(one, 200)}”" for one in PAYLOADS], "#notifications .where", 210)
        self.are_shown(PAYLOADS, "#notifications bdi", 60, part=True)
        sentences = self.page.locator("#notifications .sentence").all_text_contents()
        self.assertEqual([one for one in sentences if "native code" in one or "[object" in one], [], "a kind is taken for a member of an object")
        self.page.locator("#notifications").get_by_role("button", name="Filter").click()
        self.are_shown(of(190, COUNT - 187), "#notifications option", 60)

    def search(self):
        for text in ("<img", "__proto__"):
            self.page.locator("#search-input").fill(text)
            self.until(lambda: self.page.locator("#search-results [role=option]").count() > 0, "to find something", 30)

    def tracker(self):
        self.page.goto(f"{self.origin}?location=0")
        self.until(lambda: self.page.locator("#tracker-heading").count() and self.page.locator("#tracker-heading").text_content() == shown(payload(7), 60), "to track a location", 20)
        self.server.fix(0.2, 0.1, source=payload(3), symbol=payload(4))
        self.server.status("failedToStart", error=payload(11))
        self.page.wait_for_timeout(500)


if __name__ == "__main__":
    unittest.main()
