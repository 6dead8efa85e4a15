# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""How time and memory grow from a thousand fences to a million: a line fitted to each."""

import json
import math
import os
import subprocess

from fences_report import table


class GrowthPart:
    def __init__(self, options, data, peers, counts, report):
        self.options, self.data, self.report = options, data, report
        self.counts = sorted({1_000, 10_000, *([] if options.quick else [100_000, 1_000_000])} | set(counts))

    def run(self):
        tracks = self.data.tracks()
        rows = []
        for count in self.counts:
            fences = self.data.fences(count)
            run = subprocess.run([self.options.bench, fences, tracks], capture_output=True, text=True, check=True, timeout=600)
            ours = json.loads(run.stdout.splitlines()[-1])
            vertices = (os.path.getsize(fences) - 16 - 4 * count) // 8
            rows.append((count, vertices, ours["nsPerUpdate"], ours["indexBytes"]))
        print("\nGrowth, 100,000 tracks")
        shown = [("fences", "vertices", "ns an update", "ns / log2 fences", "bytes a fence", "bytes a vertex")]
        for count, vertices, nanoseconds, size in rows:
            shown.append((f"{count:,}", vertices, nanoseconds, nanoseconds / math.log2(count), size / count, size / vertices))
        table(shown)
        time = slope([math.log(math.log2(row[0])) for row in rows], [math.log(row[2]) for row in rows])
        power = slope([math.log(row[0]) for row in rows], [math.log(row[2]) for row in rows])
        memory = slope([math.log(row[1]) for row in rows], [math.log(row[3]) for row in rows])
        print(f"    time grows as fences^{power:.2f}, or (log fences)^{time:.2f}; memory as vertices^{memory:.2f}")
        self.report.target("growth of time: power of log fences", time, 1)
        self.report.target("growth of memory: power of vertices", memory, 1.05)


def slope(xs, ys):
    """Of the line with the least squares."""
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)
