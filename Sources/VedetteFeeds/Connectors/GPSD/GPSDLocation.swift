// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteLocation

/// The location that a gpsd's fix stands for.
enum GPSDLocation {
    /// From 95 % of errors in a plane to 68.27 %, for errors that are normal and alike in both directions: √(ln 0.3173 / ln 0.05).
    static let planeFactor = 0.619_016_1
    /// From 95 % of errors along a line to 68.27 %: 1 / 1.959964.
    static let lineFactor = 0.510_213_5

    /// - Parameters:
    ///   - fix: what a TPV report said.
    ///   - sky: what the device's last SKY report said.
    /// - Returns: nil where the device has no fix (a mode below 2, or no position).
    ///
    /// gpsd gives errors that are not exceeded in 95 % of cases; a location's accuracy is here what is not exceeded in 68.27 % (one standard deviation along a line).
    static func location(_ fix: GNSSFix, _ sky: GNSSSky) -> Location? {
        guard fix.mode == .twoDimensional || fix.mode == .threeDimensional, fix.latitude.isFinite, fix.longitude.isFinite else { return nil }
        let height = fix.mode == .threeDimensional ? (fix.altitudeMSL.isFinite ? fix.altitudeMSL : fix.altitudeHAE) : .nan
        var properties: [Location.SourcePropertyKey: any Sendable] = [.positionSource: "GNSS"]
        if let count = sky.usedCount { properties[.satelliteCount] = count }
        let horizontal = fix.eph.isFinite ? fix.eph : radius(fix.epx, fix.epy)
        return Location(
            position: Point(x: fix.longitude, y: fix.latitude, z: height.isFinite ? height : nil, spatialReference: .wgs84),
            horizontalAccuracy: positive(horizontal) * planeFactor,
            verticalAccuracy: fix.mode == .threeDimensional ? positive(fix.epv) * lineFactor : .nan,
            speed: positive(fix.speed), course: course(fix.track), timestamp: fix.time.map { Date(timeIntervalSince1970: Double($0.seconds) + Double($0.nanoseconds) / 1e9) },
            additionalSourceProperties: properties)
    }

    private static func positive(_ value: Double) -> Double { value >= 0 ? value : .nan }

    private static func course(_ track: Double) -> Double {
        (0..<360).contains(track) ? track : track == 360 ? 0 : .nan
    }

    /// The 95 % radius of errors whose 95 % bounds along two axes are these.
    private static func radius(_ x: Double, _ y: Double) -> Double {
        // √(−2 ln 0.05) standard deviations in the plane, 1.959964 along an axis.
        2.447_747 / 1.959_964 * ((x * x + y * y) / 2).squareRoot()
    }
}
