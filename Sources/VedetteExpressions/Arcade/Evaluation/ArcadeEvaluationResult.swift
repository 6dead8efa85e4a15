// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry
import VedetteValues

extension ArcadeExpression {
    /// What the result of a script is to be.
    public enum ReturnType: Hashable, Sendable, CaseIterable {
        /// What the script makes it.
        case automatic
        /// Whatever it is.
        case any
        /// A truth value: of numbers whether they are neither 0 nor NaN, of texts whether they say `true` in any case, else false.
        case boolean
        /// A number: 1 and 0 of truth values, 0 of null, what texts say, else NaN.
        case double
        /// What `Text()` makes of it.
        case string
        /// A moment: also midnight of a day, and what texts in ISO 8601 say, else nil.
        case date
        /// A day: also that of a moment, and what texts say, else nil.
        case dateOnly
        /// A time of day: also that of a moment, and what texts say, else nil.
        case timeOnly
        /// A dictionary, else nil.
        case dictionary

        /// As ``double``.
        public static let number = ReturnType.double
    }
}

/// What came of an evaluation.
public final class ArcadeEvaluationResult: Sendable {
    package let content: ArcadeContent
    /// What `Console()` said, a line each.
    public let consoleMessages: [String]
    /// How many steps it took, of those that ``ArcadeLimits`` allow.
    public let stepCount: Int

    private let context: ArcadeContext

    init(_ outcome: ArcadeProgram.Outcome, _ context: ArcadeContext) {
        (content, consoleMessages, stepCount, self.context) = (outcome.value, outcome.console, outcome.stepCount, context)
    }

    /// A part of a result, to be cast as that was.
    package init(of content: ArcadeContent, like other: ArcadeEvaluationResult) {
        (self.content, context, consoleMessages, stepCount) = (content, other.context, [], 0)
    }

    /// The value, as programs have it: nil, `Bool`, `Double`, `String`, `Date`, `DateOnly`, `TimeOnly`, `Geometry`; `[(any Sendable)?]` for an array;
    /// `[String: any Sendable]` for a dictionary, null values left out; the very feature, graphic, observation or location that was handed in; an
    /// ``ArcadeFeatureValue`` for a feature that the script made, and an array of features for a feature set.
    public var result: (any Sendable)? { content.sendable }

    /// The value as one of a type, by the rules of the language; never an error.
    ///
    /// - Returns: `Bool`, `Double`, `String`, `Date`, `DateOnly`, `TimeOnly`, `[String: any Sendable]` or nil.
    public func result(as type: ArcadeExpression.ReturnType) -> (any Sendable)? {
        switch type {
        case .automatic, .any: result
        case .boolean: boolean
        case .double: number
        case .string: text
        case .dictionary: if case .dictionary = content { result } else { nil }
        case .date: moment
        case .dateOnly: isNumber ? nil : converted(Self.dateOnly).sendable
        case .timeOnly: isNumber ? nil : converted(Self.timeOnly).sendable
        }
    }

    /// As ``result(as:)`` with `boolean`.
    package var boolean: Bool { content.asBoolean }

    private var number: Double {
        switch content {
        case .number(let value): value
        case .boolean(let value): value ? 1 : 0
        case .null: 0
        case .text: if case .number(let number) = converted(Self.number) { number } else { .nan }
        default: .nan
        }
    }

    /// As ``result(as:)`` with `string`.
    package var text: String {
        switch content {
        case .text(let text): text
        case .null: ""
        default: if case .text(let text) = converted(Self.text) { text } else { "" }
        }
    }

    /// Whether it is a number, which is a moment to functions, but not to casts.
    private var isNumber: Bool { if case .number = content { true } else { false } }

    private var moment: Date? {
        switch content {
        case .date(let date): date.instant.date
        case .dateOnly, .text: if case .date(let date) = converted(Self.date) { date.instant.date } else { nil }
        default: nil
        }
    }

    // What a cast is, the language knows best.
    private static let number = try? ArcadeProgram("Number($value)", profile: .alias)
    private static let text = try? ArcadeProgram("Text($value)", profile: .alias)
    private static let date = try? ArcadeProgram("Date($value)", profile: .alias)
    private static let dateOnly = try? ArcadeProgram("DateOnly($value)", profile: .alias)
    private static let timeOnly = try? ArcadeProgram("Time($value)", profile: .alias)

    private func converted(_ program: ArcadeProgram?) -> ArcadeContent {
        (try? program?.evaluate([content], in: context).value) ?? .null
    }
}

extension ArcadeContent {
    /// `Boolean()` of it, as hosts cast results: only truth values, numbers and texts can be true.
    package var asBoolean: Bool {
        switch self {
        case .boolean(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let value): value.lowercased() == "true"
        default: false
        }
    }

    /// As programs have it.
    package var sendable: (any Sendable)? {
        switch self {
        case .null, .function, .featureSetCollection: return nil
        case .boolean(let value): return value
        case .number(let value): return value
        case .text(let value): return value
        case .date(let value): return value.instant.date
        case .dateOnly(let value): return value
        case .time(let value): return value
        case .array(let elements): return elements.map(\.sendable)
        case .dictionary(let entries):
            var dictionary: [String: any Sendable] = [:]
            for entry in entries { dictionary[entry.name] = entry.value.sendable }
            return dictionary
        case .feature(let row): return row.element ?? ArcadeFeatureValue(row)
        case .geometry(let value): return value
        case .featureSet(let source):
            var features: [any Sendable] = []
            // What cannot be read ends the list.
            try? source.forEachRow(in: nil) { row throws(ArcadeFailure) in
                features.append(row.element ?? ArcadeFeatureValue(row))
                return features.count < 100_000
            }
            return features
        }
    }
}

/// A feature that a script made.
public struct ArcadeFeatureValue: Sendable {
    /// Values by field name, null values left out.
    public let attributes: [String: any Sendable]
    public let geometry: Geometry?

    init(_ row: any ArcadeRow) {
        var attributes: [String: any Sendable] = [:]
        for name in row.fieldNames { attributes[name] = row.value(named: ArcadeName(name))?.sendable }
        (self.attributes, geometry) = (attributes, row.geometry)
    }
}
