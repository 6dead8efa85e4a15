// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Tables")
struct TableTests {
    @Test("texts get numbers in the order in which they first come")
    func texts() {
        var table = TextTable()
        let texts = (0..<5_000).map { "text \($0 % 1_700)" } + ["", "é😀", String(repeating: "x", count: 100_000)]
        var numbers: [String: UInt32] = [:]
        for text in texts {
            let number = Array(text.utf8).withUnsafeBytes { table.number(of: $0) }
            #expect(number == numbers[text] ?? UInt32(numbers.count))
            numbers[text] = number
        }
        #expect(table.count == 1_703)
        for (text, number) in numbers { #expect(table.text(of: number) == text) }
    }

    @Test("the directory finds what is in it and nothing else, through insertions and removals")
    func directory() {
        var random = SeededRandomNumberGenerator(seed: 3)
        var directory = TrackDirectory()
        // Few different hashes, so that runs of neighbours form and are broken up.
        var hashes: [UInt32: UInt64] = [:]
        for step in 0..<20_000 {
            if hashes.count > 300 || (random.unit() < 0.45 && !hashes.isEmpty) {
                let number = hashes.keys.sorted()[random.index(below: hashes.count)]
                directory.remove(number, hash: hashes[number] ?? 0) { hashes[$0] ?? 0 }
                hashes[number] = nil
            } else {
                let number = UInt32(step)
                hashes[number] = UInt64(random.index(below: 90))
                directory.insert(number, hash: hashes[number] ?? 0) { hashes[$0] ?? 0 }
            }
        }
        #expect(directory.count == hashes.count)
        for number in 0..<UInt32(20_000) {
            let found = (0..<90 as Range<UInt64>).contains { hash in directory.find(hash: hash) { $0 == number } != nil }
            let expected = hashes[number].map { hash in directory.find(hash: hash) { $0 == number } == number }
            #expect(expected ?? !found)
        }
    }
}
