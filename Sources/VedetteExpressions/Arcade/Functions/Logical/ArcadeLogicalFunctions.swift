// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “logical”.
package enum ArcadeLogicalFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Boolean", .logical, .core, since: "1.0", 1...1,
            [
                "Boolean(value: Text|Number) -> Boolean"
            ], boolean),
        ArcadeFunctionDefinition(
            "Decode", .logical, .core, since: "1.0", 1...ArcadeFunctionDefinition.unlimited,
            [
                "Decode(expression: Any, [compare1, return1, ..., compareN, returnN]?: Any, default?: Any) -> Any"
            ], decode),
        ArcadeFunctionDefinition(
            "DefaultValue", .logical, .core, since: "1.0", 1...3,
            [
                "DefaultValue(value: Any, defaultValue?: Any) -> Any",
                "DefaultValue(inputDictionary: Dictionary|Feature, key: Text, defaultValue: Any) -> Any",
                "DefaultValue(inputArray: Array<Any>, index: Number, defaultValue: Any) -> Any",
                "DefaultValue(container: Dictionary|Feature|Array<Any>, keys: Array<Text|Number>, defaultValue: Any) -> Any",
            ], defaultValue),
        ArcadeFunctionDefinition(
            "IIf", .logical, .core, since: "1.0", 3...3,
            [
                "IIf(condition: Boolean, trueValue: Any, falseValue: Any) -> Any"
            ], iif),
        ArcadeFunctionDefinition(
            "IsEmpty", .logical, .core, since: "1.0", 1...1,
            [
                "IsEmpty(value: Any) -> Boolean"
            ], isEmpty),
        ArcadeFunctionDefinition(
            "IsNan", .logical, .core, since: "1.5", 1...1,
            [
                "IsNan(value: Any) -> Boolean"
            ], isNaN),
        ArcadeFunctionDefinition(
            "TypeOf", .logical, .core, since: "1.0", 1...1,
            [
                "TypeOf(value: Any) -> Text"
            ], typeOf),
        ArcadeFunctionDefinition(
            "When", .logical, .core, since: "1.0", 3...ArcadeFunctionDefinition.unlimited,
            [
                "When(expression1: Boolean, result1: Any, [expression2, result2, ..., expressionN, resultN]?: Any, defaultValue: Any) -> Any"
            ], when),
    ]
}
