// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Numbers as `Text()` writes them, without a pattern.
package enum ArcadeNumberText {
    /// The shortest decimal that reads back as the same number, laid out as ECMAScript lays numbers out (ECMA-262, Number::toString):
    /// plain from 1e-6 to below 1e21, with an exponent outside; no fraction for whole numbers; no sign for zero.
    package static func text(of value: Double) -> String {
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        var output: [UInt8] = []
        append(ArcadeDecimal(value), to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The same into a buffer.
    static func append(_ value: Double, to output: inout [UInt8]) {
        output.append(contentsOf: text(of: value).utf8)
    }

    private static func append(_ decimal: ArcadeDecimal, to output: inout [UInt8]) {
        let digits = decimal.digits.map { $0 + UInt8(ascii: "0") }
        let (count, point) = (digits.count, decimal.point)
        if decimal.isNegative { output.append(UInt8(ascii: "-")) }
        switch point {
        case count...21 where count <= 21:
            output.append(contentsOf: digits)
            output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - count))
        case 1...21:
            output.append(contentsOf: digits[..<point])
            output.append(UInt8(ascii: "."))
            output.append(contentsOf: digits[point...])
        case -5...0:
            output.append(contentsOf: "0.".utf8)
            output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
            output.append(contentsOf: digits)
        default:
            output.append(digits[0])
            if count > 1 {
                output.append(UInt8(ascii: "."))
                output.append(contentsOf: digits[1...])
            }
            output.append(contentsOf: (point > 0 ? "e+" : "e-").utf8)
            output.append(contentsOf: String((point - 1).magnitude).utf8)
        }
    }
}
