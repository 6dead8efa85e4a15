// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

private struct Unreachable: Error {}

/// A server that answers when a test says so, and takes no notice of cancellation.
private final class Server: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Location?, any Error>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var begunCount = 0
        var mostAtOnce = 0
    }

    private let state = Mutex(State())

    var begunCount: Int { state.withLock { $0.begunCount } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func ask() async throws -> Location? {
        try await withCheckedThrowingContinuation { continuation in
            let watchers = state.withLock { state in
                state.waiting.append(continuation)
                state.begunCount += 1
                state.mostAtOnce = max(state.mostAtOnce, state.waiting.count)
                defer { state.watchers.removeAll { $0.count <= state.begunCount } }
                return state.watchers.filter { $0.count <= state.begunCount }
            }
            watchers.forEach { $0.continuation.resume() }
        }
    }

    /// Returns once so many requests have begun.
    func begun(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isEnough = state.withLock { state in
                if state.begunCount < count { state.watchers.append((count, continuation)) }
                return state.begunCount >= count
            }
            if isEnough { continuation.resume() }
        }
    }

    func answer(_ answer: Result<Location?, any Error>) {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume(with: answer)
    }
}

/// Lets others go on until something is so.
private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

@Suite("Location poller", .timeLimit(.minutes(10)))
struct LocationPollerTests {
    private func location(_ seconds: Double, _ longitude: Double) -> Location {
        Location(position: Point(latitude: 0, longitude: longitude), timestamp: Date(timeIntervalSince1970: 1_777_636_800 + seconds))
    }

    @Test("asks an interval apart; the first fix is last known, the second has speed and course")
    func asks() async throws {
        let (timing, server) = (VirtualTiming(), Server())
        let poller = LocationPoller(options: LocationPollingOptions(), timing: timing.timing) { try await server.ask() }
        var locations = poller.locations.makeAsyncIterator()
        await server.begun(1)
        server.answer(.success(location(0, 0)))
        #expect(try #require(await locations.next()).isLastKnown)
        // The first request's time limit waits no more, the pause does.
        await until { timing.requestedSleeps.count == 2 }
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 5)
        await server.begun(2)
        server.answer(.success(location(5, 0.001)))
        let second = try #require(await locations.next())
        #expect(!second.isLastKnown && abs(second.speed - 22.26) < 0.01 && abs(second.course - 90) < 1e-9)
        #expect(poller.statistics.requestCount == 2 && poller.statistics.answerCount == 2)
    }

    @Test("never two requests at once, also when one takes no notice of being cancelled")
    func stubborn() async throws {
        let (timing, server) = (VirtualTiming(), Server())
        let poller = LocationPoller(options: LocationPollingOptions(), timing: timing.timing) { try await server.ask() }
        var locations = poller.locations.makeAsyncIterator()
        await server.begun(1)
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 10)
        await until { poller.statistics.timeoutCount == 1 }
        timing.advance(bySeconds: 1_000)
        #expect((poller.lastError as? LocationError)?.code == .requestTimedOut)
        #expect(server.begunCount == 1)
        server.answer(.success(location(0, 0)))
        await server.begun(2)
        server.answer(.success(location(1_010, 1)))
        #expect(await locations.next()?.position.x == 1)
        #expect(server.mostAtOnce == 1 && poller.statistics.lateAnswerCount == 1 && poller.lastError == nil)
    }

    @Test("as a driver: started at once, with troubles in the source's error while it goes on")
    func driver() async throws {
        let (timing, server) = (VirtualTiming(randoms: [0]), Server())
        let polling = LocationPolling(options: LocationPollingOptions(), timing: timing.timing) { try await server.ask() }
        let source = LocationDataSource(driver: .polling(polling))
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        await server.begun(1)
        server.answer(.failure(Unreachable()))
        await until { polling.statistics.failureCount == 1 }
        await timing.sleepers(atLeast: 1)
        #expect(source.status == .started && source.error is Unreachable)
        timing.advance(bySeconds: 5)
        await server.begun(2)
        server.answer(.success(location(0, 0)))
        #expect(await locations.next()?.isLastKnown == true)
        #expect(source.status == .started && source.error == nil)
        await source.stop()
        #expect(source.status == .stopped && polling.statistics.failureCount == 1)
    }

    @Test("a source that is stopped and started while a request takes no notice asks no second time until that has ended")
    func restarted() async throws {
        let (timing, server) = (VirtualTiming(), Server())
        let source = LocationDataSource(
            driver: .polling(options: LocationPollingOptions(), timing: timing.timing) { try await server.ask() })
        try await source.start()
        await server.begun(1)
        await source.stop()
        try await source.start()
        var locations = source.locations.makeAsyncIterator()
        server.answer(.success(location(0, 1)))
        await server.begun(2)
        server.answer(.success(location(0, 2)))
        #expect(await locations.next()?.position.x == 2)
        #expect(server.mostAtOnce == 1)
        await source.stop()
    }

    @Test("in a custom source, troubles are its error; each of two who iterate gets every location of the same requests")
    func custom() async throws {
        let (timing, server) = (VirtualTiming(), Server())
        let source = CustomLocationDataSource {
            LocationPoller(options: LocationPollingOptions(), timing: timing.timing) { try await server.ask() }
        }
        try await source.start()
        await server.begun(1)
        let poller = try #require(source.currentProvider)
        var locations = source.locations.makeAsyncIterator()
        var others = poller.locations.makeAsyncIterator()
        server.answer(.failure(Unreachable()))
        await until { poller.statistics.failureCount == 1 }
        await timing.sleepers(atLeast: 1)
        #expect(source.error is Unreachable && source.status == .started)
        timing.advance(bySeconds: 5)
        await server.begun(2)
        server.answer(.success(location(0, 1)))
        #expect(await locations.next()?.position.x == 1)
        #expect(await others.next()?.position.x == 1)
        #expect(source.error == nil && server.begunCount == 2)
        await source.stop()
    }
}
