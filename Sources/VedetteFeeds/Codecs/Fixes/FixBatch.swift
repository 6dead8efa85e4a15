// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
package import VedetteExpressions
package import VedetteGeometry

/// One fix of a feed as it goes to a fence engine: one line of the processor's cache.
package struct FixRow: Sendable {
    /// Microseconds since 1970; ``ObservationBatch/noTime`` where there is none.
    package var time: Int64
    package var trackHash: UInt64
    /// Metres; NaN where it is not known.
    package var accuracy = Double.nan
    /// Metres a second; NaN where it is not known.
    package var speed = Double.nan
    /// 1e-7 degree.
    package var longitude: Int32
    package var latitude: Int32
    package var track: FixText
    /// The record's own id, where it has one that is not the track id.
    package var id = FixText.none
    /// Which record of the batch it was, from 0; bad ones count.
    package var record: UInt32
    /// Which lane judges the track.
    package var lane: UInt32 = 0
}

/// Where a text of a fix is: in the bytes of the block, or in the batch's own.
package struct FixText: Equatable, Sendable {
    /// The highest bit says that it is in the batch's own bytes.
    var place: UInt32
    package var length: UInt32

    static let isOwn: UInt32 = 1 << 31
    static let none = FixText(place: 0, length: 0)

    init(place: UInt32, length: UInt32) {
        (self.place, self.length) = (place, length)
    }

    /// A place in the block.
    @inline(__always)
    init(_ range: Range<Int>) {
        self.init(place: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt32(truncatingIfNeeded: range.count))
    }

    package var isEmpty: Bool { length == 0 }
    /// Whether it is where it was read: so it is where the short way was taken.
    var isInBlock: Bool { place & Self.isOwn == 0 }
}

/// Fixes of a share of a block, in the order of the feed.
///
/// Texts stay where they are in the block, so a batch is good until the next block is asked for.
///
// Sendable by hand: one thread at a time fills it; then all read.
package final class FixBatch: @unchecked Sendable {
    package internal(set) var rows: [FixRow] = []
    /// What is wrong with records, and which they are.
    package internal(set) var issues: [(record: UInt32, issue: FeedIssue)] = []
    /// Records seen, good and bad.
    package internal(set) var recordCount = 0
    /// Lines seen, where the share was cut by lines.
    package internal(set) var lineCount = 0
    /// The records of the fixes that the filter dropped, counted from the first.
    package internal(set) var filtered: [UInt32] = []
    /// What scripts see of each row; empty where there is no script that wants it.
    package internal(set) var contents: [ArcadeContent] = []
    /// The rows of each lane, those of the first before those of the second, each lane's in order.
    private var order: [UInt32] = []
    /// Where the rows of a lane end in ``order``.
    private var laneEnds: [Int] = []
    /// Whether accuracies and speeds were wanted.
    package internal(set) var hasNumbers = false
    var ownBytes: [UInt8] = []
    var block = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Which record of the feed the first one is; known once the shares before are read.
    package var firstOrdinal: UInt64 = 0
    /// The line on which the share begins, where issues count from there.
    package var firstLine = 0

    package init() {}

    func removeAll(block: UnsafeRawBufferPointer) {
        rows.removeAll(keepingCapacity: true)
        issues.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        ownBytes.removeAll(keepingCapacity: true)
        filtered.removeAll(keepingCapacity: true)
        (recordCount, lineCount) = (0, 0)
        // Those of the block before would be taken off the records of this one.
        (firstOrdinal, firstLine) = (0, 0)
        self.block = block
    }

    /// Sorts the rows by lane, when all are there.
    func sort(lanes: Int) {
        laneEnds.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        laneEnds.append(contentsOf: repeatElement(0, count: max(lanes, 1)))
        order.append(contentsOf: repeatElement(0, count: rows.count))
        rows.withUnsafeBufferPointer { rows in
            order.withUnsafeMutableBufferPointer { order in
                laneEnds.withUnsafeMutableBufferPointer { ends in
                    if ends.count > 1 { for row in 0..<rows.count { ends[Int(rows[row].lane)] &+= 1 } }
                    var start = 0
                    for lane in ends.indices { (ends[lane], start) = (start, start &+ ends[lane]) }
                    for row in 0..<rows.count {
                        let lane = ends.count > 1 ? Int(rows[row].lane) : 0
                        order[ends[lane]] = UInt32(truncatingIfNeeded: row)
                        ends[lane] &+= 1
                    }
                }
            }
        }
    }

    /// The fixes of a lane, as addresses.
    package struct LaneRows {
        package let rows: UnsafeBufferPointer<FixRow>
        /// Which of the rows are the lane's, ascending.
        package let numbers: UnsafeBufferPointer<UInt32>
        fileprivate let block: UnsafeRawBufferPointer
        fileprivate let ownBytes: UnsafeRawBufferPointer

        /// The bytes of a text.
        @inline(__always)
        package func bytes(of text: FixText) -> UnsafeRawBufferPointer {
            let start = Int(text.place & ~FixText.isOwn)
            let bytes = text.place & FixText.isOwn == 0 ? block : ownBytes
            return UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ Int(text.length)])
        }
    }

    /// Calls `body` with the fixes of a lane, valid during the call.
    package func withRows(ofLane lane: Int, _ body: (LaneRows) -> Void) {
        let range = (lane == 0 ? 0 : laneEnds[lane - 1])..<laneEnds[lane]
        rows.withUnsafeBufferPointer { rows in
            order.withUnsafeBufferPointer { order in
                ownBytes.withUnsafeBytes { own in
                    body(
                        LaneRows(rows: rows, numbers: UnsafeBufferPointer(rebasing: order[range]), block: block, ownBytes: own))
                }
            }
        }
    }

    package func ordinal(_ row: borrowing FixRow) -> UInt64 { firstOrdinal &+ UInt64(row.record) }

    /// Calls `body` with the bytes of a text, valid during the call.
    @inline(__always)
    package func withBytes<Result>(_ text: FixText, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = Int(text.place & ~FixText.isOwn)
        let range = start..<start + Int(text.length)
        if text.place & FixText.isOwn == 0 { return body(UnsafeRawBufferPointer(rebasing: block[range])) }
        return ownBytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Keeps bytes that are not in the block.
    func keep(_ bytes: UnsafeRawBufferPointer) -> FixText {
        guard !bytes.isEmpty else { return .none }
        let place = UInt32(truncatingIfNeeded: ownBytes.count) | FixText.isOwn
        ownBytes.append(contentsOf: bytes)
        return FixText(place: place, length: UInt32(truncatingIfNeeded: bytes.count))
    }
}
