# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""`vedette snapshot` makes pictures of what a configuration shows, and of a running server."""

import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from demo_server import Server
from picture import pixels

CONFIGURATION = """\
title: Square
view:
  center: [10, 20]
  zoom: 6
sources:
  - name: Things
    feed: feed.ndjson
"""


def thing(name, longitude, latitude):
    return f'{{"type":"Feature","id":"{name}","properties":{{}},"geometry":{{"type":"Point","coordinates":[{longitude},{latitude}]}}}}\n'


class Snapshots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vedette-snapshot-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "serve.yaml").write_text(CONFIGURATION)

    def snapshot(self, *options, of=None):
        out = self.folder / "picture.png"
        what = of or ["--config", str(self.folder / "serve.yaml"), "--assets", os.environ["VEDETTE_ASSETS"]]
        command = [os.environ["VEDETTE_BINARY"], "snapshot", *what, "--browser", os.environ["VEDETTE_CHROMIUM"], "--out", str(out), *options]
        # A browser that is left behind would keep the folder of its profile.
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=180, env=environment)
        self.assertEqual(run.returncode, 0, run.stderr.decode())
        self.assertEqual(list(self.folder.glob("vedette-browser-*")), [], "the browser's profile was left behind")
        self.errors = run.stderr.decode()
        return out.read_bytes()

    @staticmethod
    def size(png):
        return struct.unpack_from(">II", png, 16)

    def test_the_same_place_with_and_without_a_thing(self):
        (self.folder / "feed.ndjson").write_text(thing("a", 10, 20))
        there = self.snapshot("--size", "400x300", "--theme", "light")
        self.assertEqual(self.size(there), (400, 300))
        self.assertEqual(self.errors, "")
        (self.folder / "feed.ndjson").write_text(thing("a", -120, -50))
        elsewhere = self.snapshot("--size", "400x300", "--theme", "light")
        differing = [(x, y) for y, rows in enumerate(zip(pixels(there), pixels(elsewhere), strict=True))
                     for x, (one, other) in enumerate(zip(*rows, strict=True)) if one != other]
        self.assertTrue(differing, "the thing is not in the picture")
        # The symbol in the middle, and its label beside it; everything else is the same.
        self.assertIn((200, 150), differing)
        self.assertTrue(all(abs(x - 200) < 60 and abs(y - 150) < 40 for x, y in differing), f"{differing[:5]}…{differing[-5:]}")
        dark = self.snapshot("--size", "400x300", "--theme", "dark", "--scale", "2")
        self.assertEqual(self.size(dark), (800, 600))
        self.assertLess(sum(pixels(dark)[10][10]), sum(pixels(there)[5][5]) - 200, "dark is not dark")

    def test_nothing_to_see_is_said_and_pictured(self):
        (self.folder / "feed.ndjson").write_text("\n")
        self.assertEqual(self.size(self.snapshot("--size", "320x200", "--wait", "1")), (320, 200))
        self.assertIn("no entities", self.errors)

    def test_a_running_server_is_pictured_where_it_is_told_to_look(self):
        server = Server(self.folder)
        self.addCleanup(server.kill)
        of = ["--url", f"http://127.0.0.1:{server.port}/"]
        city = self.snapshot("--size", "500x400", "--view", "-112.01,33.43,9.3", of=of)
        colours = {pixel for row in pixels(city) for pixel in row}
        self.assertGreater(len(colours), 200, "there is no traffic in the picture")
        sea = self.snapshot("--size", "900x500", "--view", "-140,-40,9.3", of=of)
        self.assertLess(len({pixel for row in pixels(sea)[:300] for pixel in row}), 60, "the open sea is not empty")
        self.assertEqual(server.process.poll(), None)


if __name__ == "__main__":
    unittest.main()
