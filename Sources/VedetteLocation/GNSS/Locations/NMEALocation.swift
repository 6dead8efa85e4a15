// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry

/// A location that a GNSS receiver has told, with what it says of its quality.
///
/// `position` is in the spatial reference of the receiver; its z is the height above mean sea level in metres, or above the ellipsoid where the
/// receiver says only that. `horizontalAccuracy` and `verticalAccuracy` are for 95 % of the fixes:
/// - from the standard deviations of GST, where the receiver sends them for this fix or the one before: √3 · √(σ² of latitude + σ² of
///   longitude), near enough the 95 % radius of a round cloud, and 1.96 · σ of the height;
/// - else from the receiver's own estimate (PGRME, PSRFEPE);
/// - else from the dilutions of precision: HDOP · 19 m and VDOP · 23 m, with differential corrections HDOP · 4.75 m and VDOP · 5.75 m, as gpsd has it.
public final class NMEALocation: Location, @unchecked Sendable {
    /// How a position was found: the quality of GGA, or the mode indicator of other sentences.
    public enum FixType: Int, Hashable, Sendable, CaseIterable {
        /// The receiver does not say.
        case unknown = 0
        /// Satellites alone.
        case autonomous = 1
        /// With differential corrections, of SBAS too.
        case differential = 2
        /// Real-time kinematic, ambiguities resolved.
        case rtkFixed = 3
        /// Real-time kinematic, ambiguities not resolved.
        case rtkFloat = 4
        /// Dead reckoning.
        case estimated = 5
        /// Satellites and dead reckoning.
        case combined = 6
        /// Put in by hand, or surveyed: a receiver that keeps time.
        case manual = 7
        case simulated = 8
        /// The precise positioning service.
        case precise = 9
    }

    public let fixType: FixType
    /// Whether the height is of the fix, or the position alone.
    public let isThreeDimensional: Bool
    /// Dilutions of precision: horizontal, vertical, of position, of time and of all; NaN where unknown.
    public let hdop: Double
    public let vdop: Double
    public let pdop: Double
    public let tdop: Double
    public let gdop: Double
    /// Metres above mean sea level; NaN where unknown.
    public let altitude: Double
    /// Metres above the ellipsoid; NaN where unknown.
    public let ellipsoidalHeight: Double
    /// Metres of the geoid above the ellipsoid: the receiver's, else a coarse model's.
    public let geoidSeparation: Double
    /// Metres a second upwards; NaN where unknown.
    public let climb: Double
    /// Degrees from true to magnetic north, east positive: the receiver's, else a coarse model's.
    public let magneticVariation: Double
    /// Seconds since the latest differential correction; NaN where unknown.
    public let differentialAge: Double
    /// The number of the station that sends corrections.
    public let differentialStationID: Int?
    /// How many satellites the fix was made of; nil where the receiver does not say.
    public let satelliteCount: Int?
    /// The satellites in view.
    public let satellites: [NMEASatelliteInfo]

    /// - Parameters:
    ///   - fix: with a position.
    ///   - sky: what was known of satellites then.
    ///   - accuracy: of GST, for 95 %; NaN where there is none.
    ///   - spatialReference: of the receiver.
    convenience init(
        _ fix: GNSSFix, _ sky: GNSSSky, accuracy: (horizontal: Double, vertical: Double), spatialReference: SpatialReference
    ) {
        self.init(fix, sky, accuracy, spatialReference, fix.time.flatMap { $0.seconds > 0 ? $0.date : nil })
    }

    /// The same at another time.
    package func moved(to timestamp: Date) -> NMEALocation {
        NMEALocation(fix, sky, accuracyOfDeviations, position.spatialReference ?? .wgs84, timestamp)
    }

    private let fix: GNSSFix
    private let sky: GNSSSky
    private let accuracyOfDeviations: (horizontal: Double, vertical: Double)

    private init(
        _ fix: GNSSFix, _ sky: GNSSSky, _ accuracy: (horizontal: Double, vertical: Double), _ spatialReference: SpatialReference,
        _ timestamp: Date?
    ) {
        (self.fix, self.sky, accuracyOfDeviations) = (fix, sky, accuracy)
        fixType = FixType(rawValue: fix.status ?? 0) ?? .unknown
        isThreeDimensional = fix.mode == .threeDimensional
        (hdop, vdop, pdop, tdop, gdop) = (sky.hdop, sky.vdop, sky.pdop, sky.tdop, sky.gdop)
        (altitude, ellipsoidalHeight, geoidSeparation) = (fix.altitudeMSL, fix.altitudeHAE, fix.geoidSeparation)
        (climb, magneticVariation) = (fix.climb, fix.magneticVariation)
        (differentialAge, differentialStationID) = (fix.dgpsAge, fix.dgpsStation)
        satelliteCount = sky.usedCount
        satellites = sky.satellites.filter { $0.id != 0 }
        let height = isThreeDimensional && fix.altitude.isFinite ? fix.altitude : nil
        var properties: [SourcePropertyKey: any Sendable] = [.positionSource: "GNSS"]
        if let satelliteCount { properties[.satelliteCount] = satelliteCount }
        super.init(
            position: Point(x: fix.longitude, y: fix.latitude, z: height, spatialReference: spatialReference),
            horizontalAccuracy: accuracy.horizontal.isFinite ? accuracy.horizontal : fix.eph.isFinite ? fix.eph : hypot(fix.epx, fix.epy),
            verticalAccuracy: accuracy.vertical.isFinite ? accuracy.vertical : fix.epv, speed: fix.speed, course: fix.track,
            timestamp: timestamp, additionalSourceProperties: properties)
    }
}

extension GNSSTime {
    package var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) * 1e-9) }
}
