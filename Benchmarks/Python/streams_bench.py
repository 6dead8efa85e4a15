# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures vedette serve with 1,000 subscribers of a stream service, of which 100 read nothing. script/bench streams runs it.

usage: script/bench streams [--quick] [--subscribers N] [--silent N] [--slow N] [--rate N] [--padding BYTES] [--seconds S]
    --quick            fewer seconds: the silent ones may be still there at the end
    --subscribers N    subscribers in all (1000)
    --silent N         of these, how many read nothing in the middle run (100)
    --slow N           of these, how many read 1 KiB a second in the middle run (0)
    --rate N           observations a second, each of which goes to every subscriber (20)
    --padding BYTES    text in each observation, so that it is of the size that rich feeds have (2000)
    --seconds S        how long a run with readers only is measured (20)

Three runs, each with a server of its own: all read; some read nothing; all read again. What the readers of the middle run see is compared
with the two others, whose difference says how still the machine was.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request

import numpy as np

from store_servers import stop

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIGURATION = """port: 0
connections-per-address: 10000
sources:
  - {name: Pushed, publish: pushed, broadcast: true, track-field: id, time-field: t}
"""
SERVICE = "/arcgis/ws/services/pushed/StreamServer"
WARM_UP = 3
# The longest that a silent subscriber may stay: patience, then three times that for an answer to a ping, and something to notice it.
LONGEST_STALL = 60
# A subscriber's own bounded queue, and what else a server may need.
QUEUE_BYTES, SLACK_BYTES = 1 << 20, 64 << 20


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--quick", action="store_true")
    for name, value in (("subscribers", 1_000), ("silent", 100), ("slow", 0), ("padding", 2_000)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float)
    options = parser.parse_args()
    options.seconds = options.seconds or (8 if options.quick else 20)
    if options.silent + options.slow >= options.subscribers or min(options.silent, options.slow, options.padding) < 0 or options.rate <= 0:
        parser.error("--silent and --slow are parts of --subscribers, and --rate is above 0")
    wanted = 2 * options.subscribers + 200
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if limit == resource.RLIM_INFINITY else min(wanted, limit), limit))
    print(
        f"# {options.subscribers:,} subscribers, {options.rate:g} observations of about {options.padding + 150} bytes a second to each; "
        f"{os.cpu_count()} cores for the server and for the load, which is processes of its own; latency from before the writer sends to after a reader has received"
    )
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as folder:
        before = Run(options, folder, "all read", 0, 0).measure(options.seconds)
        middle = Run(options, folder, f"{options.silent} read nothing", options.silent, options.slow)
        middle = middle.measure(options.seconds if options.quick else LONGEST_STALL + 10)
        after = Run(options, folder, "all read", 0, 0).measure(options.seconds)
    sys.exit(0 if judge(options, before, middle, after) else 1)


class Run:
    """One server with its load."""

    def __init__(self, options, folder, name, silent, slow):
        self.options, self.folder, self.name, self.silent, self.slow = options, folder, name, silent, slow
        self.processes = []
        self.gone_after = None
        self.peak = 0
        self.metrics = {}

    def measure(self, seconds):
        print(f"==> {self.name}", file=sys.stderr, flush=True)
        configuration = os.path.join(self.folder, "serve.yaml")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION)
        log = os.path.join(self.folder, "serve.log")
        with open(log, "w") as output:
            self.server = subprocess.Popen([self.options.binary, "serve", "--config", configuration], stdout=output, stderr=output)
        try:
            self.port = self.wait_for_port(log)
            self.idle = self.resident()
            self.load()
            self.watch(seconds)
            self.gather()
        finally:
            for process in self.processes:
                stop(process)
            stop(self.server)
        self.report()
        return self

    def wait_for_port(self, log):
        end = time.monotonic() + 20
        while time.monotonic() < end and self.server.poll() is None:
            with open(log) as file:
                if found := re.search(r"https?://[^\s/]*:(\d+)", file.read()):
                    return int(found[1])
            time.sleep(0.05)
        with open(log) as file:
            raise SystemExit(f"error: vedette serve did not start; it says:\n{file.read()}")

    def start(self, *arguments):
        command = [sys.executable, os.path.join(HERE, "streams_load.py"), arguments[0], str(self.port), *arguments[1:]]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    def load(self):
        subscribe = f"{SERVICE}/subscribe?outFields=*"
        reading = self.options.subscribers - self.silent - self.slow
        shares = [reading // 3 + (index < reading % 3) for index in range(3)]
        self.readers = []
        for index, share in enumerate(shares):
            path = os.path.join(self.folder, f"times-{index}")
            self.readers.append((self.start("read", subscribe, str(share), path), path))
        for mode, count in (("silent", self.silent), ("slow", self.slow)):
            if count:
                self.start(mode, subscribe, str(count))
        for process in self.processes:
            self.expect_ready(process)
        self.connected = self.resident()
        self.writer = self.start("write", f"{SERVICE}/broadcast", str(self.options.rate), str(self.options.padding))
        self.expect_ready(self.writer)

    def expect_ready(self, process):
        if process.stdout.readline() != "ready\n":
            raise SystemExit("error: a process of the load did not start; its message is above")

    def watch(self, seconds):
        """Looks at the server now and then, until the time is up, or the silent ones are gone and a while has passed since."""
        began = time.monotonic()
        self.first = int((began + WARM_UP) * 1e6)
        end = began + WARM_UP + seconds
        processor = self.processor()
        while time.monotonic() < end:
            if self.server.poll() is not None or self.writer.poll() is not None:
                raise SystemExit("error: the server or the writer ended meanwhile")
            self.peak = max(self.peak, self.resident())
            self.metrics = self.read_metrics()
            stalled = self.metrics.get("vedette_stream_subscribers_stalled_total", 0)
            if self.silent and self.gone_after is None and stalled >= self.silent:
                self.gone_after = time.monotonic() - began
                self.gone_at = int(time.monotonic() * 1e6)
                end = max(time.monotonic() + 5, began + WARM_UP + self.options.seconds)
            time.sleep(0.25)
        self.last = int(time.monotonic() * 1e6)
        self.cores = (self.processor() - processor) / (time.monotonic() - began)

    def gather(self):
        self.writer.stdin.close()
        self.writer.wait(10)
        times, self.lost = [], 0
        for process, path in self.readers:
            process.stdin.close()
            self.lost += int(process.stdout.readline() or 0)
            process.wait(10)
            times.append(np.fromfile(path, dtype=np.int64).reshape(-1, 2))
        times = np.concatenate(times)
        # Of what was sent in the last half second, some may not have come in yet.
        times = times[(times[:, 0] >= self.first) & (times[:, 0] < self.last - 500_000)]
        self.sent = len(np.unique(times[:, 0]))
        self.times = times
        self.missing = self.sent * (self.options.subscribers - self.silent - self.slow) - len(times)

    def latency(self, until=None):
        """Milliseconds: the median and the 99th percentile."""
        times = self.times if until is None else self.times[self.times[:, 0] < until]
        if not len(times):
            return float("nan"), float("nan")
        return tuple(np.percentile((times[:, 1] - times[:, 0]) / 1e3, [50, 99]))

    def resident(self):
        with open(f"/proc/{self.server.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1_024

    def processor(self):
        with open(f"/proc/{self.server.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read_metrics(self):
        """The counters of streams, summed over their sources."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as response:
            text = response.read().decode()
        sums = {}
        for name, value in re.findall(r"^(vedette_stream_\w+)(?:\{[^}]*\})? ([0-9.e+]+)", text, re.MULTILINE):
            sums[name] = sums.get(name, 0) + float(value)
        return sums

    def report(self):
        half, most = self.latency()
        print(
            f"{self.name}: latency p50 {half:.2f} ms, p99 {most:.2f} ms over {len(self.times):,} receipts of {self.sent:,} observations, "
            f"{self.missing:,} missing, {self.lost} readers closed; server {self.cores:.2f} cores, memory idle {mebibytes(self.idle)}, "
            f"connected {mebibytes(self.connected)}, at the most {mebibytes(self.peak)}"
        )
        told = {name.removeprefix("vedette_stream_"): int(value) for name, value in sorted(self.metrics.items()) if value}
        print("    " + ", ".join(f"{name} {value:,}" for name, value in told.items()))
        if self.silent and self.gone_after is not None:
            print("    while they were there: latency p50 {:.2f} ms, p99 {:.2f} ms".format(*self.latency(self.gone_at)), flush=True)


def judge(options, before, middle, after):
    checks = []
    kinds = [("p50", 0), ("p99", 1)]
    until = middle.gone_at if middle.gone_after is not None else None
    for name, index in kinds:
        base = (before.latency()[index] + after.latency()[index]) / 2
        spread = abs(before.latency()[index] - after.latency()[index]) / base
        ratio = middle.latency(until)[index] / base
        text = f"{ratio:.2f} × that with readers only, ≤ 1.10 (the two runs with readers only differ by {spread:.0%})"
        checks.append((f"latency {name} while {options.silent} read nothing", ratio <= 1.1, text))
    bound = options.silent * QUEUE_BYTES + SLACK_BYTES
    growth = middle.peak - max(before.peak, after.peak)
    checks.append(("memory", growth <= bound, f"{mebibytes(growth)} more than with readers only, ≤ {mebibytes(bound)}: a queue for each, and slack"))
    if options.silent:
        stalled = int(middle.metrics.get("vedette_stream_subscribers_stalled_total", 0))
        text = f"{stalled} of {options.silent}" + (f", the last after {middle.gone_after:.0f} s" if middle.gone_after is not None else "")
        checks.append(("silent ones closed", stalled == options.silent, text))
    missing = before.missing + middle.missing + after.missing
    lost = before.lost + middle.lost + after.lost
    checks.append(("readers", missing == 0 and lost == 0, f"{missing:,} observations missed, {lost} closed"))
    for name, is_met, text in checks:
        print(f"{'met' if is_met else 'missed'}: {name}: {text}")
    return all(is_met for _, is_met, _ in checks)


def mebibytes(count):
    return f"{count / 1048576:,.0f} MiB"


if __name__ == "__main__":
    main()
