// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

/// A task that waits for the moment at which the next observation becomes too old.
struct ExpiryAlarm: Sendable {
    let time: Instant
    private let task: Task<Void, Never>

    /// Alarms come no sooner than this after they were set, in seconds: many observations that become too old one after the other go together.
    static let shortestWait = 0.05

    init(at time: Instant, timing: SourceTiming, _ body: @escaping @Sendable () -> Void) {
        self.time = time
        task = Task {
            do { try await timing.sleep(max(time.seconds(since: timing.now()), Self.shortestWait)) } catch { return }
            body()
        }
    }

    func cancel() {
        task.cancel()
    }
}

extension EntityStore {
    /// Sees to it that an alarm is set for the next observation that becomes too old, where there is one. The store may go meanwhile; then so does the alarm.
    ///
    /// - Parameters:
    ///   - state: what is locked.
    ///   - isDue: whether the alarm that is set may be wrong. It is looked at anyway where ages count from event time, for then any
    ///   observation can be the next one. Otherwise what comes in is the last to go, and an alarm that comes too soon is set again.
    func setAlarm(_ state: inout State, isDue: Bool) {
        if state.store.limits.maximumAge <= 0 {
            state.alarm?.cancel()
            state.alarm = nil
            return
        }
        if state.alarm != nil, !isDue, !state.store.limits.agesByEventTime { return }
        let next = state.store.nextExpiry
        guard next != state.alarm?.time else { return }
        state.alarm?.cancel()
        state.alarm = next.map { time in
            ExpiryAlarm(at: time, timing: timing) { [weak self] in self?.alarm(time) }
        }
    }

    private func alarm(_ time: Instant) {
        let isCurrent = state.withLock { state in
            guard state.alarm?.time == time else { return false }
            state.alarm = nil
            return true
        }
        if isCurrent { expire(at: timing.now()) }
    }
}
