// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteFences

@Suite("Fence path crossings")
struct FencePathCrossingTests {
    private func place(_ longitude: Int64, _ latitude: Int64) throws -> GridPosition {
        try #require(GridPosition(longitudeSteps: longitude, latitudeSteps: latitude))
    }

    private func box(_ left: Int64, _ bottom: Int64, _ right: Int64, _ top: Int64) throws -> FenceShape {
        try FenceShape(polygons: [[[place(left, bottom), place(right, bottom), place(right, top), place(left, top)]]])
    }

    private func crossings(_ shapes: [String: FenceShape], _ start: GridPosition, _ end: GridPosition) -> [FencePathCrossing] {
        var result: [FencePathCrossing] = []
        FenceIndex(shapes.map { FenceDefinition(id: $0.key, shape: $0.value) }).crossings(from: start, to: end, into: &result)
        return result
    }

    @Test("a fence of ten metres between two fixes thirty metres apart is entered and left")
    func narrow() throws {
        // A metre is 90 steps of latitude.
        let found = crossings(["gate": try box(-500, 900, 500, 1_800)], try place(0, 0), try place(0, 2_700))
        #expect(found.map(\.kind) == [.entered, .exited])
        #expect(found.map(\.position) == [try place(0, 900), try place(0, 1_800)])
        #expect(found.map { $0.time(from: 0, to: 30_000_000) } == [10_000_000, 20_000_000])
    }

    @Test("places are to the nearest step, halves to the even one")
    func places() throws {
        for (end, expected) in [(3, 2), (5, 2), (1, 0), (7, 4)] as [(Int64, Int64)] {
            // The border is at half of the way.
            let found = crossings(["a": try box(5, -100, 100, 100)], try place(0, 0), try place(10, end))
            #expect(found.first?.position == (try place(5, expected)))
            let mirrored = crossings(["a": try box(5, -100, 100, 100)], try place(0, 0), try place(10, -end))
            #expect(mirrored.first?.position == (try place(5, -expected)))
        }
    }

    @Test("times are to the nearest microsecond, halves to the even one, whatever the times")
    func times() throws {
        func crossing(_ numerator: Int128, _ denominator: Int128) throws -> FencePathCrossing {
            FencePathCrossing(fence: 0, kind: .entered, numerator: numerator, denominator: denominator, position: try place(0, 0))
        }
        #expect(try crossing(1, 2).time(from: 0, to: 1) == 0)
        #expect(try crossing(1, 2).time(from: 0, to: 3) == 2)
        #expect(try crossing(1, 2).time(from: 1, to: 2) == 2)
        #expect(try crossing(1, 2).time(from: -3, to: -2) == -2)
        #expect(try crossing(1, 3).time(from: 10, to: 12) == 11)
        #expect(try crossing(2, 3).time(from: 0, to: 600_000_001) == 400_000_001)
        // Doubles could not tell these.
        let big = Int128(6_480_000_000_000_000_000)
        #expect(try crossing(big - 1, big).time(from: 0, to: 1 << 62) == (1 << 62) - 1)
        #expect(try crossing(big, big).time(from: .min, to: .max) == .max)
        #expect(try crossing(0, big).time(from: .min, to: .max) == .min)
        #expect(try crossing(1, 2).time(from: .min, to: .max) == 0)
    }

    @Test("at one place exits come first, then the bytes of the ids decide")
    func order() throws {
        let (left, right) = (try box(0, 0, 10, 10), try box(10, 0, 20, 10))
        let found = crossings(
            ["b": left, "é": left, "c": right, "a": right, "\u{FF5E}": right, "😀": right], try place(5, 5), try place(15, 5))
        #expect(found.map(\.kind) == [.exited, .exited, .entered, .entered, .entered, .entered])
        #expect(found.map(\.fence) == [1, 3, 0, 2, 4, 5])
        #expect(Set(found.map(\.position)) == [try place(10, 5)])
    }

    @Test("a way along an edge is inside, a touched corner is nothing, and a hole is left and come back into")
    func borders() throws {
        let square = try box(0, 0, 10, 10)
        #expect(crossings(["a": square], try place(-5, 10), try place(15, 10)).map(\.kind) == [.entered, .exited])
        #expect(crossings(["a": square], try place(-5, 5), try place(5, 15)).isEmpty)
        let ring = try FenceShape(polygons: [
            [
                [place(0, 0), place(30, 0), place(30, 30), place(0, 30)], [place(10, 10), place(20, 10), place(20, 20), place(10, 20)],
            ]
        ])
        #expect(crossings(["a": ring], try place(5, 15), try place(25, 15)).map(\.kind) == [.exited, .entered])
        // Along the border of the hole, and through its corner.
        #expect(crossings(["a": ring], try place(5, 10), try place(25, 10)).isEmpty)
        #expect(crossings(["a": ring], try place(5, 15), try place(15, 25)).isEmpty)
        // Ends on a corner.
        let arrival = crossings(["a": square], try place(-5, 15), try place(0, 10))
        #expect(arrival.map(\.kind) == [.entered])
        #expect(arrival.first?.numerator == arrival.first?.denominator)
        let departure = crossings(["a": square], try place(0, 10), try place(-5, 15))
        #expect(departure.map(\.kind) == [.exited])
        #expect(departure.first?.numerator == 0)
        #expect(crossings(["a": square], try place(0, 10), try place(0, 10)).isEmpty)
    }

    @Test("the shorter way round, and half the world as it is written")
    func antimeridian() throws {
        let gate = try FenceShape(polygons: [
            [[place(1_799_999_990, 0), place(-1_799_999_990, 0), place(-1_799_999_990, 10), place(1_799_999_990, 10)]]
        ])
        let found = crossings(["a": gate], try place(1_799_999_900, 5), try place(-1_799_999_900, 5))
        #expect(found.map(\.position) == [try place(1_799_999_990, 5), try place(-1_799_999_990, 5)])
        let island = try box(-10, -10, 10, 10)
        #expect(crossings(["a": island], try place(-900_000_000, 0), try place(900_000_000, 0)).count == 2)
        #expect(crossings(["a": island], try place(-900_000_001, 0), try place(900_000_000, 0)).isEmpty)
        #expect(crossings(["a": gate], try place(900_000_001, 5), try place(-900_000_000, 5)).count == 2)
    }

    @Test("ways and edges of half the world")
    func wide() throws {
        let band = try FenceShape(polygons: [
            [[place(-899_999_999, -1), place(899_999_999, 1), place(899_999_999, 3), place(-899_999_999, 2)]]
        ])
        let found = crossings(["a": band], try place(-899_999_998, 900_000_000), try place(899_999_999, -900_000_000))
        #expect(found.map(\.kind) == [.entered, .exited])
        #expect(found.allSatisfy { abs($0.position.longitude) < 10 && abs($0.position.latitude) < 4 })
    }

    @Test("a fence of many cells that reaches the pole is entered in the last row of cells, too")
    func pole() throws {
        let cap = try box(-100_000_000, 800_000_000, 300_000_000, 900_000_000)
        let found = crossings(["a": cap], try place(-200_000_000, 899_500_000), try place(0, 899_500_000))
        #expect(found.map(\.position) == [try place(-100_000_000, 899_500_000)])
        let index = FenceIndex([FenceDefinition(id: "a", shape: cap)])
        var inside: [UInt32] = []
        _ = index.query(longitude: 0, latitude: 900_000_000, into: &inside)
        #expect(inside == [0])
    }
}
