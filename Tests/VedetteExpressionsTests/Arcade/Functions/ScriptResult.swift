// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// What comes of a script, written down: `[1, 'a', null]`, `{name: 'x'}`, `!outOfRange` for a failure with that code.
struct ScriptResult {
    let description: String
    let console: [String]
    /// Why there was no value.
    let message: String

    init(_ script: String, variables: [String: ArcadeContent] = [:], limits: ArcadeLimits = ArcadeLimits(), seed: UInt64 = 0) throws {
        let program = try ArcadeProgram(script, profile: .any)
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 1_700_000_000_000_000), seed: seed)
        context.limits = limits
        do {
            let outcome = try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
            (description, console, message) = (Self.describe(outcome.value), outcome.console, "")
        } catch {
            (description, console, message) = ("!" + error.code.rawValue, [], error.message)
        }
    }

    private static func describe(_ content: ArcadeContent) -> String {
        switch content {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value) where value.isNaN: "nan"
        case .number(let value): value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
        case .text(let value): "'\(value)'"
        case .date(let value): "Date(\(value.instant.microsecondsSince1970 / 1000))"
        case .dateOnly(let value): "DateOnly(\(value))"
        case .time(let value): "Time(\(value))"
        case .array(let values): "[" + values.map(describe).joined(separator: ", ") + "]"
        case .dictionary(let entries): "{" + entries.map { "\($0.name): \(describe($0.value))" }.joined(separator: ", ") + "}"
        case .feature: "Feature"
        case .geometry(let geometry): "\(type(of: geometry))"
        case .featureSet: "FeatureSet"
        case .featureSetCollection: "FeatureSetCollection"
        case .function(let name): "function \(name)"
        }
    }
}

/// A script and what must come of it.
struct ScriptCase: Sendable, CustomTestStringConvertible {
    let script: String
    let expected: String

    init(_ script: String, _ expected: String) {
        (self.script, self.expected) = (script, expected)
    }

    var testDescription: String { script }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try ScriptResult(script)
        #expect(result.description == expected, "\(result.message)", sourceLocation: sourceLocation)
    }
}
