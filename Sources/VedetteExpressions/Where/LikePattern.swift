// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pattern of `LIKE`, prepared: `%` is any run of characters, `_` one character (a Unicode scalar).
///
/// Matching takes time in proportion to the text times the longest piece between two `%`: pieces are found from left to right, each at the
/// first place where it fits, and never tried again.
struct LikePattern: Sendable {
    /// What stands between two `%`: bytes, and marks for single characters.
    struct Piece: Sendable {
        /// The literal text; a `_` is one byte of 0xFF, which UTF-8 never has.
        var bytes: [UInt8] = []
        var hasWildcard = false
        /// How many characters it takes.
        var characterCount = 0
    }

    static let anyCharacter: UInt8 = 0xFF

    private(set) var pieces: [Piece] = [Piece()]

    /// What most patterns are, and is quickly matched.
    enum Shape: Sendable {
        /// `%text%`
        case contains([UInt8])
        /// `text%`
        case beginsWith([UInt8])
        case general
    }

    private(set) var shape = Shape.general

    /// Prepares a pattern.
    ///
    /// - Returns: nil where the escape character is the last one: there is nothing for it to escape.
    init?(_ pattern: UnsafeRawBufferPointer, escape: Unicode.Scalar?) {
        var index = 0
        let escape = escape.map { Array(String(Character($0)).utf8) }
        while index < pattern.count {
            var length = UTF8Scalar.length(pattern, at: index)
            var isLiteral = false
            if let escape, UTF8Scalar.isEqual(pattern, index, length, to: escape) {
                index += length
                guard index < pattern.count else { return nil }
                length = UTF8Scalar.length(pattern, at: index)
                isLiteral = true
            }
            if !isLiteral, pattern[index] == UInt8(ascii: "%") {
                pieces.append(Piece())
            } else {
                var piece = pieces.removeLast()
                if !isLiteral, pattern[index] == UInt8(ascii: "_") {
                    piece.bytes.append(Self.anyCharacter)
                    piece.hasWildcard = true
                } else {
                    piece.bytes.append(contentsOf: pattern[index..<index + length])
                }
                piece.characterCount += 1
                pieces.append(piece)
            }
            index += length
        }
        // Empty pieces in the middle come of several % in a row.
        if pieces.count > 2 {
            pieces = [pieces[0]] + pieces[1..<pieces.count - 1].filter { !$0.bytes.isEmpty } + [pieces[pieces.count - 1]]
        }
        if pieces.count == 3, pieces[0].bytes.isEmpty, pieces[2].bytes.isEmpty, !pieces[1].hasWildcard {
            shape = .contains(pieces[1].bytes)
        } else if pieces.count == 2, !pieces[0].hasWildcard, pieces[1].bytes.isEmpty {
            shape = .beginsWith(pieces[0].bytes)
        }
    }

    /// Whether the whole of `text` matches.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let start = Self.match(pieces[0], text, at: 0) else { return false }
        guard pieces.count > 1 else { return start == text.count }
        var index = start
        for piece in pieces[1..<pieces.count - 1] {
            guard let end = Self.find(piece, in: text, from: index) else { return false }
            index = end
        }
        let last = pieces[pieces.count - 1]
        guard last.hasWildcard else {
            let place = text.count - last.bytes.count
            return place >= index && Self.isEqual(text, place, last.bytes)
        }
        guard let place = UTF8Scalar.stepBack(text, from: text.count, by: last.characterCount, notBefore: index) else { return false }
        return Self.match(last, text, at: place) == text.count
    }

    /// Where the first occurrence of `piece` at or behind `index` ends.
    private static func find(_ piece: Piece, in text: UnsafeRawBufferPointer, from index: Int) -> Int? {
        if !piece.hasWildcard {
            return find(piece.bytes, in: text, from: index).map { $0 + piece.bytes.count }
        }
        var place = index
        while place < text.count {
            if let end = match(piece, text, at: place) { return end }
            place += UTF8Scalar.length(text, at: place)
        }
        return nil
    }

    /// Where the first occurrence of `bytes` at or behind `index` begins.
    static func find(_ bytes: [UInt8], in text: UnsafeRawBufferPointer, from index: Int) -> Int? {
        bytes.withUnsafeBytes { find($0, in: text, from: index) }
    }

    /// Where the first occurrence of `bytes` at or behind `index` begins.
    static func find(_ bytes: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let needle = bytes.baseAddress, let base = text.baseAddress, bytes.count > 0 else { return bytes.isEmpty ? index : nil }
        let last = text.count - bytes.count
        // What is long is sought without ever going back, so that no text takes longer than its length.
        if bytes.count > 64, last >= index { return findLong(bytes, in: text, from: index) }
        var place = index
        while place <= last {
            if text[place] == bytes[0], memcmp(base + place, needle, bytes.count) == 0 { return place }
            place += 1
        }
        return nil
    }

    /// Knuth, Morris and Pratt, *Fast pattern matching in strings*, 1977.
    private static func findLong(_ bytes: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from index: Int) -> Int? {
        var borders = [Int](repeating: 0, count: bytes.count)
        var matched = 0
        for place in 1..<bytes.count {
            while matched > 0, bytes[place] != bytes[matched] { matched = borders[matched - 1] }
            if bytes[place] == bytes[matched] { matched += 1 }
            borders[place] = matched
        }
        matched = 0
        for place in index..<text.count {
            while matched > 0, text[place] != bytes[matched] { matched = borders[matched - 1] }
            if text[place] == bytes[matched] { matched += 1 }
            if matched == bytes.count { return place - matched + 1 }
        }
        return nil
    }

    /// Where `piece` ends if it stands at `index`.
    private static func match(_ piece: Piece, _ text: UnsafeRawBufferPointer, at index: Int) -> Int? {
        guard piece.hasWildcard else {
            return isEqual(text, index, piece.bytes) ? index + piece.bytes.count : nil
        }
        var index = index
        for byte in piece.bytes {
            guard index < text.count else { return nil }
            if byte == anyCharacter {
                index += UTF8Scalar.length(text, at: index)
            } else {
                guard text[index] == byte else { return nil }
                index += 1
            }
        }
        return index
    }

    private static func isEqual(_ text: UnsafeRawBufferPointer, _ index: Int, _ bytes: [UInt8]) -> Bool {
        guard text.count - index >= bytes.count else { return false }
        guard let base = text.baseAddress, !bytes.isEmpty else { return bytes.isEmpty }
        return bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { memcmp(base + index, $0, bytes.count) == 0 } ?? true }
    }
}

/// Single characters in UTF-8 text. Text of columns is valid UTF-8; whatever it is, nothing here leaves its bounds.
enum UTF8Scalar {
    /// How many bytes the character at `index` has.
    static func length(_ text: UnsafeRawBufferPointer, at index: Int) -> Int {
        let length =
            switch text[index] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        return min(length, text.count - index)
    }

    /// The bytes of one character as a number.
    static func word(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt32 {
        range.reduce(0) { $0 << 8 | UInt32(text[$1]) }
    }

    static func isEqual(_ text: UnsafeRawBufferPointer, _ index: Int, _ length: Int, to bytes: [UInt8]) -> Bool {
        bytes.count == length && (0..<length).allSatisfy { text[index + $0] == bytes[$0] }
    }

    /// How many characters there are.
    static func count(_ text: UnsafeRawBufferPointer) -> Int {
        text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    /// The place `count` characters before `end`; nil where that lies before `start`.
    static func stepBack(_ text: UnsafeRawBufferPointer, from end: Int, by count: Int, notBefore start: Int) -> Int? {
        var index = end
        for _ in 0..<count {
            guard index > start else { return nil }
            index -= 1
            while index > start, text[index] & 0xC0 == 0x80 { index -= 1 }
        }
        return index
    }

    /// The place `count` characters behind `start`, or the end.
    static func step(_ text: UnsafeRawBufferPointer, from start: Int, by count: Int) -> Int {
        var index = start
        var left = count
        while left > 0, index < text.count {
            index += length(text, at: index)
            left -= 1
        }
        return index
    }
}
