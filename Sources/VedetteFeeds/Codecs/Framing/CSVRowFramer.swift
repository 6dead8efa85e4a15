// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Rows of RFC 4180: a line end inside quotes belongs to the row.
package struct CSVRowFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private var line: Int
    private let maximumLength: Int
    private var searched = 0
    private var isInQuotes = false
    private var linesInRecord = 0
    private var isSkipping = false

    package init(firstLine: Int = 1, maximumLength: Int) {
        line = firstLine
        self.maximumLength = maximumLength
    }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var start = 0
        var place = searched
        while start < bytes.count {
            // No farther than a row may be long, line end and all: what is said of a longer one must not depend on how much is here.
            let limit = min(bytes.count, start + maximumLength + 2)
            let end = findRowEnd(in: bytes, from: &place, to: limit)
            if end == nil {
                let length = bytes.count - start
                if length > maximumLength + 1 || isEnd && isInQuotes {
                    // Take the row up to its first line end for the broken one and go on behind that.
                    let (next, isWhole) = refuse(start, in: bytes, &issues)
                    start = next
                    place = start
                    isSkipping = !isWhole
                    continue
                }
                guard isEnd else {
                    searched = length
                    return start
                }
            }
            finish(start..<(end ?? bytes.count), in: bytes, &records, &issues)
            start = end.map { $0 + 1 } ?? bytes.count
            place = start
        }
        searched = 0
        return start
    }

    /// The line end that ends the row, searching on from `place` to `limit`.
    private mutating func findRowEnd(in bytes: UnsafeRawBufferPointer, from place: inout Int, to limit: Int) -> Int? {
        while place < limit {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\""), !isSkipping { isInQuotes.toggle() }
            if byte == FramingBytes.newline {
                if !isInQuotes { return place }
                linesInRecord += 1
            }
            place += 1
        }
        return nil
    }

    private mutating func finish(
        _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, _ records: inout [FeedRecord], _ issues: inout [FeedIssue]
    ) {
        defer {
            line += linesInRecord + 1
            linesInRecord = 0
            isSkipping = false
        }
        guard !isSkipping else { return }
        let hasReturn = range.upperBound > range.lowerBound && bytes[range.upperBound - 1] == 0x0D
        let record = range.lowerBound..<range.upperBound - (hasReturn ? 1 : 0)
        guard !FramingBytes.trimmed(record, in: bytes).isEmpty else { return }
        guard record.count <= maximumLength else {
            issues.append(FramingBytes.tooLong(line, maximumLength))
            recordCount += 1
            return
        }
        records.append(FeedRecord(range: record, line: line, ordinal: recordCount))
        recordCount += 1
    }

    /// Reports the unfinished row and says where to go on, and whether its first line has ended there.
    private mutating func refuse(_ start: Int, in bytes: UnsafeRawBufferPointer, _ issues: inout [FeedIssue]) -> (Int, Bool) {
        if !isSkipping {
            issues.append(
                isInQuotes
                    ? FeedIssue(line: line, .invalidRow, "a quote that is opened here is not closed; passed over")
                    : FramingBytes.tooLong(line, maximumLength))
            recordCount += 1
        }
        isInQuotes = false
        linesInRecord = 0
        if let end = FramingBytes.find(FramingBytes.newline, in: bytes, from: start) {
            line += 1
            return (end + 1, true)
        }
        return (bytes.count, false)
    }
}
