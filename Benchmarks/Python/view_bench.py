# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures what the live view costs: bytes, processor time of the server, and how late a frame is. script/bench view runs it.

usage: script/bench view [--quick] [--entities N] [--million N] [--seconds S] [--no-browser]
    --quick         half the seconds, and no million
    --entities N    entities that move once a second (100000)
    --million N     entities that are counted into cells, of which --entities move once a second (1000000); 0 for none
    --seconds S     how long each row is measured (8)
    --no-browser    nothing in Chromium
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from store_servers import end_cleanly_when_told, stop
from streams_side import Side
from view_browser import measure_in_browser
from view_feed import SIZE, SOUTH, WEST, features

HERE = os.path.dirname(os.path.abspath(__file__))
WARM_UP = 2.5
CONFIGURATION = """port: 0
connections-per-address: 100
view: {{center: [{x}, {y}], zoom: 10}}
sources:
  - {{name: Things, feed: "-", format: geojson, track-field: id, heading-field: heading, display-delay: 0, maximum-observations: 0, maximum-observations-per-track: 2}}
"""
# Bytes an entity a frame, share of a core for one viewer, and how much more for ten of the same extent: performance.md, "live view".
BYTES, SHARE, MORE = 12, 0.10, 0.30
# What one viewer costs is not told from nothing below this share of a core.
LEAST = 0.01
# The least share of its pace that the feed has to keep.
PACE = 0.9
ALL = None
MIDDLE = WEST + SIZE / 2, SOUTH + SIZE / 2


def box(x, y, width):
    """A window in degrees round a place."""
    return [x - width / 2, y - width / 3, x + width / 2, y + width / 3]


class World:
    """A server that reads a feed, and what it costs."""

    def __init__(self, binary, folder, entities, moving, assets):
        self.processes, self.nominal = [], sum(len(line) + 1 for line in features(moving, 1))
        configuration, log = os.path.join(folder, f"{entities}.yaml"), os.path.join(folder, f"{entities}.log")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION.format(x=MIDDLE[0], y=MIDDLE[1]))
        self.feed = subprocess.Popen([sys.executable, os.path.join(HERE, "view_feed.py"), str(entities), str(moving)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(self.feed)
        command = [binary, "serve", "--config", configuration] + (["--assets", assets] if assets else [])
        with open(log, "w") as output:
            self.server = subprocess.Popen(command, stdin=self.feed.stdout, stdout=output, stderr=output)
        self.processes.append(self.server)
        self.port = Side.wait_for_port(self, log)
        if self.feed.stderr.readline() != "all are told\n":
            raise SystemExit("error: the feed did not start; its message is above")
        self.viewers = subprocess.Popen([sys.executable, os.path.join(HERE, "view_load.py"), str(self.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(self.viewers)

    def ask(self, wish):
        self.viewers.stdin.write(json.dumps(wish) + "\n")
        self.viewers.stdin.flush()
        return self.viewers.stdout.readline()

    def processor(self):
        with open(f"/proc/{self.server.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def fed(self):
        """Bytes that the feed has written."""
        with open(f"/proc/{self.feed.pid}/io") as file:
            return int(dict(line.split(": ") for line in file.read().splitlines())["wchar"])

    def resident(self):
        with open(f"/proc/{self.server.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def measure(self, boxes, seconds):
        """What viewers of these parts of the world are told, and what that costs, beside the share of a core."""
        if self.ask(boxes) != "ready\n":
            raise SystemExit("error: the viewers did not start; their message is above")
        time.sleep(WARM_UP)
        self.ask("count")
        before, fed, began = self.processor(), self.fed(), time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        share = (self.processor() - before) / took
        return {**json.loads(self.ask("count")), "share": share, "seconds": took, "viewers": len(boxes), "pace": (self.fed() - fed) / took / self.nominal}

    def stop(self):
        for process in reversed(self.processes):
            stop(process)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--assets")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--entities", type=int, default=100_000)
    parser.add_argument("--million", type=int)
    parser.add_argument("--seconds", type=float)
    options = parser.parse_args()
    options.seconds = options.seconds or (4 if options.quick else 8)
    if options.million is None:
        options.million = 0 if options.quick else 1_000_000
    end_cleanly_when_told()
    checks = []
    with tempfile.TemporaryDirectory() as folder:
        one_by_one(options, folder, checks)
        if options.million:
            in_cells(options, folder, checks)
    for title, is_met, text in checks:
        print(f"{'undecided, the machine is too busy' if is_met is None else 'met' if is_met else 'missed'}: {title}: {text}")


def one_by_one(options, folder, checks):
    """Entities that are told one by one, and the same as GeoJSON."""
    say(f"a feed of {options.entities:,} entities, each once a second")
    world = World(options.binary, folder, options.entities, options.entities, options.assets)
    try:
        near = box(*MIDDLE, SIZE * 0.2)
        apart = [box(WEST + SIZE * (0.14 + 0.18 * (i % 5)), SOUTH + SIZE * (0.3 + 0.4 * (i // 5)), SIZE * 0.15) for i in range(10)]
        alone = world.measure([], options.seconds)
        print(f"{options.entities:,} entities at 1 Hz; reading and keeping them without a viewer: {alone['share']:.0%} of a core, {world.resident() / 1e6:,.0f} MB")
        print("each row: beyond that; latency from when the server has an observation to when a viewer has its frame")
        rows = {}
        for name, boxes in (("1 viewer of everything", [ALL]), ("10 viewers of everything", [ALL] * 10), ("1 viewer of a part", [near]), ("10 viewers of that part", [near] * 10),
                            ("10 viewers of different parts", apart)):
            rows[name] = row(name, world.measure(boxes, options.seconds), alone["share"])
        geojson(options, rows["1 viewer of everything"])
        if not options.no_browser and options.assets:
            measure_in_browser(world.port, features(options.entities, 1), near)
    finally:
        world.stop()
    one, ten = rows["1 viewer of everything"], rows["10 viewers of everything"]
    checks.append(("bytes an entity a frame", one["each"] <= BYTES, f"{one['each']:.1f}, ≤ {BYTES}"))
    checks.append(("one viewer", decided(one["cost"] < SHARE, one), f"{one['cost']:.1%} of a core, < {SHARE:.0%}"))
    more_than_one(checks, "ten viewers of everything", one, ten)
    more_than_one(checks, "ten viewers of one part", rows["1 viewer of a part"], rows["10 viewers of that part"])


def more_than_one(checks, title, one, ten):
    more = ten["cost"] / max(one["cost"], LEAST) - 1
    checks.append((title, decided(more < MORE, one, ten), f"{more:+.0%} beyond one, < {MORE:.0%} more ({one['cost']:.1%} and {ten['cost']:.1%} of a core)"))


def decided(is_met, *rows):
    """None where the feed was slower than it should be: then the server did less, or somebody else had the processor."""
    return is_met if all(row["pace"] > PACE for row in rows) else None


def in_cells(options, folder, checks):
    """Entities that are counted into cells."""
    say(f"a feed of {options.million:,} entities, of which {options.entities:,} move once a second")
    world = World(options.binary, folder, options.million, options.entities, None)
    try:
        whole = box(*MIDDLE, SIZE * 1.6)
        # Until all that was written is read.
        while (before := world.processor()) is not None:
            time.sleep(1)
            if world.processor() - before < 0.8:
                break
        alone = world.measure([], options.seconds)
        print(f"{options.million:,} entities, {options.entities:,} of them at 1 Hz; without a viewer: {alone['share']:.0%} of a core, {world.resident() / 1e6:,.0f} MB")
        rows = [row(name, world.measure(boxes, options.seconds), alone["share"]) for name, boxes in (("1 viewer, cells", [whole]), ("10 viewers, cells", [whole] * 10))]
    finally:
        world.stop()
    checks.append((f"{options.million:,} in cells, one viewer", decided(rows[0]["cost"] < SHARE, rows[0]), f"{rows[0]['cost']:.1%} of a core, < {SHARE:.0%}"))
    more_than_one(checks, f"{options.million:,} in cells, ten viewers", *rows)


def row(name, told, alone):
    told["cost"] = told["share"] - alone
    told["each"] = told["bytes"] / told["entities"] if told["entities"] else 0
    if told["cell_messages"]:
        messages = told["cell_messages"]
        text = f"{told['cell_bytes'] / messages / 1e3:,.1f} kB and {told['cells'] / messages:,.0f} cells of {told['celled'] / messages:,.0f} entities a message"
        text += f", {messages / told['viewers'] / told['seconds']:.1f} a second"
    else:
        text = f"{told['bytes'] / max(told['rounds'], 1) / 1e3:,.0f} kB a round, {told['rounds'] / told['viewers'] / told['seconds']:.1f} rounds a second, {told['each']:.1f} bytes an entity"
        text += f", {told['entities'] / told['viewers'] / told['seconds']:,.0f} entities a second"
    late = "" if told["p50"] is None else f"; p50 {told['p50']} ms, p99 {told['p99']} ms"
    slow = f"; the feed came to {told['pace']:.0%} of its pace" if told["pace"] <= PACE else ""
    print(f"  {name}: {told['cost']:+.1%} of a core; {text}{late}{slow}")
    return told


def geojson(options, ours):
    """The same as a FeatureCollection for a map library's setData, once a second."""
    texts = features(options.entities, 1)
    collection = {"type": "FeatureCollection", "features": [json.loads(text) for text in texts]}
    began = time.process_time()
    text = json.dumps(collection, separators=(",", ":"))
    took = time.process_time() - began
    each = len(text) / options.entities
    print(f"  the same as GeoJSON: {len(text) / 1e3:,.0f} kB, {each:.1f} bytes an entity ({each / max(ours['each'], 1e-9):.1f} × a frame's); writing it takes {took:.2f} s of processor time (Python's json)")


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
