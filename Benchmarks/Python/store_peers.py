# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Asks one peer of `script/bench store` what the store is asked, about the same tracks at the same places, and prints a line of JSON each.

usage: python3 store_peers.py redis|sqlite|postgis|duckdb TRACKS PLACES SECONDS WHERE        loads the latest positions and asks, idle
       python3 store_peers.py load redis|sqlite|postgis TRACKS WHERE                         brings in observations until it is ended
       python3 store_peers.py asked redis|sqlite|postgis TRACKS PLACES SECONDS WHERE         asks what is loaded, beside such a load

WHERE is a port, a folder, or a DSN. store_bench.py runs this.
"""

import itertools
import sys

import store_data
import store_peer_redis
import store_peer_sql

PEERS = {
    "redis": store_peer_redis.Redis,
    "sqlite": store_peer_sql.SQLite,
    "postgis": store_peer_sql.PostGIS,
    "duckdb": store_peer_sql.DuckDB,
}


def main():
    arguments = sys.argv[1:]
    mode = arguments.pop(0) if arguments[0] in ("load", "asked") else "idle"
    name, tracks = arguments[:2]
    peer = PEERS[name](arguments[-1])
    if mode == "load":
        return load(peer, store_data.updates(tracks))
    state = "ingesting" if mode == "asked" else "idle"
    if mode == "idle":
        peer.load(store_data.latest(tracks))
    every_place = store_data.places(arguments[2])
    for row, query in peer.queries.items():
        store_data.ask(row, state, every_place, float(arguments[3]), query)


def load(peer, updates):
    """Goes round and round the file in batches of 1,000; says how many it brought in, since nobody knows when it is ended."""
    for start in itertools.cycle(range(0, len(updates), 1_000)):
        batch = updates[start : start + 1_000].tolist()
        peer.ingest(batch)
        print(len(batch), flush=True)


if __name__ == "__main__":
    main()
