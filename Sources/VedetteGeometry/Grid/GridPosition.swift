// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A WGS 84 position on the grid of 1e-7 degree (11 mm at the equator) that tracks and fences live on.
///
/// Positions and fence vertices are snapped to this grid once, where they come in; from there on all comparisons are exact
/// integer arithmetic. Why: `docs/decisions/0005-grid.md`.
public struct GridPosition: Hashable, Sendable {
    /// Longitude, 1e-7 degree, −1,800,000,000 … 1,800,000,000.
    public let longitude: Int32
    /// Latitude, 1e-7 degree, −900,000,000 … 900,000,000.
    public let latitude: Int32

    /// Grid steps in one degree.
    public static let stepsPerDegree = 10_000_000
    static let maximumLongitude: Int64 = 1_800_000_000
    static let maximumLatitude: Int64 = 900_000_000

    /// Takes grid steps; nil outside −180…180° and −90…90°.
    public init?(longitudeSteps: Int64, latitudeSteps: Int64) {
        guard abs(longitudeSteps) <= Self.maximumLongitude, abs(latitudeSteps) <= Self.maximumLatitude else { return nil }
        longitude = Int32(truncatingIfNeeded: longitudeSteps)
        latitude = Int32(truncatingIfNeeded: latitudeSteps)
    }

    /// Snaps degrees to the grid, ties to even; nil for NaN, infinities and what is outside −180…180° and −90…90° after that.
    public init?(longitude: Double, latitude: Double) {
        let x = (longitude * 1e7).rounded(.toNearestOrEven)
        let y = (latitude * 1e7).rounded(.toNearestOrEven)
        guard abs(x) <= Double(Self.maximumLongitude), abs(y) <= Double(Self.maximumLatitude) else { return nil }
        self.longitude = Int32(x)
        self.latitude = Int32(y)
    }

    /// Without a check, for steps that come from a `GridPosition`.
    package init(uncheckedLongitude longitude: Int32, latitude: Int32) {
        self.longitude = longitude
        self.latitude = latitude
    }

    public var longitudeDegrees: Double { Double(longitude) / 1e7 }
    public var latitudeDegrees: Double { Double(latitude) / 1e7 }

    /// The position as a WGS 84 point.
    public var point: Point { Point(latitude: latitudeDegrees, longitude: longitudeDegrees) }
}
