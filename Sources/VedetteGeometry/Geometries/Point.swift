// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A single position.
public final class Point: Geometry, @unchecked Sendable {
    /// Easting or longitude.
    public let x: Double
    /// Northing or latitude.
    public let y: Double
    /// Height, where there is one.
    public let z: Double?
    /// Measure, where there is one.
    public let m: Double?

    /// Makes a point. NaN in `x` or `y` makes an empty point.
    public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil, spatialReference: SpatialReference? = nil) {
        (self.x, self.y, self.z, self.m) = (x, y, z, m)
        super.init(spatialReference: spatialReference)
    }

    /// Makes a WGS 84 point from degrees.
    public convenience init(latitude: Double, longitude: Double) {
        self.init(x: longitude, y: latitude, spatialReference: .wgs84)
    }

    public override var isEmpty: Bool { x.isNaN || y.isNaN }

    package override var runs: [Coordinates] {
        [Coordinates(x: [x], y: [y], z: z.map { [$0] }, m: m.map { [$0] })]
    }

    override func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry {
        runs.first?.points(spatialReference: spatialReference).first ?? self
    }
}
