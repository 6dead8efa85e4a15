// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeLexer {
    /// A text up to the quote that closes it, on one line.
    mutating func quotedText(by quote: UInt8) throws(ArcadeFault) -> String {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case quote:
                offset += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0x0A, 0x0D: throw unclosed(by: quote, from: start)
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw unclosed(by: quote, from: start)
    }

    private func unclosed(by quote: UInt8, from start: Int) -> ArcadeFault {
        let mark = Character(Unicode.Scalar(quote))
        return ArcadeFault(
            "the text has no end on its line; close it with \(mark), write \\n for a line end, or use a template between back-ticks",
            start..<offset)
    }

    /// A part of the template that began at `start`, up to `${` or up to the back-tick that ends it all, and whether it was the last.
    mutating func templatePart(from start: Int) throws(ArcadeFault) -> (text: String, isLast: Bool) {
        var content: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "`"):
                offset += 1
                return (String(decoding: content, as: UTF8.self), true)
            case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "{"):
                offset += 2
                return (String(decoding: content, as: UTF8.self), false)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0x0D:
                // However lines end in the script, they end with a line feed in the text.
                content.append(0x0A)
                offset += peek(1) == 0x0A ? 2 : 1
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw ArcadeFault("the template has no end; close it with a back-tick", start..<start + 1)
    }

    // MARK: Escapes

    /// Reads what a backslash begins. One before any character without a meaning of its own stands for that character.
    private mutating func escape(into content: inout [UInt8]) throws(ArcadeFault) {
        let start = offset
        offset += 1
        guard let byte = peek() else { throw ArcadeFault("the script ends behind a backslash", start..<offset) }
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "0"): content.append(0)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try unicodeEscape(from: start)).utf8)
        case UInt8(ascii: "x"):
            if let code = hexadecimal(digits: 2) {
                content.append(contentsOf: String(Unicode.Scalar(UInt8(code))).utf8)
            } else {
                content.append(byte)
            }
        // A backslash at the end of a line: the text goes on in the next.
        case 0x0D: if peek() == 0x0A { offset += 1 }
        case 0x0A: break
        default: content.append(byte)
        }
    }

    /// What follows `\u`: four hexadecimal digits, two times four for what lies beyond, or any number in braces. Half of a pair is U+FFFD.
    private mutating func unicodeEscape(from start: Int) throws(ArcadeFault) -> Unicode.Scalar {
        if peek() == UInt8(ascii: "{") {
            offset += 1
            let first = offset
            while let byte = peek(), Self.hexadecimalValue(byte) != nil { offset += 1 }
            let value = offset - first <= 8 ? UInt32(text(first..<offset), radix: 16) : nil
            guard let value, value <= 0x10_FFFF, peek() == UInt8(ascii: "}") else {
                throw ArcadeFault("a character number goes from 0 to 10FFFF, as in \\u{1F600}", start..<offset)
            }
            offset += 1
            return Unicode.Scalar(value) ?? "\u{FFFD}"
        }
        guard let unit = hexadecimal(digits: 4) else {
            throw ArcadeFault("\\u takes four hexadecimal digits, as in \\u00E9; write \\\\u for a backslash and a u", start..<offset)
        }
        guard UTF16.isLeadSurrogate(UInt16(unit)), peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else {
            return Unicode.Scalar(unit) ?? "\u{FFFD}"
        }
        let behind = offset
        offset += 2
        if let second = hexadecimal(digits: 4), UTF16.isTrailSurrogate(UInt16(second)) {
            return Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
        }
        offset = behind
        return "\u{FFFD}"
    }

    /// The number that the next digits make; nil, and nothing taken, where others follow.
    private mutating func hexadecimal(digits count: Int) -> UInt32? {
        var value: UInt32 = 0
        for distance in 0..<count {
            guard let digit = peek(distance).flatMap(Self.hexadecimalValue) else { return nil }
            value = value << 4 | digit
        }
        offset += count
        return value
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        default: nil
        }
    }
}
