// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteModel

@Suite("Event streams", .timeLimit(.minutes(10)))
struct EventStreamTests {
    /// What a stream gives until its end.
    private func all<Sequence: AsyncSequence<Element, Never>, Element>(_ sequence: Sequence) async -> [Element] {
        var found: [Element] = []
        for await element in sequence { found.append(element) }
        return found
    }

    @Test("a full buffer keeps the newest or the oldest, and says where the others are missing")
    func policies() async {
        let source = EventSource<Int>()
        let newest = source.stream(EventBuffering(size: 3))
        let oldest = source.stream(EventBuffering(size: 3, policy: .keepOldest))
        let plain = source.stream(EventBuffering(size: 3, policy: .keepOldest))
        for event in 1...10 { source.send(event) }
        source.finish()
        #expect(await all(newest.withMissedCounts) == [.missed(7), .event(8), .event(9), .event(10)])
        #expect(await all(oldest.withMissedCounts) == [.event(1), .event(2), .event(3), .missed(7)])
        #expect(await all(plain) == [1, 2, 3])
        #expect(newest.missedEventCount == 7 && oldest.missedEventCount == 7 && plain.missedEventCount == 7)
        #expect(source.droppedCount == 21)
    }

    @Test("a gap is told where it is, also between events that were kept")
    func gaps() async {
        let source = EventSource<Int>()
        let stream = source.stream(EventBuffering(size: 2, policy: .keepOldest)).withMissedCounts
        var iterator = stream.makeAsyncIterator()
        for event in 1...4 { source.send(event) }
        #expect(await iterator.next() == .event(1))
        source.send(5)
        source.send(6)
        #expect(await iterator.next() == .event(2))
        #expect(await iterator.next() == .missed(2))
        #expect(await iterator.next() == .event(5))
        #expect(await iterator.next() == .missed(1))
        source.send(7)
        #expect(await iterator.next() == .event(7))

        let other = source.stream(EventBuffering(size: 1)).withMissedCounts
        var newest = other.makeAsyncIterator()
        source.send(8)
        source.send(9)
        source.send(10)
        #expect(await newest.next() == .missed(2))
        source.send(11)
        #expect(await newest.next() == .missed(1))
        #expect(await newest.next() == .event(11))
    }

    @Test("a buffer holds at least one event")
    func size() async {
        let source = EventSource<Int>()
        let stream = source.stream(EventBuffering(size: -5))
        source.send(1)
        source.send(2)
        source.finish()
        #expect(await all(stream) == [2])
    }

    @Test("nobody listens once streams are let go of or their tasks have ended")
    func listeners() async {
        let source = EventSource<Int>()
        do {
            let stream = source.stream()
            #expect(source.hasListeners)
            let task = Task { for await _ in stream {} }
            task.cancel()
            await task.value
        }
        #expect(!source.hasListeners)
    }

    @Test("a consumer that waits is woken by an event, by the end, and by its cancellation")
    func waking() async {
        let source = EventSource<Int>()
        let stream = source.stream()
        let first = Task { await all(stream) }
        await Task.yield()
        source.send(1)
        source.send(2)
        source.finish()
        #expect(await first.value == [1, 2])
        let second = Task { await all(source.stream()) }
        while !source.hasListeners { await Task.yield() }
        second.cancel()
        #expect(await second.value == [])
        var orphan: EventSource<Int>? = EventSource()
        if let stream = orphan?.stream() {
            let third = Task { await all(stream) }
            orphan = nil
            #expect(await third.value == [])
        }
    }

    @Test("every stream has every event in the same order, whoever sends and reads at the same time")
    func concurrency() async {
        let source = EventSource<Int>()
        let streams = (0..<4).map { _ in source.stream() }
        let readers = streams.map { stream in Task { await all(stream) } }
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 {
                group.addTask { for event in 0..<2_000 { source.send(sender * 2_000 + event) } }
            }
        }
        source.finish()
        let first = await readers[0].value
        #expect(first.sorted() == Array(0..<8_000))
        for reader in readers { #expect(await reader.value == first) }
    }

    @Test("a property with a capacity keeps that many values in order, the newest always")
    func capacity() async {
        let property = Streamed(wrappedValue: 0, capacity: 3)
        var short = property.projectedValue.makeAsyncIterator()
        var long = property.projectedValue.makeAsyncIterator()
        for value in 1...2 { property.wrappedValue = value }
        for value in 0...2 { #expect(await short.next() == value) }
        for value in 3...5 { property.wrappedValue = value }
        for value in 3...5 { #expect(await long.next() == value) }
    }
}
