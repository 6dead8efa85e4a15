// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence paths, taken in pieces")
struct FencePathSequenceTests {
    private func inside(_ index: FenceIndex, _ position: GridPosition) -> [UInt32] {
        var found: [UInt32] = []
        _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
        return found
    }

    /// On 5 by 5 points any two different contacts with one fence are at least 1/(32 · 31) apart, and none but those at the ends is at a multiple of
    /// 1/1009: every stretch inside or outside has a step, and no contact of zero length has one.
    @Test("are what judging a thousand fixes on the way gives", arguments: [31, 32, 33] as [UInt64])
    func densified(seed: UInt64) throws {
        let pieces: Int64 = 1_009
        let world = PathWorld(name: "densified", x: 100_000_000, y: 200_000_000, step: pieces * 10, size: 5, fenceCount: 12, seed: seed)
        let index = try PathWorld.index(of: world.fences())
        var random = SeededRandomNumberGenerator(seed: seed)
        var crossings: [FencePathCrossing] = []
        var count = 0
        for _ in 0..<12 {
            let (start, end) = (world.randomPosition(&random), world.randomPosition(&random))
            let (dx, dy) = (Int64(end.longitude - start.longitude) / pieces, Int64(end.latitude - start.latitude) / pieces)
            var expected: [(at: Int64, kind: FenceEvent.Kind, fence: UInt32)] = []
            var before = inside(index, start)
            for piece in 1...pieces {
                let position = try #require(
                    GridPosition(longitudeSteps: Int64(start.longitude) + dx * piece, latitudeSteps: Int64(start.latitude) + dy * piece))
                let now = inside(index, position)
                guard now != before else { continue }
                for fence in before where !now.contains(fence) { expected.append((piece, .exited, fence)) }
                for fence in now where !before.contains(fence) { expected.append((piece, .entered, fence)) }
                before = now
            }
            index.crossings(from: start, to: end, into: &crossings)
            // The first step that is in, and the first that is out.
            let found = crossings.map { crossing in
                let (whole, rest) = (crossing.numerator * Int128(pieces)).quotientAndRemainder(dividingBy: crossing.denominator)
                let step = crossing.kind == .exited ? whole + 1 : rest == 0 ? whole : whole + 1
                return (at: Int64(step), kind: crossing.kind, fence: crossing.fence)
            }
            let ordered = found.sorted { one, other in
                if one.at != other.at { return one.at < other.at }
                if one.kind != other.kind { return one.kind == .exited }
                return one.fence < other.fence
            }
            #expect(ordered.map { "\($0)" } == expected.map { "\($0)" }, "\(start) to \(end)")
            count += found.count
        }
        #expect(count > 10)
    }

    @Test("are the same where the way is split at a place on it", arguments: PathWorld.all.filter { $0.fenceCount > 10 })
    func split(world: PathWorld) throws {
        let index = try PathWorld.index(of: world.fences())
        var random = SeededRandomNumberGenerator(seed: world.seed &+ 2_000)
        var (whole, first, second): ([FencePathCrossing], [FencePathCrossing], [FencePathCrossing]) = ([], [], [])
        var count = 0
        for _ in 0..<100 {
            let half = world.size / 2
            let (i, j, k, l) = (random.index(below: half), random.index(below: half), random.index(below: half), random.index(below: half))
            // One middle that is a place of the lattice.
            let (di, dj) = (k - i, l - j)
            guard let start = world.position(i, j), let middle = world.position(k, l), let end = world.position(k + di, l + dj) else {
                continue
            }
            index.crossings(from: start, to: end, into: &whole)
            index.crossings(from: start, to: middle, into: &first)
            index.crossings(from: middle, to: end, into: &second)
            // What the middle is in only for a moment is entered and left there: for fixes that counts, for the whole way not.
            let momentary = Set(first.filter { $0.numerator == $0.denominator && $0.kind == .entered }.map(\.fence))
                .intersection(second.filter { $0.numerator == 0 }.map(\.fence))
            let joined =
                first.filter { $0.numerator < $0.denominator || !momentary.contains($0.fence) }
                .map { (Fraction($0.numerator, 2 * $0.denominator), $0.kind, $0.fence) }
                + second.filter { $0.numerator > 0 || !momentary.contains($0.fence) }
                .map { (Fraction($0.numerator + $0.denominator, 2 * $0.denominator), $0.kind, $0.fence) }
            func text(_ list: [(Fraction, FenceEvent.Kind, UInt32)]) -> [String] {
                list.sorted { one, other in
                    if one.0 != other.0 { return one.0 < other.0 }
                    return one.1 != other.1 ? one.1 == .exited : one.2 < other.2
                }.map { "\($0.1) \($0.2)" }
            }
            #expect(text(joined) == text(whole.map { (Fraction($0.numerator, $0.denominator), $0.kind, $0.fence) }))
            count += whole.count
        }
        #expect(count > 10)
    }
}
