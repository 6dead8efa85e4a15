# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Somebody who is selected moves: ring, call-out and, where that is wanted, the map go with it; its label is at its latest observation alone."""

import json
import unittest
from pathlib import Path

from demo_server import Server
from live_page import LivePageCase, distance
from picture import pixels

ACCENT, LABEL = (0x0B, 0x63, 0xC4), (0xB0, 0x00, 0xB0)
STEP = 0.004  # degrees


class Following(LivePageCase):
    WINDOW = {"width": 800, "height": 500}

    def start_server(self, port=0):
        folder = Path(self.folder)
        with open(folder / "feed.ndjson", "w", encoding="utf-8") as file:
            for step in range(1_000):
                place = [round(-0.08 + step * STEP, 5), 0]
                file.write(json.dumps({"type": "Feature", "properties": {"id": "mover", "step": step}, "geometry": {"type": "Point", "coordinates": place}}) + "\n")
        display = {
            "renderer": {"kind": "simple", "symbol": {"style": "square", "color": "#E39B00", "size": 10}},
            "labels": [{"text": "[id]", "placement": "above", "color": "#B000B0", "size": 14, "bold": True}], "track": {"line": False, "previous": True, "maximum-observations": 30},
        }
        configuration = {"title": "One", "view": {"center": [0, 0], "zoom": 10.5}, "sources": [{"name": "One", "feed": "feed.ndjson", "format": "geojson", "track-field": "id", "rate": 2.5, "display-delay": 0.5,
                                                                                             "display": display}]}
        (folder / "serve.json").write_text(json.dumps(configuration))
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.json")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def test_what_is_selected_is_followed(self):
        try:
            self.page.goto(self.origin)
            self.wait("(state) => state.entities === 1 && state.view?.zoom > 10", "to show the one that moves", 40)
            self.page.keyboard.press("n")
            self.the_label_is_at_the_latest_alone()
            self.ring_and_call_out_go_with_it()
            self.the_map_goes_with_it()
            self.a_hand_takes_the_map_back()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def place(self):
        return self.page.evaluate("() => vedette.locate(0, 'mover')")

    def near(self, colour, left, top, width, height):
        """Where, from left and top, a part of the window has a colour."""
        left, top = max(0, round(left)), max(0, round(top))
        rows = pixels(self.page.screenshot(clip={"x": left, "y": top, "width": width, "height": height}))
        return [(x + left, y + top) for y, row in enumerate(rows) for x, pixel in enumerate(row) if max(abs(a - b) for a, b in zip(pixel, colour)) < 40]

    def the_label_is_at_the_latest_alone(self):
        self.assertEqual(self.page.evaluate("() => vedette.display(0).labels"), {"mover": [0, "mover"]})

        def labelled():
            x, y = self.place()
            found = self.near(LABEL, 0, y - 40, 700, 36)
            return found and max(abs(one - x) for one, _ in found) < 60

        # All previous observations are drawn to the left of it, in the whole width of the strip that is looked at.
        self.until(labelled, "to draw one label, above the latest observation", 20)

    def ring_and_call_out_go_with_it(self):
        self.page.evaluate("() => vedette.select(0, 'mover')")
        self.wait("(state) => state.selected !== null && state.selected.attributes !== null && state.selected.callout !== null", "to have it selected", 10)
        begin = self.state()["selected"]["screen"]

        def ringed():
            x, y = self.place()
            return len(self.near(ACCENT, x - 26, y - 26, 52, 52)) > 60

        self.until(ringed, "to ring it", 10)
        self.until(lambda: distance(self.state()["selected"]["screen"], begin) > 8, "to show it moving", 10)
        self.until(ringed, "to ring it where it is now", 10)
        selected = self.state()["selected"]
        self.assertLess(distance(selected["callout"], selected["screen"]), 4, "the call-out is not beside it any more")
        box = self.page.locator(".callout").bounding_box()
        self.assertTrue(box["x"] > selected["screen"][0] or box["x"] + box["width"] < selected["screen"][0], "the call-out covers what it is about")
        view = self.state()["view"]["center"]
        self.assertLess(abs(view[0]), 0.001, "the map goes along though nobody wants that")

    def the_map_goes_with_it(self):
        self.page.locator(".callout").get_by_role("button", name="Follow").click()
        middle = [self.WINDOW["width"] / 2, self.WINDOW["height"] / 2]
        self.until(lambda: distance(self.state()["selected"]["screen"], middle) < 4, "to bring it into the middle", 10)
        begin = self.state()["view"]["center"][0]
        self.until(lambda: self.state()["view"]["center"][0] > begin + 2 * STEP, "to go with it", 10)
        self.assertLess(distance(self.state()["selected"]["screen"], middle), 4, "it is not in the middle any more")

    def a_hand_takes_the_map_back(self):
        self.page.mouse.move(400, 400)
        self.page.mouse.down()
        self.page.mouse.move(340, 380, steps=4)
        self.page.mouse.up()
        self.until(lambda: self.page.locator(".callout [aria-pressed]").first.get_attribute("aria-pressed") == "false", "to follow no longer", 10)
        centers = []

        def still():
            centers.append(self.state()["view"]["center"][0])
            return len(centers) > 6 and len(set(centers[-6:])) == 1

        self.until(still, "to stay where a hand left it", 10)


if __name__ == "__main__":
    unittest.main()
