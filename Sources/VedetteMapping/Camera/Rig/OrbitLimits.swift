// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// From where to where a number may go.
package struct OrbitWindow: Hashable, Sendable {
    package private(set) var lowest: Double
    package private(set) var highest: Double

    init(_ lowest: Double, _ highest: Double) { (self.lowest, self.highest) = (lowest, highest) }

    /// Sets the lower end; the upper one is pushed along where it would be below. What is no number changes nothing.
    mutating func setLowest(_ number: Double) {
        guard !number.isNaN else { return }
        (lowest, highest) = (number, max(number, highest))
    }

    /// Sets the upper end; the lower one is pushed along where it would be above. What is no number changes nothing.
    mutating func setHighest(_ number: Double) {
        guard !number.isNaN else { return }
        (lowest, highest) = (min(number, lowest), number)
    }

    /// The nearest number inside.
    func nearest(_ number: Double) -> Double { min(max(number, lowest), highest) }

    /// The same angle inside, by full turns; where none is, the end that is nearer around the circle, the upper one where both are as near.
    /// Degrees.
    func normalized(_ degrees: Double) -> Double {
        if degrees >= lowest, degrees <= highest { return degrees }
        // By as few turns as reach the end that it is beyond.
        let turns = degrees < lowest ? ((lowest - degrees) / 360).rounded(.up) : -((degrees - highest) / 360).rounded(.up)
        let angle = degrees + turns * 360
        if angle >= lowest, angle <= highest { return angle }
        let (above, below) = (angle > highest ? angle : angle + 360, angle > highest ? angle - 360 : angle)
        return above - highest <= lowest - below ? highest : lowest
    }

    /// Whether every direction is inside.
    var isFullTurn: Bool { highest - lowest >= 360 }
}
