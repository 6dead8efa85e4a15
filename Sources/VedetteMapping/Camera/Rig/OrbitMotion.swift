// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Numbers on their way: along cubics that begin as fast as they were, and end at rest.
struct OrbitMotion: Hashable, Sendable {
    let identifier: Int
    private let start: [Double]
    /// A second.
    private let rates: [Double]
    let end: [Double]
    private let began: Double
    private let seconds: Double

    /// Numbers that change at `rates` a second, and go where they shall be in so many seconds, which have to be above 0.
    init(_ identifier: Int, from start: [Double], rates: [Double], to end: [Double], at time: Double, over seconds: Double) {
        (self.identifier, self.start, self.rates, self.end, began, self.seconds) = (identifier, start, rates, end, time, seconds)
    }

    func hasEnded(at time: Double) -> Bool { time - began >= seconds }

    /// The seconds that are left of it.
    func rest(at time: Double) -> Double { max(0, began + seconds - time) }

    /// A clock that is set back does not lead far behind the beginning; the moment before it is asked for by whoever wants to know how fast it goes.
    private func share(at time: Double) -> Double { max(time - began, -0.1) / seconds }

    func values(at time: Double) -> [Double] {
        let share = share(at: time)
        if share >= 1 { return end }
        return start.indices.map { Hermite.value(share, from: start[$0], seconds * rates[$0], to: end[$0], 0) }
    }

    func rates(at time: Double) -> [Double] {
        let share = share(at: time)
        if share >= 1 { return start.map { _ in 0 } }
        return start.indices.map { Hermite.slope(share, from: start[$0], seconds * rates[$0], to: end[$0], 0) / seconds }
    }

    /// The same on a clock that shows so much more.
    func moved(by offset: Double) -> OrbitMotion {
        OrbitMotion(identifier, from: start, rates: rates, to: end, at: began + offset, over: seconds)
    }
}
