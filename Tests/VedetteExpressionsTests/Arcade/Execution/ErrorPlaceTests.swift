// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

/// That an error points to what failed, in any line.
@Suite struct ErrorPlaceTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let source: String
        let line: Int
        let column: Int
        let text: String
        var testDescription: String { source }
    }

    @Test(arguments: [
        Place(source: "var a = 1;\nvar b = a.x", line: 2, column: 9, text: "a.x"),
        Place(source: "var a = [1]\n\nif (a[0]) {}", line: 3, column: 5, text: "a[0]"),
        Place(source: "function f(x) {\n  return x[3]\n}\nf([1])", line: 2, column: 10, text: "x[3]"),
        Place(source: "function f(x) {\n  return x[3]\n}\nMap([[1]], f)", line: 2, column: 10, text: "x[3]"),
        Place(source: "var a = 'é'; a.b", line: 1, column: 14, text: "a.b"),
        Place(source: "1 +\n  Front([])", line: 2, column: 3, text: "Front([])"),
        Place(source: "var x = true;\nx && (1 < 2) && 5", line: 2, column: 17, text: "5"),
        Place(source: "var s = 'a';\nfor (;;) { s = s + s }", line: 2, column: 16, text: "s + s"),
    ])
    func anErrorPointsToWhatFailed(place: Place) throws {
        let error = try #require(throws: ArcadeError.self) { try evaluate(place.source) }
        #expect(error.line == place.line)
        #expect(error.column == place.column)
        #expect(error.text == place.text)
        #expect(!error.message.isEmpty)
    }
}
