# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""A `vedette demo`, or another live server, for a test, on a port of its own, that can be killed."""

import os
import re
import subprocess
import time
from pathlib import Path


class Server:
    """A `vedette demo`; with port 0 on a port of its own choice, which `port` then is."""

    def __init__(self, folder, port=0, *options, command=("demo",)):
        self.log = Path(folder) / f"server-{time.monotonic_ns()}.txt"
        command = [os.environ["VEDETTE_BINARY"], *command, "--port", str(port), "--assets", os.environ["VEDETTE_ASSETS"], *options]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.port = self._listening_port()

    def _listening_port(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if found := re.search(rb"The live page is at http://127\.0\.0\.1:(\d+)/", self.log.read_bytes()):
                return int(found.group(1))
            if self.process.poll() is not None:
                raise AssertionError(f"vedette demo ended with status {self.process.returncode} at its start:\n{self.log.read_text()}")
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"vedette demo did not listen within 30 s; it said:\n{self.log.read_text()}")

    def kill(self):
        self.process.kill()
        self.process.wait()
