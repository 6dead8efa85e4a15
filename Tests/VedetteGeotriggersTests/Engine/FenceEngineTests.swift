// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteGeotriggers

@Suite("Fence engine")
struct FenceEngineTests {
    private func box(_ id: String, _ left: Double, _ bottom: Double, _ right: Double, _ top: Double) throws -> FenceDefinition {
        let corners = [(left, bottom), (right, bottom), (right, top), (left, top)].compactMap {
            GridPosition(longitude: $0.0, latitude: $0.1)
        }
        return FenceDefinition(id: id, shape: try FenceShape(polygons: [[corners]]))
    }

    private func batch(_ fixes: [(track: String, x: Double, y: Double, time: Int64?)], firstOrdinal: UInt64 = 0) -> ObservationBatch {
        var batch = ObservationBatch()
        for (index, fix) in fixes.enumerated() {
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: fix.track.utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitude: fix.x, latitude: fix.y), time: fix.time ?? ObservationBatch.noTime,
                ordinal: firstOrdinal + UInt64(index))
        }
        return batch
    }

    private func described(_ transitions: [FenceTransition], _ engine: FenceEngine) -> [String] {
        transitions.map { "\(engine.name(ofTrack: $0.track)) \($0.kind) \(engine.index.ids[Int($0.fence)]) @\($0.observation)" }
    }

    @Test("first fix inside is an entry, first fix outside is nothing, the border is inside")
    func states() throws {
        var engine = FenceEngine(index: FenceIndex([try box("a", 0, 0, 1, 1)]), triggerID: "t")
        let transitions = engine.apply(
            batch([
                ("in", 0.5, 0.5, nil), ("out", 2, 2, nil), ("edge", 1, 0.5, nil), ("out", 0.5, 0.5, nil), ("in", 1.0000001, 0.5, nil),
                ("in", 1, 1, nil),
            ]),
            at: nil)
        #expect(
            described(transitions, engine) == [
                "in entered a @0", "edge entered a @2", "out entered a @3", "in exited a @4", "in entered a @5",
            ])
    }

    @Test("events of one fix: exits first, then entries, each by fence id")
    func order() throws {
        var engine = FenceEngine(
            index: FenceIndex([
                try box("z", 0, 0, 1, 1), try box("b", 0, 0, 1, 1), try box("10", 5, 5, 6, 6), try box("9", 5, 5, 6, 6),
                try box("both", 0, 0, 9, 9),
            ]),
            triggerID: "t")
        let transitions = engine.apply(batch([("a", 0.5, 0.5, nil), ("a", 5.5, 5.5, nil)]), at: nil)
        #expect(
            described(transitions, engine) == [
                "a entered b @0", "a entered both @0", "a entered z @0", "a exited b @1", "a exited z @1", "a entered 10 @1",
                "a entered 9 @1",
            ])
    }

    @Test("a late fix changes nothing and is counted; a tie counts by arrival")
    func late() throws {
        var engine = FenceEngine(index: FenceIndex([try box("a", 0, 0, 1, 1)]), triggerID: "t")
        let transitions = engine.apply(
            batch([
                ("v", 0.5, 0.5, 100), ("v", 5, 5, 99), ("v", 5, 5, 100), ("v", 0.5, 0.5, 100), ("w", 0.5, 0.5, 1), ("v", 5, 5, nil),
                ("v", 0.5, 0.5, 50),
            ]),
            at: nil)
        #expect(
            described(transitions, engine) == ["v entered a @0", "v exited a @2", "v entered a @3", "w entered a @4", "v exited a @5"])
        #expect(engine.counts.late == 2)
        #expect(engine.counts.fixes == 5)
    }

    @Test("fixes without a position are counted and decide nothing")
    func noPosition() throws {
        var engine = FenceEngine(index: FenceIndex([try box("a", 0, 0, 1, 1)]), triggerID: "t")
        let transitions = engine.apply(batch([("v", 0.5, 0.5, nil), ("v", .nan, 0, nil), ("v", 0.6, 0.5, nil)]), at: nil)
        #expect(transitions.count == 1)
        #expect(engine.counts.withoutPosition == 1)
    }

    @Test("180° east and west are one place")
    func antimeridian() throws {
        let west = try box("west", -180, 0, -179, 1)
        let east = try box("east", 179, 0, 180, 1)
        var engine = FenceEngine(index: FenceIndex([west, east]), triggerID: "t")
        let transitions = engine.apply(batch([("a", 180, 0.5, nil), ("b", -180, 0.5, nil)]), at: nil)
        #expect(described(transitions, engine) == ["a entered east @0", "a entered west @0", "b entered east @1", "b entered west @1"])
    }

    @Test("ids stay apart where fixes without a time, or edits of the fences, come between fixes of one time")
    func interruptedTimes() throws {
        let (here, away) = (try box("a", 0, 0, 1, 1), try box("a", 8, 8, 9, 9))
        var engine = FenceEngine(index: FenceIndex([here]), triggerID: "t")
        var ids: [String] = []
        for round in 0..<20 as Range<UInt64> {
            let fixes: [(track: String, x: Double, y: Double, time: Int64?)] = [
                ("v", 0.5, 0.5, 7), ("v", 5, 5, nil), ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("v", 0.5, 0.5, nil),
            ]
            ids += engine.apply(batch(fixes, firstOrdinal: round * 5), at: nil).map(\.id.description)
            // The fence goes and comes back under the track, by a clock that is far ahead of the fixes.
            let now = Instant(microsecondsSince1970: 1_000_000 + Int64(round / 3))
            ids += engine.replaceFences(by: FenceIndex([away]), at: now).map(\.id.description)
            ids += engine.replaceFences(by: FenceIndex([here]), at: now).map(\.id.description)
        }
        #expect(ids.count > 100 && Set(ids).count == ids.count)
    }

    @Test("ids depend on what happened and on nothing else")
    func identity() throws {
        let fixes: [(track: String, x: Double, y: Double, time: Int64?)] = [
            ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("v", 0.5, 0.5, 7), ("v", 5, 5, 7), ("w", 0.5, 0.5, 7), ("v", 0.5, 0.5, 8),
            ("u", 0.5, 0.5, nil), ("u", 5, 5, nil),
            ("u", 0.5, 0.5, nil),
        ]
        func ids(_ fences: [FenceDefinition], trigger: String = "t", sizes: [Int]) -> [String] {
            var engine = FenceEngine(index: FenceIndex(fences), triggerID: trigger)
            var result: [String] = []
            var start = 0
            for size in sizes {
                let part = Array(fixes[start..<start + size])
                result += engine.apply(batch(part, firstOrdinal: UInt64(start)), at: nil).map(\.id.description)
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
        var engine = FenceEngine(index: FenceIndex([try box("a", 0, 0, 1, 1), try box("b", 0, 0, 2, 2)]), triggerID: "t")
        _ = engine.apply(batch([("v", 0.5, 0.5, 10), ("w", 5, 5, 10)]), at: nil)
        // a moves away, b goes, c comes, d is where w is.
        let now = Instant(microsecondsSince1970: 20)
        let transitions = engine.replaceFences(
            by: FenceIndex([try box("a", 8, 8, 9, 9), try box("c", 0, 0, 1, 1), try box("d", 4, 4, 6, 6)]), at: now)
        #expect(described(transitions, engine) == ["v exited a @-1", "v entered c @-1", "w entered d @-1"])
        #expect(transitions.allSatisfy { $0.time == .event(now) })
        let later = engine.apply(batch([("v", 8.5, 8.5, 30), ("w", 4.5, 4.5, 30)]), at: nil)
        #expect(described(later, engine) == ["v exited c @0", "v entered a @0"])
        #expect(engine.replaceFences(by: engine.index, at: now).isEmpty)
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
        var one = FenceEngine(index: index, triggerID: "t")
        var several = (0..<count).map { _ in FenceEngine(index: index, triggerID: "t") }
        for round in 0..<40 {
            let fixes = (0..<50).map { _ in
                (track: "t\(random.index(below: 20))", x: random.number(0, 12), y: random.number(0, 12), time: Int64?.some(Int64(round)))
            }
            let batch = batch(fixes, firstOrdinal: UInt64(round * 50))
            let expected = one.apply(batch, at: nil)
            var parts: [FenceTransition] = []
            for shard in several.indices {
                parts += several[shard].apply(batch, at: nil) { Int($0 % UInt64(count)) == shard }
            }
            parts.sort { $0.observation < $1.observation }
            #expect(parts.map(\.id) == expected.map(\.id))
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
            var engine = FenceEngine(index: FenceIndex(definitions), triggerID: "t")
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
                var fix = ObservationBatch()
                fix.beginRow()
                let name = fix.appendBytes { $0.append(contentsOf: track.utf8) }
                fix.endRow(
                    track: name, position: GridPosition(longitudeSteps: place.x, latitudeSteps: place.y), time: ObservationBatch.noTime,
                    ordinal: UInt64(steps))
                let now = Set(naive.filter { $0.value.holds(Int128(place.x), Int128(place.y)) }.keys)
                let before = inside[track] ?? []
                inside[track] = now
                let expected =
                    before.subtracting(now).sorted().map { "exited \($0)" } + now.subtracting(before).sorted().map { "entered \($0)" }
                #expect(engine.apply(fix, at: nil).map { "\($0.kind) \(engine.index.ids[Int($0.fence)])" } == expected)
            }
        }
        #expect(steps == 50_000)
    }
}
