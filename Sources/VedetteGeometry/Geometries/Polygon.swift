// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An area: outer rings and holes.
///
/// Rings are kept open (the last vertex is not the first again). As in Esri JSON, an outer ring runs clockwise and a hole
/// counter-clockwise; ``polygons`` groups them. Rings read from GeoJSON are turned to that.
public final class Polygon: Multipart, @unchecked Sendable {
    /// Makes an area inside one ring of `points`; closing it is not needed. Without a spatial reference it takes that of the first point.
    public convenience init(points: some Sequence<Point>, spatialReference: SpatialReference? = nil) {
        let points = Array(points)
        self.init(polygons: [[Coordinates(points)]], spatialReference: spatialReference ?? points.first?.spatialReference)
    }

    /// Makes an area of rings; direction says which are holes: an outer ring runs clockwise.
    public convenience init(parts: some Sequence<Part>, spatialReference: SpatialReference? = nil) {
        let parts = Array(parts)
        self.init(rings: parts.map(\.coordinates), spatialReference: spatialReference ?? parts.first?.spatialReference)
    }

    /// Makes an area from rings in raw coordinates; direction says which are holes: an outer ring runs clockwise.
    public convenience init(rings: [Coordinates], spatialReference: SpatialReference?) {
        self.init(lines: rings.map(Self.opened).filter { !$0.isEmpty }, spatialReference: spatialReference)
    }

    /// Makes an area from groups of rings: the first of a group is an outer ring, the others its holes, whichever way they run.
    public convenience init(polygons: [[Coordinates]], spatialReference: SpatialReference?) {
        let rings = polygons.flatMap { group in
            group.enumerated().map { index, ring in Self.turned(Self.opened(ring), clockwise: index == 0) }
        }
        self.init(lines: rings.filter { !$0.isEmpty }, spatialReference: spatialReference)
    }

    /// The areas that it is made of: each an outer ring and its holes, in the order of their first rings.
    ///
    /// A ring that turns anticlockwise is a hole of the outer ring that it lies in, the one before it if several hold it, wherever it
    /// stands in the list; one that lies in none stays with the outer ring before it, and makes the polygon one that is not simple.
    ///
    /// - Complexity: O(*n*) in the number of positions, but for holes that lie in the extents of several outer rings.
    public var polygons: [[Coordinates]] { RingGrouping(parts).groups }

    override func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry {
        Polygon(lines: runs, spatialReference: spatialReference)
    }

    private static func opened(_ ring: Coordinates) -> Coordinates {
        guard ring.count > 1, ring.x[0] == ring.x[ring.count - 1], ring.y[0] == ring.y[ring.count - 1] else { return ring }
        return Coordinates(
            x: Array(ring.x.dropLast()), y: Array(ring.y.dropLast()), z: ring.z.map { Array($0.dropLast()) },
            m: ring.m.map { Array($0.dropLast()) })
    }

    private static func turned(_ ring: Coordinates, clockwise: Bool) -> Coordinates {
        let area = Part(coordinates: ring, spatialReference: nil).doubledSignedArea
        guard area != 0, (area < 0) != clockwise else { return ring }
        return Coordinates(
            x: ring.x.reversed(), y: ring.y.reversed(), z: ring.z.map { $0.reversed() }, m: ring.m.map { $0.reversed() })
    }
}
