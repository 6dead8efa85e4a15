# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Asks `vedette query` random questions about a random feed, and answers them anew: by Shapely (planar relations in degrees), PROJ's `geod`
(distances along the ellipsoid) and plain Python (attributes, times, track ids).

QUERY_COUNT is how many questions there are (60), QUERY_SEED where chance begins (1).
"""

import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest

import shapely
import shapely.geometry

# A clause and what it means, of the attributes of an observation; a missing one is None.
CLAUSES = [
    ("speed > 300", lambda a: a["speed"] is not None and a["speed"] > 300),
    ("SPEED BETWEEN 100 AND 400 AND status = 'ready'", lambda a: a["speed"] is not None and 100 <= a["speed"] <= 400 and a["status"] == "ready"),
    ("status LIKE 'r%' OR speed IS NULL", lambda a: a["status"].startswith("r") or a["speed"] is None),
    ("NOT (count IN (1, 2, 3))", lambda a: a["count"] not in (1, 2, 3)),
    ("speed * 2 + count <= 500", lambda a: a["speed"] is not None and a["speed"] * 2 + a["count"] <= 500),
    ("status = 'it''s'", lambda a: a["status"] == "it's"),
]
RELATIONSHIPS = ["intersects", "contains", "crosses", "disjoint", "equals", "overlaps", "touches", "within"]
SECOND = 1_767_225_600  # 2026-01-01T00:00:00Z


def stamp(seconds):
    return f"2026-01-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"


def distances(place, points):
    """Metres from a place to each point, along the ellipsoid of WGS 84."""
    lines = "".join(f"{place[1]!r} {place[0]!r} {latitude!r} {longitude!r}\n" for longitude, latitude in points)
    out = subprocess.run(
        ["geod", "+ellps=WGS84", "-I", "-F", "%.6f", "-f", "%.9f"], input=lines, capture_output=True, text=True, check=True, timeout=60)
    return [float(line.split()[-1]) for line in out.stdout.splitlines()]


class World:
    """A feed: tracks that jump, some observations late, some without position or speed."""

    def __init__(self, chance, tracks=120, count=900):
        self.chance = chance
        self.lines = []
        self.rows = {}
        for number in range(count):
            track = f"t,{chance.randrange(tracks)}" if chance.random() < 0.1 else f"t{chance.randrange(tracks)}"
            second = max(0, number + chance.randrange(-200, 1))
            place = self.place()
            attributes = {
                "speed": None if chance.random() < 0.1 else chance.randrange(0, 600) / chance.choice([1, 2, 4]),
                "status": chance.choice(["ready", "red", "it's", "", "Étape"]), "count": chance.randrange(6),
            }
            written = {key: value for key, value in attributes.items() if value is not None or chance.random() < 0.5}
            geometry = {"type": "Point", "coordinates": list(place)} if place else None
            self.lines.append(json.dumps(
                {"type": "Feature", "id": track, "geometry": geometry, "properties": {**written, "time": stamp(second)}}, ensure_ascii=False))
            self.rows.setdefault(track, []).append((second, number, place, attributes))

    def place(self):
        chance = self.chance
        if chance.random() < 0.03:
            return None
        if chance.random() < 0.2:
            return (chance.choice([-180.0, 180.0, 179.5, -179.5, 0.0, -112.0, 10.0]), chance.choice([-90.0, 90.0, 0.0, 33.0, 34.0, 89.9]))
        return (round(chance.uniform(-180, 180), 7), round(chance.uniform(-90, 90), 7))

    def latest(self, moment=None):
        """The newest row of each track, ties by arrival."""
        found = {}
        for track, rows in self.rows.items():
            known = [row for row in rows if moment is None or row[0] <= moment]
            if known:
                found[track] = max(known, key=lambda row: row[:2])
        return found


class QueryTests(unittest.TestCase):
    @unittest.skipUnless(shutil.which("geod"), "geod of PROJ is not installed (Debian: proj-bin)")
    def test_random_questions(self):
        chance = random.Random(int(os.environ.get("QUERY_SEED", "1")))
        count = int(os.environ.get("QUERY_COUNT", "60"))
        answered = 0
        with tempfile.TemporaryDirectory() as folder:
            world = World(chance)
            feed = os.path.join(folder, "feed.ndjson")
            with open(feed, "w", encoding="utf-8") as file:
                file.write("\n".join(world.lines) + "\n")
            for _ in range(count):
                arguments, expected = self.question(chance, world, folder)
                run = subprocess.run(
                    [os.environ["VEDETTE_BINARY"], "query", "--feed", feed, *arguments], capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 0, (arguments, run.stderr))
                found = [json.loads(line) for line in run.stdout.splitlines()]
                self.assertEqual([feature["id"] for feature in found], expected, arguments)
                answered += len(found)
        self.assertGreater(answered, count, "the questions are too narrow to show anything")

    def question(self, chance, world, folder):
        arguments = []
        moment = chance.randrange(0, 900) if chance.random() < 0.3 else None
        if moment is not None:
            arguments += ["--as-of", chance.choice([stamp(moment), str(SECOND + moment), str((SECOND + moment) * 1000)])]
        rows = world.latest(moment)
        if chance.random() < 0.5:
            clause, meaning = chance.choice(CLAUSES)
            arguments += ["--where", clause]
            rows = {track: row for track, row in rows.items() if meaning(row[3])}
        if chance.random() < 0.5:
            shape, text = self.shape(chance, rows, folder)
            relationship = chance.choice(["intersects"] * 3 + RELATIONSHIPS)
            arguments += ["--geometry", text] + ([] if relationship == "intersects" else ["--relationship", relationship])
            rows = {
                track: row for track, row in rows.items()
                if row[2] and getattr(shape, relationship)(shapely.geometry.Point(row[2]))}
        if chance.random() < 0.2:
            wanted = chance.sample(sorted(world.rows), 20)
            plain = [track for track in wanted if "," not in track]
            arguments += ["--track-ids", ",".join(plain)] + [part for track in wanted if "," in track for part in ("--track-id", track)]
            rows = {track: row for track, row in rows.items() if track in wanted}
        if chance.random() < 0.4:
            place, metres = world.place() or (0.0, 0.0), chance.choice([0, 1_000, 2e6, 8e6, 1.5e7])
            arguments += ["--within-distance", f"{place[0]},{place[1]},{metres}"]
            rows = {track: row for track, row in rows.items() if row[2]}
            away = distances(place, [row[2] for row in rows.values()])
            rows = {track: row for (track, row), metre in zip(rows.items(), away) if metre <= metres}
        if chance.random() < 0.3:
            place, wanted = world.place() or (0.0, 0.0), chance.randrange(1, 12)
            arguments += ["--nearest", f"{place[0]},{place[1]},{wanted}"]
            rows = {track: row for track, row in rows.items() if row[2]}
            ranked = sorted(zip(distances(place, [row[2] for row in rows.values()]), rows))
            # Where two are equally near at the edge, either may come: such a question is asked without it.
            if len(ranked) > wanted and ranked[wanted][0] - ranked[wanted - 1][0] < 1e-3:
                del arguments[-2:]
            else:
                rows = {track: rows[track] for _, track in ranked[:wanted]}
        return arguments, sorted(rows, key=lambda track: track.encode())

    def shape(self, chance, rows, folder):
        """A shape, and how it is named on the command line."""
        kind = chance.randrange(5)
        west, south = chance.uniform(-180, 100), chance.uniform(-90, 20)
        if kind == 0:
            shape = shapely.geometry.box(west, south, west + chance.uniform(10, 79), south + chance.uniform(10, 69))
        elif kind == 1:
            ring = [(west, south), (west + 70, south + 5), (west + 40, south + 60)]
            shape = shapely.geometry.Polygon(ring, [[(west + 30, south + 10), (west + 45, south + 12), (west + 38, south + 30)]])
        elif kind == 2:
            shape = shapely.geometry.MultiPolygon([shapely.geometry.box(-113, 32, -111, 34), shapely.geometry.box(0, 0, 90, 90)])
        elif kind == 3:
            place = chance.choice([row[2] for row in rows.values() if row[2]] or [(0.0, 0.0)])
            shape = shapely.geometry.Point(place)
        else:
            shape = shapely.geometry.LineString([(-180, 0), (0, 0), (10, 33)])
        if chance.random() < 0.5:
            return shape, shapely.to_wkt(shape, rounding_precision=-1)
        path = os.path.join(folder, f"shape{chance.randrange(1 << 30)}.json")
        with open(path, "w", encoding="utf-8") as file:
            geometry = shapely.geometry.mapping(shape)
            json.dump(chance.choice([
                geometry, {"type": "Feature", "geometry": geometry, "properties": {}},
                {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": geometry, "properties": None}]}]), file)
        return shape, path


if __name__ == "__main__":
    unittest.main()
