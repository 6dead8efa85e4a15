// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “math”.
package enum ArcadeMathFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "Abs", .math, .core, since: "1.0", 1...1,
            [
                "Abs(value: Number) -> Number"
            ], abs),
        ArcadeFunctionDefinition(
            "Acos", .math, .core, since: "1.0", 1...1,
            [
                "Acos(value: Number) -> Number"
            ], acos),
        ArcadeFunctionDefinition(
            "Asin", .math, .core, since: "1.0", 1...1,
            [
                "Asin(value: Number) -> Number"
            ], asin),
        ArcadeFunctionDefinition(
            "Atan", .math, .core, since: "1.0", 1...1,
            [
                "Atan(value: Number) -> Number"
            ], atan),
        ArcadeFunctionDefinition(
            "Atan2", .math, .core, since: "1.0", 2...2,
            [
                "Atan2(y: Number, x: Number) -> Number"
            ], atan2),
        ArcadeFunctionDefinition(
            "Average", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Average(numbers: Array<Number>) -> Number",
                "Average([number1, ..., numberN]?: Number) -> Number",
                "Average(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], average),
        ArcadeFunctionDefinition(
            "Ceil", .math, .core, since: "1.0", 1...2,
            [
                "Ceil(value: Number, numPlaces?: Number) -> Number"
            ], ceil),
        ArcadeFunctionDefinition(
            "Constrain", .math, .core, since: "1.2", 3...3,
            [
                "Constrain(value: Number, lowerBound: Number, upperBound: Number) -> Number"
            ], constrain),
        ArcadeFunctionDefinition(
            "Cos", .math, .core, since: "1.0", 1...1,
            [
                "Cos(value: Number) -> Number"
            ], cos),
        ArcadeFunctionDefinition(
            "Exp", .math, .core, since: "1.0", 1...1,
            [
                "Exp(x: Number) -> Number"
            ], exp),
        ArcadeFunctionDefinition(
            "Floor", .math, .core, since: "1.0", 1...2,
            [
                "Floor(value: Number, numPlaces?: Number) -> Number"
            ], floor),
        ArcadeFunctionDefinition(
            "Hash", .math, .core, since: "1.12", 1...1,
            [
                "Hash(value: Text|Number|Boolean|Date|Array<Any>|Dictionary|Geometry|DateOnly|Time) -> Number"
            ], ArcadeHash.hash),
        ArcadeFunctionDefinition(
            "Log", .math, .core, since: "1.0", 1...1,
            [
                "Log(x: Number) -> Number"
            ], log),
        ArcadeFunctionDefinition(
            "Max", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Max(numbers: Array<Number>) -> Number",
                "Max([number1, ..., numberN]?: Number) -> Number",
                "Max(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], max),
        ArcadeFunctionDefinition(
            "Mean", .math, .core, since: "1.1", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Mean(numbers: Array<Number>) -> Number",
                "Mean([number1, ..., numberN]?: Number) -> Number",
                "Mean(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], average),
        ArcadeFunctionDefinition(
            "Min", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Min(numbers: Array<Number>) -> Number",
                "Min([number1, ..., numberN]?: Number) -> Number",
                "Min(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], min),
        ArcadeFunctionDefinition(
            "Number", .math, .core, since: "1.0", 1...2,
            [
                "Number(value: Any, pattern?: Text) -> Number"
            ], ArcadeNumberPattern.number),
        ArcadeFunctionDefinition(
            "Pow", .math, .core, since: "1.0", 2...2,
            [
                "Pow(x: Number, y: Number) -> Number"
            ], pow),
        ArcadeFunctionDefinition(
            "Random", .math, .core, since: "1.0", 0...0,
            [
                "Random() -> Number"
            ], random),
        ArcadeFunctionDefinition(
            "Round", .math, .core, since: "1.0", 1...2,
            [
                "Round(value: Number, numPlaces?: Number) -> Number"
            ], round),
        ArcadeFunctionDefinition(
            "Sin", .math, .core, since: "1.0", 1...1,
            [
                "Sin(value: Number) -> Number"
            ], sin),
        ArcadeFunctionDefinition(
            "Sqrt", .math, .core, since: "1.0", 1...1,
            [
                "Sqrt(value: Number) -> Number"
            ], sqrt),
        ArcadeFunctionDefinition(
            "Stdev", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Stdev(numbers: Array<Number>) -> Number",
                "Stdev([number1, ..., numberN]?: Number) -> Number",
                "Stdev(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], stdev),
        ArcadeFunctionDefinition(
            "Sum", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Sum(numbers: Array<Number>) -> Number",
                "Sum([number1, ..., numberN]?: Number) -> Number",
                "Sum(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], sum),
        ArcadeFunctionDefinition(
            "Tan", .math, .core, since: "1.0", 1...1,
            [
                "Tan(value: Number) -> Number"
            ], tan),
        ArcadeFunctionDefinition(
            "Variance", .math, .core, since: "1.0", 0...ArcadeFunctionDefinition.unlimited,
            [
                "Variance(numbers: Array<Number>) -> Number",
                "Variance([number1, ..., numberN]?: Number) -> Number",
                "Variance(features: FeatureSet, fieldNameOrSQLExpression: Text) -> Number",
            ], variance),
    ]
}
