# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""A double of a live server with one source whose entities have heights, pitch and roll, and with a program that leads the camera."""

import struct
import time

from location_server import LocationServer

WGS84_A, WGS84_F = 6_378_137.0, 1 / 298.257223563


class SceneServer(LocationServer):
    """`entities` is {number: (track, longitude, latitude, altitude, heading, pitch, roll)}: what a new viewer is told first."""

    def __init__(self, port=0, symbol="aircraft", view=((0, 0), 12), delay=0.2):
        self.entities, self.sequence, self.symbol, self.view, self.delay = {}, 0, symbol, view, delay
        self.controller = None
        super().__init__([], port, answers=False)

    def _hello(self):
        center, zoom = self.view
        return {**super()._hello(), "server": "double", "title": "Scene", "locations": [], "view": {"center": list(center), "zoom": zoom},
                "sources": [{"source": 0, "name": "Flights", "one": "flight", "many": "flights", "symbol": self.symbol, "trackField": "id",
                             "displayDelay": self.delay, "maximumTrail": 20, "fields": []}]}

    def _viewer(self, socket):
        socket.send = self._counted(socket.send)
        super()._viewer(socket)

    def _counted(self, send):
        # After `hello`, what a new viewer has to know.
        def counted(content):
            send(content)
            if isinstance(content, str) and '"type": "hello"' in content:
                send('{"type":"connection","source":0,"status":"connected"}')
                send(self._frame(self.entities, reset=True))
                if self.controller:
                    send(self.controller)
        return counted

    def move(self, entities):
        """Tells where these entities are now, as `entities` has them."""
        self.entities.update(entities)
        self._send(self._frame(entities))

    def lead(self, **controller):
        """What the program's controller of the camera is."""
        import json
        self.sequence += 1
        self.controller = json.dumps({"type": "camera-controller", "sequence": self.sequence, **controller})
        self._send(self.controller)

    def _frame(self, entities, reset=False):
        """A frame with compact columns: headings, altitudes, pitches and rolls."""
        now, numbers, previous = time.time() * 1000, b"", -1
        rows = [entities[number] for number in sorted(entities)]
        for number in sorted(entities):
            step, previous = number - previous - 1, number
            while step > 0x7F:
                numbers, step = numbers + bytes([step & 0x7F | 0x80]), step >> 7
            numbers += bytes([step])
        pack = lambda form, values: b"".join(struct.pack("<" + form, value) for value in values)
        columns = bytes([2 | 4 | 64 | 128]) + numbers
        columns += pack("i", (round(row[1] * 1e7) for row in rows)) + pack("i", (round(row[2] * 1e7) for row in rows)) + pack("i", (0 for _ in rows))
        columns += pack("H", (round(row[4] * 100) % 36000 for row in rows))
        columns += b"".join(struct.pack("<i", round(row[3] * 10))[:3] for row in rows)
        columns += b"".join(struct.pack("<hh", round(row[5] * 100), round(row[6] * 100)) for row in rows)
        names = b"".join(struct.pack("<IHH", number, len(entities[number][0].encode()), 0) + entities[number][0].encode() for number in sorted(entities))
        header = struct.pack("<4sBBH6Idd", b"VDF1", (1 if reset else 0) | 8, 0, 0, 1, len(rows), 0, 0, len(names), len(self.entities), now, now)
        return header + columns + names
