// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Puts a ``Multipoint`` together.
public final class MultipointBuilder: GeometryBuilder {
    /// The positions.
    public var points: [Point] = []

    public override init(spatialReference: SpatialReference? = nil) {
        super.init(spatialReference: spatialReference)
    }

    /// Begins with positions that there are.
    public convenience init(multipoint: Multipoint) {
        self.init(spatialReference: multipoint.spatialReference)
        points = multipoint.points
    }

    /// Adds a position behind the others.
    public func add(_ point: Point) { points.append(point) }

    public override func toGeometry() -> Multipoint {
        Multipoint(points: points, spatialReference: spatialReference)
    }
}
