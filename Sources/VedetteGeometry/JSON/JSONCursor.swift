// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A strict, single-pass reader of JSON (RFC 8259) over bytes that somebody else owns.
///
/// It makes no tokens and no strings: it hands out ranges of the bytes and numbers. Accepts exactly what RFC 8259 accepts
/// (no trailing comma, no `NaN`, no leading zero, valid UTF-8), nested up to ``maximumDepth``.
package struct JSONCursor {
    /// How deep arrays and objects may nest.
    package static let maximumDepth = 64

    /// The text; must stay valid while the cursor is used.
    package let bytes: UnsafeRawBufferPointer

    /// Where the next read starts.
    package var offset: Int

    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The byte at the cursor, or nil at the end.
    @inline(__always)
    package var next: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    @inline(__always)
    package mutating func skipWhitespace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Skips white space and takes `byte`, or throws.
    @inline(__always)
    package mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
        skipWhitespace()
        guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
        guard bytes[offset] == byte else { throw JSONSyntaxError(.unexpectedCharacter, at: offset) }
        offset += 1
    }

    /// Skips white space and takes `byte` if it is next.
    @inline(__always)
    package mutating func take(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Skips white space and says which byte the next value begins with.
    @inline(__always)
    package mutating func peekValue() throws(JSONSyntaxError) -> UInt8 {
        skipWhitespace()
        guard offset < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
        return bytes[offset]
    }

    /// Succeeds if only white space is left.
    package mutating func expectEnd() throws(JSONSyntaxError) {
        skipWhitespace()
        guard offset == bytes.count else { throw JSONSyntaxError(.textAfterValue, at: offset) }
    }

    /// Reads `true`, `false` or `null`, whichever `word` is.
    package mutating func readWord(_ word: StaticString) throws(JSONSyntaxError) {
        let length = word.utf8CodeUnitCount
        guard offset + length <= bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: bytes.count) }
        for index in 0..<length where bytes[offset + index] != word.utf8Start[index] {
            throw JSONSyntaxError(.unexpectedCharacter, at: offset + index)
        }
        offset += length
    }
}

extension JSONCursor {
    /// Reads past one value of any kind, checking it as strictly as if it were wanted.
    ///
    /// - Returns: the range of its bytes, without white space around it.
    @discardableResult
    package mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
        let first = try peekValue()
        let start = offset
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            try skipScalar(first)
            return start..<offset
        }
        // One bit a level: 1 is an object, 0 an array. Iterative, so depth costs no stack.
        var kinds: UInt64 = 0
        var depth = 0
        repeat {
            // Here a value is due.
            let byte = try peekValue()
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard depth < Self.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: offset) }
                offset += 1
                depth += 1
                let isObject = byte == UInt8(ascii: "{")
                kinds = kinds << 1 | (isObject ? 1 : 0)
                if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    depth -= 1
                    kinds >>= 1
                } else {
                    if isObject { try skipKey() }
                    continue
                }
            } else {
                try skipScalar(byte)
            }
            // Here a value has ended: close what ends with it, or go on to its neighbour.
            while depth > 0 {
                let isObject = kinds & 1 == 1
                if take(UInt8(ascii: ",")) {
                    if isObject { try skipKey() }
                    break
                }
                try expect(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                depth -= 1
                kinds >>= 1
            }
        } while depth > 0
        return start..<offset
    }

    /// Reads an object member by member: `body` finds each key read and the cursor before its value, which it must read or skip.
    ///
    /// - Parameter body: is handed the key and the cursor.
    /// - Throws: ``JSONSyntaxError`` where there is no object, or what `body` throws.
    package mutating func readMembers(
        _ body: (JSONString, inout JSONCursor) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try expect(UInt8(ascii: "{"))
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipWhitespace()
            let key = try readString()
            try expect(UInt8(ascii: ":"))
            try body(key, &self)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    private mutating func skipKey() throws(JSONSyntaxError) {
        _ = try readString()
        try expect(UInt8(ascii: ":"))
    }

    private mutating func skipScalar(_ first: UInt8) throws(JSONSyntaxError) {
        switch first {
        case UInt8(ascii: "\""): _ = try readString()
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        default: _ = try readNumber()
        }
    }
}
