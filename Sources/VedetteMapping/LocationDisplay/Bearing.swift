// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Angles in degrees clockwise.
enum Bearing {
    /// The same direction from 0 up to 360, 360 not included; nil for what is no number.
    static func normalized(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // A tiny negative angle becomes 360 by rounding.
        return positive == 360 ? 0 : positive
    }

    /// The shorter way round from one direction to another: more than −180, at most 180, clockwise positive.
    static func turn(from first: Double, to second: Double) -> Double {
        let difference = (second - first).remainder(dividingBy: 360)
        return difference == -180 ? 180 : difference
    }
}
