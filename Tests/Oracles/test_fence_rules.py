# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""`vedette fence` with paths, event time, rules, discs and buffers against the brute-force oracle, on random worlds.

FENCE_RULE_WORLDS is how many worlds there are (8), FENCE_SEED where chance begins (0).
"""

import json
import os
import random
import tempfile
import unittest
from pathlib import Path

import fence_oracle
from fence_rules_oracle import SECOND, Fix, Options, events_of_track
from fence_ways_oracle import earth_metres
from test_fence_events import World, comparable, vedette

COUNT = int(os.environ.get("FENCE_RULE_WORLDS", "8"))
SEED = int(os.environ.get("FENCE_SEED", "0"))
STEP = 0.011
# Where measuring decides, so much more or less is nobody's fault.
TOLERANCE = 0.002


class RuleWorld(World):
    """Fences of the other world; fixes that come late, with an accuracy; options by chance."""

    def __init__(self, seed, folder, with_discs):
        self.options = None
        self.tracks = {}
        self.with_discs = with_discs
        super().__init__(seed, folder)

    def polygon(self):
        if not self.with_discs:
            return super().polygon()
        # Every edge is border: no holes that stick out.
        x, y, radius = self.random.randint(-12, 12), self.random.randint(-12, 12), self.random.randint(3, 12)
        return [self.ring(x, y, radius)]

    def geometry(self):
        return {"type": "Polygon", "coordinates": self.polygon()} if self.with_discs else super().geometry()

    def write_feed(self):
        """Nothing yet: the feed is written when it is known which fences are refused."""

    def choose(self):
        def sometimes(limit):
            return self.random.randint(1, limit) * SECOND // 2 if self.random.random() < 0.5 else None

        self.options = Options(
            path=not self.with_discs and self.random.random() < 0.6, maximum_gap=self.random.choice([5, 600]) * SECOND,
            accuracy=self.with_discs, lateness=self.random.choice([0, 0, 2, 30]) * SECOND, dwell=sometimes(20), minimum_in=sometimes(8),
            minimum_out=sometimes(8), silence=sometimes(20))
        self.options.relationship = "enter-" + self.random.choice(
            ["intersects-exit-does-not-intersect", "contains-exit-does-not-contain", "contains-exit-does-not-intersect"])

    def write_fixes(self, fences, buffer=0.0):
        now, lines = 1_700_000_000_000, []
        walkers = [[self.random.randint(-15, 15), self.random.randint(-15, 15)] for _ in range(self.random.randint(1, 4))]
        for number in range(300):
            now += self.random.choice([0, 100, 500, 1000, 2500])
            walker = self.random.randrange(len(walkers))
            spread = 20 if self.random.random() < 0.03 else 3
            walkers[walker] = [value % 41 - 20 if abs(value) > 20 else value
                               for value in (walkers[walker][0] + self.random.randint(-spread, spread), walkers[walker][1] + self.random.randint(-spread, spread))]
            late = self.random.choice([0, 0, 1, 2]) * self.options.lateness // 3000 if self.options.lateness else 0
            place = self.position(*walkers[walker])
            x, y = (fence_oracle.steps(repr(number)) for number in place)
            reach = round(self.random.uniform(0.1, 4) * self.unit * STEP, 3) if self.options.accuracy else buffer
            if reach > 0 and any(abs(earth_metres(fence, x, y, reach) - reach) < 0.1 + TOLERANCE * reach for fence in fences):
                continue
            fix = Fix(str(len(lines)), (now - late) * 1000, x, y, reach if self.options.accuracy else 0.0)
            self.tracks.setdefault(f"t{walker}", []).append(fix)
            properties = {"track_id": f"t{walker}", "time": now - late, "accuracy": reach}
            lines.append(json.dumps({"type": "Feature", "geometry": {"type": "Point", "coordinates": place}, "properties": properties}))
        self.feed.write_text("\n".join(lines) + "\n")


def west(events):
    """180° east is 180° west: a crossing there may be told as either."""
    return [{**event, "place": [-180 * 10**7 if event["place"][0] == 180 * 10**7 else event["place"][0], event["place"][1]]} for event in events]


def by_track(output):
    result = {}
    for line, event in zip(output.decode().splitlines(), comparable_of(output)):
        confirmed = json.loads(line).get("confirmedAt")
        if confirmed is not None:
            event["confirmedAt"] = fence_oracle.read_time(confirmed)
        result.setdefault(event["track"], []).append(event)
    return result


def comparable_of(output):
    """As `comparable`, for events that no observation decided too."""
    lines = []
    for line in output.decode().splitlines():
        event = json.loads(line)
        lines.append(json.dumps({"observation": None, **event}))
    for event in comparable("\n".join(lines).encode()):
        if event["observation"] is None:
            del event["observation"]
        yield event


class FenceRules(unittest.TestCase):
    def fences(self, world, *options):
        """Those that the command takes."""
        (world.folder / "empty.ndjson").write_text("")
        _, _, messages = vedette(world.fences, world.folder / "empty.ndjson", *options)
        refused = {line.split("fence ")[1].split(":")[0] for line in messages.splitlines() if ": fence " in line}
        return [fence for fence in fence_oracle.read_fences(world.fences) if fence.name not in refused]

    def world(self, seed, folder, with_discs):
        world = RuleWorld(seed, Path(folder), with_discs)
        world.folder = Path(folder)
        world.choose()
        return world

    def check(self, world, fences, *options):
        outputs = {threads: vedette(world.fences, world.feed, "--threads", threads, *world.options.arguments(), *options) for threads in ("1", "3")}
        self.assertEqual(outputs["1"][0], 0, outputs["1"][2])
        self.assertEqual(outputs["1"][1], outputs["3"][1])
        found = by_track(outputs["1"][1])
        count = 0
        for name, fixes in world.tracks.items():
            expected, _ = events_of_track(name, fences, fixes, world.options)
            self.assertEqual(west(found.get(name, [])), west(expected), f"{name}, {world.options}")
            count += len(expected)
        ids = [json.loads(line)["id"] for line in outputs["1"][1].splitlines()]
        self.assertEqual(len(ids), len(set(ids)))
        return count

    def test_paths_event_time_and_rules(self):
        count = 0
        for seed in range(SEED, SEED + COUNT):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                world = self.world(seed, folder, with_discs=False)
                fences = self.fences(world)
                if fences:
                    world.write_fixes(fences)
                    count += self.check(world, fences)
        self.assertGreater(count, 5 * COUNT)

    def test_discs(self):
        count = 0
        for seed in range(SEED, SEED + COUNT // 2):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                # A lattice whose distance can be measured, and not over the pole.
                world = self.world(seed * 9 + random.Random(seed).choice([1, 2, 7]), folder, with_discs=True)
                fences = self.fences(world)
                if fences and world.unit >= 1_000:
                    world.write_fixes(fences)
                    count += self.check(world, fences)
        self.assertGreater(count, COUNT)

    def test_buffers(self):
        count = 0
        for seed in range(SEED, SEED + COUNT // 2):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                world = self.world(seed * 8 + 1, folder, with_discs=True)
                world.options = Options()
                buffer = round(random.Random(seed).uniform(0.3, 3) * world.unit * STEP, 2)
                fences = self.fences(world)
                if fences:
                    world.write_fixes(fences, buffer)
                    for fence in fences:
                        fence.holds = buffered(fence, buffer)
                    count += self.check(world, fences, "--buffer", str(buffer))
        self.assertGreater(count, COUNT)


def buffered(fence, buffer):
    holds = fence.holds
    return lambda x, y: holds(x, y) or earth_metres(fence, x, y, buffer) <= buffer


if __name__ == "__main__":
    unittest.main()
