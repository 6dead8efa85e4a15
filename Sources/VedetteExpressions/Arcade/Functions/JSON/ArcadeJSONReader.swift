// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Reads JSON into values, each of them counted before it is made.
struct ArcadeJSONReader {
    private var cursor: JSONCursor
    private let run: ArcadeRun

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ run: ArcadeRun) {
        (cursor, self.run) = (JSONCursor(UnsafeRawBufferPointer(bytes)), run)
    }

    /// - Throws: `JSONSyntaxError`, or `ArcadeFailure` where a limit is reached.
    mutating func read() throws -> ArcadeValue {
        let value = try readValue(depth: 0)
        try cursor.expectEnd()
        return value
    }

    private mutating func readValue(depth: Int) throws -> ArcadeValue {
        try run.charge(1)
        switch try cursor.peekValue() {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .text(try readText())
        case UInt8(ascii: "t"):
            try cursor.readWord("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.readWord("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            return .null
        default: return .number(try cursor.readDouble())
        }
    }

    private mutating func readText() throws -> String {
        let string = try cursor.readString()
        try run.chargeValue(bytes: string.range.count)
        return cursor.text(of: string)
    }

    private mutating func readArray(depth: Int) throws -> ArcadeValue {
        guard depth < ArcadeJSON.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
        try cursor.expect(UInt8(ascii: "["))
        var elements: [ArcadeValue] = []
        if !cursor.take(UInt8(ascii: "]")) {
            repeat { elements.append(try readValue(depth: depth + 1)) } while cursor.take(UInt8(ascii: ","))
            try cursor.expect(UInt8(ascii: "]"))
        }
        return try run.makeArray(elements)
    }

    private mutating func readObject(depth: Int) throws -> ArcadeValue {
        guard depth < ArcadeJSON.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
        try cursor.expect(UInt8(ascii: "{"))
        let dictionary = try run.makeDictionary()
        if !cursor.take(UInt8(ascii: "}")) {
            repeat {
                cursor.skipWhitespace()
                let name = ArcadeName(try readText())
                try cursor.expect(UInt8(ascii: ":"))
                // A name that is new costs an entry and a hash of it.
                try run.chargeValue(bytes: 16)
                try run.charge(2 + name.folded.utf8.count >> 5)
                dictionary[name] = try readValue(depth: depth + 1)
            } while cursor.take(UInt8(ascii: ","))
            try cursor.expect(UInt8(ascii: "}"))
        }
        return .dictionary(dictionary)
    }
}
