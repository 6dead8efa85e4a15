# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures the fence engine beside its peers in one run, on the same files. script/bench fence runs it.

usage: script/bench fence [--quick] [--runs N] [--fences N,N] [--parts NAME,NAME] [--peers NAME,NAME]
    --quick          1,000 and 10,000 fences only: about a minute
    --runs N         how often our side and the prototype are run, in turns (2)
    --fences N,N     how many fences there are (10000,100000,1000000; growth is fitted from 1,000 on)
    --parts NAMES    what is measured: engine,growth,edits,command (all)
    --peers NAMES    which peers are measured: prototype,geos,s2,jts (all), or none
"""

import argparse
import os
import sys

from fences_command import CommandPart
from fences_data import Data
from fences_edits import EditsPart
from fences_engine import EnginePart
from fences_growth import GrowthPart
from fences_peers import PEERS, Peers
from fences_report import Report

PARTS = {"engine": EnginePart, "growth": GrowthPart, "edits": EditsPart, "command": CommandPart}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--command", default="")
    parser.add_argument("--root", required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--fences")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--peers", default=",".join(PEERS))
    options = parser.parse_args()
    parts = options.parts.split(",")
    names = [] if options.peers == "none" else options.peers.split(",")
    counts = [int(count) for count in (options.fences or ("1000,10000" if options.quick else "10000,100000,1000000")).split(",")]
    for unknown, known in ((set(parts) - set(PARTS), PARTS), (set(names) - set(PEERS), PEERS)):
        if unknown:
            parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if min(counts) < 100 or options.runs < 1:
        parser.error("--fences is 100 at least, --runs is above 0")

    report = Report()
    data = Data(options.root)
    peers = Peers(data, names)
    load = os.getloadavg()[0]
    print(f"# {os.cpu_count()} cores; load {load:.1f} before: figures are worth keeping as ratios, and only of a machine that does nothing else")
    for name in parts:
        PARTS[name](options, data, peers, counts, report).run()
    print(f"\n# load {os.getloadavg()[0]:.1f} after, the measuring itself included")
    sys.exit(report.conclude())


if __name__ == "__main__":
    main()
