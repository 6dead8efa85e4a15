// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteLocation

/// Overrides start and stop, and calls those of its superclass.
private final class Polite: LocationDataSource, @unchecked Sendable {
    override func start() async throws {
        try await super.start()
        didUpdate(placed(1))
    }

    override func stop() async {
        didUpdate(placed(2))
        await super.stop()
    }
}

/// Overrides start and stop, and calls nothing of its superclass but what says how it is.
private final class Independent: LocationDataSource, @unchecked Sendable {
    @Synchronized var failure: AuthorError?

    override func start() async throws {
        if let failure {
            didStartOrFailWithError(failure)
            throw failure
        }
        didStartOrFailWithError(nil)
        didUpdate(placed(1))
    }

    override func stop() async { didStop() }
}

/// Overrides start and stop, and says nothing at all.
private final class Silent: LocationDataSource, @unchecked Sendable {
    override func start() async throws { didUpdate(placed(1)) }
    override func stop() async {}
}

/// Overrides start alone, and does not call the one of its superclass.
private final class Half: LocationDataSource, @unchecked Sendable {
    override func start() async throws { didStartOrFailWithError(nil) }
}

@Suite("Sources that override start and stop")
struct OverriddenStartTests {
    @Test("with super: the base leads the status")
    func polite() async throws {
        let source = Polite()
        let statuses = source.$status
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(source.status == .started)
        await source.stop()
        #expect(await locations.next()?.position.x == 1)
        #expect(await locations.next()?.position.x == 2)
        #expect(await source.statuses(statuses, count: 5) == [.stopped, .starting, .started, .stopping, .stopped])
    }

    @Test("without super: the author leads the status")
    func independent() async throws {
        let source = Independent()
        let statuses = source.$status
        try await source.start()
        #expect(source.status == .started && source.location?.position.x == 1)
        await source.stop()
        source.failure = AuthorError()
        await #expect(throws: AuthorError.self) { try await source.start() }
        #expect(source.status == .failedToStart && source.error is AuthorError)
        source.failure = nil
        try await source.start()
        #expect(source.error == nil)
        source.didStartOrFailWithError(AuthorError())
        #expect(source.status == .failedToStart)
        await source.stop()
        #expect(
            await source.statuses(statuses, count: 7) == [
                .stopped, .started, .stopped, .failedToStart, .started, .failedToStart, .stopped,
            ])
    }

    @Test("silent: its locations are told all the same")
    func silent() async throws {
        let source = Silent()
        var locations = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(await locations.next()?.position.x == 1)
        await source.stop()
        #expect(source.status == .stopped)
    }

    @Test("start alone: the stop of the base still stops it")
    func half() async throws {
        let source = Half()
        try await source.start()
        #expect(source.status == .started)
        await source.stop()
        #expect(source.status == .stopped)
        try await source.start()
        #expect(source.status == .started)
    }
}
