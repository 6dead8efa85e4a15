// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The whole feed is one record.
package struct DocumentFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private let line: Int
    private let maximumLength: Int
    private var isSkipping = false

    package init(firstLine: Int = 1, maximumLength: Int) {
        line = firstLine
        self.maximumLength = maximumLength
    }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        if !isSkipping, bytes.count > maximumLength {
            issues.append(FramingBytes.tooLong(line, maximumLength))
            recordCount += 1
            isSkipping = true
        }
        if isSkipping { return bytes.count }
        guard isEnd else { return 0 }
        let record = FramingBytes.trimmed(0..<bytes.count, in: bytes)
        if !record.isEmpty, recordCount == 0 {
            records.append(FeedRecord(range: record, line: line, ordinal: 0))
            recordCount += 1
        }
        return bytes.count
    }
}
