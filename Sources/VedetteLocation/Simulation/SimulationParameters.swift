// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a device moves along a line, for ``SimulatedLocationDataSource``.
public struct SimulationParameters: Hashable, Sendable {
    /// The time of the first location; each later one is one second after the one before.
    public var startDate: Date
    /// Metres a second along the line: how far one location is from the next. Above 0.
    public var speed: Double
    /// What is said of the accuracy of the places, in metres.
    public var horizontalAccuracy: Double
    /// What is said of the accuracy of the heights, in metres.
    public var verticalAccuracy: Double

    public init(startDate: Date = .now, speed: Double = 10, horizontalAccuracy: Double = 0, verticalAccuracy: Double = 0) {
        (self.startDate, self.speed) = (startDate, speed)
        (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
    }
}
