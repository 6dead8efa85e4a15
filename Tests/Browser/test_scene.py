# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The page's scene in a real browser against a double: what is drawn where, how it is turned, and what holds the camera."""

import math
import unittest

from live_page import LivePageCase, distance
from picture import pixels
from scene_server import WGS84_A, WGS84_F, SceneServer

SYMBOL = (0x0B, 0x63, 0xC4)  # --symbol of the light theme
TURNS = [(heading, 0, roll) for heading in (0, 90, 180, 270) for roll in (0, 90, 180, -90)] + [(heading, pitch, 0) for heading in (0, 90, 180, 270) for pitch in (90, -90)]


class Scene(LivePageCase):
    WINDOW = {"width": 800, "height": 500}

    def start_server(self, port=0):
        self.server = SceneServer(port)
        self.addCleanup(self.server.close)
        self.origin = self.server.origin
        self.server.entities = {
            1: ("low", 0.01, 0.005, 0, 45, 0, 0), 2: ("high", -0.012, 0.0, 1500, 90, 0, 0), 3: ("far", 0.0, 0.03, 300, 180, 0, 0),
        }

    def test_the_scene(self):
        try:
            for step in (self.it_opens, self.entities_are_where_they_should_be, self.a_click_selects, self.map_and_scene_go_together, self.orientations,
                         self.graphics_of_a_program, self.cameras_are_read_back, self.the_vertical_screen_factor, self.offsets, self.limits_while_dragging, self.controllers_take_turns,
                         self.following_through_a_reconnection):
                step()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    # MARK: what is seen

    def scene(self):
        return self.page.evaluate("() => vedette.scene()")

    def drawn(self, condition=lambda scene: True, what="to draw the scene", seconds=20):
        """Waits until the scene stands still, nothing of it is on its way, and it is as it should be; and gives it."""
        found = []

        def still():
            found.append(self.scene())
            now = found[-1]
            return (now["isReady"] and now["isDrawn"] and not now["isHandingOver"] and condition(now) and len(found) > 1 and found[-2]["isReady"]
                    and now["position"] == found[-2]["position"] and now["pictures"] > 0)

        self.until(still, what, seconds)
        return found[-1]

    def seen(self, scene, track):
        return next(one for one in scene["visible"] if one["track"] == track)

    def place_on_screen(self, scene, point):
        """Where an Earth-centred point is in the scene, by a computation of our own from the camera's place and angles."""
        camera = scene["camera"]
        east, north, up = frame(camera["longitude"], camera["latitude"])
        heading, pitch, roll = (math.radians(camera[name]) for name in ("heading", "pitch", "roll"))
        ahead = [math.sin(pitch) * (math.sin(heading) * e + math.cos(heading) * n) - math.cos(pitch) * u for e, n, u in zip(east, north, up)]
        level = [math.cos(heading) * e - math.sin(heading) * n for e, n in zip(east, north)]
        over = cross(level, ahead)
        right = [math.cos(roll) * a - math.sin(roll) * b for a, b in zip(level, over)]
        above = cross(right, ahead)
        way = [a - b for a, b in zip(point, ecef(camera["longitude"], camera["latitude"], camera["altitude"]))]
        depth = dot(way, ahead)
        focal = scene["size"][0] / 2 / math.tan(math.radians(22.5))
        return [scene["size"][0] / 2 + focal * dot(way, right) / depth, scene["size"][1] / 2 - focal * dot(way, above) / depth]

    # MARK: steps

    def it_opens(self):
        self.page.goto(self.origin + "?scene=lite")
        self.wait("(state) => state.entities === 3 && state.view !== null && state.view.zoom > 11", "to show the three", 40)
        for _ in range(3):
            self.page.keyboard.press("s")
        scene = self.drawn(lambda scene: len(scene["visible"]) == 3, "to draw the three in the scene", 40)
        self.assertEqual((scene["layout"], scene["isLite"], scene["size"]), ("whole", True, [800, 500]))
        self.assertEqual([message["open"] for message in self.server.heard("scene")], [True])
        self.page.keyboard.press("n")

    def entities_are_where_they_should_be(self):
        scene = self.drawn(lambda scene: not scene["isLoading"])
        for track, longitude, latitude, altitude, *_ in self.server.entities.values():
            one = self.seen(scene, track)
            self.assertLess(distance(self.place_on_screen(scene, ecef(longitude, latitude, altitude)), [one["x"], one["y"]]), 0.01, track)
        self.until(lambda: all(self.is_marked(self.seen(scene, track)) for track in ("low", "high")), "to paint their markers", 10)

    def is_marked(self, one):
        x, y = round(one["x"]), round(one["y"])
        rows = pixels(self.page.screenshot(clip={"x": x - 3, "y": y - 3, "width": 7, "height": 7}))
        return sum(max(abs(a - b) for a, b in zip(pixel, SYMBOL)) < 60 for row in rows for pixel in row) > 12

    def a_click_selects(self):
        one = self.seen(self.scene(), "high")
        self.page.mouse.click(one["x"] + 2, one["y"] - 2)
        self.wait("(state) => state.selected?.track === 'high'", "to select what was clicked", 10)
        self.until(lambda: self.page.locator(".scene-ring.selected").is_visible() and self.state()["selected"]["callout"] is not None, "to ring it", 10)
        box = self.page.locator(".scene-ring.selected").bounding_box()
        self.assertLess(distance([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], [one["x"], one["y"]]), 2)
        self.assertLess(distance(self.state()["selected"]["callout"], [one["x"], one["y"]]), 2, "the call-out is beside it in the scene")
        self.page.keyboard.press("Escape")
        self.wait("(state) => state.selected === null", "to select nobody", 10)

    def map_and_scene_go_together(self):
        before = self.scene()["camera"]
        self.page.keyboard.press("+")
        scene = self.drawn(lambda scene: abs(scene["camera"]["altitude"] / before["altitude"] - 0.5) < 0.02, "to come nearer with the map")
        zoom = self.state()["view"]["zoom"]
        self.page.mouse.move(400, 300)
        self.page.mouse.wheel(0, 400)
        self.until(lambda: self.state()["view"]["zoom"] < zoom - 0.2, "to take the map along", 20)
        self.drawn(lambda scene: scene["camera"]["altitude"] > 1.2 * before["altitude"] / 2)

    def lead(self, kind="orbitGeoElement", track="one", view=(300, 0, 60), settings=None, **more):
        distance_, heading, pitch = view
        self.server.lead(kind=kind, target={"source": 0, "track": track}, duration=0, view={"distance": distance_, "headingOffset": heading, "pitchOffset": pitch},
                         settings={"autoPitch": False, "autoRoll": False, **(settings or {})}, smoothing={"delay": 0.2, "horizon": 1, "correction": 0.1}, **more)

    def orientations(self):
        """24 models in a field, each turned otherwise: all that a cube can be."""
        field = {10 + i: (f"turn {i}", 0.0006 * (i % 6 - 2.5), 0.0006 * (i // 6 - 1.5), 200, *turn) for i, turn in enumerate(TURNS)}
        self.server.move(field)
        self.server.lead(kind="globe", camera={"location": [0, -0.0065, 800], "heading": 0, "pitch": 50, "roll": 0, "duration": 0})
        scene = self.drawn(lambda scene: len(scene["models"]) == 24 and not scene["isLoading"], "to draw 24 models", 40)
        for number, (track, longitude, latitude, altitude, heading, pitch, roll) in field.items():
            matrix = scene["models"][f"0/{track}"]
            nose, left, top = matrix[0:3], matrix[4:7], matrix[8:11]
            ahead, right, up = body(longitude, latitude, heading, pitch, roll)
            for found, expected in ((nose, ahead), (left, [-value for value in right]), (top, up)):
                self.assertLess(math.dist(found, expected), 1e-6, f"{track} {TURNS[number - 10]}")
            self.assertLess(math.dist(matrix[12:15], ecef(longitude, latitude, altitude)), 0.02)

    def graphics_of_a_program(self):
        """A box and a model among the 24, as large and turned as their symbols and the renderer say together."""
        self.server.tell({"type": "graphics", "overlay": 0, "reset": True, "visible": True, "opacity": 1, "placement": "relative", "altitudeOffset": 50, "time": 0, "graphics": [
            [5, 0, 80, 0, 0, {"type": "Point", "coordinates": [0, 0.002, 100]}], [6, 1, None, 20, 0, {"type": "Point", "coordinates": [0.001, 0.002, 100]}],
            [7, 2, None, 0, 0, {"type": "LineString", "coordinates": [[0, 0, 0], [0.001, 0.002, 100]]}],
        ], "classes": [
            {"type": "scene-marker", "style": "cube", "color": "#c04000", "width": 30, "depth": 60, "height": 90, "heading": 10, "pitch": 0, "roll": 0, "anchor": "bottom"},
            {"type": "distance", "ranges": [{"min": 0, "max": 10, "symbol": None}, {"min": 10, "symbol": {"type": "model", "model": "/models/truck.glb", "scale": 4, "heading": 30, "pitch": 0, "roll": 5, "anchor": "origin"}}]},
            {"type": "line", "style": "solid", "color": "#c04000", "width": 2},
        ]})
        scene = self.drawn(lambda scene: all(f"graphic/0/{one}" in scene["models"] for one in (5, 6)), "to draw the graphics", 30)
        for number, place, turn, size, lift in ((5, (0, 0.002, 150), (90, 0, 0), (30, 60, 90), 45), (6, (0.001, 0.002, 150), (30, 20, 5), (4, 4, 4), 0)):
            matrix = scene["models"][f"graphic/0/{number}"]
            ahead, right, up = body(*place[:2], *turn)
            for found, expected, length in ((matrix[0:3], ahead, size[1]), (matrix[4:7], [-value for value in right], size[0]), (matrix[8:11], up, size[2])):
                self.assertLess(math.dist(found, [length * value for value in expected]), 1e-5, f"graphic {number}")
            self.assertLess(math.dist(matrix[12:15], [value + lift * above for value, above in zip(ecef(*place), up)]), 0.001)

    def cameras_are_read_back(self):
        """CesiumJS has the very camera of the rig. Its own angles are against the vertical below the place, which is ours on the ellipsoid alone."""
        for camera in ((0, 0.001, 0, 0, 90, 0), (-122.4, 37.8, 0, 200, 60, 30), (139.7, -35.7, 0, 359.5, 130, 350), (10, 80, 0, 45, 20, 90), (-179.9999, -66, 0, 123.456, 75, 181)):
            self.server.lead(kind="globe", camera={"location": list(camera[:3]), "heading": camera[3], "pitch": camera[4], "roll": camera[5], "duration": 0})
            scene = self.drawn(lambda scene: abs(scene["camera"]["latitude"] - camera[1]) < 1e-6, "to look from there")
            cesium = scene["cesium"]
            self.assertLess(math.dist(cesium["position"], ecef(*camera[:3])), 0.001)
            self.assertLess(math.dist(cesium["position"], scene["position"]), 1e-9)
            for name, ours, theirs in (("heading", camera[3], cesium["heading"]), ("pitch", camera[4], cesium["pitch"] + 90), ("roll", camera[5], cesium["roll"])):
                self.assertLess(abs((ours - theirs + 180) % 360 - 180), 1e-9, f"{name} of {camera}")

    def the_vertical_screen_factor(self):
        self.server.move({50: ("one", 0.02, 0.01, 1000, 30, 0, 0)})
        for factor in (0.5, 0.2, 0.9):
            self.lead(settings={"verticalScreenFactor": factor})
            scene = self.drawn(lambda scene: scene["isFollowing"] and scene["target"] and any(one["track"] == "one" for one in scene["visible"])
                               and abs(scene["orbit"]["settings"]["verticalScreenFactor"] - factor) < 1e-9, "to follow")
            one = self.seen(scene, "one")
            self.assertLess(distance([one["x"], one["y"]], [400, 500 * (1 - factor)]), 0.01, f"at {factor} of the height")
            self.assertLess(abs(math.dist(scene["position"], ecef(0.02, 0.01, 1000)) - 300), 0.05)

    def offsets(self):
        self.lead(targetOffsets=[43, 0, -55])
        scene = self.drawn(lambda scene: scene["orbit"] and scene["orbit"]["offsets"] == [43, 0, -55], "to look beside its target")
        ahead, right, up = body(0.02, 0.01, 30, 0, 0)
        focus = [place + 43 * r - 55 * u for place, r, u in zip(ecef(0.02, 0.01, 1000), right, up)]
        self.assertLess(distance(self.place_on_screen(scene, focus), [400, 250]), 0.1)
        self.assertGreater(distance(self.place_on_screen(scene, ecef(0.02, 0.01, 1000)), [400, 250]), 40)

    def limits_while_dragging(self):
        self.lead(settings={"minCameraPitchOffset": 25, "maxCameraPitchOffset": 75, "minCameraDistance": 250, "maxCameraDistance": 350, "headingIsInteractive": False})
        self.drawn(lambda scene: scene["orbit"] and scene["orbit"]["settings"]["maxCameraPitchOffset"] == 75 and scene["orbit"]["offsets"] == [0, 0, 0])
        for end, pitch in ((420, 25), (90, 75)):
            self.page.mouse.move(400, 250)
            self.page.mouse.down()
            self.page.mouse.move(430, end, steps=6)
            self.page.mouse.up()
            # However the hand goes, one of the two ends is where it stops.
            scene = self.drawn()
            self.assertIn(round(scene["orbit"]["pitchOffset"], 6), (25, 75))
            self.assertEqual(scene["orbit"]["headingOffset"], 0, "the heading is not for hands")
        for turns, metres in ((900, 350), (-1800, 250)):
            for _ in range(6):
                self.page.mouse.wheel(0, turns / 6)
            self.drawn(lambda scene: abs(scene["orbit"]["distance"] - metres) < 1e-6, f"to stop at {metres} m")
        self.until(lambda: any(message["interacted"] and "view" in message and abs(message["view"][0] - 250) < 1e-6 for message in self.server.heard("camera")), "to tell the program what a hand did", 10)

    def controllers_take_turns(self):
        self.server.lead(kind="orbitLocation", target={"location": [0.01, 0.01, 0]}, duration=0.3, view={"distance": 2000, "headingOffset": 90, "pitchOffset": 45}, settings={}, smoothing=None)
        scene = self.drawn(lambda scene: scene["orbit"] and abs(scene["orbit"]["distance"] - 2000) < 1e-6, "to orbit a place")
        self.assertLess(abs(math.dist(scene["position"], ecef(0.01, 0.01, 0)) - 2000), 0.01)
        self.assertLess(distance(self.place_on_screen(scene, ecef(0.01, 0.01, 0)), [400, 250]), 0.01)
        self.page.keyboard.press("Escape")
        scene = self.drawn(lambda scene: not scene["isFollowing"] and scene["orbit"] is None, "to let go")
        self.page.mouse.move(400, 300)
        self.page.mouse.wheel(0, 300)
        self.drawn(lambda now: now["position"] != scene["position"], "to obey a hand again")

    def following_through_a_reconnection(self):
        self.server.lead(kind="globe", camera={"location": [0.02, -0.01, 4000], "heading": 0, "pitch": 40, "roll": 0, "duration": 0})
        self.drawn(lambda scene: any(one["track"] == "one" for one in scene["visible"]) and abs(scene["camera"]["altitude"] - 4000) < 1)
        self.page.evaluate("() => vedette.select(0, 'one')")
        self.page.keyboard.press("f")
        scene = self.drawn(lambda scene: scene["isFollowing"] and scene["target"], "to follow who is selected")
        self.server.controller = None
        self.server_is_there = False
        port = self.server.port
        self.server.close()
        self.wait("(state) => state.connection !== 'connected'", "to notice that the server is gone", 20)
        self.assertTrue(self.scene()["isFollowing"])
        entities, self.server = self.server.entities, None
        self.server = SceneServer(port)
        self.addCleanup(self.server.close)
        self.server.entities = entities
        self.wait("(state) => state.connection === 'connected'", "to be connected again", 30)
        self.server_is_there = True
        for _ in range(2):  # it has come to rest there
            self.server.move({50: ("one", 0.021, 0.012, 1000, 30, 0, 0)})
            self.page.wait_for_timeout(300)
        scene = self.drawn(lambda now: now["isFollowing"] and now["target"] and abs(now["target"]["latitude"] - 0.012) < 1e-6, "to go on following")
        self.assertLess(distance([self.seen(scene, "one")[axis] for axis in ("x", "y")], [400, 250]), 1)
        self.until(lambda: abs(self.state()["view"]["center"][1] - 0.012) < 1e-3, "to bring the map there, too", 10)


def frame(longitude, latitude):
    lon, lat = math.radians(longitude), math.radians(latitude)
    return ((-math.sin(lon), math.cos(lon), 0), (-math.sin(lat) * math.cos(lon), -math.sin(lat) * math.sin(lon), math.cos(lat)),
            (math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)))


def ecef(longitude, latitude, altitude):
    _, _, up = frame(longitude, latitude)
    e2 = WGS84_F * (2 - WGS84_F)
    normal = WGS84_A / math.sqrt(1 - e2 * up[2] ** 2)
    return [(normal + altitude) * up[0], (normal + altitude) * up[1], (normal * (1 - e2) + altitude) * up[2]]


def body(longitude, latitude, heading, pitch, roll):
    """Ahead, right and up of something that is turned: heading clockwise from north, then pitch up, then roll clockwise as seen from behind."""
    east, north, up = frame(longitude, latitude)
    h, p, r = (math.radians(value) for value in (heading, pitch, roll))
    level = [math.sin(h) * e + math.cos(h) * n for e, n in zip(east, north)]
    right = [math.cos(h) * e - math.sin(h) * n for e, n in zip(east, north)]
    ahead = [math.cos(p) * a + math.sin(p) * u for a, u in zip(level, up)]
    over = [-math.sin(p) * a + math.cos(p) * u for a, u in zip(level, up)]
    return ahead, [math.cos(r) * a - math.sin(r) * b for a, b in zip(right, over)], [math.sin(r) * a + math.cos(r) * b for a, b in zip(right, over)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


if __name__ == "__main__":
    unittest.main()
