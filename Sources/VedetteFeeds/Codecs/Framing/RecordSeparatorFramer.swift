// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Records behind record separators, 0x1E (RFC 8142, RFC 7464); a record may span lines.
package struct RecordSeparatorFramer: RecordFramer {
    package private(set) var recordCount: UInt64 = 0
    private var line: Int
    private let maximumLength: Int
    private var searched = 0
    private var isSkipping = false

    static let separator: UInt8 = 0x1E

    package init(firstLine: Int = 1, maximumLength: Int) {
        line = firstLine
        self.maximumLength = maximumLength
    }

    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var start = 0
        while start < bytes.count {
            let end = FramingBytes.find(Self.separator, in: bytes, from: start + searched)
            if end == nil, !isEnd {
                searched = bytes.count - start
                guard isSkipping || searched > maximumLength else { return start }
                if !isSkipping { refuse(&issues) }
                isSkipping = true
                line += FramingBytes.newlineCount(in: bytes, start..<bytes.count)
                searched = 0
                return bytes.count
            }
            let range = start..<(end ?? bytes.count)
            finish(range, in: bytes, &records, &issues)
            line += FramingBytes.newlineCount(in: bytes, range)
            start = end.map { $0 + 1 } ?? bytes.count
            searched = 0
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
        let above = FramingBytes.newlineCount(in: bytes, range.lowerBound..<record.lowerBound)
        records.append(FeedRecord(range: record, line: line + above, ordinal: recordCount))
        recordCount += 1
    }

    private mutating func refuse(_ issues: inout [FeedIssue]) {
        issues.append(FramingBytes.tooLong(line, maximumLength))
        recordCount += 1
    }
}
