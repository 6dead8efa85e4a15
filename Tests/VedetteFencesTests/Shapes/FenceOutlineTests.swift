// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteFences

@Suite("Fence outlines")
struct FenceOutlineTests {
    private typealias Vertex = SIMD2<Int64>

    /// How often a line goes round a place, by the crossings of a ray to the right; nil near the line, where rounding may move it.
    private func winding(_ line: [Vertex], _ place: Vertex, margin: Int64) -> Int? {
        var sum = 0
        for (a, b) in zip(line, line.dropFirst() + line.prefix(1)) {
            let (u, v) = (b &- a, place &- a)
            let length = Double(u.x * u.x + u.y * u.y).squareRoot()
            let cross = u.x * v.y - u.y * v.x
            if abs(Double(cross)) <= Double(margin) * max(length, 1), min(a.x, b.x) - margin <= place.x, place.x <= max(a.x, b.x) + margin,
                min(a.y, b.y) - margin <= place.y, place.y <= max(a.y, b.y) + margin
            {
                return nil
            }
            if (a.y > place.y) != (b.y > place.y), (cross > 0) == (b.y > a.y) { sum += b.y > a.y ? 1 : -1 }
        }
        return sum
    }

    @Test("random tangles of lines have the outline that their winding numbers say", arguments: 0..<8)
    func random(seed: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        var (judged, inside) = (0, 0)
        for round in 0..<60 {
            // From a lattice so coarse that edges overlap and vertices meet, to one so fine that all crossings are rounded.
            let size: Int64 = [6, 40, 1_000, 50_000][round % 4]
            var lines: [[Vertex]] = []
            for _ in 0...random.index(below: 3) {
                lines.append(
                    (0..<3 + random.index(below: 14)).map { _ in
                        Vertex(Int64(random.index(below: Int(size))), Int64(random.index(below: Int(size))))
                    })
            }
            var outline = FenceOutline()
            for line in lines { outline.add(line) }
            let isPositive = round % 3 != 0
            func isInside(_ number: Int) -> Bool { isPositive ? number > 0 : number & 1 != 0 }
            let polygons = try #require(outline.polygons(isInside: isInside))
            for ring in polygons.joined() {
                // No ring crosses itself, and each has an area.
                let positions = FenceOutline.positions(ring)
                #expect(throws: Never.self) { try FenceRing(positions).check() }
            }
            for _ in 0..<60 {
                let place = Vertex(Int64(random.index(below: Int(size) + 2) - 1), Int64(random.index(below: Int(size) + 2) - 1))
                let numbers = lines.map { winding($0, place, margin: size > 100 ? 4 : 1) }
                guard !numbers.contains(nil) else { continue }
                let expected = isInside(numbers.reduce(0) { $0 + ($1 ?? 0) })
                let found = polygons.contains { rings in
                    (winding(rings[0], place, margin: 0) ?? 1) != 0
                        && rings.dropFirst().allSatisfy { (winding($0, place, margin: 0) ?? 0) == 0 }
                }
                #expect(found == expected)
                judged += 1
                if expected { inside += 1 }
            }
        }
        #expect(judged > 500 && inside > 100)
    }

    @Test("a proof that a ring is simple is never wrong, and nearly always found for rings that are")
    func proofs() throws {
        var random = SeededRandomNumberGenerator(seed: 7)
        var (proved, simple) = (0, 0)
        for round in 0..<20_000 {
            let size = round % 2 == 0 ? 5 : 40
            let positions = (0..<3 + random.index(below: 7)).compactMap { _ in
                GridPosition(longitudeSteps: Int64(random.index(below: size)), latitudeSteps: Int64(random.index(below: size)))
            }
            guard let ring = try? FenceRing(positions) else { continue }
            let isCrossing = try RingCrossing.find(in: ring) != nil
            if !isCrossing { simple += 1 }
            if RingProof.isSimple(ring) {
                proved += 1
                #expect(!isCrossing)
                // With an area: what is proved is not looked at again.
                let x = ring.x, y = ring.y
                let area = x.indices.reduce(0) { $0 + x[$1] * y[($1 + 1) % x.count] - x[($1 + 1) % x.count] * y[$1] }
                #expect(area != 0)
            }
        }
        // Those that touch themselves are simple too, and not proved.
        #expect(proved > simple / 2)
    }

    @Test("rings across half the world and more are left to the slow search")
    func wide() throws {
        let wide = try FenceRing(
            [(-170, 0), (-60, 1), (60, 0), (170, 1), (170, 50), (0, 60), (-170, 50)].compactMap {
                GridPosition(longitude: $0.0, latitude: $0.1)
            })
        #expect(!RingProof.isSimple(wide))
        #expect(throws: Never.self) { try wide.check() }
    }
}
