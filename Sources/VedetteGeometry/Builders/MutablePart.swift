// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A line or ring of a ``MultipartBuilder`` while it is put together.
public final class MutablePart {
    /// The vertices. Those of a ring need not come back to the first.
    public var points: [Point]

    public let spatialReference: SpatialReference?

    /// Makes a part. Without a spatial reference it takes that of the first point.
    public init(points: some Sequence<Point> = [], spatialReference: SpatialReference? = nil) {
        self.points = Array(points)
        self.spatialReference = spatialReference ?? self.points.first?.spatialReference
    }

    /// Adds a vertex behind the others.
    public func add(_ point: Point) { points.append(point) }
}
