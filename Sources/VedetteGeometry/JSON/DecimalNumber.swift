// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A decimal number as it was written: `(-1)^isNegative × significand × 10^exponent`, with at most 19 digits kept.
///
/// Keeping the decimal form lets a coordinate become a whole number of 1e-7 degrees without passing through binary
/// floating point, which would round one tie in two the wrong way.
package struct DecimalNumber: Equatable, Sendable {
    package var isNegative: Bool
    package var significand: UInt64
    package var exponent: Int
    /// Whether a non-zero digit beyond the 19 kept was dropped.
    package var hasDroppedDigits: Bool
    /// The bytes of the number in the text.
    package var range: Range<Int>
    /// Whether it was written without a fraction and without an exponent.
    package var isInteger: Bool
}

extension DecimalNumber {
    private static let powers: [UInt64] = (0..<20).map { exponent in
        (0..<exponent).reduce(1) { value, _ in value * 10 }
    }

    private static let exactPowers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { value, _ in value * 10 }
    }

    /// The value times 10^`decimals`, rounded half to even, or nil where that does not fit.
    package func scaled(byDecimals decimals: Int) -> Int64? {
        if significand == 0 { return 0 }
        let shift = exponent + decimals
        var magnitude = significand
        if shift >= 0 {
            guard shift < 20 else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: Self.powers[shift])
            guard !overflow, !(hasDroppedDigits && shift > 0) else { return nil }
            magnitude = product
        } else if shift > -20 {
            let divisor = Self.powers[-shift]
            let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: divisor)
            let half = divisor / 2
            magnitude = quotient
            if remainder > half || (remainder == half && (hasDroppedDigits || quotient & 1 == 1)) { magnitude += 1 }
        } else {
            magnitude = 0
        }
        guard magnitude <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }

    /// The nearest `Double`, where that can be had exactly from two exact doubles (Clinger's fast path), else nil.
    package var fastDouble: Double? {
        guard !hasDroppedDigits, significand <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let magnitude = Double(significand)
        let value = exponent < 0 ? magnitude / Self.exactPowers[-exponent] : magnitude * Self.exactPowers[exponent]
        return isNegative ? -value : value
    }

    /// The value as a whole number, where it was written as one and fits.
    package var int64: Int64? {
        guard isInteger, exponent == 0, !hasDroppedDigits else { return nil }
        if isNegative {
            return significand <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- significand) : nil
        }
        return Int64(exactly: significand)
    }
}

extension JSONCursor {
    /// Reads a number as RFC 8259 §6 writes it.
    package mutating func readNumber() throws(JSONSyntaxError) -> DecimalNumber {
        skipWhitespace()
        let start = offset
        var number = DecimalNumber(
            isNegative: false, significand: 0, exponent: 0, hasDroppedDigits: false, range: start..<start, isInteger: true)
        if next == UInt8(ascii: "-") {
            number.isNegative = true
            offset += 1
        }
        guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
        guard first &- UInt8(ascii: "0") < 10 else {
            throw JSONSyntaxError(number.isNegative ? .invalidNumber : .unexpectedCharacter, at: offset)
        }
        var kept = 0
        if first == UInt8(ascii: "0") {
            offset += 1
            if let byte = next, byte &- UInt8(ascii: "0") < 10 { throw JSONSyntaxError(.invalidNumber, at: offset) }
        } else {
            readDigits(into: &number, kept: &kept, areFraction: false)
        }
        if next == UInt8(ascii: ".") {
            number.isInteger = false
            offset += 1
            let digits = offset
            readDigits(into: &number, kept: &kept, areFraction: true)
            guard offset > digits else { throw JSONSyntaxError(.invalidNumber, at: offset) }
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            number.isInteger = false
            offset += 1
            try readExponent(into: &number)
        }
        number.range = start..<offset
        return number
    }

    private mutating func readDigits(into number: inout DecimalNumber, kept: inout Int, areFraction: Bool) {
        while let byte = next, byte &- UInt8(ascii: "0") < 10 {
            let digit = UInt64(byte &- UInt8(ascii: "0"))
            // 19 digits always fit in 64 bits; what follows only decides how a tie is rounded.
            if kept < 19 {
                number.significand = number.significand &* 10 &+ digit
                if number.significand != 0 { kept += 1 }
                if areFraction { number.exponent -= 1 }
            } else {
                if digit != 0 { number.hasDroppedDigits = true }
                if !areFraction { number.exponent += 1 }
            }
            offset += 1
        }
    }

    private mutating func readExponent(into number: inout DecimalNumber) throws(JSONSyntaxError) {
        var isNegative = false
        if let byte = next, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
            isNegative = byte == UInt8(ascii: "-")
            offset += 1
        }
        let digits = offset
        var value = 0
        while let byte = next, byte &- UInt8(ascii: "0") < 10 {
            // Past a million the answer is zero or out of range whatever follows.
            if value < 1_000_000 { value = value * 10 + Int(byte &- UInt8(ascii: "0")) }
            offset += 1
        }
        guard offset > digits else { throw JSONSyntaxError(.invalidNumber, at: offset) }
        number.exponent += isNegative ? -value : value
    }

    /// The nearest `Double` to `number`; throws where it is beyond the largest.
    package func double(of number: DecimalNumber) throws(JSONSyntaxError) -> Double {
        if let value = number.fastDouble { return value }
        let text = String(decoding: bytes[number.range], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw JSONSyntaxError(.numberOutOfRange, at: number.range.lowerBound) }
        return value
    }

    /// Reads a number as a `Double`.
    package mutating func readDouble() throws(JSONSyntaxError) -> Double {
        try double(of: readNumber())
    }
}
