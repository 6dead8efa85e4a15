// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

/// A script, and what must come of it: a value as ``notation(of:)`` writes it, or `code 'text at fault'`.
struct ProgramCase: CustomTestStringConvertible, Sendable {
    let source: String
    let expected: String
    var testDescription: String { source }

    init(_ source: String, _ expected: String) {
        (self.source, self.expected) = (source, expected)
    }
}

/// What comes of a script: its value, or the code of the error and the text that it points to.
func outcome(
    of source: String, _ variables: [String: ArcadeContent] = [:], limits: ArcadeLimits = ArcadeLimits()
) -> String {
    do throws(ArcadeError) {
        return notation(of: try evaluate(source, variables, limits: limits).value)
    } catch {
        return "\(error.code.rawValue) '\(error.text)'"
    }
}

func evaluate(
    _ source: String, _ variables: [String: ArcadeContent] = [:], limits: ArcadeLimits = ArcadeLimits()
) throws(ArcadeError) -> ArcadeProgram.Outcome {
    var context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
    context.limits = limits
    let program = try ArcadeProgram(source, profile: .any)
    return try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
}

/// The message of the error that ends a script; empty where none does.
func message(of source: String, _ variables: [String: ArcadeContent] = [:]) -> String {
    do throws(ArcadeError) {
        _ = try evaluate(source, variables)
        return ""
    } catch {
        return error.message
    }
}

/// A value in one line: `null`, `true`, `1.5`, `'text'`, `[…]`, `{name: …}`, or the kind of it.
func notation(of content: ArcadeContent) -> String {
    switch content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value) where value.isNaN: "nan"
    case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .text(let value): "'\(value)'"
    case .array(let elements): "[" + elements.map(notation).joined(separator: ", ") + "]"
    case .dictionary(let entries): "{" + entries.map { "\($0.name): \(notation(of: $0.value))" }.joined(separator: ", ") + "}"
    case .date(let date): "date \(date.instant)"
    case .dateOnly(let date): "\(date)"
    case .time(let time): "\(time)"
    case .feature(let row): "feature(" + row.fieldNames.joined(separator: ", ") + ")"
    case .geometry: "geometry"
    case .featureSet: "feature set"
    case .featureSetCollection: "feature sets"
    case .function(let name): "function \(name)"
    }
}
