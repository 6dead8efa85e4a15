// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “array”.
package enum ArcadeArrayFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "All", .array, .core, since: "1.16", 2...2,
            [
                "All(inputArray: Array<Any>, testFunction: Function) -> Boolean"
            ], all),
        ArcadeFunctionDefinition(
            "Any", .array, .core, since: "1.16", 2...2,
            [
                "Any(inputArray: Array<Any>, testFunction: Function) -> Boolean"
            ], anyOf),
        ArcadeFunctionDefinition(
            "Array", .array, .core, since: "1.12", 1...2,
            [
                "Array(arrayLength: Number, defaultValue?: Any) -> Array<Any>",
                "Array(inputArray: Array<Any>, deep?: Boolean) -> Array<Any>",
            ], newArray),
        ArcadeFunctionDefinition(
            "Back", .array, .core, since: "1.12", 1...1,
            [
                "Back(inputArray: Array<Any>) -> Any"
            ], back),
        ArcadeFunctionDefinition(
            "Count", .array, .core, since: "1.0", 1...1,
            [
                "Count(value: Array<Any>) -> Number",
                "Count(value: Text) -> Number",
                "Count(inputDictionary: Dictionary) -> Number",
                "Count(features: FeatureSet) -> Number",
            ], count),
        ArcadeFunctionDefinition(
            "Distinct", .array, .core, since: "1.1", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Distinct(values: Array<Any>) -> Array<Any>",
                "Distinct([value1, ..., valueN]?: Any) -> Array<Any>",
                "Distinct(features: FeatureSet, fields: Text|Dictionary|Array<Text>|Array<Dictionary>) -> FeatureSet",
            ], distinct),
        ArcadeFunctionDefinition(
            "Erase", .array, .core, since: "1.12", 2...2,
            [
                "Erase(inputArray: Array<Any>, index: Number) -> Null"
            ], erase),
        ArcadeFunctionDefinition(
            "Filter", .array, .core, since: "1.5", 2...2,
            [
                "Filter(inputArray: Array<Any>, filterFunction: Function) -> Array<Any>",
                "Filter(features: FeatureSet, sqlExpression: Text) -> FeatureSet",
            ], filter),
        ArcadeFunctionDefinition(
            "First", .array, .core, since: "1.0", 1...1,
            [
                "First(inputArray: Array<Any>) -> Any",
                "First(features: FeatureSet) -> Feature",
            ], first),
        ArcadeFunctionDefinition(
            "Front", .array, .core, since: "1.12", 1...1,
            [
                "Front(inputArray: Array<Any>) -> Any"
            ], front),
        ArcadeFunctionDefinition(
            "Includes", .array, .core, since: "1.12", 2...2,
            [
                "Includes(inputArray: Array<Any>, value: Any) -> Boolean"
            ], includes),
        ArcadeFunctionDefinition(
            "IndexOf", .array, .core, since: "1.0", 2...2,
            [
                "IndexOf(inputArray: Array<Any>, item: Any) -> Number"
            ], indexOf),
        ArcadeFunctionDefinition(
            "Insert", .array, .core, since: "1.12", 3...3,
            [
                "Insert(inputArray: Array<Any>, index: Number, value: Any) -> Null"
            ], insert),
        ArcadeFunctionDefinition(
            "Map", .array, .core, since: "1.16", 2...2,
            [
                "Map(inputArray: Array<Any>, mappingFunction: Function) -> Array<Any>"
            ], map),
        ArcadeFunctionDefinition(
            "None", .array, .core, since: "1.16", 2...2,
            [
                "None(inputArray: Array<Any>, testFunction: Function) -> Boolean"
            ], none),
        ArcadeFunctionDefinition(
            "Pop", .array, .core, since: "1.12", 1...1,
            [
                "Pop(inputArray: Array<Any>) -> Any"
            ], pop),
        ArcadeFunctionDefinition(
            "Push", .array, .core, since: "1.12", 2...2,
            [
                "Push(inputArray: Array<Any>, value: Any) -> Number"
            ], push),
        ArcadeFunctionDefinition(
            "Reduce", .array, .core, since: "1.16", 2...3,
            [
                "Reduce(inputArray: Array<Any>, reducerFunction: Function, initialValue?: Any) -> Any"
            ], reduce),
        ArcadeFunctionDefinition(
            "Resize", .array, .core, since: "1.12", 2...3,
            [
                "Resize(inputArray: Array<Any>, newSize: Number, value?: Any) -> Null"
            ], resize),
        ArcadeFunctionDefinition(
            "Reverse", .array, .core, since: "1.0", 1...1,
            [
                "Reverse(inputArray: Array<Any>) -> Array<Any>"
            ], reverse),
        ArcadeFunctionDefinition(
            "Slice", .array, .core, since: "1.12", 1...3,
            [
                "Slice(inputArray: Array<Any>, startIndex?: Number, endIndex?: Number) -> Array<Any>"
            ], slice),
        ArcadeFunctionDefinition(
            "Sort", .array, .core, since: "1.0", 1...2,
            [
                "Sort(inputArray: Array<Any>, comparatorFunction?: Function) -> Array<Any>"
            ], sort),
        ArcadeFunctionDefinition(
            "Splice", .array, .core, since: "1.12", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Splice([value1, ..., valueN]?: Any) -> Array<Any>"
            ], splice),
        ArcadeFunctionDefinition(
            "Top", .array, .core, since: "1.3", 2...2,
            [
                "Top(inputArray: Array<Any>, numItems: Number) -> Array<Any>",
                "Top(features: FeatureSet, numItems: Number) -> FeatureSet",
            ], top),
    ]
}
