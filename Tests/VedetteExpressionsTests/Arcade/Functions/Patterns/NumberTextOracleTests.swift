// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteTesting
import Testing

@testable import VedetteExpressions

/// Random numbers as Python's `repr` and `decimal` have them, which share nothing with ours.
@Suite(.enabled(if: NumberTextOracle.isInstalled, "Vendor/python is missing; run script/bootstrap test"))
struct NumberTextOracleTests {
    @Test func numbersAreWrittenAsTheOracleWritesThem() throws {
        let cases = try NumberTextOracle.cases(count: 2_000, seed: 20_261_122)
        #expect(cases.count == 2_000)
        for it in cases {
            let value = try Double(bitPattern: #require(UInt64(it.bits, radix: 16)))
            #expect(ArcadeNumberText.text(of: value) == it.text)
            let pattern = "#,##0" + (it.places > 0 ? "." + String(repeating: "0", count: it.places) : "")
            #expect(ArcadeNumberPattern(pattern).text(of: value) == it.rounded, "\(it.text) to \(it.places) places")
            #expect(ArcadeNumberPattern(pattern).number(in: it.rounded) == Double(it.rounded.replacing(",", with: "")))
        }
    }
}

/// The cases of `Tests/Oracles/number_text_oracle.py`.
struct NumberTextOracle: Decodable {
    /// The double, in hexadecimal.
    let bits: String
    let text: String
    let places: Int
    let rounded: String

    /// Whether `script/bootstrap test` has been here.
    static var isInstalled: Bool { PythonProgram.can("import decimal") }

    static func cases(count: Int, seed: Int) throws -> [NumberTextOracle] {
        try PythonProgram.lines("number_text_oracle.py", ["\(count)", "\(seed)"]).map {
            try JSONDecoder().decode(NumberTextOracle.self, from: $0)
        }
    }
}
