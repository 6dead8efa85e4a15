# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints random doubles with their texts: as ECMAScript lays them out, and rounded to some places with a half away from zero.

    number_text_oracle.py COUNT SEED

One JSON object a line: `bits` (the double, in hexadecimal), `text`, `places`, `rounded` (thousands parted by commas).
"""

import decimal
import json
import random
import struct
import sys


def text(value: float) -> str:
    """Number::toString of ECMA-262, from the digits of `repr`."""
    if value == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).normalize().as_tuple()
    digits = "".join(map(str, digits))
    point = len(digits) + exponent
    minus = "-" if sign else ""
    if len(digits) <= point <= 21:
        return minus + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return minus + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return minus + "0." + "0" * -point + digits
    fraction = "." + digits[1:] if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def rounded(value: float, places: int) -> str:
    exact = decimal.Decimal(repr(value))
    result = exact.quantize(decimal.Decimal(1).scaleb(-places), rounding=decimal.ROUND_HALF_UP)
    return f"{result + 0:,f}" if result else f"{abs(result):,f}"


def double(random_source: random.Random) -> float:
    kind = random_source.randrange(5)
    if kind == 0:  # any double
        while True:
            value = struct.unpack("<d", random_source.getrandbits(64).to_bytes(8, "little"))[0]
            if value == value and abs(value) != float("inf"):
                return value
    if kind == 1:  # decimals that end in a 5
        return float(f"{random_source.choice(['', '-'])}{random_source.randrange(100_000)}.{random_source.randrange(10_000)}5")
    if kind == 2:  # whole numbers
        return float(random_source.randrange(-(10 ** random_source.randrange(1, 25)), 10 ** random_source.randrange(1, 25)))
    if kind == 3:  # just below a power of ten
        return float(f"{'9' * random_source.randrange(1, 9)}.{'9' * random_source.randrange(1, 9)}")
    return random_source.uniform(-1, 1) * 10.0 ** random_source.randrange(-12, 24)


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    decimal.getcontext().prec = 800
    random_source = random.Random(seed)
    for _ in range(count):
        value = double(random_source)
        places = random_source.randrange(9)
        bits = struct.pack(">d", value).hex()
        print(json.dumps({"bits": bits, "text": text(value), "places": places, "rounded": rounded(value, places)}))


main()
