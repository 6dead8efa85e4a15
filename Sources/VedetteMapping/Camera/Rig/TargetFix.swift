// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One thing that is known of a target: where it was, and how it was turned, at some time.
struct TargetFix: Hashable, Sendable {
    /// Seconds on the clock of the rig.
    var time: Double
    var state: TargetState
    /// Metres above the ellipsoid.
    var altitude: Double

    init(_ pose: TargetPose, at time: Double) {
        (self.time, state, altitude) = (time, TargetState(pose), pose.place.altitude)
    }
}

/// How fast a target moves and turns.
struct TargetRate: Hashable, Sendable {
    /// Metres a second, Earth-centred.
    var velocity = Vector3.zero
    /// Metres a second up.
    var climb = 0.0
    /// Radians a second of the level frame, about its own axes.
    var turning = Vector3.zero
    /// Radians a second.
    var pitching = 0.0
    /// Radians a second.
    var rolling = 0.0

    init() {}

    /// The mean from one fix to a later one.
    init(from first: TargetFix, to second: TargetFix) {
        let seconds = second.time - first.time
        velocity = (second.state.position - first.state.position) / seconds
        climb = (second.altitude - first.altitude) / seconds
        turning = (first.state.level.inverse * second.state.level).rotationVector / seconds
        pitching = Turn.shorter(from: first.state.pitch, to: second.state.pitch) / seconds
        rolling = Turn.shorter(from: first.state.roll, to: second.state.roll) / seconds
    }

    /// The same movement, at most so fast, and at most so fast up or down.
    func limited(speed: Double, climb most: Double) -> TargetRate {
        var rate = self
        if velocity.length > speed { rate.velocity = velocity * (speed / velocity.length) }
        rate.climb = min(max(climb, -most), most)
        return rate
    }

    /// A weighted mean of two.
    init(_ first: TargetRate, _ firstWeight: Double, _ second: TargetRate, _ secondWeight: Double) {
        let sum = firstWeight + secondWeight
        let (a, b) = (firstWeight / sum, secondWeight / sum)
        velocity = a * first.velocity + b * second.velocity
        climb = a * first.climb + b * second.climb
        turning = a * first.turning + b * second.turning
        pitching = a * first.pitching + b * second.pitching
        rolling = a * first.rolling + b * second.rolling
    }
}
