# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""One of the two servers of script/bench streams, with the processes that load it."""

import os
import re
import subprocess
import sys
import time
import urllib.request

import numpy as np

from store_servers import stop

HERE = os.path.dirname(os.path.abspath(__file__))
SERVICE = "/arcgis/ws/services/pushed/StreamServer"
CONFIGURATION = """port: 0
connections-per-address: 10000
sources:
  - {name: Pushed, publish: pushed, broadcast: true, track-field: id, time-field: t}
"""


class Side:
    """A server, its writer, `reading` subscribers whose receipts are timed, and others that read at first: [(how many, bytes a second later)]."""

    def __init__(self, binary, folder, name, reading, others):
        self.folder, self.name, self.reading = folder, name, reading
        self.others, self.processes, self.peak, self.metrics = [], [], 0, {}
        configuration, log = (os.path.join(folder, f"{name}.{kind}") for kind in ("yaml", "log"))
        with open(configuration, "w") as file:
            file.write(CONFIGURATION)
        with open(log, "w") as output:
            self.server = subprocess.Popen([binary, "serve", "--config", configuration], stdout=output, stderr=output)
        self.processes.append(self.server)
        try:
            self.port = self.wait_for_port(log)
            self.idle = self.resident()
            subscribe = f"{SERVICE}/subscribe?outFields=*"
            self.readers = []
            for index, share in enumerate((reading // 2, reading - reading // 2)):
                path = os.path.join(folder, f"{name}-{index}.times")
                self.readers.append((self.start("read", subscribe, str(share), path), path))
            self.others = [self.start("turn", subscribe, str(count), str(later)) for count, later in others if count]
            for process in [reader for reader, _ in self.readers] + self.others:
                self.expect_ready(process)
            self.connected = self.resident()
        except BaseException:
            self.stop()
            raise

    def wait_for_port(self, log):
        end = time.monotonic() + 20
        while time.monotonic() < end and self.server.poll() is None:
            with open(log) as file:
                if found := re.search(r"https?://[^\s/]*:(\d+)", file.read()):
                    return int(found[1])
            time.sleep(0.05)
        with open(log) as file:
            raise SystemExit(f"error: vedette serve did not start; it says:\n{file.read()}")

    def start(self, mode, *arguments):
        command = [sys.executable, os.path.join(HERE, "streams_load.py"), mode, str(self.port), *arguments]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    @staticmethod
    def expect_ready(process):
        if process.stdout.readline() != "ready\n":
            raise SystemExit("error: a process of the load did not start; its message is above")

    def write(self, rate, padding):
        self.writer = self.start("write", f"{SERVICE}/broadcast", str(rate), str(padding))
        self.expect_ready(self.writer)

    def turn_others(self):
        """From now on the others read little or nothing."""
        for process in self.others:
            process.stdin.write("\n")
            process.stdin.flush()

    # What is seen from outside

    def look(self):
        if self.server.poll() is not None or self.writer.poll() is not None:
            raise SystemExit(f"error: the server or the writer ended meanwhile ({self.name})")
        self.peak = max(self.peak, self.resident())
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=20) as response:
            text = response.read().decode()
        self.metrics = {}
        for name, value in re.findall(r"^vedette_stream_(\w+)(?:\{[^}]*\})? ([0-9.e+]+)", text, re.MULTILINE):
            self.metrics[name] = self.metrics.get(name, 0) + int(float(value))

    @property
    def stalled(self):
        return self.metrics.get("subscribers_stalled_total", 0)

    def resident(self):
        with open(f"/proc/{self.server.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1_024

    def processor(self):
        """Seconds of processor time that the server has used."""
        with open(f"/proc/{self.server.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # The end

    def end_writing(self):
        self.writer.stdin.close()
        self.writer.wait(10)

    def gather(self):
        """Reads when the readers got what: sent and received, in microseconds of one clock."""
        times, self.lost = [], 0
        for process, path in self.readers:
            process.stdin.close()
            self.lost += int(process.stdout.readline() or 0)
            process.wait(20)
            times.append(np.fromfile(path, dtype=np.int64).reshape(-1, 2))
        self.times = np.concatenate(times)

    def receipts(self, first, last):
        """Latencies in milliseconds of what was sent in a stretch of time, and how many are missing."""
        times = self.times[(self.times[:, 0] >= first) & (self.times[:, 0] < last)]
        missing = len(np.unique(times[:, 0])) * self.reading - len(times)
        return (times[:, 1] - times[:, 0]) / 1e3, missing

    def waves(self, first, last, percentile):
        """When each observation of a stretch of time was sent, and a percentile of its latency over the readers."""
        times = self.times[(self.times[:, 0] >= first) & (self.times[:, 0] < last)]
        times = times[np.argsort(times[:, 0], kind="stable")]
        sent, starts = np.unique(times[:, 0], return_index=True)
        latencies = np.split((times[:, 1] - times[:, 0]) / 1e3, starts[1:])
        return sent, np.array([np.percentile(part, percentile) for part in latencies if len(part)])

    def stop(self):
        for process in reversed(self.processes):
            stop(process)
