// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
package import VedetteModel

/// Holds the camera at a distance from something, and lets it move around that: what the two kinds of it have in common.
///
/// All properties may be set at any time, from any thread, and take effect at once; a value out of range becomes the nearest that is not,
/// and one that is no number changes nothing. A limit that is set beyond its counterpart pushes that along, and what is outside of new
/// limits comes inside. Distances are in metres, angles in degrees.
// Sendable by hand: what changes is behind locks.
public class OrbitCameraController: CameraController, @unchecked Sendable {
    /// How far the camera is from what it looks at. `$cameraDistance` gives the current value first, then each new one.
    @Steered public var cameraDistance = 0.0
    /// From where the camera looks, clockwise as seen from above; 0, from directly behind what it looks at, unless set. Any angle may be
    /// set: it is brought within the limits by full turns, and where no number of turns does it, to the limit that is nearer.
    /// `$cameraHeadingOffset` gives the current value first, then each new one.
    @Steered public var cameraHeadingOffset = 0.0
    /// From how high up the camera looks: 0 from straight above, looking down, 90 level; 45 unless set. A value outside of the limits
    /// becomes the nearest inside. `$cameraPitchOffset` gives the current value first, then each new one.
    @Steered public var cameraPitchOffset = 45.0

    struct State {
        var orbit: CameraOrbit
        var time: Instant?
        /// Told of the end of the animation with that number.
        var waiters: [Int: AsyncStream<Bool>.Continuation] = [:]
    }

    private let state: Mutex<State>
    /// Seconds between two values that are told of an animation.
    private static let tick = 1.0 / 30
    let timing: SourceTiming
    /// When the clock of the state began.
    private let epoch: Instant
    /// Told of every change, for views.
    package let changes = ChangeObservers()

    init(kind: OrbitSettings.Kind, distance: Double, timing: SourceTiming) {
        let orbit = CameraOrbit(kind: kind, distance: distance)
        (self.timing, epoch) = (timing, timing.now())
        state = Mutex(State(orbit: orbit))
        super.init()
        show(orbit.view(at: 0))
        _cameraDistance.steer(read: { [weak self] in self?.view.distance }, wish: { [weak self] in self?.place(\.distance, $0) })
        _cameraHeadingOffset.steer(
            read: { [weak self] in self?.view.headingOffset }, wish: { [weak self] in self?.place(\.headingOffset, $0) })
        _cameraPitchOffset.steer(read: { [weak self] in self?.view.pitchOffset }, wish: { [weak self] in self?.place(\.pitchOffset, $0) })
    }

    // MARK: Time

    /// What time it is in the view; nil, for that of the system's clock, unless set.
    package var time: Instant? {
        get { state.withLock { $0.time } }
        set {
            state.withLock { $0.time = newValue }
            change { _, _ in }
        }
    }

    /// Lets animations go on to now: for a view, with each frame.
    package func advance() { change { _, _ in } }

    /// The state on a clock that began at some moment.
    package func orbit(since beginning: Instant) -> CameraOrbit {
        state.withLock { $0.orbit.onClock(ahead: epoch.seconds(since: beginning)) }
    }

    // MARK: The state

    func lookup<Value: Sendable>(_ body: (CameraOrbit, Double) -> Value) -> Value {
        let now = timing.now()
        return state.withLock { body($0.orbit, ($0.time ?? now).seconds(since: epoch)) }
    }

    private var view: OrbitView { lookup { $0.view(at: $1) } }

    /// Changes the state, and tells what has come of it.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout CameraOrbit, Double) -> Value) -> Value {
        let now = timing.now()
        let (result, ended) = state.withLock { state in
            let seconds = (state.time ?? now).seconds(since: epoch)
            let result = body(&state.orbit, seconds)
            var ended: [(AsyncStream<Bool>.Continuation, Bool)] = []
            for ending in state.orbit.advance(to: seconds) {
                if let waiter = state.waiters.removeValue(forKey: ending.identifier) { ended.append((waiter, ending.isFinished)) }
            }
            // Inside the lock, so that those who follow get the values in their order.
            show(state.orbit.view(at: seconds))
            return (result, ended)
        }
        for (waiter, isFinished) in ended { waiter.yield(isFinished) }
        changes.notify()
        return result
    }

    private func show(_ view: OrbitView) {
        _cameraDistance.show(view.distance)
        _cameraHeadingOffset.show(view.headingOffset)
        _cameraPitchOffset.show(view.pitchOffset)
    }

    private func place(_ path: WritableKeyPath<OrbitView, Double>, _ number: Double) {
        change { orbit, now in orbit.setView(at: now) { $0[keyPath: path] = number } }
    }

    func settings<Value: Sendable>(_ path: KeyPath<OrbitSettings, Value>) -> Value { lookup { orbit, _ in orbit.settings[keyPath: path] } }

    func set(_ body: (inout OrbitSettings) -> Void) { change { orbit, _ in orbit.set(body) } }

    /// A gesture of the user.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package func apply(_ input: CameraInput) -> Bool { change { $0.apply(input, at: $1) } }

    /// A user has put the camera somewhere.
    ///
    /// - Returns: whether there was anything to obey.
    @discardableResult
    package func apply(_ wanted: OrbitView) -> Bool { change { $0.apply(wanted, at: $1) } }

    // MARK: Animations

    /// Moves the camera by so much, or as far as the limits let it.
    ///
    /// - Parameters:
    ///   - distanceDelta: metres.
    ///   - headingDelta: degrees clockwise; more than a full turn goes round more than once, where the limits leave all directions free.
    ///   - pitchDelta: degrees.
    ///   - duration: seconds; 0 or less for at once.
    /// - Returns: whether the camera got there: false where another animation, a setting of what this one moves, or the user came between,
    ///   where the task was cancelled, and where a number is not finite.
    @discardableResult
    public func moveCamera(
        distanceDelta: Double, headingDelta: Double, pitchDelta: Double, duration: TimeInterval
    ) async -> Bool {
        await animate(over: duration) { orbit, now in
            orbit.moveCamera(
                distanceDelta: distanceDelta, headingDelta: headingDelta, pitchDelta: pitchDelta, over: duration, at: now
            ).map { [$0] } ?? []
        }
    }

    /// Begins animations, and waits for their ends.
    ///
    /// - Returns: whether there were any, and all have finished.
    func animate(over seconds: Double, _ begin: (inout CameraOrbit, Double) -> [Int]) async -> Bool {
        let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
        let now = timing.now()
        // Whoever waits has to be known before anything can end.
        let (begun, isTimed) = state.withLock { state in
            let begun = begin(&state.orbit, (state.time ?? now).seconds(since: epoch))
            for identifier in begun { state.waiters[identifier] = continuation }
            return (begun, state.time == nil)
        }
        advance()
        guard !begun.isEmpty else { return false }
        let hasFinished = await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                var results: [Bool] = []
                for await isFinished in ends {
                    results.append(isFinished)
                    if results.count == begun.count { return results.allSatisfy(\.self) }
                }
                return nil
            }
            if isTimed {
                group.addTask { [timing] in
                    // Who listens to a distance or an angle sees it on its way.
                    var rest = max(seconds, 0)
                    repeat {
                        guard (try? await timing.sleep(min(rest, Self.tick))) != nil else { return nil }
                        rest -= Self.tick
                        if rest > 0 { self.advance() }
                    } while rest > 0
                    self.end(begun, isFinished: true)
                    return nil
                }
            }
            for await result in group {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            return false
        }
        // Those of a task that was cancelled end where they are.
        if !hasFinished { end(begun, isFinished: false) }
        return hasFinished
    }

    private func end(_ identifiers: [Int], isFinished: Bool) {
        change { orbit, now in
            for identifier in identifiers { orbit.end(identifier, isFinished: isFinished, at: now) }
        }
    }
}
