// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

/// The store against the naive one, by random operations.
///
/// `VEDETTE_STORE_OPERATIONS` says how many in all, `VEDETTE_STORE_SEED` from which seed.
@Suite("Track store against a list of everything")
struct TrackStoreModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let operationCount = environment["VEDETTE_STORE_OPERATIONS"].flatMap(Int.init) ?? 24_000
    static let seed = environment["VEDETTE_STORE_SEED"].flatMap(UInt64.init) ?? 1

    @Test("random operations give the same state, the same events and the same answers", arguments: 0..<8)
    func operations(part: Int) throws {
        var world = StoreWorld(seed: Self.seed &* 1_000 &+ UInt64(part))
        for step in 0..<Self.operationCount / 8 {
            if let difference = try world.step() {
                Issue.record("seed \(Self.seed), part \(part), step \(step): \(difference)")
                return
            }
        }
        // What is not done does not count.
        #expect(world.eventCount > Self.operationCount / 10)
        #expect(world.matchCount > 0 && world.membershipChangeCount > 0)
    }
}

/// Both stores, and everything that happens to them.
struct StoreWorld: ~Copyable {
    private var random: SeededRandomNumberGenerator
    private var store: TrackStore
    private var naive: NaiveTrackStore
    private var now: Int64 = 1_000_000
    /// The columns of batches: another order after each reconnection.
    private var columns: [Field]
    private var schemaCount = 0
    private var pushed: [Membership] = []
    private var pulled: [Membership] = []
    private(set) var eventCount = 0
    private(set) var matchCount = 0
    private(set) var membershipChangeCount = 0

    private struct Membership {
        var membership: TrackQueryMembership
        var naive: NaiveQuery
        /// Who is in, by the changes told: the sequence of the observation by entity.
        var told: [UInt64: UInt32] = [:]
    }

    private static let speed = Field(type: .float64, name: "speed", alias: "")
    private static let name = Field(type: .text, name: "name", alias: "")

    init(seed: UInt64) {
        random = SeededRandomNumberGenerator(seed: seed)
        let limits = TrackStoreLimits(maximumObservations: 60)
        columns = [Self.speed, Self.name]
        store = TrackStore(schema: ObservationSchema(fields: columns), limits: limits)
        naive = NaiveTrackStore(limits: limits)
    }

    private mutating func any<Element>(_ elements: [Element]) -> Element { elements[random.index(below: elements.count)] }

    // MARK: Operations

    /// Does something to both; what is different then, if anything.
    mutating func step() throws -> String? {
        // Mostly time passes; sometimes the clock stands still or goes back.
        switch random.index(below: 20) {
        case 0: break
        case 1: now -= Int64(random.index(below: 3_000))
        case 2: now += Int64(random.index(below: 50_000))
        default: now += Int64(random.index(below: 2_000))
        }
        let number = random.index(below: 1_000)
        switch number {
        case 0..<2: return try check(store.removeAll(at: at, reporting: .all), naive.removeAll(at: now), "purge all", isPurgeAll: true)
        case 2..<20:
            let name = trackName()
            let changes = store.number(named: name).map { store.remove(track: $0, at: at, reporting: .all) } ?? TrackChanges()
            return try check(changes, naive.remove(track: name, at: now), "delete \(name)")
        case 20..<50:
            let limits = randomLimits()
            return try check(
                store.setLimits(limits, at: at, reporting: .all), naive.setLimits(limits, at: now), "limits \(limits)")
        case 50..<150:
            let next = naive.expiries.map(\.moment).min()
            guard store.nextExpiry?.microsecondsSince1970 == next else {
                return "next expiry \(String(describing: store.nextExpiry)), not \(next ?? -1)"
            }
            if let next, random.unit() < 0.7 { now = max(now, next - (random.unit() < 0.3 ? 1 : 0)) }
            return try check(store.expire(at: at, reporting: .all), naive.expire(at: now), "expire")
        case 150..<160:
            reconnect()
            return nil
        case 160..<300: return try query()
        case 300..<306: return subscribe()
        default:
            let batch = randomBatch()
            let changes = store.apply(packed(batch), at: at, reporting: .all)
            return try check(changes, naive.observe(batch, at: now), "observe \(batch.map(\.track))")
        }
    }

    private var at: Instant { Instant(microsecondsSince1970: now) }

    private mutating func trackName() -> String {
        let number = random.index(below: random.unit() < 0.8 ? 9 : 40)
        return number % 7 == 3 ? "a track with a long name, number \(number)" : number % 7 == 4 ? "eight by\(number % 10)" : "t\(number)"
    }

    private mutating func randomLimits() -> TrackStoreLimits {
        TrackStoreLimits(
            maximumObservations: any([0, 0, 1, 2, 10, 40, 60, 100]), maximumObservationsPerTrack: any([0, 0, 0, 1, 2, 5, 12]),
            maximumAge: any([0, 0, 5_000, 40_000, 100_000]), agesByEventTime: random.unit() < 0.5,
            maximumBytes: any([0, 0, 0, 10_000, 20_000, 30_000]))
    }

    private mutating func randomBatch() -> [NaiveTrackStore.Observation] {
        // Without any other limit the lists would grow, and with one of bytes it is one by one that it can be followed.
        let isUnlimited = naive.limits.maximumObservations == 0 && naive.all.count > 150
        let count = naive.limits.maximumBytes > 0 || isUnlimited ? 1 : any([0, 1, 1, 1, 2, 4, 40])
        return (0..<count).map { _ in
            var observation = NaiveTrackStore.Observation(track: trackName())
            switch random.index(below: 10) {
            case 0..<2: observation.time = nil
            case 2..<6: observation.time = now
            case 6: observation.time = now - Int64(random.index(below: 120_000))
            case 7: observation.time = now + Int64(random.index(below: 20_000))
            default: observation.time = (now - Int64(random.index(below: 6_000))) / 1_000 * 1_000
            }
            if random.unit() < 0.9 { observation.position = randomPosition() }
            if random.unit() < 0.8 { observation.speed = Double(random.index(below: 20)) / 2 }
            if random.unit() < 0.8 {
                let number = random.index(below: 30)
                observation.name = number < 20 ? "name \(number % 5)" : "a text of its own, \(random.next())"
            }
            return observation
        }
    }

    private mutating func randomPosition() -> GridPosition? {
        let (longitude, latitude): (Double, Double)
        switch random.index(below: 6) {
        case 0: (longitude, latitude) = (random.number(-180, 180), random.number(-90, 90))
        case 1: (longitude, latitude) = (any([-180, 180, 179.99, -179.99]), random.number(-1, 1))
        case 2: (longitude, latitude) = (random.number(-180, 180), any([-90, 90, 89.99, 89.5]))
        default: (longitude, latitude) = (random.number(10, 10.4), random.number(50, 50.4))
        }
        return GridPosition(longitude: longitude, latitude: latitude)
    }

    private mutating func reconnect() {
        schemaCount += 1
        columns = [Self.speed, Self.name]
        if random.unit() < 0.5 { columns.reverse() }
        if random.unit() < 0.5, schemaCount < 30 {
            columns.insert(Field(type: .float64, name: "extra \(schemaCount)", alias: ""), at: random.index(below: 3))
        }
    }

    private func packed(_ observations: [NaiveTrackStore.Observation]) -> ObservationBatch {
        let schema = ObservationSchema(fields: columns)
        var batch = ObservationBatch(schema: schema)
        for (ordinal, observation) in observations.enumerated() {
            batch.beginRow()
            if let speed = observation.speed, let column = schema.column(named: "speed") {
                batch.setValue(PackedValue(speed), column: column)
            }
            if let name = observation.name, let column = schema.column(named: "name") {
                batch.setValue(ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: name.utf8) }), column: column)
            }
            let track = batch.appendBytes { $0.append(contentsOf: observation.track.utf8) }
            batch.endRow(
                track: track, position: observation.position, time: observation.time ?? ObservationBatch.noTime, ordinal: UInt64(ordinal))
        }
        return batch
    }

    // MARK: Comparison

    private mutating func check(
        _ changes: TrackChanges, _ expected: [NaiveTrackStore.Event], _ what: String, isPurgeAll: Bool = false
    ) throws -> String? {
        var expected = expected
        if naive.limits.maximumBytes > 0 {
            // How many bytes a store needs is its own affair; what goes for them is not.
            let purgedCount = changes.changes.filter { $0.kind == .observationPurged }.count
            let missing = purgedCount - expected.filter { $0.kind == .observationPurged }.count
            for _ in 0..<max(0, missing) { expected += naive.removeFirstArrived() }
            if store.byteCount > naive.limits.maximumBytes, store.observationCount > 1 { return "\(what): too many bytes" }
        }
        let events = changes.changes.map { change in
            changes.rows.withUnsafeBufferPointer { rows in
                // The store made rows and changes together.
                NaiveTrackStore.Event(
                    kind: change.kind,
                    observation: observation(
                        rows.baseAddress.map { TrackRowView(words: $0 + change.row) } ?? store.latest(0), store.trackID(of: change),
                        change.entity))
            }
        }
        eventCount += events.count
        for (index, event) in expected.enumerated() where index >= events.count || !isSame(event, events[index]) {
            return "\(what): event \(index) of \(expected.count) is \(index < events.count ? "\(events[index])" : "missing"), not \(event)"
        }
        if events.count != expected.count { return "\(what): \(events.count) events, not \(expected.count)" }
        if let difference = compareState() { return "\(what): \(difference)" }
        return follow(changes, isPurgeAll: isPurgeAll).map { "\(what): \($0)" }
    }

    private func isSame(_ first: NaiveTrackStore.Event, _ second: NaiveTrackStore.Event) -> Bool {
        first.kind == second.kind && isSame(first.observation, second.observation)
    }

    private func isSame(_ first: NaiveTrackStore.Observation, _ second: NaiveTrackStore.Observation) -> Bool {
        var first = first
        first.arrival = second.arrival
        return first == second
    }

    private func observation(_ row: TrackRowView, _ track: String, _ entity: UInt64) -> NaiveTrackStore.Observation {
        var result = NaiveTrackStore.Observation(track: track)
        result.entity = entity
        result.sequence = row.sequence
        result.time = row.observedAt?.microsecondsSince1970
        result.receipt = row.receivedAt.microsecondsSince1970
        result.position = row.position
        if let column = store.schema.column(named: "speed"), row.value(column: column) != .null {
            result.speed = row.value(column: column).number
        }
        if let column = store.schema.column(named: "name"), row.value(column: column) != .null {
            result.name = store.text(of: row.value(column: column))
        }
        return result
    }

    private func compareState() -> String? {
        if store.trackCount != naive.tracks.count { return "\(store.trackCount) tracks, not \(naive.tracks.count)" }
        if store.observationCount != naive.all.count { return "\(store.observationCount) observations, not \(naive.all.count)" }
        if store.lastStamp != naive.stamp { return "stamp \(store.lastStamp), not \(naive.stamp)" }
        for (track, list) in naive.tracks {
            guard let number = store.number(named: track), let entity = store.entity(number), let expected = naive.entities[track] else {
                return "\(track) is missing"
            }
            if store.name(number) != track { return "\(track) is called \(store.name(number))" }
            if entity != expected.id { return "\(track) is \(entity), not \(expected.id)" }
            if store.stamps(number).created != expected.created || store.stamps(number).changed != expected.changed {
                return "stamps of \(track) are \(store.stamps(number)), not \(expected)"
            }
            if store.observationCount(number) != list.count { return "\(track) has \(store.observationCount(number)), not \(list.count)" }
            for (age, observation) in list.reversed().enumerated() {
                let row = self.observation(store.observation(number, age: age), track, entity)
                if !isSame(observation, row) { return "\(track), \(age): \(row), not \(observation)" }
                if age == 0, !isSame(observation, self.observation(store.latest(number), track, entity)) { return "latest of \(track)" }
            }
        }
        return store.brokenInvariant()
    }

    // MARK: Queries

    /// A query in both forms.
    private mutating func randomQuery() throws -> (TrackQuery, NaiveQuery) {
        var values = DynamicEntityQueryParameters.Values()
        var query = NaiveQuery()
        var conditions: [(NaiveTrackStore.Observation) -> Bool] = []
        if random.unit() < 0.2 {
            let ids = (0..<random.index(below: 6)).map { _ in trackName() } + ["nobody"]
            values.trackIDs = ids + ids.prefix(1)
            query.ids = ids
        }
        if random.unit() < 0.4 {
            let limit = Double(random.index(below: 20)) / 2
            let text = "name \(random.index(below: 5))"
            switch random.index(below: 4) {
            case 0:
                values.whereClause = "SPEED > \(limit)"
                conditions.append { ($0.speed ?? -1) > limit }
            case 1:
                values.whereClause = "Name = '\(text)'"
                conditions.append { $0.name == text }
            case 2:
                values.whereClause = "speed IS NULL OR name LIKE '%own%'"
                conditions.append { $0.speed == nil || $0.name?.contains("own") == true }
            default:
                values.whereClause = "name = '\(text)' AND speed <= \(limit)"
                conditions.append { $0.name == text && ($0.speed ?? 99) <= limit }
            }
        }
        if random.unit() < 0.5 {
            let (west, south) =
                random.unit() < 0.5
                ? (10.0 + random.unit() / 4, 50 + random.unit() / 4) : (random.number(-200, 180), random.number(-95, 80))
            let size = any([0.05, 0.1, 0.3, 5, 40, 300])
            let (east, north) = (west + size, south + size / 2)
            values.geometry = Envelope(xRange: west...east, yRange: south...north, spatialReference: .wgs84)
            let isDisjoint = random.unit() < 0.2
            if isDisjoint { values.spatialRelationship = .disjoint }
            conditions.append { observation in
                guard let position = observation.position else { return false }
                let turns = [-360.0, 0, 360].contains { turn in
                    // Where it is cut, the meridian of 180° is the edge of either side.
                    (west...east).contains(position.longitudeDegrees + turn)
                }
                return (turns && (south...north).contains(position.latitudeDegrees)) != isDisjoint
            }
        }
        if random.unit() < 0.2 {
            let time = now - Int64(random.index(below: 60_000))
            values.time = Instant(microsecondsSince1970: time)
            query.time = time
        }
        if random.unit() < 0.3 {
            let (latitude, longitude) = any([
                (50.2, 10.2), (0, 179.999), (0, -180), (89.9, 40), (-90, 0), (random.number(-90, 90), random.number(-180, 180)),
            ])
            let count = any([-1, 0, 1, 2, 5, 100])
            values.nearest = DynamicEntityQueryParameters.Nearest(point: Point(latitude: latitude, longitude: longitude), count: count)
            query.nearest = (count, latitude, longitude)
        }
        query.isMet = { observation in conditions.allSatisfy { $0(observation) } }
        return (try TrackQuery(values, fields: store.schema.namedFields, now: Instant(microsecondsSince1970: 0)), query)
    }

    private mutating func query() throws -> String? {
        let (query, naiveQuery) = try randomQuery()
        let expected = naive.matches(naiveQuery)
        let matches = store.matches(of: query)
        matchCount += matches.count
        let found = matches.map { observation($0.row, store.name($0.number), store.entity($0.number) ?? 0) }
        guard found.count == expected.count, zip(found, expected).allSatisfy({ isSame($0, $1) }) else {
            return "query \(naiveQuery): \(found.map(\.track)), not \(expected.map(\.track))"
        }
        return store.numbers(matching: query) == matches.map(\.number) ? nil : "numbers"
    }

    private mutating func subscribe() -> String? {
        guard let (query, naiveQuery) = try? randomQuery() else { return "no query" }
        // The first call tells who is in.
        var pull = Membership(membership: TrackQueryMembership(query: query), naive: naiveQuery)
        if let difference = follow(&pull, pull.membership.changes(in: store)) { return difference }
        if !query.dependsOnOthers {
            if pushed.count > 4 { pushed.removeFirst() }
            pushed.append(pull)
        }
        if pulled.count > 4 { pulled.removeFirst() }
        pulled.append(pull)
        return nil
    }

    /// Tells memberships what has changed, and looks whether they know who is in.
    private mutating func follow(_ changes: TrackChanges, isPurgeAll: Bool) -> String? {
        for index in pushed.indices {
            // A purge of all is not told track by track.
            let numbers = isPurgeAll ? Array(pushed[index].membership.numbers).sorted() : changes.changes.map(\.track)
            var member = pushed[index]
            var told: [TrackQueryMembership.Change] = []
            if random.unit() < 0.5 {
                told = member.membership.judge(numbers, in: store)
            } else {
                for number in numbers { told += member.membership.judge(number, in: store) }
            }
            if let difference = follow(&member, told) { return "pushed: \(difference)" }
            pushed[index] = member
        }
        for index in pulled.indices where random.unit() < 0.3 {
            var member = pulled[index]
            if let difference = follow(&member, member.membership.changes(in: store)) { return "pulled: \(difference)" }
            pulled[index] = member
        }
        return nil
    }

    private mutating func follow(_ membership: inout Membership, _ changes: [TrackQueryMembership.Change]) -> String? {
        membershipChangeCount += changes.count
        let expected = Dictionary(uniqueKeysWithValues: naive.matches(membership.naive).map { ($0.entity, $0.sequence) })
        for change in changes {
            let before = membership.told[change.entity]
            switch change.kind {
            case .added where before == nil, .updated where before != nil && before != expected[change.entity]:
                membership.told[change.entity] = expected[change.entity] ?? 0
            case .removed where before != nil: membership.told[change.entity] = nil
            default: return "\(change) of \(membership.naive), where it was \(before.map(String.init) ?? "out")"
            }
        }
        return membership.told == expected ? nil : "\(membership.told), not \(expected)"
    }
}

extension TrackStore {
    /// What is not as it has to be inside, if anything.
    func brokenInvariant() -> String? {
        var (observations, bytes, inGrid) = (0, 0, 0)
        for number in numbers {
            let head = heads[Int(number)]
            observations += Int(head.count)
            bytes += ringSize(Int(head.capacity))
            if head.count == 0 || head.count > head.capacity { return "count of \(number)" }
            if limits.maximumObservationsPerTrack > 0, Int(head.count) > limits.maximumObservationsPerTrack { return "limit of \(number)" }
            guard let newest = row(Int(number), Int(head.count) - 1) else { return "no ring of \(number)" }
            for word in 0..<stride where newest[word] != latestRow(Int(number))[word] { return "latest row of \(number)" }
            let cell = TrackGrid.cell(of: newest[TrackRow.position])
            if grid.pointee.isBuilt, cell != TrackGrid.nowhere {
                inGrid += 1
                let members = grid.pointee.numbers(in: cell)
                if Int(head.cellSlot) >= members.count || members[Int(head.cellSlot)] != number { return "cell of \(number)" }
            }
        }
        if observations != observationCount { return "\(observations) observations, not \(observationCount)" }
        if bytes != ringBytes { return "\(bytes) bytes of rings, not \(ringBytes)" }
        if grid.pointee.isBuilt, grid.pointee.count != inGrid { return "\(grid.pointee.count) in the grid, not \(inGrid)" }
        return nil
    }
}
