// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

/// Functions of texts count what they are about to make, and what they read.
@Suite struct TextLimitTests {
    private static let long = TextValue.text(String(repeating: "ab", count: 2_000))

    @Test(
        arguments: [
            ("Replace", [long, "a", long]), ("Concatenate", [.array(Array(repeating: long, count: 3))]),
            ("Concatenate", [["", ""], .text(String(repeating: "x", count: 9_000))]), ("Split", [long, ""]), ("Split", [long, "a"]),
            ("UrlEncode", [.text(String(repeating: " ", count: 4_000))]), ("Upper", [.text(String(repeating: "ﬃ", count: 3_000))]),
            ("Text", [.array(Array(repeating: long, count: 3))]), ("Text", [1, .text(String(repeating: "0", count: 9_000))]),
            ("FromJSON", [.text("[" + String(repeating: "1,", count: 900) + "1]")]),
        ] as [(String, [TextValue])])
    func aValueThatWouldBeTooLargeIsRefused(function: String, arguments: [TextValue]) throws {
        let run = TextCase.run { $0.valueSize = 8_192 }
        #expect(try TextCase.failure(function, arguments, run)?.code == .limitExceeded)
    }

    @Test(
        arguments: [
            ("Left", [long, 1]), ("Right", [long, 1]), ("Mid", [long, 1, 1]), ("Find", ["x", long]), ("Find", [long, "x"]),
            ("Replace", [long, "x", "y"]), ("Split", [long, "x"]), ("Lower", [long]), ("Upper", [long]), ("Proper", [long]),
            ("Trim", [long]),
            ("UrlEncode", [long]), ("ToCharCode", [long]), ("ToCodePoint", [long]), ("Number", ["1", long]), ("Number", [long, "#"]),
            ("Text", [1, long]), ("Text", [[long]]), ("Hash", [long]), ("FromJSON", [.text(String(repeating: " ", count: 4_000) + "1")]),
            ("StandardizeGuid", [long, "digits"]), ("Concatenate", [[long]]),
            ("FromCharCode", Array(repeating: 65, count: 1_000)),
        ] as [(String, [TextValue])])
    func whatIsReadIsCounted(function: String, arguments: [TextValue]) throws {
        // 4,000 bytes are 62 times 64.
        let run = TextCase.run { $0.steps = 50 }
        #expect(try TextCase.failure(function, arguments, run)?.code == .limitExceeded)
    }
}
