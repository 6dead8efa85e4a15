// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteGeometry

@Suite("Decimal numbers")
struct DecimalNumberTests {
    private func number(_ text: String) throws -> DecimalNumber {
        var text = text
        return try text.withUTF8 { buffer in
            var cursor = JSONCursor(UnsafeRawBufferPointer(buffer))
            let number = try cursor.readNumber()
            try cursor.expectEnd()
            return number
        }
    }

    @Test(
        "scale to the grid with ties to even",
        arguments: [
            ("0", 0), ("-0.0", 0), ("1", 10_000_000), ("-122.39063", -1_223_906_300), ("0.00000005", 0), ("0.00000015", 2),
            ("0.00000025", 2),
            ("0.000000050000000001", 1), ("-0.00000015", -2), ("180.00000001", 1_800_000_000), ("1.5e-3", 15_000), ("1e2", 1_000_000_000),
            ("1234567.8901234567", 12_345_678_901_235), ("0.00000014999999999999999999999999", 1),
            ("12345678901234567890e-12", 123_456_789_012_346), ("1e-300", 0),
            ("0e999999999", 0),
        ] as [(String, Int64)])
    func scale(text: String, expected: Int64) throws {
        #expect(try number(text).scaled(byDecimals: 7) == expected)
    }

    @Test("do not wrap where they do not fit", arguments: ["1e13", "99999999999999999999", "1e400", "123456789012345678901234567890"])
    func overflow(text: String) throws {
        #expect(try number(text).scaled(byDecimals: 7) == nil)
    }

    @Test("become the nearest double, as the standard library has it")
    func doubles() throws {
        var random = SeededRandomNumberGenerator(seed: 20_260_501)
        for _ in 0..<20_000 {
            let digits = String(UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0...60), using: &random))
            let text =
                "\(Bool.random(using: &random) ? "-" : "")\(digits).\(UInt32.random(in: 0 ... .max, using: &random))e\(Int.random(in: -30...30, using: &random))"
            var copy = text
            let value = try copy.withUTF8 { buffer in
                var cursor = JSONCursor(UnsafeRawBufferPointer(buffer))
                return try cursor.readDouble()
            }
            #expect(value == Double(text), "\(text)")
        }
    }

    @Test("beyond the largest double are an error, not infinity", arguments: ["1e400", "-1e999", "1e309"])
    func infinity(text: String) {
        var copy = text
        let value = copy.withUTF8 { buffer in
            var cursor = JSONCursor(UnsafeRawBufferPointer(buffer))
            return try? cursor.readDouble()
        }
        #expect(value == nil)
    }

    @Test("know whole numbers exactly")
    func integers() throws {
        #expect(try number("9223372036854775807").int64 == .max)
        #expect(try number("-9223372036854775808").int64 == .min)
        #expect(try number("9223372036854775808").int64 == nil)
        #expect(try number("1.0").int64 == nil)
    }
}
