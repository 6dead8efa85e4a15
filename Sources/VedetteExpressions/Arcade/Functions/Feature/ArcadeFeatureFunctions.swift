// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “feature”.
package enum ArcadeFeatureFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Domain", .feature, .core, since: "1.11", 2...3,
            [
                "Domain(inputFeature: Feature, fieldName: Text) -> Dictionary",
                "Domain(features: FeatureSet, fieldName: Text, subtype?: Text|Number) -> Dictionary",
            ], ArcadeFeatureDomains.domain),
        ArcadeFunctionDefinition(
            "DomainCode", .feature, .core, since: "1.7", 2...4,
            [
                "DomainCode(inputFeature: Feature, fieldName: Text, value?: Text, subtype?: Number|Text) -> Number,Text",
                "DomainCode(features: FeatureSet, fieldName: Text, value: Text, subtype?: Number|Text) -> Number,Text",
            ], ArcadeFeatureDomains.code),
        ArcadeFunctionDefinition(
            "DomainName", .feature, .core, since: "1.7", 2...4,
            [
                "DomainName(inputFeature: Feature, fieldName: Text, code?: Number|Text, subtype?: Number|Text) -> Text",
                "DomainName(features: FeatureSet, fieldName: Text, code?: Number|Text, subtype?: Number|Text) -> Text",
            ], ArcadeFeatureDomains.name),
        ArcadeFunctionDefinition(
            "Expects", .feature, .core, since: "1.15", 1...ArcadeFunctionDefinition.unlimited,
            [
                "Expects(inputFeature: Feature, field1: Text, [field2, ..., fieldN]?: Text) -> Null",
                "Expects(features: FeatureSet, field1: Text, [field2, ..., fieldN]?: Text) -> Null",
            ], ArcadeFeatureSchema.expects),
        ArcadeFunctionDefinition(
            "Feature", .feature, .core, since: "1.0", 1...ArcadeFunctionDefinition.unlimited,
            [
                "Feature(inputGeometry: Geometry, attribute1: Text, value1: Text|Date|Number|Boolean, [attribute2, value2, ..., attributeN, valueN]?: Any) -> Feature",
                "Feature(jsonText: Text) -> Feature",
                "Feature(inputGeometry: Geometry, attributes: Dictionary) -> Feature",
                "Feature(inputDictionary: Dictionary) -> Feature",
                "Feature(inputFeature: Feature) -> Feature",
            ], ArcadeFeatureConstructor.feature),
        ArcadeFunctionDefinition(
            "GdbVersion", .feature, .core, since: "1.12", 1...1,
            [
                "GdbVersion(inputFeature: Feature) -> Text",
                "GdbVersion(features: FeatureSet) -> Text",
            ], ArcadeFeatureSchema.version),
        ArcadeFunctionDefinition(
            "Schema", .feature, .core, since: "1.11", 1...1,
            [
                "Schema(inputFeature: Feature) -> Dictionary",
                "Schema(features: FeatureSet) -> Dictionary",
            ], ArcadeFeatureSchema.schema),
        ArcadeFunctionDefinition(
            "SubtypeCode", .feature, .core, since: "1.11", 1...1,
            [
                "SubtypeCode(inputFeature: Feature) -> Number,Text,Date"
            ], ArcadeFeatureSchema.subtypeCode),
        ArcadeFunctionDefinition(
            "SubtypeName", .feature, .core, since: "1.11", 1...1,
            [
                "SubtypeName(inputFeature: Feature) -> Text"
            ], ArcadeFeatureSchema.subtypeName),
        ArcadeFunctionDefinition(
            "Subtypes", .feature, .core, since: "1.11", 1...1,
            [
                "Subtypes(inputFeature: Feature) -> Dictionary",
                "Subtypes(features: FeatureSet) -> Dictionary",
            ], ArcadeFeatureSchema.subtypes),
    ]
}
