// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where one record of a feed lies in the bytes at hand.
package struct FeedRecord: Equatable, Sendable {
    package var range: Range<Int>
    /// The line on which it begins, from 1.
    package var line: Int
    /// Which record of the feed it is, from 0; bad ones count.
    package var ordinal: UInt64
    /// What the record says, where its own bytes do not say all of it; then its range is empty.
    package var content: (any FeedRecordContent)?

    package init(range: Range<Int>, line: Int, ordinal: UInt64, content: (any FeedRecordContent)? = nil) {
        (self.range, self.line, self.ordinal, self.content) = (range, line, ordinal, content)
    }

    package static func == (first: FeedRecord, second: FeedRecord) -> Bool {
        (first.range, first.line, first.ordinal) == (second.range, second.line, second.ordinal) && first.content === second.content
    }
}

/// What a framer has read already, because it takes the bytes before it to do so.
package protocol FeedRecordContent: AnyObject, Sendable {}
