// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A value of JSON: for descriptions, whose members come in any order. Rows of data are read without it.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number that was written as a whole one and fits.
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    /// Of two members with one name, the first counts.
    case object([String: JSONValue])

    /// Reads one value.
    package init(_ cursor: inout JSONCursor, depth: Int = 0) throws(JSONSyntaxError) {
        switch try cursor.peekValue() {
        case UInt8(ascii: "{"):
            guard depth < JSONCursor.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
            var members: [String: JSONValue] = [:]
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                let value = try JSONValue(&cursor, depth: depth + 1)
                let name = cursor.text(of: key)
                if members[name] == nil { members[name] = value }
            }
            self = .object(members)
        case UInt8(ascii: "["):
            guard depth < JSONCursor.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
            var elements: [JSONValue] = []
            try cursor.expect(UInt8(ascii: "["))
            if !cursor.take(UInt8(ascii: "]")) {
                repeat { elements.append(try JSONValue(&cursor, depth: depth + 1)) } while cursor.take(UInt8(ascii: ","))
                try cursor.expect(UInt8(ascii: "]"))
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .text(cursor.text(of: try cursor.readString()))
        case UInt8(ascii: "t"):
            try cursor.readWord("true")
            self = .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.readWord("false")
            self = .boolean(false)
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            self = .null
        default:
            let number = try cursor.readNumber()
            if let whole = number.int64 { self = .integer(whole) } else { self = .number(try cursor.double(of: number)) }
        }
    }

    /// Reads a whole text.
    package init(text bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        var cursor = JSONCursor(bytes)
        try self.init(&cursor)
        try cursor.expectEnd()
    }

    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var elements: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The value as an attribute: lists and objects as their JSON text; nil for null.
    package var attribute: (any Sendable)? {
        switch self {
        case .null: return nil
        case .boolean(let value): return value
        case .integer(let value): return value
        case .number(let value): return value
        case .text(let value): return value
        case .array, .object:
            var output: [UInt8] = []
            append(to: &output)
            return String(decoding: output, as: UTF8.self)
        }
    }

    package func append(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): JSONWriter.append(value, to: &output)
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
            for (index, (name, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONWriter.append(name, to: &output)
                output.append(UInt8(ascii: ":"))
                value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}
