// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// The casts of §5.1 of the language: what `Number()`, `Text()` and `Boolean()` make of a value.
extension ArcadeRun {
    /// `Number(value)`: NaN where it is none.
    package func number(_ value: ArcadeValue) -> Double {
        switch value {
        case .number(let value): value
        case .null: 0
        case .boolean(let value): value ? 1 : 0
        case .text(let text): number(text)
        case .date(let date): date.milliseconds
        case .dateOnly(let date): Double(date.daysSince1970) * 86_400_000
        case .time(let time): Double(time.microsecondsOfDay) / 1_000
        case .array, .dictionary, .feature, .geometry, .featureSet, .featureSetCollection, .function: .nan
        }
    }

    /// The number that a text says: decimal, with a sign, a fraction and an exponent as they please, between blanks; 0 for nothing.
    private func number(_ text: String) -> Double {
        chargeSilently(text.utf8.count >> 6)
        var text = text
        return text.withUTF8 { bytes in
            var (start, end) = (0, bytes.count)
            while start < end, let length = Self.blank(bytes, start) { start += length }
            while start < end, let length = Self.blankBefore(bytes, end) { end -= length }
            guard start < end else { return 0 }
            let digits = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            return Self.isNumber(digits) ? Double(String(decoding: digits, as: UTF8.self)) ?? .nan : .nan
        }
    }

    /// How long the blank is that begins at `index`: a white space of ASCII, a no-break space or a byte order mark.
    private static func blank(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        if bytes[index] == 0x20 || (bytes[index] >= 0x09 && bytes[index] <= 0x0D) { return 1 }
        if index + 1 < bytes.count, bytes[index] == 0xC2, bytes[index + 1] == 0xA0 { return 2 }
        if index + 2 < bytes.count, bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF { return 3 }
        return nil
    }

    private static func blankBefore(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int? {
        for length in 1...3 where end >= length && blank(bytes, end - length) == length { return length }
        return nil
    }

    /// Whether bytes that are not empty are a decimal number of at most 400 digits.
    private static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= 400 else { return false }
        var index = bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") ? 1 : 0
        func skipDigits() -> Int {
            let start = index
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
            return index - start
        }
        var digits = skipDigits()
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            digits += skipDigits()
        }
        guard digits > 0 else { return false }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
            if skipDigits() == 0 { return false }
        }
        return index == bytes.count
    }

    /// `Boolean(value)`: of numbers all but 0 and NaN are true, of texts only `true` in any case.
    package func boolean(_ value: ArcadeValue) -> Bool {
        switch value {
        case .boolean(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): text.utf8.count == 4 && text.lowercased() == "true"
        default: false
        }
    }
}
