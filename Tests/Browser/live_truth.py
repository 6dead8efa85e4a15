# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""What a live server knows, asked over its socket without a browser."""

import json
import math

from websockets.sync.client import connect


def entities(port):
    """All entities of the first source (up to 200): {track: {"location": [lon, lat], attribute: value, …}}."""
    with connect(f"ws://127.0.0.1:{port}/live", subprotocols=["vedette.live.1"], max_size=8 << 20) as socket:
        socket.send(json.dumps({"type": "query", "query": 1}))
        found = {}
        while True:
            message = socket.recv(timeout=20)
            if isinstance(message, bytes):
                socket.send(json.dumps({"type": "ack", "frame": int.from_bytes(message[8:12], "little")}))
                continue
            message = json.loads(message)
            if message["type"] != "results":
                continue
            for row in message["rows"]:
                found[row["track"]] = {"location": row["location"], **row["attributes"]}
            if not message.get("more"):
                assert message["count"] == len(found), "not all entities were listed"
                return found


def metres(a, b):
    """Between two places [longitude, latitude], on a sphere: right to half a percent."""
    (a_lon, a_lat), (b_lon, b_lat) = [(math.radians(x), math.radians(y)) for x, y in (a, b)]
    h = math.sin((b_lat - a_lat) / 2) ** 2 + math.cos(a_lat) * math.cos(b_lat) * math.sin((b_lon - a_lon) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(math.sqrt(h))
