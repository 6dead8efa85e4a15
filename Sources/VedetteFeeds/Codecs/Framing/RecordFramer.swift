// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Cuts the bytes of a feed into records, wherever the bytes themselves were cut: a core.
///
/// Bytes come in pieces; what is left of a piece after the last whole record is handed in again, with more behind it.
/// A record that is too long is reported once and passed over without being kept.
package protocol RecordFramer: Sendable {
    /// Finds whole records.
    ///
    /// - Parameters:
    ///   - bytes: begins where the last call ended.
    ///   - isEnd: whether nothing follows.
    ///   - records: the records found are added.
    ///   - issues: what is wrong with others is added.
    /// - Returns: how many bytes are done with; the rest must be handed in again.
    /// - Throws: ``FeedError`` where the structure is broken and nothing tells where the next record begins. Records found before are good.
    mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int

    /// How many records there were, good and bad.
    var recordCount: UInt64 { get }
}

/// What framers share.
enum FramingBytes {
    static let newline = UInt8(ascii: "\n")

    /// The offset of the first `byte` in `bytes` at or after `start`.
    @inline(__always)
    static func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The range without white space at its ends.
    @inline(__always)
    static func trimmed(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isWhitespace(bytes[start]) { start += 1 }
        while end > start, isWhitespace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    @inline(__always)
    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    static func newlineCount(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        var count = 0
        var place = range.lowerBound
        while let next = find(newline, in: UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound]), from: place) {
            count += 1
            place = next + 1
        }
        return count
    }

    static func tooLong(_ line: Int, _ limit: Int) -> FeedIssue {
        FeedIssue(line: line, .tooLong, "the record is longer than \(limit) bytes, the limit for one record; passed over")
    }
}
