// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteMapping

@Suite("Layers of features", .timeLimit(.minutes(10)))
struct FeatureLayerTests {
    private func table(_ count: Int) async throws -> FeatureCollectionTable {
        let table = FeatureCollectionTable(
            fields: [Field(type: .int32, name: "n", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        try await table.add(
            (0..<count).map { table.makeFeature(attributes: ["n": Int32($0)], geometry: Point(latitude: 1, longitude: Double($0))) })
        return table
    }

    private func numbers(_ features: [Feature]) -> [Int] { features.compactMap { ($0.attributes["n"] as? Int64).map { Int($0) } } }

    @Test("a layer is of its table, and loads it")
    func loads() async throws {
        let table = try await table(3)
        let layer = FeatureLayer(featureTable: table)
        #expect(layer.featureTable === table)
        #expect((layer.definitionExpression, layer.isVisible, layer.labelsAreEnabled) == ("", true, false))
        try await layer.load()
        #expect(table.loadStatus == .loaded)
        #expect(layer.fullExtent == table.extent)
    }

    @Test("features are selected by a query, added and taken off; the row counts, not the object")
    func selection() async throws {
        let layer = FeatureLayer(featureTable: try await table(6))
        func query(_ clause: String) -> QueryParameters {
            let parameters = QueryParameters()
            parameters.whereClause = clause
            return parameters
        }
        try await layer.selectFeatures(withQuery: query("n >= 2"), mode: .new)
        #expect(numbers(try await layer.selectedFeatures().features()) == [2, 3, 4, 5])
        try await layer.selectFeatures(withQuery: query("n IN (3, 0)"), mode: .add)
        #expect(numbers(try await layer.selectedFeatures().features()) == [2, 3, 4, 5, 0])
        try await layer.selectFeatures(withQuery: query("n > 3"), mode: .subtract)
        #expect(numbers(try await layer.selectedFeatures().features()) == [2, 3, 0])
        layer.clearSelection()
        #expect(try await layer.selectedFeatures().features().isEmpty)
    }
}
