// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Where an area of one spatial reference lies in another.
enum ProjectedArea {
    /// How many pieces the longer side of an area is cut into, to follow its edges.
    private static let pieceCount = 100.0
    /// A step between neighbouring places of the boundary that is more than this share of the whole is a leap over the edge of the map.
    private static let largestStep = 1.0 / 8

    /// A box that holds all places of an area; nil where there may be none: the area holds a pole, or lies across an edge of the map.
    ///
    /// - Complexity: O(edges).
    static func box(around area: Geometry, in target: SpatialReference) -> Box? {
        guard let source = area.spatialReference, !holdsPole(area, source) else { return nil }
        let side = max(area.extent.width, area.extent.height) / pieceCount
        guard let dense = GeometryEngine.densify(area, maxSegmentLength: side),
            let edges = try? GeometryEngine.projected(dense, into: target), let box = Box(edges)
        else { return nil }
        var step = 0.0
        for run in edges.runs {
            for index in run.x.indices {
                let before = index == 0 ? run.count - 1 : index - 1
                step = max(step, abs(run.x[index] - run.x[before]), abs(run.y[index] - run.y[before]))
            }
        }
        guard step <= max(box.xMax - box.xMin, box.yMax - box.yMin) * largestStep else { return nil }
        // Between two places the boundary does not stray farther than they are apart.
        return Box(xMin: box.xMin - step, yMin: box.yMin - step, xMax: box.xMax + step, yMax: box.yMax + step)
    }

    private static func holdsPole(_ area: Geometry, _ source: SpatialReference) -> Bool {
        [-90.0, 90].contains { latitude in
            let pole = Point(x: 0, y: latitude, spatialReference: .wgs84)
            guard let place = try? GeometryEngine.projected(pole, into: source) else { return false }
            return GeometryEngine.isGeometry(area, intersecting: place)
        }
    }
}
