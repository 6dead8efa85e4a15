# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Where satellites are, by the compiled SGP4 of D. Vallado (package sgp4), for random orbits near the Earth.

usage: orbit_oracle.py COUNT SEED

Prints a line of JSON for each orbit: its two lines of elements, as the package writes and reads them, and for some times after the epoch (seconds) the
error code (0 for none), position and velocity (km, km/s, TEME), and latitude, longitude (degrees) and height (m) over WGS 84. On the way there only the
sidereal time is the package's; latitudes are found by repeating a step that surely converges, until nothing changes.
"""

import json
import math
import random
import sys

from sgp4.alpha5 import to_alpha5
from sgp4.api import WGS72, Satrec
from sgp4.exporter import export_tle
from sgp4.io import compute_checksum
from sgp4.model import Satrec as OpenSatrec
from sgp4.propagation import gstime

SECONDS = [0, 1, 60, 3_600, -7_200, 43_201, 86_400, -86_400, 259_200, 604_800, -1_209_600, 2_592_000]


def elements(chance):
    """Like the station's one time in three; anything near the Earth otherwise, low perigees, circles and all tilts among it."""
    if chance.random() < 1 / 3:
        return 51.64 + chance.uniform(-0.05, 0.05), chance.uniform(0, 0.002), 15.5 + chance.uniform(-0.2, 0.2), chance.uniform(-1e-4, 5e-4)
    motion = chance.uniform(6.5, 16.5)
    axis = (398600.8 / (motion * 2 * math.pi / 86400) ** 2) ** (1 / 3)
    roundest = max(0.0, 1 - (6378.135 + chance.choice([70, 90, 120, 170, 250, 400])) / axis)
    eccentricity = chance.choice([0, 0.00005, roundest, chance.uniform(0, roundest)])
    inclination = chance.choice([0, 180, 63.4349, 90, 116.565, chance.uniform(0, 180), chance.uniform(0, 180), chance.uniform(0, 180)])
    return inclination, eccentricity, motion, chance.choice([0, chance.uniform(-1e-4, 1e-3), chance.uniform(0, 1e-2)])


def satellite(chance, number):
    inclination, eccentricity, motion, drag = elements(chance)
    record = Satrec()
    days = chance.uniform(2_923, 39_000)  # 1958 to 2056, since 1949-12-31
    turn = 2 * math.pi
    record.sgp4init(
        WGS72, "i", number, days, drag, 0.0, 0.0, eccentricity, chance.uniform(0, turn), math.radians(inclination), chance.uniform(0, turn),
        motion * turn / 1440, chance.uniform(0, turn))
    record.classification, record.intldesg, record.ephtype, record.elnum, record.revnum = "U", "98067A", 0, 999, number % 100_000
    # The compiled half of the package writes a letter I, which Alpha-5 leaves out.
    return [f"{line[:2]}{to_alpha5(number)}{line[7:68]}" for line in export_tle(record)]


def beyond(record, t):
    """The package goes on where drag has brought the axis to nothing (7), or to where sun and moon would count (8). Only its Python lets us see."""
    shrinking = 1 - record.cc1 * t
    if not record.isimp:
        shrinking -= record.d2 * t**2 + record.d3 * t**3 + record.d4 * t**4
    return 7 if shrinking <= 0 else 8 if 2 * math.pi / record.no_unkozai * shrinking**3 >= 225 else 0


def geodetic(position, days):
    theta = gstime(days)
    x = math.cos(theta) * position[0] + math.sin(theta) * position[1]
    y = math.cos(theta) * position[1] - math.sin(theta) * position[0]
    a, f = 6378.137, 1 / 298.257223563
    e2, axis = f * (2 - f), math.hypot(x, y)
    latitude = math.atan2(position[2], axis)
    for _ in range(100):
        normal = a / math.sqrt(1 - e2 * math.sin(latitude) ** 2)
        latitude = math.atan2(position[2] + e2 * normal * math.sin(latitude), axis)
    if abs(latitude) < 1:
        height = axis / math.cos(latitude) - normal
    else:
        height = position[2] / math.sin(latitude) - normal * (1 - e2)
    return [math.degrees(latitude), math.degrees(math.atan2(y, x)), height * 1000]


def main():
    count, chance = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    for number in range(count):
        lines = [line + str(compute_checksum(line)) for line in satellite(chance, number * 331 % 340_000)]
        record, open_record = Satrec.twoline2rv(*lines, WGS72), OpenSatrec.twoline2rv(*lines, WGS72)
        states = []
        for seconds in SECONDS:
            error, position, velocity = record.sgp4_tsince(seconds / 60)
            error = error or beyond(open_record, seconds / 60)
            days = record.jdsatepoch + record.jdsatepochF + seconds / 86400
            states.append([seconds, error, *(position + velocity + tuple(geodetic(position, days)) if error == 0 else ())])
        print(json.dumps({"lines": lines, "number": record.satnum, "states": states}))


main()
