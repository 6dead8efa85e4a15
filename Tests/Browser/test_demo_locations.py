# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The locations of a real `vedette demo` in a real browser: the tracker of the space station, and a vehicle that the map goes with."""

import unittest

from live_page import LivePageCase

STATION, VEHICLE = 0, 1


class DemoLocations(LivePageCase):
    WINDOW = {"width": 1000, "height": 700}

    def test_the_station_is_tracked_and_a_vehicle_followed(self):
        try:
            self.the_station_is_tracked()
            self.a_wheel_turns_it_off_and_a_button_on()
            self.the_vehicle_is_shown_from_the_panel()
            self.the_map_turns_with_it()
            self.a_drag_turns_it_off()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def locations(self):
        return self.page.evaluate("() => window.vedette.locations()")

    def mode_is(self, mode):
        self.until(lambda: self.locations()["mode"] == mode, f"to have the mode {mode}", 20)

    def card(self):
        return self.page.locator(".tracker-card").inner_text().replace("\u00a0", " ")

    def the_station_is_tracked(self):
        self.page.goto(f"{self.origin}?location={STATION}")
        self.wait("(state) => state.connection === 'connected' && state.view !== null", "to be connected and have a map", 60)
        self.until(lambda: self.page.locator(".tracker-card").get_attribute("data-state") == "live", "to be live", 30)
        self.until(lambda: self.locations()["path"] > 100, "to know the path behind it", 20)
        fix = self.locations()["fix"]
        self.assertTrue(6_500 < fix["speed"] < 8_000 and 380e3 < fix["height"] < 460e3 and abs(fix["position"][1]) < 52, fix)
        self.assertRegex(self.card(), r"(?s)Space station.*2\d,\d\d\d km/h.*\d\d\d° [NESW]+.*4\d\d km.*SGP4")
        self.mode_is("recenter")
        self.until(lambda: self.inside(0.25), "to have the station in the middle part of the map", 30)
        self.assertAlmostEqual(512 * 2 ** self.state()["view"]["zoom"], 1000, delta=2, msg="the world is not as wide as the window")
        before = self.locations()["displayed"]
        self.until(lambda: self.locations()["displayed"] != before and self.locations()["fix"]["position"] != fix["position"], "to show it moving", 20)

    def inside(self, margin):
        (x, y), (width, height) = self.locations()["screen"], self.WINDOW.values()
        return margin * width - 2 <= x <= (1 - margin) * width + 2 and margin * height - 2 <= y <= (1 - margin) * height + 2

    def a_wheel_turns_it_off_and_a_button_on(self):
        self.page.mouse.move(400, 300)
        self.page.mouse.wheel(0, -300)
        self.mode_is("off")
        self.page.locator(".tracker-card .follow").click()
        self.mode_is("recenter")
        self.until(lambda: self.inside(0.25), "to have the station in the middle part again", 30)

    def the_vehicle_is_shown_from_the_panel(self):
        self.page.get_by_role("link", name="Live map").click()
        self.wait("(state) => state.connection === 'connected' && state.entities > 100 && state.view !== null", "to be back on the live map", 60)
        self.assertIsNone(self.locations()["shown"], "a location is shown that nobody asked for")
        self.page.keyboard.press("o")
        self.page.locator("#panel-locations .location-row").nth(1 + VEHICLE).click()
        self.until(lambda: (self.locations()["fix"] or {}).get("symbol") == "course", "to show the vehicle with its course", 30)
        self.mode_is("recenter")
        self.until(lambda: self.inside(0.25) and self.state()["view"]["zoom"] > 12, "to go to the vehicle", 30)
        self.until(lambda: "km/h" in self.page.locator("#panel-locations").inner_text(), "to tell its speed", 10)

    def the_map_turns_with_it(self):
        self.page.locator("#panel-locations label", has_text="Navigation").click()
        self.mode_is("navigation")

        def rides():
            found = self.locations()
            x, y = found["screen"]
            turned = (self.state()["view"]["bearing"] - found["fix"]["course"] + 540) % 360 - 180
            return abs(x - 500) < 3 and abs(y - 700 * 0.875) < 3 and abs(turned) < 2

        self.until(rides, "to have the vehicle at its place, with its course up", 40)

    def a_drag_turns_it_off(self):
        self.page.mouse.move(600, 200)
        self.page.mouse.down()
        self.page.mouse.move(640, 260, steps=5)
        self.page.mouse.up()
        self.mode_is("off")


if __name__ == "__main__":
    unittest.main()
