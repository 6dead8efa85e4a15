# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Redis as a store of tracks: a geo set of positions, a hash of attributes and a list of ten positions for each track."""

import socket

import store_data

# Redis knows no condition beside the place: a script on the server asks for the place, then for the attributes of each track found.
FILTER = """local found = {}
for _, id in ipairs(redis.call('GEOSEARCH', 'tracks', 'FROMLONLAT', ARGV[1], ARGV[2], 'BYBOX', ARGV[3], ARGV[3], 'km')) do
    local values = redis.call('HMGET', 'h' .. id, 'type', 'status')
    if values[1] == '3' and values[2] == '1' then found[#found + 1] = id end
end
return found"""


def command(*parts):
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)


class Redis:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.replies = self.socket.makefile("rb", 1 << 20)
        width = 2 * store_data.KILOMETRES
        radius = ["BYRADIUS", store_data.KILOMETRES, "km"]
        self.queries = {
            "bbox": lambda place: self.search(place, "BYBOX", width, width, "km"),
            "circle": lambda place: self.search(place, *radius),
            "bbox and where": lambda place: self.ask("EVAL", FILTER, 0, place.longitude, place.latitude, width),
            "nearest 10": lambda place: self.search(place, "BYRADIUS", 1_000, "km", "ASC", "COUNT", 10),
        }

    def search(self, place, *shape):
        return self.ask("GEOSEARCH", "tracks", "FROMLONLAT", repr(place.longitude), repr(place.latitude), *shape)

    def ask(self, *parts):
        self.socket.sendall(command(*parts))
        return self.reply()

    def reply(self):
        line = self.replies.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"*":
            return [self.reply() for _ in range(int(rest))]
        if kind == b"$":
            return None if rest == b"-1" else self.replies.read(int(rest) + 2)[:-2]
        if kind in (b"+", b":"):
            return rest
        raise SystemExit(f"Redis answered {line!r}")

    def pipeline(self, commands):
        self.socket.sendall(b"".join(commands))
        for _ in commands:
            self.reply()

    def load(self, latest):
        self.ask("FLUSHALL")
        rows = latest.tolist()
        for start in range(0, len(rows), 500):
            some = rows[start : start + 500]
            positions = [part for track, _, x, y in some for part in ("%.7f" % (x / 1e7), "%.7f" % (y / 1e7), track)]
            hashes = [command("HSET", f"h{track}", "type", track % 7, "status", (second + track) & 3) for track, second, _, _ in some]
            self.pipeline([command("GEOADD", "tracks", *positions), *hashes])

    def ingest(self, batch):
        commands = []
        for track, second, x, y in batch:
            values = zip(store_data.ATTRIBUTES, store_data.attributes((track, second, x, y)))
            pairs = [part for name, value in values for part in (name, int(value) if isinstance(value, float) else value)]
            commands.append(command("GEOADD", "tracks", "%.7f" % (x / 1e7), "%.7f" % (y / 1e7), track))
            commands.append(command("HSET", f"h{track}", *pairs))
            commands.append(command("LPUSH", f"l{track}", f"{second},{x},{y}"))
            commands.append(command("LTRIM", f"l{track}", 0, 9))
        self.pipeline(commands)
