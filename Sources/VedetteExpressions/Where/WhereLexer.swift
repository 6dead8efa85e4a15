// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Cuts the text of a where clause into tokens, one when asked.
struct WhereLexer {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Goes back to a place before.
    mutating func rewind(to offset: Int) {
        self.offset = offset
    }

    /// The next token.
    ///
    /// - Throws: ``ExpressionError`` where no token can begin, or one has no end.
    mutating func next() throws(ExpressionError) -> WhereToken {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
        let start = offset
        guard let byte = peek() else { return WhereToken(kind: .end, offset: start, end: start) }
        let kind: WhereToken.Kind
        switch byte {
        case UInt8(ascii: "'"): kind = .text(try quoted(by: byte, closing: byte))
        case UInt8(ascii: "\""), UInt8(ascii: "`"): kind = .delimited(try name(by: byte, closing: byte), by: byte)
        case UInt8(ascii: "["): kind = .delimited(try name(by: byte, closing: UInt8(ascii: "]")), by: byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try number()
        case UInt8(ascii: ".") where peek(1).map(Self.isDigit) == true: kind = try number()
        case 0x80...:
            guard wordPartLength(at: offset) > 0 else { throw strange(scalar(at: offset) ?? "?") }
            kind = try word()
        case _ where Self.isWordStart(byte):
            if byte | 0x20 == UInt8(ascii: "n"), peek(1) == UInt8(ascii: "'") {
                offset += 1
                kind = .text(try quoted(by: UInt8(ascii: "'"), closing: UInt8(ascii: "'")))
            } else {
                kind = try word()
            }
        case UInt8(ascii: "@") where wordPartLength(at: offset + 1) > 0:
            offset += 1
            kind = .parameter(wordPart())
        default: kind = .mark(try mark(byte))
        }
        return WhereToken(kind: kind, offset: start, end: offset)
    }

    /// Takes a date without quotes, `2017-02-05`, if one is next: some clients write `date 2017-02-05`.
    mutating func takeBareDate() -> (text: String, offset: Int)? {
        var end = offset
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        let start = end
        for (index, digits) in [4...4, 1...2, 1...2].enumerated() {
            if index > 0 {
                guard end < bytes.count, bytes[end] == UInt8(ascii: "-") else { return nil }
                end += 1
            }
            let first = end
            while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
            guard digits.contains(end - first) else { return nil }
        }
        offset = end
        return (String(decoding: bytes[start..<end], as: UTF8.self), start)
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isWordStart(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    /// The character at a place, if it is beyond ASCII.
    private func scalar(at place: Int) -> Unicode.Scalar? {
        guard place < bytes.count, bytes[place] >= 0x80 else { return nil }
        return String(decoding: bytes[place..<min(bytes.count, place + 4)], as: UTF8.self).unicodeScalars.first
    }

    /// Whether a word goes on at a place, and how many bytes its next character has.
    private func wordPartLength(at place: Int) -> Int {
        if let scalar = scalar(at: place) {
            let properties = scalar.properties
            return properties.isAlphabetic || properties.isIDContinue ? String(scalar).utf8.count : 0
        }
        return place < bytes.count && Self.isWordPart(bytes[place]) ? 1 : 0
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        isWordStart(byte) || isDigit(byte) || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
    }

    /// Text up to the closing mark, which stands for itself where it is doubled (except `]`).
    private mutating func quoted(by opening: UInt8, closing: UInt8) throws(ExpressionError) -> String {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while let byte = peek() {
            offset += 1
            if byte == closing {
                guard closing == opening, peek() == closing else { return String(decoding: content, as: UTF8.self) }
                offset += 1
            }
            content.append(byte)
        }
        let mark = Character(Unicode.Scalar(closing))
        throw ExpressionError(
            .syntax, "what begins with \(Character(Unicode.Scalar(opening))) has no end; close it with \(mark)", offset: start)
    }

    /// A delimited name, with what follows it after dots.
    private mutating func name(by opening: UInt8, closing: UInt8) throws(ExpressionError) -> WhereName {
        let start = offset
        let name = try quoted(by: opening, closing: closing)
        guard !name.isEmpty else { throw ExpressionError(.syntax, "a field name is empty", offset: start) }
        return try dotted(name)
    }

    private mutating func word() throws(ExpressionError) -> WhereToken.Kind {
        .word(try dotted(wordPart()))
    }

    private mutating func wordPart() -> String {
        let start = offset
        while case let length = wordPartLength(at: offset), length > 0 { offset += length }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// A name and the names that follow it after dots: `table.field`, `"my table"."field"`.
    private mutating func dotted(_ first: String) throws(ExpressionError) -> WhereName {
        var name = WhereName(whole: first, last: first)
        while peek() == UInt8(ascii: "."), let byte = peek(1) {
            let part: String
            switch byte {
            case _ where Self.isWordStart(byte) || wordPartLength(at: offset + 1) > 1:
                offset += 1
                part = wordPart()
            case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
                offset += 1
                part = try quoted(by: byte, closing: byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte)
            default: return name
            }
            guard !part.isEmpty else { throw ExpressionError(.syntax, "a field name is empty", offset: offset) }
            name = WhereName(whole: name.whole + "." + part, last: part)
        }
        return name
    }

    private mutating func number() throws(ExpressionError) -> WhereToken.Kind {
        let start = offset
        var isWhole = true
        func fail(_ message: String) -> ExpressionError { ExpressionError(.syntax, message, offset: start) }
        while let byte = peek(), Self.isDigit(byte) { offset += 1 }
        if peek() == UInt8(ascii: ".") {
            isWhole = false
            offset += 1
            while let byte = peek(), Self.isDigit(byte) { offset += 1 }
        }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            offset += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
            guard peek().map(Self.isDigit) == true else { throw fail("a number has an 'e' and no exponent after it") }
            while let byte = peek(), Self.isDigit(byte) { offset += 1 }
        }
        if let byte = peek(), Self.isWordPart(byte) {
            throw fail("a number runs into a word; put a blank between them, or the name into double quotes")
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text) else { throw fail("'\(text)' is no number") }
        guard value.isFinite else { throw ExpressionError(.invalidLiteral, "the number is too large", offset: start) }
        return .number(value)
    }

    /// What to say of a character that begins nothing.
    private func strange(_ scalar: Unicode.Scalar) -> ExpressionError {
        let message =
            switch scalar {
            case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{00AB}", "\u{00BB}", "\u{2032}":
                "'\(scalar)' is no quote here; texts go between straight single quotes, '…'"
            case "\u{00A0}", "\u{2007}", "\u{202F}", "\u{200B}", "\u{FEFF}":
                "there is an invisible character (U+\(String(scalar.value, radix: 16, uppercase: true))); write a blank, or leave it out"
            default: "'\(scalar)' has no meaning here"
            }
        return ExpressionError(.syntax, message, offset: offset)
    }

    private mutating func mark(_ byte: UInt8) throws(ExpressionError) -> WhereToken.Mark {
        func fail(_ message: String) -> ExpressionError { ExpressionError(.syntax, message, offset: offset) }
        let second = peek(1)
        switch (byte, second) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")), (UInt8(ascii: "/"), UInt8(ascii: "*")):
            throw fail("comments have no place in a where clause; leave it out (for minus a negative number, put a blank between)")
        case (UInt8(ascii: ";"), _): throw fail("';' has no place here: a where clause is one condition; leave it out")
        case (UInt8(ascii: "="), UInt8(ascii: "<")): throw fail("'=<' is no operator; write '<='")
        case (UInt8(ascii: "="), UInt8(ascii: ">")): throw fail("'=>' is no operator; write '>='")
        case (UInt8(ascii: "="), UInt8(ascii: "=")): throw fail("'==' is no operator; write '='")
        case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "!"), UInt8(ascii: "=")): return take(.notEqual, 2)
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): return take(.lessOrEqual, 2)
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): return take(.greaterOrEqual, 2)
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): return take(.concatenate, 2)
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): throw fail("'&&' is no operator; write AND")
        case (UInt8(ascii: "|"), _): throw fail("'|' is no operator; write OR, or '||' to join texts")
        default:
            guard let mark = WhereToken.Mark(rawValue: String(Unicode.Scalar(byte))) else {
                throw fail("'\(Character(Unicode.Scalar(byte)))' has no meaning here")
            }
            return take(mark, 1)
        }
    }

    private mutating func take(_ mark: WhereToken.Mark, _ length: Int) -> WhereToken.Mark {
        offset += length
        return mark
    }
}
