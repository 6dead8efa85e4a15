// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A track is in a fence that it was not in at its last fix, or the other way round.
package struct FenceChange: Equatable, Sendable {
    /// The row of the fixes handed in.
    package var row: UInt32
    package var track: UInt32
    /// The fence's number in the index.
    package var fence: UInt32
    /// Entered; else exited.
    package var isEntry: Bool

    package init(row: UInt32, track: UInt32, fence: UInt32, isEntry: Bool) {
        (self.row, self.track, self.fence, self.isEntry) = (row, track, fence, isEntry)
    }
}
