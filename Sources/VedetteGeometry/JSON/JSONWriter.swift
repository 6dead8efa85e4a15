// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON text into a byte buffer.
package enum JSONWriter {
    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// Appends `text` in quotes, escaped where RFC 8259 asks for it.
    package static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &output) }
    }

    /// Appends UTF-8 text in quotes, escaped where RFC 8259 asks for it.
    package static func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0A: output.append(contentsOf: "\\n".utf8)
            case 0x0D: output.append(contentsOf: "\\r".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            case 0x00..<0x20:
                output.append(contentsOf: "\\u00".utf8)
                output.append(hexDigits[Int(byte >> 4)])
                output.append(hexDigits[Int(byte & 15)])
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends JSON text, which must be valid, without the white space between its tokens.
    package static func append(compacting json: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var isInString = false
        var isEscaped = false
        for byte in json {
            if isInString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
                isInString = byte == UInt8(ascii: "\"")
                output.append(byte)
            }
        }
    }

    /// Appends the shortest decimal that reads back as `value`, whole numbers without a fraction; `null` for NaN and infinities.
    package static func append(_ value: Double, to output: inout [UInt8]) {
        guard value.isFinite else {
            output.append(contentsOf: "null".utf8)
            return
        }
        if value == value.rounded(), abs(value) < 1e15, !(value == 0 && value.sign == .minus) {
            append(Int64(value), to: &output)
        } else {
            output.append(contentsOf: value.description.utf8)
        }
    }

    /// Appends a whole number.
    package static func append(_ value: Int64, to output: inout [UInt8]) {
        append(value.magnitude, isNegative: value < 0, to: &output)
    }

    private static func append(_ magnitude: UInt64, isNegative: Bool, to output: inout [UInt8]) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        let start = output.count
        var rest = magnitude
        repeat {
            output.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        output[start...].reverse()
    }

    /// Appends `steps` of 1e-7 as a decimal number with as few digits as it needs; never through a floating-point number.
    package static func append(gridSteps steps: Int32, to output: inout [UInt8]) {
        let magnitude = UInt64(steps.magnitude)
        append(magnitude / 10_000_000, isNegative: steps < 0, to: &output)
        var fraction = magnitude % 10_000_000
        guard fraction > 0 else { return }
        output.append(UInt8(ascii: "."))
        var divisor: UInt64 = 1_000_000
        while fraction > 0 {
            output.append(UInt8(ascii: "0") + UInt8(fraction / divisor))
            fraction %= divisor
            divisor /= 10
        }
    }
}
