// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A difference that fades: it begins with a value and a rate, and ends after some time with neither, along a cubic.
///
/// Added to a new course from the moment that it takes over from an old one, it makes the change smooth in value and in velocity, whatever
/// the two are (the idea of Bollo, *Inertialization*, GDC 2018). Begun anew again and again it acts as a damped spring, so nothing builds
/// up.
struct Fading: Hashable, Sendable {
    private var values: [Double]
    /// A second.
    private var rates: [Double]
    private let start: Double
    private let seconds: Double

    /// The rates of a difference are taken over so many seconds to both sides.
    private static let step = 1e-3

    /// Begins to fade.
    ///
    /// - Parameters:
    ///   - start: when, in seconds.
    ///   - seconds: for how long; above 0.
    ///   - difference: what the difference would be at a time if nothing faded.
    init(from start: Double, over seconds: Double, _ difference: (_ time: Double) -> [Double]) {
        let (before, after) = (difference(start - Self.step), difference(start + Self.step))
        (self.start, self.seconds, values) = (start, seconds, difference(start))
        rates = zip(before, after).map { ($1 - $0) / (2 * Self.step) }
    }

    /// What is left at a time. Just before the beginning it goes on as it began.
    func value(at time: Double) -> [Double]? {
        let share = (time - start) / seconds
        guard share < 1 else { return nil }
        return zip(values, rates).map { Hermite.value(share, from: $0, seconds * $1, to: 0, 0) }
    }

    /// From 0 at the beginning to 1 at the end.
    func share(at time: Double) -> Double { min((time - start) / seconds, 1) }

    var end: Double { start + seconds }
}
