# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Talks to the stream services of `vedette serve` with an independent WebSocket client (the `websockets` package).

Written from the published description of ArcGIS stream services, it shares nothing with our own client.
"""

import asyncio
import json
import math
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

CONFIGURATION = """\
port: 0
stream-token: {token}
sources:
  - name: Ships
    publish: harbour/ships
    broadcast: true
    track-field: id
    time-field: t
    one: ship
    many: ships
  - name: Recorded
    feed: recorded.ndjson
    publish: recorded
    time-field: t
"""
TOKEN = "a token for the tests"
RECORDED = "".join(
    json.dumps(
        {
            "type": "Feature",
            "id": f"r{number}",
            "geometry": {"type": "Point", "coordinates": [number / 10, -number / 20]},
            "properties": {"t": 1777777777000 + number, "knots": number, "name": 'quote " back \\ \u0001 \U0001f6a2'},
        }
    )
    + "\n"
    for number in range(300)
)


class Server:
    """A `vedette serve` on a port of its own choice."""

    def __init__(self, folder, token=None):
        self.folder = Path(folder)
        text = CONFIGURATION.format(token=TOKEN)
        if token is None:
            text = text.replace(f"stream-token: {TOKEN}\n", "")
        (self.folder / "recorded.ndjson").write_text(RECORDED)
        (self.folder / "serve.yaml").write_text(text)
        self.log = self.folder / "log.txt"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [os.environ["VEDETTE_BINARY"], "serve", "--config", str(self.folder / "serve.yaml")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + 30
        while True:
            if found := re.search(r"The live page is at http://127\.0\.0\.1:(\d+)/", self.log.read_text()):
                self.port = int(found.group(1))
                return
            if self.process.poll() is not None or time.monotonic() > end:
                self.stop()
                raise AssertionError(f"vedette serve did not listen:\n{self.log.read_text()}")
            time.sleep(0.02)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def get(self, path):
        """The status and the JSON of an answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def metric(self, name, service="harbour/ships"):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            text = answer.read().decode()
        return int(re.search(rf'^vedette_stream_{name}{{service="{service}"}} (\d+)$', text, re.M).group(1))

    async def until(self, name, value):
        """Waits until a metric has a value: the suite's limit ends what never comes."""
        while await asyncio.to_thread(self.metric, name) != value:
            await asyncio.sleep(0.01)

    def address(self, kind, query=""):
        return f"ws://127.0.0.1:{self.port}/arcgis/ws/services/harbour/ships/StreamServer/{kind}{query}"


def ship(track, x=1.0, y=2.0, t=1777777777000, **more):
    return {"attributes": {"id": track, "t": t, **more}, "geometry": {"x": x, "y": y}}


async def receive(client):
    return json.loads(await asyncio.wait_for(client.recv(), 30))


class StreamServiceTests(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = Server(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    async def asyncSetUp(self):
        # On a busy machine everything is slow now and then, and that is no news.
        asyncio.get_running_loop().slow_callback_duration = 30
        # Those of the test before have gone.
        await asyncio.wait_for(self.server.until("subscribers", 0), 30)

    async def joined(self, count=1):
        await asyncio.wait_for(self.server.until("subscribers", count), 30)

    async def test_metadata_names_everything_a_client_needs(self):
        status, ships = self.server.get("/arcgis/rest/services/harbour/ships/StreamServer?f=json")
        self.assertEqual(status, 200)
        for key in ("currentVersion", "description", "displayField", "drawingInfo", "fields", "geometryField", "spatialReference", "timeInfo"):
            self.assertIn(key, ships)
        self.assertEqual(ships["geometryType"], "esriGeometryPoint")
        self.assertEqual(ships["capabilities"], "broadcast,subscribe")
        self.assertEqual(ships["timeInfo"]["trackIdField"], "id")
        self.assertIn(ships["objectIdField"], [field["name"] for field in ships["fields"] if field["type"] == "esriFieldTypeOID"])
        self.assertEqual(
            ships["streamUrls"],
            [{"transport": "ws", "urls": [f"ws://127.0.0.1:{self.server.port}/arcgis/ws/services/harbour/ships/StreamServer"]}],
        )
        status, missing = self.server.get("/arcgis/rest/services/nobody/StreamServer?f=json")
        self.assertEqual((status, missing["error"]["code"]), (404, 404))
        status, catalogue = self.server.get("/arcgis/rest/services?f=json")
        self.assertEqual(catalogue["folders"], ["harbour"])
        self.assertIn({"name": "recorded", "type": "StreamServer"}, catalogue["services"])
        self.assertIn("currentVersion", self.server.get("/arcgis/rest/info?f=json")[1])

    async def test_what_writers_push_subscribers_see(self):
        async with websockets.connect(self.server.address("subscribe")) as client:
            await self.joined()
            async with websockets.connect(self.server.address("broadcast")) as writer:
                text = 'any " text \\ \u0000 \u2028 \U0001f6a2'
                await writer.send(json.dumps(ship("a", 1.2345678, -2, name=text, speed=None)))
                await writer.send(json.dumps([ship("b"), ship("c")]))
                await writer.send(json.dumps({"features": [ship("d", 111319.49079327358, 0)], "type": "featureResult"}))
                first = await receive(client)
                self.assertEqual((first["geometry"]["x"], first["geometry"]["y"]), (1.2345678, -2))
                self.assertEqual(first["geometry"]["spatialReference"]["wkid"], 4326)
                self.assertEqual(first["attributes"]["name"], text)
                self.assertEqual(first["attributes"]["t"], 1777777777000)
                self.assertIsInstance(first["attributes"]["OBJECTID"], int)
                self.assertEqual([(await receive(client))["attributes"]["id"] for _ in range(2)], ["b", "c"])
                # A position off the Earth is refused, and said to be.
                self.assertEqual(len((await receive(writer))["error"]), 1)
                await writer.send("nonsense")
                self.assertIn("error", await receive(writer))

    async def test_filters_in_the_address(self):
        await self.prime()
        for query in ("?where=speed%20%3E%205&outFields=id", "?geometry=10,10,20,20&outFields=id&spatialRel=esriSpatialRelIntersects"):
            async with websockets.connect(self.server.address("subscribe", query)) as client:
                await self.joined()
                await self.write(ship("no", speed=1), ship("yes", 15, 15, speed=9))
                self.assertEqual((await receive(client))["attributes"], {"id": "yes"})
            await self.joined(0)
        for query in ("?where=nobody%3D1", "?where=%28", "?outSR=5", "?geometry=x", "?outFields=nobody"):
            with self.assertRaises(InvalidStatus) as refusal:
                async with websockets.connect(self.server.address("subscribe", query)):
                    pass
            self.assertEqual(refusal.exception.response.status_code, 400)
            self.assertIn("error", json.loads(refusal.exception.response.body))

    async def test_filters_on_the_open_socket(self):
        await self.prime()
        async with websockets.connect(self.server.address("subscribe")) as client:
            await client.send(json.dumps({"filter": {"where": "speed > 5", "outFields": "id,speed"}}))
            self.assertEqual(await receive(client), {"filter": {"where": "speed > 5", "outFields": "id,speed"}})
            await self.write(ship("slow", speed=1), ship("fast", speed=6))
            self.assertEqual((await receive(client))["attributes"], {"id": "fast", "speed": 6})
            await client.send(json.dumps({"filter": {"where": "speed >"}}))
            refusal = await receive(client)
            self.assertEqual((len(refusal["error"]), refusal["filter"]["where"]), (1, "speed > 5"))
            await self.write(ship("slow", speed=1), ship("faster", speed=7))
            self.assertEqual((await receive(client))["attributes"]["id"], "faster")
            box = {"xmin": 0, "ymin": 0, "xmax": 5, "ymax": 5, "spatialReference": {"wkid": 4326}}
            await client.send(json.dumps({"filter": {"geometry": box}}))
            self.assertEqual((await receive(client))["filter"]["geometry"], box)
            await self.write(ship("outside", 6, 6), ship("inside", 4, 4))
            self.assertEqual((await receive(client))["attributes"]["id"], "inside")
            await client.send('{"filter":null}')
            self.assertEqual(await receive(client), {"filter": {}})
            await self.write(ship("outside", 6, 6))
            self.assertEqual((await receive(client))["attributes"]["id"], "outside")

    async def test_positions_are_projected(self):
        for wkid in (102100, 3857):
            async with websockets.connect(self.server.address("subscribe", f"?outSR={wkid}")) as client:
                await self.joined()
                await self.write(ship("a", -112.01, 33.435))
                geometry = (await receive(client))["geometry"]
                # The formulas of Web Mercator, written out.
                self.assertAlmostEqual(geometry["x"], math.radians(-112.01) * 6378137, places=2)
                self.assertAlmostEqual(geometry["y"], math.log(math.tan(math.pi / 4 + math.radians(33.435) / 2)) * 6378137, places=2)
                self.assertEqual(geometry["spatialReference"]["wkid"], wkid)
            await self.joined(0)

    async def test_handshake_of_a_javascript_client(self):
        async with websockets.connect(self.server.address("subscribe")) as client:
            await client.send(json.dumps({"format": "json", "spatialReference": {"wkid": 102100}, "outFields": ["id"]}))
            await client.send('{"filter":{"outFields":"id"}}')
            await receive(client)
            await self.write(*(ship(f"s{number}", 10) for number in range(50)))
            seen = []
            while len(seen) < 50:
                message = await receive(client)
                self.assertEqual(message["type"], "featureResult")
                seen += [feature["attributes"]["id"] for feature in message["features"]]
                self.assertTrue(all(feature["geometry"]["x"] > 1_000_000 for feature in message["features"]))
            self.assertEqual(seen, [f"s{number}" for number in range(50)])
        async with websockets.connect(self.server.address("subscribe")) as client:
            await client.send('{"format":"pbf"}')
            with self.assertRaises(ConnectionClosed) as closed:
                while True:
                    await receive(client)
            self.assertEqual(closed.exception.rcvd.code, 1008)

    async def test_latest_features_are_the_initial_state(self):
        layer = "/arcgis/rest/services/recorded/FeatureServer/0"
        status, description = self.server.get(layer + "?f=json")
        self.assertEqual((status, description["type"], description["capabilities"]), (200, "Feature Layer", "Query"))
        while self.server.get(layer + "/query?f=json&returnCountOnly=true")[1]["count"] < 300:
            await asyncio.sleep(0.01)
        found, offset = [], 0
        while True:
            _, page = self.server.get(layer + f"/query?f=json&where=knots%20%3C%20100&resultOffset={offset}&resultRecordCount=30")
            found += page["features"]
            offset += len(page["features"])
            if not page.get("exceededTransferLimit"):
                break
        self.assertEqual([feature["attributes"]["knots"] for feature in found], list(range(100)))
        self.assertEqual([feature["attributes"]["track_id"] for feature in found], [f"r{number}" for number in range(100)])
        for number, feature in enumerate(found):
            self.assertEqual(feature["geometry"], {"x": number / 10, "y": -number / 20})
            self.assertEqual(feature["attributes"]["observed_at"], 1777777777000 + number)
            self.assertEqual(feature["attributes"]["name"], 'quote " back \\ \u0001 \U0001f6a2')

    async def test_one_that_reads_nothing_does_not_hurt_the_others(self):
        async with websockets.connect(self.server.address("subscribe", "?outFields=id")) as good:
            # A socket by hand: nobody reads behind it.
            dead = socket.socket()
            dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            dead.connect(("127.0.0.1", self.server.port))
            dead.sendall(
                b"GET /arcgis/ws/services/harbour/ships/StreamServer/subscribe HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % self.server.port
            )
            await self.joined(2)
            stalled = self.server.metric("subscribers_stalled_total")
            padding = "x" * 2000
            async with websockets.connect(self.server.address("broadcast")) as writer:
                for round in range(20):
                    await writer.send(json.dumps([ship(f"{round}-{number}", name=padding) for number in range(100)]))
                    seen = [(await receive(good))["attributes"]["id"] for _ in range(100)]
                    self.assertEqual(seen, [f"{round}-{number}" for number in range(100)])
            self.assertGreater(self.server.metric("dropped_observations_total"), 0)
            await asyncio.wait_for(self.server.until("subscribers_stalled_total", stalled + 1), 60)
            await self.joined(1)
            await self.write(ship("after"))
            self.assertEqual((await receive(good))["attributes"]["id"], "after")
            dead.close()

    async def test_a_message_over_the_limit_closes_the_socket(self):
        async with websockets.connect(self.server.address("subscribe")) as client:
            await client.send(" " * (16384 - 15) + '{"filter":null}')
            self.assertEqual(await receive(client), {"filter": {}})
            await client.send(" " * (16384 - 14) + '{"filter":null}')
            with self.assertRaises(ConnectionClosed) as closed:
                await receive(client)
            self.assertEqual(closed.exception.rcvd.code, 1009)

    async def test_pages_of_other_sites_may_not_subscribe(self):
        for kind in ("subscribe", "broadcast"):
            with self.assertRaises(InvalidStatus) as refusal:
                async with websockets.connect(self.server.address(kind), origin="https://evil.example"):
                    pass
            self.assertEqual(refusal.exception.response.status_code, 403)

    async def write(self, *ships):
        async with websockets.connect(self.server.address("broadcast")) as writer:
            await writer.send(json.dumps(ships))

    async def prime(self):
        """Makes the attribute `speed` known."""
        await self.write(ship("first", speed=0))
        while "speed" not in [field["name"] for field in self.server.get("/arcgis/rest/services/harbour/ships/StreamServer?f=json")[1]["fields"]]:
            await asyncio.sleep(0.01)


class EndingTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_token_is_asked_for_and_the_end_is_said(self):
        asyncio.get_running_loop().slow_callback_duration = 30
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, token=TOKEN)
            try:
                self.assertEqual(server.get("/arcgis/rest/services/harbour/ships/StreamServer?f=json")[1]["error"]["code"], 499)
                self.assertEqual(server.get("/arcgis/rest/services/harbour/ships/StreamServer?f=json&token=wrong")[1]["error"]["code"], 498)
                query = "?token=" + TOKEN.replace(" ", "+")
                metadata = server.get(f"/arcgis/rest/services/harbour/ships/StreamServer{query}&f=json")[1]
                self.assertEqual(metadata["streamUrls"][0]["token"], TOKEN)
                with self.assertRaises(InvalidStatus):
                    async with websockets.connect(server.address("subscribe")):
                        pass
                async with websockets.connect(server.address("subscribe", query)) as client:
                    server.process.send_signal(signal.SIGTERM)
                    with self.assertRaises(ConnectionClosed) as closed:
                        await asyncio.wait_for(client.recv(), 30)
                    self.assertEqual(closed.exception.rcvd.code, 1001)
                self.assertEqual(await asyncio.to_thread(server.process.wait, 30), 0)
            finally:
                server.stop()


if __name__ == "__main__":
    unittest.main()
