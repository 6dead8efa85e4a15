# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine in process beside the prototype, GEOS, S2 and JTS, on the same files: time an update, building, memory, and equal events."""

import json
import subprocess

from fences_data import say
from fences_report import table

# S2's edges are geodesics, ours and everybody else's are straight in longitude and latitude: so many events more or less may follow from that.
S2_TOLERANCE = 0.02


class EnginePart:
    def __init__(self, options, data, peers, counts, report):
        self.options, self.data, self.peers, self.counts, self.report = options, data, peers, counts, report

    def run(self):
        for count in self.counts:
            self.measure(count)

    def ours(self, fences, tracks, *arguments):
        command = [self.options.bench, fences, tracks, *arguments]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        if run.returncode:
            raise SystemExit(f"error: fence-bench {' '.join(arguments)}: {run.stderr.strip()}")
        return json.loads(run.stdout.splitlines()[-1])

    def measure(self, count):
        fences, tracks = self.data.fences(count), self.data.tracks()
        say(f"{count} fences")
        ours, prototype = [], []
        for _ in range(self.options.runs if count < 1_000_000 else 1):
            ours.append(self.ours(fences, tracks))
            prototype.append(self.peers.run("prototype", fences, tracks))
        prototype = [run for run in prototype if run]
        double = self.ours(fences, tracks, "--threads", "2")
        path = self.ours(fences, tracks, "--detection", "path")
        one = min(ours, key=lambda run: run["nsPerUpdate"])
        build, build2 = min(run["buildSeconds"] for run in ours), double["buildSeconds"]
        self.agree(count, "two runs of ours", {run["hash"] for run in [*ours, double]})

        print(f"\n{count:,} fences, 100,000 tracks, {one['updates']:,} updates, {one['events']:,} events")
        rows = [("", "ns an update", "× ours", "build s", "× ours", "index MB", "× ours", "updates", "events")]
        rows.append(("Vedette", one["nsPerUpdate"], "", build, "", one["indexBytes"] / 1e6, "", one["updates"], one["events"]))
        rows.append(("Vedette, two threads (wall)", double.get("wallNsPerUpdate"), "", build2, "", double["indexBytes"] / 1e6, "", double["updates"], double["events"]))
        rows.append(("Vedette, path", path["nsPerUpdate"], path["nsPerUpdate"] / one["nsPerUpdate"], None, "", None, "", path["updates"], path["events"]))
        if prototype:
            best = min(prototype, key=lambda run: run["ns"])
            best_build = min(run["build"] for run in prototype)
            rows.append(("prototype, best mode", best["ns"], best["ns"] / one["nsPerUpdate"], best_build, best_build / build, best["bytes"] / 1e6,
                         best["bytes"] / one["indexBytes"], one["updates"], best["events"]))
            self.agree(count, "the prototype", {one["hash"], *best["hashes"]})
            self.report.target(f"{count:,}: time, of the prototype's", one["nsPerUpdate"] / best["ns"], 1.1, " ×")
            self.report.target(f"{count:,}: build on one core, of the prototype's", build / best_build, 0.35, " ×")
            self.report.target(f"{count:,}: build on two cores, of the prototype's", build2 / best_build, 0.2, " ×")
            self.report.target(f"{count:,}: index, of the prototype's", one["indexBytes"] / best["bytes"], 0.8, " ×")
        self.report.target(f"{count:,}: path, of fixes", path["nsPerUpdate"] / one["nsPerUpdate"], 2, " ×")
        if count == 1_000_000:
            self.report.target("1,000,000: build on two cores", build2, 15, " s")
            self.report.target("1,000,000: index at rest", one["indexBytes"] / 1e9, 2.2, " GB")
        for name in ("geos", "s2", "jts"):
            self.beside(name, count, fences, tracks, one, rows)
        table(rows)

    def beside(self, name, count, fences, tracks, one, rows):
        limit = self.peers.limit(name, count)
        peer = self.peers.run(name, fences, tracks, limit) if limit else None
        if not peer:
            return
        same = self.ours(fences, tracks, "--limit", str(limit))
        ratio = peer["ns"] / one["nsPerUpdate"]
        rows.append((name, peer["ns"], ratio, None, "", None, "", peer["updates"], peer["events"]))
        rows.append(("  Vedette, those updates", same["nsPerUpdate"], peer["ns"] / same["nsPerUpdate"], None, "", None, "", same["updates"], same["events"]))
        if name == "s2":
            apart = abs(peer["events"] - same["events"]) / max(same["events"], 1)
            if apart > S2_TOLERANCE:
                self.report.fail(f"{count:,} fences: S2 has {peer['events']:,} events, ours are {same['events']:,}")
        else:
            self.agree(count, name, {same["hash"], *peer["hashes"]})
        if count == 100_000 and name in ("geos", "s2"):
            self.report.target(f"{count:,}: times as fast as {name.upper()}", ratio, {"geos": 150, "s2": 50}[name], " ×", least=True)

    def agree(self, count, who, hashes):
        if len(hashes) > 1:
            self.report.fail(f"{count:,} fences: {who}: the hashes of all events are {', '.join(sorted(hashes))}")
