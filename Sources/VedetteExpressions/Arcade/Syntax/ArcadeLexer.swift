// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Cuts a script into tokens, one when asked.
struct ArcadeLexer {
    let bytes: [UInt8]
    /// Where the next token is looked for.
    var offset = 0

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// The next token.
    ///
    /// - Throws: where no token can begin, or one has no end.
    mutating func next() throws(ArcadeFault) -> ArcadeToken {
        let followsLineBreak = try skipSpace()
        let start = offset
        let kind = try token()
        return ArcadeToken(kind: kind, range: start..<offset, followsLineBreak: followsLineBreak)
    }

    func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private mutating func token() throws(ArcadeFault) -> ArcadeToken.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try quotedText(by: byte))
        case UInt8(ascii: "`"):
            offset += 1
            return .templateStart
        case 0x30...0x39: return .number(try number())
        case UInt8(ascii: "."):
            if let next = peek(1), Self.isDigit(next) { return .number(try number()) }
            return .mark(try mark())
        case UInt8(ascii: "$"):
            offset += 1
            let length = skipWord()
            guard length > 0 else {
                throw ArcadeFault("'$' stands before the name of a profile variable, as in $feature", offset - 1..<offset)
            }
            return .word(text(offset - length - 1..<offset))
        default:
            if wordPartLength(at: offset, isFirst: true) > 0 {
                let start = offset
                skipWord()
                return word(text(start..<offset))
            }
            if byte >= 0x80 { throw strange() }
            return .mark(try mark())
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func word(_ spelling: String) -> ArcadeToken.Kind {
        guard spelling.utf8.count <= 8, let keyword = ArcadeToken.Keyword(rawValue: spelling.lowercased()) else { return .word(spelling) }
        return .keyword(keyword)
    }

    // MARK: Words

    /// Passes over the letters, digits and underscores that follow, and returns how many bytes they have.
    @discardableResult
    private mutating func skipWord() -> Int {
        let start = offset
        while case let length = wordPartLength(at: offset, isFirst: offset == start), length > 0 { offset += length }
        return offset - start
    }

    /// How many bytes the character at a place has if a word can begin, or go on, with it; else 0.
    func wordPartLength(at place: Int, isFirst: Bool) -> Int {
        guard place < bytes.count else { return 0 }
        let byte = bytes[place]
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, UInt8(ascii: "_"): return 1
        case 0x30...0x39, UInt8(ascii: "$"): return isFirst ? 0 : 1
        case 0x80...:
            guard let scalar = scalar(at: place) else { return 0 }
            let properties = scalar.properties
            let isPart = isFirst ? properties.isIDStart : properties.isIDContinue
            return isPart ? UTF8.width(scalar) : 0
        default: return 0
        }
    }

    /// The character at a place, if it is beyond ASCII.
    func scalar(at place: Int) -> Unicode.Scalar? {
        guard place < bytes.count, bytes[place] >= 0x80 else { return nil }
        return String(decoding: bytes[place..<min(bytes.count, place + 4)], as: UTF8.self).unicodeScalars.first
    }

    // MARK: Space

    /// Passes over space and comments, and returns whether a line ended among them.
    private mutating func skipSpace() throws(ArcadeFault) -> Bool {
        var foundLineBreak = false
        while let byte = peek() {
            switch byte {
            case 0x0A, 0x0D:
                foundLineBreak = true
                offset += 1
            case 0x20, 0x09, 0x0B, 0x0C: offset += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = peek(), byte != 0x0A, byte != 0x0D { offset += 1 }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                if try skipComment() { foundLineBreak = true }
            case 0x80...:
                guard let scalar = scalar(at: offset), Self.isSpace(scalar) else { return foundLineBreak }
                if scalar == "\u{2028}" || scalar == "\u{2029}" { foundLineBreak = true }
                offset += UTF8.width(scalar)
            default: return foundLineBreak
            }
        }
        return foundLineBreak
    }

    /// White space of Unicode, and what comes along invisibly with copied text: byte order marks, zero-width blanks and joiners.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}" || (0x200B...0x200F).contains(scalar.value) || scalar == "\u{2060}"
    }

    /// Passes over a comment that ends with `*/`, and returns whether a line ended in it.
    private mutating func skipComment() throws(ArcadeFault) -> Bool {
        let start = offset
        var foundLineBreak = false
        offset += 2
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                offset += 2
                return foundLineBreak
            }
            if byte == 0x0A || byte == 0x0D { foundLineBreak = true }
            offset += 1
        }
        throw ArcadeFault("the comment has no end; close it with */", start..<start + 2)
    }
}

extension UTF8 {
    /// How many bytes a scalar has.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x1_0000: 3
        default: 4
        }
    }
}
