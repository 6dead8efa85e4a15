// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The state of a controller that orbits: a value that is told what program and user want, and the time in seconds.
///
/// Two animations may be under way, one of the camera and one of the target offsets. Each ends finished or, when a newer one of its kind, a
/// setting of what it moves, or a gesture comes before its end, not finished.
package struct CameraOrbit: Hashable, Sendable {
    /// How an animation has ended.
    package struct Ending: Hashable, Sendable {
        package var identifier: Int
        package var isFinished: Bool
    }

    package private(set) var settings: OrbitSettings
    /// While an animation is under way, where it began.
    private var restingView: OrbitView
    private var restingOffsets = Vector3.zero
    private var viewMotion: OrbitMotion?
    private var offsetMotion: OrbitMotion?
    private var lastIdentifier = 0
    private var endings: [Ending] = []
    /// Counts up with each change that whoever shows it should make smooth; and the seconds for it.
    package private(set) var easedChanges = 0
    package private(set) var easingSeconds = 0.0

    /// - Parameters:
    ///   - kind: what is orbited.
    ///   - distance: metres; what is not finite, or below 0, counts as 0.
    package init(kind: OrbitSettings.Kind, distance: Double) {
        settings = OrbitSettings(kind: kind)
        restingView = settings.limited(OrbitView(distance: distance.isFinite ? distance : 0))
    }

    // MARK: What is

    /// From where the camera looks at a time, within the limits.
    package func view(at time: Double) -> OrbitView {
        settings.limited(viewMotion.map { OrbitView(numbers: $0.values(at: time)) } ?? restingView)
    }

    /// How far the point that the camera looks at is from the target, along its axes (right, ahead, up), in metres.
    package func targetOffsets(at time: Double) -> Vector3 {
        guard let numbers = offsetMotion?.values(at: time) else { return restingOffsets }
        return Vector3(numbers[0], numbers[1], numbers[2])
    }

    /// The state as it is on another clock.
    package func onClock(ahead seconds: Double) -> CameraOrbit {
        var state = self
        (state.viewMotion, state.offsetMotion) = (viewMotion?.moved(by: seconds), offsetMotion?.moved(by: seconds))
        return state
    }

    /// Where an animation of the camera takes it, and how many seconds it still takes; nil where none is under way.
    package func viewOnItsWay(at time: Double) -> (end: OrbitView, seconds: Double)? {
        viewMotion.flatMap { motion in
            motion.hasEnded(at: time) ? nil : (settings.limited(OrbitView(numbers: motion.end)), motion.rest(at: time))
        }
    }

    /// Where an animation of the target offsets takes them, and how many seconds it still takes; nil where none is under way.
    package func targetOffsetsOnTheirWay(at time: Double) -> (end: Vector3, seconds: Double)? {
        offsetMotion.flatMap { motion in
            motion.hasEnded(at: time) ? nil : (Vector3(motion.end[0], motion.end[1], motion.end[2]), motion.rest(at: time))
        }
    }

    /// A user has put the camera somewhere, as far as the switches let it: obeyed as ``apply(_:at:)`` is.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package mutating func apply(_ wanted: OrbitView, at time: Double) -> Bool {
        var view = view(at: time)
        let old = view
        if settings.distanceIsInteractive, wanted.distance.isFinite { view.distance = wanted.distance }
        if settings.headingIsInteractive, wanted.headingOffset.isFinite { view.headingOffset = wanted.headingOffset }
        if settings.pitchIsInteractive, wanted.pitchOffset.isFinite { view.pitchOffset = wanted.pitchOffset }
        guard view != old else { return false }
        stopView(at: time)
        stopOffsets(at: time)
        restingView = settings.limited(view)
        return true
    }

    /// Whether an animation is under way.
    package var isMoving: Bool { viewMotion != nil || offsetMotion != nil }

    // MARK: Time

    /// Lets time pass, and says which animations have ended since the last call.
    package mutating func advance(to time: Double) -> [Ending] {
        if let motion = viewMotion, motion.hasEnded(at: time) {
            restingView = settings.limited(OrbitView(numbers: motion.end))
            viewMotion = nil
            endings.append(Ending(identifier: motion.identifier, isFinished: true))
        }
        if let motion = offsetMotion, motion.hasEnded(at: time) {
            restingOffsets = Vector3(motion.end[0], motion.end[1], motion.end[2])
            offsetMotion = nil
            endings.append(Ending(identifier: motion.identifier, isFinished: true))
        }
        defer { endings = [] }
        return endings
    }

    // MARK: What the program wants

    /// Changes limits and switches. What is outside of new limits comes inside at once.
    package mutating func set(_ change: (inout OrbitSettings) -> Void) {
        change(&settings)
        restingView = settings.limited(restingView)
    }

    /// Puts the camera somewhere. What is no number is left as it was.
    package mutating func setView(at time: Double, _ change: (inout OrbitView) -> Void) {
        let old = view(at: time)
        var new = old
        change(&new)
        if !new.distance.isFinite { new.distance = new.distance == .infinity ? settings.distances.highest : old.distance }
        if !new.headingOffset.isFinite { new.headingOffset = old.headingOffset }
        if new.pitchOffset.isNaN { new.pitchOffset = old.pitchOffset }
        if !new.distance.isFinite { new.distance = old.distance }
        stopView(at: time)
        restingView = settings.limited(new)
    }

    /// Sets the target offsets; what is not finite is left as it was.
    package mutating func setTargetOffsets(at time: Double, _ change: (inout Vector3) -> Void) {
        let old = targetOffsets(at: time)
        var new = old
        change(&new)
        stopOffsets(at: time)
        restingOffsets = Vector3(new.x.isFinite ? new.x : old.x, new.y.isFinite ? new.y : old.y, new.z.isFinite ? new.z : old.z)
    }

    /// Moves the camera by so much, or as far as limits let it.
    ///
    /// - Returns: the number of the animation, whose end ``advance(to:)`` tells; nil, and nothing happens, where a number is not finite.
    package mutating func moveCamera(
        distanceDelta: Double, headingDelta: Double, pitchDelta: Double, over seconds: Double, at time: Double
    ) -> Int? {
        guard distanceDelta.isFinite, headingDelta.isFinite, pitchDelta.isFinite, seconds < .infinity else { return nil }
        let start = view(at: time)
        let wanted = OrbitView(
            distance: start.distance + distanceDelta, headingOffset: start.headingOffset + headingDelta,
            pitchOffset: start.pitchOffset + pitchDelta)
        var end = settings.limited(wanted)
        // All the way round where the limits let it, else directly: never through what they forbid.
        if settings.headings.isFullTurn { end.headingOffset = wanted.headingOffset }
        let rates = viewMotion?.rates(at: time) ?? [0, 0, 0]
        stopView(at: time)
        return begin(from: start.numbers, rates, to: end.numbers, over: seconds, at: time) { state, motion in
            state.viewMotion = motion
        }
    }

    /// Moves the point that the camera looks at to offsets from the target, in metres.
    ///
    /// - Returns: the number of the animation, whose end ``advance(to:)`` tells; nil, and nothing happens, where a number is not finite.
    package mutating func moveTargetOffsets(to offsets: Vector3, over seconds: Double, at time: Double) -> Int? {
        guard offsets.isFinite, seconds < .infinity else { return nil }
        let start = targetOffsets(at: time)
        let rates = offsetMotion?.rates(at: time) ?? [0, 0, 0]
        stopOffsets(at: time)
        return begin(from: [start.x, start.y, start.z], rates, to: [offsets.x, offsets.y, offsets.z], over: seconds, at: time) {
            $0.offsetMotion = $1
        }
    }

    /// Goes to a usual place of the camera. What it switches does not make the camera jump where it is shown.
    ///
    /// - Returns: the numbers of the two animations, of the camera and of the target offsets.
    package mutating func go(to preset: OrbitPreset, over seconds: Double, at time: Double) -> [Int] {
        set { settings in
            settings.autoHeadingIsEnabled = true
            settings.autoPitchIsEnabled = preset.turnsWithTarget
            settings.autoRollIsEnabled = preset.turnsWithTarget
        }
        (easedChanges, easingSeconds) = (easedChanges + 1, seconds)
        let now = view(at: time)
        let camera = moveCamera(
            distanceDelta: preset.view.distance - now.distance,
            headingDelta: Turn.shorterDegrees(from: now.headingOffset, to: preset.view.headingOffset),
            pitchDelta: preset.view.pitchOffset - now.pitchOffset, over: seconds, at: time)
        return [camera, moveTargetOffsets(to: preset.targetOffsets, over: seconds, at: time)].compactMap(\.self)
    }

    private mutating func begin(
        from start: [Double], _ rates: [Double], to end: [Double], over seconds: Double, at time: Double,
        _ keep: (inout CameraOrbit, OrbitMotion) -> Void
    ) -> Int {
        lastIdentifier += 1
        // Less than a microsecond is at once: the shortest time that a division bears.
        let motion = OrbitMotion(lastIdentifier, from: start, rates: rates, to: end, at: time, over: max(seconds, 1e-6))
        keep(&self, seconds >= 1e-6 ? motion : motion.moved(by: -1e-3))
        return lastIdentifier
    }

    /// Ends an animation, if it is under way: at its end, or where it is.
    package mutating func end(_ identifier: Int, isFinished: Bool, at time: Double) {
        // Far enough in the past to be over.
        if isFinished {
            if let motion = viewMotion, motion.identifier == identifier { viewMotion = motion.moved(by: -.greatestFiniteMagnitude) }
            if let motion = offsetMotion, motion.identifier == identifier { offsetMotion = motion.moved(by: -.greatestFiniteMagnitude) }
        } else {
            if viewMotion?.identifier == identifier { stopView(at: time) }
            if offsetMotion?.identifier == identifier { stopOffsets(at: time) }
        }
    }

    // MARK: What the user does

    /// Obeys a gesture as far as the switches let it, and ends animations.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package mutating func apply(_ input: CameraInput, at time: Double) -> Bool {
        var view = view(at: time)
        let old = view
        if settings.distanceIsInteractive, input.distanceFactor > 0, input.distanceFactor.isFinite, input.distanceFactor != 1 {
            // From very near, too, there is a way out.
            view.distance = max(view.distance, input.distanceFactor > 1 ? 0.01 : 0) * input.distanceFactor
            if !view.distance.isFinite { view.distance = old.distance }
        }
        if settings.headingIsInteractive, input.headingDelta.isFinite { view.headingOffset += input.headingDelta }
        if settings.pitchIsInteractive, input.pitchDelta.isFinite { view.pitchOffset += input.pitchDelta }
        guard view != old else { return false }
        stopView(at: time)
        stopOffsets(at: time)
        restingView = settings.limited(view)
        return true
    }

    private mutating func stopView(at time: Double) {
        guard let motion = viewMotion else { return }
        restingView = view(at: time)
        viewMotion = nil
        endings.append(Ending(identifier: motion.identifier, isFinished: motion.hasEnded(at: time)))
    }

    private mutating func stopOffsets(at time: Double) {
        guard let motion = offsetMotion else { return }
        restingOffsets = targetOffsets(at: time)
        offsetMotion = nil
        endings.append(Ending(identifier: motion.identifier, isFinished: motion.hasEnded(at: time)))
    }
}
