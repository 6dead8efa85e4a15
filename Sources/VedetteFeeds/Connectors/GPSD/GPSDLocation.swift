// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteLocation

/// The location that a gpsd's fix stands for.
enum GPSDLocation {
    /// - Parameters:
    ///   - fix: what a TPV report said.
    ///   - sky: what the device's last SKY report said.
    /// - Returns: nil where the device has no fix (a mode below 2, or no position).
    ///
    /// Accuracies are gpsd's estimates of errors, which hold in 95 % of cases, as those of an `NMEALocation` do.
    static func location(_ fix: GNSSFix, _ sky: GNSSSky) -> Location? {
        guard fix.mode == .twoDimensional || fix.mode == .threeDimensional, fix.latitude.isFinite, fix.longitude.isFinite else {
            return nil
        }
        let height = fix.mode == .threeDimensional ? (fix.altitudeMSL.isFinite ? fix.altitudeMSL : fix.altitudeHAE) : .nan
        var properties: [Location.SourcePropertyKey: any Sendable] = [.positionSource: "GNSS"]
        if let count = sky.usedCount { properties[.satelliteCount] = count }
        // Along both axes at once, the bounds along each hold in somewhat more than 95 % of cases.
        let horizontal = fix.eph.isFinite ? fix.eph : hypot(fix.epx, fix.epy)
        return Location(
            position: Point(x: fix.longitude, y: fix.latitude, z: height.isFinite ? height : nil, spatialReference: .wgs84),
            horizontalAccuracy: positive(horizontal),
            verticalAccuracy: fix.mode == .threeDimensional ? positive(fix.epv) : .nan,
            speed: positive(fix.speed), course: course(fix.track),
            timestamp: fix.time.map { Date(timeIntervalSince1970: Double($0.seconds) + Double($0.nanoseconds) / 1e9) },
            additionalSourceProperties: properties)
    }

    private static func positive(_ value: Double) -> Double { value >= 0 ? value : .nan }

    private static func course(_ track: Double) -> Double {
        (0..<360).contains(track) ? track : track == 360 ? 0 : .nan
    }
}
