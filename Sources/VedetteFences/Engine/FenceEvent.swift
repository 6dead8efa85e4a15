// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Something happened between a track and a fence.
package struct FenceEvent: Equatable, Sendable {
    /// The raw value is part of an event's id: never change one.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case entered = 1
        case exited = 2
        /// A stay has lasted as long as the dwell rule says.
        case dwelled = 3
        /// No fix came for as long as the silence rule says, while inside.
        case silent = 4
        /// Inside, and the speed rose above the limit.
        case speeding = 5
        /// Inside, and the speed fell below the limit.
        case slow = 6
    }

    /// What made it happen.
    package enum Cause: UInt8, Sendable {
        case fix = 0
        /// A fence was added, moved or given another buffer.
        case fenceChanged = 1
        /// Time passed: a rule fired by a clock.
        case clock = 2
    }

    /// When it happened: event time, or which observation of the feed it was where the feed has no times.
    package enum Time: Hashable, Sendable {
        case event(Instant)
        case arrival(UInt64)
    }

    package var kind: Kind
    package var cause = Cause.fix
    /// The engine's number of the track.
    package var track: UInt32
    /// The fence's number in the index.
    package var fence: UInt32
    /// When: of the fix, or of the crossing where a path is judged.
    package var time: Time
    /// When it was sure, where a minimum time in or out has to pass first.
    package var confirmedAt: Instant?
    /// Where: of the fix, or of the crossing where a path is judged.
    package var position: GridPosition
    /// How many events of this kind this track had at this fence at this very time before.
    package var ordinal: UInt32 = 0
    /// Which record of the feed decided it; nil where an edit or a clock did.
    package var observation: UInt64?
    /// Which row of the fixes handed in last brought it out; −1 where none did (an edit, a clock, the end of the feed).
    ///
    /// It is that of ``observation`` unless fixes wait for late ones.
    package var row = -1
}
