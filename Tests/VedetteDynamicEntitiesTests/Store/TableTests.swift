// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel
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

    @Test("slots find what is in them and nothing else, through insertions and removals")
    func slots() throws {
        var random = SeededRandomNumberGenerator(seed: 3)
        var slots = TextSlots()
        // Few different hashes, so that runs of neighbours form and are broken up; short texts and long ones.
        func text(_ number: UInt32) -> String { number % 3 == 0 ? "a long text with the number \(number)" : "t\(number)" }
        func hash(_ number: UInt32) -> UInt64 { UInt64(number % 90) }
        func key(_ number: UInt32) -> ShortText {
            Array(text(number).utf8).withUnsafeBytes { ShortText($0) } ?? ShortText(hashOfLong: hash(number))
        }
        var known: [UInt32] = []
        for step in 0..<20_000 {
            if known.count > 3_000 || (random.unit() < 0.3 && !known.isEmpty) || (step > 15_000 && known.count > 10) {
                let number = known.remove(at: random.index(below: known.count))
                slots.remove(number, hash: hash(number))
            } else {
                known.append(UInt32(step))
                slots.insert(UInt32(step), key(UInt32(step)), hash: hash(UInt32(step)))
            }
        }
        #expect(slots.count == known.count)
        let present = Set(known)
        for number in 0..<UInt32(20_000) {
            let found = slots.find(key(number), hash: hash(number)) { text($0) == text(number) }
            #expect(found == (present.contains(number) ? number : nil))
        }
    }

    @Test("the words that rows know by heart are those of packed values")
    func words() {
        #expect(TrackRow.null == PackedValue.null.bits)
        #expect(TrackRow.firstReference == PackedValue(.text, reference: 0).bits)
        #expect(PackedValue(.json, reference: 5).bits & ~TrackRow.kindMask == 5)
    }

    @Test("short texts are equal where the texts are, whatever their length")
    func shortTexts() {
        let texts = (0...17).flatMap { count in ["", "x", "\u{0}"].map { String(repeating: "ab", count: count).prefix(count) + $0 } }
        for first in texts {
            for second in texts {
                let (one, other) = (Array(first.utf8), Array(second.utf8))
                let (short, otherShort) = (one.withUnsafeBytes { ShortText($0) }, other.withUnsafeBytes { ShortText($0) })
                #expect((short == nil) == (one.count > 15))
                if let short, let otherShort { #expect((short == otherShort) == (one == other)) }
                let hashes = (one.withUnsafeBytes { ByteHash.hash($0) }, other.withUnsafeBytes { ByteHash.hash($0) })
                #expect((hashes.0 == hashes.1) == (one == other))
            }
        }
    }

    @Test("a queue gives what came first, passes what is struck out and knows its places after moving up")
    func queue() {
        var random = SeededRandomNumberGenerator(seed: 5)
        var queue = TrackQueue()
        var expected: [(track: UInt32, arrival: UInt32)] = []
        for step in 0..<60_000 {
            switch random.unit() {
            case ..<0.6:
                let track = UInt32(random.index(below: 1_000))
                expected.append((track, queue.append(track)))
            case ..<0.8:
                let first = queue.first()
                #expect(first?.track == expected.first?.track && first?.arrival == expected.first?.arrival)
                if first != nil {
                    queue.popFirst()
                    expected.removeFirst()
                }
            default:
                if !expected.isEmpty { queue.strike(expected.remove(at: min(expected.count - 1, random.index(below: 50))).arrival) }
            }
            if step % 10_000 == 9_999 {
                let places = queue.moveUp()
                expected = expected.map { ($0.track, places.new(of: $0.arrival)) }
                #expect(queue.count == expected.count)
            }
        }
        for entry in expected {
            #expect(queue.first()?.track == entry.track)
            queue.popFirst()
        }
        #expect(queue.first() == nil && queue.peek == nil)
    }
}
