# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables, targets and what went wrong."""


class Report:
    def __init__(self):
        self.targets = []
        self.failures = []

    def target(self, what, value, limit, unit="", least=False):
        """A figure that has a limit: the most it may be, or the least."""
        is_met = value >= limit if least else value <= limit
        self.targets.append((what, f"{figure(value)}{unit}", f"{'≥' if least else '≤'} {figure(limit)}{unit}", "met" if is_met else "NOT MET"))

    def fail(self, text):
        """Different answers: worse than any figure."""
        self.failures.append(text)
        print(f"DIFFERENT: {text}", flush=True)

    def conclude(self):
        """Prints the targets and gives the exit status: 1 where answers differ."""
        if self.targets:
            print("\nTargets (performance: measured here, in this run)")
            table([("target", "measured", "wanted", ""), *self.targets])
        for text in self.failures:
            print(f"DIFFERENT: {text}")
        if not self.failures:
            print("\nAll answers agree.")
        return 1 if self.failures else 0


def table(rows):
    """Columns as wide as they need to be, the first to the left."""
    rows = [[cell if isinstance(cell, str) else figure(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("    " + "  ".join(cells).rstrip(), flush=True)


def figure(value):
    if value is None:
        return "–"
    if isinstance(value, int) or abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 10 else f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}"
