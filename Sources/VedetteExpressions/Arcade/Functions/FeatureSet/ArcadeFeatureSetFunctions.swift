// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “featureSet”.
package enum ArcadeFeatureSetFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Attachments", .featureSet, .dataAccess, since: "1.6", 1...2,
            [
                "Attachments(inputFeature: Feature, options?: Dictionary) -> Array<Attachment>"
            ],
            unavailable: "attachments lie in services; ask the table for them and hand in what the script needs as a variable"),
        ArcadeFunctionDefinition(
            "FeatureSet", .featureSet, .dataAccess, since: "1.5", 1...1,
            [
                "FeatureSet(definition: Text) -> FeatureSet",
                "FeatureSet(definition: Dictionary) -> FeatureSet",
            ], featureSet),
        ArcadeFunctionDefinition(
            "FeatureSetByAssociation", .featureSet, .dataAccess, since: "1.9", 2...3,
            [
                "FeatureSetByAssociation(inputFeature: Feature, associationType: Text, terminalName?: Text) -> FeatureSet"
            ],
            unavailable: "associations lie in utility networks; query them and hand in the features as a variable"),
        ArcadeFunctionDefinition(
            "FeatureSetById", .featureSet, .dataAccess, since: "1.5", 2...4,
            [
                "FeatureSetById(featureSetCollection: FeatureSetCollection, id: Text, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], byID),
        ArcadeFunctionDefinition(
            "FeatureSetByName", .featureSet, .dataAccess, since: "1.5", 2...4,
            [
                "FeatureSetByName(featureSetCollection: FeatureSetCollection, title: Text, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], byName),
        ArcadeFunctionDefinition(
            "FeatureSetByRelationshipClass", .featureSet, .dataAccess, since: "1.24", 2...4,
            [
                "FeatureSetByRelationshipClass(inputFeature: Feature, relationshipClass: Text, fieldNames?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ],
            unavailable: "relationships lie in databases; query the related table and hand in the features as a variable"),
        ArcadeFunctionDefinition(
            "FeatureSetByRelationshipName", .featureSet, .dataAccess, since: "1.8", 2...4,
            [
                "FeatureSetByRelationshipName(inputFeature: Feature, relationshipName: Text, fieldNames?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ],
            unavailable: "relationships lie in services; query the related table and hand in the features as a variable"),
        ArcadeFunctionDefinition(
            "FilterBySubtypeCode", .featureSet, .dataAccess, since: "1.26", 2...2,
            [
                "FilterBySubtypeCode(features: FeatureSet, subtypeCode: Number|Text) -> FeatureSet"
            ], bySubtypeCode),
        ArcadeFunctionDefinition(
            "GetFeatureSet", .featureSet, .dataAccess, since: "1.14", 1...2,
            [
                "GetFeatureSet(inputFeature: Feature, source?: Text) -> FeatureSet"
            ], ofFeature),
        ArcadeFunctionDefinition(
            "GetFeatureSetInfo", .featureSet, .dataAccess, since: "1.18", 1...1,
            [
                "GetFeatureSetInfo(inputFeatureSet: FeatureSet) -> Dictionary"
            ], info),
        ArcadeFunctionDefinition(
            "GroupBy", .featureSet, .dataAccess, since: "1.8", 3...3,
            [
                "GroupBy(features: FeatureSet, groupByFields: Text|Array<Text>|Array<Dictionary>, statistics: Dictionary|Array<Dictionary>) -> FeatureSet"
            ], groupBy),
        ArcadeFunctionDefinition(
            "OrderBy", .featureSet, .dataAccess, since: "1.5", 2...2,
            [
                "OrderBy(features: FeatureSet, sqlExpression: Text) -> FeatureSet"
            ], orderBy),
    ]
}
