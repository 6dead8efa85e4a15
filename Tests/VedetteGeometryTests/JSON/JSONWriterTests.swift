// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteGeometry

@Suite("JSON writer")
struct JSONWriterTests {
    private func written(_ body: (inout [UInt8]) -> Void) -> String {
        var output: [UInt8] = []
        body(&output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test(
        "writes grid steps without passing through a floating-point number",
        arguments: [
            (0, "0"), (1, "0.0000001"), (-1, "-0.0000001"), (10_000_000, "1"), (-1_223_906_300, "-122.39063"), (1_800_000_000, "180"),
            (-900_000_000, "-90"),
            (123_456_789, "12.3456789"),
        ] as [(Int32, String)])
    func grid(steps: Int32, expected: String) {
        #expect(written { JSONWriter.append(gridSteps: steps, to: &$0) } == expected)
    }

    @Test(
        "writes numbers as short as they read back",
        arguments: [
            (5.0, "5"), (-0.0, "-0.0"), (0.1, "0.1"), (1e15, "1000000000000000.0"), (1e16, "1e+16"), (1.5e-7, "1.5e-07"),
            (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func doubles(value: Double, expected: String) {
        let text = written { JSONWriter.append(value, to: &$0) }
        #expect(text == expected)
        if value.isFinite { #expect(Double(text) == value) }
    }

    @Test("writes whole numbers to both ends")
    func integers() {
        #expect(written { JSONWriter.append(Int64.min, to: &$0) } == "-9223372036854775808")
        #expect(written { JSONWriter.append(Int64.max, to: &$0) } == "9223372036854775807")
    }

    @Test("escapes what has to be")
    func strings() {
        #expect(written { JSONWriter.append("a\"b\\c\n\r\t\u{1}é😀", to: &$0) } == #""a\"b\\c\n\r\t\u0001é😀""#)
    }

    @Test("takes white space out from between tokens, not out of strings")
    func compacting() {
        let text = "{ \"a b\" : [ 1 ,\n 2 ] , \"c\\\" d\" : \" \" }"
        let compact = written { output in Array(text.utf8).withUnsafeBytes { JSONWriter.append(compacting: $0, to: &output) } }
        #expect(compact == #"{"a b":[1,2],"c\" d":" "}"#)
    }
}
