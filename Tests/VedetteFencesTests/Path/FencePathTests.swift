// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence paths")
struct FencePathTests {
    /// Ways in each world: more, by night, with `VEDETTE_PATH_WAYS`.
    private static let wayCount = ProcessInfo.processInfo.environment["VEDETTE_PATH_WAYS"].flatMap(Int.init) ?? 80

    private func summary(_ crossings: [FencePathCrossing], _ index: FenceIndex) -> [BruteForcePath.Crossing] {
        crossings.map {
            BruteForcePath.Crossing(at: Fraction($0.numerator, $0.denominator), kind: $0.kind, fence: index.id(of: $0.fence))
        }
    }

    /// The fences that a position is in, by id.
    private func inside(_ index: FenceIndex, _ position: GridPosition) -> Set<String> {
        var found: [UInt32] = []
        _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
        return Set(found.map { index.id(of: $0) })
    }

    @Test("are what brute force with fractions finds, and lead from the fences at the start to those at the end", arguments: PathWorld.all)
    func bruteForce(world: PathWorld) throws {
        let fences = world.fences()
        let index = try PathWorld.index(of: fences)
        let naive = BruteForcePath(fences)
        var random = SeededRandomNumberGenerator(seed: world.seed &+ 1_000)
        var scratch = FencePathScratch()
        var crossings: [FencePathCrossing] = []
        var count = 0
        for step in 0..<Self.wayCount {
            var (start, end) = (world.randomPosition(&random), world.randomPosition(&random))
            if step % 8 == 7, world.step > 1 {
                // Off the lattice, for large numbers.
                start = try #require(
                    GridPosition(longitudeSteps: Int64(start.longitude) / 7 * 6, latitudeSteps: Int64(start.latitude) / 7 * 6 + 1))
            }
            index.crossings(from: start, to: end, using: &scratch, into: &crossings)
            let found = summary(crossings, index)
            let expected = naive.crossings(from: start, to: end)
            try #require(inside(index, start) == Set(naive.fences(at: start)), "\(start)")
            try #require(inside(index, end) == Set(naive.fences(at: end)), "\(end)")
            try #require(found == expected, "\(start) to \(end)")
            count += found.count

            var state = inside(index, start)
            for crossing in found {
                if crossing.kind == .entered {
                    #expect(state.insert(crossing.fence).inserted)
                } else {
                    #expect(state.remove(crossing.fence) != nil)
                }
            }
            #expect(state == inside(index, end))

            // The other way round, everything is mirrored.
            index.crossings(from: end, to: start, using: &scratch, into: &crossings)
            let mirrored = summary(crossings, index).map {
                BruteForcePath.Crossing(
                    at: Fraction($0.at.denominator - $0.at.numerator, $0.at.denominator), kind: $0.kind == .entered ? .exited : .entered,
                    fence: $0.fence)
            }
            #expect(mirrored.sorted(by: Self.precedes) == found)
        }
        #expect(count > Self.wayCount / 4)
    }

    private static func precedes(_ one: BruteForcePath.Crossing, _ other: BruteForcePath.Crossing) -> Bool {
        if one.at != other.at { return one.at < other.at }
        if one.kind != other.kind { return one.kind == .exited }
        return one.fence.utf8.lexicographicallyPrecedes(other.fence.utf8)
    }
}
