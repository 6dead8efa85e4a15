# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The peers of `script/bench where`: DuckDB and SQLite over the rows of a CSV file.

usage: python3 where_peers.py ROWS.csv

Loads the rows, says "ready", then answers each line "duckdb CLAUSE" or "sqlite CLAUSE" with "COUNT SECONDS": how many rows match, and how long
the query took on one thread, its text parsed anew as ours is.
"""

import sqlite3
import sys
import time

import duckdb


def main():
    path = sys.argv[1]
    duck = duckdb.connect()
    duck.execute("SET threads = 1")
    duck.execute(
        "CREATE TABLE rows AS SELECT * FROM read_csv(?, types = {'SPEED': 'DOUBLE', 'ALTITUDE': 'INTEGER', 'CALLSIGN': 'VARCHAR'})", [path]
    )
    lite = sqlite3.connect(":memory:")
    lite.execute("PRAGMA case_sensitive_like = 1")
    lite.execute("CREATE TABLE rows (ID INTEGER, SPEED REAL, ALTITUDE INTEGER, CALLSIGN TEXT)")
    lite.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", duck.execute("SELECT * FROM rows").fetchall())
    connections = {"duckdb": duck, "sqlite": lite}
    print("ready", flush=True)
    for line in sys.stdin:
        peer, clause = line.rstrip("\n").split(" ", 1)
        began = time.perf_counter()
        count = connections[peer].execute(f"SELECT count(*) FROM rows WHERE {clause}").fetchall()[0][0]
        print(count, time.perf_counter() - began, flush=True)


if __name__ == "__main__":
    main()
