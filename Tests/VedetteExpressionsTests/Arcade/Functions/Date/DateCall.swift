// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

@testable import VedetteExpressions

/// A call of a function with its arguments, which may be calls themselves, as a table can hold it.
indirect enum DateCall: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral,
    ExpressibleByBooleanLiteral, CustomStringConvertible
{
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array
    case call(String, [DateCall])

    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .boolean(value) }

    var description: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): "'\(text)'"
        case .array: "[]"
        case .call(let name, let arguments): "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
        }
    }

    func value(in run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch self {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value)
        case .text(let text): return .text(text)
        case .array: return .array(ArcadeArray([]))
        case .call("Pattern", let arguments):
            let value = try arguments[0].value(in: run)
            return .text(try ArcadeDatePattern.text(of: value, pattern: try run.text(try arguments[1].value(in: run)), in: run))
        case .call(let name, let arguments):
            var values: [ArcadeValue] = []
            for argument in arguments { values.append(try argument.value(in: run)) }
            guard let definition = ArcadeFunctionCatalogue.definition(named: name), definition.argumentCount.contains(values.count) else {
                throw ArcadeFailure(.unknownFunction, name)
            }
            return try definition.body(ArcadeArguments(values), run)
        }
    }

    /// 2023-01-27T20:41:20.500Z in Los Angeles, with a system in Berlin.
    static func context(_ zone: String = "America/Los_Angeles") -> ArcadeContext {
        var context = ArcadeContext(
            now: Instant(microsecondsSince1970: 1_674_852_080_500_999), timeZone: ArcadeTimeZone.named(zone) ?? .unknown)
        context.systemTimeZone = ArcadeTimeZone.named("Europe/Berlin") ?? .unknown
        return context
    }

    /// What comes out, in words: dates, days and times in ISO 8601, a failure as `!` and its code.
    func result(zone: String = "America/Los_Angeles") -> String {
        let run = ArcadeRun(context: Self.context(zone))
        do {
            switch try value(in: run) {
            case .null: return "null"
            case .number(let value): return value == value.rounded() && abs(value) < 1e18 ? "\(Int64(value))" : "\(value)"
            case .text(let text): return text
            case .date(let date): return ArcadeDateText.iso(date)
            case .dateOnly(let day): return ArcadeDateText.iso(day)
            case .time(let time): return ArcadeDateText.iso(time)
            case let other: return other.typeName
            }
        } catch {
            return "!\(error.code.rawValue)"
        }
    }
}

/// A call, for tables.
func call(_ name: String, _ arguments: DateCall...) -> DateCall { .call(name, arguments) }
