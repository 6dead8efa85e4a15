// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A property whose values can be followed: `$property` is a sequence of the current value and every later one.
///
/// A consumer that falls behind gets the newest values, as many as the property's capacity, in order, and skips those before: what a property is now
/// always arrives. The capacity is 1 unless the property says otherwise.
///
// Sendable by hand: the box is the only stored property and is safe from any thread; the wrapper is never reassigned.
@propertyWrapper
public struct Streamed<Value: Sendable>: @unchecked Sendable {
    private let box: Box

    public init(wrappedValue: Value) {
        box = Box(wrappedValue, capacity: 1)
    }

    /// - Parameters:
    ///   - wrappedValue: the first value.
    ///   - capacity: how many values are kept for a consumer that is busy; 1 for the newest only.
    package init(wrappedValue: Value, capacity: Int) {
        box = Box(wrappedValue, capacity: max(1, capacity))
    }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.set(newValue) }
    }

    /// The current value first, then each new one.
    public var projectedValue: ValueStream<Value> {
        ValueStream(stream: box.stream())
    }

    private final class Box: Sendable {
        private struct State {
            var value: Value
            var nextIdentifier = 0
            var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        }

        private let state: Mutex<State>
        private let capacity: Int

        init(_ value: Value, capacity: Int) {
            state = Mutex(State(value: value))
            self.capacity = capacity
        }

        var value: Value { state.withLock { $0.value } }

        func set(_ value: Value) {
            // Told inside the lock, so that two writers cannot tell their values in another order than they were set.
            state.withLock { state in
                state.value = value
                for listener in state.listeners.values { listener.yield(value) }
            }
        }

        func stream() -> AsyncStream<Value> {
            let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(capacity))
            let identifier = state.withLock { state in
                state.nextIdentifier += 1
                state.listeners[state.nextIdentifier] = continuation
                continuation.yield(state.value)
                return state.nextIdentifier
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { state in _ = state.listeners.removeValue(forKey: identifier) }
            }
            return stream
        }
    }
}

/// The values of a ``Streamed`` property over time.
public struct ValueStream<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = Never

    let stream: AsyncStream<Value>

    public func makeAsyncIterator() -> AsyncStream<Value>.Iterator {
        stream.makeAsyncIterator()
    }
}
