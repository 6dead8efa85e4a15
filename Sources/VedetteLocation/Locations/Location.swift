// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry
import VedetteModel

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
    /// Direction of movement in degrees clockwise from true north, from 0 up to 360, 360 not included; NaN where unknown.
    public let course: Double
    /// Whether the place was known before, rather than just measured. Such a location is drawn with the acquiring symbol.
    public let isLastKnown: Bool
    /// When it was measured; nil where unknown.
    public let timestamp: Date?
    /// What else the source says of it.
    public let additionalSourceProperties: [SourcePropertyKey: any Sendable]

    /// Makes a location. Values that cannot be are unknown: accuracies and speeds that are negative or not finite, and courses that are not finite, become NaN. Any
    /// other course is turned into 0 to 360°: −90 is 270, and so is 630.
    public init(
        position: Point, horizontalAccuracy: Double = .nan, verticalAccuracy: Double = .nan, speed: Double = .nan, course: Double = .nan,
        isLastKnown: Bool = false, timestamp: Date? = nil, additionalSourceProperties: [SourcePropertyKey: any Sendable] = [:]
    ) {
        self.position = position
        self.horizontalAccuracy = Self.magnitude(horizontalAccuracy)
        self.verticalAccuracy = Self.magnitude(verticalAccuracy)
        self.speed = Self.magnitude(speed)
        self.course = Self.direction(course)
        self.isLastKnown = isLastKnown
        self.timestamp = timestamp
        self.additionalSourceProperties = additionalSourceProperties
    }

    /// Makes a location, with its time in the place where programs for the Runtime SDKs have it.
    public convenience init(
        position: Point, timestamp: Date, horizontalAccuracy: Double = .nan, verticalAccuracy: Double = .nan, speed: Double = .nan,
        course: Double = .nan, isLastKnown: Bool = false
    ) {
        self.init(
            position: position, horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, speed: speed, course: course,
            isLastKnown: isLastKnown, timestamp: timestamp)
    }

    /// Whether another location, of the same class, says the same. What is unknown in both is the same. A subclass that has more to say overrides it.
    open func isEqual(to other: Location) -> Bool {
        func areEqual(_ first: Double, _ second: Double) -> Bool { first == second || (first.isNaN && second.isNaN) }
        return type(of: self) == type(of: other) && position == other.position
            && areEqual(horizontalAccuracy, other.horizontalAccuracy) && areEqual(verticalAccuracy, other.verticalAccuracy)
            && areEqual(speed, other.speed) && areEqual(course, other.course) && isLastKnown == other.isLastKnown
            && timestamp == other.timestamp && hasEqualProperties(to: other)
    }

    private func hasEqualProperties(to other: Location) -> Bool {
        guard additionalSourceProperties.count == other.additionalSourceProperties.count else { return false }
        return additionalSourceProperties.allSatisfy { key, value in
            // Values that cannot be compared are not known to be the same.
            guard let value = value as? any Hashable, let second = other.additionalSourceProperties[key] as? any Hashable else {
                return false
            }
            return AnyHashable(value) == AnyHashable(second)
        }
    }

    /// Whether the position is one.
    package var hasPlace: Bool { position.x.isFinite && position.y.isFinite }

    private static func magnitude(_ value: Double) -> Double { value.isFinite && value >= 0 ? value : .nan }

    static func direction(_ degrees: Double) -> Double {
        guard degrees.isFinite else { return .nan }
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest
        // A tiny negative angle rounds up to a whole turn; negative zero becomes zero.
        return turned < 360 ? turned + 0 : 0
    }
}

extension Location: Hashable {
    public static func == (lhs: Location, rhs: Location) -> Bool { lhs === rhs || lhs.isEqual(to: rhs) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(position)
        hasher.combine(timestamp)
        hasher.combine(isLastKnown)
    }
}

extension Location: CustomStringConvertible {
    /// For people: place, accuracy, speed, course and time, as far as they are known.
    public var description: String {
        let name = String(describing: type(of: self))
        var parts = [position.isEmpty ? "nowhere" : "x \(position.x), y \(position.y)" + (position.z.map { ", z \($0)" } ?? "")]
        if let reference = position.spatialReference, reference != .wgs84 { parts.append("in \(reference)") }
        if !horizontalAccuracy.isNaN { parts.append("±\(horizontalAccuracy) m") }
        if !verticalAccuracy.isNaN { parts.append("height ±\(verticalAccuracy) m") }
        if !speed.isNaN { parts.append("\(speed) m/s") }
        if !course.isNaN { parts.append("course \(course)°") }
        if let timestamp { parts.append("at \(Instant(timestamp))") }
        if isLastKnown { parts.append("last known") }
        return "\(name)(\(parts.joined(separator: ", ")))"
    }
}
