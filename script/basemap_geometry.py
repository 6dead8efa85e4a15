# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Plane geometry on (longitude, latitude) tuples for script/basemap: simplifying, clipping, cutting into cells."""


def distinct(points):
    return [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]


def simplified(points, tolerance):
    """Douglas and Peucker 1973, without recursion."""
    if len(points) < 3:
        return points
    keep, stack, limit = {0, len(points) - 1}, [(0, len(points) - 1)], tolerance * tolerance
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        dx, dy = bx - ax, by - ay
        norm, worst, at = dx * dx + dy * dy, limit, 0
        for i in range(first + 1, last):
            x, y = points[i][0] - ax, points[i][1] - ay
            t = (x * dx + y * dy) / norm if norm else 0
            t = 0 if t < 0 else 1 if t > 1 else t
            x, y = x - t * dx, y - t * dy
            distance = x * x + y * y
            if distance > worst:
                worst, at = distance, i
        if at:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[i] for i in sorted(keep)]


def ring_simplified(ring, tolerance):
    """A ring halved at its farthest point first, so that it cannot collapse into a line."""
    far = max(range(len(ring)), key=lambda i: (ring[i][0] - ring[0][0]) ** 2 + (ring[i][1] - ring[0][1]) ** 2)
    return simplified(ring[:far + 1], tolerance) + simplified(ring[far:] + ring[:1], tolerance)[1:]


def clipped_ring(ring, axis, low, high):
    """Sutherland and Hodgman 1974 against low ≤ coordinate ≤ high on one axis."""
    for sign, bound in ((1, low), (-1, -high)):
        out, previous = [], ring[-1] if ring else None
        for point in ring:
            a, b = sign * previous[axis] - bound, sign * point[axis] - bound
            if (a < 0) != (b < 0):
                t = a / (a - b)
                out.append((previous[0] + t * (point[0] - previous[0]), previous[1] + t * (point[1] - previous[1])))
            if b >= 0:
                out.append(point)
            previous = point
        ring = out
    return ring


def cells_of_ring(ring, size):
    """((west, south), the part of the ring in that cell) for each cell that it touches."""
    xs = [x for x, _ in ring]
    for west in range(int(min(xs) // size) * size, int(max(xs) // size) * size + 1, size):
        strip = clipped_ring(ring, 0, west, west + size)
        ys = [y for _, y in strip] or [0]
        for south in range(int(min(ys) // size) * size, int(max(ys) // size) * size + 1, size):
            part = clipped_ring(strip, 1, south, south + size)
            if len(part) > 2:
                yield (west, south), part


def runs(points, label):
    """The line cut into runs of segments with the same label; None drops a segment."""
    run, current = [], None
    for a, b in zip(points, points[1:]):
        mark = label(a, b)
        if mark != current or not run:
            if len(run) > 1 and current is not None:
                yield current, run
            run, current = [a], mark
        run.append(b)
    if len(run) > 1 and current is not None:
        yield current, run


def inside(x, y, ring):
    result = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result = not result
    return result


def near(lines, size):
    """The set of grid squares on or beside the lines."""
    squares = set()
    for line in lines:
        for (ax, ay), (bx, by) in zip(line, line[1:]):
            steps = int(max(abs(bx - ax), abs(by - ay)) / size) + 1
            for i in range(steps + 1):
                x, y = int((ax + (bx - ax) * i / steps) // size), int((ay + (by - ay) * i / steps) // size)
                squares.update((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
    return squares
