// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Continuous queries", .timeLimit(.minutes(10)))
struct ContinuousQueryTests {
    let time = VirtualTiming()

    private static let fields = [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: "")]

    private func makeSource() -> DynamicEntityDataSource {
        DynamicEntityDataSource(fields: Self.fields, driver: ScriptedDriver().driver(), timing: time.timing)
    }

    private func makeBatch() -> ObservationBatch { ObservationBatch(schema: ObservationSchema(fields: Self.fields)) }

    private func add(
        _ track: String, speed: Double, longitude: Double = 0, time: Int64 = ObservationBatch.noTime, to batch: inout ObservationBatch
    ) {
        batch.beginRow()
        let name = batch.appendBytes { $0.append(contentsOf: track.utf8) }
        batch.setValue(ObservationBatch.reference(.text, name), column: 0)
        batch.setValue(PackedValue(speed), column: 1)
        batch.endRow(track: name, position: GridPosition(longitude: longitude, latitude: 0), time: time, ordinal: 0)
    }

    private func observe(
        _ source: DynamicEntityDataSource, _ track: String, speed: Double, longitude: Double = 0,
        time event: Int64 = ObservationBatch.noTime
    ) {
        var batch = makeBatch()
        add(track, speed: speed, longitude: longitude, time: event, to: &batch)
        source.entityStore.ingest(batch, at: time.now)
    }

    private func fast() -> DynamicEntityQueryParameters {
        let parameters = DynamicEntityQueryParameters()
        parameters.whereClause = "speed > 10"
        return parameters
    }

    /// A change in short: its kind, the track id, and the speed of the observation that decided.
    private func short(_ change: DynamicEntityQueryChange?) -> String {
        guard let change else { return "end" }
        let speed = change.observation.map { "\($0.attributes["speed"] as? Double ?? -1)" } ?? "-"
        return "\(change.kind) \(change.dynamicEntity.trackID) \(speed)"
    }

    @Test("begins with those who match, then tells each change once, as it is written in a loop")
    func changes() async throws {
        let source = makeSource()
        observe(source, "a", speed: 20)
        observe(source, "b", speed: 5)
        observe(source, "c", speed: 30)
        let changes = source.continuousQuery(fast())
        observe(source, "b", speed: 15)
        observe(source, "a", speed: 25)
        observe(source, "c", speed: 1)
        observe(source, "c", speed: 2)
        source.entityStore.remove(trackID: "b", at: time.now)
        observe(source, "b", speed: 40)
        try await source.purgeAll()
        var seen: [String] = []
        for await change in changes {
            seen.append(short(change))
            if seen.count == 9 { break }
        }
        #expect(
            seen[..<7] == [
                "added a 20.0", "added c 30.0", "added b 15.0", "updated a 25.0", "removed c 1.0", "removed b -", "added b 40.0",
            ])
        #expect(Set(seen[7...]) == ["removed a -", "removed b -"])
        #expect(changes.coalescedChangeCount == 0 && changes.error == nil)
    }

    @Test("in one batch each observation is judged for itself; a late one decides nothing")
    func batches() async throws {
        let source = makeSource()
        source.purgeOptions.maximumObservations = 2
        var changes = source.continuousQuery(fast()).makeAsyncIterator()
        var batch = makeBatch()
        add("a", speed: 20, time: 1_000, to: &batch)
        add("a", speed: 5, time: 2_000, to: &batch)
        add("a", speed: 50, time: 1_500, to: &batch)
        add("a", speed: 30, time: 3_000, to: &batch)
        add("b", speed: 40, to: &batch)
        add("c", speed: 60, to: &batch)
        source.entityStore.ingest(batch, at: time.now)
        var seen: [String] = []
        while seen.count < 6 { seen.append(short(await changes.next())) }
        #expect(seen == ["added a 20.0", "removed a 5.0", "added a 30.0", "added b 40.0", "added c 60.0", "removed a -"])
    }

    @Test("wrong parameters are told, and the sequence is empty")
    func errors() async throws {
        let source = makeSource()
        let wrong = DynamicEntityQueryParameters()
        wrong.whereClause = "speed >"
        let timed = DynamicEntityQueryParameters()
        timed.time = time.now
        let unknown = DynamicEntityQueryParameters()
        unknown.whereClause = "height > 1"
        for parameters in [wrong, timed, unknown] {
            let query = source.continuousQuery(parameters)
            #expect(query.error != nil)
            #expect(throws: (any Error).self) { try query.validated() }
            for await change in query { Issue.record("\(change)") }
        }
        #expect((source.continuousQuery(timed).error as? DynamicEntityError)?.code == .unsupportedQuery)
        _ = try source.continuousQuery(fast()).validated()
    }

    @Test("a consumer that falls behind is told the difference, nothing twice and nothing lost")
    func behind() async throws {
        let source = makeSource()
        observe(source, "a", speed: 20)
        let query = source.continuousQuery(fast(), bufferSize: 3)
        var changes = query.makeAsyncIterator()
        #expect(short(await changes.next()) == "added a 20.0")
        observe(source, "a", speed: 21)
        observe(source, "b", speed: 22)
        observe(source, "c", speed: 23)
        #expect(query.coalescedChangeCount == 0)
        // The fourth finds no room.
        observe(source, "a", speed: 1)
        observe(source, "b", speed: 24)
        observe(source, "c", speed: 2)
        observe(source, "d", speed: 25)
        #expect(query.coalescedChangeCount == 6)
        #expect(short(await changes.next()) == "removed a 1.0")
        // Of c, which came and went, there is nothing to be told.
        #expect(short(await changes.next()) == "added b 24.0")
        #expect(short(await changes.next()) == "added d 25.0")
        observe(source, "d", speed: 3)
        #expect(short(await changes.next()) == "removed d 3.0")
    }

    @Test("more members at the beginning than the buffer holds are told all the same")
    func manyMembers() async throws {
        let source = makeSource()
        for number in 0..<1_000 { observe(source, "t\(number)", speed: 20) }
        let query = source.continuousQuery(fast(), bufferSize: 10)
        observe(source, "t7", speed: 1)
        var seen: Set<String> = []
        for await change in query {
            #expect(change.kind == .added && seen.insert(change.dynamicEntity.trackID).inserted)
            if seen.count == 999 { break }
        }
        #expect(!seen.contains("t7"))
    }

    @Test("the nearest change as others come near")
    func nearest() async throws {
        let source = makeSource()
        let parameters = fast()
        parameters.nearest = DynamicEntityQueryParameters.Nearest(point: Point(x: 0, y: 0, spatialReference: .wgs84), count: 2)
        observe(source, "a", speed: 20, longitude: 1)
        observe(source, "b", speed: 20, longitude: 2)
        observe(source, "c", speed: 20, longitude: 3)
        var changes = source.continuousQuery(parameters).makeAsyncIterator()
        #expect(short(await changes.next()) == "added a 20.0")
        #expect(short(await changes.next()) == "added b 20.0")
        observe(source, "c", speed: 21, longitude: 0.5)
        #expect(short(await changes.next()) == "removed b -")
        #expect(short(await changes.next()) == "added c 21.0")
        source.entityStore.remove(trackID: "c", at: time.now)
        #expect(short(await changes.next()) == "removed c -")
        #expect(short(await changes.next()) == "added b 20.0")
    }

    @Test("a query ends with its task, and costs nothing when it is let go of")
    func ends() async throws {
        let source = makeSource()
        let query = Task { [self] in
            var count = 0
            for await _ in source.continuousQuery(fast()) { count += 1 }
            return count
        }
        while source.entityStore.state.withLock({ $0.queries.isEmpty }) { await Task.yield() }
        observe(source, "a", speed: 20)
        query.cancel()
        #expect(await query.value <= 1)
        #expect(source.entityStore.state.withLock { $0.queries.isEmpty })
    }

    // MARK: Against brute force

    /// Applies changes as an application would, and complains about any that cannot be.
    private struct Copy {
        var members: [UInt64: UInt64] = [:]

        mutating func apply(_ change: DynamicEntityQueryChange) {
            let entity = change.dynamicEntity.id
            switch change.kind {
            case .added:
                #expect(members[entity] == nil)
                members[entity] = change.observation?.id
            case .updated:
                #expect(members[entity] != nil && members[entity] != change.observation?.id)
                members[entity] = change.observation?.id
            case .removed:
                #expect(members[entity] != nil)
                members[entity] = nil
            }
            if change.kind != .removed { #expect((change.observation?.attributes["speed"] as? Double ?? 0) > 10) }
        }
    }

    /// One random thing that happens to a source.
    private func step(_ source: DynamicEntityDataSource, _ random: inout SeededRandomNumberGenerator) async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0: try await source.purgeAll()
        case 1..<6: source.entityStore.remove(trackID: "t\(Int.random(in: 0..<30, using: &random))", at: time.now)
        case 6..<9: source.purgeOptions.maximumObservations = Int.random(in: 10..<80, using: &random)
        case 9..<12: source.purgeOptions.maximumObservationsPerTrack = Int.random(in: 0..<4, using: &random)
        case 12: source.purgeOptions.maximumDuration = Double(Int.random(in: 0..<40, using: &random))
        default:
            var batch = makeBatch()
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                let event = Bool.random(using: &random) ? ObservationBatch.noTime : Int64.random(in: 0..<1_000, using: &random)
                add(
                    "t\(Int.random(in: 0..<30, using: &random))", speed: Double(Int.random(in: 0..<21, using: &random)), time: event,
                    to: &batch)
            }
            source.entityStore.ingest(batch, at: time.now)
        }
        if Int.random(in: 0..<10, using: &random) == 0 { time.advance(bySeconds: 1) }
    }

    /// The answer by asking: entity and observation.
    private func answer(_ source: DynamicEntityDataSource) async throws -> [UInt64: UInt64] {
        let entities = try await source.queryDynamicEntities(using: fast()).entities()
        return Dictionary(uniqueKeysWithValues: entities.compactMap { entity in entity.latestObservation.map { (entity.id, $0.id) } })
    }

    @Test("a consumer that applies the changes has the answer, however fast it reads", arguments: [1, 2, 3, 7, 50, 10_000])
    func bruteForce(bufferSize: Int) async throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(bufferSize))
        let source = makeSource()
        let query = source.continuousQuery(fast(), bufferSize: bufferSize)
        var copy = Copy()
        for round in 0..<1_500 {
            try await step(source, &random)
            guard Int.random(in: 0..<8, using: &random) == 0 || round == 1_499 else { continue }
            // Some of what waits, or all of it.
            let isComplete = Bool.random(using: &random) || round == 1_499
            var rest = isComplete ? Int.max : Int.random(in: 0..<5, using: &random)
            while rest > 0, let change = query.nextAvailable() {
                copy.apply(change)
                rest -= 1
            }
            if isComplete {
                let expected = try await answer(source)
                #expect(copy.members == expected, "round \(round)")
                if copy.members != expected { return }
            }
        }
        #expect(bufferSize > 50 ? query.coalescedChangeCount == 0 : query.coalescedChangeCount > 0)
    }

    @Test("consumers that read while others write have the answer in the end, slow ones too")
    func concurrent() async throws {
        let source = makeSource()
        let consumers = [1, 5, 100, 10_000].map { bufferSize in
            Task { [self] in
                var copy = Copy()
                var isEmpty = true
                for await change in source.continuousQuery(fast(), bufferSize: bufferSize) {
                    copy.apply(change)
                    // The mark after which nothing comes.
                    if change.dynamicEntity.trackID == "end" { break }
                    isEmpty = false
                    if bufferSize == 5 { await Task.yield() }
                }
                #expect(!isEmpty)
                return copy.members
            }
        }
        while source.entityStore.state.withLock({ $0.queries.count }) < consumers.count { await Task.yield() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask { [self] in
                    var random = SeededRandomNumberGenerator(seed: UInt64(writer))
                    for _ in 0..<1_000 { try await step(source, &random) }
                }
            }
            try await group.waitForAll()
        }
        source.purgeOptions.maximumDuration = 0
        source.purgeOptions.maximumObservations = 0
        // With one that all others have been told before: a consumer that is behind is told of entities in the order in which it fell behind with them.
        observe(source, "end", speed: 99)
        let expected = try await answer(source)
        for consumer in consumers { #expect(await consumer.value == expected) }
    }
}
