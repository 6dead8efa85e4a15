// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

@Suite("Location data source: start, stop and status", .timeLimit(.minutes(10)))
struct LocationDataSourceTests {
    /// Waits until so many tasks wait for a start or a stop, as far as that shows: their calls have been made.
    private func status(_ source: LocationDataSource, becomes wanted: LocationDataSource.Status) async {
        for await status in source.$status where status == wanted { break }
    }

    @Test("every status in turn: stopped, starting, started, stopping, stopped")
    func timeline() async throws {
        let source = Author()
        let statuses = source.$status
        #expect(source.status == .stopped && source.calls.isEmpty)
        async let start: Void = source.start()
        await source.calls(1)
        #expect(source.status == .starting)
        source.didStartOrFailWithError(nil)
        try await start
        #expect(source.status == .started)
        async let stop: Void = source.stop()
        await source.calls(2)
        #expect(source.status == .stopping)
        source.didStop()
        await stop
        #expect(source.status == .stopped && source.calls == ["start", "stop"])
        #expect(await source.statuses(statuses, count: 5) == [.stopped, .starting, .started, .stopping, .stopped])
    }

    @Test("a start that fails throws, keeps the error, and can be tried again or stopped")
    func failure() async throws {
        let errors = Mutex<[(any Error)?]>([AuthorError(number: 1), AuthorError(number: 2), nil])
        let source = Author { source in
            source.didStartOrFailWithError(errors.withLock { $0.removeFirst() })
        } onStop: {
            $0.didStop()
        }
        let statuses = source.$status
        await #expect(throws: AuthorError(number: 1)) { try await source.start() }
        #expect(source.status == .failedToStart && source.error as? AuthorError == AuthorError(number: 1))
        await source.stop()
        #expect(source.status == .stopped && source.error == nil && source.calls == ["start"])
        await #expect(throws: AuthorError(number: 2)) { try await source.start() }
        try await source.start()
        #expect(source.status == .started && source.error == nil && source.calls == ["start", "start", "start"])
        #expect(
            await source.statuses(statuses, count: 8) == [
                .stopped, .starting, .failedToStart, .stopped, .starting, .failedToStart, .starting, .started,
            ])
    }

    @Test("an error while it runs is the end of it: failedToStart, without a stop; the next start begins anew")
    func failureWhileRunning() async throws {
        let source = Author.prompt()
        try await source.start()
        source.didStartOrFailWithError(AuthorError())
        #expect(source.status == .failedToStart && source.error is AuthorError)
        source.didStartOrFailWithError(nil)
        source.didStop()
        #expect(source.status == .failedToStart)
        try await source.start()
        #expect(source.status == .started && source.error == nil && source.calls == ["start", "start"])
    }

    @Test("a trouble while it runs is in its error, and the status stays; what is reported when it is stopped counts for nothing")
    func trouble() async throws {
        let source = Author.prompt()
        source.didUpdateError(AuthorError())
        #expect(source.error == nil)
        try await source.start()
        var errors = source.$error.makeAsyncIterator()
        let first = try #require(await errors.next())
        #expect(first == nil)
        source.didUpdateError(AuthorError())
        #expect(source.status == .started && source.error is AuthorError)
        #expect(await errors.next() as? AuthorError == AuthorError())
        source.didUpdateError(nil)
        #expect(source.error == nil)
        source.didUpdateError(AuthorError())
        await source.stop()
        #expect(source.error == nil)
    }

    @Test("started twice, never, or at the wrong time: what does not belong counts for nothing")
    func misuse() async throws {
        let source = Author()
        source.didStop()
        #expect(source.status == .stopped)
        async let start: Void = source.start()
        await source.calls(1)
        source.didStop()
        #expect(source.status == .starting)
        source.didStartOrFailWithError(nil)
        source.didStartOrFailWithError(nil)
        try await start
        async let stop: Void = source.stop()
        await source.calls(2)
        source.didStartOrFailWithError(nil)
        source.didStartOrFailWithError(AuthorError())
        #expect(source.status == .stopping)
        source.didStop()
        source.didStop()
        await stop
        source.didStartOrFailWithError(nil)
        source.didStartOrFailWithError(AuthorError())
        #expect(source.status == .stopped && source.error == nil)
        // One who never says that it has started: only a stop ends the start.
        let never = Task { try await source.start() }
        await source.calls(3)
        async let end: Void = source.stop()
        await source.calls(4)
        source.didStop()
        await end
        await #expect(throws: CancellationError.self) { try await never.value }
    }

    @Test("a source that ends by itself is stopped, without a call of doStop")
    func endsByItself() async throws {
        let source = Author.prompt()
        try await source.start()
        source.didStop()
        #expect(source.status == .stopped && source.calls == ["start"])
        await source.stop()
        #expect(source.calls == ["start"])
        try await source.start()
        #expect(source.status == .started)
    }

    @Test("many starts at once are one start, many stops one stop")
    func together() async throws {
        let source = Author()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await source.start() } }
            await source.calls(1)
            await Task.yield()
            source.didStartOrFailWithError(nil)
            try await group.waitForAll()
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await source.stop() } }
            await source.calls(2)
            source.didStop()
        }
        #expect(source.calls == ["start", "stop"] && source.status == .stopped)
    }

    @Test("a stop while it starts ends the start with CancellationError")
    func stopWhileStarting() async throws {
        let source = Author()
        let statuses = source.$status
        let start = Task { try await source.start() }
        await source.calls(1)
        async let stop: Void = source.stop()
        await source.calls(2)
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(source.status == .stopping)
        source.didStop()
        await stop
        #expect(await source.statuses(statuses, count: 4) == [.stopped, .starting, .stopping, .stopped])
    }

    @Test("a start while it stops waits for the stop, then starts anew")
    func startWhileStopping() async throws {
        let source = Author()
        let statuses = source.$status
        async let start: Void = source.start()
        await source.calls(1)
        source.didStartOrFailWithError(nil)
        try await start
        async let stop: Void = source.stop()
        await source.calls(2)
        let again = (0..<2).map { _ in Task { try await source.start() } }
        // Whether they have come to wait yet or not: they get a start of their own.
        await Task.yield()
        source.didStop()
        await stop
        await source.calls(3)
        source.didStartOrFailWithError(nil)
        for task in again { try await task.value }
        #expect(source.calls == ["start", "stop", "start"])
        #expect(await source.statuses(statuses, count: 7) == [.stopped, .starting, .started, .stopping, .stopped, .starting, .started])
    }

    @Test("a stop takes back a start that waits for the stop before it")
    func stopBeforeRestart() async throws {
        // In the words of the core, where the order is certain.
        var lifecycle = LocationLifecycle()
        _ = lifecycle.start { _ in }
        lifecycle.didStart(nil)
        let first = lifecycle.stop()
        let again = lifecycle.start { _ in }
        let second = lifecycle.stop()
        lifecycle.didStop()
        for settlement in lifecycle.takeSettlements() { settlement.outcome.resolve(settlement.result) }
        await #expect(throws: CancellationError.self) { try await again?.value() }
        try await #require(first).value()
        try await #require(second).value()
        #expect(lifecycle.status == .stopped)
    }

    @Test("a caller who is cancelled waits no more; the source goes on for the others")
    func cancelledCaller() async throws {
        let source = Author()
        let first = Task { try await source.start() }
        let second = Task { try await source.start() }
        await source.calls(1)
        // Both may be waiting, or the second not yet: then it finds the source started.
        let third = Task { try await source.start() }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        #expect(source.status == .starting)
        source.didStartOrFailWithError(nil)
        try await first.value
        try await second.value
        #expect(source.status == .started && source.calls == ["start"])
    }

    @Test("when all who wait for a start are cancelled the source is stopped")
    func abandoned() async throws {
        let source = Author()
        let statuses = source.$status
        let only = Task { try await source.start() }
        await source.calls(1)
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        await source.calls(2)
        #expect(source.calls == ["start", "stop"] && source.status == .stopping)
        source.didStop()
        #expect(await source.statuses(statuses, count: 4) == [.stopped, .starting, .stopping, .stopped])
    }

    @Test("a start of a cancelled task starts nothing; a stop of one waits all the same")
    func alreadyCancelled() async throws {
        let source = Author()
        let start = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await source.start()
        }
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(source.status == .stopped && source.calls.isEmpty)
        async let good: Void = source.start()
        await source.calls(1)
        source.didStartOrFailWithError(nil)
        try await good
        let stop = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await source.stop()
            return source.status
        }
        await source.calls(2)
        source.didStop()
        #expect(await stop.value == .stopped)
    }

    @Test("doStart and doStop are never called together, even by threads that start and stop as they please")
    func storm() async throws {
        let source = Author { source in
            if source.calls.count.isMultiple(of: 3) {
                Task { source.didStartOrFailWithError(nil) }
            } else {
                source.didStartOrFailWithError(nil)
            }
        } onStop: { source in
            if source.calls.count.isMultiple(of: 5) { Task { source.didStop() } } else { source.didStop() }
        }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        if (task + round).isMultiple(of: 3) { await source.stop() } else { try? await source.start() }
                    }
                }
            }
        }
        await source.stop()
        #expect(source.status == .stopped && !source.wasNested)
        let calls = source.calls
        #expect(calls.count.isMultiple(of: 2) && calls.count >= 2)
        #expect(calls.indices.allSatisfy { calls[$0] == ($0.isMultiple(of: 2) ? "start" : "stop") })
    }

    @Test("an author may start and stop the source from within doStart")
    func reentrance() async throws {
        let source = Author { source in
            source.didStartOrFailWithError(nil)
            Task { await source.stop() }
        } onStop: {
            $0.didStop()
        }
        try await source.start()
        await status(source, becomes: .stopped)
        #expect(source.calls == ["start", "stop"])
    }

    @Test("a location before a start becomes the current one, and is told; so are later ones, in order")
    func updates() async throws {
        let source = Author.prompt()
        var locations = source.locations.makeAsyncIterator()
        #expect(source.location == nil && source.heading == nil)
        source.didUpdate(placed(1))
        #expect(source.location?.position.x == 1 && source.status == .stopped)
        try await source.start()
        for longitude in 2...5 { source.didUpdate(placed(Double(longitude))) }
        await source.stop()
        source.didUpdate(placed(6))
        for longitude in 1...6 { #expect(await locations.next()?.position.x == Double(longitude)) }
        #expect(source.location?.position.x == 6)
    }

    @Test("headings are told from 0 up to 360; what is no number is not")
    func headings() async throws {
        let source = Author.prompt()
        var headings = source.headings.makeAsyncIterator()
        for heading in [90, -90, 360, .nan, .infinity, 725] as [Double] { source.didUpdateHeading(heading) }
        for heading in [90, 270, 0, 5] as [Double] { #expect(await headings.next() == heading) }
        #expect(source.heading == 5)
    }
}
