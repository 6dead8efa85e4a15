// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One line of a ``Polyline`` or one ring of a ``Polygon``.
public struct Part: Hashable, Sendable {
    /// The vertices in struct-of-arrays form.
    public let coordinates: Coordinates

    /// The coordinate system of the geometry that the part belongs to.
    public let spatialReference: SpatialReference?

    /// The vertices as points.
    ///
    /// - Complexity: O(*n*): the points are made on demand.
    public var points: [Point] { coordinates.points(spatialReference: spatialReference) }

    /// How many vertices there are.
    public var pointCount: Int { coordinates.count }

    /// Twice the area that the vertices enclose; positive where they run counter-clockwise.
    package var doubledSignedArea: Double {
        let (x, y) = (coordinates.x, coordinates.y)
        guard let x0 = x.first, let y0 = y.first else { return 0 }
        var sum = 0.0
        for index in x.indices {
            let next = index + 1 == x.count ? 0 : index + 1
            sum += (x[index] - x0) * (y[next] - y0) - (x[next] - x0) * (y[index] - y0)
        }
        return sum
    }
}
