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
        /// Time passed, brought by a clock or by a later fix: a stay lasted long enough, no fix came.
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
    /// When: of the fix, or of the crossing where a path is judged; of the edit that changed the fence; when time was up for dwelling and silence.
    package var time: Time
    /// When it was sure, where a minimum time in or out has to pass first.
    package var confirmedAt: Instant?
    /// Where: of the fix, or of the crossing where a path is judged; the last decided fix where an edit or time made it happen.
    package var position: GridPosition
    /// How many events of this kind this track had at this fence at this very time before. Those that edits of the fences made are counted for
    /// themselves, from ``firstOrdinalOfEdits``, each with a number of its own: so those of fixes do not depend on them.
    package var ordinal: UInt32 = 0
    /// Which record of the feed crossed, or was fast or slow; nil where an edit or time made it happen.
    package var observation: UInt64?
    /// Which row of the fixes handed in last brought it out; −1 where none did (an edit, a clock, the end of the feed).
    ///
    /// It is that of ``observation`` unless fixes wait for late ones, or the event waited until it was sure.
    package var row = -1

    /// Added to the ordinals of events that edits of the fences made.
    static let firstOrdinalOfEdits: UInt32 = 1 << 31
}
