// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The satellites in view and the dilutions of precision, as gpsd's SKY has them.
package struct GNSSSky: Sendable {
    package var time: GNSSTime?
    package var satellites: [NMEASatelliteInfo] = []
    /// How many are in view; nil where not said.
    package var visibleCount: Int?
    /// How many are used in the fix; nil where not said.
    package var usedCount: Int?
    package var gdop = Double.nan, hdop = Double.nan, pdop = Double.nan, tdop = Double.nan, vdop = Double.nan
    package var xdop = Double.nan, ydop = Double.nan

    package init() {}
}

/// A satellite as a receiver sees it.
public struct NMEASatelliteInfo: Hashable, Sendable {
    /// The constellation that a satellite belongs to.
    public enum System: String, Hashable, Sendable, CaseIterable {
        case gps
        case glonass
        case galileo
        case beiDou
        case qzss
        case navIC
        /// Satellite-based augmentation: WAAS, EGNOS, MSAS, GAGAN.
        case sbas
        case unknown
    }

    public let system: System
    /// The number of the satellite as the receiver gives it.
    public let id: Int
    /// Whether it takes part in the fix.
    public let isInUse: Bool
    /// Degrees clockwise from north; NaN where unknown.
    public let azimuth: Double
    /// Degrees above the horizon; NaN where unknown.
    public let elevation: Double
    /// Carrier to noise density in dBHz; NaN where unknown, 0 where it is not tracked.
    public let signalToNoiseRatio: Double

    public init(system: System, id: Int, isInUse: Bool, azimuth: Double, elevation: Double, signalToNoiseRatio: Double) {
        (self.system, self.id, self.isInUse) = (system, id, isInUse)
        (self.azimuth, self.elevation, self.signalToNoiseRatio) = (azimuth, elevation, signalToNoiseRatio)
    }
}
