# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The live page in a real browser against a real `vedette demo`: it shows what happens, and recovers when the server dies."""

import json
import re
import unittest

from live_page import LivePageCase, distance
from picture import pixels

# Where an aircraft can be clicked: nothing of the page's furniture is there. Left, top, right, bottom.
FREE = (80, 80, 450, 420)
SYMBOL = (0x0B, 0x63, 0xC4)  # --symbol of the light theme, in Web/tokens.css
STATE = {"connection", "entities", "notifications", "frames", "lagSeconds", "selected", "view"}


class LivePage(LivePageCase):
    def test_the_page_shows_what_happens_and_recovers_when_the_server_is_killed(self):
        try:
            self.page.goto(self.origin)
            self.entities_appear_and_move()
            self.a_notification_arrives()
            self.a_click_opens_a_callout_that_follows()
            self.the_page_says_that_the_connection_is_lost()
            self.the_page_recovers()
            self.escape_closes_the_callout()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    # MARK: what is expected

    def entities_appear_and_move(self):
        self.wait("(state) => state.connection === 'connected' && state.entities > 100", "to be connected and have its entities", 60)
        self.assertEqual(set(self.state()), STATE, "window.vedette.state() is not as it is documented")
        self.wait("(state) => state.view !== null && state.view.zoom > 5", "to look at the home view", 60)
        status = self.page.locator("#status").inner_text()
        self.assertRegex(status, r"(?s)Connected.*\d+ flights.*behind", "the status line")
        self.assertEqual(self.page.locator("#title").inner_text(), "Phoenix")

        before, view = self.places(), self.state()["view"]
        self.assertGreater(len(before), 20, "few aircraft are in sight")

        def moved():
            now = self.places()
            return {track for track, place in before.items() if track in now and distance(now[track], place) >= 2}

        self.until(lambda: len(moved()) >= 10, "to show ten aircraft that move by two pixels", 30)
        self.assertEqual(self.state()["view"], view, "the map moved, not the aircraft")
        self.moving = moved()

    def a_notification_arrives(self):
        panel = self.page.locator("#notifications")
        self.assertTrue(panel.is_visible(), "the list of notifications is not open in a wide window")
        before = self.state()["notifications"]
        newest = "() => document.querySelector('#notifications li')?.innerText ?? ''"
        shown = self.page.evaluate(newest)
        self.wait(f"(state) => state.notifications > {before}", "to hear of another notification", 60)
        self.until(lambda: self.page.evaluate(newest) not in ("", shown), "to list the notification", 10)
        self.assertRegex(self.page.evaluate(newest), r"(?s)Flight_\d+.*(entered|exited).*\d\d:\d\d:\d\d\.\d", "the newest notification")
        # In a window of this width a panel and the list have no room for a call-out between them.
        self.page.keyboard.press("l")
        self.assertTrue(self.page.locator("#panel-layers").is_visible())
        self.assertFalse(panel.is_visible(), "the list of notifications stays where it covers a call-out")
        self.page.keyboard.press("n")
        self.assertTrue(panel.is_visible())
        self.assertFalse(self.page.locator("#panel-layers").is_visible(), "the panel stays open beside the notifications")

    def a_click_opens_a_callout_that_follows(self):
        self.page.mouse.move(2, self.WINDOW["height"] - 2)
        self.track, place = self.lonely_aircraft()
        self.symbol_is_drawn(self.track)
        # It goes on moving while the mouse comes: to where it is now.
        place = self.places().get(self.track, place)
        self.page.mouse.click(*place)
        self.wait(f"(state) => state.selected?.track === {json.dumps(self.track)} && state.selected.attributes !== null",
                  f"to have {self.track} selected by a click at {place}", 20)
        self.callout = self.page.locator(".callout")
        self.assertTrue(self.callout.is_visible(), "the call-out is not open")
        self.assertEqual(self.page.locator("#callout-name").inner_text(), self.track)
        self.callout_is_live()

        selected, text = self.state()["selected"], self.callout_text()
        for alias in ("Aircraft", "Altitude", "Speed", "Heading", "From", "To", "Status", "Position"):
            self.assertIn(alias, text, "the call-out lacks a field")
        self.assertRegex(text, r"[\d,]+\sft\b", "an altitude without its unit")
        self.until(lambda: self.callout_text() != text, "to show other values in the call-out", 20)

        def follows():
            now = self.state()["selected"]
            return distance(now["screen"], selected["screen"]) >= 1 and distance(now["callout"], now["screen"]) <= 3

        self.assertNotEqual(self.state()["selected"]["attributes"], selected["attributes"], "the attributes did not change")
        self.until(follows, "to move the call-out with its aircraft", 20)

    def the_page_says_that_the_connection_is_lost(self):
        self.server_is_there = False
        self.server.kill()
        self.wait("(state) => state.connection !== 'connected'", "to notice that the server is gone", 15)
        self.until(lambda: re.match(r"Reconnecting|Not connected", self.page.locator("#status-state").inner_text()),
                   "to say in the status line that it is not connected", 10)
        self.until(lambda: "connection lost" in self.callout.inner_text(), "to say in the call-out that the connection is lost", 10)
        self.until(lambda: self.page.title().startswith("(offline)"), "to say in its title that it is offline", 10)
        self.assertGreater(self.state()["entities"], 100, "what was known is gone with the connection")

    def the_page_recovers(self):
        frames, before = self.state()["frames"], self.state()["selected"]["attributes"]
        self.start_server(self.server.port)
        self.wait(f"(state) => state.connection === 'connected' && state.frames > {frames} && state.entities > 100",
                  "to be connected with the new server by itself", 30)
        self.server_is_there = True
        self.until(lambda: self.page.locator("#status-state").inner_text() == "Connected", "to say that it is connected again", 10)
        self.assertEqual(self.state()["selected"]["track"], self.track, "the selection did not survive")
        self.wait(f"(state) => !state.selected.gone && state.selected.attributes.time > {json.dumps(before['time'])}",
                  "to have new attributes of what is selected", 30)
        self.callout_is_live()
        text = self.callout_text()
        self.until(lambda: self.callout_text() != text, "to show other values in the call-out again", 20)
        places = self.places()
        self.until(lambda: sum(distance(place, places[track]) >= 1 for track, place in self.places().items() if track in places) >= 10,
                   "to show moving aircraft again", 30)

    def escape_closes_the_callout(self):
        self.page.keyboard.press("Escape")
        self.wait("(state) => state.selected === null", "to select nothing", 10)
        self.assertFalse(self.callout.is_visible(), "the call-out is still open")

    # MARK: what is seen

    def lonely_aircraft(self):
        """A moving aircraft that a click cannot confuse with another: (track, [x, y])."""
        left, top, right, bottom = FREE
        places = self.places()

        def room(track):
            return min(distance(place, places[track]) for other, place in places.items() if other != track)

        inside = [track for track in self.moving if track in places and left < places[track][0] < right and top < places[track][1] < bottom]
        self.assertTrue(inside, "no moving aircraft is in the free part of the map")
        track = max(inside, key=room)
        self.assertGreater(room(track), 20, f"no aircraft stands alone; the loneliest is {track}")
        return track, places[track]

    def symbol_is_drawn(self, track):
        """The picture itself has the symbol's colour where the page says that the track is displayed."""
        def blue():
            x, y = self.places()[track]
            clip = {"x": int(x) - 12, "y": int(y) - 12, "width": 24, "height": 24}
            rows = pixels(self.page.screenshot(clip=clip))
            return sum(max(abs(a - b) for a, b in zip(pixel, SYMBOL)) < 40 for row in rows for pixel in row)

        self.until(lambda: blue() >= 40, f"to draw the symbol of {track}", 20)

    def callout_text(self):
        return self.page.locator(".callout-values").inner_text()

    def callout_is_live(self):
        self.until(lambda: self.page.locator(".callout-state").inner_text() == "live", "to call the call-out live", 20)


if __name__ == "__main__":
    unittest.main()
