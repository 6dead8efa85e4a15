// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Evaluators as programs use them.
@Suite struct ArcadeEvaluatorTests {
    static func evaluator(_ script: String, _ profile: ArcadeProfile = .any, _ options: ArcadeEvaluatorOptions = .init()) -> ArcadeEvaluator
    {
        ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: profile, options: options)
    }

    @Test func aScriptIsEvaluatedManyTimes() async throws {
        let evaluator = Self.evaluator("$value * 2", .alias)
        for number in [1.0, 2.5, -3] {
            let result = try await evaluator.evaluate(withProfileVariables: ["$value": number])
            #expect(result.result as? Double == number * 2)
            #expect(result.result(as: .string) as? String == (number * 2 == 5 ? "5" : number == 1 ? "2" : "-6"))
        }
    }

    @Test func variablesAreKnownInAnyCase() throws {
        let evaluator = Self.evaluator("$VALUE + 1", .alias)
        for name in ["$value", "$Value", "value", "VALUE"] {
            #expect(try evaluator.evaluateNow(withProfileVariables: [name: 1]).result as? Double == 2)
        }
    }

    @Test func aVariableThatIsMissingIsNamed() async throws {
        let error = await #expect(throws: ArcadeError.self) { try await Self.evaluator("1 + $Feature.x", .popup).evaluate() }
        #expect(error?.code == .unknownVariable)
        #expect(error?.message.contains("$feature") == true)
        #expect(error?.column == 5)
        #expect(error?.text == "$Feature")
    }

    @Test func aVariableOfAnUnknownKindIsNamed() throws {
        struct Strange: Sendable {}
        let error = #expect(throws: ArcadeError.self) {
            try Self.evaluator("$value").evaluateNow(withProfileVariables: ["$value": Strange()])
        }
        #expect(error?.code == .type)
        #expect(error?.message.contains("Strange") == true)
    }

    @Test func whatTheScriptDoesNotMentionIsNotLookedAt() throws {
        struct Strange: Sendable {}
        let result = try Self.evaluator("1").evaluateNow(withProfileVariables: ["$map": Strange()])
        #expect(result.result as? Double == 1)
    }

    @Test func aFaultOfTheScriptIsThrownEachTime() async throws {
        let evaluator = Self.evaluator("Lenght(1)", .popup)
        #expect(throws: ArcadeError.self) { try evaluator.check() }
        for _ in 0..<2 {
            let error = await #expect(throws: ArcadeError.self) { try await evaluator.evaluate() }
            #expect(error?.code == .unknownFunction)
        }
    }

    @Test func profilesHaveTheirVariablesAndFunctions() throws {
        #expect(throws: ArcadeError.self) { try Self.evaluator("$map", .labeling).check() }
        #expect(throws: ArcadeError.self) { try Self.evaluator("TrackIndex()", .popup).check() }
        #expect(throws: ArcadeError.self) { try Self.evaluator("FeatureSet({})", .geotriggerNotification).check() }
        try Self.evaluator("TrackIndex()", .velocity).check()
        try Self.evaluator("$feature.x + $map", .formCalculation).check()
        try Self.evaluator("$anything", .unrestricted).check()
        try Self.evaluator("$view.scale", .visualization).check()
        #expect(ArcadeProfile(named: "Form-Calculation") == .formCalculation)
        #expect(ArcadeProfile(named: "nothing") == nil)
        #expect(Set(ArcadeProfile.all).count == ArcadeProfile.all.count)
    }

    @Test func valuesOfProgramsBecomeThoseOfScripts() throws {
        let moment = Date(timeIntervalSince1970: 86_400)
        let values: [(any Sendable, String)] = [
            ("x", "Text"), (1, "Number"), (1.5, "Number"), (Float(2), "Number"), (UInt8(3), "Number"), (Double.nan, "Number"),
            (true, "Boolean"),
            (moment, "Date"), (Instant(moment), "Date"), (DateOnly(daysSince1970: 3), "DateOnly"),
            (TimeOnly(microsecondsOfDay: 3), "Time"), ([1, 2], "Array"), (["a": 1], "Dictionary"),
            (["a": [1.0, 2]] as [String: any Sendable], "Dictionary"), (Point(x: 1, y: 2), "Point"), (Int?.some(3), "Number"),
            (UUID(), "Text"), ("text".prefix(2), "Text"), (Decimal(2), "Number"), (CGFloat(2), "Number"), (NSNull(), "Null"),
        ]
        for (value, type) in values {
            let result = try Self.evaluator("TypeOf($value)").evaluateNow(withProfileVariables: ["$value": value])
            #expect(result.result as? String == type, "\(value)")
        }
        #expect(try Self.evaluator("IsEmpty($value)").evaluateNow(withProfileVariables: ["$value": Int?.none]).boolean)
    }

    @Test func valuesOfAnyKindBecomeThoseOfScripts() async throws {
        let nothing: Any? = nil
        let values: [(Any, String)] = [
            ([1, "a", NSNull()] as [Any], "[1,\"a\",null]"), (["a": NSNull(), "b": Decimal(2)] as [String: Any], "{\"a\":null,\"b\":2}"),
            ("abc".prefix(2), "ab"), (CGFloat(1.5), "1.5"), (nothing as Any, ""), (Any?.some(nothing as Any) as Any, ""),
        ]
        for (value, text) in values {
            let result = try await Self.evaluator("Text($value)").evaluate(withProfileVariables: ["$value": value] as [String: Any])
            #expect(result.result as? String == text)
        }
    }

    @Test func valuesOfScriptsBecomeThoseOfPrograms() throws {
        func result(_ script: String) throws -> (any Sendable)? { try Self.evaluator(script).evaluateNow().result }
        #expect(try result("null") == nil)
        #expect(try result("'x'") as? String == "x")
        #expect(try result("true") as? Bool == true)
        #expect(try result("Date(86400000)") as? Date == Date(timeIntervalSince1970: 86_400))
        #expect(try result("DateOnly(2024, 1, 29)") as? DateOnly == DateOnly(year: 2024, month: 2, day: 29))
        #expect(try result("[1, 2]") as? [Double] == [1, 2])
        #expect((try result("[1, null]") as? [(any Sendable)?])?.count == 2)
        let dictionary = try result("{ a: 1, b: null, c: { d: ['x'] } }") as? [String: any Sendable]
        #expect(dictionary?.keys.sorted() == ["a", "c"])
        #expect((dictionary?["c"] as? [String: any Sendable])?["d"] as? [String] == ["x"])
        #expect((try result("Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } })") as? Point)?.y == 2)
        let feature = try result("Feature(null, 'a', 1, 'b', null)") as? ArcadeFeatureValue
        #expect(feature?.attributes["a"] as? Double == 1)
        #expect(feature?.attributes.count == 1)
        let set = try result("FeatureSet({ features: [{ attributes: { a: 1 } }, { attributes: { a: 2 } }] })") as? [any Sendable]
        #expect(set?.compactMap { ($0 as? ArcadeFeatureValue)?.attributes["a"] as? Double } == [1, 2])
    }

    @Test(
        arguments: [
            ("null", false, 0, ""), ("", false, 0, ""), ("true", true, 1, "true"), ("false", false, 0, "false"), ("3", true, 3, "3"),
            ("0", false, 0, "0"), ("NaN", false, .nan, "NaN"), ("'TRUE'", true, .nan, "TRUE"), ("'yes'", false, .nan, "yes"),
            ("'12.5'", false, 12.5, "12.5"), ("Date(1000)", false, .nan, "1970-01-01T00:00:01Z"), ("[1,2]", false, .nan, "[1,2]"),
            ("{ a: 1 }", false, .nan, "{\"a\":1}"), ("Point({x:1,y:2})", false, .nan, nil),
        ] as [(String, Bool, Double, String?)])
    func castsFollowTheRulesOfTheLanguage(script: String, boolean: Bool, number: Double, text: String?) throws {
        let result = try Self.evaluator(script).evaluateNow()
        #expect(result.result(as: .boolean) as? Bool == boolean)
        let double = try #require(result.result(as: .double) as? Double)
        #expect(double == number || double.isNaN && number.isNaN)
        if let text { #expect(result.result(as: .string) as? String == text) }
        let isDictionary = result.result(as: .dictionary) != nil
        #expect(isDictionary == (script == "{ a: 1 }"))
    }

    @Test func datesAreCast() throws {
        func date(_ script: String) throws -> Date? { try Self.evaluator(script).evaluateNow().result(as: .date) as? Date }
        #expect(try date("Date(5000)") == Date(timeIntervalSince1970: 5))
        #expect(try date("DateOnly(1970, 0, 2)") == Date(timeIntervalSince1970: 86_400))
        #expect(try date("'1970-01-01T00:00:07Z'") == Date(timeIntervalSince1970: 7))
        #expect(try date("'no date'") == nil)
        #expect(try date("3") == nil)
        for type in [ArcadeExpression.ReturnType.dateOnly, .timeOnly] {
            #expect(try Self.evaluator("0").evaluateNow().result(as: type) == nil)
        }
        let day = try Self.evaluator("Date(86400000)").evaluateNow().result(as: .dateOnly) as? DateOnly
        #expect(day == DateOnly(year: 1970, month: 1, day: 2))
        let time = try Self.evaluator("Date(3600000)").evaluateNow().result(as: .timeOnly) as? TimeOnly
        #expect(time?.microsecondsOfDay == 3_600_000_000)
    }

    @Test func theWorldIsHandedIn() throws {
        var options = ArcadeEvaluatorOptions()
        options.now = Instant(microsecondsSince1970: 0)
        options.seed = 7
        options.timeZone = TimeZone(identifier: "America/New_York")
        let evaluator = Self.evaluator("Console('hello'); [Text(Now()), Random()]", .any, options)
        let first = try evaluator.evaluateNow()
        let second = try evaluator.evaluateNow()
        #expect((first.result as? [any Sendable])?.first as? String == "1969-12-31T19:00:00-05:00")
        #expect(first.result(as: .string) as? String == second.result(as: .string) as? String)
        #expect(first.consoleMessages.count == 1)
        #expect(first.stepCount > 0)
    }

    @Test(arguments: [(5_400, "1970-01-01T01:30:00+01:30"), (-7_200, "1969-12-31T22:00:00-02:00")])
    func zonesThatAreAnOffsetAreKnown(seconds: Int, expected: String) throws {
        var options = ArcadeEvaluatorOptions()
        options.now = Instant(microsecondsSince1970: 0)
        options.timeZone = TimeZone(secondsFromGMT: seconds)
        #expect(try Self.evaluator("Text(Now())", .any, options).evaluateNow().result as? String == expected)
    }

    @Test func datesThatAreHandedInAreInTheZoneOfTheEvaluation() throws {
        var options = ArcadeEvaluatorOptions()
        options.timeZone = TimeZone(identifier: "America/New_York")
        let moment = Date(timeIntervalSince1970: 0)
        func result(_ script: String, _ value: any Sendable) throws -> String? {
            try Self.evaluator(script, .any, options).evaluateNow(withProfileVariables: ["$value": value]).result as? String
        }
        #expect(try result("Text($value)", moment) == "1969-12-31T19:00:00-05:00")
        #expect(try result("Text($value[0], 'HH')", [moment]) == "19")
        #expect(try result("Text($value.at, 'HH')", ["at": Instant(moment)]) == "19")
    }

    @Test func limitsHold() throws {
        var options = ArcadeEvaluatorOptions()
        options.limits.steps = 1_000
        let error = #expect(throws: ArcadeError.self) { try Self.evaluator("while (true) {}", .any, options).evaluateNow() }
        #expect(error?.code == .limitExceeded)
    }

    @Test func oneEvaluatorServesManyTasks() async throws {
        let evaluator = Self.evaluator("var s = 0; for (var i = 0; i < $value; i++) { s += i } s", .alias)
        let sums = try await withThrowingTaskGroup(of: (Int, Double?).self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<20 { _ = try await evaluator.evaluate(withProfileVariables: ["$value": task * 10]) }
                    return (task, try await evaluator.evaluate(withProfileVariables: ["$value": task * 10]).result as? Double)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for task in 0..<8 { #expect(sums[task] == Double(task * 10 * (task * 10 - 1) / 2)) }
    }

    @Test func aCancelledTaskEndsTheScript() async throws {
        var options = ArcadeEvaluatorOptions()
        options.limits.steps = .max
        let evaluator = Self.evaluator("while (true) {}", .any, options)
        let task = Task { try await evaluator.evaluate() }
        task.cancel()
        let error = await #expect(throws: ArcadeError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func anObservationOfATrackHasTrackFunctions() throws {
        struct Observed: ArcadeConvertible {
            let arcadeContent = ArcadeContent.feature(ArcadeAttributesRow([(name: "v", value: .integer(1))]))
            var arcadeTrack: ArcadeTrack? { ArcadeTrackTests.track(current: 2) }
        }
        let evaluator = Self.evaluator("Round(TrackCurrentDistance()) + $feature.v", .velocity)
        #expect(try evaluator.evaluateNow(withProfileVariables: ["$feature": Observed()]).result as? Double == 141)
        #expect(throws: ArcadeError.self) { try evaluator.evaluateNow(withProfileVariables: ["$feature": ["v": 1]]) }
    }

    @Test func whatMustBeReadIsReadBefore() async throws {
        struct Slow: ArcadeLoadable {
            func arcadeContent(for script: String) async throws -> ArcadeContent {
                await Task.yield()
                return .text(script)
            }
        }
        let evaluator = Self.evaluator("Count($layer)", .popup)
        #expect(try await evaluator.evaluate(withProfileVariables: ["$layer": Slow()]).result as? Double == 13)
        let error = #expect(throws: ArcadeError.self) { try evaluator.evaluateNow(withProfileVariables: ["$layer": Slow()]) }
        #expect(error?.code == .type)
        #expect(error?.message.contains("evaluate(withProfileVariables:)") == true)
    }
}
