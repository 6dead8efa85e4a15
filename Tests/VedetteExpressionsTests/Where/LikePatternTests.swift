// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteExpressions

@Suite("LIKE patterns")
struct LikePatternTests {
    /// The definition, word for word: slow and obvious.
    private func matches(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "%" { return (text.startIndex...text.endIndex).contains { matches(text[$0...], pattern.dropFirst()) } }
        guard let scalar = text.first, first == "_" || first == scalar else { return false }
        return matches(text.dropFirst(), pattern.dropFirst())
    }

    @Test("patterns match as their definition says, on 20,000 random ones")
    func definition() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        let letters = Array("abé😀".unicodeScalars)
        var matched = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (letters + ["%", "_", "%"]).randomElement(using: &random) ?? "a"
            }
            let textString = String(String.UnicodeScalarView(text))
            let patternString = String(String.UnicodeScalarView(pattern))
            let expected = matches(text[...], pattern[...])
            let prepared = try #require(Array(patternString.utf8).withUnsafeBytes { LikePattern($0, escape: nil) })
            let found = Array(textString.utf8).withUnsafeBytes { prepared.matches($0) }
            #expect(found == expected, "'\(textString)' LIKE '\(patternString)'")
            if expected { matched += 1 }
        }
        #expect(matched > 1_000)
    }

    @Test("many wildcards take no more than their share of time")
    func wildcards() throws {
        let pattern = String(repeating: "%a", count: 200) + "%b"
        let text = String(repeating: "a", count: 20_000)
        let prepared = try #require(Array(pattern.utf8).withUnsafeBytes { LikePattern($0, escape: nil) })
        #expect(!Array(text.utf8).withUnsafeBytes { prepared.matches($0) })
    }

    @Test("a long piece is found as a short one is, and as fast")
    func longPieces() throws {
        let piece = String(repeating: "a", count: 20_000) + "b"
        let text = String(repeating: "a", count: 200_000)
        let prepared = try #require(Array(("%" + piece + "%").utf8).withUnsafeBytes { LikePattern($0, escape: nil) })
        #expect(!Array(text.utf8).withUnsafeBytes { prepared.matches($0) })
        #expect(Array((text + "b" + text).utf8).withUnsafeBytes { prepared.matches($0) })
    }

    @Test("bytes that are no UTF-8 stay in bounds")
    func nonsense() throws {
        var random = SeededRandomNumberGenerator(seed: 6)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : UInt8(ascii: "%")
            }
            guard let prepared = pattern.withUnsafeBytes({ LikePattern($0, escape: "%") }) else { continue }
            _ = text.withUnsafeBytes { prepared.matches($0) }
        }
    }
}
