// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteModel

@Suite("Streams")
struct StreamTests {
    @Test("a streamed property gives its value first, then each change")
    func streamed() async {
        let property = Streamed(wrappedValue: 1)
        var iterator = property.projectedValue.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        property.wrappedValue = 2
        #expect(await iterator.next() == 2)
        // A consumer that falls behind gets the newest.
        property.wrappedValue = 3
        property.wrappedValue = 4
        #expect(await iterator.next() == 4)
    }

    @Test("each stream has all events from its beginning, in order")
    func events() async {
        let source = EventSource<Int>()
        #expect(!source.hasListeners)
        source.send(0)
        let first = source.stream()
        source.send(1)
        let second = source.stream()
        source.send(2)
        source.finish()
        var seen: [[Int]] = []
        for stream in [first, second] {
            var events: [Int] = []
            for await event in stream { events.append(event) }
            seen.append(events)
        }
        #expect(seen == [[1, 2], [2]])
    }

    @Test("a full buffer drops the oldest and counts what it dropped")
    func overflow() async {
        let source = EventSource<Int>(capacity: 3)
        let stream = source.stream()
        for event in 1...10 { source.send(event) }
        source.finish()
        var events: [Int] = []
        for await event in stream { events.append(event) }
        #expect(events == [8, 9, 10])
        #expect(stream.missedEventCount == 7)
        #expect(source.droppedCount == 7)
    }

    @Test("an observer is called until its observation is let go of")
    func observers() {
        let observers = Observers<Int>()
        let seen = Counter()
        var observation: Observation? = observers.add { seen.add($0) }
        observers.notify(5)
        #expect(!observers.isEmpty)
        withExtendedLifetime(observation) {}
        observation = nil
        observers.notify(7)
        #expect(seen.value == 5)
        #expect(observers.isEmpty)
    }

    @Test("loads once for all who ask, remembers a failure, and tries again when told")
    func loader() async {
        let loader = Loader()
        let runs = Counter()
        struct Broken: Error {}
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    (try? await loader.load {
                        runs.add(1); throw Broken()
                    }) == nil
                }
            }
            for await failed in group { #expect(failed) }
        }
        #expect(runs.value == 1)
        #expect(loader.status == .failed)
        #expect(loader.error is Broken)
        await #expect(throws: Never.self) { try await loader.retry { runs.add(1) } }
        #expect(loader.status == .loaded)
        #expect(runs.value == 2)
        await #expect(throws: Never.self) { try await loader.load { runs.add(1) } }
        #expect(runs.value == 2)
    }
}
