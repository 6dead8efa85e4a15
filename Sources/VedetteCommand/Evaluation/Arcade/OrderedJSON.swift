// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry

/// A value of JSON whose members stay in their order, as scripts go through them in it.
indirect enum OrderedJSON: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([OrderedJSON])
    /// Of two members with one name, the first is found.
    case object([(name: String, value: OrderedJSON)])

    /// Reads a whole text.
    init(text bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        var cursor = JSONCursor(bytes)
        self = try Self.read(&cursor, depth: 0)
        try cursor.expectEnd()
    }

    /// - Throws: ``JSONSyntaxError``.
    init(_ text: String) throws {
        var text = text
        self = try text.withUTF8 { try OrderedJSON(text: UnsafeRawBufferPointer($0)) }
    }

    private static func read(_ cursor: inout JSONCursor, depth: Int) throws(JSONSyntaxError) -> OrderedJSON {
        switch try cursor.peekValue() {
        case UInt8(ascii: "{"):
            guard depth < JSONCursor.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
            var members: [(name: String, value: OrderedJSON)] = []
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                members.append((cursor.text(of: key), try Self.read(&cursor, depth: depth + 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            guard depth < JSONCursor.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
            var elements: [OrderedJSON] = []
            try cursor.expect(UInt8(ascii: "["))
            if !cursor.take(UInt8(ascii: "]")) {
                repeat { elements.append(try Self.read(&cursor, depth: depth + 1)) } while cursor.take(UInt8(ascii: ","))
                try cursor.expect(UInt8(ascii: "]"))
            }
            return .array(elements)
        case UInt8(ascii: "\""): return .text(cursor.text(of: try cursor.readString()))
        case UInt8(ascii: "t"):
            try cursor.readWord("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.readWord("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            return .null
        default: return .number(try cursor.double(of: try cursor.readNumber()))
        }
    }

    // MARK: Looking in

    /// The member with this name, in any case; nil where there is none, or it is null.
    subscript(name: String) -> OrderedJSON? {
        guard let value = member(name) else { return nil }
        if case .null = value { return nil }
        return value
    }

    /// The member with this name, in any case, null too.
    func member(_ name: String) -> OrderedJSON? {
        guard case .object(let members) = self else { return nil }
        return (members.first { $0.name == name } ?? members.first { $0.name.lowercased() == name.lowercased() })?.value
    }

    var members: [(name: String, value: OrderedJSON)]? { if case .object(let value) = self { value } else { nil } }
    var elements: [OrderedJSON]? { if case .array(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    // MARK: Writing

    /// The JSON text.
    var description: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    func append(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): JSONWriter.append(value, to: &output)
        case .text(let value): JSONWriter.append(value, to: &output)
        case .array(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                value.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONWriter.append(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// As the values of descriptions, whose order does not matter.
    var unordered: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
        case .text(let value): .text(value)
        case .array(let values): .array(values.map(\.unordered))
        case .object(let members): .object(Dictionary(members.map { ($0.name, $0.value.unordered) }) { first, _ in first })
        }
    }
}
