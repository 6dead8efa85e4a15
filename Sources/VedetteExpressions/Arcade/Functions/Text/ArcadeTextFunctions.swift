// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “text”.
package enum ArcadeTextFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Concatenate", .text, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Concatenate(values?: Array<Any>, separator?: Text, format?: Text) -> Text",
                "Concatenate([value1, ..., valueN]?: Any) -> Text",
            ], concatenate),
        ArcadeFunctionDefinition(
            "Find", .text, .core, since: "1.0", 2...3,
            [
                "Find(searchText: Text, targetText: Text, startPosition?: Number) -> Number"
            ], find),
        ArcadeFunctionDefinition(
            "FromCharCode", .text, .core, since: "1.16", 1...ArcadeFunctionDefinition.unlimited,
            [
                "FromCharCode(charCode1: Number, [charCode2, ..., charCodeN]?: Number) -> Text"
            ], fromCharCode),
        ArcadeFunctionDefinition(
            "FromCodePoint", .text, .core, since: "1.16", 1...ArcadeFunctionDefinition.unlimited,
            [
                "FromCodePoint(codePoint1: Number, [codePoint2, ..., codePoint1N]?: Number) -> Text"
            ], fromCodePoint),
        ArcadeFunctionDefinition(
            "Guid", .text, .core, since: "1.3", 0...1,
            [
                "Guid(guidFormat?: Text) -> Text"
            ], guid),
        ArcadeFunctionDefinition(
            "Left", .text, .core, since: "1.0", 2...2,
            [
                "Left(value: Text, charCount: Number) -> Text"
            ], left),
        ArcadeFunctionDefinition(
            "Lower", .text, .core, since: "1.0", 1...1,
            [
                "Lower(inputText: Text) -> Text"
            ], lower),
        ArcadeFunctionDefinition(
            "Mid", .text, .core, since: "1.0", 2...3,
            [
                "Mid(value: Text, startPosition: Number, charCount?: Number) -> Text"
            ], mid),
        ArcadeFunctionDefinition(
            "Proper", .text, .core, since: "1.0", 1...2,
            [
                "Proper(inputText: Text, applyToText?: Text) -> Text"
            ], proper),
        ArcadeFunctionDefinition(
            "Replace", .text, .core, since: "1.0", 3...4,
            [
                "Replace(value: Text, searchText: Text, replacementText: Text, allOccurrences?: Boolean) -> Text"
            ], replace),
        ArcadeFunctionDefinition(
            "Right", .text, .core, since: "1.0", 2...2,
            [
                "Right(value: Text, charCount: Number) -> Text"
            ], right),
        ArcadeFunctionDefinition(
            "Split", .text, .core, since: "1.0", 2...4,
            [
                "Split(inputText: Text, separatorText: Text, limit?: Number, removeEmpty?: Boolean) -> Array<Text>"
            ], split),
        ArcadeFunctionDefinition(
            "StandardizeGuid", .text, .core, since: "1.20", 2...2,
            [
                "StandardizeGuid(inputGuid: Text, format: Text) -> Text"
            ], standardizeGuid),
        ArcadeFunctionDefinition(
            "Text", .text, .core, since: "1.0", 1...2,
            [
                "Text(value: Any, format?: Text) -> Text"
            ], text),
        ArcadeFunctionDefinition(
            "ToCharCode", .text, .core, since: "1.16", 1...2,
            [
                "ToCharCode(inputText: Text, index?: Number) -> Number"
            ], toCharCode),
        ArcadeFunctionDefinition(
            "ToCodePoint", .text, .core, since: "1.16", 1...2,
            [
                "ToCodePoint(inputText: Text, position?: Number) -> Number"
            ], toCodePoint),
        ArcadeFunctionDefinition(
            "ToHex", .text, .core, since: "1.12", 1...1,
            [
                "ToHex(value: Number) -> Text"
            ], toHex),
        ArcadeFunctionDefinition(
            "Trim", .text, .core, since: "1.0", 1...1,
            [
                "Trim(inputText: Text) -> Text"
            ], trim),
        ArcadeFunctionDefinition(
            "Upper", .text, .core, since: "1.0", 1...1,
            [
                "Upper(inputText: Text) -> Text"
            ], upper),
        ArcadeFunctionDefinition(
            "UrlEncode", .text, .core, since: "1.7", 1...1,
            [
                "UrlEncode(textOrDictionary: Text|Dictionary) -> Text"
            ], urlEncode),
    ]
}
