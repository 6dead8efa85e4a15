# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0

"""A small stream service, written from the published description of the interface; it shares nothing with Vedette.

It serves one service of ships, metadata over HTTP and the stream over a WebSocket on the same port of the loopback address, prints
`listening on PORT`, and ends when its standard input does. Every few milliseconds it sends observations: one feature, a list of two, a
feature result of two, and so on. Observation N is of ship N modulo 10, with the speed N modulo 40, N seconds after an instant of 2023.

usage: stream_service_server.py [--token TEXT] [--drop-after MESSAGES] [--latest]
"""

import argparse
import asyncio
import http
import itertools
import json
import math
import re
import sys
import urllib.parse

from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

PATH = "/arcgis/rest/services/Ships/StreamServer"
SOCKET = "/arcgis/ws/services/Ships/StreamServer"
LATEST = "/arcgis/rest/services/ShipsLatest/FeatureServer/0"
EPOCH = 1_700_000_000_000
RADIUS = 6378137.0

FIELDS = [
    {"name": "objectid", "type": "esriFieldTypeOID", "alias": "objectid", "nullable": False},
    {"name": "ship", "type": "esriFieldTypeString", "alias": "Ship", "nullable": True, "length": 20},
    {"name": "speed", "type": "esriFieldTypeSmallInteger", "alias": "Speed", "nullable": True},
    {"name": "heading", "type": "esriFieldTypeDouble", "alias": "Heading", "nullable": True},
    {"name": "seen", "type": "esriFieldTypeDate", "alias": "Seen", "nullable": True, "length": 8},
]


def metadata(token, latest):
    urls = {"transport": "ws", "urls": [SOCKET]}
    if token:
        urls["token"] = token
    description = {
        "currentVersion": 10.91,
        "description": "Ships of a peer",
        "objectIdField": "objectid",
        "displayField": "ship",
        "timeInfo": {"trackIdField": "ship", "startTimeField": "seen", "endTimeField": None},
        "geometryType": "esriGeometryPoint",
        "geometryField": "geometry",
        "spatialReference": {"wkid": 102100, "latestWkid": 3857},
        "drawingInfo": {"renderer": {"type": "simple", "symbol": {"type": "esriSMS", "style": "esriSMSCircle"}}},
        "fields": FIELDS,
        "capabilities": "broadcast,subscribe",
        "streamUrls": [urls, {"transport": "rest", "urls": [PATH]}],
    }
    if latest:
        description["keepLatestArchive"] = {"featuresUrl": LATEST, "updateInterval": 1, "maximumFeatureAge": 600}
    return description


def position(number):
    return -10.0 + number % 10, 50.0


def project(longitude, latitude, reference):
    if reference == 4326:
        return longitude, latitude
    return math.radians(longitude) * RADIUS, RADIUS * math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))


def attributes(number):
    return {
        "objectid": number,
        "ship": f"ship-{number % 10}",
        "speed": number % 40,
        "heading": (number % 360) + 0.5,
        "seen": EPOCH + 1000 * number,
    }


class Filter:
    """What one subscriber wants. Raises ValueError where it cannot be understood."""

    def __init__(self, where, geometry, fields):
        self.where, self.geometry, self.fields = where or "", geometry, fields
        self.condition = self.parse(self.where)
        self.box = self.envelope(geometry)
        names = [field["name"] for field in FIELDS]
        self.names = names if not fields or fields == "*" else fields.split(",")
        for name in self.names:
            if name not in names:
                raise ValueError(f"no such field: {name}")

    @staticmethod
    def parse(where):
        if not where or where == "1=1":
            return lambda values: True
        match = re.fullmatch(r"\s*(\w+)\s*(>=|<=|<>|=|>|<)\s*(?:'((?:[^']|'')*)'|(-?[0-9.]+))\s*", where)
        if not match or match[1] not in [field["name"] for field in FIELDS]:
            raise ValueError(f"cannot understand: {where}")
        name, operator, text, figure = match.groups()
        value = float(figure) if text is None else text.replace("''", "'")
        compare = {
            "=": lambda a: a == value, "<>": lambda a: a != value, ">": lambda a: a > value,
            "<": lambda a: a < value, ">=": lambda a: a >= value, "<=": lambda a: a <= value,
        }[operator]
        return lambda values: compare(values[name])

    @staticmethod
    def envelope(geometry):
        if not geometry:
            return None
        if isinstance(geometry, str):
            geometry = json.loads(geometry) if geometry.lstrip().startswith("{") else dict(
                zip(("xmin", "ymin", "xmax", "ymax"), map(float, geometry.split(",")))
            )
        if geometry.get("spatialReference", {}).get("wkid", 4326) != 4326:
            raise ValueError("geometries must be in WGS 84")
        return [float(geometry[name]) for name in ("xmin", "ymin", "xmax", "ymax")]

    def passes(self, number):
        longitude, latitude = position(number)
        if self.box and not (self.box[0] <= longitude <= self.box[2] and self.box[1] <= latitude <= self.box[3]):
            return False
        return self.condition(attributes(number))

    def description(self):
        members = {"where": self.where, "geometry": self.geometry, "outFields": self.fields}
        return {name: value for name, value in members.items() if value}

    def feature(self, number, reference):
        x, y = project(*position(number), reference)
        values = attributes(number)
        return {
            "geometry": {"x": x, "y": y, "spatialReference": {"wkid": reference}},
            "attributes": {name: values[name] for name in self.names},
        }


class Service:
    def __init__(self, arguments):
        self.arguments = arguments
        self.numbers = itertools.count()
        self.connections = 0

    def answer(self, value, status=http.HTTPStatus.OK):
        body = json.dumps(value).encode()
        headers = Headers({"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"})
        return Response(status.value, status.phrase, headers, body)

    def process_request(self, connection, request):
        parts = urllib.parse.urlsplit(request.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        if parts.path == PATH:
            if query.get("f") != "json":
                return self.answer({"error": {"code": 400, "message": "f must be json", "details": []}})
            return self.answer(metadata(self.arguments.token, self.arguments.latest))
        if parts.path == LATEST:
            return self.answer(
                {
                    "name": "Ships", "type": "Feature Layer", "geometryType": "esriGeometryPoint", "objectIdField": "objectid",
                    "maxRecordCount": 4, "capabilities": "Query", "fields": FIELDS,
                    "advancedQueryCapabilities": {"supportsPagination": True, "supportsOrderBy": True},
                }
            )
        if parts.path == LATEST + "/query":
            # Ships that the stream never sends, and one that it does, long ago.
            rows = [dict(attributes(0), objectid=1000 + row, ship=f"moored-{row}", seen=EPOCH - 1) for row in range(9)]
            rows.append(dict(attributes(0), objectid=2000, seen=EPOCH - 1000000, speed=-1))
            offset = int(query.get("resultOffset", 0))
            page = rows[offset : offset + 4]
            return self.answer(
                {
                    "exceededTransferLimit": offset + 4 < len(rows), "spatialReference": {"wkid": 4326},
                    "features": [{"attributes": row, "geometry": {"x": 1, "y": 2}} for row in page],
                }
            )
        if parts.path != SOCKET + "/subscribe":
            return self.answer({"error": {"code": 404, "message": "no such service", "details": []}}, http.HTTPStatus.NOT_FOUND)
        if self.arguments.token and query.get("token") != self.arguments.token:
            return self.answer({"error": {"code": 499, "message": "Token Required", "details": []}}, http.HTTPStatus.UNAUTHORIZED)
        try:
            connection.filter = Filter(query.get("where"), query.get("geometry"), query.get("outFields"))
        except (ValueError, KeyError) as error:
            return self.answer({"error": {"code": 400, "message": str(error), "details": []}}, http.HTTPStatus.BAD_REQUEST)
        connection.reference = int(query.get("outSR", 102100))
        return None

    async def listen(self, connection):
        async for text in connection:
            try:
                wanted = json.loads(text)["filter"] or {}
                connection.filter = Filter(wanted.get("where"), wanted.get("geometry"), wanted.get("outFields"))
                reply = {"filter": connection.filter.description()}
            except (ValueError, KeyError, TypeError) as error:
                reply = {"error": [str(error)], "filter": connection.filter.description()}
            await connection.send(json.dumps(reply))

    def next_features(self, connection, count):
        features = []
        while len(features) < count:
            number = next(self.numbers)
            if connection.filter.passes(number):
                features.append(connection.filter.feature(number, connection.reference))
        return features

    async def subscriber(self, connection):
        self.connections += 1
        is_first = self.connections == 1
        listener = asyncio.create_task(self.listen(connection))
        try:
            for message in itertools.count():
                if is_first and self.arguments.drop_after and message == self.arguments.drop_after:
                    # Without a goodbye; what was sent is on its way.
                    print(f"dropped after {message}", flush=True)
                    connection.transport.close()
                    return
                if message % 3 == 0:
                    value = self.next_features(connection, 1)[0]
                elif message % 3 == 1:
                    value = self.next_features(connection, 2)
                else:
                    value = {"type": "featureResult", "features": self.next_features(connection, 2)}
                await connection.send(json.dumps(value))
                await asyncio.sleep(0.002)
        except ConnectionClosed:
            pass
        finally:
            listener.cancel()

    async def run(self):
        # Pings several times a second: a client that does not answer is left.
        async with serve(
            self.subscriber, "127.0.0.1", 0, process_request=self.process_request, ping_interval=0.2, ping_timeout=5
        ) as server:
            print(f"listening on {server.sockets[0].getsockname()[1]}", flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--token")
    parser.add_argument("--drop-after", type=int)
    parser.add_argument("--latest", action="store_true")
    asyncio.run(Service(parser.parse_args()).run())


if __name__ == "__main__":
    main()
