// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry

/// Where a device is, how well that is known, and how it moves.
public final class Location: Sendable {
    /// The place.
    public let position: Point
    /// Radius in metres within which the device most likely is; NaN where unknown.
    public let horizontalAccuracy: Double
    /// Metres up or down within which its height most likely is; NaN where unknown.
    public let verticalAccuracy: Double
    /// Metres a second; NaN where unknown.
    public let speed: Double
    /// Direction of movement in degrees clockwise from true north; NaN where unknown.
    public let course: Double
    /// Whether the place was known before, rather than just measured.
    public let isLastKnown: Bool
    /// When it was measured; nil where unknown.
    public let timestamp: Date?

    public init(
        position: Point, horizontalAccuracy: Double = .nan, verticalAccuracy: Double = .nan, speed: Double = .nan, course: Double = .nan,
        isLastKnown: Bool = false, timestamp: Date? = nil
    ) {
        self.position = position
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.course = course
        self.isLastKnown = isLastKnown
        self.timestamp = timestamp
    }
}
