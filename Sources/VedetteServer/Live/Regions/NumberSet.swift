// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Numbers of entities: a bit each, up to the greatest.
struct NumberSet: Equatable, Sendable {
    private var words: [UInt64] = []
    private(set) var count = 0

    static func == (first: NumberSet, second: NumberSet) -> Bool {
        guard first.count == second.count else { return false }
        let common = min(first.words.count, second.words.count)
        // What is behind the shorter is empty, or the counts differ.
        return first.words[..<common] == second.words[..<common]
    }

    /// All of them, in order.
    var numbers: [UInt32] { numbers(missingIn: NumberSet()) }

    func contains(_ number: UInt32) -> Bool {
        let word = Int(number >> 6)
        return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
    }

    /// Whether the number is new.
    mutating func insert(_ number: UInt32) -> Bool {
        let word = Int(number >> 6)
        let bit = UInt64(1) << UInt64(number & 63)
        if word >= words.count { words += Array(repeating: 0, count: max(word + 1 - words.count, words.count)) }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        count += 1
        return true
    }

    /// Whether the number was there.
    mutating func remove(_ number: UInt32) -> Bool {
        guard contains(number) else { return false }
        words[Int(number >> 6)] &= ~(UInt64(1) << UInt64(number & 63))
        count -= 1
        return true
    }

    /// Those that are not in another set, in order.
    func numbers(missingIn other: NumberSet) -> [UInt32] {
        var numbers: [UInt32] = []
        for (index, word) in words.enumerated() {
            var rest = word & ~(index < other.words.count ? other.words[index] : 0)
            while rest != 0 {
                numbers.append(UInt32(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return numbers
    }

    mutating func removeAll() {
        for index in words.indices { words[index] = 0 }
        count = 0
    }
}
