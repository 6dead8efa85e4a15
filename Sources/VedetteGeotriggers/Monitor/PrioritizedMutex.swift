// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A lock with two doors: whoever comes through the urgent one waits for at most one of those who came through the other.
///
/// Ordinary work goes one after the other through `ordinary`, so that only one of it can be ahead of urgent work at `value`; urgent work keeps
/// `gate` closed to it while it waits. So however much ordinary work there is, and whether or not the system's locks are fair, urgent work
/// waits for one piece of it; the ordinary work waits for all urgent work that is there.
final class PrioritizedMutex<Value: ~Copyable>: Sendable {
    private let ordinary = Mutex(())
    private let gate = Mutex(())
    private let value: Mutex<Value>

    init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: ~Copyable>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        ordinary.withLock { _ in
            gate.withLock { _ in }
            return value.withLock(body)
        }
    }

    func withUrgentLock<Result: ~Copyable>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        gate.withLock { _ in value.withLock(body) }
    }
}
