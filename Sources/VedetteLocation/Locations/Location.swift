// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry

/// Where a device is, or was, at one moment. It never changes.
///
/// Whatever is not known is NaN or nil.
open class Location: @unchecked Sendable {
    /// A key of additionalSourceProperties; upper and lower case differ.
    public struct SourcePropertyKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        /// The floor as a whole number, `Int`.
        public static let floor: SourcePropertyKey = "floor"
        /// The id of the level, `String`.
        public static let floorLevelID: SourcePropertyKey = "floorLevelID"
        /// How the place was found, `String`: `GNSS`, `AppleIPS`, `BLE`, `WIFI`, `CELL`, `IP`, or several of them parted by commas.
        public static let positionSource: SourcePropertyKey = "positionSource"
        /// How many satellites were used, `Int`.
        public static let satelliteCount: SourcePropertyKey = "satelliteCount"
        /// How many radio transmitters were used, `Int`.
        public static let transmitterCount: SourcePropertyKey = "transmitterCount"
    }

    /// The place, in any spatial reference; its z, where it has one, is the height in metres.
    public let position: Point
    /// Radius in metres within which the device most likely is; NaN where unknown.
    public let horizontalAccuracy: Double
    /// Metres up or down within which its height most likely is; NaN where unknown.
    public let verticalAccuracy: Double
    /// Metres a second over the ground; NaN where unknown.
    public let speed: Double
    /// Direction of movement in degrees clockwise from true north; NaN where unknown.
    public let course: Double
    /// Whether the place was known before, rather than just measured. Such a location is drawn with the acquiring symbol.
    public let isLastKnown: Bool
    /// When it was measured; nil where unknown.
    public let timestamp: Date?
    /// What else the source says of it.
    public let additionalSourceProperties: [SourcePropertyKey: any Sendable]

    public init(
        position: Point, horizontalAccuracy: Double = .nan, verticalAccuracy: Double = .nan, speed: Double = .nan, course: Double = .nan,
        isLastKnown: Bool = false, timestamp: Date? = nil, additionalSourceProperties: [SourcePropertyKey: any Sendable] = [:]
    ) {
        self.position = position
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.course = course
        self.isLastKnown = isLastKnown
        self.timestamp = timestamp
        self.additionalSourceProperties = additionalSourceProperties
    }
}
