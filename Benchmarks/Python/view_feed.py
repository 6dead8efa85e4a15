# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The feed of script/bench view: GeoJSON lines, each entity once a second, spread evenly over it. Written by a process of its own.

usage: python3 view_feed.py ENTITIES MOVING    writes all ENTITIES at once, then says so on standard error, then MOVING of them a second, until it is stopped
"""

import os
import sys
import time

import numpy as np

WEST, SOUTH, SIZE = 0.0, 40.0, 10.0  # degrees
VARIANTS = 4
PARTS = 20  # of a second


def places(count, variant):
    """Longitudes, latitudes and headings; each variant a little farther on."""
    random = np.random.default_rng(1)
    longitudes, latitudes = random.uniform(0, SIZE, (2, count))
    headings = random.uniform(0, 360, count)
    step = 0.002 * variant
    return WEST + (longitudes + step * np.sin(np.radians(headings))) % SIZE, SOUTH + (latitudes + step * np.cos(np.radians(headings))) % SIZE, headings


def features(count, variant):
    """One feature of each entity, as text."""
    return [
        f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{x:.6f},{y:.6f}]}},"properties":{{"id":"e{i}","heading":{h:.1f}}}}}'
        for i, (x, y, h) in enumerate(zip(*(column.tolist() for column in places(count, variant))))
    ]


def lines(count, variant):
    """The same in parts of about equal length, with the ends of their lines."""
    texts = features(count, variant)
    return [("\n".join(part.tolist()) + "\n").encode() for part in np.array_split(np.array(texts, dtype=object), PARTS)]


def send(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def main():
    entities, moving = int(sys.argv[1]), int(sys.argv[2])
    for start in lines(entities, 0):
        send(start)
    variants = [lines(moving, variant) for variant in range(VARIANTS)]
    print("all are told", file=sys.stderr, flush=True)
    due, number = time.monotonic(), 0
    while True:
        for part in variants[number % VARIANTS]:
            send(part)
            due = max(due, time.monotonic() - 0.2) + 1 / PARTS
            time.sleep(max(0, due - time.monotonic()))
        number += 1


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
