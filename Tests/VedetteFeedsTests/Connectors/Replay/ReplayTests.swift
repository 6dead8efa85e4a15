// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteDynamicEntities
import VedetteModel

@testable import VedetteFeeds

@Suite("Replay", .timeLimit(.minutes(10)))
struct ReplayTests {
    /// When observations came, by the clock, and their event times in seconds.
    private final class Arrivals: Sendable {
        private let state = Mutex<[(now: Duration, times: [Int64])]>([])
        private let observation = Mutex<Observation?>(nil)

        init(_ source: FeedDynamicEntityDataSource, _ clock: JumpingClock) {
            let observation = source.entityStore.arrivals.add { [weak self] arrival in self?.note(clock.now, arrival.batch.times) }
            self.observation.withLock { $0 = observation }
        }

        private func note(_ now: Duration, _ times: [Int64]) { state.withLock { $0.append((now, times)) } }
        var seconds: [[Double]] {
            state.withLock { $0.map { entry in [entry.now / .seconds(1)] + entry.times.map { Double($0) / 1e6 } } }
        }
    }

    private static func line(_ id: String, _ time: Int) -> String {
        #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"t":\#(time)}}"#
    }

    private static let feed = [line("a", 100), line("b", 101), line("a", 101), "nonsense", line("b", 110)].joined(separator: "\n") + "\n"

    private func source(
        _ text: String, _ pace: FeedPace, repeats: Bool = false, rounds: Int = .max, _ clock: JumpingClock
    ) -> (FeedDynamicEntityDataSource, Arrivals) {
        let opened = Mutex(0)
        let pump = FeedPump(options: FeedOptions(), pace: pace, repeats: repeats, timing: clock.timing) {
            let count = opened.withLock { count in
                count += 1
                return count
            }
            return TextByteSource(count <= rounds ? text : "")
        }
        let source = FeedDynamicEntityDataSource(address: .standardInput, pump: pump)
        return (source, Arrivals(source, clock))
    }

    private func run(_ source: FeedDynamicEntityDataSource) async throws {
        try await source.connect()
        for await status in source.$connectionStatus where status != .connected && status != .connecting { break }
    }

    @Test("tracks of one GPX document that were recorded at the same time are played at the same time")
    func gpx() async throws {
        func track(_ name: String, _ seconds: [Int?]) -> String {
            let points = seconds.map { second in
                "<trkpt lat='1' lon='2'>\(second.map { "<time>1970-01-01T00:01:\($0)Z</time>" } ?? "")</trkpt>"
            }
            return "<trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk>"
        }
        let clock = JumpingClock()
        let (source, arrivals) = source("<gpx>\(track("a", [10, nil, 14]))\(track("b", [11, 14]))</gpx>", .recorded(), clock)
        try await run(source)
        let none = Double(ObservationBatch.noTime) / 1e6
        #expect(arrivals.seconds == [[0, 70, none], [1, 71], [4, 74, 74]])
    }

    @Test("observations come when they are due, those of one moment together; data are kept at the end")
    func recorded() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.feed, .recorded(), clock)
        try await run(source)
        #expect(arrivals.seconds == [[0, 100], [1, 101, 101], [10, 110]])
        #expect(source.connectionStatus == .disconnected)
        #expect(try await source.queryDynamicEntities(withTrackIDs: ["a", "b"]).entities().count == 2)
    }

    @Test("at a speed, with long pauses shortened")
    func speed() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.feed, .recorded(speed: 2, longestGap: 4), clock)
        try await run(source)
        #expect(arrivals.seconds.map(\.[0]) == [0, 0.5, 2.5])
    }

    @Test("observations due within a hundredth of a second are taken in together, never early")
    func together() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.feed, .recorded(speed: 2_000), clock)
        try await run(source)
        #expect(arrivals.seconds == [[0, 100], [0.01, 101, 101, 110]])
    }

    @Test("so many a second")
    func rate() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.feed, .observationsPerSecond(2), clock)
        try await run(source)
        #expect(arrivals.seconds.map(\.[0]) == [0, 0.5, 1, 1.5])
    }

    @Test("a feed that repeats goes on in time, and ends when it is empty")
    func repeats() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.feed, .recorded(), repeats: true, rounds: 2, clock)
        try await run(source)
        #expect(arrivals.seconds == [[0, 100], [1, 101, 101], [10, 110], [11, 111], [12, 112, 112], [21, 121]])
        let entity = try #require(try await source.queryDynamicEntities(withTrackIDs: ["b"]).entities().first)
        #expect(entity.observations().count == 4)
    }

    @Test("a feed without anything to wait for takes a second a round")
    func circles() async throws {
        let clock = JumpingClock()
        let (source, arrivals) = source(Self.line("a", 5), .asFastAsPossible, repeats: true, rounds: 3, clock)
        try await run(source)
        #expect(arrivals.seconds == [[0, 5], [1, 6], [2, 7]])
    }

    @Test("a source says what it is about as it comes to know")
    func description() async throws {
        let clock = JumpingClock()
        let (source, _) = source(Self.feed, .asFastAsPossible, clock)
        try await run(source)
        let info = try #require(source.sourceInfo)
        #expect(info.entityIDFieldName == "id" && info.timeFieldName == "t" && info.fields.map(\.name) == ["t"])
        let (table, _) = self.source("MMSI,lon,lat,time\n7,1,2,5\n", .asFastAsPossible, clock)
        try await run(table)
        #expect(table.sourceInfo?.entityIDFieldName == "MMSI" && table.sourceInfo?.timeFieldName == "time")
        #expect(table.sourceInfo?.fields.map(\.name) == ["MMSI", "time"])
    }
}

/// Text as a source of bytes.
final class TextByteSource: ByteSource {
    private let rest: Mutex<[UInt8]>

    init(_ text: String) { rest = Mutex(Array(text.utf8)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        rest.withLock { rest in
            let count = min(buffer.count, rest.count)
            buffer.copyBytes(from: rest.prefix(count))
            rest.removeFirst(count)
            return count
        }
    }
}
