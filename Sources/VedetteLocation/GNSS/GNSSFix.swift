// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a receiver knows of itself at one moment; a fix in the sense of gpsd's TPV, not yet a `Location`. NaN and nil are unknown.
package struct GNSSFix: Sendable {
    package enum Mode: Int, Sendable {
        /// Nothing is said about it.
        case unknown = 0
        case none = 1
        /// Without height.
        case twoDimensional = 2
        case threeDimensional = 3
    }

    /// To the nanosecond as the receiver says it; TPV shows milliseconds.
    package var time: GNSSTime?
    package var mode = Mode.unknown
    /// Quality as TPV's status: 1 GPS, 2 DGPS, 3 RTK fixed, 4 RTK float, 5 dead reckoning, 6 GNSS and dead reckoning, 7 time only, 8 simulated; nil unknown.
    package var status: Int?
    /// Degrees on the receiver's datum, WGS 84 as a rule.
    package var latitude = Double.nan
    package var longitude = Double.nan
    /// Metres above the ellipsoid.
    package var altitudeHAE = Double.nan
    /// Metres above mean sea level.
    package var altitudeMSL = Double.nan
    /// Metres of the geoid above the ellipsoid.
    package var geoidSeparation = Double.nan
    /// Metres a second over the ground.
    package var speed = Double.nan
    /// Degrees clockwise from true north.
    package var track = Double.nan
    package var magneticTrack = Double.nan
    /// Degrees, east positive.
    package var magneticVariation = Double.nan
    /// Metres a second, up positive.
    package var climb = Double.nan
    /// Metres a second towards north, east and down.
    package var velocity: (north: Double, east: Double, down: Double) = (.nan, .nan, .nan)
    /// Metres along the axes of the earth-centred frame.
    package var earthCentred: (x: Double, y: Double, z: Double) = (.nan, .nan, .nan)
    package var earthCentredError = Double.nan
    /// Metres a second along the axes of the earth-centred frame.
    package var earthCentredVelocity: (x: Double, y: Double, z: Double) = (.nan, .nan, .nan)
    package var earthCentredVelocityError = Double.nan
    /// Estimated errors (95 %): horizontal radius, along longitude and latitude, vertical, in metres; of time in seconds; of speed in metres a second.
    package var eph = Double.nan, epx = Double.nan, epy = Double.nan, epv = Double.nan, ept = Double.nan, eps = Double.nan
    /// Estimated errors of the climb in metres a second and of the track in degrees; spherical, in metres.
    package var epc = Double.nan, epd = Double.nan, sep = Double.nan
    /// Seconds since the latest differential correction, and who sent it.
    package var dgpsAge = Double.nan
    package var dgpsStation: Int?
    /// True heading of the device in degrees, where it knows it.
    package var heading = Double.nan

    package init() {}
}
