// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

/// A value of a table of cases.
indirect enum TextValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case date(milliseconds: Int64)
    case array([TextValue])
    case dictionary([(String, TextValue)])
    case feature([(String, TextValue)], Geometry?)
    case geometry(Geometry)
    case function(String)

    func value(in run: ArcadeRun) throws -> ArcadeValue {
        switch self {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value)
        case .text(let value): return .text(value)
        case .date(let value): return .date(ArcadeDate(instant: Instant(microsecondsSince1970: value * 1_000), zone: .utc))
        case .array(let elements): return try run.makeArray(elements.map { try $0.value(in: run) })
        case .dictionary(let entries): return .dictionary(try Self.dictionary(entries, run))
        case .feature(let entries, let geometry):
            return .feature(try run.makeFeature(attributes: Self.dictionary(entries, run), geometry: geometry))
        case .geometry(let geometry): return .geometry(geometry)
        case .function(let name):
            return .function(ArcadeFunction(name: name, body: .builtIn(try #require(ArcadeFunctionCatalogue.definition(named: name)))))
        }
    }

    private static func dictionary(_ entries: [(String, TextValue)], _ run: ArcadeRun) throws -> ArcadeDictionary {
        let dictionary = try run.makeDictionary()
        for (name, value) in entries { dictionary[name] = try value.value(in: run) }
        return dictionary
    }
}

extension TextValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: TextValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, TextValue)...) { self = .dictionary(elements) }
    init(nilLiteral: ()) { self = .null }
}

/// A call and what it must return.
struct TextCase: Sendable, CustomTestStringConvertible {
    let function: String
    let arguments: [TextValue]
    let expected: TextValue

    init(_ function: String, _ arguments: [TextValue], _ expected: TextValue) {
        (self.function, self.arguments, self.expected) = (function, arguments, expected)
    }

    var testDescription: String { "\(function)(\(arguments))" }

    func check() throws {
        let run = Self.run()
        let result = try Self.call(function, arguments, run)
        #expect(try Self.description(result) == Self.description(expected.value(in: run)))
    }

    static func run(_ change: (inout ArcadeLimits) -> Void = { _ in }) -> ArcadeRun {
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        change(&context.limits)
        return ArcadeRun(context: context)
    }

    static func call(_ name: String, _ arguments: [TextValue], _ run: ArcadeRun = run()) throws -> ArcadeValue {
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: name))
        return try definition.body(ArcadeArguments(arguments.map { try $0.value(in: run) }), run)
    }

    /// The failure of a call, whose message must name the function or the limit.
    static func failure(_ name: String, _ arguments: [TextValue], _ run: ArcadeRun = run()) throws -> ArcadeFailure? {
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: name))
        let values = try arguments.map { try $0.value(in: run) }
        do throws(ArcadeFailure) {
            _ = try definition.body(ArcadeArguments(values), run)
            return nil
        } catch {
            return error
        }
    }

    /// What tells values apart: kinds, every bit of a number but the sign of NaN, the scalars of a text.
    static func description(_ value: ArcadeValue) -> String {
        switch value {
        case .number(let value): value.isNaN ? "NaN" : value.description
        case .text(let value): String(value.debugDescription)
        case .array(let array): "[" + array.elements.map(description).joined(separator: ", ") + "]"
        case .dictionary(let dictionary):
            "{" + dictionary.keys.map { "\($0): \(description(dictionary[$0] ?? .null))" }.joined(separator: ", ") + "}"
        case .boolean(let value): value.description
        default: value.typeName
        }
    }
}
