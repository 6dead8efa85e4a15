// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Characters and their codes.
extension ArcadeTextFunctions {
    private static let replacement: UInt16 = 0xFFFD

    /// `FromCharCode(charCode1, …)`: UTF-16 code units. Two that are a pair make one character; half of a pair, and a number that is no
    /// code unit, is the replacement character.
    static func fromCharCode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try text(ofUnits: arguments, run) { code, units in
            units.append(UInt16(exactly: code) ?? replacement)
        }
    }

    /// `FromCodePoint(codePoint1, …)`: Unicode code points. Numbers that are none are the replacement character.
    static func fromCodePoint(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try text(ofUnits: arguments, run) { code, units in
            if let unit = UInt16(exactly: code) {
                units.append(unit)
            } else if let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) {
                units.append(contentsOf: scalar.utf16)
            } else {
                units.append(replacement)
            }
        }
    }

    private static func text(
        ofUnits arguments: ArcadeArguments, _ run: ArcadeRun, _ append: (Double, inout [UInt16]) -> Void
    ) throws(ArcadeFailure) -> ArcadeValue {
        try run.charge(arguments.count >> 2)
        var units: [UInt16] = []
        for index in 0..<arguments.count { append(run.number(arguments[index]).rounded(.towardZero), &units) }
        return try run.makeText(String(decoding: units, as: UTF16.self))
    }

    /// `ToCharCode(inputText, index?)`: the UTF-16 code unit; null outside the text.
    static func toCharCode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let unit = try units(arguments, run).first else { return .null }
        return .number(Double(unit))
    }

    /// `ToCodePoint(inputText, position?)`: the Unicode code point that begins there; the second half of a pair where the position is
    /// that of one; null outside the text.
    static func toCodePoint(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let units = try units(arguments, run)
        guard let first = units.first else { return .null }
        if units.count > 1, UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(units[1]) {
            return .number(Double((UInt32(first) - 0xD800) << 10 + (UInt32(units[1]) - 0xDC00) + 0x10000))
        }
        return .number(Double(first))
    }

    /// Up to two units of the text that the first argument is, from the position that the second is.
    private static func units(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> [UInt16] {
        let text = try readText(arguments[0], run)
        let position = ArcadeUnits.count(run.number(arguments[1]))
        guard isMissing(arguments[1]) || position >= 0, position < ArcadeUnits.count(of: text) else { return [] }
        let units = text.utf16
        return Array(units[units.index(units.startIndex, offsetBy: isMissing(arguments[1]) ? 0 : position)...].prefix(2))
    }

    /// `ToHex(value)`: the whole part in upper-case hexadecimal, with a sign where it is negative.
    static func toHex(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let value = run.number(arguments[0]).rounded(.towardZero)
        if let whole = Int64(exactly: value) { return .text(String(whole, radix: 16, uppercase: true)) }
        guard value.isFinite else { return .text(ArcadeNumberText.text(of: value)) }
        // Beyond 2^63 the last eleven bits and more are zero: shift what there is to a multiple of four bits, the rest are digits 0.
        try run.charge(8)
        let shift = Int(value.exponent) - 52
        let significand = (value.significandBitPattern | 1 << 52) << UInt64(shift & 3)
        var output = Array(((value < 0 ? "-" : "") + String(significand, radix: 16, uppercase: true)).utf8)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: shift >> 2))
        return try run.makeText(String(decoding: output, as: UTF8.self))
    }
}
