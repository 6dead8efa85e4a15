// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “dictionary”.
package enum ArcadeDictionaryFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Dictionary", .dictionary, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Dictionary([name1, value1, ..., nameN, valueN]?: Any) -> Dictionary",
                "Dictionary(jsonText: Text) -> Dictionary",
                "Dictionary(inputGeometry: Geometry) -> Dictionary",
                "Dictionary(inputFeature: Feature) -> Dictionary",
                "Dictionary(inputDictionary: Dictionary, deep?: Boolean) -> Dictionary",
            ], dictionary),
        ArcadeFunctionDefinition(
            "FromJSON", .dictionary, .core, since: "1.14", 1...1,
            [
                "FromJSON(jsonText: Text) -> Dictionary,Array<Any>,Text,Boolean,Number"
            ], ArcadeJSON.fromJSON),
        ArcadeFunctionDefinition(
            "HasKey", .dictionary, .core, since: "1.0", 2...2,
            [
                "HasKey(value: Dictionary|Feature, key: Text) -> Boolean",
                "HasKey(value: Dictionary|Feature|Array<Any>, keys: Array<Text|Number>) -> Boolean",
            ], hasKey),
        ArcadeFunctionDefinition(
            "HasValue", .dictionary, .core, since: "1.20", 2...2,
            [
                "HasValue(inputDictionary: Dictionary|Feature, key: Text) -> Boolean",
                "HasValue(inputArray: Array<Any>, index: Number) -> Boolean",
                "HasValue(container: Dictionary|Feature|Array<Any>, keys: Array<Text|Number>) -> Boolean",
            ], hasValue),
    ]
}
