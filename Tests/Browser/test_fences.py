# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Fences on the page, in a real browser against a real `vedette demo`: drawn, told of, dragged, shared, and refused where nobody may."""

import json
import unittest

from websockets.sync.client import connect

from demo_server import Server
from live_page import LivePageCase, distance

ROUND_PHOENIX = [(470, 200), (800, 200), (800, 560), (470, 560)]


class FencesOnThePage(LivePageCase):
    WINDOW = {"width": 1280, "height": 800}

    def run_steps(self, *steps):
        try:
            self.open_page(self.page)
            for step in steps:
                step()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def open_page(self, page):
        page.goto(self.origin)
        self.until(lambda: page.evaluate("() => Boolean(window.vedette && vedette.state().connection === 'connected' && vedette.state().view?.zoom > 5)"),
                   "to be connected and have a map", 60)

    # MARK: drawn by mouse

    def test_a_polygon_over_the_traffic_tells_and_a_notification_leads_there(self):
        self.run_steps(self.nothing_is_drawn_yet, self.a_polygon_is_drawn, self.a_wrong_message_is_marked, self.it_is_saved_and_tells,
                       self.a_notification_flies_to_its_place, self.the_list_is_filtered_paused_and_cleared, self.corners_are_dragged_while_traffic_flows,
                       self.the_drag_is_taken_back, self.a_crossing_shape_is_refused_and_put_back, self.it_is_deleted_and_brought_back)

    def nothing_is_drawn_yet(self):
        self.page.keyboard.press("g")
        panel = self.page.locator("#panel-fences")
        self.assertIn("No fences yet: draw one.", panel.inner_text())
        self.until(lambda: "From the server's configuration (5)" in panel.inner_text(), "to name the fences of the demonstration", 10)
        self.assertEqual(self.page.evaluate("() => document.activeElement.dataset.draw"), "polygon", "the keyboard is not in the panel")

    def a_polygon_is_drawn(self):
        self.page.locator("[data-draw=polygon]").click()
        self.page.mouse.click(300 + 170, 700)
        self.page.wait_for_timeout(500)
        self.page.keyboard.press("Backspace")
        self.click_round(ROUND_PHOENIX)
        self.page.keyboard.press("Enter")
        self.until(lambda: self.fences()["draft"], "to have a draft", 10)
        self.assertEqual(self.fences()["fences"], [], "what is not saved is a fence already")
        self.assertEqual(len(self.fences()["draft"]["geometry"]["coordinates"][0]), 5, "Backspace did not take a corner back")
        self.assertEqual(self.page.evaluate("() => document.activeElement.id"), "fence-name", "the keyboard is not in the form")

    def click_round(self, places):
        for place in places:
            self.page.mouse.click(*place)
            # Two clicks that follow at once at one place would end it.
            self.page.wait_for_timeout(350)

    def a_wrong_message_is_marked(self):
        self.page.keyboard.type("City")
        self.page.locator("#fence-message").fill("var a = 1\nreturn $feedfeature.flight_number + @")
        self.save()
        fault = self.page.locator("#fence-fault")
        self.until(lambda: fault.is_visible() and "Line 2, column 37" in fault.inner_text(), "to say where the message is wrong", 10)
        self.assertEqual(fault.locator("mark").text_content(), "@")
        self.assertEqual(self.page.evaluate("() => document.activeElement.id"), "fence-message")
        self.assertEqual(self.fences()["fences"], [], "a fence that is wrong was saved")

    def it_is_saved_and_tells(self):
        self.page.locator("#fence-message").fill("'over ' + $fencefeature.name + ': ' + $feedfeature.flight_number")
        self.page.locator("#fence-buffer").fill("500")
        self.save()
        self.until(lambda: [fence["name"] for fence in self.fences()["fences"]] == ["City"], "to have saved the fence", 10)
        fence = self.fences()["fences"][0]
        self.assertEqual((fence["bufferMetres"], fence["rule"]), (500, "enter-or-exit"))
        self.assertGreater(len(fence["area"]["coordinates"][0]), 8, "the area has no arcs: the server has not buffered it")
        self.until(lambda: self.newest("over City"), "to tell who is in the new fence", 15)
        self.assertRegex(self.newest("over City"), r"(?s)Flight_\d+ entered.*City.*“over City: Flight_\d+”")

    def newest(self, text):
        return self.page.evaluate("(text) => [...document.querySelectorAll('#notifications li')].map((item) => item.innerText).find((one) => one.includes(text)) ?? ''", text)

    def a_notification_flies_to_its_place(self):
        before = self.state()["view"]
        item = self.page.locator("#notifications li", has_text="City").first.locator("button")
        item.focus()
        self.page.keyboard.press("Enter")
        self.until(lambda: self.state()["view"]["zoom"] > before["zoom"] + 1, "to fly to the place", 15)
        mark = self.page.locator(".place-mark")
        self.assertEqual(mark.count(), 1, "the place is not marked")
        self.assertTrue(mark.locator(".mark.entered").count() == 1, "the mark does not say what it was")
        box = mark.bounding_box()
        self.until(lambda: distance((mark.bounding_box()["x"], mark.bounding_box()["y"]), (640 - box["width"] / 2, 400 - box["height"] / 2)) < 4, "to have the place in the middle", 10)
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("h")
        self.until(lambda: mark.count() == 0, "to take the mark away", 20)
        self.page.keyboard.press("Escape")

    def the_list_is_filtered_paused_and_cleared(self):
        panel = self.page.locator("#notifications")
        panel.get_by_role("button", name="Filter").click()
        panel.locator("select").select_option(label="City")
        shown = lambda: self.page.evaluate("() => [...document.querySelectorAll('#notifications li:not([hidden])')].map((item) => item.innerText)")
        self.assertTrue(shown() and all("City" in text for text in shown()), "the filter lets others through")
        panel.locator("select").select_option(label="Any fence")
        panel.get_by_role("button", name="Filter").click()
        panel.get_by_role("button", name="Pause").click()
        count = len(shown())
        self.until(lambda: "Paused · " in panel.inner_text() and "Paused · 0 waiting" not in panel.inner_text(), "to count what is held back", 60)
        self.assertEqual(len(shown()), count, "the list went on")
        panel.get_by_role("button", name="Resume").click()
        self.until(lambda: len(shown()) > count, "to show what was held back", 10)
        panel.get_by_role("button", name="Clear").click()
        self.assertEqual(shown(), [])

    # MARK: dragged

    def handle(self, role, index=0):
        return self.page.locator(f".fence-handle[data-role={role}]").nth(index)

    def middle_of(self, locator):
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def corners_are_dragged_while_traffic_flows(self):
        if self.page.locator("#panel-fences").is_hidden():
            self.page.keyboard.press("g")
        self.page.locator(".fence-row", has_text="City").click()
        self.until(lambda: self.fences()["selected"] is not None and self.handle("vertex").is_visible(), "to show the corners", 10)
        self.until_still(lambda: self.middle_of(self.handle("vertex")), lambda place: True, "to have flown to the fence")
        self.before = self.fences()["fences"][0]["geometry"]
        frames, area = self.state()["frames"], self.fences()["fences"][0]["area"]
        x, y = self.middle_of(self.handle("vertex"))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 60, y + 40, steps=6)
        self.until(lambda: self.fences()["fences"][0]["area"] != area, "to be told another area while the hand holds the corner", 10)
        self.until(lambda: self.state()["frames"] > frames + 3, "to go on showing traffic", 10)
        self.page.mouse.move(x + 80, y + 50, steps=3)
        self.page.mouse.up()
        self.until(lambda: "change" in (self.fences()["undoable"] or ""), "to have saved the drag", 10)
        x2, y2 = self.middle_of(self.handle("vertex"))
        self.assertLess(distance((x2, y2), (x + 80, y + 50)), 3, "the corner is not where it was dragged")
        self.until_still(lambda: self.middle_of(self.handle("middle", 1)), lambda place: True, "to have the corners at rest")
        x, y = self.middle_of(self.handle("middle", 1))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 30, y, steps=4)
        self.page.mouse.up()
        self.until(lambda: len(self.geometry()) == 6, "to have a new corner", 10)

    def geometry(self):
        return self.fences()["fences"][0]["geometry"]["coordinates"][0]

    def the_drag_is_taken_back(self):
        self.page.keyboard.press("Control+z")
        self.until(lambda: len(self.geometry()) == 5, "to take the new corner back", 10)
        self.page.get_by_role("button", name="Undo").click()
        self.until(lambda: self.fences()["fences"][0]["geometry"] == self.before, "to take the drag back", 10)

    def a_crossing_shape_is_refused_and_put_back(self):
        before = self.geometry()
        (x, y), (to_x, to_y) = self.middle_of(self.handle("vertex", 0)), self.middle_of(self.handle("middle", 2))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        # Past the opposite edge: two others cross it then.
        self.page.mouse.move(to_x, to_y + 40, steps=8)
        self.page.mouse.up()
        self.until(lambda: self.page.locator("#panel-fences .query-fault").first.is_visible(), "to say that the shape cannot be", 10)
        self.assertIn("cross", self.page.locator("#panel-fences .query-fault").first.inner_text())
        self.until(lambda: self.geometry() == before, "to have the fence where it was", 10)
        self.until(lambda: distance(self.middle_of(self.handle("vertex", 0)), (x, y)) < 3, "to put the corner back", 10)

    def it_is_deleted_and_brought_back(self):
        self.page.get_by_role("button", name="Delete").click()
        self.until(lambda: self.fences()["fences"] == [], "to delete the fence", 10)
        self.page.keyboard.press("Control+z")
        self.until(lambda: [(fence["name"], fence["bufferMetres"]) for fence in self.fences()["fences"]] == [("City", 500)], "to bring it back", 10)

    def fences(self, page=None):
        return (page or self.page).evaluate("() => window.vedette.fences()")

    def save(self):
        self.page.locator(".fence-form .query-run").click()

    # MARK: by keyboard alone

    def test_a_fence_is_drawn_edited_and_deleted_by_keyboard_alone(self):
        self.run_steps(self.a_circle_by_keyboard, self.its_rim_by_arrow_keys, self.a_corridor_by_keyboard, self.a_corner_comes_and_goes)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector, most=40):
        for _ in range(most):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        self.fail(f"the Tab key does not come to {selector}")

    def a_circle_by_keyboard(self):
        self.press("g", "Tab", "Enter")
        self.assertIn("Enter takes its centre", self.page.locator(".drawing-bar").inner_text())
        self.press("Enter")
        self.until(lambda: self.fences()["draft"], "to have a draft", 10)
        self.page.keyboard.type("Ring")
        self.press("Enter")
        self.until(lambda: [fence["name"] for fence in self.fences()["fences"]] == ["Ring"], "to save the circle", 10)

    def its_rim_by_arrow_keys(self):
        radius = lambda: self.fences()["fences"][0]["geometry"]["circle"]["radiusMetres"]
        before = radius()
        self.tab_to(".fence-handle")
        self.press("PageDown")
        self.assertRegex(self.page.evaluate("() => document.activeElement.getAttribute('aria-label')"), r"^Rim, radius 2,000 m")
        self.press("Shift+ArrowRight", "Shift+ArrowRight")
        self.until(lambda: radius() > before + 1_000, "to make the circle larger", 10)
        self.until(lambda: "change" in (self.fences()["undoable"] or ""), "to save it", 10)
        self.press("Escape")
        self.assertEqual(self.page.evaluate("() => document.activeElement.id"), "fence-name", "Escape does not lead back to the form")
        self.press("Escape")
        self.assertIsNone(self.fences()["selected"])

    def a_corridor_by_keyboard(self):
        self.page.locator("[data-draw=corridor]").focus()
        self.press("Enter", " ")
        longitude = lambda: self.state()["view"]["center"][0]
        before = longitude()
        for _ in range(3):
            self.press("ArrowRight")
        self.until_still(longitude, lambda now: now > before, "to pan the map")
        self.press(" ", "Enter")
        self.until(lambda: self.fences()["draft"], "to have a line", 10)
        self.tab_to("#fence-size")
        self.press("Control+a")
        self.page.keyboard.type("3,000")
        self.press("Enter")
        self.until(lambda: len(self.fences()["fences"]) == 2, "to save the corridor", 10)
        self.assertEqual(self.fences()["fences"][1]["geometry"]["corridor"]["widthMetres"], 3_000)
        self.assertEqual(self.fences()["fences"][1]["area"]["type"], "Polygon")

    def a_corner_comes_and_goes(self):
        line = lambda: self.fences()["fences"][1]["geometry"]["corridor"]["line"]
        self.tab_to(".fence-handle")
        self.press("Home", "Insert")
        self.until(lambda: len(line()) == 3, "to have another corner", 10)
        self.assertRegex(self.page.evaluate("() => document.activeElement.getAttribute('aria-label')"), r"^Corner 2 of 3")
        self.press("Delete")
        self.until(lambda: len(line()) == 2, "to have lost the corner", 10)
        self.press("Delete", "Delete")
        self.page.wait_for_timeout(300)
        self.assertEqual(len(line()), 2, "a line needs two ends")
        self.tab_to(".fence-delete", most=60)
        self.press("Enter")
        self.until(lambda: len(self.fences()["fences"]) == 1, "to delete the corridor", 10)

    # MARK: several who look

    def test_two_pages_see_one_anothers_edits(self):
        def steps():
            other = self.page.context.browser.new_page(viewport=self.WINDOW)
            self.open_page(other)
            self.page.keyboard.press("g")
            self.page.locator("[data-draw=circle]").click()
            self.page.mouse.click(640, 400)
            self.until(lambda: self.fences()["draft"], "to have a draft", 10)
            self.save()
            self.until(lambda: [fence["name"] for fence in self.fences(other)["fences"]] == ["Circle 1"], "to show the other's fence", 10)
            other.keyboard.press("g")
            other.locator(".fence-row", has_text="Circle 1").click()
            other.locator("#fence-name").fill("Theirs")
            other.locator(".fence-form .query-run").click()
            self.until(lambda: "Theirs" in self.page.locator(".fence-list").first.inner_text(), "to show the other's name for it", 10)
            other.get_by_role("button", name="Delete").click()
            self.until(lambda: self.fences()["fences"] == [] and self.fences()["selected"] is None, "to notice that it was deleted", 10)

        self.run_steps(steps)

    def test_where_nobody_may_edit_nobody_can(self):
        self.server.kill()
        self.server = Server(self.folder, 0, "--fence-editing", "none")
        self.addCleanup(self.server.kill)
        self.origin = f"http://127.0.0.1:{self.server.port}/"

        def steps():
            self.page.keyboard.press("g")
            panel = self.page.locator("#panel-fences")
            self.assertIn("does not allow editing", panel.inner_text())
            self.assertEqual(self.page.locator("[data-draw]:visible").count(), 0, "there are tools that cannot work")
            with connect(f"ws://127.0.0.1:{self.server.port}/live", subprotocols=["vedette.live.1"], max_size=8 << 20) as socket:
                square = {"type": "Polygon", "coordinates": [[[-112, 33], [-111, 33], [-111, 34], [-112, 34], [-112, 33]]]}
                socket.send(json.dumps({"type": "put-fence", "request": 1, "name": "x", "geometry": square}))
                while True:
                    message = socket.recv(timeout=20)
                    if isinstance(message, str) and json.loads(message)["type"].startswith("fence-"):
                        self.assertEqual(json.loads(message)["code"], "read-only")
                        break

        self.run_steps(steps)


if __name__ == "__main__":
    unittest.main()
