// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteModel

/// A track came into a fence or went out of it.
package struct FenceTransition: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case entered = 1
        case exited = 2
    }

    /// When it happened: event time, or which observation of the feed it was where the feed has no times.
    package enum Time: Hashable, Sendable {
        case event(Instant)
        case arrival(UInt64)
    }

    package var id: FenceEventID
    package var kind: Kind
    /// Which observation of the batch decided it; −1 where an edit of the fences did.
    package var observation: Int
    /// The engine's number of the track.
    package var track: UInt32
    /// The fence's number in the index.
    package var fence: UInt32
    package var position: GridPosition
    package var time: Time
}
