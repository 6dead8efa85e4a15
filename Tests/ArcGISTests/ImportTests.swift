// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArcGIS
import Foundation
import Testing

/// A program that says `import ArcGIS` and nothing of Vedette.
@Suite("Under the name of the SDK", .timeLimit(.minutes(10)))
struct ImportTests {
    private struct Feed: CustomDynamicEntityFeed {
        let events = AsyncStream<CustomDynamicEntityFeedEvent> { continuation in
            for number in 0..<3 {
                continuation.yield(
                    .newObservation(geometry: Point(latitude: 40.5, longitude: -111.9), attributes: ["plow": "P\(number)"]))
            }
            continuation.finish()
        }
    }

    @Test("names are found plainly and under the module")
    func names() async throws {
        let map: ArcGIS.Map = Map(basemapStyle: .arcGISNavigation)
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "plow", fields: [ArcGIS.Field(type: .text, name: "plow", alias: "plow", length: 256)])
        let source = CustomDynamicEntityDataSource(info: info, makeFeed: Feed.init)
        let layer = DynamicEntityLayer(dataSource: source)
        layer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 6))
        map.addOperationalLayer(layer)
        var entities: [DynamicEntity] = []
        for await _ in source.$connectionStatus {
            entities = try await source.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities().map { $0 }
            if entities.count == 3 { break }
        }
        #expect(Set(entities.compactMap { $0.attributes["plow"] as? String }) == ["P0", "P1", "P2"])
    }
}
