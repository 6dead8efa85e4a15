// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting
import VedetteValues

@testable import VedetteFences

@Suite("Fence engine")
struct FenceEngineTests {
    private func box(_ id: String, _ left: Double, _ bottom: Double, _ right: Double, _ top: Double) throws -> FenceDefinition {
        let corners = [(left, bottom), (right, bottom), (right, top), (left, top)].compactMap {
            GridPosition(longitude: $0.0, latitude: $0.1)
        }
        return FenceDefinition(id: id, shape: try FenceShape(polygons: [[corners]]))
    }

    private typealias Fix = (track: String, x: Double, y: Double, time: Int64?)

    private func engine(_ fences: [FenceDefinition], trigger: String = "t") -> FenceEngine {
        FenceEngine(index: FenceIndex(fences), options: FenceEngineOptions(triggerID: trigger))
    }

    private func events(_ engine: FenceEngine, _ fixes: [Fix], firstOrdinal: UInt64 = 0) -> [FenceEvent] {
        var batch = FenceFixes()
        for (index, fix) in fixes.enumerated() {
            guard let position = GridPosition(longitude: fix.x, latitude: fix.y) else { continue }
            batch.append(
                track: engine.track(named: fix.track), longitude: position.longitude, latitude: position.latitude,
                time: fix.time ?? FenceFixes.noTime, ordinal: firstOrdinal + UInt64(index))
        }
        var events: [FenceEvent] = []
        engine.apply(batch, into: &events)
        return events
    }

    private func edited(_ engine: FenceEngine, _ edits: [FenceEdit], at now: Int64) -> [FenceEvent] {
        var events: [FenceEvent] = []
        engine.edit(edits, at: Instant(microsecondsSince1970: now), into: &events)
        return events
    }

    private func described(_ events: [FenceEvent], _ engine: FenceEngine) -> [String] {
        events.map { event in
            let observation = event.observation.map { "@\($0)" } ?? "@edit"
            return "\(engine.name(ofTrack: event.track)) \(event.kind) \(engine.index.id(of: event.fence)) \(observation)"
        }
    }

    @Test("first fix inside is an entry, first fix outside is nothing, the border is inside")
    func states() throws {
        let engine = engine([try box("a", 0, 0, 1, 1)])
        let transitions = events(
            engine,
            [
                ("in", 0.5, 0.5, nil), ("out", 2, 2, nil), ("edge", 1, 0.5, nil), ("out", 0.5, 0.5, nil), ("in", 1.0000001, 0.5, nil),
                ("in", 1, 1, nil),
            ])
        #expect(
            described(transitions, engine) == [
                "in entered a @0", "edge entered a @2", "out entered a @3", "in exited a @4", "in entered a @5",
            ])
    }

    @Test("events of one fix: exits first, then entries, each by fence id")
    func order() throws {
        let engine = engine([
            try box("z", 0, 0, 1, 1), try box("b", 0, 0, 1, 1), try box("10", 5, 5, 6, 6), try box("9", 5, 5, 6, 6),
            try box("both", 0, 0, 9, 9),
        ])
        let transitions = events(engine, [("a", 0.5, 0.5, nil), ("a", 5.5, 5.5, nil)])
        #expect(
            described(transitions, engine) == [
                "a entered b @0", "a entered both @0", "a entered z @0", "a exited b @1", "a exited z @1", "a entered 10 @1",
                "a entered 9 @1",
            ])
    }

    @Test("a late fix changes nothing and is counted; a tie counts by arrival")
    func late() throws {
        let engine = engine([try box("a", 0, 0, 1, 1)])
        let transitions = events(
            engine,
            [
                ("v", 0.5, 0.5, 100), ("v", 5, 5, 99), ("v", 5, 5, 100), ("v", 0.5, 0.5, 100), ("w", 0.5, 0.5, 1), ("v", 5, 5, nil),
                ("v", 0.5, 0.5, 50),
            ])
        #expect(
            described(transitions, engine) == ["v entered a @0", "v exited a @2", "v entered a @3", "w entered a @4", "v exited a @5"])
        #expect(engine.counts.late == 2)
        #expect(engine.counts.fixes == 5)
    }

    @Test("180° east and west are one place")
    func antimeridian() throws {
        let west = try box("west", -180, 0, -179, 1)
        let east = try box("east", 179, 0, 180, 1)
        let engine = engine([west, east])
        let transitions = events(engine, [("a", 180, 0.5, nil), ("b", -180, 0.5, nil)])
        #expect(described(transitions, engine) == ["a entered east @0", "a entered west @0", "b entered east @1", "b entered west @1"])
    }

    @Test("ids stay apart where fixes without a time, or edits of the fences, come between fixes of one time")
    func interruptedTimes() throws {
        let (here, away) = (try box("a", 0, 0, 1, 1), try box("a", 8, 8, 9, 9))
        let engine = engine([here])
        var ids: [String] = []
        for round in 0..<20 as Range<UInt64> {
            let fixes: [Fix] = [
                ("v", 0.5, 0.5, 7), ("v", 5, 5, nil), ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("v", 0.5, 0.5, nil),
            ]
            ids += events(engine, fixes, firstOrdinal: round * 5).map { engine.id(of: $0).description }
            // The fence goes and comes back under the track, by a clock that is far ahead of the fixes.
            let now = 1_000_000 + Int64(round / 3)
            ids += edited(engine, [.put(away)], at: now).map { engine.id(of: $0).description }
            ids += edited(engine, [.put(here)], at: now).map { engine.id(of: $0).description }
        }
        #expect(ids.count > 100 && Set(ids).count == ids.count)
    }

    @Test("ids depend on what happened and on nothing else")
    func identity() throws {
        let fixes: [Fix] = [
            ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("w", 0.5, 0.5, 7), ("v", 0.5, 0.5, 8),
            ("u", 0.5, 0.5, nil), ("u", 5, 5, nil),
            ("u", 0.5, 0.5, nil),
        ]
        func ids(_ fences: [FenceDefinition], trigger: String = "t", sizes: [Int]) -> [String] {
            let engine = engine(fences, trigger: trigger)
            var result: [String] = []
            var start = 0
            for size in sizes {
                let part = Array(fixes[start..<start + size])
                result += events(engine, part, firstOrdinal: UInt64(start)).map { engine.id(of: $0).description }
                start += size
            }
            return result
        }
        let all = ids([try box("a", 0, 0, 1, 1)], sizes: [9])
        #expect(all.count == 9)
        #expect(Set(all).count == 9)
        for sizes in [[1, 1, 1, 1, 1, 1, 1, 1, 1], [4, 5], [3, 3, 3]] { #expect(ids([try box("a", 0, 0, 1, 1)], sizes: sizes) == all) }
        // Another fence of the same id: same events, same ids. Another id or trigger: other ids.
        #expect(ids([try box("a", -1, 0, 1, 1)], sizes: [9]) == all)
        #expect(Set(ids([try box("b", 0, 0, 1, 1)], sizes: [9])).isDisjoint(with: all))
        #expect(Set(ids([try box("a", 0, 0, 1, 1)], trigger: "u", sizes: [9])).isDisjoint(with: all))
        for id in all {
            #expect(id.count == 26)
            #expect(id.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
        }
    }

    @Test("an id is what its definition says it is")
    func definition() {
        // SHA-256 over the message of `FenceEventID`, first 16 bytes, base 32: computed with Python's hashlib and base64.
        let id = Array("track".utf8).withUnsafeBytes { track in
            FenceEventID(
                trigger: "trigger", fence: "fence", track: track, kind: .exited,
                time: .event(Instant(microsecondsSince1970: 1_777_777_777_000_000)), ordinal: 3)
        }
        #expect(id.description == "dm225or6oeu4gr3aokicapjuiq")
    }

    @Test("replacing fences judges each track's last fix anew")
    func edits() throws {
        let engine = engine([try box("a", 0, 0, 1, 1), try box("b", 0, 0, 2, 2)])
        _ = events(engine, [("v", 0.5, 0.5, 10), ("w", 5, 5, 10)])
        // a moves away, b goes, c comes, d is where w is.
        let changes: [FenceEdit] = [
            .put(try box("a", 8, 8, 9, 9)), .remove(id: "b"), .put(try box("c", 0, 0, 1, 1)), .put(try box("d", 4, 4, 6, 6)),
        ]
        let transitions = edited(engine, changes, at: 20)
        #expect(described(transitions, engine) == ["v exited a @edit", "v entered c @edit", "w entered d @edit"])
        #expect(transitions.allSatisfy { $0.time == .event(Instant(microsecondsSince1970: 20)) && $0.cause == .fenceChanged })
        let later = events(engine, [("v", 8.5, 8.5, 30), ("w", 4.5, 4.5, 30)])
        #expect(described(later, engine) == ["v exited c @0", "v entered a @0"])
        #expect(edited(engine, [.put(try box("c", 0, 0, 1, 1))], at: 20).isEmpty)
    }

    @Test("engines that share the tracks between them do what one would do", arguments: [2, 3, 16])
    func shards(count: Int) throws {
        var random = SeededRandomNumberGenerator(seed: 11)
        var fences: [FenceDefinition] = []
        for number in 0..<30 {
            let (x, y) = (random.number(0, 9), random.number(0, 9))
            fences.append(try box("f\(number)", x, y, x + random.number(0.1, 3), y + random.number(0.1, 3)))
        }
        let index = FenceIndex(fences)
        let options = FenceEngineOptions(triggerID: "t")
        let one = FenceEngine(index: index, options: options)
        let several = (0..<count).map { _ in FenceEngine(index: index, options: options) }
        for round in 0..<40 {
            let fixes: [Fix] = (0..<50).map { _ in
                ("t\(random.index(below: 20))", random.number(0, 12), random.number(0, 12), Int64(round))
            }
            let expected = events(one, fixes).map { one.id(of: $0) }
            var parts: [(order: UInt64, id: FenceEventID)] = []
            for (shard, engine) in several.enumerated() {
                // Every other fix is passed over by a position that is none.
                let mine = fixes.map { fix in
                    FenceEngine.hash(fix.track) % UInt64(count) == UInt64(shard) ? fix : (fix.track, .nan, fix.y, fix.time)
                }
                parts += events(engine, mine).map { ($0.observation ?? 0, engine.id(of: $0)) }
            }
            // Stable: what one shard says of one fix keeps its order, and no two shards say anything of one fix.
            let sorted = parts.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            #expect(sorted.map(\.element.id) == expected)
        }
    }

    @Test("fifty thousand random steps give the transitions of brute force")
    func bruteForce() throws {
        var random = SeededRandomNumberGenerator(seed: 2_026)
        var steps = 0
        for _ in 0..<25 {
            let lattice: Int64 = [1, 40, 9_000, 1_000_000][random.index(below: 4)]
            var definitions: [FenceDefinition] = []
            var naive: [String: BruteForceFence] = [:]
            while definitions.count < 12 {
                let (x, y) = (Int64(random.index(below: 30)) * lattice, Int64(random.index(below: 30)) * lattice)
                let outer = (0..<3 + random.index(below: 5)).compactMap { _ in
                    GridPosition(
                        longitudeSteps: x + Int64(random.index(below: 16)) * lattice,
                        latitudeSteps: y + Int64(random.index(below: 16)) * lattice)
                }
                guard let shape = try? FenceShape(polygons: [[outer]]) else { continue }
                let id = "f\(definitions.count)"
                definitions.append(FenceDefinition(id: id, shape: shape))
                naive[id] = BruteForceFence([[outer]])
            }
            let engine = engine(definitions)
            var inside: [String: Set<String>] = [:]
            var places: [String: (x: Int64, y: Int64)] = [:]
            for _ in 0..<2_000 {
                steps += 1
                let track = "t\(random.index(below: 4))"
                var place = places[track] ?? (20 * lattice, 20 * lattice)
                if random.unit() < 0.05 {
                    place = (Int64(random.index(below: 50)) * lattice, Int64(random.index(below: 50)) * lattice)
                } else {
                    place.x += Int64(random.index(below: 5) - 2) * max(1, lattice / (random.unit() < 0.5 ? 1 : 7))
                    place.y += Int64(random.index(below: 5) - 2) * max(1, lattice / (random.unit() < 0.5 ? 1 : 7))
                }
                places[track] = place
                var fix = FenceFixes()
                let position = try #require(GridPosition(longitudeSteps: place.x, latitudeSteps: place.y))
                fix.append(
                    track: engine.track(named: track), longitude: position.longitude, latitude: position.latitude,
                    time: FenceFixes.noTime, ordinal: UInt64(steps))
                var found: [FenceEvent] = []
                engine.apply(fix, into: &found)
                let now = Set(naive.filter { $0.value.holds(Int128(place.x), Int128(place.y)) }.keys)
                let before = inside[track] ?? []
                inside[track] = now
                let expected =
                    before.subtracting(now).sorted().map { "exited \($0)" } + now.subtracting(before).sorted().map { "entered \($0)" }
                #expect(found.map { "\($0.kind) \(engine.index.id(of: $0.fence))" } == expected)
            }
        }
        #expect(steps == 50_000)
    }
}

extension FenceEngine {
    /// FNV-1a: any hash will do.
    static func hash(_ name: String) -> UInt64 {
        name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The number of a track by its name.
    func track(named name: String) -> UInt32 {
        Array(name.utf8).withUnsafeBytes { track(named: $0, hash: Self.hash(name)) }
    }
}
