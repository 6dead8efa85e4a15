// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A string as it stands in JSON text: the bytes between its quotes.
package struct JSONString {
    /// The bytes between the quotes, as offsets into the text.
    package var range: Range<Int>

    /// Whether any byte is part of an escape, so that the bytes are not yet the text.
    package var hasEscapes: Bool
}

extension JSONCursor {
    /// Reads a string; its escapes and its UTF-8 are checked.
    package mutating func readString() throws(JSONSyntaxError) -> JSONString {
        try expect(UInt8(ascii: "\""))
        let start = offset
        var hasEscapes = false
        var hasHighBytes = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                if hasHighBytes { try checkUTF8(start..<offset) }
                offset += 1
                return JSONString(range: start..<offset - 1, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                try skipEscape()
                continue
            }
            guard byte >= 0x20 else { throw JSONSyntaxError(.controlCharacterInString, at: offset) }
            if byte >= 0x80 { hasHighBytes = true }
            offset += 1
        }
        throw JSONSyntaxError(.unexpectedEnd, at: offset)
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        guard offset + 1 < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: bytes.count) }
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(at: offset + 2)
            if unit >= 0xD800, unit < 0xDC00 {
                guard offset + 7 < bytes.count, bytes[offset + 6] == UInt8(ascii: "\\"), bytes[offset + 7] == UInt8(ascii: "u") else {
                    throw JSONSyntaxError(.invalidEscape, at: offset)
                }
                let low = try codeUnit(at: offset + 8)
                guard low >= 0xDC00, low < 0xE000 else { throw JSONSyntaxError(.invalidEscape, at: offset) }
                offset += 12
            } else {
                guard unit < 0xDC00 || unit >= 0xE000 else { throw JSONSyntaxError(.invalidEscape, at: offset) }
                offset += 6
            }
        default: throw JSONSyntaxError(.invalidEscape, at: offset)
        }
    }

    private func codeUnit(at start: Int) throws(JSONSyntaxError) -> UInt32 {
        guard start + 4 <= bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: bytes.count) }
        var value: UInt32 = 0
        for index in start..<start + 4 {
            let digit: UInt32
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(bytes[index] - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt32(bytes[index] - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt32(bytes[index] - UInt8(ascii: "A") + 10)
            default: throw JSONSyntaxError(.invalidEscape, at: index)
            }
            value = value << 4 | digit
        }
        return value
    }

    private func checkUTF8(_ range: Range<Int>) throws(JSONSyntaxError) {
        guard UTF8Check.isValid(UnsafeRawBufferPointer(rebasing: bytes[range])) else {
            throw JSONSyntaxError(.invalidUTF8, at: range.lowerBound)
        }
    }

    /// Appends the text of `string`, escapes resolved, to `output` as UTF-8.
    package func append(_ string: JSONString, to output: inout [UInt8]) {
        guard string.hasEscapes else {
            output.append(contentsOf: bytes[string.range])
            return
        }
        var index = string.range.lowerBound
        while index < string.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"):
                index += appendCodePoint(at: index, to: &output)
                continue
            default: output.append(bytes[index + 1])
            }
            index += 2
        }
    }

    /// Appends the code point of a `\u` escape that has been checked; returns the length of the escape.
    private func appendCodePoint(at index: Int, to output: inout [UInt8]) -> Int {
        guard let unit = try? codeUnit(at: index + 2) else { return 6 }
        if unit >= 0xD800, unit < 0xDC00, let low = try? codeUnit(at: index + 8) {
            let value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            if let scalar = Unicode.Scalar(value), let code = UTF8.encode(scalar) { output.append(contentsOf: code) }
            return 12
        }
        if let scalar = Unicode.Scalar(unit), let code = UTF8.encode(scalar) { output.append(contentsOf: code) }
        return 6
    }

    /// The text of `string` as a Swift string.
    package func text(of string: JSONString) -> String {
        guard string.hasEscapes else { return String(decoding: bytes[string.range], as: UTF8.self) }
        var buffer: [UInt8] = []
        buffer.reserveCapacity(string.range.count)
        append(string, to: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Whether the text of `string`, escapes resolved, is `name`.
    package func isEqual(_ string: JSONString, _ name: [UInt8]) -> Bool {
        guard !string.hasEscapes else {
            var buffer: [UInt8] = []
            append(string, to: &buffer)
            return buffer == name
        }
        guard string.range.count == name.count else { return false }
        for index in 0..<name.count where bytes[string.range.lowerBound + index] != name[index] { return false }
        return true
    }

    /// Whether the text of `string`, escapes resolved, is `name` (ASCII).
    package func isEqual(_ string: JSONString, _ name: StaticString) -> Bool {
        guard !string.hasEscapes else { return text(of: string) == name.description }
        guard string.range.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<name.utf8CodeUnitCount where bytes[string.range.lowerBound + index] != name.utf8Start[index] { return false }
        return true
    }
}
