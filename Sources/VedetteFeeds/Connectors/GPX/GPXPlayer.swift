// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteLocation
import VedetteModel

/// Plays a path: waits, tells, and listens to whoever changes the speed or goes elsewhere meanwhile.
final class GPXPlayer: Sendable {
    private struct State {
        var playback: GPXPlayback
        /// Counts changes: what was to be waited for before one does not count after it.
        var version = 0
        var sleeper: Task<Void, any Error>?
        var isRunning = false
    }

    let path: GPXPath
    private let timing: SourceTiming
    /// Times are counted from here, so that they are exact.
    private let origin: Duration
    private let state: Mutex<State>

    init(_ path: GPXPath, timing: SourceTiming) {
        (self.path, self.timing, origin) = (path, timing, timing.uptime())
        state = Mutex(State(playback: GPXPlayback(offsets: path.offsets)))
    }

    private var now: Double { (timing.uptime() - origin) / .seconds(1) }

    /// Plays until it is cancelled.
    func run(_ sink: LocationSink) async throws {
        sink.didStart()
        state.withLock { $0.playback.start(now: now) }
        while true {
            try Task.checkCancellation()
            let (step, version) = state.withLock { ($0.playback.step(now: now), $0.version) }
            switch step {
            case .tell(let index): sink.deliver(path.locations[index])
            case .wait(let seconds): await wait(seconds, version)
            // Until somebody goes elsewhere, or lets it repeat: thirty years are for ever.
            case .end: await wait(1e9, version)
            }
        }
    }

    /// Waits, or until something changes.
    private func wait(_ seconds: Double, _ version: Int) async {
        let timing = timing
        let sleeper = Task { try await timing.sleep(seconds) }
        let isCurrent = state.withLock { state in
            if state.version == version { state.sleeper = sleeper }
            return state.version == version
        }
        if !isCurrent { sleeper.cancel() }
        await withTaskCancellationHandler {
            _ = await sleeper.result
        } onCancel: {
            sleeper.cancel()
        }
        state.withLock { $0.sleeper = nil }
    }

    private func change(_ body: (inout GPXPlayback) -> Void) {
        let sleeper = state.withLock { state in
            body(&state.playback)
            state.version += 1
            return state.sleeper
        }
        sleeper?.cancel()
    }

    var speed: Double {
        get { state.withLock { $0.playback.speed } }
        set { change { $0.setSpeed(newValue, now: now) } }
    }

    var repeats: Bool {
        get { state.withLock { $0.playback.repeats } }
        set { change { $0.repeats = newValue } }
    }

    var currentIndex: Int {
        get { state.withLock { $0.playback.current } }
        set { change { $0.jump(to: newValue, now: now) } }
    }
}
