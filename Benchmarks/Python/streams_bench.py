# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures what subscribers of a stream service that read nothing cost the others. script/bench streams runs it.

usage: script/bench streams [--quick] [--subscribers N] [--silent N] [--slow N] [--rate N] [--padding BYTES] [--seconds S]
    --quick            half the seconds
    --subscribers N    subscribers of each server (1000)
    --silent N         of these, how many fall silent on one of the servers: they read nothing more (100)
    --slow N           of these, how many then read 1 KiB a second there (0)
    --rate N           observations a second on each server, each of which goes to every subscriber (10)
    --padding BYTES    text in each observation, so that it is of the size that rich feeds have (2000)
    --seconds S        how long is measured with all reading, and at least with some silent (20)

Two servers at once, so that whatever else the machine does concerns both: first all subscribers of both read, then some of one server fall silent.
"""

import argparse
import math
import os
import resource
import sys
import tempfile
import time

import numpy as np

from store_servers import end_cleanly_when_told
from streams_side import Side

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
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--seconds", type=float)
    options = parser.parse_args()
    options.seconds = options.seconds or (10 if options.quick else 20)
    options.reading = options.subscribers - options.silent - options.slow
    if options.reading < 2 or min(options.silent, options.slow, options.padding) < 0 or options.rate <= 0 or options.seconds <= 0:
        parser.error("--silent and --slow are parts of --subscribers; --rate and --seconds are above 0")
    allow_files(2 * options.subscribers + 200)
    print(
        f"# Two servers, {options.subscribers:,} subscribers each; {options.rate:g} observations of some {options.padding + 150} bytes a second to each of them; "
        f"{os.cpu_count()} cores for the servers and the load, which is processes of its own.\n"
        "# Latency: from before a writer sends to after a reader has received, on one clock."
    )
    if os.getloadavg()[0] > 0.5 * (os.cpu_count() or 1):
        print(f"# The machine is busy already (load {os.getloadavg()[0]:.1f}): latencies will say little.")
    others = [(options.silent, 0), (options.slow, 1_024)]
    end_cleanly_when_told()
    sides = []
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as folder:
        try:
            for name in ("disturbed", "undisturbed"):
                say(f"starting {name}")
                sides.append(Side(options.binary, folder, name, options.reading, others))
            moments = measure(options, *sides)
        finally:
            for side in sides:
                side.stop()
    sys.exit(0 if judge(options, *sides, *moments) else 1)


def allow_files(count):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (count if limit == resource.RLIM_INFINITY else min(count, limit), limit))


def measure(options, disturbed, undisturbed):
    """Runs both phases; when, on the writers' clock, each began and ended, and after how many seconds the silent ones were gone."""
    disturbed.write(options.rate, options.padding)
    # The other writer in between, so that the two do not wait for each other.
    time.sleep(0.5 / options.rate)
    undisturbed.write(options.rate, options.padding)
    time.sleep(WARM_UP)
    say("all read")
    calm = now()
    processor = [side.processor() for side in (disturbed, undisturbed)]
    watch(disturbed, undisturbed, options.seconds)
    say(f"{options.silent} read nothing")
    disturbed.turn_others()
    turned, gone_after = now(), None
    end = time.monotonic() + LONGEST_STALL
    while time.monotonic() < end:
        watch(disturbed, undisturbed, 0.25)
        if gone_after is None and disturbed.stalled >= options.silent:
            gone_after = (now() - turned) / 1e6
            end = max(time.monotonic() + 2, turned / 1e6 + options.seconds)
    over = now()
    for side, before in zip((disturbed, undisturbed), processor):
        side.cores = (side.processor() - before) / ((over - calm) / 1e6)
        side.end_writing()
    # What is still on its way.
    time.sleep(3)
    for side in (disturbed, undisturbed):
        side.gather()
    return calm, turned, over, gone_after


def watch(disturbed, undisturbed, seconds):
    end = time.monotonic() + seconds
    while True:
        disturbed.look()
        undisturbed.look()
        if time.monotonic() >= end:
            return
        time.sleep(0.25)


def judge(options, disturbed, undisturbed, calm, turned, over, gone_after):
    until = over if gone_after is None else turned + int(gone_after * 1e6)
    phases = [("all read", calm, turned), (f"{options.silent} read nothing", turned, until)]
    if gone_after is not None:
        phases.append(("they are gone", until, over))
    for title, first, last in phases:
        for side in (disturbed, undisturbed):
            latencies, missing = side.receipts(first, last)
            print(f"{title}, {side.name}: {spread(latencies)} over {len(latencies):,} receipts, {missing:,} missing")
    for side in (disturbed, undisturbed):
        memory = f"memory {mebibytes(side.idle)} idle, {mebibytes(side.connected)} connected, {mebibytes(side.peak)} at the most"
        print(f"{side.name}: {side.cores:.2f} cores, {memory}; " + ", ".join(f"{name} {value:,}" for name, value in side.metrics.items() if value))

    checks = []
    for name, percentile in (("p50", 50), ("p99", 99)):
        still, silent = (ratio(disturbed, undisturbed, first, last, percentile) for _, first, last in phases[:2])
        # Two servers are never quite alike: what counts is how much more they differ than before.
        change = silent[0] / still[0], math.exp(math.hypot(math.log(silent[1]), math.log(still[1])))
        verdict = decided(*change)
        text = f"{factor(change)}, ≤ 1.10 ({factor(silent)} that of the undisturbed server; with all reading {factor(still)})"
        checks.append((f"latency {name} of the {options.reading} while {options.silent} read nothing", verdict, text))
    bound = (options.silent + options.slow) * QUEUE_BYTES + SLACK_BYTES
    growth = disturbed.peak - undisturbed.peak
    text = f"{mebibytes(growth)} more than undisturbed, ≤ {mebibytes(bound)}: a queue for each, and slack"
    checks.append(("memory", growth <= bound, text))
    text = f"{disturbed.stalled} of {options.silent}" + (f" and {options.slow} slow ones" if options.slow else "") + ("" if gone_after is None else f", the last after {gone_after:.0f} s")
    # One that reads very slowly may be taken for silent too.
    checks.append(("silent ones closed", options.silent <= disturbed.stalled <= options.silent + options.slow, text))
    missing = sum(side.receipts(calm, over)[1] for side in (disturbed, undisturbed))
    lost = disturbed.lost + undisturbed.lost
    checks.append(("readers", missing == 0 and lost == 0, f"{missing:,} receipts missing, {lost} closed"))
    for name, verdict, text in checks:
        print(f"{'undecided, the machine is too busy' if verdict is None else 'met' if verdict else 'missed'}: {name}: {text}")
    return all(verdict is not False for _, verdict, _ in checks)


def ratio(disturbed, undisturbed, first, last, percentile):
    """How many times as late an observation is on the disturbed server as those of the other just before and just after it: the median, and the
    factor by which that may be off (a standard error)."""
    (sent, latencies), (times, others) = (side.waves(first, last, percentile) for side in (disturbed, undisturbed))
    if not len(sent) or len(times) < 2:
        return float("nan"), float("nan")
    after = np.clip(np.searchsorted(times, sent), 1, len(times) - 1)
    logarithms = np.log(latencies) - (np.log(others[after]) + np.log(others[after - 1])) / 2
    # By stretches of two dozen: neighbours meet the same machine, and are no more than one witness together.
    middles = [np.median(stretch) for stretch in np.array_split(logarithms, max(4, len(logarithms) // 24)) if len(stretch)]
    return float(np.exp(np.median(middles))), float(np.exp(1.2533 * np.std(middles, ddof=1) / np.sqrt(len(middles))))


def decided(value, error):
    """Whether a ratio is within the bound; None where it could be the machine that it is, or is not."""
    if value <= 1.1:
        return True if error <= 1.1 or value * error**2 <= 1.1 else None
    return None if value / error**2 <= 1.1 else False


def factor(pair):
    return f"{pair[0]:.2f} × (± {pair[1] - 1:.0%})"


def spread(latencies):
    return "nothing" if not len(latencies) else "p50 {:.2f} ms, p99 {:.2f} ms".format(*np.percentile(latencies, [50, 99]))


def now():
    return time.monotonic_ns() // 1_000


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


def mebibytes(count):
    return f"{count / 1048576:,.0f} MiB"


if __name__ == "__main__":
    main()
