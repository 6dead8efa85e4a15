// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Connecting", .timeLimit(.minutes(10)))
struct ConnectingTests {
    let time = VirtualTiming()

    /// Waits until the source has that status.
    private func wait(for status: ConnectionStatus, of source: DynamicEntityDataSource) async {
        for await found in source.$connectionStatus where found == status { return }
    }

    @Test("connecting loads first, and returns once the stream is open")
    func connect() async throws {
        let script = ScriptedDriver()
        let source = script.source(time)
        #expect(source.loadStatus == .notLoaded && source.connectionStatus == .disconnected && source.connectionError == nil)
        let statuses = source.$connectionStatus
        let attempt = Task { try await source.connect() }
        await wait(for: .connecting, of: source)
        script.send(.open)
        try await attempt.value
        #expect(source.loadStatus == .loaded && source.connectionStatus == .connected)
        // Connected already: nothing happens.
        try await source.connect()
        #expect(script.openings.value == 1)
        await source.disconnect()
        var seen: [ConnectionStatus] = []
        for await status in statuses {
            seen.append(status)
            if seen.count > 1, status == .disconnected { break }
        }
        #expect(seen == [.disconnected, .connecting, .connected, .disconnected])
    }

    @Test("a second connect waits for the outcome of the first")
    func second() async throws {
        let script = ScriptedDriver()
        let source = script.source(time)
        let attempts = (0..<5).map { _ in Task { try await source.connect() } }
        while source.connector.waiterCount < 5 { await Task.yield() }
        script.send(.fail(Broken(number: 7)))
        for attempt in attempts { await #expect(throws: Broken(number: 7)) { try await attempt.value } }
        #expect(source.connectionStatus == .failed)
        #expect(source.connectionError as? Broken == Broken(number: 7))
        #expect(script.openings.value == 1)
        // Connecting after a failure starts over, without the old error.
        let again = Task { try await source.connect() }
        await wait(for: .connecting, of: source)
        #expect(source.connectionError == nil)
        script.send(.open)
        try await again.value
        #expect(script.openings.value == 2)
        #expect(script.loads.value == 1)
    }

    @Test("loading that fails fails the connection, and connecting again loads again")
    func loading() async throws {
        let script = ScriptedDriver(loadsByScript: true)
        let source = script.source(time)
        script.sendLoad(.failure(Broken(number: 1)))
        await #expect(throws: Broken(number: 1)) { try await source.connect() }
        #expect(source.connectionStatus == .failed && source.loadStatus == .failed)
        #expect(source.connectionError is Broken && source.loadError is Broken)
        await #expect(throws: Broken(number: 1)) { try await source.load() }
        script.sendLoad(.success(()))
        script.send(.open)
        try await source.connect()
        #expect(source.connectionStatus == .connected && source.loadStatus == .loaded)
        #expect(script.loads.value == 2)
    }

    @Test("a load that is cancelled fails, also for a connect that waits for it; retrying loads anew")
    func cancelLoad() async throws {
        let script = ScriptedDriver(loadsByScript: true)
        let source = script.source(time)
        let attempt = Task { try await source.connect() }
        while source.loadStatus != .loading { await Task.yield() }
        source.cancelLoad()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        #expect(source.loadStatus == .failed && source.loadError is CancellationError)
        #expect(source.connectionStatus == .failed)
        let retrial = Task { try await source.retryLoad() }
        while source.loadStatus != .loading { await Task.yield() }
        script.sendLoad(.success(()))
        try await retrial.value
        #expect(source.loadStatus == .loaded)
    }

    @Test("disconnecting ends the attempt, whether it loads or opens the stream")
    func disconnectWhileConnecting() async throws {
        for loadsByScript in [true, false] {
            let script = ScriptedDriver(loadsByScript: loadsByScript)
            let source = script.source(time)
            let attempt = Task { try await source.connect() }
            while loadsByScript ? source.loadStatus != .loading : script.openings.value == 0 { await Task.yield() }
            #expect(source.connectionStatus == .connecting)
            await source.disconnect()
            #expect(source.connectionStatus == .disconnected)
            let error = await #expect(throws: DynamicEntityError.self) { try await attempt.value }
            #expect(error?.code == .disconnected)
            #expect(source.connectionError == nil)
            #expect(loadsByScript ? source.loadStatus == .notLoaded : source.loadStatus == .loaded)
        }
    }

    @Test("the attempt ends when nobody waits for it any more")
    func cancelTask() async throws {
        let script = ScriptedDriver()
        let source = script.source(time)
        let first = Task { try await source.connect() }
        let second = Task { try await source.connect() }
        while source.connector.waiterCount < 2 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(source.connectionStatus == .connecting)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await wait(for: .disconnected, of: source)
        #expect(source.connectionError == nil)
        script.send(.open)
        try await source.connect()
        #expect(source.connectionStatus == .connected)
    }

    @Test("what a connection that has ended still delivers is ignored and counted")
    func late() async throws {
        let script = ScriptedDriver()
        let source = script.source(time)
        script.send(.open)
        try await source.connect()
        let sink = try #require(script.handedSinks.first)
        sink.ingest(.single("a"))
        await source.disconnect()
        sink.ingest(.single("b"))
        sink.delete("a")
        script.handedOpeners.first?()
        #expect(source.connectionStatus == .disconnected)
        #expect(source.rejectedObservationCounts == [.connectionEnded: 2])
        #expect(source.entityStore.withStore { $0.trackCount } == 1)
        // Not even while the next connection stands.
        script.send(.open)
        try await source.connect()
        sink.ingest(.single("c"))
        #expect(source.rejectedObservationCounts == [.connectionEnded: 3])
        #expect(source.entityStore.withStore { $0.trackCount } == 1)
    }

    @Test("a stream that does not end when it is told to is left to itself after two seconds")
    func stubborn() async throws {
        let script = ScriptedDriver(ignoresCancellation: true)
        let source = script.source(time)
        try await source.connect()
        let ending = Task { await source.disconnect() }
        await time.sleepers(atLeast: 1)
        #expect(source.connectionStatus == .disconnected)
        #expect(time.requestedSleeps == [2])
        time.advance(bySeconds: 2)
        await ending.value
        script.handedSinks.first?.ingest(.single("late"))
        #expect(source.rejectedObservationCounts == [.connectionEnded: 1])
        script.letGo()
    }

    @Test("a stream that ends by itself is disconnected and not opened again; one that ends before it was open has not connected")
    func end() async throws {
        let script = ScriptedDriver()
        let source = script.source(time)
        script.send(.open, .observe("a"), .end)
        try await source.connect()
        await wait(for: .disconnected, of: source)
        #expect(source.connectionError == nil && script.openings.value == 1)
        #expect(source.entityStore.withStore { $0.trackCount } == 1)
        script.send(.end)
        await #expect(throws: DynamicEntityError.self) { try await source.connect() }
        #expect(source.connectionStatus == .disconnected)
    }

    @Test("a source lives as long as its connection, and no longer")
    func lifetime() async throws {
        let script = ScriptedDriver()
        weak var weakSource: DynamicEntityDataSource?
        do {
            let source = script.source(time)
            weakSource = source
            script.send(.open)
            try await source.connect()
        }
        #expect(weakSource != nil)
        script.send(.end)
        while weakSource != nil { await Task.yield() }
    }
}
