// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteModel

extension GeoPackage: ArcadeLoadable {
    /// The tables by their names and, in the order of these, their numbers.
    package func arcadeContent(for script: String) async throws -> ArcadeContent {
        try await load()
        // A script mostly says which tables it wants; where it puts their names together, all are read.
        let text = script.lowercased()
        let known = Array(featureTables.enumerated())
        let mentioned = known.filter { text.contains($0.element.tableName.lowercased()) }
        var sources: [(id: String, title: String, source: any ArcadeFeatureSource)] = []
        for (number, table) in mentioned.isEmpty ? known : mentioned {
            sources.append(("\(number)", table.tableName, try await table.arcadeSource()))
        }
        return .featureSetCollection(sources)
    }
}
