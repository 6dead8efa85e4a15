// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence tracks")
struct FenceTracksTests {
    /// What comes out, by a lookup for each fix and sets.
    private struct Naive {
        var inside: [UInt32: Set<UInt32>] = [:]
        var times: [UInt32: Int64] = [:]
        var late = 0

        mutating func judge(_ fixes: FenceFixes, _ row: Int, _ index: FenceIndex) -> [FenceChange] {
            let (track, time) = (fixes.tracks[row], fixes.times[row])
            if time != FenceFixes.noTime {
                if let last = times[track], time < last {
                    late += 1
                    return []
                }
                times[track] = time
            }
            var found: [UInt32] = []
            _ = index.query(longitude: fixes.longitudes[row], latitude: fixes.latitudes[row], into: &found)
            let before = inside[track] ?? []
            inside[track] = Set(found)
            func changes(_ fences: Set<UInt32>, _ isEntry: Bool) -> [FenceChange] {
                index.sortedByID(fences.sorted()).map {
                    FenceChange(row: UInt32(row), track: track, fence: $0, isEntry: isEntry)
                }
            }
            return changes(before.subtracting(found), false) + changes(Set(found).subtracting(before), true)
        }
    }

    private func walk(_ world: inout FenceWorld, tracks: Int, steps: Int) -> FenceFixes {
        var fixes = FenceFixes()
        var places = (0..<tracks).map { _ in world.place() }
        var clock = Int64(1_000)
        for step in 0..<steps {
            let track = world.random.index(below: tracks)
            let kind = world.random.unit()
            if kind < 0.05 {
                places[track] = world.place()
            } else {
                let reach = kind < 0.3 ? Double(world.lattice) * 4 : Double(world.lattice) * 0.1
                let x = Int64(places[track].longitude) + Int64(world.random.number(-reach, reach))
                let y = Int64(places[track].latitude) + Int64(world.random.number(-reach, reach))
                if abs(x) <= 1_800_000_000, abs(y) <= 900_000_000 { places[track] = (Int32(x), Int32(y)) }
            }
            clock += Int64(world.random.index(below: 3))
            var time = clock
            if world.random.unit() < 0.1 {
                time = FenceFixes.noTime
            } else if world.random.unit() < 0.1 {
                time -= Int64(world.random.index(below: 100))
            }
            let place = places[track]
            fixes.append(
                track: UInt32(track), longitude: place.longitude, latitude: place.latitude, time: time, ordinal: UInt64(step))
        }
        return fixes
    }

    @Test(
        "batches of any size give what a lookup for each fix gives",
        arguments: [(1, 3, 0), (2, 20_000, 0), (3, 700_000, 0), (4, 5_000_000, 0), (5, 90_000, 1_799_500_000), (6, 2_000, -1_800_000_000)]
            as [(UInt64, Int64, Int64)])
    func batches(seed: UInt64, lattice: Int64, x: Int64) {
        var world = FenceWorld(seed: seed, lattice: lattice, middle: (x, -200_000_000))
        let index = FenceIndex((0..<40).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        let fixes = walk(&world, tracks: 40, steps: 3_000)
        var naive = Naive()
        var expected: [FenceChange] = []
        for row in 0..<fixes.count { expected += naive.judge(fixes, row, index) }
        #expect(expected.count > 200 && naive.late > 30)
        for size in [1, 31, 32, 33, 3_000] {
            let tracks = FenceTracks()
            tracks.grow(to: 40)
            var changes: [FenceChange] = []
            var late = 0
            var row = 0
            while row < fixes.count {
                let end = min(row + size, fixes.count)
                late += tracks.judge(fixes, row..<end, in: index, into: &changes)
                row = end
            }
            #expect(changes == expected)
            #expect(late == naive.late)
            for track in 0..<40 as Range<UInt32> {
                #expect(tracks.inside(track) == (naive.inside[track] ?? []).sorted())
                #expect(tracks.lastTime(track) == naive.times[track] ?? FenceFixes.noTime)
            }
        }
    }

    @Test(
        "edits between batches: tracks near them are found, the others need nothing",
        arguments: [(1, 3_000), (2, 400_000)] as [(UInt64, Int64)])
    func edits(seed: UInt64, lattice: Int64) throws {
        var world = FenceWorld(seed: seed, lattice: lattice)
        let index = FenceIndex((0..<20).map { FenceDefinition(id: "f\($0)", shape: world.shape()) })
        let tracks = FenceTracks()
        tracks.grow(to: 50)
        var naive = Naive()
        var edited = 0
        for round in 0..<24 {
            let fixes = walk(&world, tracks: 50, steps: 60)
            var (changes, expected): ([FenceChange], [FenceChange]) = ([], [])
            _ = tracks.judge(fixes, 0..<fixes.count, in: index, into: &changes)
            for row in 0..<fixes.count { expected += naive.judge(fixes, row, index) }
            #expect(changes == expected)

            let number = UInt32(world.random.index(below: index.ids.count))
            let shape = world.shape()
            let old = index.boxes(of: number)
            if round % 3 == 0 {
                try index.add(FenceDefinition(id: "n\(round)", shape: shape))
            } else if round % 3 == 1, index.contains(number) {
                try index.replace(number, with: shape)
            } else {
                index.remove(number)
                tracks.visitTracks(near: old) { tracks.forget(number, track: $0) }
                for track in naive.inside.keys { naive.inside[track]?.remove(number) }
            }
            var visited: [UInt32] = []
            tracks.visitTracks(near: round % 3 == 2 ? old : old + shape.boxes) { visited.append($0) }
            #expect(visited == visited.sorted())
            for track in visited {
                guard let place = tracks.lastPosition(track) else { continue }
                let outcome = tracks.settle(track, longitude: place.longitude, latitude: place.latitude, in: index)
                edited += outcome.entered.count + outcome.exited.count
            }
            // Every track is where a lookup says, whether it was visited or not.
            for track in 0..<50 as Range<UInt32> {
                guard let place = tracks.lastPosition(track) else { continue }
                var found: [UInt32] = []
                _ = index.query(longitude: place.longitude, latitude: place.latitude, into: &found)
                #expect(tracks.inside(track) == found)
                naive.inside[track] = Set(found)
            }
        }
        #expect(edited > 5)
    }

    @Test("many fences over one track, then few")
    func lists() throws {
        let tracks = FenceTracks()
        var fences: [FenceDefinition] = []
        for count in 1...40 {
            let corners = [(0, 0), (count, 0), (count, 10), (0, 10)].compactMap {
                GridPosition(longitudeSteps: Int64($0.0), latitudeSteps: Int64($0.1))
            }
            fences.append(FenceDefinition(id: String(100 + count), shape: try FenceShape(polygons: [[corners]])))
        }
        let index = FenceIndex(fences)
        tracks.grow(to: 3)
        for x in [0, 33, 34, 5, 40, 20, 41, 1, 39] as [Int32] {
            let outcome = tracks.settle(1, longitude: x, latitude: 5, in: index)
            tracks.note(1, longitude: x, latitude: 5, time: 0)
            #expect(tracks.inside(1) == Array(UInt32(max(x - 1, 0))..<40))
            #expect(Set(outcome.entered).isDisjoint(with: outcome.exited))
            // Lists survive moving.
            tracks.grow(to: tracks.count * 2)
            #expect(tracks.inside(1) == Array(UInt32(max(x - 1, 0))..<40))
        }
        #expect(tracks.isInside(1, 39) && !tracks.isInside(1, 3) && tracks.inside(0).isEmpty && tracks.lastPosition(0) == nil)
        tracks.forget(39, track: 1)
        #expect(tracks.inside(1) == [38])
        tracks.setInside(1, Array(0..<30))
        #expect(tracks.inside(1) == Array(0..<30) && !tracks.isSafe(1, longitude: 39, latitude: 5))
    }
}
