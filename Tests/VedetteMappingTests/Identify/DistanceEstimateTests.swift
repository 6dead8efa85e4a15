// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("The least that something can be away")
struct DistanceEstimateTests {
    @Test("it is never more than the distance on the screen, and not much less", arguments: [SpatialReference.webMercator, .wgs84])
    func bounds(reference: SpatialReference) throws {
        var random = SeededRandomNumberGenerator(seed: 3)
        for (longitude, latitude) in [(0.0, 0.0), (179.999, 50), (-179.9, -70), (20, 84.9), (-100, 40), (5, -85)] {
            for scale in [1e4, 1e6, 1e8, 7e8] {
                let view = LocationDisplayView(
                    width: 800, height: 600, center: Point(x: longitude, y: latitude, spatialReference: .wgs84), scale: scale,
                    rotation: random.number(0, 360), spatialReference: reference)
                let projection = try #require(MapProjection(view))
                let probe = try #require(ScreenProbe(projection, at: CGPoint(x: 500, y: 200), tolerance: 12))
                let estimate = DistanceEstimate(probe, within: 30, count: 1_000)
                let middle = try #require(projection.plane.geographic(probe.place))
                let spread = 60 * projection.resolution / (reference == .wgs84 ? 1 : 111_319)
                for _ in 0..<300 {
                    let x = (middle.longitude + random.number(-spread, spread)).remainder(dividingBy: 360)
                    let y = min(max(middle.latitude + random.number(-spread, spread) / 2, -90), 90)
                    let position = try #require(GridPosition(longitude: x, latitude: y))
                    let place = try #require(
                        projection.plane.position(
                            of: EarthPosition(longitude: position.longitudeDegrees, latitude: position.latitudeDegrees)))
                    let (least, exact) = (estimate.least(to: position), probe.vector(to: place).length)
                    #expect(least <= exact + 1e-9, "\(position) from \(probe.place) at 1:\(scale)")
                    if exact < 25 { #expect(exact - least < 0.5, "\(least) for \(exact) at \(position), 1:\(scale)") }
                }
            }
        }
    }

    @Test("a rectangle is as near as its nearest place, over the antimeridian too")
    func rectangles() throws {
        let source = IdentifyWorld.source()
        IdentifyWorld.ingest(
            [(179.999, 10.0), (-179.999, 10.001), (179.998, 10.002)].map { .init(id: "a", longitude: $0.0, latitude: $0.1) }, into: source,
            at: IdentifyWorld.start)
        IdentifyWorld.ingest(
            [(179.99, 10.0), (179.992, 10.004)].map { .init(id: "b", longitude: $0.0, latitude: $0.1) }, into: source,
            at: IdentifyWorld.start)
        let view = LocationDisplayView(width: 800, height: 600, longitude: 179.995, latitude: 10, scale: 10_000)
        let projection = try #require(MapProjection(view))
        let probe = try #require(ScreenProbe(projection, at: CGPoint(x: 400, y: 300), tolerance: 12))
        let estimate = DistanceEstimate(probe, within: 500, count: 1_000)
        let trails = source.entityStore.withStore { $0.trails(in: probe.area(within: 500), window: 5) }
        // One goes over the antimeridian: it may be anywhere along. The other ends three thousandths of a degree to the west.
        let least = trails.map { estimate.least(to: $0) }.sorted()
        #expect(least.count == 2 && least[0] == 0)
        #expect(abs(least[1] - 0.003 * WebMercator.worldWidth / 360 / projection.resolution) < 1e-3)
    }

    @Test("numbers come back from the least on")
    func order() {
        var random = SeededRandomNumberGenerator(seed: 5)
        for count in [0, 1, 2, 3, 10, 257] {
            let numbers = (0..<count).map { _ in Double(random.index(below: 50)) }
            var nearest = NearestFirst(numbers)
            var (given, places): ([Double], Set<Int>) = ([], [])
            while let (index, number) = nearest.next() {
                #expect(numbers[index] == number)
                places.insert(index)
                given.append(number)
            }
            #expect(given == numbers.sorted() && places.count == count)
        }
    }
}
