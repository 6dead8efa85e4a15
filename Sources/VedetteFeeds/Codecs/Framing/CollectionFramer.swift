// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The elements of the `features` array of one JSON object: a GeoJSON FeatureCollection or an Esri feature set.
///
/// Elements are found by their brackets alone; whether they are JSON is for their reader to say. What stands behind the array is kept for ``tail``.
package struct CollectionFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private var line: Int
    private let maximumLength: Int

    private enum Place {
        case betweenElements
        case inElement
        case inTail
    }

    private var place = Place.betweenElements
    private var searched = 0
    private var lineOfElement = 0
    private var isSkipping = false
    private var isInString = false
    private var isEscaped = false
    /// Open brackets, innermost last; true for a brace.
    private var brackets: [Bool] = []

    /// The text behind the array, up to 64 KiB: members such as `spatialReference` can stand there.
    package private(set) var tail: [UInt8] = []
    private static let maximumTailLength = 1 << 16
    private var isTailWhole = true
    private static let maximumDepth = 256

    /// - Parameters:
    ///   - firstLine: the line on which the bytes behind the array's opening bracket begin.
    ///   - maximumLength: bytes of the longest element that is kept.
    package init(firstLine: Int, maximumLength: Int) {
        line = firstLine
        self.maximumLength = maximumLength
    }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var start = 0
        var offset = searched
        searched = 0
        while offset < bytes.count {
            switch place {
            case .betweenElements:
                offset = try skipToElement(bytes, offset)
                start = offset
            case .inElement:
                guard let end = try findEnd(bytes, &offset) else { break }
                finish(start..<end, &records, &issues)
                start = end
                offset = end
                place = .betweenElements
            case .inTail:
                let kept = min(bytes.count - offset, Self.maximumTailLength - tail.count)
                tail.append(contentsOf: bytes[offset..<offset + kept])
                if offset + kept < bytes.count { isTailWhole = false }
                offset = bytes.count
                start = offset
            }
        }
        if place == .inElement {
            guard !isEnd else {
                throw FeedError(.brokenStructure, line: lineOfElement, "the feed ends inside the feature that begins here; it is cut off")
            }
            return keepOrSkip(from: start, bytes, &issues)
        }
        if isEnd, place == .betweenElements {
            throw FeedError(.brokenStructure, line: line, "the feed ends before its list of features does; it is cut off")
        }
        if isEnd, place == .inTail { try checkTail() }
        return bytes.count
    }

    /// The object must end behind its features, and nothing may follow: a second collection would be lost in silence.
    private func checkTail() throws(FeedError) {
        guard isTailWhole else { return }
        let isGood = tail.withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            do throws(JSONSyntaxError) {
                while cursor.take(UInt8(ascii: ",")) {
                    cursor.skipWhitespace()
                    _ = try cursor.readString()
                    try cursor.expect(UInt8(ascii: ":"))
                    try cursor.skipValue()
                }
                try cursor.expect(UInt8(ascii: "}"))
                try cursor.expectEnd()
                return true
            } catch {
                return false
            }
        }
        guard isGood else {
            throw FeedError(
                .brokenStructure, line: line,
                "behind the list of features that ends here there is not the rest of one JSON object; the feed is cut off, or goes on as no collection does"
            )
        }
    }

    /// At the end of a piece, inside an element: hand it in again, or pass over it if it is too long.
    private mutating func keepOrSkip(from start: Int, _ bytes: UnsafeRawBufferPointer, _ issues: inout [FeedIssue]) -> Int {
        let length = bytes.count - start
        if isSkipping { return bytes.count }
        if length > maximumLength {
            isSkipping = true
            issues.append(FramingBytes.tooLong(lineOfElement, maximumLength))
            recordCount += 1
            return bytes.count
        }
        searched = length
        return start
    }

    private mutating func skipToElement(_ bytes: UnsafeRawBufferPointer, _ start: Int) throws(FeedError) -> Int {
        var offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == FramingBytes.newline { line += 1 }
            if byte == UInt8(ascii: "]") {
                place = .inTail
                return offset + 1
            }
            if !FramingBytes.isWhitespace(byte), byte != UInt8(ascii: ",") {
                guard byte == UInt8(ascii: "{") else {
                    throw FeedError(.brokenStructure, line: line, "a feature must begin with '{' here; the list of features is broken")
                }
                place = .inElement
                lineOfElement = line
                return offset
            }
            offset += 1
        }
        return offset
    }

    /// Goes on from `offset` to behind the element's last brace; nil at the end of the piece.
    private mutating func findEnd(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) throws(FeedError) -> Int? {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == FramingBytes.newline { line += 1 }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if byte == UInt8(ascii: "["), brackets.count < Self.maximumDepth {
                    // Nearly all there is: lists of plain numbers.
                    let next = Self.endOfNumbers(bytes, offset)
                    if next < bytes.count, bytes[next] == UInt8(ascii: "]") {
                        offset = next + 1
                        if brackets.isEmpty { return offset }
                        continue
                    }
                }
                guard brackets.count < Self.maximumDepth else {
                    throw FeedError(.brokenStructure, line: line, "nested more than \(Self.maximumDepth) deep")
                }
                brackets.append(byte == UInt8(ascii: "{"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard brackets.popLast() == (byte == UInt8(ascii: "}")) else {
                    throw FeedError(
                        .brokenStructure, line: line, "a bracket is closed here that is not open; the list of features is broken")
                }
                if brackets.isEmpty { return offset }
            default: break
            }
        }
        return nil
    }

    /// Goes on past digits, commas, points, signs and whatever else has a code from that of the comma to that of the nine, eight at a time.
    @inline(__always)
    private static func endOfNumbers(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var offset = start
        while offset &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            // The lowest that is found is right: what is carried or borrowed reaches only those above.
            let others = ((word &+ 0x4646_4646_4646_4646) | (word &- 0x2C2C_2C2C_2C2C_2C2C) | word) & 0x8080_8080_8080_8080
            if others != 0 { return offset &+ others.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        while offset < bytes.count, bytes[offset] >= UInt8(ascii: ","), bytes[offset] <= UInt8(ascii: "9") { offset &+= 1 }
        return offset
    }

    private mutating func finish(_ range: Range<Int>, _ records: inout [FeedRecord], _ issues: inout [FeedIssue]) {
        if isSkipping {
            isSkipping = false
            return
        }
        defer { recordCount += 1 }
        guard range.count <= maximumLength else {
            issues.append(FramingBytes.tooLong(lineOfElement, maximumLength))
            return
        }
        records.append(FeedRecord(range: range, line: lineOfElement, ordinal: recordCount))
    }
}
