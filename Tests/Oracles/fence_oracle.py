# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Fence events by brute force: every fix against every fence, with Shapely. Slow and obvious.

Written from the meaning of fence events alone, with nothing in common with the engine: it decides by constructive geometry on the
grid of 1e-7 degree, whose whole numbers doubles hold exactly.

usage: fence_oracle.py FENCES.geojson FEED [--track-field NAME] [--time-field NAME]
prints one event a line, as `vedette fence` does, without ids, messages and attributes.
"""

import argparse
import json
import sys
from datetime import datetime, timezone
from decimal import ROUND_HALF_EVEN, Decimal

from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.ops import unary_union
from shapely.prepared import prep

WORLD = 3_600_000_000
HALF = WORLD // 2
POLE = 900_000_000
TRACK_NAMES = ["trackId", "track_id", "id", "MMSI", "icao24", "hex"]
TIME_NAMES = ["time", "timestamp", "t"]


def steps(number):
    """A coordinate on the grid, ties to even."""
    return int(Decimal(number).scaleb(7).to_integral_value(rounding=ROUND_HALF_EVEN))


def shorter(difference):
    while difference > HALF:
        difference -= WORLD
    while difference < -HALF:
        difference += WORLD
    return difference


def ring_area(vertices):
    """The closed area of a ring as a Shapely geometry that covers longitudes from -540 to 540 degrees."""
    unrolled = [vertices[0]]
    for x, y in vertices[1:]:
        unrolled.append((unrolled[-1][0] + shorter(x - unrolled[-1][0]), y))
    turn = unrolled[-1][0] + shorter(vertices[0][0] - unrolled[-1][0]) - vertices[0][0]
    if turn:
        # Once round the world: the cap on the side where it is smaller, drawn down to beyond the pole.
        unrolled.append((unrolled[0][0] + turn, unrolled[0][1]))
        mean = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(unrolled, unrolled[1:])) / turn
        pole = POLE + 10 if mean >= 0 else -POLE - 10
        unrolled += [(unrolled[-1][0], pole), (unrolled[0][0], pole)]
    area = Polygon(unrolled)
    copies = [affinity.translate(area, k * WORLD) for k in range(-3, 4)]
    near = [copy for copy in copies if copy.bounds[2] >= -HALF - WORLD and copy.bounds[0] <= HALF + WORLD]
    return unary_union(near) if turn else MultiPolygon(near) if len(near) > 1 else near[0]


class Fence:
    def __init__(self, name, geometry):
        self.name = name
        polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
        # As vertices on the grid, for those who look at edges; the last vertex is not the first again.
        self.rings = [[[(steps(place[0]), steps(place[1])) for place in ring[:-1]] for ring in rings] for rings in polygons]
        self.polygons = []
        for rings in polygons:
            areas = [self.area(ring) for ring in rings]
            self.polygons.append((areas[0], areas[1:]))
        self.prepared = [([prep(part) for part in outer], [[prep(part) for part in hole] for hole in holes]) for outer, holes in self.polygons]

    @staticmethod
    def area(ring):
        vertices = [(steps(position[0]), steps(position[1])) for position in ring]
        area = ring_area(vertices)
        # Copies are taken one by one: they may touch, which a multipolygon may not.
        return list(area.geoms) if isinstance(area, MultiPolygon) else [area]

    def holds(self, x, y):
        # Every copy that reaches the world is there, so 180 degrees east and west are the only place with two names.
        places = [Point(x, y)] if abs(x) < HALF else [Point(HALF, y), Point(-HALF, y)]

        def covered(area):
            return any(part.covers(place) for part in area for place in places)

        def inside(area):
            return any(part.contains(place) for part in area for place in places)

        return any(covered(outer) and not any(inside(hole) for hole in holes) for outer, holes in self.prepared)


def read_time(value):
    """Microseconds since 1970."""
    if isinstance(value, str):
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
        delta = moment - datetime(1970, 1, 1, tzinfo=timezone.utc)
        return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds
    value = Decimal(value)
    return int(value.scaleb(6 if abs(value) < Decimal(10) ** 11 else 3).to_integral_value(rounding=ROUND_HALF_EVEN))


def observations(path, track_field, time_field):
    """(index, own id or None, track, time or None, x, y) of each line of a feed of features."""
    with open(path, encoding="utf-8") as feed:
        for index, line in enumerate(feed):
            # Numbers stay text, so that nothing is lost before they are on the grid.
            feature = json.loads(line, parse_float=Decimal, parse_int=Decimal)
            if "attributes" in feature:
                attributes = feature["attributes"]
                x, y = feature["geometry"]["x"], feature["geometry"]["y"]
                own = None
            else:
                attributes = feature.get("properties") or {}
                x, y = feature["geometry"]["coordinates"][:2]
                own = feature.get("id")
            if track_field:
                track = attributes.get(track_field)
            else:
                track = own if own is not None else next((attributes[n] for n in TRACK_NAMES if attributes.get(n) is not None), None)
            names = [time_field] if time_field else TIME_NAMES
            time = next((attributes[n] for n in names if attributes.get(n) is not None), None)
            identity = str(own) if own is not None and str(own) != str(track) else None
            yield index, identity, str(track), None if time is None else read_time(time), steps(x), steps(y)


def events(fences, feed):
    """The events in order."""
    inside = {}
    decided = {}
    for index, identity, track, time, x, y in feed:
        if time is not None:
            if time < decided.get(track, time):
                continue
            decided[track] = time
        now = {fence.name for fence in fences if fence.holds(x, y)}
        before = inside.get(track, set())
        inside[track] = now
        for kind, names in (("exited", before - now), ("entered", now - before)):
            for name in sorted(names):
                event = {"type": kind, "track": track, "fence": name, "observation": identity or str(index), "place": [x, y]}
                if time is not None:
                    event["time"] = time
                yield event


def read_fences(path, id_field=None):
    with open(path, encoding="utf-8") as file:
        collection = json.load(file, parse_float=Decimal, parse_int=Decimal)
    for index, feature in enumerate(collection["features"]):
        name = (feature["properties"] or {}).get(id_field) if id_field else feature.get("id")
        yield Fence(str(index if name is None else name), feature["geometry"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fences")
    parser.add_argument("feed")
    parser.add_argument("--track-field")
    parser.add_argument("--time-field")
    arguments = parser.parse_args()
    for event in events(list(read_fences(arguments.fences)), observations(arguments.feed, arguments.track_field, arguments.time_field)):
        json.dump(event, sys.stdout)
        print()


if __name__ == "__main__":
    main()
