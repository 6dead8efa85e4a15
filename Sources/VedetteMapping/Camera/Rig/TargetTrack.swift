// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The way of a target as far as it is known: a smooth curve through its fixes, and a guess beyond the last of them.
///
/// Between two fixes place, height, pitch and roll are cubics that have the values and the rates at both, and the level frame turns the
/// shorter way round along a cubic of its rotation vector. The rate at a fix is that of the parabola through it and its neighbours
/// (Kruger's three-point derivative for steps of different lengths). Places are joined through the Earth-centred frame and brought to the
/// height between, so that poles and meridians are nothing special.
struct TargetTrack: Hashable, Sendable {
    /// In order of time, no two at the same time.
    private(set) var fixes: [TargetFix] = []
    /// Fixes that were not taken: earlier than all that is still needed.
    private(set) var ignoredCount = 0
    /// For so many seconds beyond the last fix the target is thought to go on as it did; then it comes to rest within as many again, half a
    /// second at least.
    var horizon: Double

    /// Heading, pitch and roll are thought to go on changing for no longer than so many seconds, and then to come to rest.
    static let turningHorizon = 0.5

    /// Up to so many metres a second anything is believed to go at once.
    static let usualSpeed = 100.0

    /// At most so many fixes are kept; of more, the earliest goes.
    static let capacity = 256

    init(horizon: Double) { self.horizon = horizon }

    /// Takes a fix; one for the same time as another replaces it.
    ///
    /// - Parameters:
    ///   - fix: in any order.
    ///   - time: no earlier time is asked for any more.
    /// - Returns: whether anything has changed.
    /// - Complexity: O(1) for fixes in order, else O(*n*) in those that are kept.
    mutating func insert(_ fix: TargetFix, neededFrom time: Double) -> Bool {
        // Two fixes before what is asked for give it its rates.
        while fixes.count > 3, fixes[3].time <= time { fixes.removeFirst() }
        var index = fixes.count
        while index > 0, fixes[index - 1].time >= fix.time { index -= 1 }
        if index == 0, fixes.count > 1, fixes[1].time <= time {
            ignoredCount += 1
            return false
        }
        if index < fixes.count, fixes[index].time == fix.time {
            guard fixes[index] != fix else { return false }
            fixes[index] = fix
        } else {
            fixes.insert(fix, at: index)
            if fixes.count > Self.capacity { fixes.removeFirst() }
        }
        return true
    }

    /// Where the target is thought to have been at a time; before the first fix, where that was. nil without fixes.
    func state(at time: Double) -> TargetState? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        if time <= first.time { return first.state }
        if time >= last.time { return guess(time - last.time, beyond: last) }
        var (low, high) = (0, fixes.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fixes[middle].time <= time { low = middle } else { high = middle }
        }
        return between(low, at: time)
    }

    /// How the target moved at a fix.
    private func rate(at index: Int) -> TargetRate {
        let before = index > 0 ? TargetRate(from: fixes[index - 1], to: fixes[index]) : nil
        let after = index + 1 < fixes.count ? TargetRate(from: fixes[index], to: fixes[index + 1]) : nil
        guard let before else {
            // The first and only movement that is known begins from rest, as the target is shown at rest before it.
            return TargetRate()
        }
        guard let after else {
            // A jump is not thought to go on: at most three times as fast as before it.
            guard index > 1 else { return before }
            let last = TargetRate(from: fixes[index - 2], to: fixes[index - 1])
            return before.limited(
                speed: max(3 * last.velocity.length, Self.usualSpeed), climb: max(3 * abs(last.climb), Self.usualSpeed))
        }
        // Where a jump begins or ends, no swing beyond it: the limit of Fritsch and Carlson (1980) for monotone cubics.
        return TargetRate(before, fixes[index + 1].time - fixes[index].time, after, fixes[index].time - fixes[index - 1].time).limited(
            speed: 3 * min(before.velocity.length, after.velocity.length), climb: 3 * min(abs(before.climb), abs(after.climb)))
    }

    private func between(_ index: Int, at time: Double) -> TargetState {
        let (first, last) = (fixes[index], fixes[index + 1])
        let (start, end) = (rate(at: index), rate(at: index + 1))
        let seconds = last.time - first.time
        let share = (time - first.time) / seconds
        let turn = (first.state.level.inverse * last.state.level).rotationVector
        let turned = Hermite.value(
            share, from: .zero, seconds * start.turning, to: turn, seconds * Quaternion.rate(of: turn, turning: end.turning))
        func angle(_ path: KeyPath<TargetState, Double>, _ rate: KeyPath<TargetRate, Double>) -> Double {
            let (from, to) = (first.state[keyPath: path], last.state[keyPath: path])
            return Hermite.value(
                share, from: from, seconds * start[keyPath: rate], to: from + Turn.shorter(from: from, to: to), seconds * end[keyPath: rate]
            )
        }
        return Self.state(
            straight: Hermite.value(
                share, from: first.state.position, seconds * start.velocity, to: last.state.position, seconds * end.velocity),
            altitude: Hermite.value(share, from: first.altitude, seconds * start.climb, to: last.altitude, seconds * end.climb),
            level: first.state.level * Quaternion(rotationVector: turned), pitch: angle(\.pitch, \.pitching), roll: angle(\.roll, \.rolling)
        )
    }

    /// Beyond the last fix the target goes on with its rates, and from the horizon on ever slower until it rests. A turn is not thought to
    /// go on for long.
    private func guess(_ seconds: Double, beyond fix: TargetFix) -> TargetState {
        let rate = rate(at: fixes.count - 1)
        let going = Self.coasting(seconds, horizon: horizon)
        let turning = Self.coasting(seconds, horizon: min(horizon, Self.turningHorizon))
        return Self.state(
            straight: fix.state.position + going * rate.velocity, altitude: fix.altitude + going * rate.climb,
            level: fix.state.level * Quaternion(rotationVector: turning * rate.turning), pitch: fix.state.pitch + turning * rate.pitching,
            roll: fix.state.roll + turning * rate.rolling)
    }

    /// For how many seconds at full speed something has gone that goes to a horizon, and then brakes evenly for as long again, half a
    /// second at least.
    private static func coasting(_ seconds: Double, horizon: Double) -> Double {
        let braking = max(horizon, 0.5)
        let late = min(max(seconds - horizon, 0), braking)
        return min(seconds, horizon) + late - late * late / (2 * braking)
    }

    /// A state at a point that is right but for its height.
    private static func state(straight: Vector3, altitude: Double, level: Quaternion, pitch: Double, roll: Double) -> TargetState {
        var place = EllipsoidPosition(straight)
        place.altitude = altitude
        return TargetState(position: place.point, level: level, pitch: pitch, roll: roll).levelled
    }
}
