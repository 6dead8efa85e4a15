// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

@Suite("Features of layers as graphics", .timeLimit(.minutes(10)))
struct FeatureLayerGraphicsTests {
    private static func table() async throws -> (table: FeatureCollectionTable, features: [Feature]) {
        let table = FeatureCollectionTable(
            fields: [Field(type: .text, name: "kind", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        let features = (0..<4).map { number in
            table.makeFeature(attributes: ["kind": number < 2 ? "a" : "b"], geometry: Point(latitude: 0, longitude: Double(number)))
        }
        try await table.add(features)
        return (table, features)
    }

    /// Waits until the graphics of an overlay are as they are wanted.
    private func until(_ overlay: GraphicsOverlay, _ isRight: ([Graphic]) -> Bool) async {
        let changes = overlay.changes
        guard !isRight(overlay.graphics) else { return }
        for await _ in changes where isRight(overlay.graphics) { return }
    }

    private func longitudes(_ graphics: [Graphic]) -> Set<Double> { Set(graphics.compactMap { ($0.geometry as? Point)?.x }) }

    @Test("those that the layer shows are there, as they are after each edit; who stays keeps its graphic")
    func edits() async throws {
        let (table, features) = try await Self.table()
        let layer = FeatureLayer(featureTable: table)
        layer.definitionExpression = "kind = 'a'"
        let shown = FeatureLayerGraphics(layer, interval: 0.01)
        await until(shown.overlay) { longitudes($0) == [0, 1] }
        let kept = try #require(shown.overlay.graphics.first { longitudes([$0]) == [1] })
        features[0].geometry = Point(latitude: 0, longitude: 10)
        try await table.update(features[0])
        await until(shown.overlay) { longitudes($0) == [1, 10] }
        #expect(shown.overlay.graphics.contains(kept))
        // That is what browsers have of the feature; of one that is not shown they have nothing.
        #expect(shown.graphic(of: features[1]) === kept && shown.graphic(of: features[3]) == nil)
        try await table.delete([features[0]])
        await until(shown.overlay) { longitudes($0) == [1] }
        layer.definitionExpression = "kind = 'b'"
        shown.refresh()
        await until(shown.overlay) { longitudes($0) == [2, 3] }
        // What cannot be asked leaves what is shown.
        layer.definitionExpression = "nobody = 1"
        shown.refresh()
        try await table.add(table.makeFeature(attributes: ["kind": "b"], geometry: Point(latitude: 0, longitude: 4)))
        #expect(longitudes(shown.overlay.graphics) == [2, 3])
        layer.definitionExpression = ""
        shown.refresh()
        await until(shown.overlay) { longitudes($0) == [1, 2, 3, 4] }
    }

    @Test("an overlay is shown as its layer; without a renderer, with the usual symbol")
    func looks() async throws {
        let (table, _) = try await Self.table()
        let layer = FeatureLayer(featureTable: table)
        let shown = FeatureLayerGraphics(layer, interval: 0.01)
        await until(shown.overlay) { $0.count == 4 }
        #expect((shown.overlay.renderer as? SimpleRenderer)?.symbol is SimpleMarkerSymbol)
        let renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .cross, color: .red, size: 9))
        (layer.renderer, layer.isVisible, layer.opacity, layer.minScale, layer.maxScale) = (renderer, false, 0.5, 9_000, 10)
        layer.sceneProperties.altitudeOffset = 7
        shown.refresh()
        let overlay = shown.overlay
        #expect(overlay.renderer === renderer && !overlay.isVisible && overlay.opacity == 0.5)
        #expect(overlay.minScale == 9_000 && overlay.maxScale == 10 && overlay.sceneProperties.altitudeOffset == 7)
    }

    @Test("each feature layer of the maps is there once, those of hidden groups are not")
    func layers() async throws {
        let (table, _) = try await Self.table()
        let (first, second, third) = (
            FeatureLayer(featureTable: table), FeatureLayer(featureTable: table), FeatureLayer(featureTable: table)
        )
        let group = GroupLayer(childLayers: [second])
        let (map, scene) = (Map(), Scene())
        map.addOperationalLayers([first, group])
        scene.addOperationalLayers([first, third])
        let features = FeatureOverlays()
        let overlays = features.overlays(of: [map, scene, nil])
        #expect(overlays.count == 3)
        #expect(features.overlays(of: [map, scene]) == overlays)
        group.isVisible = false
        #expect(features.overlays(of: [map, scene]) == [overlays[0], overlays[2]])
    }
}
