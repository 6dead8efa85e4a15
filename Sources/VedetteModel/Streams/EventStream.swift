// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Events from the moment that the stream was asked for.
///
/// Every stream is independent and has a buffer of its own, see ``EventBuffering``. When a consumer falls so far behind that the buffer is full,
/// events are dropped and counted in ``missedEventCount``: a slow consumer never holds up the source, and can always tell that it missed something.
/// ``withMissedCounts`` tells it where. A stream ends when its task is cancelled.
public struct EventStream<Event: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Event
    public typealias Failure = Never

    let subscription: Subscription

    /// How many events this stream has dropped so far because its consumer was too slow.
    public var missedEventCount: Int { subscription.buffer.missed.value }

    /// The same events with the gaps between them: `.missed(n)` stands where `n` events were dropped. Its events are taken from this stream.
    public var withMissedCounts: CountedEventStream<Event> { CountedEventStream(subscription: subscription) }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription)
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription

        public mutating func next() async -> Event? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            guard case .event(let event) = await subscription.buffer.next(reportingMissed: false, isolation: actor) else { return nil }
            return event
        }
    }

    /// A listener's place at a source; letting go of it gives it up.
    final class Subscription: Sendable {
        let buffer: EventBuffer<Event>
        private let onEnd: @Sendable () -> Void

        init(_ buffer: EventBuffer<Event>, onEnd: @escaping @Sendable () -> Void) {
            (self.buffer, self.onEnd) = (buffer, onEnd)
        }

        deinit {
            onEnd()
        }
    }
}

/// An event of a stream, or a gap where some were dropped.
public enum EventStreamElement<Event: Sendable>: Sendable {
    case event(Event)
    /// So many events are missing here, because the consumer was too slow.
    case missed(Int)
}

extension EventStreamElement: Equatable where Event: Equatable {}

/// The events of an ``EventStream`` with the gaps between them.
public struct CountedEventStream<Event: Sendable>: AsyncSequence, Sendable {
    public typealias Element = EventStreamElement<Event>
    public typealias Failure = Never

    let subscription: EventStream<Event>.Subscription

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription)
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: EventStream<Event>.Subscription

        public mutating func next() async -> EventStreamElement<Event>? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> EventStreamElement<Event>? {
            await subscription.buffer.next(reportingMissed: true, isolation: actor)
        }
    }
}
