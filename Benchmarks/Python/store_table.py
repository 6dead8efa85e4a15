# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of script/bench store: what was measured in rows, who was measured in columns."""

SIDES = ["Vedette", "prototype", "redis", "sqlite", "postgis", "duckdb"]
TITLES = ["Vedette", "C++ prototype", "Redis", "SQLite", "PostGIS", "DuckDB"]
QUERIES = ["bbox", "64-gon", "circle", "where", "bbox and where", "nearest 10", "bbox, as entities"]
# Rows of figures that are no queries, with their targets (../shared/design/performance.md) at 100,000 and at a million tracks.
FIGURES = [
    ("ingest", "ns an observation", {100_000: "≤ 50", 1_000_000: "≤ 100"}),
    ("ingest, filling", "ns", {}),
    ("ingest, changes returned", "ns", {}),
    ("filling a batch", "ns", {}),
    ("bytes an observation", "B", {100_000: "≤ 96", 1_000_000: "≤ 96"}),
    ("bytes a track beside them", "B", {100_000: "≤ 400", 1_000_000: "≤ 400"}),
    ("bytes a track with 10", "B", {}),
    ("bytes a track with 10, as the store counts", "B", {}),
    ("through the lock, nobody listens", "ns", {}),
    ("through the lock, one batched listener", "ns", {}),
    ("what one batched listener adds", "ns", {100_000: "≤ 10", 1_000_000: "≤ 10"}),
    ("one reader of receivedObservations, at the feed", "ns", {}),
    ("one reader of receivedObservations, with its own work", "ns", {}),
    ("reached while asked", "M observations/s", {}),
]
# Rows where a peer is asked something else by its nature, and may find up to so many per cent more or fewer.
DIFFERENT = {
    ("redis", "bbox"): 3, ("redis", "circle"): 3, ("redis", "bbox and where"): 5, ("redis", "nearest 10"): 0.01,
    ("sqlite", "circle"): 3, ("postgis", "circle"): 3, ("postgis", "nearest 10"): 0.01,
}


class Table:
    def __init__(self, count):
        self.count = count
        self.rows = {}
        self.missing = []

    def add(self, side, rows):
        for row in rows:
            self.rows[side, row["row"], row.get("state")] = row

    def unavailable(self, side, reason):
        self.missing.append(f"{side}: not available: {reason}")

    def print(self, seconds):
        """Prints everything; whether all answers agree."""
        print(f"\n# {self.count:,} tracks, 10 observations each of 8 attributes; everything below in one run of {seconds:.0f} s")
        print("# ×: how many times as long as Vedette. Ingest: processor time; a peer's as ../shared/bench has it. README.md says more.")
        lines = [["", "target", *TITLES]]
        for name, unit, targets in FIGURES:
            cells = [self.figure(side, name) for side in SIDES]
            if any(cells):
                lines.append([f"{name}, {unit}", targets.get(self.count, ""), *cells])
        for state in ("idle", "ingesting"):
            for name in QUERIES:
                cells = [self.latency(side, name, state) for side in SIDES]
                if any(cells):
                    lines.append([f"{name}, {state}, µs p50 / p99", self.target(name, state), *cells])
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        for line in lines:
            print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
        for line in self.missing:
            print(line)
        agreed = self.agreement()
        self.verdicts()
        print(flush=True)
        return agreed

    # Cells

    def value(self, side, name, state=None):
        row = self.rows.get((side, name, state))
        return sorted(row["values"])[len(row["values"]) // 2] if row else None

    def figure(self, side, name):
        row = self.rows.get((side, name, None))
        if not row:
            return ""
        value = self.value(side, name)
        text = short(value)
        if len(row["values"]) > 1:
            text += f" [{short(min(row['values']))} … {short(max(row['values']))}]"
        if side != "Vedette" and name == "ingest" and self.value("Vedette", name):
            text += f" ×{short(value / self.value('Vedette', name))}"
        return text + (f" ({row['note']})" if "note" in row else "")

    def latency(self, side, name, state):
        row = self.rows.get((side, name, state))
        if not row:
            return ""
        text = f"{short(row['values'][0])} / {short(row['p99'])}"
        if side != "Vedette" and self.value("Vedette", name, state):
            text += f" ×{short(row['values'][0] / self.value('Vedette', name, state))}"
        return text + (f" n={row['count']}" if 0 < row["count"] < 100 else "")

    def target(self, name, state):
        if state == "ingesting":
            return "p99 ≤ 3 × idle"
        return {"bbox": "≤ 15", "where": "≤ 3,000"}.get(name, "") if self.count == 1_000_000 else ""

    # What follows from the figures

    def verdicts(self):
        checks = []
        for name, _, targets in FIGURES:
            value = self.value("Vedette", name)
            if value is not None and self.count in targets:
                checks.append((name, value <= float(targets[self.count].lstrip("≤ ")), f"{short(value)}, {targets[self.count]}"))
        for name in QUERIES:
            idle, busy = self.rows.get(("Vedette", name, "idle")), self.rows.get(("Vedette", name, "ingesting"))
            limit = self.target(name, "idle").lstrip("≤ ").replace(",", "")
            if idle and limit:
                checks.append((f"{name}, p50", idle["values"][0] <= float(limit), f"{short(idle['values'][0])} µs, ≤ {limit}"))
            if idle and busy:
                ratio = busy["p99"] / idle["p99"]
                checks.append((f"{name}, p99 while ingesting", ratio <= 3, f"{short(ratio)} × idle, ≤ 3"))
        for name, is_met, text in checks:
            print(f"{'met' if is_met else 'missed'}: {name}: {text}")

    def agreement(self):
        agreed = True
        for side, title in zip(SIDES[1:], TITLES[1:]):
            for name in QUERIES:
                ours, theirs = self.rows.get(("Vedette", name, "idle")), self.rows.get((side, name, "idle"))
                if not ours or not theirs:
                    continue
                text, is_same = self.compare(side, name, ours, theirs)
                verdict = "answers not compared" if is_same is None else "answers agree" if is_same else "ANSWERS DIFFER"
                print(f"{verdict}: {name}, {title}: {text}")
                agreed &= is_same is not False
        return agreed

    def compare(self, side, name, ours, theirs):
        if "mean" in theirs:
            # The prototype says how many it found in all its queries; it is the same work where we had the time to ask as many.
            if ours["count"] != theirs["count"]:
                return f"{ours['count']} queries in the time, against {theirs['count']}", None
            mean = sum(ours["hits"]) / len(ours["hits"])
            return f"{mean:.1f} and {theirs['mean']:.1f} found on average of {ours['count']}", abs(mean - theirs["mean"]) < 0.051
        count = min(len(ours["hits"]), len(theirs["hits"]))
        same = sum(pair[0] == pair[1] for pair in list(zip(zip(ours["hits"], ours["sums"]), zip(theirs["hits"], theirs["sums"])))[:count])
        text = f"the same tracks in {same} of {count} queries"
        if (side, name) not in DIFFERENT:
            return text, same == count
        found = sum(ours["hits"][:count]), sum(theirs["hits"][:count])
        return f"{text}; {found[0]} and {found[1]} found in all", abs(found[0] - found[1]) <= DIFFERENT[side, name] / 100 * found[0] + 1


def short(value):
    if value is None:
        return ""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.2g}"
