// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// Follows a gpsd: connects, asks for reports, tells what comes, and connects anew.
final class GPSDClient: Sendable {
    /// How long the daemon may take to agree, and how long it may be silent before it is asked for a sign of life, in seconds.
    static let patience = 10.0
    /// The first pause before connecting anew, and the longest, in seconds.
    private static let firstPause = 1.0
    private static let longestPause = 60.0

    private let host: String
    private let port: Int
    private let device: String?
    private let timing: SourceTiming
    let fixMode = Streamed<GPSDLocationDataSource.FixMode>(wrappedValue: .unknown, capacity: 16)
    let satellites = EventSource<[NMEASatelliteInfo]>(capacity: 64)
    private let counts = Mutex(GPSDStatistics())

    init(host: String, port: Int, device: String?, timing: SourceTiming) {
        (self.host, self.port, self.device, self.timing) = (host, port, device, timing)
    }

    var statistics: GPSDStatistics { counts.withLock { $0 } }

    /// One connection, as the task that reads it and the one that watches it know it.
    private final class Life: Sendable {
        private let state = Mutex<(pieceCount: Int, openedAt: Duration?, hasTrouble: Bool)>((0, nil, false))

        var pieceCount: Int { state.withLock { $0.pieceCount } }
        /// When the daemon agreed to tell its fixes.
        var openedAt: Duration? { state.withLock { $0.openedAt } }
        /// Whether the daemon said last that something does not work.
        var hasTrouble: Bool {
            get { state.withLock { $0.hasTrouble } }
            set { state.withLock { $0.hasTrouble = newValue } }
        }
        func notePiece() { state.withLock { $0.pieceCount += 1 } }

        /// False where that is known already.
        func open(at time: Duration) -> Bool {
            state.withLock { state in
                defer { state.openedAt = state.openedAt ?? time }
                return state.openedAt == nil
            }
        }
    }

    /// Follows the daemon until it is cancelled.
    ///
    /// - Throws: why the first connection did not come about.
    func run(_ sink: LocationSink) async throws {
        var schedule = PollingSchedule(interval: Self.firstPause, maximumPause: Self.longestPause)
        var hasStarted = false
        while true {
            let life = Life()
            let failure: any Error
            do {
                let connection = try await GPSDConnection.open(host: host, port: port)
                defer { connection.close() }
                // At once: a peer that is no gpsd and waits for words then shows what it is.
                connection.send(wish)
                failure = await self.failure(of: connection, life, sink)
            } catch {
                failure = error
            }
            fixMode.wrappedValue = .unknown
            try Task.checkCancellation()
            hasStarted = hasStarted || life.openedAt != nil
            guard hasStarted else { throw failure }
            sink.report(failure)
            let now = timing.uptime()
            if let opened = life.openedAt {
                counts.withLock { $0.lossCount += 1 }
                // A daemon that agrees and closes at once is not asked again at once for ever.
                if now - opened >= .seconds(Self.patience) { schedule.reset(now: now) }
            }
            schedule.fail(ended: now, wish: nil, chance: timing.random())
            try await timing.sleep((schedule.due - now) / .seconds(1))
        }
    }

    /// Follows a connection to its end; says why it ended.
    private func failure(of connection: GPSDConnection, _ life: Life, _ sink: LocationSink) async -> any Error {
        await withTaskGroup(of: (any Error).self) { group in
            group.addTask {
                do throws(FeedError) {
                    try await self.read(connection, life, sink)
                } catch {
                    return FeedError(error.code, "gpsd at \(self.host):\(self.port) is left: \(error.message)")
                }
                return CancellationError()
            }
            group.addTask { await self.watch(connection, life) }
            // The first to end says why; closing the connection ends the other.
            let first = await group.next() ?? CancellationError()
            connection.close()
            group.cancelAll()
            return first
        }
    }

    // MARK: Reading

    private func read(_ connection: GPSDConnection, _ life: Life, _ sink: LocationSink) async throws(FeedError) {
        var session = GPSDSession(device: device)
        var pieces = connection.pieces.makeAsyncIterator()
        let before = statistics
        while true {
            connection.readMore()
            let piece: ByteBuffer?
            do {
                piece = try await pieces.next()
            } catch {
                throw FeedError(.connectionLost, "the connection broke off: \(ConnectionFailure.reason(error))")
            }
            guard let piece else {
                // Where the task was cancelled nobody reads this.
                throw FeedError(.connectionLost, "it closed the connection")
            }
            life.notePiece()
            var events: [GPSDEvent] = []
            var failure: FeedError?
            do throws(FeedError) { try session.receive(piece.readableBytesView, into: &events) } catch { failure = error }
            counts.withLock { counts in
                let losses = counts.lossCount
                counts = before + session.statistics
                counts.lossCount = losses
            }
            for event in events { try take(event, connection, life, sink) }
            if let failure { throw failure }
        }
    }

    private func take(_ event: GPSDEvent, _ connection: GPSDConnection, _ life: Life, _ sink: LocationSink) throws(FeedError) {
        switch event {
        case .version: break
        case .watching(let isOn):
            guard isOn else { throw FeedError(.refused, "it does not tell its fixes") }
            if life.open(at: timing.uptime()) {
                sink.report(nil)
                sink.didStart()
            }
        case .error(let message):
            // Later on it is about what the daemon cannot do at the moment, such as open a receiver.
            guard life.openedAt != nil else { throw FeedError(.refused, "it refuses: \(message)") }
            life.hasTrouble = true
            sink.report(FeedError(.refused, "gpsd at \(host):\(port) says: \(message)"))
        case .fix(let fix, let sky):
            let mode = GPSDLocationDataSource.FixMode(rawValue: fix.mode.rawValue) ?? .unknown
            if fixMode.wrappedValue != mode { fixMode.wrappedValue = mode }
            if life.hasTrouble {
                life.hasTrouble = false
                sink.report(nil)
            }
            if let location = GPSDLocation.location(fix, sky) { sink.deliver(location) }
        case .sky(let sky): satellites.send(sky.satellites)
        case .heading(let heading): sink.deliver(heading: heading)
        }
    }

    /// The command that asks for reports.
    private var wish: String {
        var output = Array(#"?WATCH={"enable":true,"json":true"#.utf8)
        if let device {
            output += Array(#","device":"#.utf8)
            JSONWriter.append(device, to: &output)
        }
        return String(decoding: output, as: UTF8.self) + "};\n"
    }

    // MARK: Watching

    /// Ends where the daemon does not agree in time, or is silent for too long; says so.
    private func watch(_ connection: GPSDConnection, _ life: Life) async -> any Error {
        do {
            try await timing.sleep(Self.patience)
            guard life.openedAt != nil else {
                return FeedError(
                    .invalidAnswer,
                    "gpsd at \(host):\(port) did not answer as a gpsd within \(Int(Self.patience)) s; check the address")
            }
            var count = life.pieceCount
            var isAsked = false
            while true {
                try await timing.sleep(Self.patience)
                if life.pieceCount != count {
                    (count, isAsked) = (life.pieceCount, false)
                } else if isAsked {
                    return FeedError(
                        .connectionLost, "gpsd at \(host):\(port) is left: it said nothing for \(2 * Int(Self.patience)) s, though asked")
                } else {
                    isAsked = true
                    connection.send("?VERSION;\n")
                }
            }
        } catch {
            return error
        }
    }
}
