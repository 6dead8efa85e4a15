# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The geometry files of the base map: the world, the regions, and the counties of the United States."""
import json
import os
from collections import defaultdict

from basemap_geometry import cells_of_ring, distinct, inside, near, ring_simplified, runs, simplified
from basemap_sources import shore_lines

REGION, COUNTY = 10, 5  # cell sizes, degrees
GREAT_LAKE = 15000      # km²: a lake larger than this lies beside the counties, a smaller one inside them
FILLS = {1: "land", 2: "lake", 3: "island", 5: "land"}

# Where the counties' own shore is drawn instead of the world's coarser coast. Only the coast matters:
# inland, and on the land borders, these outlines stay inside the counties, which are painted over them.
SHORES = [
    [(-125.5, 48.5), (-124.73, 48.49), (-124.0, 48.297), (-123.541, 48.225), (-123.249, 48.283), (-123.115, 48.422),
     (-123.22, 48.56), (-123.268, 48.693), (-123.008, 48.767), (-123.008, 48.831), (-123.3, 48.995), (-122.0, 48.995),
     (-121.5, 47), (-120.3, 38), (-116.95, 33.5), (-116.95, 32.57), (-117.13, 32.537), (-117.6, 32.5), (-119, 31.8),
     (-122, 32.5), (-126, 38)],
    [(-97.15, 25.965), (-97.3, 26.0), (-97.9, 26.6), (-98.2, 27.5), (-97.5, 29), (-95.5, 30.3), (-90, 31), (-85, 31.2),
     (-82, 31), (-82, 33), (-77.6, 36.5), (-77.6, 39.5), (-75.3, 40.6), (-74.1, 41.8), (-71.5, 42.5), (-70.5, 44.2),
     (-68, 44.9), (-67.3, 44.92), (-67.05, 44.78), (-66.9, 44.6), (-66, 42), (-70, 40), (-74, 35), (-79, 31),
     (-79.5, 28), (-79.8, 25.5), (-80, 24.3), (-83.2, 24.2), (-84, 27), (-88, 28.5), (-96, 27), (-96.8, 25.96)],
    [(-161, 18.5), (-154.5, 18.5), (-154.5, 22.5), (-161, 22.5)],
]


class Layers:
    """Geometries by kind for one file; each kind becomes one Multi* feature, which keeps the files small."""

    def __init__(self):
        self.shapes = defaultdict(list)

    def add(self, kind, geometry, points, digits, fine=0):
        places = [tuple(round(c, digits) for c in p) for p in points]
        places = distinct(places)
        if len(places) > (3 if geometry == "MultiPolygon" else 1):
            if geometry == "MultiPolygon" and places[0] != places[-1]:
                places.append(places[0])
            self.shapes[kind, geometry, fine].append(places)

    def write(self, path):
        features = []
        for (kind, geometry, fine), shapes in sorted(self.shapes.items()):
            coordinates = [[s] for s in shapes] if geometry == "MultiPolygon" else shapes
            features.append({"type": "Feature", "properties": {"kind": kind, "fine": fine},
                             "geometry": {"type": geometry, "coordinates": coordinates}})
        return write(path, {"type": "FeatureCollection", "features": features})


def write(path, value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return len(text.encode())


def in_states(x, y):
    """The box of the lower 48 states, whose state lines and rivers the county files repeat."""
    return 24 < y < 49.1 and -125 < x < -66.9


def at_seam(a, b):
    return (abs(a[0]) > 179.99 and abs(b[0]) > 179.99) or (a[1] < -89 and b[1] < -89)


def world(archive, out):
    layers = Layers()
    for level, area, ring in shore_lines(archive, "gshhs", "l"):
        if level in FILLS and area >= (400 if level == 1 else 900):
            ring = ring_simplified(ring, 0.06)
            layers.add(FILLS[level], "MultiPolygon", ring, 2)
            for _, line in runs(ring + ring[:1], lambda a, b: None if at_seam(a, b) else 0):
                layers.add("coast", "MultiLineString", line, 2)
    for kind, name in (("countries", "border"), ("states", "state"), ("rivers", "river")):
        for _, _, line in shore_lines(archive, kind, "l"):
            xs, ys = [x for x, _ in line], [y for _, y in line]
            if name != "river" or max(xs) - min(xs) + max(ys) - min(ys) > 4:
                layers.add(name, "MultiLineString", simplified(line, 0.06), 2)
    return layers.write(os.path.join(out, "world.geojson"))


def regions(archive, outer, out):
    cells, shore = defaultdict(Layers), near(outer, 0.05)

    def fine(a, b):
        if at_seam(a, b):
            return None
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        return int((int(x // 0.05), int(y // 0.05)) in shore or any(inside(x, y, zone) for zone in SHORES))

    def add_lines(kind, line, label):
        for mark, run in runs(line, label):
            # A line is cut into cells at the nearest vertex: both sides keep that vertex, so nothing is lost.
            where = lambda a, b: (int((a[0] + b[0]) / 2 // REGION) * REGION, int((a[1] + b[1]) / 2 // REGION) * REGION)
            for cell, piece in runs(run, where):
                cells[cell].add(kind, "MultiLineString", piece, 3, mark)

    for level, area, ring in shore_lines(archive, "gshhs", "i"):
        if level in FILLS and area >= 0.4:
            ring = ring_simplified(ring, 0.002)
            for cell, part in cells_of_ring(ring, REGION):
                cells[cell].add(FILLS[level], "MultiPolygon", part, 3)
            add_lines("coast", ring + ring[:1], fine)
    for kind, name in (("countries", "border"), ("states", "state"), ("rivers", "river")):
        for _, _, line in shore_lines(archive, kind, "i"):
            add_lines(name, simplified(line, 0.002), fine if name == "border" else lambda a, b: int(in_states(*a)))
    total, listed = 0, []
    for (west, south), layers in sorted(cells.items()):
        east, north = west + REGION, south + REGION
        layers.add("water", "MultiPolygon", [(west, south), (east, south), (east, north), (west, north)], 0)
        name = f"region{west:+04d}{south:+03d}.geojson"
        total += layers.write(os.path.join(out, name))
        listed.append({"file": name, "bounds": [west, south, east, north]})
    return total, listed


def arcs_of(shapes):
    """The counties' edges as arcs: ({directed edge: (arc, position)}, arcs, owners of each arc).

    Neighbours share their vertices exactly, so an edge with one owner is a shore or a foreign border.
    """
    owners, links = defaultdict(list), defaultdict(set)
    for index, (_, _, rings) in enumerate(shapes):
        for ring in rings:
            for a, b in zip(ring, ring[1:]):
                owners[min(a, b), max(a, b)].append(index)
                links[a].add(b), links[b].add(a)
    arcs, keys, rings_as_arcs = [], {}, []
    for index, (_, _, rings) in enumerate(shapes):
        for ring in rings:
            edges = list(zip(ring, ring[1:]))
            if not edges:
                continue
            pair = lambda edge: tuple(sorted(set(owners[min(edge), max(edge)])))
            cuts = [i for i in range(len(edges)) if len(links[edges[i][0]]) > 2 or pair(edges[i]) != pair(edges[i - 1])]
            start = cuts[0] if cuts else min(range(len(edges)), key=lambda i: edges[i][0])
            edges, used = edges[start:] + edges[:start], []
            breaks = [c - start for c in cuts] + [len(edges)] if cuts else [0, len(edges)]
            for a, b in zip(breaks, breaks[1:]):
                points = [edges[a][0]] + [edge[1] for edge in edges[a:b]]
                backward = (points[-1], points[-2]) < (points[0], points[1])
                key = tuple(reversed(points)) if backward else tuple(points)
                if key not in keys:
                    keys[key] = len(arcs)
                    arcs.append((list(key), pair(edges[a])))
                used.append((keys[key], backward))
            rings_as_arcs.append((index, used))
    return arcs, rings_as_arcs


def shores_of(archive, arcs):
    """Which arcs with one owner are real shores or foreign borders: the rest are gaps between neighbours inland."""
    water = [ring + ring[:1] for level, area, ring in shore_lines(archive, "gshhs", "i") if level == 1 or area > 1000]
    outside = near(water + [line for _, _, line in shore_lines(archive, "countries", "i")], 0.1)
    return {i for i, (points, owners) in enumerate(arcs) if len(owners) == 1
            and any((int(x // 10000), int(y // 10000)) in outside for x, y in points[::8])}


def united_states(archive, shapes, arcs, rings, outer, out):
    cells, reach, scale = defaultdict(Layers), {}, 1e-5
    # A shore is seen against the water; a line between two counties, which follows every bend of a river, is not.
    thin = [[(x * scale, y * scale) for x, y in simplified(points, 45 if i in outer else 130)]
            for i, (points, _) in enumerate(arcs)]
    foreign = near([line for _, _, line in shore_lines(archive, "countries", "i")], 0.02)

    def cell_of(points):
        x, y = (sum(values) / len(points) for values in zip(*points))
        cell = int(x // COUNTY) * COUNTY, int(y // COUNTY) * COUNTY
        box = reach.setdefault(cell, [180, 90, -180, -90])
        for px, py in points:
            box[:] = [min(box[0], px), min(box[1], py), max(box[2], px), max(box[3], py)]
        return cell

    for index, used in rings:
        ring = []
        for arc, backward in used:
            ring += (thin[arc][::-1] if backward else thin[arc])[0 if not ring else 1:]
        # Inland the regions' land is the same, and painting it twice costs a software renderer dearly.
        if any(arc in outer for arc, _ in used) or any(inside(x, y, zone) for zone in SHORES for x, y in ring[::4]):
            cells[cell_of(ring)].add("land", "MultiPolygon", ring, 4)
    for i, (line, (_, owners)) in enumerate(zip(thin, arcs)):
        if i in outer:
            mark = lambda a, b: (int((a[0] + b[0]) / 2 // 0.02), int((a[1] + b[1]) / 2 // 0.02)) in foreign
            for border, run in runs(line, mark):
                cells[cell_of(run)].add("border" if border else "coast", "MultiLineString", run, 4)
        elif len(owners) > 1 or len(line) > 40:
            kind = "county" if len({shapes[o][0] for o in owners}) == 1 else "state"
            cells[cell_of(line)].add(kind, "MultiLineString", line, 4)
    for level, area, ring in shore_lines(archive, "gshhs", "i"):
        x, y = ring[0]
        if level == 2 and 1 <= area < GREAT_LAKE and -125 < x < -66 and 24 < y < 49:
            cells[cell_of(ring)].add("lake", "MultiPolygon", ring, 4)
            cells[cell_of(ring)].add("coast", "MultiLineString", ring + ring[:1], 4)
    for _, _, line in shore_lines(archive, "rivers", "i"):
        line = simplified(line, 0.001)
        if in_states(*line[0]):
            cells[cell_of(line)].add("river", "MultiLineString", line, 3)
    for zone in SHORES:
        for cell, part in cells_of_ring(zone, COUNTY):
            if cell in cells:
                cells[cell].add("shore", "MultiPolygon", part, 4)
    total, listed = 0, []
    for (west, south), layers in sorted(cells.items()):
        name = f"county{west:+04d}{south:+03d}.geojson"
        total += layers.write(os.path.join(out, name))
        bounds = [round(b, 3) for b in reach[west, south]]
        bounds = [min(bounds[0], west), min(bounds[1], south), max(bounds[2], west + COUNTY), max(bounds[3], south + COUNTY)]
        listed.append({"file": name, "bounds": bounds})
    return total, listed
