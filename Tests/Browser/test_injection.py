# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""More than 200 texts that would run as scripts, through every field and label of a feed, a configuration and the protocol: none runs, all are shown."""

import json
import unittest
import urllib.request
from pathlib import Path

from websockets.sync.client import connect

from demo_server import Server
from injection_page import LISTEN, InjectionPageCase
from payloads import PAYLOADS, PRINTABLE, shown

COUNT = len(PRINTABLE)
FIELDS = 45  # of an entity with many: its call-out shows so many payloads as names and as values
WIDE = 1 + len(PAYLOADS) // FIELDS  # such entities, in a source each


def place(n):
    """Places in rows, 0.02 degrees apart."""
    return [round(0.02 * (n % 20), 6), round(0.02 * (n // 20), 6)]


def payload(n):
    return PAYLOADS[n % len(PAYLOADS)]


def printable(n):
    return PRINTABLE[n % COUNT]


def configuration():
    classes = [{"values": [n], "label": printable(n), "symbol": {"style": "square", "color": "#E39B00", "size": 10}} for n in range(COUNT)]
    return {
        "title": printable(0), "view": {"center": [0.2, 0.1], "zoom": 10}, "fence-editing": "shared", "source-control": "shared",
        "sources": [{
            "name": printable(1), "feed": "feed.ndjson", "format": "geojson", "track-field": "id", "rate": 90, "one": printable(2), "many": printable(3), "display-delay": 0,
            "fields": [{"name": "n", "alias": printable(4), "unit": printable(5)}, {"name": "text", "alias": printable(6)}],
            "queries": [{"name": printable(7 + n), "where": f"text <> '{printable(n).replace(chr(39), chr(39) * 2)}' AND id <> {{parameter}}",
                         "parameter": {"name": printable(30 + n), "example": printable(60 + n)}} for n in range(20)],
            "display": {
                "renderer": {"kind": "unique-value", "field": "n", "classes": classes, "other": {"label": printable(8), "symbol": {"style": "x", "color": "#5B6B7B"}}},
                "labels": [{"text": "is [text]", "where": "n < 120"}, {"arcade": "'<b onclick=alert(1)>' + $feature.text + '</b>'", "where": "n >= 120"}],
            },
        }, *({"name": printable(40 + n), "feed": f"wide-{n}.ndjson", "format": "geojson", "one": printable(50 + n), "many": printable(60 + n)} for n in range(WIDE))],
        "locations": [{"name": printable(9 + n), "kind": "simulated", "line": [place(n), place(n + 30)]} for n in range(20)],
        "fences": [{"file": "fences.geojson", "source": printable(1), "id-field": "id"}],
    }


def feature(n, step):
    """Entity n: the first observation outside of its fence, the second within."""
    longitude, latitude = place(n)
    return point({"id": payload(n), "n": n, "text": payload(n + 1)}, longitude + (0.01 if step == 0 else 0), latitude)


def wide(n):
    """An entity with many fields."""
    return point({"id": f"wide {n}", **{payload(m): payload(m + 2) for m in range(n * FIELDS, (n + 1) * FIELDS)}}, *place(60 + n))


def point(properties, longitude, latitude):
    return {"type": "Feature", "properties": properties, "geometry": {"type": "Point", "coordinates": [longitude, latitude]}}


def fence(n):
    x, y = place(n)
    ring = [[x - 0.004, y - 0.004], [x + 0.004, y - 0.004], [x + 0.004, y + 0.004], [x - 0.004, y + 0.004], [x - 0.004, y - 0.004]]
    return {"type": "Feature", "properties": {"id": f"{n:03} {printable(n)}"[:90], "name": printable(n)}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


class Injection(InjectionPageCase):
    """Through a server: what is in a feed, its configuration and its fences."""

    def start_server(self, port=0):
        folder = Path(self.folder)
        # Those for whom a fence is drawn come last into theirs: their notifications are among the newest hundred, which a page is told that is opened late.
        (folder / "feed.ndjson").write_text("".join(json.dumps(feature(n, step)) + "\n" for step in range(2) for n in range(len(PAYLOADS))[::1 - 2 * step]))
        for n in range(WIDE):
            (folder / f"wide-{n}.ndjson").write_text(json.dumps(wide(n)) + "\n")
        (folder / "fences.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [fence(n) for n in range(len(PAYLOADS))]}))
        (folder / "serve.json").write_text(json.dumps(configuration(), ensure_ascii=False), encoding="utf-8")
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.json")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"
        self.draw_fences()

    def test_no_text_of_a_feed_or_a_configuration_runs(self):
        self.run_steps(self.it_is_opened, self.the_policy, self.they_would_run_elsewhere, self.names, self.the_list, self.call_outs, self.layers, self.queries,
                       self.fences, self.locations, self.notifications, self.search, self.by_address)

    def the_policy(self):
        for path in ("", "app.js", "live/fences.geojson", "not-there"):
            try:
                answer = urllib.request.urlopen(self.origin + path, timeout=10)
            except urllib.error.HTTPError as error:
                answer = error
            answer.close()
            policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
            self.assertEqual((policy["default-src"], policy["script-src"], policy["style-src"], policy["base-uri"]), ("'none'", "'self'", "'self'", "'none'"), path)
            self.assertNotIn("unsafe", answer.headers["Content-Security-Policy"])
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")

    def they_would_run_elsewhere(self):
        """What is tested with is not harmless: on a page that takes it for markup, much of it runs."""
        page = self.page.context.browser.new_page()
        page.add_init_script(LISTEN)
        page.route("**/*", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>") if route.request.is_navigation_request() else route.abort())
        page.goto("http://elsewhere.invalid/")
        page.evaluate("(all) => { for (const one of all) document.body.append(Object.assign(document.createElement('div'), { innerHTML: one })); }", PAYLOADS)
        self.until(lambda: page.evaluate("() => new Set(ran).size") >= 60, "of another site to be fooled", 30)
        page.close()
        self.foreign.clear()
        self.faults.clear()

    def it_is_opened(self):
        self.page.goto(self.origin)
        self.wait(f"(state) => state.connection === 'connected' && state.entities === {len(PAYLOADS) + WIDE} && state.view?.zoom > 9", "to have its entities", 30)

    def draw_fences(self):
        """With messages that put names and attributes together, before anything comes into them."""
        self.saved = []
        with connect(f"ws://127.0.0.1:{self.server.port}/live", subprotocols=["vedette.live.1"], max_size=8 << 20) as socket:
            asked = []
            for n in range(24):
                x, y = place(n)
                asked.append(printable(9 * n)[:90])
                socket.send(json.dumps({"type": "put-fence", "request": n, "name": asked[-1], "geometry": {"circle": {"center": [x, y], "radiusMetres": 300}}, "source": 0,
                                        "message": f"'<img src=x onerror=alert(1)>' + $feedfeature.text + $fencefeature.name + {json.dumps(printable(9 * n + 1))}"}))
                # A viewer may have eight wishes that wait.
                while len(asked) - len(self.saved) > (6 if n < 23 else 0):
                    message = socket.recv(timeout=10)
                    if isinstance(message, bytes):
                        socket.send(json.dumps({"type": "ack", "frame": int.from_bytes(message[8:12], "little")}))
                    elif (message := json.loads(message))["type"] == "fence-saved":
                        self.saved.append(asked[message["request"]])
                    elif message["type"] == "fence-error":
                        self.fail(f"{message} for {asked}")

    def names(self):
        self.assertEqual(self.page.locator("#title").text_content(), shown(printable(0), 40))
        self.assertIn(shown(printable(0), 40), self.page.title())
        labels = self.page.evaluate("() => Object.values(vedette.display(0).labels).map((one) => one[1])")
        self.assertEqual(len(labels), len(PAYLOADS))
        self.assertTrue(any(one.startswith("<b onclick=alert(1)>") for one in labels) and any(one.startswith("is <") for one in labels))

    def the_list(self):
        self.page.keyboard.press("e")
        names = self.page.evaluate("""async () => {
            const seen = new Set(), rows = document.getElementById("entity-rows");
            for (rows.scrollTop = 0; ; rows.scrollTop += 300) {
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                for (const name of rows.querySelectorAll(".row:not([hidden]) bdi")) seen.add(name.textContent);
                if (rows.scrollTop + rows.clientHeight >= rows.scrollHeight - 1) return [...seen];
            }
        }""")
        self.assertGreaterEqual(len(names), COUNT - 5)
        self.page.locator("#panel-entities input").fill("<")
        self.page.wait_for_timeout(100)

    def call_outs(self):
        self.page.keyboard.press("Escape")
        for n in range(WIDE):
            self.select(1 + n, f"wide {n}")
            part = range(n * FIELDS, (n + 1) * FIELDS)
            self.are_shown([payload(m) for m in part], ".callout-values dt", 60)
            self.are_shown([payload(m + 2) for m in part], ".callout-values dd", 300)
            self.nothing_ran(f"call-out {n}")
        for n in (0, 17, PAYLOADS.index("__proto__"), PAYLOADS.index("constructor")):
            self.select(0, payload(n))
            self.are_shown([payload(n)], "#callout-name", 60)
        self.page.keyboard.press("Escape")

    def select(self, source, track):
        self.page.evaluate("([source, track]) => vedette.select(source, track)", [source, track])
        self.until(lambda: (one := self.state()["selected"]) and one["track"] == track and one["attributes"] is not None, f"to show the call-out of {track}", 30)

    def layers(self):
        self.page.keyboard.press("l")
        self.until(lambda: self.page.locator(".class-row").count() >= COUNT, "to show the legend", 30)
        self.are_shown(PRINTABLE, ".class-label", 60)
        self.are_shown([printable(1), *(printable(40 + n) for n in range(WIDE))], ".source-name", 40)
        self.are_shown([f"{len(PAYLOADS)} {shown(printable(3), 24)}", *(f"1 {shown(printable(50 + n), 24)}" for n in range(WIDE))], ".source-count", 60)
        self.are_shown([f"By {shown(printable(4), 30)}"], ".class-title", 60)

    def queries(self):
        self.page.keyboard.press("q")
        self.are_shown([printable(7 + n) for n in range(20)], "[data-offer]", 60)
        for n in (0, 19):
            self.page.locator(f"[data-offer='{n}']").click()
            self.assertEqual(self.page.locator("#query-parameter").get_attribute("placeholder"), shown(printable(60 + n), 60))
        self.page.locator("#query-parameter").fill(printable(3))
        self.page.keyboard.press("Enter")
        self.until(lambda: self.page.evaluate("() => vedette.query().state") != "asking", "to have an answer", 30)
        self.page.locator("[data-offer=own]").click()
        for clause in ("text = '<img src=x onerror=alert(1)>' AND <svg onload=alert(1)>", "<script>alert(1)</script>", "n >= 0"):
            self.page.locator("#query-where").fill(clause)
            self.page.keyboard.press("Enter")
            self.until(lambda: self.page.evaluate("() => vedette.query().state") in ("live", "error"), "to have an answer", 30)
            self.nothing_ran(clause)
        self.until(lambda: self.page.locator(".query-row").count() == 200, "to list who matches", 30)
        named = [self.page.evaluate("() => vedette.query().rows.map(({ track }) => track)")][0]
        self.are_shown(named, ".query-name", 60)
        self.page.locator(".query-row").nth(3).locator("[aria-expanded]").click()
        self.page.wait_for_timeout(300)

    def fences(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("g")
        self.until(lambda: self.page.locator(".fence-list[aria-label] .fence-name").count() == len(self.saved), "to list the drawn fences", 30)
        self.are_shown(self.saved, ".fence-list[aria-label] .fence-name", 60)
        self.page.locator(".fence-list[aria-label] .fence-row").first.click()
        self.assertEqual(self.page.locator("#fence-name").input_value(), self.saved[0])
        self.page.locator("#fence-message").fill("'<img src=x onerror=alert(1)>' + <svg/onload=alert(1)>")
        self.page.locator(".fence-form .query-run").click()
        self.until(lambda: self.page.locator("#fence-fault").is_visible(), "to say that the message is wrong", 30)
        self.are_shown([printable(n) for n in range(100)], ".fence-given .fence-name", 60)

    def locations(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")
        self.page.locator("#rail-locations").click()
        self.are_shown([printable(9 + n) for n in range(20)], ".location-name", 60)
        self.page.locator("#rail-locations").click()

    def notifications(self):
        if not self.page.locator("#notifications").is_visible():
            self.page.keyboard.press("n")
        # The newest hundred from before the page was opened, all that came since, and those of the fences that were drawn then.
        self.until(lambda: self.page.locator("#notifications li").count() >= 100, "to list the notifications", 30)
        items = self.page.evaluate("() => [...document.querySelectorAll('#notifications li')].map((one) => [...one.querySelectorAll('bdi, .where')].map(({ textContent }) => textContent))")
        self.assertTrue(any("<img src=x onerror=alert(1)>" in "".join(texts[2:]) for texts in items), "no message of a drawn fence is there")
        known = {shown(text, 60) for text in PAYLOADS}
        self.assertEqual([texts for texts in items if texts[0] not in known and texts[0] != "(no name)"], [], "a name is not shown as it is")
        self.page.locator("#notifications").get_by_role("button", name="Filter").click()
        self.page.get_by_label("Filter notifications by text").fill("<img")
        self.page.wait_for_timeout(100)
        self.nothing_ran("notification filter")
        self.page.locator("#notifications li:not([hidden]) button").first.click()
        self.page.wait_for_timeout(300)

    def search(self):
        for text in ("<", "alert", "'", "__proto__", "constructor", "<img src=x onerror=alert(1)>"):
            self.page.locator("#search-input").fill(text)
            self.until(lambda: self.page.locator("#search-results").is_visible(), "to answer a search", 30)
        self.page.locator("#search-input").fill("<")
        self.page.keyboard.press("Enter")
        self.until(lambda: (self.state()["selected"] or {}).get("attributes") is not None, "to go to what was found", 30)

    def by_address(self):
        """A link can say anything, too."""
        for text in ("#1/2/3&track=%3Cimg%20src=x%20onerror=alert(1)%3E&panel=%3Cscript%3E", "#javascript:alert(1)", "#9/0/0&source=__proto__&track=constructor&panel=toString"):
            self.page.evaluate("(text) => { location.hash = text; }", text)
            self.page.wait_for_timeout(150)


if __name__ == "__main__":
    unittest.main()
