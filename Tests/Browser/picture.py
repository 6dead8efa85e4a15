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
    data, stride, rows = zlib.decompress(data), width * size, []
    above = bytes(stride)
    for start in range(0, len(data), stride + 1):
        row = bytearray(data[start + 1:start + 1 + stride])
        _unfilter[data[start]](row, above, size)
        rows.append(list(zip(row[0::size], row[1::size], row[2::size])))
        above = row
    return rows


# How the bytes of a row were made smaller (PNG, 9.2). Loops over bytes, each as bare as can be: a picture of a window has three million.

def _none(row, above, size):
    pass


def _sub(row, above, size):
    for i in range(size, len(row)):
        row[i] = (row[i] + row[i - size]) & 255


def _up(row, above, size):
    row[:] = bytes([(one + other) & 255 for one, other in zip(row, above)])


def _average(row, above, size):
    for i in range(size):
        row[i] = (row[i] + above[i] // 2) & 255
    for i in range(size, len(row)):
        row[i] = (row[i] + (row[i - size] + above[i]) // 2) & 255


def _paeth(row, above, size):
    for i in range(size):
        row[i] = (row[i] + above[i]) & 255
    for channel in range(size):
        left, corner, made = row[channel], above[channel], []
        for value, up in zip(row[channel + size::size], above[channel + size::size]):
            to_left, to_up = up - corner, left - corner
            to_corner = to_left + to_up
            if to_left < 0:
                to_left = -to_left
            if to_up < 0:
                to_up = -to_up
            if to_corner < 0:
                to_corner = -to_corner
            if to_left > to_up or to_left > to_corner:
                left = up if to_up <= to_corner else corner
            left = (value + left) & 255
            made.append(left)
            corner = up
        row[channel + size::size] = bytes(made)


_unfilter = (_none, _sub, _up, _average, _paeth)
