# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The live page in a real browser against a double that has only locations, for tests."""

from live_page import LivePageCase
from location_server import LocationServer
from picture import pixels

STATION = {"location": 0, "name": "Space station", "symbol": "station", "autoPanMode": "recenter", "zoomScale": 4e7, "path": 5400}
CAR = {"location": 1, "name": "Patrol car", "symbol": "dot", "autoPanMode": "off", "path": 600}
BLUE, GREY, WHITE = (0x12, 0x66, 0xD6), (0x6B, 0x76, 0x82), (0xFF, 0xFF, 0xFF)  # --location and --location-grey of the light theme


class LocationPageCase(LivePageCase):
    LOCATIONS = [STATION, CAR]
    WINDOW = {"width": 900, "height": 600}
    PORT = 0

    def start_server(self, port=0):
        self.server = LocationServer(self.LOCATIONS, port)
        self.addCleanup(self.server.close)
        self.origin = self.server.origin

    def run_steps(self, *steps):
        try:
            for step in steps:
                step()
            self.nothing_went_wrong()
        except BaseException:
            self.keep_evidence()
            raise

    def locations(self):
        return self.page.evaluate("() => window.vedette.locations()")

    def view(self):
        return self.state()["view"]

    def near(self, color, x, y, reach, tolerance=40):
        """How many pixels within `reach` of a place of the window have a colour."""
        clip = {"x": max(0, round(x) - reach), "y": max(0, round(y) - reach), "width": 2 * reach, "height": 2 * reach}
        rows = pixels(self.page.screenshot(clip=clip))
        return sum(max(abs(a - b) for a, b in zip(pixel, color)) < tolerance for row in rows for pixel in row)

    def look(self, longitude, latitude, zoom, **more):
        """Has the map look somewhere, as the server may wish it."""
        scale = 78271.516964020485 * 96 / 0.0254 / 2 ** zoom
        self.sequence = getattr(self, "sequence", 0) + 1
        self.server.tell({"type": "viewpoint", "location": self.locations()["shown"], "center": [longitude, latitude], "scale": scale, "rotation": 0,
                          "duration": 0, "sequence": self.sequence, **more})
        self.until(lambda: any(view.get("sequence") == self.sequence for view in self.server.heard("view")), "to obey the viewpoint", 20)

    def open_page(self, address="", wait=True):
        self.page.goto(self.origin + address)
        if wait:
            self.wait("(state) => state.connection === 'connected' && state.view !== null", "to be connected and have a map", 60)

    def text(self, selector):
        return self.page.locator(selector).inner_text().replace("\u00a0", " ")

    def mode(self):
        return self.locations()["mode"]
