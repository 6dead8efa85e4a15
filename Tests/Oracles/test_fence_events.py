# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""`vedette fence` against the brute-force oracle: on real vessels and on random worlds full of degenerate cases."""

import json
import math
import os
import random
import subprocess
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

import fence_oracle

BINARY = os.environ["VEDETTE_BINARY"]
DATA = Path(os.environ.get("VEDETTE_CONFORMANCE_DATA", Path(__file__).parents[3] / "shared" / "data"))
VESSELS = DATA / "ais" / "marinecadastre-vessels.jsonl"
# More worlds for a long run by hand: FENCE_WORLDS=2000.
WORLDS = range(int(os.environ.get("FENCE_WORLDS", "32")))


def vedette(fences, feed, *options):
    run = subprocess.run([BINARY, "fence", "--fences", fences, "--feed", feed, *options], capture_output=True, check=False)
    return run.returncode, run.stdout, run.stderr.decode()


def comparable(output):
    """Events as the oracle has them."""
    result = []
    for line in output.decode().splitlines():
        event = json.loads(line, parse_float=Decimal, parse_int=Decimal)
        place = [fence_oracle.steps(number) for number in event["location"]]
        plain = {"type": event["type"], "track": event["track"], "fence": event["fence"], "observation": event["observation"], "place": place}
        if "time" in event:
            plain["time"] = fence_oracle.read_time(event["time"])
        result.append(plain)
    return result


class World:
    """Random fences and tracks on a coarse lattice, so that fixes fall on edges, vertices and shared borders all the time."""

    # (longitude, latitude, lattice in 1e-7 degree) of the middle
    PLACES = [(0, 0, 1), (-122_5000000, 47_5000000, 50_000), (180_0000000, 10_0000000, 1_000_000), (-179_9999990, -45_0000000, 3),
              (30_0000000, 89_0000000, 500_000), (0, -88_0000000, 1_000_000), (12_3456789, 60_7654321, 7), (179_0000000, 0, 5_000_000)]

    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.x, self.y, self.unit = self.PLACES[seed % len(self.PLACES)]
        self.fences = folder / "fences.geojson"
        self.feed = folder / "feed.ndjson"
        features = []
        for index in range(self.random.randint(1, 25)):
            features.append({"type": "Feature", "id": f"f{self.random.randint(0, 10**6)}-{index}", "properties": {}, "geometry": self.geometry()})
        self.fences.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        self.write_feed()

    def position(self, x, y):
        """A lattice place as degrees, as text that says exactly that."""
        longitude = self.x + x * self.unit
        latitude = max(-fence_oracle.POLE, min(fence_oracle.POLE, self.y + y * self.unit))
        longitude = (longitude + fence_oracle.HALF) % fence_oracle.WORLD - fence_oracle.HALF
        if longitude == -fence_oracle.HALF and self.random.random() < 0.5:
            longitude = fence_oracle.HALF
        return [longitude / 1e7, latitude / 1e7]

    def ring(self, x, y, radius):
        """A star-shaped ring, or a box."""
        if self.random.random() < 0.3:
            w, h = self.random.randint(1, radius), self.random.randint(1, radius)
            corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        else:
            angles = sorted(self.random.uniform(0, 2 * math.pi) for _ in range(self.random.randint(3, 14)))
            corners = []
            for angle in angles:
                reach = self.random.uniform(0.3, 1) * radius
                corners.append((x + round(reach * math.cos(angle)), y + round(reach * math.sin(angle))))
        if self.random.random() < 0.5:
            corners.reverse()
        return [self.position(*corner) for corner in corners + corners[:1]]

    def polygon(self):
        x, y = self.random.randint(-12, 12), self.random.randint(-12, 12)
        radius = self.random.randint(3, 15)
        rings = [self.ring(x, y, radius)]
        for _ in range(self.random.choice([0, 0, 1, 2])):
            rings.append(self.ring(x + self.random.randint(-radius, radius) // 2, y + self.random.randint(-radius, radius) // 2, max(1, radius // 2)))
        return rings

    def polar_ring(self):
        """A ring round the nearer pole."""
        count = self.random.randint(4, 9)
        sign = 1 if self.y >= 0 else -1
        ring = [[-180 + 360 * k / count, sign * self.random.randint(86, 89)] for k in range(count)]
        if self.random.random() < 0.5:
            ring.reverse()
        return ring + ring[:1]

    def geometry(self):
        if abs(self.y) > 860_000_000 and self.random.random() < 0.3:
            return {"type": "Polygon", "coordinates": [self.polar_ring()]}
        if self.random.random() < 0.25:
            return {"type": "MultiPolygon", "coordinates": [self.polygon() for _ in range(self.random.randint(1, 3))]}
        return {"type": "Polygon", "coordinates": self.polygon()}

    def write_feed(self):
        tracks = [[self.random.randint(-15, 15), self.random.randint(-15, 15), 1_700_000_000_000] for _ in range(self.random.randint(1, 6))]
        has_times = self.random.random() < 0.7
        lines = []
        for _ in range(700):
            number = self.random.randrange(len(tracks))
            track = tracks[number]
            if self.random.random() < 0.03:
                track[0], track[1] = self.random.randint(-20, 20), self.random.randint(-20, 20)
            else:
                track[0] += self.random.randint(-2, 2)
                track[1] += self.random.randint(-2, 2)
            properties = {"track_id": f"t{number}"}
            if has_times:
                track[2] += self.random.choice([0, 1, 1000, 1000, 60_000])
                # Now and then late, and sometimes without a time at all.
                late = self.random.choice([0, 0, 0, 0, 0, 0, 5_000])
                if self.random.random() > 0.02:
                    properties["time"] = track[2] - late
            geometry = {"type": "Point", "coordinates": self.position(track[0], track[1])}
            lines.append(json.dumps({"type": "Feature", "geometry": geometry, "properties": properties}))
        self.feed.write_text("\n".join(lines) + "\n")


class FenceEvents(unittest.TestCase):
    def check(self, fences, feed, *options, track_field=None, refused=()):
        # What the command refuses, it must name; the oracle then does without.
        events = {}
        for threads in ("1", "2", "3"):
            status, output, _ = vedette(fences, feed, "--threads", threads, *options)
            # It fails where it refuses every fence there is.
            names = {fence.name for fence in fence_oracle.read_fences(fences)}
            self.assertEqual(status, 1 if names <= set(refused) else 0)
            events[threads] = output
        self.assertEqual(events["1"], events["2"])
        self.assertEqual(events["1"], events["3"])
        known = [fence for fence in fence_oracle.read_fences(fences) if fence.name not in refused]
        expected = list(fence_oracle.events(known, fence_oracle.observations(feed, track_field, None)))
        self.assertEqual(comparable(events["1"]), expected)
        ids = [json.loads(line)["id"] for line in events["1"].splitlines()]
        self.assertEqual(len(ids), len(set(ids)))
        return len(expected)

    def test_random_worlds_give_the_events_of_the_oracle(self):
        events = refusals = 0
        for seed in WORLDS:
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                world = World(seed, Path(folder))
                refused = self.refused(world.fences, world.feed)
                events += self.check(world.fences, world.feed, refused=refused)
                refusals += len(refused)
                for fence in fence_oracle.read_fences(world.fences):
                    # Shapely refuses rings that touch themselves too, so only this direction can be checked: what is refused is invalid.
                    areas = [part for outer, holes in fence.polygons for area in [outer, *holes] for part in area]
                    if fence.name in refused:
                        self.assertFalse(all(area.is_valid and area.area > 0 for area in areas), fence.name)
        self.assertGreater(events, 5_000, "the worlds are too quiet to prove anything")
        self.assertGreater(refusals, 0)

    def test_a_ring_that_crosses_itself_is_refused_by_name(self):
        rings = {
            "bow": [[0, 0], [2, 2], [2, 0], [0, 3]],
            "through-a-vertex": [[0, 0], [1, 1], [2, 2], [2, 0], [1, 1], [0, 2]],
            "line": [[0, 0], [1, 1], [2, 2]],
        }
        features = [{"type": "Feature", "id": name, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}
                    for name, ring in {**rings, "good": [[0, 0], [3, 0], [3, 3]], "touching": [[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 1]]}.items()]
        with tempfile.TemporaryDirectory() as folder:
            fences, feed = Path(folder) / "fences.geojson", Path(folder) / "feed.ndjson"
            fences.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
            feed.write_text('{"type":"Feature","id":"t","geometry":{"type":"Point","coordinates":[2.5,1]},"properties":{}}\n')
            self.assertEqual(self.refused(fences, feed), set(rings))

    @staticmethod
    def refused(fences, feed, *options):
        """The fences that the command names as unusable."""
        _, _, messages = vedette(fences, feed, *options)
        return {line.split("fence ")[1].split(":")[0] for line in messages.splitlines() if ": fence " in line}

    def test_real_vessels_around_puget_sound(self):
        if not VESSELS.exists():
            self.skipTest(f"needs {VESSELS.name} of the conformance data: set VEDETTE_CONFORMANCE_DATA to its folder")
        rng = random.Random(20260501)
        with open(VESSELS, encoding="utf-8") as feed:
            places = [json.loads(line)["geometry"] for line in feed]
        features = []
        for index in range(60):
            # Around places where vessels are, so that borders run through their wakes.
            middle = rng.choice(places)
            reach = rng.choice([0.002, 0.01, 0.05, 0.3])
            angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(3, 40)))
            ring = [[round(middle["x"] + reach * rng.uniform(0.4, 1) * math.cos(a), 5), round(middle["y"] + reach * rng.uniform(0.4, 1) * math.sin(a), 5)]
                    for a in angles]
            features.append({"type": "Feature", "id": f"zone-{index}", "properties": {"n": index}, "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}})
        with tempfile.TemporaryDirectory() as folder:
            fences = Path(folder) / "fences.geojson"
            fences.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
            refused = self.refused(fences, VESSELS, "--track-field", "MMSI")
            count = self.check(fences, VESSELS, "--track-field", "MMSI", track_field="MMSI", refused=refused)
        self.assertGreater(count, 100)


if __name__ == "__main__":
    unittest.main()
