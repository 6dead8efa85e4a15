# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""SQLite with its R*Tree, PostGIS and DuckDB as stores of the latest observation of each track."""

import io
import os
import sqlite3

import store_data

COLUMNS = ("id", "x", "y", "second", *store_data.ATTRIBUTES)
CONDITION = "type = 3 AND status = 1"


def row(update):
    track, second, x, y = update
    return (track, x, y, second, *store_data.attributes(update))


def first_column(rows):
    return [found[0] for found in rows]


class SQLite:
    """An index of positions as whole numbers, exact as ours, and a table of the rest, in a file that a load can write to at the same time."""

    CIRCLE = """SELECT v.id FROM r CROSS JOIN v ON v.id = r.id WHERE x1 >= ? AND x0 <= ? AND y1 >= ? AND y0 <= ?
        AND 2 * 6371.0088 * asin(sqrt(pow(sin(radians((v.y - ?5) / 1e7) / 2), 2)
            + cos(radians(?5 / 1e7)) * cos(radians(v.y / 1e7)) * pow(sin(radians((v.x - ?6) / 1e7) / 2), 2))) <= 24.14"""
    # CROSS JOIN, which SQLite takes in the order written: the place first, which is the better way here, whatever its statistics say.
    BOX = "x1 >= ? AND x0 <= ? AND y1 >= ? AND y0 <= ?"

    def __init__(self, folder):
        self.path = os.path.join(folder, "tracks.sqlite")
        self.open()
        both = f"SELECT v.id FROM r CROSS JOIN v ON v.id = r.id WHERE {self.BOX} AND {CONDITION}"
        self.queries = {
            "bbox": lambda place: self.ask(f"SELECT id FROM r WHERE {self.BOX}", self.box(place)),
            "where": lambda place: self.ask(f"SELECT id FROM v WHERE {CONDITION}", ()),
            "bbox and where": lambda place: self.ask(both, self.box(place)),
        }
        if ("ENABLE_MATH_FUNCTIONS",) in self.connection.execute("PRAGMA compile_options").fetchall():
            self.queries["circle"] = lambda place: self.ask(self.CIRCLE, (*self.box(place), place.y, place.x))

    def open(self):
        self.connection = sqlite3.connect(self.path, isolation_level=None, timeout=20)
        for setting in ("journal_mode = wal", "synchronous = off", "cache_size = -400000", "mmap_size = 1000000000"):
            self.connection.execute(f"PRAGMA {setting}").fetchall()

    @staticmethod
    def box(place):
        west, south, east, north = place.bounds
        return (west, east, south, north)

    def ask(self, text, values):
        return first_column(self.connection.execute(text, values).fetchall())

    def load(self, latest):
        self.connection.execute("CREATE VIRTUAL TABLE r USING rtree_i32(id, x0, x1, y0, y1)")
        self.connection.execute(f"CREATE TABLE v (id INTEGER PRIMARY KEY, {', '.join(COLUMNS[1:])})")
        self.ingest(latest.tolist())
        self.connection.execute("ANALYZE")
        # What it has learnt of the index is read when a connection is opened.
        self.connection.close()
        self.open()

    def ingest(self, batch):
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany("INSERT OR REPLACE INTO r VALUES (?, ?, ?, ?, ?)", [(track, x, x, y, y) for track, _, x, y in batch])
        marks = ", ".join("?" * len(COLUMNS))
        self.connection.executemany(f"INSERT OR REPLACE INTO v VALUES ({marks})", (row(update) for update in batch))
        self.connection.execute("COMMIT")


class PostGIS:
    def __init__(self, dsn):
        import psycopg2

        self.connection = psycopg2.connect(dsn)
        self.connection.autocommit = True
        self.cursor = self.connection.cursor()
        box = "ST_Intersects(g, ST_MakeEnvelope(%s, %s, %s, %s, 4326))"
        point = "ST_SetSRID(ST_Point(%s, %s), 4326)"
        # The index is one of plane boxes, so candidates come from a box that surely holds the circle, or from what is nearest in degrees.
        circle = f"SELECT id FROM v WHERE g && ST_MakeEnvelope(%s, %s, %s, %s, 4326) AND ST_DWithin(g::geography, {point}::geography, 24140)"
        nearest = f"""SELECT id FROM (SELECT id, g FROM v ORDER BY g <-> {point} LIMIT 100) near
            ORDER BY ST_Distance(g::geography, {point}::geography) LIMIT 10"""
        self.queries = {
            "bbox": lambda place: self.ask(f"SELECT id FROM v WHERE {box}", place.degrees),
            "64-gon": lambda place: self.ask("SELECT id FROM v WHERE ST_Intersects(g, ST_GeomFromText(%s, 4326))", (place.polygon(),)),
            "circle": lambda place: self.ask(circle, (*self.widened(place), place.longitude, place.latitude)),
            "where": lambda place: self.ask(f"SELECT id FROM v WHERE {CONDITION}", ()),
            "bbox and where": lambda place: self.ask(f"SELECT id FROM v WHERE {box} AND {CONDITION}", place.degrees),
            "nearest 10": lambda place: self.ask(nearest, (place.longitude, place.latitude) * 2),
        }

    @staticmethod
    def widened(place):
        west, south, east, north = place.degrees
        across, up = 0.01 * (east - west), 0.01 * (north - south)
        return (west - across, south - up, east + across, north + up)

    def ask(self, text, values):
        self.cursor.execute(text, values)
        return first_column(self.cursor.fetchall())

    def copy(self, table, batch):
        lines = ("\t".join(map(str, row(update))) + "\n" for update in batch)
        self.cursor.copy_from(io.StringIO("".join(lines)), table)

    TYPES = "second int, speed float8, heading float8, altitude float8, type float8, status float8, flags float8, source bigint, route text"

    def load(self, latest):
        self.cursor.execute(f"""DROP TABLE IF EXISTS v, arriving;
            CREATE UNLOGGED TABLE arriving (id int, x int, y int, {self.TYPES});
            CREATE UNLOGGED TABLE v (id int PRIMARY KEY, g geometry(Point, 4326), {self.TYPES}) WITH (fillfactor = 50)""")
        batch = latest.tolist()
        for start in range(0, len(batch), 100_000):
            self.copy("arriving", batch[start : start + 100_000])
        self.upsert()
        self.cursor.execute("CREATE INDEX ON v USING gist (g)")
        self.cursor.execute("VACUUM ANALYZE v")

    def upsert(self):
        rest = ", ".join(COLUMNS[3:])
        changed = ", ".join(f"{name} = excluded.{name}" for name in ("g", *COLUMNS[3:]))
        self.cursor.execute(f"""INSERT INTO v (id, g, {rest}) SELECT id, ST_SetSRID(ST_Point(x / 1e7, y / 1e7), 4326), {rest} FROM arriving
            ON CONFLICT (id) DO UPDATE SET {changed}; TRUNCATE arriving""")

    def ingest(self, batch):
        self.cursor.execute("BEGIN")
        self.copy("arriving", batch)
        self.upsert()
        self.cursor.execute("COMMIT")


class DuckDB:
    """Columns, scanned on one thread; no index of places."""

    def __init__(self, folder):
        import duckdb

        self.path = os.path.join(folder, "tracks.csv")
        self.connection = duckdb.connect()
        self.connection.execute("SET threads = 1")
        self.queries = {
            "bbox": lambda place: self.ask("x BETWEEN ? AND ? AND y BETWEEN ? AND ?", SQLite.box(place)),
            "where": lambda place: self.ask(CONDITION, ()),
            "bbox and where": lambda place: self.ask(f"x BETWEEN ? AND ? AND y BETWEEN ? AND ? AND {CONDITION}", SQLite.box(place)),
        }

    def ask(self, condition, values):
        # As arrays: to make Python objects of a hundred thousand ids would cost more than the scan.
        return self.connection.execute(f"SELECT id FROM v WHERE {condition}", values).fetchnumpy()["id"]

    def load(self, latest):
        with open(self.path, "w") as file:
            file.write(",".join(COLUMNS) + "\n")
            file.writelines(",".join(map(str, row(update))) + "\n" for update in latest.tolist())
        self.connection.execute("CREATE TABLE v AS SELECT * FROM read_csv(?)", [self.path])
        os.remove(self.path)
