// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions

@Suite("Renderer expressions")
struct RendererExpressionTests {
    private let attributes: [String: any Sendable] = [
        "HEADING": 90.0, "storeys": Int64(4), "angle of view": 12.5, "text": "7.5", "name": "Orca", "on": true, "nothing": Double.nan,
        "a": 1, "A": 2,
    ]

    @Test(
        "arithmetic on fields",
        arguments: [
            ("[HEADING] + 3.5", 93.5), ("[heading] + 15", 105), ("heading + 180", 270), ("storeys * 3.5", 14), ("[HEADING]", 90),
            ("-[HEADING]", -90), ("- - heading", 90), ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("7 % 4", 3), ("7 / 2", 3.5),
            ("[angle of view] * 2", 25), ("\"angle of view\" + 0", 12.5), ("[text] + 1", 8.5), ("text", 7.5), ("ABS(-3)", 3),
            ("ROUND(2.5)", 3), ("round(-2.5)", -3), ("ROUND([angle of view] * 1.11, 1)", 13.9), ("MIN(3, 1, 2)", 1),
            ("MAX([HEADING], 100)", 100),
            ("", 0), ("   ", 0), ("1e2", 100), (".5 + 5.", 5.5), ("10 - 4 - 3", 3), ("100 / 10 / 2", 5), ("a + A", 3), ("t.HEADING", 90),
        ] as [(String, Double)])
    func values(text: String, value: Double) throws {
        let found = try #require(try RendererExpression(text).value(attributes))
        #expect(abs(found - value) < 1e-12)
    }

    @Test(
        "no value where a field is missing or no number, or nothing can be reckoned",
        arguments: [
            "missing", "[missing] + 1", "on", "ON + 1", "1e300 * 1e300", "name", "[name] * 2", "nothing + 1", "1 / 0", "5 % 0",
            "1 / ([HEADING] - 90)",
        ])
    func noValue(text: String) throws {
        #expect(try RendererExpression(text).value(attributes) == nil)
    }

    @Test(
        "faults have a place",
        arguments: [
            ("[HEADING] +", 11), ("[HEADING", 0), ("HEADING = 90", 8), ("'text'", 0), ("a || b", 2), ("UPPER(a)", 0),
            ("CASE WHEN 1=1 THEN 2 END", 5),
            ("1 2", 2), ("ROUND(1, 2, 3)", 0), ("(1", 2), ("1)", 1), ("$feature.a", 0), ("a; b", 1),
        ] as [(String, Int)])
    func faults(text: String, offset: Int) {
        let error = #expect(throws: ExpressionError.self) { try RendererExpression(text) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test("the fields are known")
    func fieldNames() throws {
        #expect(try RendererExpression("[HEADING] + heading * [angle of view]").fieldNames == ["HEADING", "angle of view"])
    }
}
