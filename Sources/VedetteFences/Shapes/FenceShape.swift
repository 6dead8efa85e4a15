// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// The area of a fence on the grid: the closed set of its polygons less the open interior of their holes.
///
/// Every shape that could be made is one that the engine can judge: rings do not cross themselves, have an area, and are unrolled
/// across the antimeridian. Holes may touch, overlap or stick out, and polygons may overlap: the set is still what the sentence above says.
package struct FenceShape: Equatable, Sendable {
    /// Each polygon is an outer ring and its holes.
    let polygons: [[FenceRing]]

    /// Makes a shape from polygons, each an outer ring and its holes in grid positions; which way a ring runs does not matter.
    package init(polygons: [[[GridPosition]]]) throws(FenceShapeError) {
        var result: [[FenceRing]] = []
        for polygon in polygons {
            var rings: [FenceRing] = []
            for vertices in polygon {
                let ring = try FenceRing(vertices)
                try ring.check()
                rings.append(ring)
            }
            if !rings.isEmpty { result.append(rings) }
        }
        guard !result.isEmpty else { throw FenceShapeError(.empty, "the geometry is empty") }
        self.polygons = result
    }

    /// How many vertices there are.
    package var vertexCount: Int { polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }
}
