# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""What the peers of script/bench store share: the tracks, the places that queries ask about, and how answers are compared."""

import json
import math
import time

import numpy as np

UPDATE = np.dtype([("id", "<u4"), ("t", "<u4"), ("x", "<i4"), ("y", "<i4")])
KILOMETRES = 24.14
ATTRIBUTES = ("speed", "heading", "altitude", "type", "status", "flags", "source", "route")


def updates(path):
    return np.memmap(path, dtype=UPDATE, offset=16, mode="r")


def latest(path):
    """The last second of a file: one update a track."""
    every = updates(path)
    return np.array(every[len(every) - int(every["id"].max()) - 1 :])


def attributes(update):
    """The eight attributes that Benchmarks/Store/ObservationFiller.swift gives an update."""
    track, second, x, y = (int(value) for value in update)
    return (float(x % 97), float(y % 360), float(second), float(track % 7), float((second + track) & 3), float(second), track * 7, f"R{track % 997}")


class Place:
    """Where a query asks; numbers in 1e-7 degree as the file has them."""

    def __init__(self, line):
        self.x, self.y, *self.bounds = (int(part) for part in line.split())
        self.longitude, self.latitude = self.x / 1e7, self.y / 1e7
        self.degrees = [value / 1e7 for value in self.bounds]

    def polygon(self):
        """Well-known text of the 64-gon that Vedette is asked about."""
        across = KILOMETRES / (111.32 * math.cos(self.y * 1e-7 * math.pi / 180)) * 1e7
        up = KILOMETRES / 110.57 * 1e7
        corners = [
            ((self.x + across * math.cos(corner * math.pi / 32)) / 1e7, (self.y + up * math.sin(corner * math.pi / 32)) / 1e7)
            for corner in range(64)
        ]
        return "POLYGON((" + ",".join(f"{x!r} {y!r}" for x, y in corners + corners[:1]) + "))"


def places(path):
    with open(path) as file:
        return [Place(line) for line in file]


def mixed_sum(ids):
    """A number that only the same ids have, in any order: the sum of what SplitMix64 makes of them."""
    z = np.fromiter((int(value) for value in ids), dtype=np.uint64)
    with np.errstate(over="ignore"):
        z = z + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        return int(z.sum(dtype=np.uint64))


def ask(row, state, every_place, seconds, query):
    """Asks about place after place, as long as there is time, and prints how long each answer took; `query` gives the ids found."""
    latencies, hits, sums = [], [], []
    asked = 0.0
    for place in every_place:
        began = time.perf_counter()
        found = query(place)
        latencies.append(time.perf_counter() - began)
        asked += latencies[-1]
        if state == "idle":
            hits.append(len(found))
            sums.append(mixed_sum(found))
        if len(latencies) >= 3 and asked > seconds:
            break
    latencies.sort()
    report = {"row": row, "state": state, "unit": "µs", "count": len(latencies), "values": [latencies[len(latencies) // 2] * 1e6]}
    report["p99"] = latencies[len(latencies) * 99 // 100] * 1e6
    if state == "idle":
        report["hits"], report["sums"] = hits, sums
    print(json.dumps(report), flush=True)
