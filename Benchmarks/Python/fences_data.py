# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Fences and tracks to measure with: made once by the generator of the shared benchmark, kept in a folder."""

import os
import shutil
import struct
import subprocess
import sys

TRACKS = {"100k": (100_000, 60)}


class Unavailable(Exception):
    """A peer that cannot be measured, and how to mend that."""


class Data:
    """The files are in VEDETTE_BENCH_DATA, else in .build/bench-data; sources in VEDETTE_BENCH_PEERS, else in ../shared/bench/src."""

    def __init__(self, root):
        self.root = root
        self.sources = os.environ.get("VEDETTE_BENCH_PEERS") or os.path.join(root, "..", "shared", "bench", "src")
        self.folder = os.environ.get("VEDETTE_BENCH_DATA") or os.path.join(root, ".build", "bench-data")
        self.programs = os.path.join(self.folder, "bin")
        os.makedirs(self.programs, exist_ok=True)

    def source(self, name):
        path = os.path.join(self.sources, name)
        if not os.path.exists(path):
            raise Unavailable(f"there is no {path}: name its folder with VEDETTE_BENCH_PEERS")
        return path

    def compiled(self, name, *libraries, options=("-O3", "-march=native", "-std=c++17", "-pthread")):
        """A C++ program of the peers' sources, compiled once and again when its sources are newer."""
        source = self.source(f"{name}.cpp")
        program = os.path.join(self.programs, name)
        newest = max(os.path.getmtime(os.path.join(self.sources, file)) for file in os.listdir(self.sources))
        if not os.path.exists(program) or os.path.getmtime(program) < newest:
            if not shutil.which("g++"):
                raise Unavailable("install g++")
            run = subprocess.run(["g++", *options, "-o", program, source, *libraries], capture_output=True, text=True, check=False)
            if run.returncode:
                raise Unavailable(f"{name}.cpp does not compile: {first_error(run.stderr)}")
        return program

    def fences(self, count):
        return self.made(f"fences_{count}.bin", b"FNC1", "fences", str(count))

    def tracks(self, name="100k"):
        return self.made(f"tracks_{name}.bin", b"TRK1", "tracks", *map(str, TRACKS[name]))

    def made(self, name, magic, *arguments):
        path = os.path.join(self.folder, name)
        if not self.begins_with(path, magic):
            say(f"making {name}")
            subprocess.run([self.compiled("gen", options=("-O2",)), *arguments, path + ".new"], check=True, stderr=subprocess.DEVNULL)
            os.replace(path + ".new", path)
        return path

    @staticmethod
    def begins_with(path, magic):
        if not os.path.exists(path):
            return False
        with open(path, "rb") as file:
            return file.read(4) == magic


def read_fences(path):
    """The rings of a file of fences: lists of (longitude, latitude) in 1e-7 degree."""
    import numpy

    with open(path, "rb") as file:
        _, count, total = struct.unpack("<4sIQ", file.read(16))
        counts = numpy.frombuffer(file.read(4 * count), "<u4")
        vertices = numpy.frombuffer(file.read(8 * total), "<i4").reshape(-1, 2)
    return counts, vertices


def read_tracks(path, limit):
    """(track, second, longitude, latitude) of the first updates of a file of tracks."""
    import numpy

    with open(path, "rb") as file:
        _, _, total = struct.unpack("<4sIQ", file.read(16))
        return numpy.frombuffer(file.read(16 * min(limit, total)), "<i4").reshape(-1, 4)


def first_error(text):
    return next((line.strip() for line in text.splitlines() if "error" in line), "no message")


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)
