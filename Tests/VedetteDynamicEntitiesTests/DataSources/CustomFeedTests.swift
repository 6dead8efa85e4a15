// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

/// The shapes in which programs write feeds; that they compile is half of the test.
private struct VesselFeed: CustomDynamicEntityFeed {
    let events = Lines(["1,2.5", "2,3.5"]).map { line in
        let parts = line.split(separator: ",").map(String.init)
        return CustomDynamicEntityFeedEvent.newObservation(
            geometry: Point(x: Double(parts[1]) ?? 0, y: 0, spatialReference: .wgs84), attributes: ["id": parts[0]])
    }
}

/// With a transform that waits and throws, and parameters.
private struct DecodingFeed: CustomDynamicEntityFeed {
    let events: AsyncThrowingMapSequence<Lines, CustomDynamicEntityFeedEvent>

    init(lines: [String]) {
        events = Lines(lines).map { line in
            try await Task.sleep(nanoseconds: 1)
            guard let number = Int(line) else { throw Broken(number: 3) }
            return .newObservation(geometry: nil, attributes: ["id": number])
        }
    }
}

/// An error after which trying again may help.
private struct Unplugged: ConnectionError {
    var allowsReconnection: Bool { true }
}

/// One observation, then the end or an error.
private struct WireFeed: CustomDynamicEntityFeed {
    let events: AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error>

    init(track: String, error: (any Error)?) {
        events = AsyncThrowingStream { continuation in
            continuation.yield(.newObservation(geometry: nil, attributes: ["id": track]))
            continuation.finish(throwing: error)
        }
    }
}

/// A model of the main actor, as an application with a view has it.
@MainActor
private final class Model {
    private let source: CustomDynamicEntityDataSource = {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: "id", length: 8)])
        info.spatialReference = .wgs84
        return CustomDynamicEntityDataSource(info: info, makeFeed: VesselFeed.init)
    }()
    private(set) var names: [String] = []

    func monitor() async throws -> Int {
        var count = 0
        let received = source.receivedEntities
        try await source.connect()
        for await info in received {
            names.append(info.dynamicEntity.trackID)
            if names.count == 2 { break }
        }
        let parameters = DynamicEntityQueryParameters()
        parameters.addTrackID("1")
        for await change in source.continuousQuery(parameters) where change.kind == .added {
            count += Array(try await source.queryDynamicEntities(using: parameters).entities()).count
            break
        }
        return count
    }
}

/// With an opaque type.
private struct OpaqueFeed: CustomDynamicEntityFeed {
    var events: some AsyncSequence<CustomDynamicEntityFeedEvent, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(.newObservation(geometry: nil, attributes: ["id": "x"]))
            continuation.yield(.deleteEntity(id: "x"))
            continuation.finish()
        }
    }
}

/// A class that is not Sendable, whose sequence is not either.
private final class StatefulFeed: CustomDynamicEntityFeed {
    final class Events: AsyncSequence, AsyncIteratorProtocol {
        typealias Element = CustomDynamicEntityFeedEvent
        var rest = 3

        func next() async -> CustomDynamicEntityFeedEvent? {
            guard rest > 0 else { return nil }
            rest -= 1
            return .newObservation(geometry: nil, attributes: ["id": rest])
        }

        func makeAsyncIterator() -> Events { self }
    }

    var events: Events { Events() }
}

/// Lines as `URL.lines` gives them: a throwing sequence that is not Sendable.
private struct Lines: AsyncSequence {
    typealias Element = String
    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<String>
        let held: UnsafePointer<UInt8>? = nil

        mutating func next() async throws -> String? { rest.popFirst() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: lines[...]) }
}

@available(*, unavailable)
extension Lines: Sendable {}

@Suite("Custom feeds", .timeLimit(.minutes(10)))
struct CustomFeedTests {
    private func makeInfo() -> DynamicEntityDataSourceInfo {
        let types: [(FieldType, String)] = [
            (.text, "id"), (.int16, "small"), (.int32, "count"), (.int64, "long"), (.float32, "single"), (.float64, "speed"),
            (.date, "when"),
            (.text, "Name"),
        ]
        return DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: types.map { Field(type: $0.0, name: $0.1, alias: "") })
    }

    private func end(_ source: DynamicEntityDataSource) async {
        var statuses = source.$connectionStatus.makeAsyncIterator()
        while let status = await statuses.next(), status == .connecting || status == .connected {}
    }

    /// The attributes of the only observation of a feed that says `attributes`, and the source.
    private func take(
        _ attributes: [String: any Sendable], _ info: DynamicEntityDataSourceInfo? = nil
    ) async throws -> (DynamicEntityObservation?, CustomDynamicEntityDataSource) {
        struct Feed: CustomDynamicEntityFeed {
            let events: AsyncStream<CustomDynamicEntityFeedEvent>
        }
        let source = CustomDynamicEntityDataSource(info: info ?? makeInfo()) {
            Feed(
                events: AsyncStream { continuation in
                    continuation.yield(.newObservation(geometry: nil, attributes: attributes))
                    continuation.finish()
                })
        }
        try await source.connect()
        await end(source)
        return (try await source.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities().first?.latestObservation, source)
    }

    @Test("a large whole number in a floating-point field is read as that field's type")
    func largeWholeNumbers() async throws {
        let large = Int64(1) << 53 + 1
        let (observation, source) = try await take(["id": "a", "speed": large, "single": large, "long": large])
        let taken = try #require(observation)
        #expect(taken.attributes["speed"] as? Double == Double(large))
        #expect(taken.attributes["single"] as? Float == Float(large))
        #expect(taken.attributes["long"] as? Int64 == large)
        #expect(source.rejectedAttributeCounts.isEmpty)
    }

    @Test("feeds of many shapes compile and run")
    func shapes() async throws {
        let lines = ["5", "6"]
        let sources = [
            CustomDynamicEntityDataSource(info: makeInfo()) { VesselFeed() },
            CustomDynamicEntityDataSource(info: makeInfo(), makeFeed: VesselFeed.init),
            CustomDynamicEntityDataSource(info: makeInfo()) { DecodingFeed(lines: lines) },
            CustomDynamicEntityDataSource(info: makeInfo()) { OpaqueFeed() },
            CustomDynamicEntityDataSource(info: makeInfo()) {
                try await Task.sleep(nanoseconds: 1)
                return StatefulFeed()
            },
        ]
        for (source, count) in zip(sources, [2, 2, 2, 0, 3]) {
            try await source.connect()
            await end(source)
            #expect(source.connectionStatus == .disconnected && source.connectionError == nil)
            #expect(source.entityStore.withStore { $0.trackCount } == count)
        }
    }

    @Test("an error of the sequence fails the connection with that error, and connecting starts over with a new feed")
    func fails() async throws {
        let made = Counter()
        let source = CustomDynamicEntityDataSource(info: makeInfo()) {
            made.add(1)
            return DecodingFeed(lines: ["\(made.value)", "?"])
        }
        // As a program does that begins again when its recording is over.
        var failures = 0
        try await source.connect()
        for await status in source.$connectionStatus {
            guard status == .failed, let error = source.connectionError else { continue }
            #expect(error as? Broken == Broken(number: 3))
            failures += 1
            if failures == 3 { break }
            try await source.purgeAll()
            try await source.connect()
        }
        #expect(made.value == 3)
        #expect(try await source.queryDynamicEntities(withTrackIDs: ["1", "2", "3"]).entities().map(\.trackID) == ["3"])
    }

    @Test(
        "an error that allows reconnection is a lost connection, and each attempt makes a new feed; one that cannot be made is tried again")
    func reconnects() async throws {
        let time = VirtualTiming()
        let made = Counter()
        let source = CustomDynamicEntityDataSource(info: makeInfo(), timing: time.timing) { () async throws -> WireFeed in
            made.add(1)
            if made.value == 3 { throw Broken() }
            return WireFeed(track: "\(made.value)", error: made.value < 4 ? Unplugged() : nil)
        }
        try await source.connect()
        await time.sleepers(atLeast: 1)
        #expect(source.connectionStatus == .connecting && made.value == 3)
        time.advance(bySeconds: 11)
        await end(source)
        #expect(source.connectionStatus == .disconnected && made.value == 4)
        #expect(source.entityStore.withStore { $0.trackCount } == 3)
    }

    @Test("a feed may say that another attempt is of no use")
    func refused() async throws {
        let source = CustomDynamicEntityDataSource(info: makeInfo()) {
            struct Feed: CustomDynamicEntityFeed {
                let events = AsyncThrowingStream<CustomDynamicEntityFeedEvent, any Error> { $0.finish(throwing: Refused()) }
            }
            return Feed()
        }
        try await source.connect()
        await end(source)
        #expect(source.connectionStatus == .failed && source.connectionError is Refused)
    }

    @Test("a model of the main actor reads streams and queries")
    func mainActor() async throws {
        let model = Model()
        #expect(try await model.monitor() == 1)
        #expect(await model.names == ["1", "2"])
    }

    @Test("attributes find their fields in any case; the exact name counts first; others are left out and counted")
    func names() async throws {
        let (observation, source) = try await take(["ID": "a", "SPEED": 5, "name": "x", "NAME": "y", "unknown": 1, "other": true])
        #expect(observation?.dynamicEntity?.trackID == "a")
        #expect(observation?.attributes.keys.sorted() == ["Name", "id", "speed"])
        #expect(observation?.attributes["speed"] as? Double == 5)
        // Of two that differ in case only, the first in code-point order.
        #expect(observation?.attributes["Name"] as? String == "y")
        #expect(source.rejectedAttributeCounts == [.undeclared: 3])
        let (exact, _) = try await take(["id": "a", "NAME": "x", "Name": "y", "name": "z"])
        #expect(exact?.attributes["Name"] as? String == "y")
    }

    @Test("values that do not fit become null and are counted; what is nothing is null and not counted")
    func types() async throws {
        let (observation, source) = try await take([
            "id": "a", "small": 40_000, "count": "7", "long": 1.5, "single": 1e300, "speed": "fast", "when": "noon", "name": 5,
        ])
        #expect(observation?.attributes.keys.sorted() == ["id"])
        #expect(source.rejectedAttributeCounts == [.wrongType: 7])
        let absent: Double? = nil
        let present: Double? = 2.5
        let date = Date(timeIntervalSince1970: 1.5)
        let (fitting, other) = try await take([
            "id": "a", "small": 40.0, "count": UInt8(7), "long": Int64.max, "single": 1, "speed": present, "when": date,
        ])
        #expect(fitting?.attributes["small"] as? Int16 == 40 && fitting?.attributes["count"] as? Int32 == 7)
        #expect(fitting?.attributes["long"] as? Int64 == .max && fitting?.attributes["single"] as? Float == 1)
        #expect(fitting?.attributes["speed"] as? Double == 2.5 && fitting?.attributes["when"] as? Date == date)
        #expect(other.rejectedAttributeCounts.isEmpty)
        let (nothing, third) = try await take(["id": "a", "speed": absent, "name": NSNull(), "long": Double.nan])
        #expect(nothing?.attributes.keys.sorted() == ["id"])
        #expect(third.rejectedAttributeCounts == [.wrongType: 1])
    }

    @Test("ids that are numbers are text without a point, also in a field of text")
    func identifiers() async throws {
        for (id, name) in [(7.0, "7"), (Int8(-7), "-7"), (UInt64(1) << 40, "1099511627776"), (2.5, "2.5"), ("007", "007")]
            as [(any Sendable, String)]
        {
            let (observation, source) = try await take(["id": id])
            #expect(observation?.dynamicEntity?.trackID == name)
            #expect(observation?.attributes["id"] as? String == name)
            #expect(source.rejectedAttributeCounts.isEmpty)
        }
        let numeric = DynamicEntityDataSourceInfo(entityIDFieldName: "MMSI", fields: [Field(type: .float64, name: "mmsi", alias: "")])
        let (observation, _) = try await take(["Mmsi": 366_999_712.0], numeric)
        #expect(observation?.dynamicEntity?.trackID == "366999712")
        #expect(observation?.attributes["mmsi"] as? Double == 366_999_712)
    }

    @Test("the time and the id are read also where no field has them, and are not counted as left out")
    func readNames() async throws {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .float64, name: "speed", alias: "")])
        info.timeFieldName = "Time"
        let (observation, source) = try await take(["ID": 1, "TIME": 1_777_777_777, "speed": 1], info)
        #expect(observation?.observedAt?.microsecondsSince1970 == 1_777_777_777_000_000)
        #expect(observation?.attributes.keys.sorted() == ["speed"])
        #expect(source.rejectedAttributeCounts.isEmpty && source.rejectedObservationCounts.isEmpty)
    }
}
