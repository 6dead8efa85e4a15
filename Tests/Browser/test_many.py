# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""A source of 21,000 entities: from far away counted cells, near by only what is in view, and everything can be found."""

import json
import unittest
from pathlib import Path

from demo_server import Server
from live_page import LivePageCase
from picture import pixels

SYMBOL = (0x0B, 0x63, 0xC4)  # --symbol of the light theme
COLUMNS, ROWS = 200, 105


class Many(LivePageCase):
    WINDOW = {"width": 560, "height": 400}

    def start_server(self, port=0):
        folder = Path(self.folder)
        with open(folder / "feed.ndjson", "w", encoding="utf-8") as file:
            for n in range(COLUMNS * ROWS):
                place = [round(-20 + n % COLUMNS * 0.2, 3), round(-12 + n // COLUMNS * 0.2, 3)]
                file.write(json.dumps({"type": "Feature", "properties": {"id": f"T{n}"}, "geometry": {"type": "Point", "coordinates": place}}) + "\n")
        configuration = {"title": "Many", "view": {"center": [0.02, 0.02], "zoom": 3.5}, "sources": [{"name": "Things", "feed": "feed.ndjson", "format": "geojson", "track-field": "id", "many": "things",
                                                                                              "maximum-observations": 0}]}
        (folder / "serve.json").write_text(json.dumps(configuration))
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.json")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def test_cells_from_far_away_and_entities_near_by(self):
        try:
            self.page.goto(self.origin)
            self.cells_are_counted()
            self.near_by_are_entities()
            self.one_elsewhere_is_found()
            self.far_away_are_cells_again()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def crowd(self):
        return self.page.evaluate("() => vedette.display(0)?.crowd ?? null")

    def blue(self, place):
        """How many pixels round a place have the colour of symbols and cells."""
        x, y = self.page.evaluate("(place) => vedette.screen(place)", place)
        rows = pixels(self.page.screenshot(clip={"x": x - 14, "y": y - 14, "width": 28, "height": 28}))
        return sum(max(abs(a - b) for a, b in zip(pixel, SYMBOL)) < 60 for row in rows for pixel in row)

    def cells_are_counted(self):
        self.until(lambda: self.page.evaluate("() => Boolean(window.vedette && vedette.state().view)") and (self.crowd() or {}).get("count") == COLUMNS * ROWS, "to count everything in cells", 40)
        cells = self.crowd()["cells"]
        self.assertEqual(sum(cells[2::3]), COLUMNS * ROWS, "the cells do not add up")
        self.assertEqual(self.state()["entities"], 0, "entities are told beside their cells")
        self.until(lambda: "21,000 things" in self.page.locator("#status").inner_text(), "to say how many there are", 10)

        def is_drawn():
            cells = self.crowd()["cells"]
            near = min(range(0, len(cells), 3), key=lambda i: cells[i] ** 2 + cells[i + 1] ** 2)
            return len(cells) > 30 and self.blue(cells[near:near + 2]) > 150

        self.until(is_drawn, "to draw a cell where its entities are", 20)

    def near_by_are_entities(self):
        self.look("#8/0/0")
        self.until(lambda: self.crowd() is None and 0 < self.state()["entities"] < 5_000, "to be told of what is near, one by one", 20)
        tracks = {one["track"] for one in self.page.evaluate("() => vedette.tracks()")}
        middle = f"T{60 * COLUMNS + 100}"  # at 0, 0
        self.assertIn(middle, tracks)
        self.assertNotIn("T0", tracks, "what is far away is told")
        self.until(lambda: self.blue([0, 0]) > 60, "to draw it as a symbol", 20)
        self.until(lambda: "of 21,000 things" in self.page.locator("#status").inner_text(), "to say that these are a part", 10)

    def one_elsewhere_is_found(self):
        self.page.keyboard.press("/")
        self.page.keyboard.type("T20999")
        self.until(lambda: "elsewhere" in self.page.locator("#search-results").inner_text(), "to find one that it is not told of", 10)
        self.page.keyboard.press("Enter")
        self.until(lambda: (one := self.state()["selected"]) and one["track"] == "T20999" and one["location"] and abs(one["location"][0] - 19.8) < 0.01, "to select it", 10)
        self.until(lambda: self.page.locator(".callout").is_visible() and (self.state()["selected"]["screen"] or [0])[0] > 0, "to go there", 10)
        self.page.keyboard.press("Escape")

    def far_away_are_cells_again(self):
        self.page.keyboard.press("h")
        self.until(lambda: (self.crowd() or {}).get("count") == COLUMNS * ROWS and self.state()["entities"] == 0, "to count cells again", 20)

    def look(self, address):
        self.page.evaluate("(address) => { location.hash = address; }", address)


if __name__ == "__main__":
    unittest.main()
