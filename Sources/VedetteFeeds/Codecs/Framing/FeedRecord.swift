// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Where one record of a feed lies in the bytes at hand.
package struct FeedRecord: Equatable, Sendable {
    package var range: Range<Int>
    /// The line on which it begins, from 1.
    package var line: Int
    /// Which record of the feed it is, from 0; bad ones count.
    package var ordinal: UInt64
}
