# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Several views of one server, each at an address of its own: what each shows, what a read-only one does not let anybody do, and browsers that look at the same."""

import json
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from demo_server import Server
from live_page import LivePageCase

CONFIGURATION = """
title: Everything
view: {center: [0, 0], zoom: 8}
fence-editing: shared
source-control: shared
sources:
  - {name: Ferries, feed: ferries.ndjson, format: geojson, track-field: id, many: ferries, display-delay: 0}
  - {name: Tugs, feed: tugs.ndjson, format: geojson, track-field: id, many: tugs, display-delay: 0}
views:
  - path: ""
  - {path: wall, title: The wall, sources: [Tugs], read-only: true}
  - {path: together, title: Together, view: {center: [0.1, 0.1], zoom: 9}, shared-viewpoint: true}
"""


class Views(LivePageCase):
    WINDOW = {"width": 900, "height": 600}

    def start_server(self, port=0):
        folder = Path(self.folder)
        for name, count in (("ferries", 3), ("tugs", 2)):
            with open(folder / f"{name}.ndjson", "w", encoding="utf-8") as file:
                for index in range(count):
                    feature = {"type": "Feature", "properties": {"id": f"{name} {index}"}, "geometry": {"type": "Point", "coordinates": [index / 10, 0]}}
                    file.write(json.dumps(feature) + "\n")
        (folder / "serve.yaml").write_text(CONFIGURATION, encoding="utf-8")
        self.server = Server(self.folder, port, command=("serve", "--config", str(folder / "serve.yaml")))
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

    def purge_buttons(self):
        return self.page.get_by_role("button", name="Purge all").count()

    def test_each_address_shows_its_view(self):
        try:
            self.page.goto(self.origin)
            self.wait("(state) => state.entities === 5", "to have ferries and tugs", 60)
            self.assertEqual(self.page.title(), "Everything – Vedette")
            self.page.keyboard.press("g")
            self.until(lambda: self.page.evaluate("() => vedette.fences().editable"), "to let fences be drawn", 10)
            self.page.keyboard.press("l")
            self.until(lambda: self.purge_buttons() == 2, "to offer to purge sources", 10)
            # Without the slash at the end, too.
            self.page.goto(f"{self.origin}wall")
            self.wait("(state) => state.entities === 2", "to have the tugs alone", 60)
            self.assertEqual(self.page.evaluate("() => location.pathname"), "/wall/")
            self.assertEqual(self.page.title(), "The wall – Vedette")
            self.assertFalse(self.page.evaluate("() => Boolean(vedette.fences().editable)"))
            self.page.keyboard.press("l")
            self.page.locator("#panel-layers").wait_for(state="visible", timeout=10_000)
            self.assertEqual(self.purge_buttons(), 0)
            self.nothing_went_wrong()
            with self.assertRaises(urllib.error.HTTPError) as failure:
                urllib.request.urlopen(f"{self.origin}nowhere", timeout=10)
            with failure.exception as answer:
                self.assertEqual(answer.code, 404)
                self.assertIn("The wall", answer.read().decode())
        except BaseException:
            self.keep_evidence()
            raise

    def test_browsers_of_a_shared_view_move_together(self):
        try:
            address = f"{self.origin}together/"
            self.page.goto(address)
            other = self.page.context.browser.new_page(viewport={"width": 500, "height": 700}, color_scheme="light")
            other.goto(f"{address}#5/10/10")
            pages = (self.page, other)

            def views():
                return [page.evaluate("() => window.vedette?.state().view ?? null") for page in pages]

            def alike():
                first, second = views()
                return first and second and all(abs(a - b) < 1e-4 for a, b in zip(first["center"] + [first["zoom"]], second["center"] + [second["zoom"]]))

            # The address of the second asks for another place; the view that is shared is where all look.
            self.until(lambda: alike() and abs(views()[1]["zoom"] - 9) < 1e-3, "to look where the others do", 60)
            for page, (x, y) in ((self.page, (100, 60)), (other, (-80, 90))):
                before = views()[0]["center"]
                size = page.viewport_size
                page.mouse.move(size["width"] / 2, size["height"] / 2)
                page.mouse.down()
                page.mouse.move(size["width"] / 2 + x, size["height"] / 2 + y, steps=8)
                page.mouse.up()
                self.until(lambda: alike() and views()[0]["center"] != before, "to go where the other was dragged", 30)
            before = views()[0]["zoom"]
            self.page.keyboard.press("+")
            self.until(lambda: alike() and views()[1]["zoom"] > before + 0.5, "to zoom together", 30)
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise


if __name__ == "__main__":
    unittest.main()
