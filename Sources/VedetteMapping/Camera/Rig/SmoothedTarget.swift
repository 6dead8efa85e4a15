// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a camera follows, made smooth: a value that is told of fixes, and asked for any time that is not before the last thing told.
///
/// All it shows is a function of what it was told and when, not of when it was asked: any frame rate shows the same.
package struct SmoothedTarget: Hashable, Sendable {
    /// nil for a target that is always shown just where it was last told to be.
    package let smoothing: TargetSmoothing?
    /// Fixes are kept for so many seconds after they are no longer shown: the lag may grow.
    private static let patience = 2.0
    private var track: TargetTrack
    private var newest: TargetState?
    private var isFixed = false
    private var fading: Fading?
    /// How much later than they were taken the last fixes came, in seconds.
    private var lags: [Double] = []
    private var lag = 0.0

    /// - Parameter smoothing: nil for what moves smoothly by itself, such as a graphic that a program moves with each frame.
    package init(smoothing: TargetSmoothing?) {
        self.smoothing = smoothing
        track = TargetTrack(horizon: smoothing?.horizon ?? 0)
    }

    /// Something that stays where it is, whatever it is told.
    package init(fixedAt place: EllipsoidPosition) {
        self.init(smoothing: nil)
        (newest, isFixed) = (TargetState(TargetPose(place)), true)
    }

    /// Fixes that are kept: 256 at most.
    var fixCount: Int { track.fixes.count }

    var newestFix: TargetPose? { track.fixes.last?.state.pose }

    /// Fixes that were not taken because they were older than all that is shown.
    package var ignoredCount: Int { track.ignoredCount }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - pose: where the target was.
    ///   - fixTime: when it was there, on the clock of the rig. In any order; one for the time of another replaces it.
    ///   - time: now.
    package mutating func receive(_ pose: TargetPose, from fixTime: Double, at time: Double) {
        guard !isFixed else { return }
        guard let smoothing else {
            newest = TargetState(pose)
            return
        }
        guard fixTime.isFinite, time.isFinite else { return }
        let old = self
        updateLag(time - fixTime)
        let isNew = track.insert(TargetFix(pose, at: fixTime), neededFrom: time - lag - smoothing.delay - Self.patience)
        guard isNew || lag != old.lag, old.state(at: time) != nil else { return }
        fading = Fading(from: time, over: smoothing.correction) { moment in
            guard let shown = old.state(at: moment), let known = course(at: moment) else { return Array(repeating: 0, count: 9) }
            return Self.difference(from: known, to: shown)
        }
    }

    /// Is shown just where it is known to be from now on, without catching up with anything: for one that nobody has seen yet.
    package mutating func settle() { fading = nil }

    /// Where the target is shown; nil as long as nothing is known of it.
    package func state(at time: Double) -> TargetState? {
        guard let course = course(at: time), let rest = fading?.value(at: time) else { return course(at: time) }
        return Self.state(course, moved: rest)
    }

    /// What is known, without what fades.
    private func course(at time: Double) -> TargetState? {
        guard let smoothing else { return newest }
        return track.state(at: time - lag - smoothing.delay)
    }

    private mutating func updateLag(_ newest: Double) {
        guard smoothing?.absorbsLag == true else { return }
        if lags.count == 32 { lags.removeFirst() }
        lags.append(newest)
        lag = lags.min() ?? 0
    }

    private static func difference(from first: TargetState, to second: TargetState) -> [Double] {
        let way = second.position - first.position
        let turn = (first.level.inverse * second.level).rotationVector
        let climb = EllipsoidPosition(second.position).altitude - EllipsoidPosition(first.position).altitude
        return [
            way.x, way.y, way.z, climb, turn.x, turn.y, turn.z, Turn.shorter(from: first.pitch, to: second.pitch),
            Turn.shorter(from: first.roll, to: second.roll),
        ]
    }

    private static func state(_ state: TargetState, moved by: [Double]) -> TargetState {
        // Straight through the Earth-centred frame, and then to the height between: no way leads through the ground.
        var place = EllipsoidPosition(state.position + Vector3(by[0], by[1], by[2]))
        place.altitude = EllipsoidPosition(state.position).altitude + by[3]
        return TargetState(
            position: place.point, level: state.level * Quaternion(rotationVector: Vector3(by[4], by[5], by[6])),
            pitch: state.pitch + by[7], roll: state.roll + by[8]
        ).levelled
    }
}
