// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteTesting

/// Dictionaries and names.
@Suite struct ArcadeDictionaryTests {
    @Test(arguments: [3, 12, 13, 100, 2_000])
    func aDictionaryIsLikeAListOfPairs(count: Int) throws {
        var generator = SeededRandomNumberGenerator(seed: UInt64(count))
        let dictionary = ArcadeDictionary()
        var pairs: [(key: String, value: Double)] = []
        for step in 0..<count * 4 {
            let key = "Key\(Int.random(in: 0..<count, using: &generator))"
            let written = Bool.random(using: &generator) ? key : key.uppercased()
            let place = pairs.firstIndex { $0.key.lowercased() == key.lowercased() }
            if Int.random(in: 0..<5, using: &generator) == 0, count <= 100 || step % 50 == 0 {
                dictionary[written] = nil
                if let place { pairs.remove(at: place) }
            } else {
                dictionary[written] = .number(Double(step))
                if let place { pairs[place].value = Double(step) } else { pairs.append((written, Double(step))) }
            }
        }
        #expect(dictionary.count == pairs.count)
        #expect(dictionary.keys == pairs.map(\.key))
        for pair in pairs {
            guard case .number(let value) = dictionary[pair.key.lowercased()] else {
                Issue.record("\(pair.key) is missing")
                continue
            }
            #expect(value == pair.value)
        }
        #expect(dictionary["other"] == nil)
    }

    @Test(arguments: [
        ("a", "A", true), ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", true),
        ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyY", false), ("abcdefgh", "abcdefghi", false),
        ("Straße", "STRASSE", false), ("ÄÖ", "äö", true), ("", "", true), ("a", "", false), ("a\u{0}", "a", false),
        ("\u{e9}", "e\u{301}", false),
    ])
    func namesAreEqualInAnyCase(first: String, second: String, areEqual: Bool) {
        let (first, second) = (ArcadeName(first), ArcadeName(second))
        #expect((first == second) == areEqual)
        if areEqual { #expect(first.hashValue == second.hashValue) }
    }
}
