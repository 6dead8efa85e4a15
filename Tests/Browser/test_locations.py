# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Locations on the live page in a real browser: the dot, its states, the path, and how the map goes with it."""

import math
import unittest

from live_page import distance
from location_page import BLUE, CAR, GREY, WHITE, LocationPageCase


class LocationsOnTheMap(LocationPageCase):
    LOCATIONS = [CAR]  # the only one of a server without sources: it is shown by itself
    CAR = CAR["location"]

    def fix(self, longitude, latitude, **more):
        self.server.fix(longitude, latitude, self.CAR, **more)

    def show(self, longitude, latitude, **more):
        """A fix, and the page has it."""
        self.fix(longitude, latitude, **more)
        self.until(lambda: (fix := self.locations()["fix"]) and [fix["position"], fix["symbol"]] == [[longitude, latitude], more.get("symbol", "default")],
                   "to know the fix", 20)

    def test_the_dot_is_drawn_where_it_is_and_as_it_is(self):
        self.run_steps(self.it_begins, self.the_dot, self.the_arrow, self.acquiring, self.stale, self.accuracy, self.opacity, self.none)

    def it_begins(self):
        self.open_page()
        self.until(lambda: self.locations()["shown"] == self.CAR, "to show the only location", 20)
        kinds = [message["type"] for message in self.server.received]
        self.assertEqual(kinds[0], "view", "the server is not told the view first")
        self.assertFalse(self.server.heard("view")[0]["user"])
        self.assertEqual(self.server.heard("show-location")[0]["location"], self.CAR)
        self.assertEqual(self.text("#status-detail"), "· Patrol car, no position yet")

    def the_dot(self):
        self.show(20, 30)
        self.look(20, 30, 12)
        self.until(lambda: self.near(BLUE, 450, 300, 6) > 90, "to draw a blue dot in the middle", 30)
        self.assertGreater(self.near(WHITE, 450, 300, 10, 12), 60, "the dot has no white ring")
        self.show(20.02, 30.01)
        self.until(lambda: distance(self.locations()["displayed"], (20.02, 30.01)) < 1e-9, "to bring the dot to its new place", 20)
        self.assertGreater(self.locations()["screen"][0] - 450, 40)
        self.until(lambda: self.near(BLUE, *self.locations()["screen"], 6) > 90, "to draw the dot where it is now", 30)
        self.assertLess(self.near(BLUE, 450, 300, 6), 5, "a dot is left behind")

    def the_arrow(self):
        self.show(20, 30, symbol="course", course=90, angle=90, speed=0.0)
        self.look(20, 30, 12)

        def pointed():
            # The arrow is white in a blue dot; its tip is in the direction of the course.
            return self.near(WHITE, 455, 300, 2, 60), self.near(WHITE, 445, 300, 2, 60)

        self.until(lambda: (now := pointed())[0] > now[1] + 2 and self.near(BLUE, 450, 300, 10) > 80, "to draw an arrow that points east", 30)

    def acquiring(self):
        self.show(20, 30, symbol="acquiring", lastKnown=True)
        self.until(lambda: self.near(GREY, 450, 300, 6) > 90 and self.near(BLUE, 450, 300, 6) == 0, "to draw a last known location in grey", 30)

    def stale(self):
        self.show(20, 30)
        self.until(lambda: self.near(BLUE, 450, 300, 6) > 90, "to be blue again", 30)
        self.fix(20, 30, stale=True)
        self.until(lambda: self.near(GREY, 450, 300, 6) > 90, "to draw a stale location in grey", 30)
        self.until(lambda: self.text(".location-note").startswith("No fix for "), "to say at the dot that it is stale", 10)
        box = self.page.locator(".location-note").bounding_box()
        self.assertTrue(abs(box["x"] + box["width"] / 2 - 450) < 2 and 310 < box["y"] < 340, f"the words are not below the dot: {box}")
        # A press on the dot opens its panel.
        self.page.mouse.click(450, 300)
        self.until(lambda: self.page.locator("#panel-locations").is_visible(), "to open the panel by a press on the dot", 10)
        self.until(lambda: self.text("#panel-locations .location-state").startswith("No fix for "), "to say that it is stale", 10)
        self.page.keyboard.press("o")

    def accuracy(self):
        """True metres on the ground: at 60° of latitude the circle is twice as large on the map as at the equator."""
        for latitude in (0, 60):
            self.show(20, latitude, accuracyRadius=2_000.0)
            self.look(20, latitude, 12)
            radius = 2_000 / (78271.517 / 2 ** 12 * math.cos(math.radians(latitude)))
            self.until(lambda: self.edge() is not None, "to draw a circle", 30)
            self.until(lambda: abs(self.edge() - radius) < 0.02 * radius + 2, f"to draw the circle {radius} pixels wide at latitude {latitude}", 20)

    def edge(self):
        """How far right of the middle the circle's outline is: the bluest pixel of the middle row beyond the dot, or None."""
        from picture import pixels
        row = pixels(self.page.screenshot(clip={"x": 450, "y": 300, "width": 400, "height": 1}))[0]
        blueness = [blue - red for red, _, blue in row[20:]]
        inside, best = blueness[0], max(range(len(blueness)), key=lambda i: blueness[i])
        return best + 20 if blueness[best] > inside + 25 else None

    def opacity(self):
        self.show(20, 0, opacity=0.3)
        self.until(lambda: self.near(BLUE, 450, 300, 5) == 0, "to draw it translucent", 30)

    def none(self):
        self.show(20, 0, symbol="none")
        water = self.near(BLUE, 450, 300, 12) + self.near(WHITE, 450, 300, 12, 5)
        self.until(lambda: self.near(GREY, 450, 300, 12) == 0 and water < 20, "to draw no symbol", 20)

    def test_the_map_goes_with_it_until_a_person_takes_it(self):
        self.run_steps(self.it_begins, self.recentering, self.dragging_turns_it_off, self.navigating, self.keys_turn_it_off, self.the_button)

    def recentering(self):
        self.page.keyboard.press("o")
        self.page.locator("#panel-locations label", has_text="Recenter").click()
        self.until(lambda: self.server.heard("auto-pan") == [{"type": "auto-pan", "mode": "recenter"}] and self.mode() == "recenter", "to ask for the mode", 10)
        self.page.keyboard.press("Escape")
        self.show(100, 40)
        self.look(100, 40, 8)
        self.assertAlmostEqual(self.view()["center"][0], 100, places=4)
        self.assertAlmostEqual(self.view()["zoom"], 8, places=4)
        self.assertFalse(any(view["user"] for view in self.server.heard("view")), "nobody has moved the map")
        told = self.server.heard("view")[-1]
        self.assertEqual([told["width"], told["height"], told["rotation"]], [900, 600, 0])
        self.assertAlmostEqual(told["scale"], 295829355.4545656 / 2 ** 8, delta=2)

    def dragging_turns_it_off(self):
        self.server.forget()
        self.page.mouse.move(450, 300)
        self.page.mouse.down()
        self.page.mouse.move(500, 330, steps=4)
        self.until(lambda: any(view["user"] for view in self.server.heard("view")), "to say that a person has moved it", 10)
        # A viewpoint that was on its way must not snatch the map from the hand.
        before = self.view()["center"]
        self.server.tell({"type": "viewpoint", "location": self.CAR, "center": [0, 0], "scale": 1e7, "duration": 0, "sequence": 999})
        self.page.mouse.move(520, 330, steps=3)
        self.page.mouse.up()
        self.server.auto_pan("off")
        self.until(lambda: self.mode() == "off", "to hear that it is off", 10)
        self.assertLess(abs(self.view()["center"][0] - before[0]), 3, "the map was taken from the hand")
        self.assertNotIn(999, [view.get("sequence") for view in self.server.heard("view")])
        self.page.keyboard.press("o")
        self.assertTrue(self.page.locator("#panel-locations input[value=off]").is_checked())
        self.page.keyboard.press("Escape")

    def navigating(self):
        self.server.auto_pan("navigation")
        self.show(100, 40, symbol="course", course=90, angle=90, speed=300.0)
        self.look(100, 40, 12, rotation=90, anchor=[0.5, 0.875])
        self.assertAlmostEqual(self.view()["bearing"], 90, places=3)
        start = self.locations()["displayed"]
        for step in range(1, 4):
            self.fix(100 + 0.003 * step, 40, symbol="course", course=90, angle=90, speed=300.0)
            x, y = self.locations()["screen"]
            self.until(lambda: self.anchored(450, 525), f"to keep the dot at its anchor; it is at {x}, {y}", 20)
        self.assertGreater(self.locations()["displayed"][0], start[0], "the dot does not move")
        self.assertFalse(any(view["user"] for view in self.server.heard("view")[-3:]), "nobody has moved the map")

    def anchored(self, x, y):
        screen = self.locations()["screen"]
        return abs(screen[0] - x) < 2.5 and abs(screen[1] - y) < 2.5

    def keys_turn_it_off(self):
        self.server.forget()
        self.page.keyboard.press("+")
        self.until(lambda: any(view["user"] for view in self.server.heard("view")), "to say that a person has moved it by key", 10)
        self.server.auto_pan("off")
        self.until(lambda: self.mode() == "off", "to hear that it is off", 10)

    def the_button(self):
        self.server.forget()
        button = self.page.locator("#zoom-locate")
        self.assertIn("Patrol car", button.get_attribute("title"))
        self.assertEqual(button.get_attribute("aria-pressed"), "false")
        button.click()
        self.until(lambda: self.mode() == "recenter" and button.get_attribute("aria-pressed") == "true", "to recenter by its button", 10)
        button.click()
        self.until(lambda: self.mode() == "off", "to let go by its button", 10)

    def test_the_path_is_drawn_across_the_antimeridian(self):
        self.run_steps(self.a_path)

    def a_path(self):
        self.server.path[self.CAR] = [[176, 6, 1_000_000], [178, 8, 1_010_000], [-178, 12, 1_020_000], [-176, 14, 1_030_000]]
        self.open_page()
        self.until(lambda: self.locations()["path"] == 4, "to know the path", 20)
        self.look(180, 10, 6)
        pixel = 512 * 2 ** 6 / 360
        left, right = (450 - pixel * 1.0, 450 + pixel * 1.0)
        up = pixel * 1.015
        self.until(lambda: self.near(BLUE, left, 300 + up, 8, 90) > 8 and self.near(BLUE, right, 300 - up, 8, 90) > 8, "to draw the path on both sides", 30)
        # Neither end runs round the world: west of the beginning and east of the end is nothing.
        for x, y in ((40, 300), (860, 300), (450 - 5 * pixel, 300 + 5 * up), (450 + 4.8 * pixel, 300 - up)):
            if 20 < x < 880 and 20 < y < 580:
                self.assertEqual(self.near(BLUE, x, y, 14, 90), 0, f"there is a line at {x}, {y}")


class NoLocations(LocationPageCase):
    LOCATIONS = []

    def test_a_server_without_locations_offers_none(self):
        self.run_steps(self.nothing)

    def nothing(self):
        self.open_page()
        for selector in ("#rail-locations", "#zoom-locate", "#panel-locations"):
            self.assertFalse(self.page.locator(selector).is_visible(), selector)
        self.page.keyboard.press("o")
        self.assertFalse(self.page.locator("#panel-locations").is_visible())
        self.assertEqual(self.server.heard("view"), [], "a server that has no locations is told the view")


if __name__ == "__main__":
    unittest.main()
