// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “text”.
package enum ArcadeTextFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Concatenate", .text, .core, since: "1.0", 0...3,
            [
                "Concatenate(values?: Array<Text>, separator?: Text, format?: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Find", .text, .core, since: "1.0", 2...3,
            [
                "Find(searchText: Text, targetText: Text, startPosition?: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "FromCharCode", .text, .core, since: "1.16", 1...ArcadeFunctionDefinition.unlimited,
            [
                "FromCharCode(charCode1: Number, [charCode2, ..., charCodeN]?: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "FromCodePoint", .text, .core, since: "1.16", 1...ArcadeFunctionDefinition.unlimited,
            [
                "FromCodePoint(codePoint1: Number, [codePoint2, ..., codePoint1N]?: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Guid", .text, .core, since: "1.3", 0...1,
            [
                "Guid(guidFormat?: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Left", .text, .core, since: "1.0", 2...2,
            [
                "Left(value: Text, charCount: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Lower", .text, .core, since: "1.0", 1...1,
            [
                "Lower(inputText: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Mid", .text, .core, since: "1.0", 2...3,
            [
                "Mid(value: Text, startPosition: Number, charCount?: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Proper", .text, .core, since: "1.0", 1...2,
            [
                "Proper(inputText: Text, applyToText?: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Replace", .text, .core, since: "1.0", 3...4,
            [
                "Replace(value: Text, searchText: Text, replacementText: Text, allOccurrences?: Boolean) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Right", .text, .core, since: "1.0", 2...2,
            [
                "Right(value: Text, charCount: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Split", .text, .core, since: "1.0", 2...4,
            [
                "Split(inputText: Text, separatorText: Text, limit?: Number, removeEmpty?: Boolean) -> Array<Text>"
            ], pending),
        ArcadeFunctionDefinition(
            "StandardizeGuid", .text, .core, since: "1.20", 2...2,
            [
                "StandardizeGuid(inputGuid: Text, format: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Text", .text, .core, since: "1.0", 1...2,
            [
                "Text(value: Any, format?: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "ToCharCode", .text, .core, since: "1.16", 1...2,
            [
                "ToCharCode(inputText: Text, index?: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "ToCodePoint", .text, .core, since: "1.16", 1...2,
            [
                "ToCodePoint(inputText: Text, position?: Number) -> Number"
            ], pending),
        ArcadeFunctionDefinition(
            "ToHex", .text, .core, since: "1.12", 1...1,
            [
                "ToHex(value: Number) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Trim", .text, .core, since: "1.0", 1...1,
            [
                "Trim(inputText: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "Upper", .text, .core, since: "1.0", 1...1,
            [
                "Upper(inputText: Text) -> Text"
            ], pending),
        ArcadeFunctionDefinition(
            "UrlEncode", .text, .core, since: "1.7", 1...1,
            [
                "UrlEncode(textOrDictionary: Text|Dictionary) -> Text"
            ], pending),
    ]

    private static let pending: ArcadeFunctionDefinition.Body = { _, _ throws(ArcadeFailure) in .null }
}
