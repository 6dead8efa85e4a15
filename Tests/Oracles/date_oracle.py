# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints random dates in random time zones, with what Python's own zoneinfo and datetime make of them, a JSON object a line.

usage: date_oracle.py COUNT SEED

Half of the moments lie around a change of clocks. Milliseconds everywhere; everything is found by counting and stepping.
"""

import calendar
import json
import random
import re
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)


def moment(aware):
    return (aware.astimezone(UTC) - EPOCH) // MS


def at(milliseconds, zone):
    return (EPOCH + milliseconds * MS).astimezone(zone)


def clock(wall, zone):
    """When clocks in the zone show `wall`: PEP 495's first reading."""
    return moment(wall.replace(tzinfo=zone, fold=0))


def near_a_change(zone, source):
    year = source.randint(1900, 2080)
    months = [moment(datetime(year, month, 1, tzinfo=UTC)) for month in range(1, 13)]
    changes = []
    for low, high in zip(months, months[1:]):
        if at(low, zone).utcoffset() != at(high, zone).utcoffset():
            while high - low > 1000:
                middle = (low + high) // 2000 * 1000
                if middle == low:
                    break
                if at(middle, zone).utcoffset() == at(low, zone).utcoffset():
                    low = middle
                else:
                    high = middle
            changes.append(high)
    change = source.choice(changes or months)
    return change + source.choice([0, -1, 1, source.randint(-9_000_000, 9_000_000), source.randint(-90_000_000, 90_000_000)])


def plus_months(wall, count):
    index = wall.year * 12 + wall.month - 1 + count
    year, month = divmod(index, 12)
    return wall.replace(year=year, month=month + 1, day=min(wall.day, calendar.monthrange(year, month + 1)[1]))


def difference(later, earlier, zone, step):
    """Whole steps from the earlier to the later, one by one, and the part of the last."""
    sign = 1
    if later < earlier:
        later, earlier, sign = earlier, later, -1
    start = at(earlier, zone).replace(tzinfo=None, fold=0)

    def stepped(count):
        return clock(step(start, count), zone) if count else earlier

    count = 0
    while stepped(count + 1) <= later:
        count += 1
    # Clocks put back can make one day end before the one before it.
    near, far = stepped(count), stepped(count + 1)
    return sign * (count + (later - near) / (far - near))


def week(wall, start):
    """Weeks from 0 on 1 January, one more on each start day after it."""
    day, count = datetime(wall.year, 1, 1), 0
    while day.date() < wall.date():
        day += timedelta(days=1)
        if (day.weekday() + 1) % 7 == start:
            count += 1
    return count


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    source = random.Random(seed)
    names = sorted(name for name in zoneinfo.available_timezones() if re.match(r"[A-Z][a-z]+/|UTC$|[A-Z]{3}\d?", name))
    for number in range(count):
        name = source.choice(names)
        zone = zoneinfo.ZoneInfo(name)
        if number % 2:
            milliseconds = near_a_change(zone, source)
        elif number % 8:
            milliseconds = source.randint(-3_500_000_000_000, 4_500_000_000_000)
        else:
            milliseconds = source.randint(-62_000_000_000_000, 253_000_000_000_000)
        date = at(milliseconds, zone)
        wall = date.replace(tzinfo=None, fold=0)
        iso = date.isocalendar()
        months, days = source.randint(-30, 30), source.randint(-400, 400)
        other = milliseconds + source.randint(-4_000_000_000, 4_000_000_000)
        start = source.randint(0, 6)
        # Lands in the hours that clocks leap over, too.
        shift = source.randint(-9_000_000, 9_000_000)
        print(json.dumps({
            "zone": name,
            "milliseconds": milliseconds,
            "offset": date.utcoffset() // MS,
            "abbreviation": date.tzname(),
            "parts": [wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.microsecond // 1000],
            "ofWall": clock(wall, zone),
            "shift": shift,
            "ofShifted": clock(wall + shift * MS, zone),
            "dayOfYear": date.timetuple().tm_yday,
            "iso": [iso[0], iso[1], iso[2]],
            "start": start,
            "week": week(wall, start),
            "months": months,
            "monthsLater": clock(plus_months(wall, months), zone) if months else milliseconds,
            "days": days,
            "daysLater": clock(wall + timedelta(days=days), zone) if days else milliseconds,
            "other": other,
            "daysBetween": difference(other, milliseconds, zone, lambda d, n: d + timedelta(days=n)),
            "monthsBetween": difference(other, milliseconds, zone, plus_months),
        }))


main()
