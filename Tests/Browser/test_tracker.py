# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The tracker page of one location in a real browser: world map, overview, read-outs, and what it says when something is wrong."""

import unittest

from location_page import BLUE, LocationPageCase
from picture import pixels

ACCENT = (0x0B, 0x63, 0xC4)


class TrackerPage(LocationPageCase):
    WINDOW = {"width": 1100, "height": 700}

    def fix(self, longitude=-44.0, latitude=-40.0, **more):
        self.server.fix(longitude, latitude, **{
            "symbol": "course", "course": 51.6, "angle": 51.6, "speed": 7660.1, "height": 418_000, "source": "Propagated orbit (SGP4)", **more})

    def card(self):
        return self.text(".tracker-card")

    def state_of_card(self):
        return self.page.locator(".tracker-card").get_attribute("data-state")

    def test_the_tracker(self):
        self.run_steps(self.the_world_and_no_fix, self.the_station, self.read_outs, self.it_is_quiet, self.the_overview, self.following,
                       self.by_keyboard, self.stale_and_failed, self.the_connection_is_lost_and_found)

    def the_world_and_no_fix(self):
        self.open_page("?location=0")
        self.assertEqual(self.page.locator("#tracker-heading").inner_text(), "Space station")
        self.until(lambda: self.state_of_card() == "waiting", "to wait for the first position", 10)
        self.assertIn("Waiting for the first position", self.card())
        self.assertAlmostEqual(512 * 2 ** self.view()["zoom"], 1100, delta=1, msg="the world is not as wide as the window")
        scale = self.server.heard("location-display")[0]["initialZoomScale"]
        self.assertAlmostEqual(295829355.4545656 / scale * 512, 1100, delta=1, msg="the server is not told the scale of the world")
        self.assertEqual(self.mode(), "recenter")

        # In a window of another size the world is still whole.
        self.page.set_viewport_size({"width": 900, "height": 700})
        self.until(lambda: abs(512 * 2 ** self.view()["zoom"] - 900) < 1, "to fit the world into a smaller window", 10)
        self.page.set_viewport_size(self.WINDOW)
        self.until(lambda: abs(512 * 2 ** self.view()["zoom"] - 1100) < 1, "to fit the world into the larger window", 10)
        self.assertFalse(any(view["user"] for view in self.server.heard("view")), "a window of another size is no person's move of the map")

    def the_station(self):
        self.fix()
        self.until(lambda: self.state_of_card() == "live", "to be live", 10)

        def symbol():
            return self.near(BLUE, *self.locations()["screen"], 22)

        self.until(lambda: symbol() > 150, "to draw the station's symbol", 30)

    def read_outs(self):
        self.until(lambda: "27,576 km/h" in self.card(), "to show the speed", 10)
        for text in ("052° NE", "418 km", "40.0000° S, 44.0000° W", "Propagated orbit (SGP4)", "calculated", "Live"):
            self.assertIn(text, self.card())
        self.assertEqual(self.page.locator(".big dd").first.evaluate("(dd) => getComputedStyle(dd).fontVariantNumeric"), "tabular-nums")
        self.fix(course=292.5)  # the widest words that there are
        self.until(lambda: "293° WNW" in self.card() or "292° WNW" in self.card(), "to show the other course", 10)
        self.assertTrue(self.page.locator(".big").evaluate("(big) => big.scrollWidth <= big.clientWidth"), "speed and course have no room side by side")
        self.fix()
        labels = self.page.locator(".graticule-labels span:not([hidden])").all_inner_texts()
        self.assertTrue({"60° W", "30° S", "0°"} <= set(labels), labels)

    def it_is_quiet(self):
        """A screen reader hears of changes, not of each fix."""
        self.page.evaluate("""() => {
            window.spoken = 0;
            new MutationObserver(() => { window.spoken += 1; }).observe(document.getElementById("announcer"), { childList: true, characterData: true, subtree: true });
        }""")
        self.page.wait_for_timeout(4_500)  # what was announced before has been spoken
        before = self.page.evaluate("() => spoken")
        for step in range(8):
            self.fix(-44 + step / 50)
        self.until(lambda: self.locations()["fix"]["position"][0] == -44 + 7 / 50, "to have the fixes", 10)
        self.page.wait_for_timeout(600)  # after four silent seconds the next sentence would be spoken at once
        self.assertEqual(self.page.evaluate("() => spoken"), before, "each fix is announced")
        self.assertEqual(self.page.locator(".tracker-card [aria-live]").count(), 0)

    def overview(self):
        """[left, top, right, bottom] of the outline in the overview, in its pixels."""
        box = self.page.locator(".overview canvas").bounding_box()
        rows = pixels(self.page.screenshot(clip=box))
        marked = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if max(abs(a - b) for a, b in zip(pixel, ACCENT)) < 30]
        return [min(x for x, _ in marked), min(y for _, y in marked), max(x for x, _ in marked), max(y for _, y in marked)] if marked else None

    def the_overview(self):
        self.until(lambda: (box := self.overview()) and box[2] - box[0] > 250, "to outline the whole world", 30)
        # Looks at Australia by a press on the overview.
        self.server.forget()
        box = self.page.locator(".overview canvas").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] * (133 + 180) / 360, box["y"] + box["height"] * (90 + 25) / 180)
        self.until(lambda: abs(self.view()["center"][0] - 133) < 2, "to look where the overview was pressed", 20)
        self.until(lambda: any(view["user"] for view in self.server.heard("view")), "to say that a person did that", 10)
        self.server.auto_pan("off")
        self.until(lambda: self.mode() == "off", "to hear that it is off", 10)
        self.look(133, -25, 4)
        self.fix(133.0, -25.0)  # inside the outline, whose colour is like its own
        wide = 1100 / (512 * 16) * 262

        def outlined():
            found = self.overview()
            return found and abs(found[2] - found[0] - wide) < 8 and abs((found[0] + found[2]) / 2 - (133 + 180) / 360 * 262) < 8

        self.page.wait_for_timeout(200)
        self.until(outlined, "to outline what the map shows", 20)

    def following(self):
        button = self.page.locator(".tracker-card .follow")
        self.assertEqual(button.inner_text(), "Follow")
        button.click()
        self.until(lambda: self.mode() == "recenter" and button.inner_text() == "Following", "to follow again", 10)
        self.assertEqual(button.get_attribute("aria-pressed"), "true")

    def by_keyboard(self):
        self.page.keyboard.press("f")
        self.until(lambda: self.mode() == "off", "to stop following by key", 10)
        self.page.keyboard.press("f")
        self.until(lambda: self.mode() == "recenter", "to follow by key", 10)
        self.page.keyboard.press("o")
        self.assertTrue(self.page.locator("#panel-locations").is_visible())
        checked = "() => document.activeElement.name + ' ' + document.activeElement.value"
        self.assertEqual(self.page.evaluate(checked), "location 0", "the keyboard is not at what is shown")
        self.page.keyboard.press("Tab")
        self.assertEqual(self.page.evaluate(checked), "auto-pan recenter")
        self.page.keyboard.press("ArrowRight")
        self.until(lambda: self.mode() == "navigation", "to navigate by arrow key", 10)
        self.page.keyboard.press("Escape")
        self.assertFalse(self.page.locator("#panel-locations").is_visible())

    def stale_and_failed(self):
        self.fix(stale=True)
        self.until(lambda: self.state_of_card() == "stale" and "No fix for" in self.card(), "to say that no fix comes", 10)
        # A source that goes on trying says what is wrong, too.
        self.server.status("started", error="127.0.0.1:8898 does not answer")
        self.until(lambda: self.state_of_card() == "stale" and "127.0.0.1:8898 does not answer" in self.card(), "to say why no fix comes", 10)
        self.server.status("failedToStart", error="no answer from 127.0.0.1:2947")
        self.until(lambda: self.state_of_card() == "failed" and "no answer from 127.0.0.1:2947" in self.card(), "to say why it failed", 10)
        self.until(lambda: "Space station failed" in self.text("#status-detail"), "to say so in the status line", 10)
        self.server.status("started")
        self.fix()
        self.until(lambda: self.state_of_card() == "live", "to be live again", 10)

    def the_connection_is_lost_and_found(self):
        port, self.server_is_there = self.server.port, False
        self.server.close()
        self.until(lambda: self.state_of_card() == "offline" and "Connection lost" in self.card(), "to say that the connection is lost", 20)
        self.until(lambda: self.page.locator(".tracker-card .follow").is_disabled(), "to offer nothing that only a server can do", 10)
        self.assertIn("27,576 km/h", self.card(), "what was known is gone with the connection")
        self.start_server(port)
        self.until(lambda: self.server.heard("show-location") != [], "to ask for its location again", 30)
        self.server_is_there = True
        self.assertEqual(self.server.heard("show-location")[-1].get("autoPanMode"), "navigation", "the mode did not survive")
        self.assertEqual(self.server.heard("location-display")[-1]["initialZoomScale"], 0, "the reconnection would zoom a map that is where a person wants it")
        self.fix()
        self.until(lambda: self.state_of_card() == "live", "to be live after the reconnection", 20)

    def test_a_location_that_is_not_there(self):
        self.run_steps(self.it_offers_the_others)

    def it_offers_the_others(self):
        self.open_page("?location=7")
        self.until(lambda: self.state_of_card() == "missing", "to say that it is not there", 20)
        self.assertIn("This server has no location 7", self.card())
        self.page.get_by_role("link", name="Patrol car").click()
        self.until(lambda: self.page.locator("#tracker-heading").inner_text() == "Patrol car", "to go to another", 30)
        self.assertEqual(self.page.evaluate("() => new URLSearchParams(location.search).get('location')"), "1")


class NarrowTracker(TrackerPage):
    WINDOW = {"width": 390, "height": 844}

    def test_the_tracker(self):
        self.run_steps(self.the_whole_world_is_above_the_sheet)

    def test_a_location_that_is_not_there(self):
        self.skipTest("the same at any width")

    def the_whole_world_is_above_the_sheet(self):
        self.open_page("?location=0")
        self.fix()
        self.until(lambda: self.state_of_card() == "live", "to be live", 20)
        self.assertAlmostEqual(512 * 2 ** self.view()["zoom"], 390, delta=1)
        card = self.page.locator(".tracker-card").bounding_box()
        x, y = self.locations()["screen"]
        self.assertTrue(0 < x < 390 and y < card["y"], "the location is behind the sheet")
        self.assertGreater(self.near(BLUE, x, y, 22), 100)
        for selector in (".follow", ".big", ".overview", "#zoom-locate"):
            box = self.page.locator(selector).bounding_box()
            self.assertTrue(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844, f"{selector} is not in the window: {box}")
        self.assertLessEqual(self.page.evaluate("() => document.documentElement.scrollWidth"), 390)
        # A long sentence stands below the name, not over the read-outs.
        self.server.status("failedToStart", error="http://127.0.0.1:8899/wrong answers with a page, not with JSON; use the address of the data")
        self.until(lambda: self.state_of_card() == "failed", "to have failed", 10)
        sentence, readouts = (self.page.locator(selector).bounding_box() for selector in (".tracker-card .location-state", ".big"))
        self.assertLessEqual(sentence["y"] + sentence["height"], readouts["y"], "the sentence covers the read-outs")


if __name__ == "__main__":
    unittest.main()
