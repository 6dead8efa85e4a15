# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The peers of the fence engine: programs of the shared benchmark, run as they are, their figures read from what they print."""

import os
import re
import shutil
import subprocess

from fences_data import Unavailable, first_error, say

PEERS = ["prototype", "geos", "s2", "jts"]
JTS = "/usr/share/java/jts-core.jar"
# So many updates are judged by each peer, by how many fences there are: a few seconds each. Nothing where it would take minutes, or more memory than most have.
LIMITS = {
    "geos": {1_000: 3_000_000, 10_000: 2_000_000, 100_000: 400_000, 1_000_000: 100_000},
    "s2": {1_000: 2_000_000, 10_000: 2_000_000, 100_000: 1_000_000},
    "jts": {1_000: 2_000_000, 10_000: 500_000, 100_000: 200_000},
}
SECONDS = 400


class Peers:
    def __init__(self, data, names):
        self.data, self.names = data, names
        self.told = set()

    def limit(self, name, count):
        """How many updates a peer is measured with; None where it is not."""
        known = [number for number in LIMITS[name] if number >= count]
        return LIMITS[name][min(known)] if known else None

    def run(self, name, fences, tracks, limit=None):
        """The figures of one run of a peer; None where it cannot be run, which is told once."""
        if name not in self.names:
            return None
        try:
            return getattr(self, name)(fences, tracks, limit)
        except (Unavailable, subprocess.TimeoutExpired) as reason:
            text = f"it took more than {SECONDS} seconds" if isinstance(reason, subprocess.TimeoutExpired) else str(reason)
            if (name, text) not in self.told:
                say(f"{name} is left out: {text}")
                self.told.add((name, text))
            return None

    def prototype(self, fences, tracks, _):
        text = self.output([self.data.compiled("proto"), fences, tracks])
        rows = runs(text)
        single = [row for row in rows if row["name"].endswith("1T") and "uncached" not in row["name"]]
        double = [row for row in rows if row["name"].endswith("2T")]
        build = re.search(r"build wall=([0-9.]+) cpu=([0-9.]+).*indexMB=([0-9.]+)", text)
        return {
            "ns": min(row["ns"] for row in single), "wall2": min(row["wall"] for row in double), "hash": rows[-1]["hash"],
            "events": rows[-1]["events"], "hashes": {row["hash"] for row in rows}, "build": float(build[2]),
            "bytes": float(build[3]) * 1048576, "containing": rows[-1]["pairs"] / rows[-1]["updates"],
        }

    def geos(self, fences, tracks, limit):
        return best(runs(self.output([self.data.compiled("geos_peer", "-lgeos_c"), fences, tracks, str(limit)])))

    def s2(self, fences, tracks, limit):
        if not os.path.exists("/usr/include/s2/s2contains_point_query.h"):
            raise Unavailable("install libs2-dev and libssl-dev")
        return best(runs(self.output([self.data.compiled("s2_peer", "-ls2", "-lcrypto"), fences, tracks, str(limit)])))

    def jts(self, fences, tracks, limit):
        if not shutil.which("javac") or not os.path.exists(JTS):
            raise Unavailable("install libjts-java and default-jdk-headless")
        folder = self.data.programs
        if not os.path.exists(os.path.join(folder, "JtsPeer.class")):
            command = ["javac", "-cp", JTS, "-d", folder, self.data.source("JtsPeer.java")]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode:
                raise Unavailable(f"JtsPeer.java does not compile: {first_error(run.stderr)}")
        return best(runs(self.output(["java", "-Xmx6g", "-cp", f"{JTS}:{folder}", "JtsPeer", fences, tracks, str(limit)])))

    @staticmethod
    def output(command):
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        if run.returncode:
            raise Unavailable(f"{os.path.basename(command[0])} ended with status {run.returncode}: {run.stderr.strip()[-200:]}")
        return run.stdout


def runs(text):
    """Every run that a peer tells of."""
    result = []
    for line in text.splitlines():
        head = re.match(r"(.+?) updates=(\d+) wall=([0-9.]+)", line)
        if not head:
            continue
        values = dict(re.findall(r"(\S+?)=(\S+)", line))
        result.append({
            "name": head[1], "updates": int(head[2]), "wall": float(head[3]), "ns": float(values.get("ns/upd(cpu)") or values["ns/upd"]),
            "pairs": int(values["pairs"]), "events": int(values["enters"]) + int(values["exits"]), "hash": values["hash"],
        })
    if not result:
        raise Unavailable("it prints no figures that are understood")
    return result


def best(rows):
    """The fastest run; all must agree."""
    return {**min(rows, key=lambda row: row["ns"]), "hashes": {row["hash"] for row in rows}}
