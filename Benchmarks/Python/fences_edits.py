# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""What an edit of one fence takes while another task brings updates: `fence-bench edits`."""

import json
import subprocess

from fences_data import say
from fences_report import table


class EditsPart:
    def __init__(self, options, data, peers, counts, report):
        self.options, self.data, self.report = options, data, report
        self.count = 10_000 if options.quick else 100_000

    def run(self):
        say(f"edits among {self.count} fences")
        command = [self.options.bench, "edits", self.data.fences(self.count), self.data.tracks()]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if run.returncode:
            raise SystemExit(f"error: fence-bench edits: {run.stderr.strip()}")
        result = json.loads(run.stdout.splitlines()[-1])
        print(f"\nEdits of one fence among {self.count:,}, with 100,000 tracks, while another thread brings {result['updatesPerSecond']:,.0f} updates a second")
        rows = [("µs, waiting for the engine included", "n", "p50", "p99", "most")]
        for name in ("add", "remove", "move"):
            edit = result[name]
            rows.append((name, edit["count"], edit["p50"], edit["p99"], edit["most"]))
            self.report.target(f"{self.count:,}: {name} a fence, p99", edit["p99"] / 1e3, 1, " ms")
        table(rows)
