# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The way between two fixes through a fence, in exact fractions, and the distance to a fence over the ellipsoid."""

import math
from fractions import Fraction

WORLD = 3_600_000_000
HALF = WORLD // 2


def rounded(number):
    """To the nearest whole number, ties to even: what Python does with a fraction."""
    return round(number)


def edges_of(fence):
    """(ax, ay, bx, by) of each edge of each ring, longitudes running on beyond 180 degrees."""
    for rings in fence.rings:
        for ring in rings:
            x = ring[0][0]
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
                step = shorter(bx - ax)
                yield x, ay, x + step, by
                x += step


def shorter(difference):
    return difference - WORLD if difference > HALF else difference + WORLD if difference < -HALF else difference


def crossings(fence, start, end):
    """(part of the way, whether it goes in) of each beginning and end of a stretch inside."""
    px, py = start
    dx, dy = shorter(end[0] - px), end[1] - py
    if dx == 0 and dy == 0:
        return []
    parts = {Fraction(0), Fraction(1)}
    for ax, ay, bx, by in edges_of(fence):
        for turn in (-2, -1, 0, 1, 2):
            ox, oy, ex, ey = ax + turn * WORLD - px, ay - py, bx - ax, by - ay
            if max(ox, ox + ex) < min(0, dx) or min(ox, ox + ex) > max(0, dx):
                continue
            across = dx * ey - dy * ex
            if across:
                along, beside = Fraction(ox * ey - oy * ex, across), Fraction(ox * dy - oy * dx, across)
                if 0 <= along <= 1 and 0 <= beside <= 1:
                    parts.add(along)
            elif ox * dy == oy * dx:
                for vx, vy in ((ox, oy), (ox + ex, oy + ey)):
                    along = Fraction(vx * dx + vy * dy, dx * dx + dy * dy)
                    if 0 <= along <= 1:
                        parts.add(along)
    result = []
    inside = fence.holds(*start)
    parts = sorted(parts)
    for before, after in zip(parts, parts[1:]):
        middle = (before + after) / 2
        now = holds(fence, px + dx * middle, py + dy * middle)
        if now != inside:
            result.append((before, now))
        inside = now
    if fence.holds(*end) != inside:
        result.append((Fraction(1), not inside))
    return result


def holds(fence, x, y):
    """Whether a place between the points of the grid is inside, by a ray to the north."""
    for rings in fence.rings:
        first, *others = (place(ring, x, y) for ring in rings)
        if first >= 0 and 1 not in others:
            return True
    return False


def place(ring, x, y):
    """1 inside, 0 on the ring, -1 outside."""
    odd = False
    east, area = ring[0][0], 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        step = shorter(bx - ax)
        area += step * (ay + by)
        for turn in range(-3, 4):
            ox = x + turn * WORLD - east
            if not min(0, step) <= ox <= max(0, step):
                continue
            side = step * (y - ay) - (by - ay) * ox
            if side == 0 and min(ay, by) <= y <= max(ay, by):
                return 0
            if (ox >= 0) != (ox >= step) and (side < 0) == (step > 0):
                odd = not odd
        east += step
    turned = east - ring[0][0]
    if turned and (area >= 0) == (turned > 0):
        odd = not odd
    return 1 if odd else -1


def earth_metres(fence, x, y, limit):
    """The distance to the nearest place of any edge; infinity where it is certainly more than twice the limit and a metre."""
    least = math.inf
    latitude = math.radians(y / 1e7)
    # Metres a step near here, for a first look.
    sine = math.sin(latitude) ** 2 * 0.00669438
    north = 6_378_137 * (1 - 0.00669438) / (1 - sine) ** 1.5 * math.radians(1e-7)
    east = 6_378_137 / math.sqrt(1 - sine) * math.cos(latitude) * math.radians(1e-7)
    for ax, ay, bx, by in edges_of(fence):
        ox, oy = shorter(ax - x), ay - y
        dx, dy = bx - ax, by - ay
        squared = (dx * east) ** 2 + (dy * north) ** 2
        part = 0.0 if squared == 0 else min(max(-(ox * dx * east**2 + oy * dy * north**2) / squared, 0), 1)
        first = math.hypot((ox + dx * part) * east, (oy + dy * part) * north)
        if first > 3 * limit + 1:
            continue
        low, high = max(part - 0.2, 0), min(part + 0.2, 1)

        def metres(at, ox=ox, oy=oy, dx=dx, dy=dy):
            return vincenty(y / 1e7, 0, (y + oy + dy * at) / 1e7, (ox + dx * at) / 1e7)

        for _ in range(40):
            third, second = low + (high - low) * 0.45, low + (high - low) * 0.55
            if metres(third) < metres(second):
                high = second
            else:
                low = third
        least = min(least, metres((low + high) / 2), metres(0), metres(1))
    return least


def vincenty(latitude1, longitude1, latitude2, longitude2):
    """Metres over the WGS 84 ellipsoid (T. Vincenty, Survey Review XXIII 176, 1975); not for places that are nearly opposite."""
    radius, flattening = 6_378_137.0, 1 / 298.257223563
    polar = radius * (1 - flattening)
    u1 = math.atan((1 - flattening) * math.tan(math.radians(latitude1)))
    u2 = math.atan((1 - flattening) * math.tan(math.radians(latitude2)))
    difference = math.radians(longitude2 - longitude1)
    turn = difference
    sin1, cos1, sin2, cos2 = math.sin(u1), math.cos(u1), math.sin(u2), math.cos(u2)
    for _ in range(100):
        sine = math.hypot(cos2 * math.sin(turn), cos1 * sin2 - sin1 * cos2 * math.cos(turn))
        if sine == 0:
            return 0.0
        cosine = sin1 * sin2 + cos1 * cos2 * math.cos(turn)
        arc = math.atan2(sine, cosine)
        azimuth = cos1 * cos2 * math.sin(turn) / sine
        squared = 1 - azimuth * azimuth
        middle = cosine - 2 * sin1 * sin2 / squared if squared > 1e-18 else 0.0
        factor = flattening / 16 * squared * (4 + flattening * (4 - 3 * squared))
        before = turn
        turn = difference + (1 - factor) * flattening * azimuth * (arc + factor * sine * (middle + factor * cosine * (2 * middle**2 - 1)))
        if abs(turn - before) < 1e-14:
            break
    bent = squared * (radius**2 - polar**2) / polar**2
    first = 1 + bent / 16384 * (4096 + bent * (-768 + bent * (320 - 175 * bent)))
    second = bent / 1024 * (256 + bent * (-128 + bent * (74 - 47 * bent)))
    correction = second * sine * (
        middle + second / 4 * (cosine * (2 * middle**2 - 1) - second / 6 * middle * (4 * sine**2 - 3) * (4 * middle**2 - 3)))
    return polar * first * (arc - correction)
