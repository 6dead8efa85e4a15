# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The viewers of script/bench view, in a process of their own: they acknowledge each frame at once, and count.

usage: python3 view_load.py PORT    then lines of JSON on standard input: [[west, south, east, north] or null for each viewer], or "count"; "count" prints what came since the
                                    last one as JSON; the end of standard input ends it
"""

import json
import math
import select
import sys
import time

import numpy as np

from streams_sockets import CLOSE, TEXT, connect, frames, masked

HEADER = 48
LONGEST = 10_000  # milliseconds that are told apart
WIDTH, HEIGHT = 1_440, 900
METRES_A_PIXEL_OF_SCALE = 0.0254 / 96


class Viewer:
    """One connection."""

    def __init__(self, port, box):
        self.socket, self.rest = connect(port, "/live?display=1&compact=1")
        self.rest = bytearray(self.rest)
        self.socket.setblocking(False)
        if box:
            self.say({"type": "view", **view_of(box)})

    def say(self, message):
        self.socket.setblocking(True)
        self.socket.sendall(masked(TEXT, json.dumps(message).encode()))
        self.socket.setblocking(False)


class Count:
    """What has come."""

    def __init__(self):
        self.bytes = self.frames = self.rounds = self.entities = self.text_bytes = self.cells = self.cell_messages = self.cell_bytes = self.celled = 0
        self.latencies = np.zeros(LONGEST + 1, dtype=np.int64)


def view_of(box):
    """A view that shows just a box of degrees, from west to east."""
    west, south, east, north = box
    world = 2 * math.pi * 6_378_137
    scale = (east - west) / 360 * world / WIDTH / METRES_A_PIXEL_OF_SCALE
    return {"width": WIDTH, "height": HEIGHT, "center": [(west + east) / 2, (south + north) / 2], "scale": scale, "rotation": 0, "user": True}


def main():
    port = int(sys.argv[1])
    viewers, count = {}, Count()
    watch = select.epoll()
    watch.register(0, select.EPOLLIN)
    while True:
        for number, _ in watch.poll():
            if number:
                # Perhaps of a viewer that was let go in this very turn.
                if number in viewers:
                    read(viewers[number], count)
                continue
            line = sys.stdin.readline()
            if not line:
                return
            wish = json.loads(line)
            if wish == "count":
                print(json.dumps(told(count)), flush=True)
                count = Count()
                continue
            for viewer in viewers.values():
                watch.unregister(viewer.socket.fileno())
                viewer.socket.close()
            viewers = {viewer.socket.fileno(): viewer for viewer in (Viewer(port, box) for box in wish)}
            for one in viewers:
                watch.register(one, select.EPOLLIN)
            count = Count()
            print("ready", flush=True)


def read(viewer, count):
    try:
        data = viewer.socket.recv(4 << 20)
    except BlockingIOError:
        return
    if not data:
        raise SystemExit("error: the server has closed a viewer's connection")
    viewer.rest += data
    found, end = frames(viewer.rest)
    now = time.time() * 1_000
    for opcode, start, stop in found:
        payload = bytes(viewer.rest[start:stop])
        if opcode == TEXT:
            text(payload, count)
        elif opcode == CLOSE:
            raise SystemExit(f"error: the server says goodbye to a viewer: {payload!r}")
        else:
            frame(viewer, payload, now, count)
    del viewer.rest[:end]


def text(payload, count):
    count.text_bytes += len(payload)
    if payload.startswith(b'{"type":"cells"'):
        message = json.loads(payload)
        count.cell_messages += 1
        count.cell_bytes += len(payload)
        count.cells += len(message["cells"] or []) // 3
        count.celled += message.get("count", 0)


def frame(viewer, payload, now, count):
    sequence, updated = np.frombuffer(payload, "<u4", 2, 8)
    (base,) = np.frombuffer(payload, "<f8", 1, 32)
    viewer.say({"type": "ack", "frame": int(sequence)})
    count.bytes += len(payload)
    count.frames += 1
    count.rounds += not payload[4] & 2
    count.entities += int(updated)
    if payload[4] & 1 == 0 and updated:
        late = np.clip(now - base - ages(payload, int(updated)), 0, LONGEST).astype(np.int64)
        count.latencies += np.bincount(late, minlength=LONGEST + 1)


def ages(payload, count):
    """When each observation arrived, in milliseconds relative to the frame's time, from columns, compact or not (docs/protocol.md)."""
    if not payload[4] & 8:
        return np.frombuffer(payload, "<i4", count, HEADER + 12 * count)
    kinds = payload[HEADER]
    # Each number ends with a byte below 128.
    ends = np.flatnonzero(np.frombuffer(payload, np.uint8, min(5 * count, len(payload) - HEADER - 1), HEADER + 1) < 128)
    start = HEADER + 2 + int(ends[count - 1]) + (9 + 6 * count if kinds & 1 else 8 * count)
    return np.frombuffer(payload, "<i4", count, start) if kinds & 2 else -np.frombuffer(payload, "<u2", count, start).astype(np.int64)


def told(count):
    values = {name: value for name, value in vars(count).items() if name != "latencies"}
    total = np.cumsum(count.latencies)
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        values[name] = int(np.searchsorted(total, share * total[-1])) if total[-1] else None
    return values


if __name__ == "__main__":
    main()
