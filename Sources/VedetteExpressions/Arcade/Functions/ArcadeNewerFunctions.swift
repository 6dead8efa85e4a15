// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Functions of newer versions of the language that are known by name and not to be had. One that is implemented moves to its group.
package enum ArcadeNewerFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "DistanceToCoordinate", .geometry, .geometry, since: "1.25", 2...2,
            ["DistanceToCoordinate(inputGeometry: Geometry|Feature, distance: Number) -> Dictionary"], unavailable: newer),
        ArcadeFunctionDefinition(
            "MeasureToCoordinate", .geometry, .geometry, since: "1.25", 2...2,
            ["MeasureToCoordinate(inputGeometry: Geometry|Feature, measure: Number) -> Dictionary"], unavailable: newer),
        ArcadeFunctionDefinition(
            "PointToCoordinate", .geometry, .geometry, since: "1.25", 2...2,
            ["PointToCoordinate(inputGeometry: Geometry|Feature, searchPoint: Point|Feature) -> Dictionary"], unavailable: newer),
        ArcadeFunctionDefinition(
            "StandardizeFilename", .text, .core, since: "1.25", 1...3,
            ["StandardizeFilename(filename: Text) -> Text"], unavailable: newer),
        ArcadeFunctionDefinition(
            "Memorize", .featureSet, .dataAccess, since: "1.25", 1...1,
            ["Memorize(features: FeatureSet) -> FeatureSet"], unavailable: "features are read where they are used; leave it out"),
        ArcadeFunctionDefinition(
            "KnowledgeGraphByPortalItem", .knowledgeGraph, .knowledgeGraph, since: "1.26", 2...2,
            ["KnowledgeGraphByPortalItem(portalObject: Portal, itemId: Text) -> KnowledgeGraph"], unavailable: graph),
        ArcadeFunctionDefinition(
            "QueryGraph", .knowledgeGraph, .knowledgeGraph, since: "1.26", 2...4,
            [
                "QueryGraph(graph: KnowledgeGraph, openCypherQuery: Text, queryParameters?: Dictionary, includeProvenance?: Boolean) -> Array<Any>"
            ],
            unavailable: graph),
    ]

    private static let newer = "it is newer than what is supported here"
    private static let graph = "there are no knowledge graphs here"
}
