// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Rounds numbers as they are written: by the shortest decimal that stands for them, so that 1.255 has a 5 to round, and 0.29 two places.
enum DecimalRounding {
    /// - Parameters:
    ///   - value: any number.
    ///   - places: how many decimals stay; negative for tens, hundreds and so on.
    ///   - awayFromZero: whether a half and more go away from zero; else the rest is cut off.
    /// - Returns: the nearest double to the rounded decimal; the value itself where it has no more places than that.
    static func rounded(_ value: Double, places: Int, awayFromZero: Bool) -> Double {
        guard value.isFinite, value != 0 else { return value }
        var digits: [UInt8] = []
        // Where the point stands, counted in digits from the first.
        var point: Int?
        var exponent = 0
        var isExponent = false
        var exponentText = ""
        for byte in value.magnitude.description.utf8 {
            switch byte {
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "e"): isExponent = true
            case _ where isExponent: exponentText.unicodeScalars.append(Unicode.Scalar(byte))
            default: digits.append(byte - UInt8(ascii: "0"))
            }
        }
        if isExponent { exponent = Int(exponentText) ?? 0 }
        let whole = (point ?? digits.count) + exponent
        let kept = whole + places
        guard kept < digits.count else { return value }
        guard kept >= 0 else { return 0 }
        let isRoundedUp = awayFromZero && digits[kept] >= 5
        var rounded = Array(digits[..<kept])
        var carry = isRoundedUp
        for index in rounded.indices.reversed() where carry {
            carry = rounded[index] == 9
            rounded[index] = carry ? 0 : rounded[index] + 1
        }
        if carry { rounded.insert(1, at: 0) }
        guard !rounded.isEmpty else { return 0 }
        let text = String(decoding: rounded.map { $0 + UInt8(ascii: "0") }, as: UTF8.self) + "e\(-places)"
        let result = Double(text) ?? value.magnitude
        return value < 0 ? -result : result
    }
}
