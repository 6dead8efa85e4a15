// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A set of positions in an order.
public final class Multipoint: Geometry, @unchecked Sendable {
    let coordinates: Coordinates

    /// Makes a multipoint. Without a spatial reference it takes that of the first point.
    public init(points: some Sequence<Point>, spatialReference: SpatialReference? = nil) {
        let points = Array(points)
        coordinates = Coordinates(points)
        super.init(spatialReference: spatialReference ?? points.first?.spatialReference)
    }

    /// Makes a multipoint from raw coordinates.
    public init(coordinates: Coordinates, spatialReference: SpatialReference?) {
        self.coordinates = coordinates
        super.init(spatialReference: spatialReference)
    }

    /// The positions.
    ///
    /// - Complexity: O(*n*): the points are made on demand.
    public var points: [Point] { coordinates.points(spatialReference: spatialReference) }

    package override var runs: [Coordinates] { [coordinates] }

    override func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry {
        Multipoint(coordinates: runs.first ?? Coordinates(), spatialReference: spatialReference)
    }
}
