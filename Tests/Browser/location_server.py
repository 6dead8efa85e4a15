# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""A double of a live server that has only locations: a test says what it tells, and reads what it hears.

It serves the page's files from Web/ as they are, and speaks the part of the live-view protocol that is about locations.
It decides nothing by itself but the answer to `show-location` and `auto-pan`.
"""

import json
import logging
import mimetypes
import os
import struct
import threading
import time
from pathlib import Path

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response
from websockets.sync.server import serve

WEB = Path(__file__).parents[2] / "Web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)  # as LiveRoutes.swift has it


class LocationServer:
    """On a port of its own choice; `locations` as in `hello`. With `answers` false it says nothing after `hello`."""

    def __init__(self, locations, port=0, answers=True, assets=None):
        self.locations, self.answers = locations, answers
        self.assets = Path(assets or os.environ["VEDETTE_ASSETS"])
        self.received, self.sockets, self.lock = [], [], threading.Lock()
        self.path, self.latest, self.mode, self.statuses = {}, {}, {}, {}
        quiet = logging.Logger("location-server", logging.CRITICAL + 1)  # browsers open connections that they never use
        self.server = serve(self._viewer, "127.0.0.1", port, process_request=self._file, subprotocols=["vedette.live.1"], logger=quiet)
        self.port = self.server.socket.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}/"
        self.threads = [threading.Thread(target=one, daemon=True) for one in (self.server.serve_forever, self._beat)]
        self.open = True
        for thread in self.threads:
            thread.start()

    def close(self):
        """Nobody is let in any more, then all are sent away: in the other order a viewer could come back between the two."""
        self.open = False
        self.server.shutdown()
        with self.lock:
            sockets = list(self.sockets)
        for socket in sockets:
            socket.close()

    # MARK: what a test says

    def tell(self, message):
        """Sends a message to all viewers."""
        self._send(json.dumps(message))

    def _send(self, content):
        with self.lock:
            for socket in self.sockets:
                try:
                    socket.send(content)
                except ConnectionClosed:
                    pass

    def fix(self, longitude, latitude, location=0, **more):
        """A new fix of a location, told to all viewers and kept for those to come."""
        self.latest[location] = {
            "type": "location", "location": location, "position": [longitude, latitude], "receivedAt": stamp(), "time": stamp(),
            "lastKnown": False, "stale": False, "symbol": "default", "opacity": 1, "ping": False, "source": "GNSS", **more,
        }
        self.tell(self.latest[location])

    def auto_pan(self, mode):
        self.tell({"type": "auto-pan", "mode": mode})

    def status(self, status, location=0, **more):
        self.statuses[location] = {"type": "location-status", "location": location, "status": status, **more}
        self.tell(self.statuses[location])

    # MARK: what a test hears

    def heard(self, kind):
        with self.lock:
            return [message for message in self.received if message["type"] == kind]

    def forget(self):
        with self.lock:
            self.received.clear()

    # MARK: the server

    def _hello(self):
        return {
            "type": "hello", "protocol": 1, "server": f"double-{id(self)}", "version": "0", "title": "Locations", "frameInterval": 0.2,
            "view": {"center": [0, 20], "zoom": 2}, "sources": [], "locations": self.locations,
        }

    def _viewer(self, socket):
        socket.send(json.dumps(self._hello()))
        for location in self.locations:
            number = location["location"]
            socket.send(json.dumps(self.statuses.get(number, {"type": "location-status", "location": number, "status": "started"})))
        with self.lock:
            self.sockets.append(socket)
        try:
            for text in socket:
                message = json.loads(text)
                if message["type"] == "ack":
                    continue
                with self.lock:
                    self.received.append(message)
                if self.answers:
                    self._answer(socket, message)
        except ConnectionClosed:
            pass
        finally:
            with self.lock:
                self.sockets.remove(socket)

    def _answer(self, socket, message):
        if message["type"] == "auto-pan":
            self.auto_pan(message["mode"])
        if message["type"] == "show-location" and message["location"] is not None:
            number = message["location"]
            mode = message.get("autoPanMode", next(one for one in self.locations if one["location"] == number).get("autoPanMode", "off"))
            self.auto_pan(mode)
            self.tell({"type": "location-path", "location": number, "reset": True, "points": self.path.get(number, [])})
            if number in self.latest:
                self.tell(self.latest[number])

    def _beat(self):
        """An empty frame of no source each second: sign of life, and the server's clock."""
        number = 0
        while self.open:
            number += 1
            now = time.time() * 1000
            self._send(struct.pack("<4sBBH6Idd", b"VDF1", 0, 255, 0, number, 0, 0, 0, 0, 0, now, 0))
            time.sleep(1)

    def _file(self, connection, request):
        path = request.path.split("?")[0]
        if path == "/live":
            return None
        if path == "/healthz":
            return answer(200, b"ok", "text/plain")
        root, name = (self.assets, path.removeprefix("/assets/")) if path.startswith("/assets/") else (WEB, path.lstrip("/") or "index.html")
        file = (root / name).resolve()
        if not file.is_file() or not file.is_relative_to(root.resolve()):
            return answer(404, b"not there", "text/plain")
        kind = {".js": "text/javascript", ".geojson": "application/geo+json"}.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return answer(200, file.read_bytes(), kind)


def answer(status, body, kind):
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Content-Security-Policy": POLICY, "Connection": "close"})
    return Response(status, {200: "OK", 404: "Not Found"}[status], headers, body)


def stamp(seconds_ago=0):
    """A moment of the server's clock, as the protocol writes it."""
    now = time.time() - seconds_ago
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03d}Z"
