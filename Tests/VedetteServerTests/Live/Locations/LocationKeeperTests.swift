// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Vedette
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Keeping location sources started", .timeLimit(.minutes(10)))
struct LocationKeeperTests {
    private struct Trouble: Error {}

    /// A source that starts as often as a test says.
    private final class MoodySource: LocationDataSource, @unchecked Sendable {
        let moods: Mutex<[Bool]>
        let starts = Counter()

        /// - Parameter moods: whether each start goes well; the last one goes on.
        init(_ moods: [Bool]) {
            self.moods = Mutex(moods)
            super.init()
        }

        override func doStart() {
            starts.add(1)
            let isWell = moods.withLock { moods in moods.count > 1 ? moods.removeFirst() : moods[0] }
            didStartOrFailWithError(isWell ? nil : Trouble())
        }
    }

    /// A source of which nothing is heard once it is told to start.
    private final class SilentSource: LocationDataSource, @unchecked Sendable {
        override func doStart() {}
    }

    private func keep(
        _ source: LocationDataSource, _ virtual: VirtualTiming, _ body: (SharedLocation) async throws -> Void
    ) async rethrows {
        let shared = SharedLocation(LiveLocation(dataSource: source, name: "Moody"), clock: { virtual.now })
        let task = Task { await LocationKeeper(location: shared, timing: virtual.timing).run() }
        try await body(shared)
        task.cancel()
        await task.value
    }

    private func wait(for status: LocationDataSource.Status, of source: LocationDataSource) async {
        for await now in source.$status where now == status { return }
    }

    @Test("a source that cannot be started is started again after longer and longer pauses, up to a minute")
    func failing() async {
        let source = MoodySource([false])
        let virtual = VirtualTiming(randoms: [0])
        await keep(source, virtual) { shared in
            for attempt in 1...9 {
                await virtual.sleepers(atLeast: 1)
                #expect(source.starts.value == attempt && shared.failures.value == attempt)
                virtual.advance(bySeconds: 60)
            }
            await virtual.sleepers(atLeast: 1)
        }
        #expect(virtual.requestedSleeps == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    }

    @Test("a source that fails while it runs is started again; after it ran for a minute, the pauses begin anew")
    func recovering() async {
        let source = MoodySource([false, false, true])
        let virtual = VirtualTiming(randoms: [0])
        await keep(source, virtual) { _ in
            for _ in 0..<2 {
                await virtual.sleepers(atLeast: 1)
                virtual.advance(bySeconds: 60)
            }
            await wait(for: .started, of: source)
            source.didStartOrFailWithError(Trouble())
            await virtual.sleepers(atLeast: 1)
            #expect(virtual.requestedSleeps == [1, 2, 4])
            virtual.advance(bySeconds: 60)
            await wait(for: .started, of: source)
        }
        #expect(source.starts.value == 4)
    }

    @Test("a source that ran for a minute before it failed is started again at once, nearly")
    func longRun() {
        var restart = LocationRestart()
        let start = Instant(microsecondsSince1970: 0)
        for pause in [1.0, 2, 4] { #expect(restart.didFail(at: start, chance: 0) == pause) }
        restart.didStart(at: start)
        #expect(restart.didFail(at: start.advanced(bySeconds: 59), chance: 0) == 8)
        restart.didStart(at: start)
        #expect(restart.didFail(at: start.advanced(bySeconds: 60), chance: 0) == 1)
        // Chance shortens a pause by a quarter at the most.
        #expect(restart.didFail(at: start, chance: 0.999) > 1.5)
        for _ in 0..<5_000 { #expect(restart.didFail(at: start, chance: 0) <= 60) }
    }

    @Test("a source that somebody stops is left stopped")
    func stopped() async throws {
        let source = MoodySource([true])
        let virtual = VirtualTiming()
        await keep(source, virtual) { shared in
            await wait(for: .started, of: source)
            await source.stop()
            #expect(shared.failures.value == 0)
        }
        #expect(source.starts.value == 1 && source.status == .stopped && virtual.requestedSleeps.isEmpty)
    }

    @Test("a source that never says that it has started does not keep a server from ending")
    func silent() async {
        let source = SilentSource()
        await keep(source, VirtualTiming()) { _ in await wait(for: .starting, of: source) }
        await wait(for: .stopped, of: source)
    }
}
