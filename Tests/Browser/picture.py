# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the pictures that a browser makes of a page."""

import struct
import zlib


def pixels(png):
    """The rows of a picture of 8-bit RGB or RGBA, as lists of (red, green, blue)."""
    at, width, size, data = 8, 0, 0, b""
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack_from(">IIBB", body)
            size = {(8, 2): 3, (8, 6): 4}[depth, colour]
        elif kind == b"IDAT":
            data += body
        at += length + 12
    data, stride, before, rows = zlib.decompress(data), width * size, None, []
    for start in range(0, len(data), stride + 1):
        row, filtering = bytearray(data[start + 1:start + 1 + stride]), data[start]
        above = before or bytes(stride)
        for i in range(stride):
            left, up, corner = (row[i - size] if i >= size else 0), above[i], (above[i - size] if i >= size else 0)
            estimate = left + up - corner
            paeth = min((left, up, corner), key=lambda value: abs(estimate - value))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[filtering]) & 255
        rows.append([tuple(row[i:i + 3]) for i in range(0, stride, size)])
        before = row
    return rows
