# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The panel of queries in a real browser against a real `vedette demo`: what it lists is what the server knows."""

import math
import unittest

from live_page import LivePageCase, distance
from live_truth import entities, metres
from picture import pixels

PHX = (-112.0101, 33.4352)
MILE = 1609.344
ACCENT = (0x0B, 0x63, 0xC4)  # --accent of the light theme, in Web/tokens.css
FREE = (396, 90, 940, 740)  # of the window, with the panel and the notifications open


class QueryPanel(LivePageCase):
    WINDOW = {"width": 1280, "height": 800}

    def test_queries_are_asked_listed_marked_and_asked_again(self):
        try:
            self.page.goto(self.origin)
            self.wait("(state) => state.connection === 'connected' && state.entities > 100 && state.view?.zoom > 5", "to show its entities", 60)
            self.within_fifteen_miles()
            self.arriving()
            self.by_flight_number()
            self.a_wrong_clause_is_marked()
            self.an_own_query_in_a_drawn_circle()
            self.who_no_longer_matches_is_marked()
            self.a_polygon_by_keyboard_and_mouse()
            self.it_is_asked_again_after_a_restart()
            self.clear_ends_it()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    # MARK: what is expected

    def within_fifteen_miles(self):
        before = self.ring_pixels()
        self.page.keyboard.press("q")
        self.assertEqual(self.page.evaluate("() => document.activeElement.textContent"), "Within 15 miles of PHX", "the keyboard is not in the panel")
        self.page.keyboard.press("Enter")
        self.live("the flights near the airport")

        def agrees():
            truth, listed = entities(self.server.port), self.listed()
            inside = {track for track, flight in truth.items() if metres(flight["location"], PHX) < 0.985 * 15 * MILE}
            near = {track for track, flight in truth.items() if metres(flight["location"], PHX) < 1.015 * 15 * MILE}
            return inside <= listed <= near and len(inside) > 10

        self.until(agrees, "to list the flights within 15 miles, and no others", 30)
        area = self.query()["area"]
        self.assertEqual(area["type"], "Polygon")
        for place in area["coordinates"][0]:
            self.assertAlmostEqual(metres(place, PHX) / MILE, 15, delta=0.08, msg="the buffer is not a circle of 15 miles")
        self.until(lambda: self.ring_pixels() > before + 15, "to draw the buffer on the map", 20)
        self.the_keyboard_walks_the_list()
        self.counts_are_right()

    def the_keyboard_walks_the_list(self):
        focused = "() => document.activeElement.closest('.query-row')?.querySelector('.query-name').textContent"
        self.assertEqual(self.page.locator(".query-row").filter(has=self.page.locator("[tabindex='0']")).count(), 1, "not one row is a stop for the Tab key")
        self.page.locator(".query-row [tabindex='0']").first.focus()
        self.page.keyboard.press("End")
        last = self.page.evaluate(focused)
        self.assertEqual(last, self.page.locator(".query-row .query-name").last.inner_text())
        self.page.keyboard.press("ArrowUp")
        self.assertNotEqual(self.page.evaluate(focused), last)
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Tab")
        self.assertEqual(self.page.evaluate(focused), last, "the Tab key does not come to the buttons of the row")
        self.assertTrue(self.page.evaluate("() => document.activeElement.hasAttribute('aria-expanded')"))

    def arriving(self):
        self.offer("Arriving in PHX").click()
        self.live("the flights that arrive")
        self.assertEqual(self.page.locator(".query-asked code").inner_text(), "arrival_airport = 'PHX'")
        self.until(lambda: self.listed() == {track for track, flight in entities(self.server.port).items() if flight["arrival_airport"] == "PHX"},
                   "to list the flights that arrive in PHX, and no others", 30)
        self.assertIsNone(self.query()["area"], "the buffer of the query before is still there")
        self.counts_are_right()
        # One that flies changes before one's eyes.
        flight = max(self.query()["rows"], key=lambda row: row["attributes"]["speed"])["track"]
        row = self.row(flight)
        self.assertRegex(row.inner_text(), r"(?s)→ PHX.*", "the row does not say where it goes")
        text = row.inner_text()
        self.until(lambda: row.inner_text() != text, "to show other values in the row", 20)
        row.locator("[aria-expanded]").click()
        self.until(lambda: "Status" in row.locator("dl").inner_text() and "Position" in row.locator("dl").inner_text(), "to show all attributes of the row", 10)
        truth = entities(self.server.port)[flight]
        self.assertEqual(self.values(row)["From"], truth["departure_airport"])
        self.assertEqual(self.values(row)["Aircraft"], truth["aircraft"])
        row.locator(".query-choose").click()
        self.wait(f"(state) => state.selected?.track === {flight!r} && state.selected.attributes !== null", "to select the flight of the row", 20)
        self.until(lambda: FREE[0] < (self.state()["selected"]["screen"] or [0, 0])[0] < FREE[2], "to bring the flight into the free part of the map", 10)
        self.page.keyboard.press("h")

    def by_flight_number(self):
        flight = sorted(entities(self.server.port))[7]
        self.offer("By flight number").click()
        field = self.page.locator("#query-parameter")
        self.assertEqual(field.get_attribute("placeholder"), "Flight_396")
        field.fill(flight)
        field.press("Enter")
        self.live("the flight of that number")
        self.until(lambda: self.listed() == {flight}, "to list that flight alone", 10)
        self.assertEqual(self.page.locator(".query-former").inner_text(), "All on the list match", "the line above the list has no place before it is needed")
        self.offer("By flight number").click()
        field.fill("No such flight' OR 1=1")
        field.press("Enter")
        self.until(lambda: "No flight matches now" in self.page.locator("#panel-query").inner_text(), "to say that nothing matches", 10)
        self.assertEqual(self.listed(), set())

    def a_wrong_clause_is_marked(self):
        self.offer("Your own").click()
        clause = self.page.locator("#query-where")
        self.assertIn("altitude_feet", clause.get_attribute("placeholder"))
        for text, marked, said in [("speeed > 100", "speeed", "speed"), ("speed > 100 AND", "\u00a0", "missing"), ("status = 'é' AND <b>", "<", "")]:
            clause.fill(text)
            clause.press("Enter")
            fault = self.page.locator("#query-fault")
            self.until(lambda: fault.is_visible() and said in fault.inner_text(), f"to say what is wrong with {text}", 10)
            self.assertEqual(fault.locator("mark").text_content(), marked)
            self.assertEqual(clause.get_attribute("aria-invalid"), "true")
            self.assertEqual(self.query()["state"], "error")
        self.assertEqual(fault.locator("b").count(), 0, "what was typed became markup")
        clause.fill("")
        self.page.locator("#panel-query summary").click()
        self.page.locator(".query-fields button", has_text="speed").click()
        self.assertEqual(clause.input_value(), "speed ")

    def an_own_query_in_a_drawn_circle(self):
        self.page.locator("#query-where").fill("speed > 100")
        self.press("Circle")
        self.flight = self.fast_flight()
        self.press("Draw on the map")
        # It flies on while the mouse comes.
        center = self.places()[self.flight]
        self.page.mouse.move(*center)
        self.page.mouse.down()
        self.page.mouse.move(center[0] + 13, center[1] + 6, steps=3)
        self.page.mouse.move(center[0] + 15, center[1], steps=2)
        self.page.mouse.up()
        self.assertIsNone(self.state()["selected"] and self.state()["selected"]["track"] == self.flight or None, "drawing selected something")
        self.assertRegex(self.page.locator(".query-area").inner_text(), r"Circle of [\d.]+ mi round", "the drawn circle is not said")
        self.press("Run")
        self.live("the flights in the circle")
        self.until(lambda: self.flight in self.listed(), "to list the flight round which the circle was drawn", 10)
        ring = self.query()["area"]["coordinates"][0]
        middle = [(min(x) + max(x)) / 2 for x in zip(*ring)]
        radius = metres(middle, ring[0])
        self.assertTrue(1_000 < radius < 6_000, f"a circle of {radius} m was drawn")

        def agrees():
            truth, listed = entities(self.server.port), self.listed()
            fast = {track: metres(flight["location"], middle) / radius for track, flight in truth.items() if flight["speed"] > 100}
            return {track for track, part in fast.items() if part < 0.95} <= listed <= {track for track, part in fast.items() if part < 1.05}

        self.until(agrees, "to list the fast flights in the circle, and no others", 30)

    def who_no_longer_matches_is_marked(self):
        row = self.row(self.flight)
        self.until(lambda: row.get_attribute("data-standing") == "former", f"to mark {self.flight}, which flies out of the circle", 90)
        self.assertIn("no longer matches", row.inner_text())
        self.assertNotIn(self.flight, self.listed(), "it counts as matching")
        self.assertRegex(self.page.locator(".query-former").inner_text(), r"\d+ no longer match")
        self.assertTrue(row.locator(".query-detail").evaluate("(detail) => detail.scrollWidth <= detail.clientWidth"), "since when is cut off")
        # It is told of nevertheless.
        text = row.locator(".query-numbers").inner_text() + row.locator(".query-main").inner_text()
        places = {tuple(row["location"]) for row in self.query()["rows"] if row["track"] == self.flight}
        self.until(lambda: {tuple(row["location"]) for row in self.query()["rows"] if row["track"] == self.flight} != places,
                   f"to hear of {self.flight} after {text}", 20)
        row.get_by_label("Take", exact=False).click()
        self.until(lambda: row.count() == 0, "to take it off the list", 10)

    def a_polygon_by_keyboard_and_mouse(self):
        self.press("Edit")
        self.page.locator("#query-where").fill("")
        self.press("Polygon")
        self.press("What the map shows")
        self.assertEqual(self.page.locator(".query-area").inner_text(), "Polygon of 4 corners")
        self.press("Run")
        self.live("what flies in sight")
        for place in self.query()["area"]["coordinates"][0]:
            x, y = self.screen(*place)
            self.assertTrue(350 < x < 980 and 30 < y < 790, f"a corner of what is in sight is behind the panels, at {x}, {y}")
        self.press("Edit")
        self.press("Draw on the map")
        self.page.keyboard.press("Escape")
        self.assertEqual(self.page.locator(".query-area").inner_text(), "Polygon of 4 corners", "Escape did not leave it as it was")
        drawing = self.page.get_by_role("button", name="Draw on the map")
        drawing.focus()
        self.page.keyboard.press("Enter")
        cross = "() => getComputedStyle(document.getElementById('map'), '::after').width"
        self.assertEqual(self.page.evaluate(cross), "26px", "who draws by keyboard does not see the map's centre")
        self.assertIn("Space sets a corner", self.page.locator(".drawing-words").inner_text(), "it is not said how the keyboard draws")
        words = self.page.locator(".drawing-words")
        for count, arrow in enumerate(["ArrowDown", "ArrowRight", "ArrowUp"], 1):
            self.page.keyboard.press("Space")
            self.until(lambda: words.inner_text().startswith(f"{count} corner"), "to set a corner", 10)
            self.go(arrow)
        self.assertEqual(words.inner_text(), "3 corners: double-click or Enter closes")
        self.page.keyboard.press("Escape")
        self.press("Draw on the map")
        for place in [(400, 200), (900, 200), (900, 700)]:
            self.page.mouse.click(*place)
            self.page.wait_for_timeout(60)
        self.page.keyboard.press("Enter")
        self.assertEqual(self.page.locator(".query-area").inner_text(), "Polygon of 3 corners")
        self.press("Run")
        self.live("the flights in the polygon")
        self.assertEqual(len(self.query()["area"]["coordinates"][0]), 4)

    def it_is_asked_again_after_a_restart(self):
        self.server_is_there = False
        self.server.kill()
        self.wait("(state) => state.connection !== 'connected'", "to notice that the server is gone", 15)
        self.until(lambda: "Connection lost" in self.page.locator("#panel-query").inner_text(), "to say in the panel that the list is as it was", 10)
        self.start_server(self.server.port)
        self.wait("(state) => state.connection === 'connected' && state.entities > 100", "to be connected with the new server", 30)
        self.server_is_there = True
        self.live("the flights in the polygon again")
        self.counts_are_right()

    def clear_ends_it(self):
        self.page.locator("#panel-query").get_by_role("button", name="Clear").click()
        self.until(lambda: self.query()["state"] == "idle" and self.page.locator(".query-row").count() == 0, "to end the query", 10)
        self.page.keyboard.press("Escape")
        self.assertFalse(self.page.locator("#panel-query").is_visible(), "Escape does not close the panel")

    def go(self, arrow):
        """Moves the map by a key, and waits until it stands."""
        views = [self.state()["view"]["center"]]
        self.page.keyboard.press(arrow)

        def stands():
            views.append(self.state()["view"]["center"])
            return views[0] != views[-1] == views[-2]

        self.until(stands, "to move its map", 10)

    # MARK: what is seen

    def query(self):
        return self.page.evaluate("() => window.vedette.query()")

    def live(self, what):
        self.until(lambda: self.query()["state"] == "live", f"to have {what}", 15)
        self.page.wait_for_timeout(400)

    def listed(self):
        """The names of those that the list itself shows as matching."""
        return set(self.page.evaluate("() => [...document.querySelectorAll('.query-row[data-standing=matches] .query-name')].map((name) => name.textContent)"))

    def counts_are_right(self):
        def agree():
            count = self.page.locator("#panel-query .count").inner_text()
            return count.split()[0] == str(len(self.listed())) == str(self.query()["count"])
        self.until(agree, "to count as many as it lists", 10)

    def offer(self, name):
        return self.page.locator(".query-offers").get_by_role("button", name=name)

    def press(self, name):
        self.page.locator("#panel-query").get_by_role("button", name=name, exact=True).locator("visible=true").click()

    def row(self, track):
        return self.page.locator(".query-row").filter(has=self.page.locator(".query-name", has_text=track))

    def values(self, row):
        return dict(zip(row.locator("dt").all_inner_texts(), row.locator("dd").all_inner_texts()))

    def fast_flight(self):
        """One that flies alone in the free part of the map."""
        found = []

        def look():
            truth, places = entities(self.server.port), self.places()
            for track, (x, y) in places.items():
                if FREE[0] + 40 < x < FREE[2] - 40 and FREE[1] + 40 < y < FREE[3] - 40 and truth.get(track, {}).get("speed", 0) > 250:
                    room = min(distance((x, y), place) for other, place in places.items() if other != track)
                    found.append((room, track))
            return found

        self.until(look, "to show a fast flight in the free part of the map", 30)
        return max(found)[1]

    def screen(self, longitude, latitude, view=None):
        """Where a place is in the window."""
        view = view or self.state()["view"]
        size = 512 * 2 ** view["zoom"]

        def project(longitude, latitude):
            y = 0.5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)
            return longitude / 360 * size, y * size

        return [a - b + c / 2 for a, b, c in zip(project(longitude, latitude), project(*view["center"]), (self.WINDOW["width"], self.WINDOW["height"]))]

    def ring_pixels(self):
        """At how many of 90 places round the airport, 15 miles off, the picture has the colour of a query's area."""
        view = self.state()["view"]
        left, top, right, bottom = FREE
        rows = pixels(self.page.screenshot(clip={"x": left, "y": top, "width": right - left, "height": bottom - top}))
        found = 0
        for i in range(90):
            angle = math.radians(4 * i)
            latitude = PHX[1] + math.cos(angle) * 15 * MILE / 110_900
            longitude = PHX[0] + math.sin(angle) * 15 * MILE / (111_320 * math.cos(math.radians(latitude)))
            x, y = self.screen(longitude, latitude, view)
            if not (left + 4 < x < right - 4 and top + 4 < y < bottom - 4):
                continue
            near = [rows[int(y) - top + dy][int(x) - left + dx] for dx in range(-3, 4) for dy in range(-3, 4)]
            found += any(max(abs(a - b) for a, b in zip(pixel, ACCENT)) < 50 for pixel in near)
        return found


if __name__ == "__main__":
    unittest.main()
