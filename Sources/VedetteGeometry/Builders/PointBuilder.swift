// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Puts a ``Point`` together.
public final class PointBuilder: GeometryBuilder {
    /// Easting or longitude; NaN until there is one.
    public var x: Double
    /// Northing or latitude; NaN until there is one.
    public var y: Double
    /// Height, where there is one.
    public var z: Double?
    /// Measure, where there is one.
    public var m: Double?

    /// Begins with nothing.
    public override init(spatialReference: SpatialReference? = nil) {
        (x, y) = (.nan, .nan)
        super.init(spatialReference: spatialReference)
    }

    /// Begins with numbers.
    public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil, spatialReference: SpatialReference? = nil) {
        (self.x, self.y, self.z, self.m) = (x, y, z, m)
        super.init(spatialReference: spatialReference)
    }

    /// Begins with a point that there is.
    public convenience init(point: Point) {
        self.init(x: point.x, y: point.y, z: point.z, m: point.m, spatialReference: point.spatialReference)
    }

    /// Moves the point by so much.
    public func offset(byX dx: Double, y dy: Double) { (x, y) = (x + dx, y + dy) }

    public override func toGeometry() -> Point { Point(x: x, y: y, z: z, m: m, spatialReference: spatialReference) }
}
