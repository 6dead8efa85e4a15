// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “featureSet”.
package enum ArcadeFeatureSetFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Attachments", .featureSet, .dataAccess, since: "1.6", 1...2,
            [
                "Attachments(inputFeature: Feature, options?: Dictionary) -> Array<Attachment>"
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSet", .featureSet, .dataAccess, since: "1.5", 1...1,
            [
                "FeatureSet(definition: Text) -> FeatureSet",
                "FeatureSet(definition: Dictionary) -> FeatureSet",
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSetByAssociation", .featureSet, .dataAccess, since: "1.9", 2...3,
            [
                "FeatureSetByAssociation(inputFeature: Feature, associationType: Text, terminalName?: Text, className: Text, globalId: Text, isContentVisible: Number, objectId: Text, percentAlong: Number, side: Text) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSetById", .featureSet, .dataAccess, since: "1.5", 2...4,
            [
                "FeatureSetById(featureSetCollection: FeatureSetCollection, id: Text, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSetByName", .featureSet, .dataAccess, since: "1.5", 2...4,
            [
                "FeatureSetByName(featureSetCollection: FeatureSetCollection, title: Text, fields?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSetByRelationshipClass", .featureSet, .dataAccess, since: "1.24", 2...4,
            [
                "FeatureSetByRelationshipClass(inputFeature: Feature, relationshipClass: Text, fieldNames?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "FeatureSetByRelationshipName", .featureSet, .dataAccess, since: "1.8", 2...4,
            [
                "FeatureSetByRelationshipName(inputFeature: Feature, relationshipName: Text, fieldNames?: Array<Text>, includeGeometry?: Boolean) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "GetFeatureSet", .featureSet, .dataAccess, since: "1.14", 1...2,
            [
                "GetFeatureSet(inputFeature: Feature, source?: Text) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "GetFeatureSetInfo", .featureSet, .dataAccess, since: "1.18", 1...1,
            [
                "GetFeatureSetInfo(inputFeatureSet: FeatureSet, layerId: Number, layerName: Text, itemId: Text, serviceLayerUrl: Text, webMapLayerId: Text, webMapLayerTitle: Text, className: Text, objectClassId: Number) -> Dictionary"
            ], pending),
        ArcadeFunctionDefinition(
            "GroupBy", .featureSet, .dataAccess, since: "1.8", 3...3,
            [
                "GroupBy(features: FeatureSet, groupByFields: Text|Array<Text>|Array<Dictionary>, statistics: Dictionary|Array<Dictionary>) -> FeatureSet"
            ], pending),
        ArcadeFunctionDefinition(
            "OrderBy", .featureSet, .dataAccess, since: "1.5", 2...2,
            [
                "OrderBy(features: FeatureSet, sqlExpression: Text) -> FeatureSet"
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
