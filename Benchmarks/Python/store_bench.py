# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures the track store beside its peers in one run, and prints a table for each number of tracks. script/bench store runs it.

usage: script/bench store [--quick] [--runs N] [--tracks N,N] [--seconds S] [--peers NAME,NAME]
    --quick          100,000 tracks only, and a second for each kind of query: under 2 minutes
    --runs N         how often all observations are replaced (3)
    --tracks N,N     how many tracks there are (100000,1000000)
    --seconds S      how long each kind of query is asked, three times at least (2)
    --peers NAMES    which peers are measured: prototype,redis,sqlite,postgis,duckdb (all), or none
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import store_servers
from store_servers import Unavailable
from store_shared import Shared
from store_table import Table

PEERS = ["prototype", "redis", "sqlite", "postgis", "duckdb"]
HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tracks")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--peers", default=",".join(PEERS))
    options = parser.parse_args()
    names = [] if options.peers == "none" else options.peers.split(",")
    counts = [int(count) for count in (options.tracks or ("100000" if options.quick else "100000,1000000")).split(",")]
    seconds = options.seconds or (1 if options.quick else 2)
    if unknown := set(names) - set(PEERS):
        parser.error(f"there is no peer {', '.join(sorted(unknown))}; they are {', '.join(PEERS)}")
    if min(counts) < 1_000 or options.runs < 1 or seconds <= 0:
        parser.error("--tracks is 1000 at least, --runs and --seconds are above 0")
    store_servers.end_cleanly_when_told()
    agreed = True
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as folder:
        # The user postgres has to find its folder in it.
        os.chmod(folder, 0o711)
        for count in counts:
            agreed &= Bench(options, folder, count, names, seconds).run()
    sys.exit(0 if agreed else 1)


class Bench:
    def __init__(self, options, folder, count, names, seconds):
        self.options, self.folder, self.count, self.names, self.seconds = options, folder, count, names, seconds
        self.shared = Shared(options.root, folder)
        self.tracks = os.path.join(folder, f"tracks-{count}.bin")
        self.places = os.path.join(folder, f"places-{count}.txt")
        self.table = Table(count)

    def run(self):
        began = time.monotonic()
        try:
            self.shared.generate(self.count, self.tracks)
        except Unavailable:
            subprocess.run([self.options.binary, "store-tracks", str(self.count), self.tracks], check=True)
        say(f"{self.count} tracks: Vedette")
        command = [self.options.binary, "--runs", str(self.options.runs), "store-side", self.tracks, self.places, str(self.seconds)]
        try:
            self.table.add("Vedette", rows_of(command, 400))
        except Unavailable as reason:
            raise SystemExit(f"error: our own side: {reason}") from None
        if "prototype" in self.names:
            self.measure("prototype", lambda: self.table.add("prototype", self.shared.prototype(self.tracks)))
        if "redis" in self.names:
            self.with_server("redis", store_servers.Redis, self.redis)
        if "postgis" in self.names:
            self.with_server("postgis", store_servers.PostGIS, self.postgis)
        elif "sqlite" in self.names:
            self.measure("sqlite", lambda: self.sql(None))
        if "sqlite" in self.names:
            self.measure("sqlite", lambda: self.peer("sqlite", self.scratch("sqlite")))
        if "duckdb" in self.names:
            self.measure("duckdb", lambda: self.peer("duckdb", self.scratch("duckdb")))
        os.remove(self.tracks)
        return self.table.print(time.monotonic() - began)

    def scratch(self, name):
        path = os.path.join(self.folder, f"{name}-{self.count}")
        os.mkdir(path)
        return path

    def measure(self, name, body):
        """A peer that is not here, or fails, is a row that says so, and no reason not to measure the others."""
        say(f"{self.count} tracks: {name}")
        try:
            body()
        except Unavailable as reason:
            self.table.unavailable(name, str(reason))
        except (ImportError, subprocess.CalledProcessError, OSError) as reason:
            self.table.unavailable(name, f"failed: {reason}")

    def with_server(self, name, make, body):
        def run():
            server = make(self.scratch(name) if name == "redis" else self.open_scratch(name))
            try:
                body(server)
            finally:
                server.stop()

        self.measure(name, run)

    def open_scratch(self, name):
        path = self.scratch(name)
        os.chmod(path, 0o711)
        return path

    def redis(self, server):
        self.try_shared("redis", lambda: self.table.add("redis", self.shared.redis(server, self.tracks, self.count)))
        self.peer("redis", str(server.port))

    def postgis(self, server):
        self.try_shared("postgis", lambda: self.sql(server.dsn))
        self.peer("postgis", server.dsn)

    def sql(self, dsn):
        sqlite, postgis = self.shared.sql(self.tracks, self.count, dsn)
        if "sqlite" in self.names:
            self.table.add("sqlite", sqlite)
        self.table.add("postgis", postgis)

    def try_shared(self, name, body):
        try:
            body()
        except Unavailable as reason:
            self.table.unavailable(f"{name}'s ingest", str(reason))

    def peer(self, name, where):
        """Our questions to a peer: of a store at rest, then beside a process that brings in as much as it can."""
        script = [sys.executable, os.path.join(HERE, "store_peers.py")]
        questions = [name, self.tracks, self.places, str(self.seconds), where]
        self.table.add(name, rows_of([*script, *questions], 240))
        if name == "duckdb":
            return
        log = os.path.join(self.folder, f"{name}-{self.count}-load")
        with open(log, "w") as output:
            began = time.monotonic()
            load = subprocess.Popen([*script, "load", name, self.tracks, where], stdout=output)
            try:
                self.table.add(name, rows_of([*script, "asked", *questions], 240))
            finally:
                took = time.monotonic() - began
                store_servers.stop(load)
        with open(log) as lines:
            brought = sum(int(line) for line in lines)
        self.table.add(name, [{"row": "reached while asked", "values": [brought / took / 1e6]}])


def rows_of(command, seconds):
    """The lines of JSON that a program prints; those until its time was up, where it was."""
    text, status = store_servers.output_of(command, seconds)
    if status is None:
        text = text.rpartition("\n")[0]
        say(f"{os.path.basename(command[0])} was ended after {seconds} s; what it said until then counts")
    elif status != 0:
        raise Unavailable(f"it ended with status {status}; its message is above")
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
