// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Hands events to any number of streams, each with a bounded buffer; with no stream it does nothing.
package final class EventSource<Event: Sendable>: Sendable {
    private struct State {
        var nextIdentifier = 0
        var listeners: [(identifier: Int, buffer: EventBuffer<Event>)] = []
    }

    private let state = Mutex(State())
    private let listenerCount = Atomic<Int>(0)
    private let dropped = Counter()
    private let buffering: EventBuffering

    /// - Parameter capacity: how many events a stream holds for a consumer that is busy, unless asked otherwise.
    package init(capacity: Int = 10_000) {
        buffering = EventBuffering(size: capacity)
    }

    deinit {
        finish()
    }

    /// Whether anybody listens; where not, an event need not even be made. Costs next to nothing.
    package var hasListeners: Bool { listenerCount.load(ordering: .acquiring) > 0 }

    /// Events that were dropped because a stream's buffer was full, over all streams.
    package var droppedCount: Int { dropped.value }

    package func send(_ event: Event) {
        guard hasListeners else { return }
        state.withLock { state in
            // Inside the lock, so that all streams have the events in the same order.
            for listener in state.listeners {
                let count = listener.buffer.offer(event)
                if count > 0 { dropped.add(count) }
            }
        }
    }

    /// Ends all streams, after what their buffers hold.
    package func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            listenerCount.store(0, ordering: .releasing)
            return state.listeners
        }
        listeners.forEach { $0.buffer.finish() }
    }

    /// A new stream of the events from now on.
    package func stream() -> EventStream<Event> { stream(buffering) }

    /// A new stream of the events from now on, with a buffer of its own kind.
    package func stream(_ buffering: EventBuffering) -> EventStream<Event> {
        let buffer = EventBuffer<Event>(buffering)
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            state.listeners.append((state.nextIdentifier, buffer))
            listenerCount.store(state.listeners.count, ordering: .releasing)
            return state.nextIdentifier
        }
        return EventStream(
            subscription: EventStream.Subscription(buffer) { [weak self] in self?.remove(identifier) })
    }

    private func remove(_ identifier: Int) {
        state.withLock { state in
            state.listeners.removeAll { $0.identifier == identifier }
            listenerCount.store(state.listeners.count, ordering: .releasing)
        }
    }
}
