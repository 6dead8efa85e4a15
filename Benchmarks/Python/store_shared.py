# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The C++ prototype and the peers' scripts of ../shared/bench, run as they are, their figures read from what they print."""

import os
import re
import shutil
import subprocess
import sys

from store_servers import Unavailable, output_of

NUMBER = r"([0-9.]+)"


class Shared:
    """The sources: ../shared/bench/src beside the repository, or where VEDETTE_BENCH_PEERS says. They may be missing."""

    def __init__(self, root, folder):
        self.sources = os.environ.get("VEDETTE_BENCH_PEERS") or os.path.join(root, "..", "shared", "bench", "src")
        self.folder = folder
        self.is_here = os.path.exists(os.path.join(self.sources, "store.cpp"))

    def built(self, name, *options):
        """Compiles a program into the temporary folder, once."""
        if not self.is_here:
            raise Unavailable(f"there is no {os.path.join(self.sources, name)}.cpp; say where with VEDETTE_BENCH_PEERS")
        if not shutil.which("g++"):
            raise Unavailable("install g++")
        program = os.path.join(self.folder, name)
        if not os.path.exists(program):
            subprocess.run(["g++", *options, "-o", program, os.path.join(self.sources, f"{name}.cpp")], check=True)
        return program

    def generate(self, count, path):
        subprocess.run([self.built("gen", "-O2"), "tracks", str(count), "10", path], check=True, stderr=subprocess.DEVNULL, timeout=120)

    def prototype(self, tracks):
        program = self.built("store", "-O3", "-march=native", "-std=c++17", "-pthread")
        text, _ = output_of([program, tracks], 120)
        names = {"15mi 64-gon": "64-gon", "bbox": "bbox", "bbox+attr": "bbox and where", "attr full scan": "where"}
        rows = [{"row": "ingest", "values": [found(rf"ns/upd={NUMBER}", text)]}]
        rows.append({"row": "bytes an observation", "values": [found(rf"bytes/obs\(history\)={NUMBER}", text)]})
        rows.append({"row": "bytes a track with 10", "values": [found(rf"bytes/track={NUMBER}", text)]})
        for match in re.finditer(rf"query (.+?) n=(\d+) p50={NUMBER}us p99={NUMBER}us .*avg hits={NUMBER}", text):
            row = {"row": names[match[1]], "state": "idle", "count": int(match[2]), "values": [float(match[3])], "p99": float(match[4])}
            rows.append({**row, "mean": float(match[5])})
        mixed = re.search(rf"mixed: .*Mupd/s={NUMBER} bbox p50={NUMBER}us p99={NUMBER}us", text)
        if mixed:
            rows.append({"row": "bbox", "state": "ingesting", "count": 0, "values": [float(mixed[2])], "p99": float(mixed[3])})
            rows.append({"row": "reached while asked", "values": [float(mixed[1])]})
        return rows

    def redis(self, server, tracks, count):
        text = self.script("redis_bench.py", str(server.port), tracks, str(count), "50", environment={"SRV_PID": str(server.process.pid)})
        # The position by one command, attributes and history by three more: an observation needs both.
        micros = [found(rf"^{name} .*server cpu\)={NUMBER}", text) for name in ("GEOADD", r"HSET8\+LPUSH\+LTRIM")]
        resident = [int(value) for value in re.findall(r"rssMB=(\d+)", text)]
        rows = [{"row": "ingest", "values": [sum(micros) * 1e3]}]
        return rows + [{"row": "bytes a track with 10", "values": [max(resident) * 1048576 / count]}]

    def sql(self, tracks, count, dsn):
        """SQLite and, where there is a server, PostGIS: two updates a track, the second of which replaces the first."""
        text = self.script("sql_bench.py", tracks, str(count), *([dsn] if dsn else []))
        sqlite = [{"row": "ingest", "values": [found(rf"sqlite upsert rtree\+row: {NUMBER} us", text) * 1e3]}]
        if not dsn:
            return sqlite, []
        postgis = [{"row": "ingest", "values": [found(rf"postgis batch upsert: {NUMBER} us", text) * 1e3]}]
        postgis.append({"row": "bytes a track with 10", "values": [found(rf"postgis bytes/track \({NUMBER}", text)], "note": "latest only"})
        return sqlite, postgis

    def script(self, name, *arguments, environment=None):
        path = os.path.join(self.sources, name)
        if not os.path.exists(path):
            raise Unavailable(f"there is no {path}; say where with VEDETTE_BENCH_PEERS")
        # The figures until its time was up count.
        return output_of([sys.executable, path, *arguments], 200, environment)[0]


def found(pattern, text):
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        raise Unavailable(f"its output does not say {pattern}")
    return float(match[1])
