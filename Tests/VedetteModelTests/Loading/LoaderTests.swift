// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteModel

@Suite("Loading", .timeLimit(.minutes(10)))
struct LoaderTests {
    /// A load that waits for a word of the test and then does what it says, whether it was cancelled or not.
    private struct Gate {
        let stream: AsyncStream<Result<Void, any Error>>
        let continuation: AsyncStream<Result<Void, any Error>>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func body() -> @Sendable () async throws -> Void {
            { [stream] in
                try await Task { () async throws -> Void in
                    for await result in stream { return try result.get() }
                }.value
            }
        }
    }

    private struct Broken: Error {}

    @Test("cancelling ends a load at once, even one that does not listen; what it says later is ignored")
    func cancel() async throws {
        let loader = Loader()
        let gate = Gate()
        let waiting = Task { try await loader.load(gate.body()) }
        while loader.status != .loading { await Task.yield() }
        loader.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(loader.status == .failed && loader.error is CancellationError)
        gate.continuation.yield(.success(()))
        for _ in 0..<10 { await Task.yield() }
        #expect(loader.status == .failed)
        await #expect(throws: CancellationError.self) { try await loader.load {} }
        try await loader.retry {}
        #expect(loader.status == .loaded && loader.error == nil)
        // A load that is over cannot be cancelled.
        loader.cancel()
        #expect(loader.status == .loaded)
    }

    @Test("a load goes on for those who still wait, and is as if it had never begun when nobody does")
    func abandon() async throws {
        let loader = Loader()
        let gate = Gate()
        let body = gate.body()
        let first = Task { try await loader.load(body) }
        while loader.status != .loading { await Task.yield() }
        let second = Task { try await loader.load(body) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        second.cancel()
        _ = await second.result
        #expect(loader.status == .notLoaded && loader.error == nil)
        try await loader.load {}
        #expect(loader.status == .loaded)
    }

    @Test("an outcome comes to all who wait, the first result counts, and who comes later has it too")
    func outcome() async throws {
        let outcome = Outcome<Int>()
        let tickets = (0..<5).compactMap { _ in outcome.join() }
        #expect(outcome.joinedCount == 5)
        let waiting = tickets.map { ticket in Task { try await ticket.value() } }
        waiting[4].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[4].value }
        outcome.resolve(.success(1))
        outcome.resolve(.failure(Broken()))
        for task in waiting[..<4] { #expect(try await task.value == 1) }
        #expect(try await outcome.join()?.value() == 1)
    }

    @Test("an outcome that everybody has left is abandoned, once, and cannot be joined")
    func abandonedOutcome() async throws {
        let count = Counter()
        let outcome = Outcome<Int> { count.add(1) }
        let tickets = (0..<3).compactMap { _ in outcome.join() }
        for ticket in tickets {
            let task = Task { try await ticket.value() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(count.value == 1)
        #expect(outcome.join().map { _ in true } == nil)
    }
}
