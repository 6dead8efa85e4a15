// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Hands events to any number of streams, each with a bounded buffer; with no stream it does nothing.
package final class EventSource<Event: Sendable>: Sendable {
    private struct State {
        var nextIdentifier = 0
        var listeners: [Int: Listener] = [:]
        var dropped = 0
    }

    private struct Listener {
        var continuation: AsyncStream<Event>.Continuation
        let missed: Counter
    }

    private let state = Mutex(State())

    /// How many events a stream holds for a consumer that is busy.
    private let capacity: Int

    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// Whether anybody listens; where not, an event need not even be made.
    package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Events that were dropped because a stream's buffer was full, over all streams.
    package var droppedCount: Int { state.withLock { $0.dropped } }

    package func send(_ event: Event) {
        state.withLock { state in
            for listener in state.listeners.values {
                if case .dropped = listener.continuation.yield(event) {
                    listener.missed.add(1)
                    state.dropped += 1
                }
            }
        }
    }

    /// Ends all streams.
    package func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners
        }
        listeners.values.forEach { $0.continuation.finish() }
    }

    /// A new stream of the events from now on.
    package func stream() -> EventStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        let missed = Counter()
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            state.listeners[state.nextIdentifier] = Listener(continuation: continuation, missed: missed)
            return state.nextIdentifier
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.listeners.removeValue(forKey: identifier) }
        }
        return EventStream(stream: stream, missed: missed)
    }
}

/// A counter that any thread may raise and read.
package final class Counter: Sendable {
    private let state = Atomic<Int>(0)

    package init() {}

    package var value: Int { state.load(ordering: .relaxed) }

    package func add(_ amount: Int) {
        state.wrappingAdd(amount, ordering: .relaxed)
    }
}

/// Events from the moment that the stream was asked for.
///
/// Every stream is independent and has a buffer of its own. When a consumer falls so far behind that the buffer is full,
/// the oldest events are dropped and counted in ``missedEventCount``: a slow consumer never holds up the source, and
/// can always tell that it missed something.
public struct EventStream<Event: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Event
    public typealias Failure = Never

    let stream: AsyncStream<Event>
    let missed: Counter

    /// How many events this stream has dropped so far because its consumer was too slow.
    public var missedEventCount: Int { missed.value }

    public func makeAsyncIterator() -> AsyncStream<Event>.Iterator {
        stream.makeAsyncIterator()
    }
}
