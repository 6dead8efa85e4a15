// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry
public import VedetteModel

/// Where a satellite is at one moment, as the turning Earth sees it.
public struct OrbitState: Sendable {
    public let time: Instant
    /// Longitude and latitude in degrees of WGS 84; z is the height in metres above the ellipsoid.
    public let position: Point
    /// Metres above the WGS 84 ellipsoid.
    public let height: Double
    /// Metres a second in which the point below the satellite moves over the ellipsoid.
    public let speed: Double
    /// The direction in which that point moves, in degrees clockwise from true north, 0 to below 360; NaN where it stands still.
    public let course: Double
    /// Metres a second in which the height grows.
    public let climbRate: Double
    /// Metres a second of the satellite in its orbit, seen from a frame that does not turn with the Earth.
    public let orbitalSpeed: Double

    /// The state as a location: with its speed and course, of unknown accuracy.
    ///
    /// Its ``Location/SourcePropertyKey/positionSource`` is `ORBIT`, by which one can tell it from a place that was measured.
    public func location(isLastKnown: Bool = false) -> Location {
        Location(
            position: position, speed: speed, course: course, isLastKnown: isLastKnown, timestamp: time.date,
            additionalSourceProperties: [.positionSource: Orbit.positionSource])
    }
}
