// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("What identify finds", .timeLimit(.minutes(10)))
struct IdentifyRulesTests {
    /// One entity that goes east, ten points a step, at a scale at which a point is a metre.
    private struct Walk {
        let source = IdentifyWorld.source()
        let layer: DynamicEntityLayer
        let view: MapView

        init(steps: Int = 8) {
            for step in 0..<steps {
                IdentifyWorld.ingest(
                    [.init(id: "walker", longitude: WebMercator.longitude(x: Double(step) * 10), latitude: 0, heading: Double(step))],
                    into: source,
                    at: IdentifyWorld.start.advanced(bySeconds: Double(step)))
            }
            layer = DynamicEntityLayer(dataSource: source)
            let map = Map(spatialReference: .webMercator)
            map.addOperationalLayer(layer)
            view = MapView(map: map, viewpoint: Viewpoint(latitude: 0, longitude: 0, scale: 96 / 0.0254))
            view.size = CGSize(width: 400, height: 400)
            view.time = IdentifyWorld.start.advanced(bySeconds: Double(steps - 1))
        }

        /// The steps that are found so many points to the right of the first one, and below.
        func steps(at right: Double, below: Double = 0, tolerance: Double = 4, limit: Int? = nil) async throws -> [Int] {
            let result = try await view.proxy.identify(
                on: layer, screenPoint: CGPoint(x: 200 + right, y: 200 + below), tolerance: tolerance, maximumResults: limit)
            return result.geoElements.compactMap { ($0 as? DynamicEntityObservation)?.attributes["heading"] as? Double }.map { Int($0) }
        }
    }

    @Test("what is found are observations: the newest alone, previous ones where they are shown, and of a line its older end")
    func elements() async throws {
        let walk = Walk()
        #expect(try await walk.steps(at: 70) == [7])
        #expect(try await walk.steps(at: 60).isEmpty)
        let display = walk.layer.trackDisplayProperties
        display.showsPreviousObservations = true
        #expect(try await walk.steps(at: 60) == [6])
        // Four points from the middle, to the edge of a marker of eight points, and four of tolerance.
        #expect(try await walk.steps(at: 65, tolerance: 1) == [7, 6])
        #expect(try await walk.steps(at: 65, below: 8, tolerance: 4).isEmpty)
        // Beyond the display's five nothing is drawn, though it is kept.
        #expect(try await walk.steps(at: 30) == [3])
        #expect(try await walk.steps(at: 20).isEmpty)
        display.showsPreviousObservations = false
        display.showsTrackLine = true
        display.trackLineRenderer = SimpleRenderer(symbol: SimpleLineSymbol(width: 4))
        #expect(try await walk.steps(at: 53, below: 2, tolerance: 0) == [5])
        #expect(try await walk.steps(at: 57, below: 2, tolerance: 0) == [5])
        // The newest is over its line.
        #expect(try await walk.steps(at: 67, tolerance: 0) == [7, 6])
        #expect(try await walk.steps(at: 67, tolerance: 0, limit: 1) == [7])
        display.showsPreviousObservations = true
        // An observation that is found by its symbol and by its line is there once.
        #expect(try await walk.steps(at: 62, tolerance: 0) == [6])
        #expect(try await walk.steps(at: 58, tolerance: 0) == [6, 5])
    }

    @Test("display limits hide and never purge; purge limits take away what the display would show")
    func limits() async throws {
        let walk = Walk()
        let display = walk.layer.trackDisplayProperties
        (display.showsPreviousObservations, display.maximumObservations) = (true, 100)
        let entity = try #require(try await walk.source.queryDynamicEntities(withTrackIDs: ["walker"]).entities().first)
        #expect(try await walk.steps(at: 0) == [0])
        display.maximumObservations = 2
        display.maximumDuration = 1
        #expect(try await walk.steps(at: 0).isEmpty)
        #expect(try await walk.steps(at: 50).isEmpty)
        #expect(try await walk.steps(at: 60) == [6])
        walk.view.time = walk.view.time?.advanced(bySeconds: 1)
        #expect(try await walk.steps(at: 60).isEmpty)
        // The newest is shown however old it is.
        walk.view.time = walk.view.time?.advanced(bySeconds: 86_400)
        #expect(try await walk.steps(at: 70) == [7])
        // Nothing of that has touched what is kept.
        #expect(entity.observations().count == 8)
        (display.maximumObservations, display.maximumDuration) = (100, 0)
        #expect(try await walk.steps(at: 0) == [0])
        // What is purged is drawn nowhere, and the display's limits stay what they are.
        walk.source.purgeOptions.maximumObservationsPerTrack = 3
        #expect(entity.observations().count == 3)
        #expect(try await walk.steps(at: 40).isEmpty)
        #expect(try await walk.steps(at: 50) == [5])
        #expect((display.maximumObservations, display.maximumDuration) == (100, 0))
        walk.source.purgeOptions.maximumObservationsPerTrack = 0
        #expect(try await walk.steps(at: 40).isEmpty)
        try await walk.source.purgeAll()
        #expect(try await walk.steps(at: 70, tolerance: 100).isEmpty)
    }

    @Test("where the layer has a definition there is a pop-up about each element; where only those are wanted, nothing else")
    func popups() async throws {
        let walk = Walk()
        walk.layer.trackDisplayProperties.showsPreviousObservations = true
        func found(popupsOnly: Bool) async throws -> IdentifyLayerResult {
            try await walk.view.proxy.identify(
                on: walk.layer, screenPoint: CGPoint(x: 265, y: 200), tolerance: 4, returnPopupsOnly: popupsOnly, maximumResults: nil)
        }
        #expect(try await found(popupsOnly: false).geoElements.count == 2)
        #expect(try await found(popupsOnly: false).popups.isEmpty)
        #expect(try await found(popupsOnly: true).geoElements.isEmpty)
        let definition = PopupDefinition()
        definition.title = "heading {heading}"
        walk.layer.popupDefinition = definition
        let both = try await found(popupsOnly: false)
        #expect(both.popups.map(\.title) == ["heading 7", "heading 6"])
        #expect(zip(both.popups, both.geoElements).allSatisfy { $0.geoElement === $1 })
        let only = try await found(popupsOnly: true)
        #expect((only.popups.count, only.geoElements.count) == (2, 0))
        #expect(
            try await walk.view.proxy.identifyLayers(
                screenPoint: CGPoint(x: 265, y: 200), tolerance: 4, returnPopupsOnly: true
            ).map(\.popups.count) == [1])
        walk.layer.popupIsEnabled = false
        #expect(try await found(popupsOnly: true).popups.isEmpty)
        #expect(try await found(popupsOnly: false).geoElements.count == 2)
    }

    @Test("selecting what was found changes nothing of what is found; a callout at it moves with it")
    func selection() async throws {
        let walk = Walk()
        let middle = CGPoint(x: 270, y: 200)
        let result = try await walk.view.proxy.identify(on: walk.layer, screenPoint: middle, tolerance: 12)
        let observation = try #require(result.geoElements.first as? DynamicEntityObservation)
        let entity = try #require(observation.dynamicEntity)
        walk.layer.selectDynamicEntity(entity)
        #expect(try await walk.steps(at: 70) == [7])
        let (stays, moves) = (CalloutPlacement.geoElement(observation), CalloutPlacement.geoElement(entity))
        IdentifyWorld.ingest(
            [.init(id: "walker", longitude: WebMercator.longitude(x: 100), latitude: 0)], into: walk.source,
            at: IdentifyWorld.start.advanced(bySeconds: 20))
        #expect(walk.view.proxy.screenPoint(of: stays).map { ($0.x * 10).rounded() } == 2_700)
        #expect(walk.view.proxy.screenPoint(of: moves).map { ($0.x * 10).rounded() } == 3_000)
        #expect(walk.layer.selectedDynamicEntities == [entity])
        #expect(walk.layer.selectedDynamicEntities.first?.latestObservation != observation)
    }

    @Test("layers that cannot be seen have nothing, and nor have those of groups that cannot")
    func visibility() async throws {
        let walk = Walk()
        let middle = CGPoint(x: 270, y: 200)
        func found() async throws -> Int {
            let one = try await walk.view.proxy.identify(on: walk.layer, screenPoint: middle, tolerance: 2).geoElements.count
            let all = try await walk.view.proxy.identifyLayers(screenPoint: middle, tolerance: 2)
            func count(_ results: [IdentifyLayerResult]) -> Int {
                results.reduce(0) { $0 + $1.geoElements.count + count($1.sublayerResults) }
            }
            #expect(one == count(all))
            return one
        }
        func hidden(by hide: (Layer) -> Void, of layer: Layer) async throws {
            #expect(try await found() == 1)
            hide(layer)
            #expect(try await found() == 0)
            (layer.isVisible, layer.opacity, layer.minScale, layer.maxScale) = (true, 1, nil, nil)
        }
        for layer in [walk.layer] as [Layer] {
            try await hidden(by: { $0.isVisible = false }, of: layer)
            try await hidden(by: { $0.opacity = 0 }, of: layer)
            try await hidden(by: { $0.minScale = 1_000 }, of: layer)
            try await hidden(by: { $0.maxScale = 1_000_000 }, of: layer)
        }
        walk.layer.minScale = 1_000_000
        walk.layer.maxScale = 1_000
        #expect(try await found() == 1)
        walk.view.map.removeOperationalLayer(walk.layer)
        await #expect(throws: MapViewError.self) {
            try await walk.view.proxy.identify(on: walk.layer, screenPoint: middle, tolerance: 2)
        }
        let other = GroupLayer()
        let group = GroupLayer(childLayers: [walk.layer, other])
        walk.view.map.addOperationalLayer(group)
        try await hidden(by: { $0.isVisible = false }, of: group)
        walk.layer.isVisible = false
        #expect(try await found() == 0)
        group.visibilityMode = .inherited
        #expect(try await found() == 1)
        group.visibilityMode = .exclusive
        walk.layer.isVisible = true
        // The other one is on top, and one at a time can be seen.
        #expect(try await found() == 0)
        other.isVisible = false
        #expect(try await found() == 1)
        // The group itself has no elements.
        let whole = try await walk.view.proxy.identify(on: group, screenPoint: middle, tolerance: 2)
        #expect(whole.geoElements.isEmpty && whole.sublayerResults.map(\.layerContent) == [walk.layer])
    }

    @Test("numbers that are none find nothing, or count as nothing, and never trap")
    func oddNumbers() async throws {
        let walk = Walk()
        let odd: [Double] = [.nan, .infinity, -.infinity, -5, 1e300, .greatestFiniteMagnitude]
        for x in odd {
            for tolerance in odd {
                let result = try await walk.view.proxy.identify(
                    on: walk.layer, screenPoint: CGPoint(x: x, y: 200), tolerance: tolerance, maximumResults: Int.max)
                #expect(result.geoElements.isEmpty)
            }
        }
        let middle = CGPoint(x: 270, y: 200)
        for tolerance in odd {
            #expect(try await walk.view.proxy.identify(on: walk.layer, screenPoint: middle, tolerance: tolerance).geoElements.count == 1)
        }
        #expect(try await walk.steps(at: 0, tolerance: -5).isEmpty)
        for limit in [-1, Int.min] { #expect(try await walk.steps(at: 70, limit: limit) == [7]) }
        #expect(try await walk.steps(at: 70, limit: 0).isEmpty)
    }

    @Test("more than is wanted is told")
    func limitExceeded() async throws {
        let walk = Walk()
        walk.layer.trackDisplayProperties.showsPreviousObservations = true
        let point = CGPoint(x: 265, y: 200)
        let two = try await walk.view.proxy.identify(on: walk.layer, screenPoint: point, tolerance: 2, maximumResults: 2)
        #expect((two.geoElements.count, two.isTransferLimitExceeded) == (2, false))
        let one = try await walk.view.proxy.identify(on: walk.layer, screenPoint: point, tolerance: 2, maximumResults: 1)
        #expect((one.geoElements.count, one.isTransferLimitExceeded) == (1, true))
        #expect(try await walk.view.proxy.identifyLayers(screenPoint: point, tolerance: 2).map(\.geoElements.count) == [1])
    }

    @Test("features are found by what they are drawn with, on both sides of the edge of the world")
    func features() async throws {
        let fields = [Field(type: .text, name: "name", alias: "")]
        let table = FeatureCollectionTable(fields: fields, geometryType: Point.self, spatialReference: .wgs84)
        for (name, longitude) in [("east", -179.9999), ("west", 179.9999), ("far", 0)] {
            try await table.add(table.makeFeature(attributes: ["name": name], geometry: Point(latitude: 10, longitude: longitude)))
        }
        let layer = FeatureLayer(featureTable: table)
        let map = Map(spatialReference: .webMercator)
        map.addOperationalLayer(layer)
        let view = MapView(map: map, viewpoint: Viewpoint(latitude: 10, longitude: 180, scale: 4_000))
        view.size = CGSize(width: 400, height: 400)
        func found(_ right: Double, tolerance: Double) async throws -> [String] {
            let result = try await view.proxy.identify(
                on: layer, screenPoint: CGPoint(x: 200 + right, y: 200), tolerance: tolerance, maximumResults: nil)
            return result.geoElements.compactMap { $0.attributes["name"] as? String }
        }
        // 0.0001° are 11.1 m, and a point is 1.06 m.
        #expect(try await found(10.5, tolerance: 0) == ["east"])
        #expect(try await found(-10.5, tolerance: 0) == ["west"])
        #expect(try await found(1, tolerance: 30) == ["east", "west"])
        layer.definitionExpression = "name <> 'east'"
        #expect(try await found(1, tolerance: 30) == ["west"])
        layer.definitionExpression = "nonsense = 1"
        await #expect(throws: (any Error).self) { try await found(1, tolerance: 30) }
        let told = try await view.proxy.identifyLayers(screenPoint: CGPoint(x: 200, y: 200), tolerance: 30)
        #expect(told.count == 1 && told[0].error != nil && told[0].layerContent == layer)
    }
}
