// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Numbers in text: decimal, with a sign, a fraction and an exponent as they please, between blanks.
enum NumberText {
    struct Number {
        /// Exactly, where it is whole and has 64 bits.
        var integer: Int64?
        var double: Double

        var value: WhereValue { integer.map(WhereValue.integer) ?? .number(double) }
    }

    /// The number that a text says; nil where it says anything else, or one that is too large.
    static func parse(_ text: UnsafeRawBufferPointer) -> Number? {
        var (start, end) = (0, text.count)
        while start < end, text[start] == 0x20 { start += 1 }
        while end > start, text[end - 1] == 0x20 { end -= 1 }
        guard start < end, end - start <= 400 else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: text[start..<end])
        var index = 0
        if digits[0] == UInt8(ascii: "-") || digits[0] == UInt8(ascii: "+") { index = 1 }
        let whole = skipDigits(digits, from: &index)
        var fraction = 0
        var isWhole = true
        if index < digits.count, digits[index] == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            fraction = skipDigits(digits, from: &index)
        }
        guard whole + fraction > 0 else { return nil }
        if index < digits.count, digits[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            index += 1
            if index < digits.count, digits[index] == UInt8(ascii: "-") || digits[index] == UInt8(ascii: "+") { index += 1 }
            guard skipDigits(digits, from: &index) > 0 else { return nil }
        }
        guard index == digits.count else { return nil }
        let string = String(decoding: digits, as: UTF8.self)
        guard let double = Double(string), double.isFinite else { return nil }
        return Number(integer: isWhole ? Int64(string) : nil, double: double)
    }

    private static func skipDigits(_ text: UnsafeRawBufferPointer, from index: inout Int) -> Int {
        let start = index
        while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index - start
    }
}

/// Truth in text: `true` and `false` in any case, `1` and `0`.
enum BooleanText {
    static func parse(_ text: UnsafeRawBufferPointer) -> Bool? {
        func isEqual(_ word: StaticString) -> Bool {
            text.count == word.utf8CodeUnitCount
                && (0..<text.count).allSatisfy { text[$0] | 0x20 == word.utf8Start[$0] | 0x20 }
        }
        if text.count == 1 { return text[0] == UInt8(ascii: "1") ? true : text[0] == UInt8(ascii: "0") ? false : nil }
        if isEqual("true") { return true }
        return isEqual("false") ? false : nil
    }
}
