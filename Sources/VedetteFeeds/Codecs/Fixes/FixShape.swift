// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// How a line of a feed is written: the bytes between its values, and what each value is. A feed mostly writes all its lines alike, so the next
/// line is compared with the last, and only its values are read.
///
/// A line that fits says what ``FixScanner`` would read of it: its bytes between the values are those of a line that the scanner took, so are
/// its members and how they are nested; and each value is read as strictly as the scanner does, or more. What does not fit is for the scanner.
final class FixShape: Sendable {
    /// What reads by a shape: addresses of what the shape keeps, so that nothing is counted where lines are read.
    let reader: FixShapeReader

    deinit {
        reader.words.deallocate()
        reader.steps.deallocate()
    }

    /// Longer lines, and those of more values, are not worth it.
    private static let maximumLength = 4_096
    private static let maximumStepCount = 64
    private static let types = [Array("Feature".utf8), Array("Point".utf8)]

    /// Learns how a line is written; nil where it is not to be taken for others.
    ///
    /// - Parameters:
    ///   - range: a line that a scanner took, trimmed.
    ///   - bytes: the block.
    ///   - found: what the scanner found in it.
    init?(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: FixScanner.Found) {
        guard found.isSingular, range.count <= Self.maximumLength else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        var values = FixShapeValues(text)
        var pieces: [(use: FixShapeReader.Use, bytes: Range<Int>)] = []
        var start = 0
        while let value = values.next() {
            guard pieces.count < Self.maximumStepCount else { return nil }
            // A type says how all the rest is to be taken: it belongs to what has to be alike.
            if value.isText, Self.types.contains(where: { text[value.range].elementsEqual($0) }) { continue }
            pieces.append((Self.use(of: value, at: value.range.lowerBound + range.lowerBound, found), start..<value.range.lowerBound))
            start = value.range.upperBound
        }
        pieces.append((.text, start..<text.count))
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: pieces.reduce(0) { $0 + $1.bytes.count / 8 + 1 })
        let steps = UnsafeMutablePointer<FixShapeReader.Step>.allocate(capacity: pieces.count)
        var word = 0
        for (place, piece) in pieces.enumerated() {
            let length = piece.bytes.count
            let rest = length % 8
            let mask: UInt64 = rest == 0 ? (length == 0 ? 0 : .max) : 1 << UInt64(8 * rest) - 1
            steps[place] = FixShapeReader.Step(use: piece.use, firstWord: Int32(word), length: Int32(length), mask: mask)
            let count = max(1, (length + 7) / 8)
            for place in word..<word + count { words[place] = 0 }
            UnsafeMutableRawBufferPointer(start: words + word, count: 8 * count).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: text[piece.bytes]))
            word += count
        }
        reader = FixShapeReader(words: words, steps: steps, stepCount: pieces.count - 1)
    }

    private static func use(of value: FixShapeValues.Value, at place: Int, _ found: FixScanner.Found) -> FixShapeReader.Use {
        switch place {
        case found.longitudePlace: .longitude
        case found.latitudePlace: .latitude
        case found.timePlace: value.isText ? .timeText : .timeNumber
        case found.accuracyPlace: .accuracy
        case found.speedPlace: .speed
        case found.values.track.lowerBound: value.isText ? .track : .trackNumber
        case found.values.id.lowerBound where !found.values.id.isEmpty: value.isText ? .id : .idNumber
        case found.spare.lowerBound where !found.spare.isEmpty && value.isText: .name
        default: value.isText ? .text : .number
        }
    }
}
/// The values of a line of JSON that is known to be right: its numbers, and its strings that are no keys, without their quotes.
private struct FixShapeValues {
    struct Value {
        var range: Range<Int>
        var isText: Bool
    }

    private let text: UnsafeRawBufferPointer
    private var place = 0

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
    }

    mutating func next() -> Value? {
        while place < text.count {
            let byte = text[place]
            let start = place
            if byte == UInt8(ascii: "\"") {
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") { place += text[place] == UInt8(ascii: "\\") ? 2 : 1 }
                guard place < text.count else { return nil }
                let range = start + 1..<place
                place += 1
                var next = place
                while next < text.count, FramingBytes.isWhitespace(text[next]) { next += 1 }
                if next == text.count || text[next] != UInt8(ascii: ":") { return Value(range: range, isText: true) }
            } else if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 {
                while place < text.count, Self.isOfNumber(text[place]) { place += 1 }
                return Value(range: start..<place, isText: false)
            } else {
                place += 1
            }
        }
        return nil
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
