// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Reconnection", .timeLimit(.minutes(10)))
struct ReconnectionTests {
    @Test("the first two attempts are made at once, the others after the interval, up to a tenth more or less")
    func schedule() {
        var schedule = ReconnectionSchedule()
        for (random, wait) in [(0.3, 0.0), (0.4, 0), (0, 9), (0.5, 10), (0.75, 10.5)] {
            let next = schedule.next(maximum: 5, interval: 10, random: random)
            #expect(abs((next ?? -1) - wait) < 1e-9)
        }
        #expect(schedule.next(maximum: 5, interval: 10, random: 0) == nil)
        // More may be allowed later.
        #expect(schedule.next(maximum: 6, interval: 0, random: 0.9) == 0)
        #expect(ReconnectionSchedule.standing(interval: 0) == 1)
        #expect(ReconnectionSchedule.standing(interval: 7) == 7)
    }

    @Test("limits have the documented defaults, and take any number")
    func limits() {
        let source = ScriptedDriver().source(VirtualTiming())
        #expect(source.maximumReconnectionAttempts == 12 && source.reconnectionInterval == 10)
        source.maximumReconnectionAttempts = -3
        source.reconnectionInterval = -1
        #expect(source.maximumReconnectionAttempts == 0 && source.reconnectionInterval == 0)
        source.reconnectionInterval = .nan
        #expect(source.reconnectionInterval == 0)
        source.reconnectionInterval = .infinity
        #expect(source.reconnectionInterval == 1e9)
    }

    @Test("a lost connection is made again; after the last attempt it has failed, with the last error")
    func exhaust() async throws {
        let time = VirtualTiming(randoms: [0, 0.5, 0.25])
        let script = ScriptedDriver()
        let source = script.source(time)
        var statuses = source.$connectionStatus.makeAsyncIterator()
        script.send(.open, .observe("a"), .fail(Broken(number: 0)))
        for number in 1...12 { script.send(.fail(Broken(number: number))) }
        try await source.connect()
        for attempt in 3...12 {
            await time.sleepers(atLeast: 1)
            #expect(script.openings.value == attempt)
            #expect(source.connectionStatus == .connecting && source.connectionError == nil)
            // Whoever connects now waits for how it ends.
            time.advance(bySeconds: 11)
        }
        while let status = await statuses.next(), status != .failed {}
        #expect(source.connectionError as? Broken == Broken(number: 12))
        #expect(script.openings.value == 13)
        // Chance gave 0, 0.5 and 0.25 in turn, from the first attempt on.
        #expect(time.requestedSleeps.map { ($0 * 1_000).rounded() / 1_000 } == [9.5, 9, 10, 9.5, 9, 10, 9.5, 9, 10, 9.5])
        // What had come in is there.
        #expect(source.entityStore.withStore { $0.trackCount } == 1)
    }

    @Test("a connect while a lost connection is made again waits for that; going away does not end it")
    func join() async throws {
        let time = VirtualTiming()
        let script = ScriptedDriver()
        let source = script.source(time)
        script.send(.open, .fail(Broken()), .fail(Broken()), .fail(Broken()))
        try await source.connect()
        await time.sleepers(atLeast: 1)
        let impatient = Task { try await source.connect() }
        let patient = Task { try await source.connect() }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        script.send(.open)
        time.advance(bySeconds: 10)
        try await patient.value
        #expect(source.connectionStatus == .connected && script.openings.value == 4)
    }

    @Test("disconnecting ends the waiting for the next attempt")
    func disconnect() async throws {
        let time = VirtualTiming()
        let script = ScriptedDriver()
        let source = script.source(time)
        script.send(.open, .fail(Broken()), .fail(Broken()), .fail(Broken()))
        try await source.connect()
        await time.sleepers(atLeast: 1)
        let waiting = Task { try await source.connect() }
        await source.disconnect()
        // It came before the disconnection, and is told of it, or after it, and connects anew.
        script.send(.open)
        _ = await waiting.result
        #expect(time.requestedSleeps.first.map { abs($0 - 10) < 1e-9 } == true)
        await source.disconnect()
        #expect(source.connectionStatus == .disconnected)
    }

    @Test("attempts are counted anew only after a connection has stood for the interval")
    func standing() async throws {
        let time = VirtualTiming()
        let script = ScriptedDriver()
        let source = script.source(time)
        source.maximumReconnectionAttempts = 3
        var statuses = source.$connectionStatus.makeAsyncIterator()
        script.send(.open, .fail(Broken()))
        // Two that open and break off at once, then one after a wait that stands.
        script.send(.open, .fail(Broken()), .open, .fail(Broken()), .open)
        try await source.connect()
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 10)
        while script.openings.value < 4 || source.connectionStatus != .connected { await Task.yield() }
        time.advance(bySeconds: 10)
        script.send(.fail(Broken()), .fail(Broken()), .fail(Broken()), .fail(Broken(number: 9)))
        await time.sleepers(atLeast: 1)
        #expect(script.openings.value == 6)
        time.advance(bySeconds: 10)
        while let status = await statuses.next(), status != .failed {}
        #expect(script.openings.value == 7)
        #expect(source.connectionError as? Broken == Broken(number: 9))
    }

    @Test("a source whose stream cannot be opened again, an error that forbids it, and no attempts allowed fail at once")
    func never() async throws {
        for kind in 0..<3 {
            let time = VirtualTiming()
            let script = ScriptedDriver()
            let source = script.source(time, canReconnect: kind != 0)
            if kind == 2 { source.maximumReconnectionAttempts = 0 }
            var statuses = source.$connectionStatus.makeAsyncIterator()
            script.send(.open, .fail(kind == 1 ? Refused() : Broken()))
            try await source.connect()
            while let status = await statuses.next(), status != .failed {}
            #expect(script.openings.value == 1)
            #expect(kind == 1 ? source.connectionError is Refused : source.connectionError is Broken)
        }
    }

    @Test("an error that forbids it ends the attempts also later")
    func giveUp() async throws {
        let script = ScriptedDriver()
        let source = script.source(VirtualTiming())
        var statuses = source.$connectionStatus.makeAsyncIterator()
        script.send(.open, .fail(Broken()), .fail(Refused()))
        try await source.connect()
        while let status = await statuses.next(), status != .failed {}
        #expect(script.openings.value == 2)
        #expect(source.connectionError is Refused)
    }

    @Test("what an earlier opening of the same connection still says is ignored")
    func stale() async throws {
        let time = VirtualTiming()
        let script = ScriptedDriver()
        let source = script.source(time)
        script.send(.open, .fail(Broken()), .fail(Broken()), .fail(Broken()))
        try await source.connect()
        await time.sleepers(atLeast: 1)
        for opener in script.handedOpeners { opener() }
        #expect(source.connectionStatus == .connecting)
        for sink in script.handedSinks { sink.ingest(.single("a")) }
        #expect(source.rejectedObservationCounts == [.connectionEnded: 3])
    }
}
