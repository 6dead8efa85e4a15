# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""What a layer says of a source, as the page draws it: colours and rotation by pixel, the legend, labels, tracks, and that nothing of it runs."""

import json
import unittest
from pathlib import Path

from demo_server import Server
from live_page import LivePageCase
from picture import pixels

GREEN, RED, YELLOW = (0x00, 0x8A, 0x3C), (0xC8, 0x10, 0x2E), (0xE3, 0x9B, 0x00)
REACH = 24  # pixels round a place that are looked at
EVIL = "<img src=x onerror=\"window.pwned='{}'\"><script>window.pwned='{}'</script>"

# id, longitude and latitude of each observation in turn, phase, heading
SHIPS = [
    ("east", [(0.05, 0.1)], "up", 90), ("north", [(-0.15, 0.1)], "up", 0), ("landing", [(0.15, -0.02)], "down", 45), ("else", [(-0.15, -0.1)], "odd", 0),
    ("mover", [(-0.05, -0.15), (0.0, -0.15), (0.05, -0.15)], "level", 90), (EVIL.format("track", "track"), [(0.2, -0.12)], "level", 0),
]

CONFIGURATION = """
title: Display
view: {{center: [0, 0], zoom: 10}}
source-control: shared
sources:
  - name: {name}
    feed: ships.ndjson
    format: geojson
    track-field: id
    many: ships
    display-delay: 0
    display:
      renderer:
        kind: unique-value
        field: phase
        rotation: heading
        classes:
          - {{values: [up], label: Climbing, symbol: {{style: triangle, color: "#008A3C", size: 40}}}}
          - {{values: [down], label: Landing, symbol: {{style: circle, color: "#C8102E", size: 24}}}}
          - {{values: [level], label: {label}, symbol: {{style: square, color: "#E39B00", size: 16}}}}
      labels:
        - {{text: "is [id]", where: "phase <> 'odd'", placement: above}}
      track: {{line: true, previous: false, maximum-observations: 8}}
"""


class Display(LivePageCase):
    WINDOW = {"width": 900, "height": 600}

    def start_server(self, port=0):
        folder = Path(self.folder)
        with open(folder / "ships.ndjson", "w", encoding="utf-8") as file:
            for step in range(3):
                for name, places, phase, heading in SHIPS:
                    if step >= len(places):
                        continue
                    properties = {"id": name, "phase": phase, "heading": heading}
                    file.write(json.dumps({"type": "Feature", "properties": properties, "geometry": {"type": "Point", "coordinates": places[step]}}) + "\n")
        text = CONFIGURATION.format(name=json.dumps(EVIL.format("name", "name")), label=json.dumps(EVIL.format("label", "label")))
        (folder / "serve.yaml").write_text(text, encoding="utf-8")
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.yaml")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def test_what_a_layer_says_is_what_is_drawn(self):
        try:
            self.page.goto(self.origin)
            self.wait("(state) => state.entities === 6 && state.view !== null && state.view.zoom > 9", "to have its ships", 60)
            self.page.keyboard.press("n")
            self.until(lambda: self.colour_at("landing") == RED, "to draw the landing one red", 30)
            self.colours_and_rotation()
            self.labels()
            self.the_legend()
            self.track_lines()
            self.visibility()
            self.nothing_runs()
            self.purging()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    # MARK: what is expected

    def picture(self, x, y):
        """The pixels round a place of the window, by offsets from it: a small picture is read much sooner than that of the whole page."""
        left, top = max(0, round(x) - REACH), max(0, round(y) - REACH)
        rows = pixels(self.page.screenshot(clip={"x": left, "y": top, "width": 2 * REACH, "height": 2 * REACH}))
        return lambda dx, dy: rows[round(y) + dy - top][round(x) + dx - left]

    def picture_of(self, track):
        place = self.page.evaluate("(track) => vedette.locate(0, track)", track)
        return self.picture(*place) if place else lambda dx, dy: None

    def colour_at(self, track):
        return self.picture_of(track)(0, 0)

    def near(self, colour, wanted, tolerance=14):
        return colour is not None and all(abs(a - b) <= tolerance for a, b in zip(colour, wanted))

    def colours_and_rotation(self):
        pictures = {name: self.picture_of(name) for name, *_ in SHIPS}
        for track, colour in {"landing": RED, "mover": YELLOW, "north": GREEN, "east": GREEN}.items():
            self.assertTrue(self.near(pictures[track](0, 0), colour), f"{track} is drawn {pictures[track](0, 0)}")
        # A triangle that points north has its corners below; one that points east on its left.
        corners = {"north": ([(-15, 17), (15, 17)], [(-15, -14), (15, -14)]), "east": ([(-17, -15), (-17, 15)], [(14, -15), (14, 15)])}
        for track, (inside, outside) in corners.items():
            for dx, dy in inside:
                self.assertTrue(self.near(pictures[track](dx, dy), GREEN), f"{track} has no corner at {dx}, {dy}")
            for dx, dy in outside:
                self.assertFalse(self.near(pictures[track](dx, dy), GREEN), f"{track} has something at {dx}, {dy}")
        # What is in no class is not drawn.
        self.assertFalse(any(self.near(pictures["else"](0, 0), colour) for colour in (GREEN, RED, YELLOW)), "what is in no class is drawn")

    def labels(self):
        labels = self.page.evaluate("() => vedette.display(0).labels")
        expected = {name: [] if phase == "odd" else [0, f"is {name}"] for name, _, phase, _ in SHIPS}
        self.assertEqual(labels, expected, "the labels are not those of the latest observations")

    def the_legend(self):
        self.page.keyboard.press("l")
        rows = self.page.locator(".class-row")
        self.until(lambda: rows.count() == 3, "to show the legend", 10)
        names = [rows.nth(i).locator(".class-label").inner_text() for i in range(3)]
        counts = [rows.nth(i).locator(".class-count").inner_text() for i in range(3)]
        self.assertEqual(names[:2], ["Climbing", "Landing"])
        self.assertIn("<img", names[2], "a label is not shown as it is")
        self.assertEqual(counts, ["2", "1", "2"])
        self.assertEqual(self.page.evaluate("() => vedette.display(0).classes.length"), 4)

    def line_at(self):
        """Where the mover was between two observations: how unlike the ground is it?"""
        [x, y] = self.page.evaluate("() => vedette.screen([-0.025, -0.15])")
        picture = self.picture(x, y)
        return max(abs(a - b) for row in (-1, 0, 1) for a, b in zip(picture(0, row), picture(0, -14)))

    def track_lines(self):
        self.until(lambda: self.line_at() > 25, "to draw the track line", 20)
        self.page.locator(".source-more summary").click()
        line = self.page.locator("[data-setting=line]")
        line.click()
        self.until(lambda: self.line_at() < 10, "to draw no track line", 20)
        self.page.locator("[data-setting=previous]").click()
        first = "() => vedette.screen([0.0, -0.15])"

        def previous():
            [x, y] = self.page.evaluate(first)
            return self.near(self.picture(x, y)(0, 0), (0xF0, 0xC8, 0x75), 45)

        self.until(previous, "to draw previous observations as faint squares", 20)
        self.page.locator("[data-setting=previous]").click()
        self.until(lambda: not previous(), "to draw no previous observations", 20)
        line.click()
        self.assertEqual(self.page.evaluate("() => vedette.display(0).settings.line"), True)

    def visibility(self):
        shown = self.page.locator(".source input[role=switch]")
        shown.click()
        self.until(lambda: not self.near(self.colour_at("landing"), RED), "to draw nothing of a source that is switched off", 20)
        shown.click()
        self.until(lambda: self.near(self.colour_at("landing"), RED), "to draw it again", 20)

    def nothing_runs(self):
        self.page.keyboard.press("e")
        self.page.wait_for_timeout(300)
        self.page.evaluate("(track) => vedette.select(0, track)", SHIPS[-1][0])
        self.wait("(state) => state.selected !== null && state.selected.attributes !== null", "to show what is selected", 20)
        self.assertIsNone(self.page.evaluate("() => window.pwned ?? null"), "a text of the feed ran as a script")
        self.assertEqual(self.page.evaluate("() => document.querySelectorAll('img[src=x], body script:not([src])').length"), 0)
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")

    def purging(self):
        self.page.keyboard.press("l")
        purge = self.page.locator("[data-action=purge]")
        purge.click()
        self.assertIn("Press again", self.page.locator(".source-told").inner_text())
        self.assertEqual(self.state()["entities"], 6, "one press purges")
        purge.click()
        self.wait("(state) => state.entities === 0", "to have purged everything", 20)


if __name__ == "__main__":
    unittest.main()
