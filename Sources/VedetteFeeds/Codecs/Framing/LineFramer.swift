// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One record a line. Empty lines are passed over.
package struct LineFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private var line: Int
    private let maximumLength: Int
    /// How much of the unfinished record has been searched for its end.
    private var searched = 0
    private var isSkipping = false

    package init(firstLine: Int = 1, maximumLength: Int) {
        line = firstLine
        self.maximumLength = maximumLength
    }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var start = 0
        while start < bytes.count {
            let end = FramingBytes.find(FramingBytes.newline, in: bytes, from: start + searched)
            if end == nil, !isEnd {
                guard !isSkipping else { return bytes.count }
                searched = bytes.count - start
                guard searched > maximumLength else { return start }
                // Too long already: the rest is not kept either.
                refuse(&issues)
                isSkipping = true
                searched = 0
                return bytes.count
            }
            finish(start..<(end ?? bytes.count), in: bytes, &records, &issues)
            start = end.map { $0 + 1 } ?? bytes.count
            searched = 0
            line += 1
        }
        return start
    }

    private mutating func finish(
        _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, _ records: inout [FeedRecord], _ issues: inout [FeedIssue]
    ) {
        if isSkipping {
            isSkipping = false
            return
        }
        let record = FramingBytes.trimmed(range, in: bytes)
        guard !record.isEmpty else { return }
        guard record.count <= maximumLength else { return refuse(&issues) }
        records.append(FeedRecord(range: record, line: line, ordinal: recordCount))
        recordCount += 1
    }

    private mutating func refuse(_ issues: inout [FeedIssue]) {
        issues.append(FramingBytes.tooLong(line, maximumLength))
        recordCount += 1
    }
}
