// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteModel

extension GeoModel: ArcadeLoadable {
    /// The feature layers, those in groups too, by their names and, from the bottom up, their numbers.
    package func arcadeContent(for script: String) async throws -> ArcadeContent {
        var layers: [FeatureLayer] = []
        var pending = Array(operationalLayers.reversed())
        while let layer = pending.popLast() {
            if let group = layer as? GroupLayer { pending += group.layers.reversed() }
            if let layer = layer as? FeatureLayer { layers.append(layer) }
        }
        var known: [(id: String, name: String, layer: FeatureLayer, table: any FeatureTable)] = []
        for (number, layer) in layers.enumerated() {
            guard let table = layer.featureTable else { continue }
            try await table.load()
            known.append(("\(number)", layer.name.isEmpty ? table.tableName : layer.name, layer, table))
        }
        // A script mostly says which layers it wants; where it puts their names together, all are read.
        let text = script.lowercased()
        let mentioned = known.filter { !$0.name.isEmpty && text.contains($0.name.lowercased()) }
        var sources: [(id: String, title: String, source: any ArcadeFeatureSource)] = []
        for (id, name, layer, table) in known {
            var info = ArcadeFeatureSetInfo()
            (info.layerName, info.webMapLayerID, info.webMapLayerTitle) = (name, id, name)
            guard mentioned.isEmpty || mentioned.contains(where: { $0.id == id }) else { continue }
            sources.append((id, name, try await table.arcadeSource(where: layer.definitionExpression, info: info)))
        }
        return .featureSetCollection(sources)
    }
}

extension FeatureLayer: ArcadeLoadable {
    package func arcadeContent(for script: String) async throws -> ArcadeContent {
        guard let featureTable else { return .null }
        return .featureSet(try await featureTable.arcadeSource(where: definitionExpression))
    }
}
