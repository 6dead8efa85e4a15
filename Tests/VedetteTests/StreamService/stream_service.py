# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""A small ArcGIS stream service of flights, written from the published description alone, for programs in tests.

It knows filters of the form `FIELD > NUMBER`, `FIELD >= NUMBER` and an envelope, prints its port, sends each flight of its list in turn, round after
round, and ends when its standard input does.
"""
import asyncio
import json
import re
import sys
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

NAME = "Flights"
FIELDS = [
    {"name": "ident", "type": "esriFieldTypeString", "alias": "ident", "nullable": True, "length": 32},
    {"name": "dest", "type": "esriFieldTypeString", "alias": "dest", "nullable": True, "length": 8},
    {"name": "alt", "type": "esriFieldTypeDouble", "alias": "alt", "nullable": True},
    {"name": "speed", "type": "esriFieldTypeDouble", "alias": "speed", "nullable": True},
]
# Each with a name, a destination, an altitude, a speed and a place.
FLIGHTS = [
    ("VED1", "PHX", 5000, 180, -112.1, 33.5),
    ("VED2", "PHX", 12000, 300, -112.5, 33.9),
    ("VED3", "LAX", 10000, 310, -113.0, 33.7),
    ("VED4", "JFK", 35000, 450, -74.0, 40.6),
    ("VED5", "PHX", 0, 0, -112.0, 33.4),
]


def metadata(port):
    return {
        "currentVersion": 11.3, "description": "Flights", "displayField": "ident", "objectIdField": None, "fields": FIELDS,
        "geometryType": "esriGeometryPoint", "spatialReference": {"wkid": 4326, "latestWkid": 4326},
        "timeInfo": {"trackIdField": "ident", "startTimeField": None, "endTimeField": None}, "capabilities": "subscribe",
        "streamUrls": [{"transport": "ws", "urls": [f"ws://127.0.0.1:{port}/arcgis/ws/services/{NAME}/StreamServer"]}],
    }


class Filter:
    def __init__(self):
        self.where, self.envelope = "", None

    def take(self, where, geometry):
        self.where = where or ""
        if isinstance(geometry, str) and geometry:
            if geometry.strip().startswith("{"):
                geometry = json.loads(geometry)
            else:
                geometry = dict(zip(("xmin", "ymin", "xmax", "ymax"), map(float, geometry.split(","))))
        self.envelope = geometry or None

    def passes(self, attributes, x, y):
        for field, sign, number in re.findall(r"(\w+)\s*(>=|>)\s*(-?\d+)", self.where):
            value = attributes[field]
            if not (value >= float(number) if sign == ">=" else value > float(number)):
                return False
        box = self.envelope
        return box is None or (box["xmin"] <= x <= box["xmax"] and box["ymin"] <= y <= box["ymax"])


async def stream(connection):
    query = {name: values[0] for name, values in parse_qs(urlsplit(connection.request.path).query).items()}
    chosen = Filter()
    chosen.take(query.get("where"), query.get("geometry"))

    async def listen():
        async for message in connection:
            change = json.loads(message).get("filter") or {}
            chosen.take(change.get("where"), change.get("geometry"))
            await connection.send(json.dumps({"filter": {"where": chosen.where, "geometry": chosen.envelope, "outFields": "*"}}))

    listening = asyncio.create_task(listen())
    try:
        round_number = 0
        while True:
            for ident, dest, alt, speed, x, y in FLIGHTS:
                attributes = {"ident": ident, "dest": dest, "alt": alt, "speed": speed}
                place = x + round_number * 1e-5
                if chosen.passes(attributes, place, y):
                    await connection.send(json.dumps({"attributes": attributes, "geometry": {"x": place, "y": y}}))
            round_number += 1
            await asyncio.sleep(0.01)
    except ConnectionClosed:
        pass
    finally:
        listening.cancel()


async def main():
    port = 0

    def answer(connection, request):
        if "upgrade" in request.headers.get("Connection", "").lower():
            return None
        response = connection.respond(200, json.dumps(metadata(port)))
        response.headers["Content-Type"] = "application/json"
        return response

    async with serve(stream, "127.0.0.1", 0, process_request=answer) as server:
        port = server.sockets[0].getsockname()[1]
        print(port, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)


asyncio.run(main())
