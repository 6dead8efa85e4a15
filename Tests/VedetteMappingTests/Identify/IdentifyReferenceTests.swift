// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("Identify beside a drawing of everything", .timeLimit(.minutes(10)))
struct IdentifyReferenceTests {
    /// Worlds of 80 clicks each: 3,200 clicks, and 20,000 by night (`VEDETTE_IDENTIFY_WORLDS`).
    private static let worldCount = ProcessInfo.processInfo.environment["VEDETTE_IDENTIFY_WORLDS"].flatMap(UInt64.init) ?? 40

    @Test("clicks on newest and previous observations and track lines, on turned maps, over the antimeridian and near the poles")
    func clicks() async throws {
        var (hits, several, depths) = (0, 0, Set<Int>())
        for seed in 0..<Self.worldCount {
            let world = IdentifyWorld(seed: seed)
            var random = SeededRandomNumberGenerator(seed: seed &+ 77_000)
            for _ in 0..<4 {
                world.turn(&random)
                let oracle = try await IdentifyOracle(world.layer, world.view)
                for _ in 0..<20 {
                    let (click, tolerance) = Self.click(world, oracle, &random)
                    let limit = [1, 1, 3, 1_000][random.index(below: 4)]
                    let result = try await world.view.proxy.identify(
                        on: world.layer, screenPoint: click, tolerance: tolerance, maximumResults: limit == 1_000 ? nil : limit)
                    let found = result.geoElements.compactMap { ($0 as? DynamicEntityObservation)?.id }
                    let isRight = oracle.agrees(found, at: click, tolerance: tolerance, limit: limit)
                    #expect(
                        isRight,
                        """
                        seed \(seed): \(found) at \(click) within \(tolerance), scale \(world.view.scale ?? 0), turned \(world.view.rotation); \
                        expected \(oracle.answer(click, tolerance: tolerance).prefix(limit))
                        """)
                    if !isRight { return }
                    if !found.isEmpty { hits += 1 }
                    if found.count > 1 { several += 1 }
                    depths.formUnion(oracle.things.map(\.depth))
                }
            }
        }
        // What finds nothing agrees easily.
        let clicks = 80 * Int(Self.worldCount)
        #expect(hits * 5 > clicks * 2 && several * 25 > clicks * 2 && depths == [0, 1, 2], "\(hits) hits, \(several) with several")
    }

    /// Most clicks are near something.
    private static func click(
        _ world: IdentifyWorld, _ oracle: IdentifyOracle, _ random: inout SeededRandomNumberGenerator
    ) -> (CGPoint, tolerance: Double) {
        let tolerance = [0, 2, 12, 12, 40][random.index(below: 5)]
        let size = world.view.size
        let anywhere = CGPoint(x: random.number(0, size.width), y: random.number(0, size.height))
        guard random.index(below: 8) != 0, !oracle.things.isEmpty else { return (anywhere, Double(tolerance)) }
        for _ in 0..<30 {
            let thing = oracle.things[random.index(below: oracle.things.count)]
            var place = thing.places[random.index(below: thing.places.count)]
            if thing.depth == 2, let first = thing.places.first {
                let share = random.unit()
                place = (place.x + share * (first.x - place.x), place.y + share * (first.y - place.y))
            }
            let point = oracle.screen.point(place, copy: random.index(below: 3) - 1)
            let near = CGPoint(x: point.x + random.number(-15, 15), y: point.y + random.number(-15, 15))
            if near.x >= 0, near.y >= 0, near.x <= size.width, near.y <= size.height { return (near, Double(tolerance)) }
        }
        return (anywhere, Double(tolerance))
    }
}
