# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""`vedette fence` from end to end, lines in and lines out, from a file and through a pipe; loading is measured apart and taken off."""

import os
import subprocess
import time

from fences_data import read_fences, read_tracks, say
from fences_report import table

UPDATES = 3_000_000
TARGETS = {1_000: 5e6, 10_000: 5e6, 100_000: 3e6}


class CommandPart:
    def __init__(self, options, data, peers, counts, report):
        self.options, self.data, self.report = options, data, report
        self.counts = [1_000, 10_000] if options.quick else [1_000, 10_000, 100_000]

    def run(self):
        if not self.options.command:
            say("the command is not measured: it was not built")
            return
        feed = self.feed("feed.ndjson", UPDATES)
        first = self.feed("first.ndjson", 1)
        print(f"\nvedette fence, {UPDATES:,} lines of {os.path.getsize(feed) / UPDATES:.0f} bytes, loading taken off")
        rows = [("fences", "load s", "from a file /s", "through a pipe /s", "peak MB")]
        for count in self.counts:
            fences = self.fences(count)
            loading = min(self.once(fences, first)[0] for _ in range(2))
            whole = [self.once(fences, feed) for _ in range(self.options.runs)]
            piped = min(self.once(fences, feed, is_piped=True)[0] for _ in range(self.options.runs))
            rate = UPDATES / max(min(seconds for seconds, _ in whole) - loading, 1e-9)
            pipe_rate = UPDATES / max(piped - loading, 1e-9)
            rows.append((f"{count:,}", loading, rate, pipe_rate, max(peak for _, peak in whole) / 1024))
            self.report.target(f"{count:,}: vedette fence, million updates a second", rate / 1e6, TARGETS[count] / 1e6, least=True)
        table(rows)

    def once(self, fences, feed, is_piped=False):
        """Seconds, and the most memory in KiB."""
        command = [self.options.command, "fence", "--fences", fences, "--feed", "-" if is_piped else feed, "--format", "geojson"]
        source = subprocess.Popen(["cat", feed], stdout=subprocess.PIPE) if is_piped else None
        began = time.monotonic()
        process = subprocess.Popen(
            command, stdin=source.stdout if source else subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        if source:
            source.stdout.close()
            source.wait()
        if process.returncode:
            raise SystemExit(f"error: {' '.join(command)} ended with status {process.returncode}")
        return seconds, usage.ru_maxrss

    def feed(self, name, count):
        """Point features, one a line, of 1 Hz tracks."""
        path = os.path.join(self.data.folder, name)
        if os.path.exists(path):
            return path
        say(f"making {name}")
        with open(path + ".new", "w", encoding="ascii") as file:
            for track, second, x, y in read_tracks(self.data.tracks(), count).tolist():
                file.write(f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{degrees(x)},{degrees(y)}]}},"properties":{{"track_id":"track-{track:06}",'
                           f'"time":"2026-05-01T{12 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z","speed":12.5}}}}\n')
        os.replace(path + ".new", path)
        return path

    def fences(self, count):
        path = os.path.join(self.data.folder, f"fences_{count}.geojson")
        if os.path.exists(path):
            return path
        say(f"making fences_{count}.geojson")
        counts, vertices = read_fences(self.data.fences(count))
        start = 0
        with open(path + ".new", "w", encoding="ascii") as file:
            file.write('{"type":"FeatureCollection","features":[\n')
            for index, length in enumerate(counts.tolist()):
                ring = vertices[start:start + length].tolist()
                start += length
                positions = ",".join(f"[{degrees(x)},{degrees(y)}]" for x, y in ring + ring[:1])
                file.write(("," if index else "") + f'{{"type":"Feature","id":"zone-{index:07}","properties":{{"n":{index}}},"geometry":'
                           f'{{"type":"Polygon","coordinates":[[{positions}]]}}}}\n')
            file.write("]}\n")
        os.replace(path + ".new", path)
        return path


def degrees(steps):
    sign, steps = ("-" if steps < 0 else ""), abs(steps)
    return f"{sign}{steps // 10_000_000}.{steps % 10_000_000:07}"
