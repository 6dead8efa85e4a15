# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Somebody sees the page for the first time: what is said where, and that keys alone lead to details, a plane that is followed, a query and a fence."""

import unittest

from live_page import LivePageCase


class NewUser(LivePageCase):
    WINDOW = {"width": 980, "height": 640}
    KNOWS_THE_PAGE = False

    def test_the_first_minute(self):
        try:
            self.page.goto(self.origin)
            self.wait("(state) => state.connection === 'connected' && state.entities > 100 && state.view?.zoom > 5", "to show its flights", 40)
            self.what_there_is_is_said()
            self.details_by_keys()
            self.followed_by_keys()
            self.a_query_by_keys()
            self.a_fence_by_keys()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def hint(self):
        hint = self.page.locator("#hint")
        return hint.inner_text() if hint.is_visible() else ""

    def what_there_is_is_said(self):
        names = self.page.locator(".rail-name:visible").all_inner_texts()
        self.assertEqual(names, ["Entities", "Query", "Fences", "Layers", "Locations", "About"])
        self.until(lambda: self.hint() == "Press a flight on the map to see its details", "to say what can be done first", 10)
        self.assertEqual(self.page.locator("#hint").evaluate("(hint) => getComputedStyle(hint).pointerEvents"), "none", "what is said is in the way of what is pressed")

    def details_by_keys(self):
        self.page.keyboard.press("/")
        self.page.keyboard.type("Flight_4")
        self.page.keyboard.press("Enter")
        self.wait("(state) => state.selected !== null && state.selected.attributes !== null", "to show the details of a flight", 10)
        self.assertTrue(self.page.locator(".callout").is_visible())
        self.until(lambda: self.hint() == "", "to say no more what has been found", 10)
        self.assertEqual(self.page.evaluate("() => localStorage.getItem('vedette.guided')"), "1", "it will be said again")

    def followed_by_keys(self):
        self.page.keyboard.press("f")
        follow = self.page.locator(".callout [aria-pressed]").first
        self.assertEqual((follow.inner_text(), follow.get_attribute("aria-pressed")), ("Following", "true"))

    def a_query_by_keys(self):
        self.page.keyboard.press("q")
        self.page.keyboard.press("Enter")
        self.until(lambda: self.page.evaluate("() => vedette.query().state") == "live" and self.page.locator(".query-row").count() > 5, "to list who matches", 10)
        self.page.locator(".query-asked").get_by_role("button", name="Show").press("Enter")
        airport = [-112.0101, 33.4352]
        shown = lambda: self.page.evaluate("(place) => vedette.screen(place)", airport)
        # Between the panel and the notifications.
        self.until(lambda: 396 < shown()[0] < 660 and 0 < shown()[1] < 640 and self.state()["view"]["center"][0] > airport[0] - 2, "to bring the query's area into sight", 10)
        self.page.keyboard.press("Escape")

    def a_fence_by_keys(self):
        self.page.keyboard.press("f")
        self.assertEqual(self.page.locator(".callout [aria-pressed]").first.get_attribute("aria-pressed"), "true")
        self.page.keyboard.press("g")
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")
        self.assertEqual(self.page.locator(".callout [aria-pressed]").first.get_attribute("aria-pressed"), "false", "the map moves on while somebody draws on it")
        self.page.keyboard.press("Enter")
        self.until(lambda: self.page.evaluate("() => document.activeElement.id") == "fence-name", "to ask for a name", 10)
        save = self.page.locator(".fence-form .query-run").bounding_box()
        self.assertLess(save["y"] + save["height"], self.WINDOW["height"], "where it is saved is out of sight")
        self.page.keyboard.type("Mine")
        self.page.keyboard.press("Enter")
        self.until(lambda: "“Mine” is watched now" in self.hint(), "to say that the fence is watched", 10)


if __name__ == "__main__":
    unittest.main()
