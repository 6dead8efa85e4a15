// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Positions and lengths in texts are counted in UTF-16 code units, as the language counts them.
enum ArcadeUnits {
    /// A number as a count or position: the fraction is cut off, NaN is 0, what is too large is the largest that is safe to add to.
    static func count(_ value: Double) -> Int {
        if value.isNaN { return 0 }
        return Int(min(max(value, -0x1p52), 0x1p52))
    }

    /// How many units `text` has. For ASCII at once, else in the time to read the text.
    static func count(of text: String) -> Int { text.utf16.count }

    /// The units of `range`, which lies within `text`. Half of a pair of surrogates is the replacement character.
    static func part(_ range: Range<Int>, of text: String) -> String {
        let units = text.utf16
        let start = units.index(units.startIndex, offsetBy: range.lowerBound)
        let end = units.index(start, offsetBy: range.count)
        if start.samePosition(in: text.unicodeScalars) != nil, end.samePosition(in: text.unicodeScalars) != nil {
            return String(text[start..<end])
        }
        return String(decoding: units[start..<end], as: UTF16.self)
    }

    /// The byte at which the unit at `offset` begins, or the character behind it where it is the second half of a pair.
    static func byteOffset(ofUnit offset: Int, in text: String) -> Int {
        guard offset > 0 else { return 0 }
        let units = text.utf16
        var index = units.index(units.startIndex, offsetBy: offset)
        if index.samePosition(in: text.unicodeScalars) == nil { index = units.index(after: index) }
        return text.utf8.distance(from: text.startIndex, to: index)
    }

    /// The unit at which the byte at `offset`, the first of a character, stands.
    static func unit(ofByteOffset offset: Int, in text: String) -> Int {
        text.utf16.distance(from: text.startIndex, to: text.utf8.index(text.startIndex, offsetBy: offset))
    }
}
