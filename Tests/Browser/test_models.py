# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""The page's models are what script/generate-models makes: small, as large as it says, and closed bodies whose sides look outwards."""

import json
import struct
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
# Length, width and height in metres, as script/generate-models says.
SIZES = {"aircraft": (38, 36, 10.9), "ship": (120, 20, 33), "truck": (12, 2.6, 3.9), "station": (73, 109, 15.2),
         "cone": (1, 1, 1), "cube": (1, 1, 1), "cylinder": (1, 1, 1), "diamond": (1, 1, 1), "sphere": (1, 1, 1), "tetrahedron": (0.75, 0.866, 1)}


class Models(unittest.TestCase):
    def test_they_are_what_the_script_makes(self):
        done = subprocess.run([sys.executable, ROOT / "script" / "generate-models", "--check"], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_their_size_and_their_sides(self):
        self.assertEqual({path.stem for path in (ROOT / "Web" / "models").iterdir()}, set(SIZES))
        for name, size in SIZES.items():
            with self.subTest(name):
                content = (ROOT / "Web" / "models" / f"{name}.glb").read_bytes()
                self.assertLess(len(content), 20_000)
                triangles = list(self.triangles(content))
                for axis, expected in zip((2, 0, 1), size):  # glTF: +z ahead, +x left, +y up
                    values = [corner[axis] for triangle in triangles for corner in triangle]
                    self.assertAlmostEqual(max(values) - min(values), expected, delta=0.06 * expected)
                # Six times the volume that the sides enclose, above 0 where they look outwards; and every edge has a side on each hand.
                self.assertGreater(sum(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
                                       for a, b, c in triangles), 0)
                edges = {}
                for triangle in triangles:
                    for one, other in zip(triangle, triangle[1:] + triangle[:1]):
                        one, other = (tuple(round(value, 3) + 0.0 for value in place) for place in (one, other))
                        edges[one, other] = edges.get((one, other), 0) + 1
                self.assertEqual([edge for edge in edges if edges[edge] != edges.get(edge[::-1])], [])

    @staticmethod
    def triangles(content):
        magic, version, length = struct.unpack_from("<4sII", content)
        assert (magic, version, length) == (b"glTF", 2, len(content))
        size, _ = struct.unpack_from("<I4s", content, 12)
        description = json.loads(content[20:20 + size])
        start = 20 + size + 8

        def column(number, form):
            accessor = description["accessors"][number]
            view = description["bufferViews"][accessor["bufferView"]]
            return list(struct.iter_unpack(form, content[start + view["byteOffset"]:start + view["byteOffset"] + view["byteLength"]]))

        for primitive in description["meshes"][0]["primitives"]:
            places = column(primitive["attributes"]["POSITION"], "<3f")
            indices = [index for index, in column(primitive["indices"], "<H")]
            for at in range(0, len(indices), 3):
                yield tuple(places[index] for index in indices[at:at + 3])


if __name__ == "__main__":
    unittest.main()
