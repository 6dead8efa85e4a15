# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Asks `vedette eval where` and SQLite the same random clauses over the same rows.

WHERE_CLAUSES is how many clauses there are (20,000), WHERE_SEED where chance begins (1). Differences between the two languages that docs/where.md
lists are in DIFFERENCES, with what is done about each: some are spelled differently for SQLite, the others are never asked.
"""

import json
import os
import random
import sqlite3
import subprocess
import unittest

DIFFERENCES = [
    "LIKE knows case here; SQLite is told so by PRAGMA case_sensitive_like",
    "7 / 2 is 3.5 here and 3 in SQLite, which is asked CAST(7 AS REAL) / 2",
    "% takes decimals here; SQLite cuts them off, so only whole numbers are asked",
    "a text beside a number is that number or unknown here; SQLite orders texts behind numbers: never asked",
    "a decimal without a fraction is '2' as text here and '2.0' in SQLite: only whole numbers become texts",
    "UPPER and LOWER know all letters here and only ASCII in SQLite: only ASCII is asked",
    "SUBSTRING counts from before the text where its start is below 1; SQLite counts from the end: starts of 1 and more are asked",
    "POSITION, TRIM, CONCAT, CHAR_LENGTH and SUBSTRING … FROM … FOR are spelled instr, trim, ||, length and substr for SQLite",
    "CAST of a text that is no number is null here and 0 in SQLite: only numbers are cast",
    "CAST of a number that the type cannot hold is null here and the nearest in SQLite: only those that fit are cast",
    "a number beyond what a double holds is null here and infinite in SQLite: never reached",
    "a condition must be a condition here; SQLite takes a number for one: never asked",
]

NUMBERS = ["0", "1", "2", "3", "-1", "-2", "7", "0.5", "2.5", "-0.25", "1e3", "100", "9007199254740993", "9007199254740992.0", ".75", "5."]
INTEGERS = ["0", "1", "2", "3", "-1", "-4", "7", "10", "9007199254740993", "-9223372036854775808", "9223372036854775807"]
TEXTS = ["", "a", "ab", "abc", "ABC", "b", "a%b", "a_b", "%", "_", "it's", "é", "日本", "a b ", " a", "abcabc", "12", "z😀"]
PATTERNS = ["%", "_", "a%", "%a", "%a%", "a_c", "%b%c", "", "__", "a!%b", "a!_b", "%!%%", "é", "_本", "%😀", "abc", "%abc%", "!!", "%_%", "a%%b", "A%"]

ROWS = [
    {"I": 1, "J": 2, "R": 0.5, "S": 2.5, "T": "abc", "U": "ab"},
    {"I": 0, "J": -4, "R": -0.25, "S": 100.0, "T": "", "U": "a%b"},
    {"I": None, "J": 7, "R": None, "S": 0.5, "T": None, "U": "é"},
    {"I": -1, "J": None, "R": 2.5, "S": None, "T": "ABC", "U": None},
    {"I": 9007199254740993, "J": 9007199254740992, "R": 9007199254740992.0, "S": 1000.0, "T": "日本", "U": "日"},
    {"I": 9223372036854775807, "J": -9223372036854775808, "R": 1e30, "S": -1e30, "T": "it's", "U": "a_b"},
    {"I": 3, "J": 3, "R": 3.0, "S": 3.0, "T": "a b ", "U": "a b "},
    {"I": None, "J": None, "R": None, "S": None, "T": None, "U": None},
    {"I": 2, "J": 10, "R": 7.75, "S": -7.75, "T": "z😀", "U": "%"},
]
FIELDS = {"I": "int64", "J": "int64", "R": "float64", "S": "float64", "T": "text", "U": "text"}


class Generator:
    """Makes pairs: a clause as Vedette is asked, and as SQLite is."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, share):
        return self.random.random() < share

    def keyword(self, word):
        """Keywords are known in any case."""
        return word if self.chance(0.7) else word.lower() if self.chance(0.5) else word.capitalize()

    def integer(self, depth):
        kind = self.random.randrange(10) if depth > 0 else self.random.randrange(3)
        if kind <= 1:
            field = self.pick(["I", "J", "i", '"I"', "[J]", "rows.I"])
            return field, field if "." not in field else "I"
        if kind == 2:
            value = self.pick(INTEGERS)
            return (value, value) if not value.startswith("-") else (f"({value})", f"({value})")
        if kind == 3:
            a, b = self.integer(depth - 1), self.integer(depth - 1)
            sign = self.pick(["+", "-", "*", "%"])
            if sign in "*%" and not self.chance(0.5):
                sign = "+"
            return f"({a[0]} {sign} {b[0]})", f"({a[1]} {sign} {b[1]})"
        if kind == 4:
            a = self.text(depth - 1)
            return f"CHAR_LENGTH({a[0]})", f"length({a[1]})"
        if kind == 5:
            a, b = self.text(depth - 1), self.text(depth - 1)
            return f"POSITION({a[0]} IN {b[0]})", f"instr({b[1]}, {a[1]})"
        if kind == 6:
            a, b = self.integer(depth - 1), self.integer(depth - 1)
            return f"COALESCE({a[0]}, {b[0]})", f"coalesce({a[1]}, {b[1]})"
        if kind == 7:
            a, b = self.integer(depth - 1), self.integer(depth - 1)
            return f"NULLIF({a[0]}, {b[0]})", f"nullif({a[1]}, {b[1]})"
        if kind == 8:
            c, a, b = self.condition(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
            return tuple(f"CASE WHEN {c[i]} THEN {a[i]} ELSE {b[i]} END" for i in (0, 1))
        a, b, c = self.integer(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
        return tuple(f"CASE {a[i]} WHEN {b[i]} THEN {c[i]} END" for i in (0, 1))

    def number(self, depth):
        kind = self.random.randrange(10) if depth > 0 else self.random.randrange(3)
        if kind == 0:
            return self.integer(depth - 1)
        if kind == 1:
            field = self.pick(["R", "S", "r", "[S]"])
            return field, field
        if kind == 2:
            value = self.pick(NUMBERS)
            return (value, value) if not value.startswith("-") else (f"({value})", f"({value})")
        if kind <= 4:
            a, b = self.number(depth - 1), self.number(depth - 1)
            sign = self.pick("+-*")
            return f"({a[0]} {sign} {b[0]})", f"({a[1]} {sign} {b[1]})"
        if kind == 5:
            a, b = self.number(depth - 1), self.number(depth - 1)
            return f"({a[0]} / {b[0]})", f"(CAST({a[1]} AS REAL) / {b[1]})"
        if kind == 6:
            a = self.pick([("R", "R"), ("S", "S"), ("2.5", "2.5"), ("(-7.75)", "(-7.75)"), ("0.5", "0.5")])
            name, places = self.pick([("ROUND", ""), ("ROUND", ", 1"), ("ABS", ""), ("SIGN", "")])
            return f"{name}({a[0]}{places})", f"{name}({a[1]}{places})"
        if kind == 7:
            a = self.number(depth - 1)
            return f"(- {a[0]})", f"(- {a[1]})"
        if kind == 8:
            value = self.pick(["2.5", "-2.5", "7", "SIGN(R) * 2.75", "SIGN(S) * 1e9"])
            return f"CAST({value} AS INTEGER)", f"CAST({value} AS INTEGER)"
        a, b = self.number(depth - 1), self.number(depth - 1)
        return f"COALESCE({a[0]}, {b[0]})", f"coalesce({a[1]}, {b[1]})"

    def literal(self, text):
        quoted = "'" + text.replace("'", "''") + "'"
        return quoted, quoted

    def text(self, depth):
        kind = self.random.randrange(10) if depth > 0 else self.random.randrange(3)
        if kind <= 1:
            field = self.pick(["T", "U", "t"])
            return field, field
        if kind == 2:
            return self.literal(self.pick(TEXTS))
        if kind == 3:
            a, b = self.text(depth - 1), self.text(depth - 1)
            return f"({a[0]} || {b[0]})", f"({a[1]} || {b[1]})"
        if kind == 4:
            a, b = self.text(depth - 1), self.pick([self.text(depth - 1), ("I", "I"), ("12", "12")])
            return f"CONCAT({a[0]}, {b[0]})", f"({a[1]} || {b[1]})"
        if kind == 5:
            a, start, count = self.text(depth - 1), self.random.randrange(1, 5), self.random.randrange(0, 4)
            if self.chance(0.5):
                return f"SUBSTRING({a[0]} FROM {start} FOR {count})", f"substr({a[1]}, {start}, {count})"
            return f"SUBSTRING({a[0]}, {start})", f"substr({a[1]}, {start})"
        if kind == 6:
            name = self.pick(["UPPER", "LOWER"])
            a = self.pick([self.literal(self.pick(["abC", "A b", "x1"])), ("U || 'x'", "U || 'x'")])
            if "U" in a[0]:
                # Only what has no letters beyond ASCII in it.
                a = ("CASE WHEN U = 'é' THEN 'e' ELSE U END",) * 2
            return f"{name}({a[0]})", f"{name}({a[1]})"
        if kind == 7:
            a, c = self.text(depth - 1), self.literal(self.pick([" ", "a", "ab", "é"]))
            side, name = self.pick([("BOTH", "trim"), ("LEADING", "ltrim"), ("TRAILING", "rtrim")])
            return f"TRIM({side} {c[0]} FROM {a[0]})", f"{name}({a[1]}, {c[1]})"
        if kind == 8:
            a, b = self.text(depth - 1), self.text(depth - 1)
            return f"COALESCE({a[0]}, {b[0]})", f"coalesce({a[1]}, {b[1]})"
        c, a, b = self.condition(depth - 1), self.text(depth - 1), self.text(depth - 1)
        return tuple(f"CASE WHEN {c[i]} THEN {a[i]} ELSE {b[i]} END" for i in (0, 1))

    def value(self, depth, kind):
        if self.chance(0.06):
            return "NULL", "NULL"
        return {"number": self.number, "integer": self.integer, "text": self.text}[kind](depth)

    def condition(self, depth):
        if depth > 0 and self.chance(0.45):
            kind = self.random.randrange(4)
            if kind == 0:
                a = self.condition(depth - 1)
                bare = a[0].count("(") == 0 and " AND " not in a[0] and " OR " not in a[0] and " or " not in a[0] and " and " not in a[0]
                no = self.keyword("NOT")
                return (f"{no} {a[0]}", f"NOT {a[1]}") if bare else (f"{no} ({a[0]})", f"NOT ({a[1]})")
            word = self.keyword(self.pick(["AND", "OR"]))
            parts = [self.condition(depth - 1) for _ in range(self.random.randrange(2, 4))]
            if self.chance(0.3):
                # No brackets: precedence decides.
                return tuple(f" {word} ".join(part[i] for part in parts) for i in (0, 1))
            return tuple(f" {word} ".join(f"({part[i]})" for part in parts) for i in (0, 1))
        kind = self.pick(["number", "number", "integer", "text", "text"])
        a = self.value(depth, kind)
        shape = self.random.randrange(7)
        negation = self.pick(["", "", "NOT "])
        if shape <= 1:
            b, sign = self.value(depth, kind), self.pick(["=", "<>", "!=", "<", "<=", ">", ">="])
            return tuple(f"{a[i]} {sign} {b[i]}" for i in (0, 1))
        if shape == 2:
            return tuple(f"{a[i]} IS {negation}NULL" for i in (0, 1))
        if shape == 3:
            b, c = self.value(depth, kind), self.value(depth, kind)
            return tuple(f"{a[i]} {negation}BETWEEN {b[i]} AND {c[i]}" for i in (0, 1))
        if shape == 4:
            items = [self.value(depth - 1, kind) for _ in range(self.random.randrange(0, 5))]
            if self.chance(0.1):
                items += [self.literal(f"w{n}") if kind == "text" else (str(n), str(n)) for n in range(40)]
            return tuple(f"{a[i]} {negation}IN ({', '.join(item[i] for item in items)})" for i in (0, 1))
        if shape == 5:
            left = self.value(depth, self.pick(["text", "integer"]))
            if self.chance(0.2):
                pattern = self.text(depth - 1)
                return tuple(f"{left[i]} {negation}LIKE {pattern[i]}" for i in (0, 1))
            pattern = self.pick(PATTERNS)
            escape = " ESCAPE '!'" if "!" in pattern else ""
            return tuple(f"{left[i]} {negation}LIKE {self.literal(pattern)[i]}{escape}" for i in (0, 1))
        if self.chance(0.3):
            return self.pick([("1=1", "1=1"), ("1 = 0", "1 = 0"), ("TRUE", "TRUE"), ("NULL IS NULL", "NULL IS NULL")])
        b = self.condition(depth - 1) if depth > 0 else ("1=1", "1=1")
        return f"({b[0]}) = TRUE", f"({b[1]}) = TRUE"


class WhereClauses(unittest.TestCase):
    def test_random_clauses_mean_what_they_mean_to_sqlite(self):
        count = int(os.environ.get("WHERE_CLAUSES", "20000"))
        seed = int(os.environ.get("WHERE_SEED", "1"))
        generator = Generator(seed)
        connection = sqlite3.connect(":memory:")
        connection.execute("PRAGMA case_sensitive_like = 1")
        connection.execute("CREATE TABLE rows (I INTEGER, J INTEGER, R REAL, S REAL, T TEXT, U TEXT)")
        connection.executemany("INSERT INTO rows VALUES (:I, :J, :R, :S, :T, :U)", ROWS)
        attributes = [json.dumps({name: value for name, value in row.items() if value is not None}) for row in ROWS]
        fields = json.dumps(FIELDS)
        lines, expected, skipped = [], [], 0
        while len(expected) < 3 * count:
            ours, theirs = generator.condition(generator.random.randrange(0, 4))
            try:
                truths = [None if truth is None else bool(truth) for (truth,) in connection.execute(f"SELECT {theirs} FROM rows")]
            except sqlite3.OperationalError as error:
                # A whole number that SQLite will not reckon with, such as abs of the smallest.
                self.assertIn("integer overflow", str(error), theirs)
                skipped += 1
                continue
            for row in generator.random.sample(range(len(ROWS)), 3):
                lines.append(
                    f'{{"id":{len(lines)},"expression":{json.dumps(ours)},"attributes":{attributes[row]},"fields":{fields}}}'
                )
                expected.append((ours, theirs, row, truths[row]))
        run = subprocess.run(
            [os.environ["VEDETTE_BINARY"], "eval", "where", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
        )
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(len(answers), len(expected))
        disagreements, seen = [], {True: 0, False: 0, None: 0}
        for answer, (ours, theirs, row, truth) in zip(answers, expected):
            seen[truth] += 1
            if answer.get("value", "an error") is not truth or "error" in answer:
                disagreements.append(f"row {row}: {ours}\n    SQLite {truth} for {theirs}\n    Vedette {answer}")
        print(
            f"\n{count} clauses (seed {seed}), {len(expected)} rows asked: {seen[True]} true, {seen[False]} false, {seen[None]} unknown; "
            f"{skipped} that SQLite would not work out; documented differences:"
        )
        for difference in DIFFERENCES:
            print("  -", difference)
        self.assertFalse(disagreements, f"{len(disagreements)} disagreements, the first:\n" + "\n".join(disagreements[:8]))
        self.assertTrue(all(number > len(expected) / 20 for number in seen.values()), seen)


if __name__ == "__main__":
    unittest.main()
