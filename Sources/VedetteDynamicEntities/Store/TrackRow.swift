// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteModel

/// How an observation lies in the store: `headerWords` words, then one word a column.
package enum TrackRow {
    package static let position = 0
    package static let observedAt = 1
    package static let receivedAt = 2
    /// Which observation of its entity it is, in the lower half; in the upper half its place in the queue of the store.
    package static let sequence = 3
    package static let headerWords = 4

    // The same as in `PackedValue`, which is in another module: here they are constants.

    /// A value that is null.
    static var null: UInt64 { 0xFFF9 << 48 }
    /// Values from here on refer to a table.
    static var firstReference: UInt64 { 0xFFFC << 48 }
    /// The part of such a value that is not the place in the table.
    static var kindMask: UInt64 { 0xFFFF << 48 }
}

/// One observation in a store, valid until the store changes.
package struct TrackRowView {
    package let words: UnsafePointer<UInt64>

    package init(words: UnsafePointer<UInt64>) {
        self.words = words
    }

    package var position: GridPosition? {
        let word = words[TrackRow.position]
        let longitude = Int32(truncatingIfNeeded: word)
        guard longitude != ObservationBatch.noPosition else { return nil }
        return GridPosition(uncheckedLongitude: longitude, latitude: Int32(truncatingIfNeeded: word >> 32))
    }

    package static func word(of position: GridPosition?) -> UInt64 {
        let longitude = position?.longitude ?? ObservationBatch.noPosition
        let latitude = position?.latitude ?? ObservationBatch.noPosition
        return UInt64(UInt32(bitPattern: latitude)) << 32 | UInt64(UInt32(bitPattern: longitude))
    }

    /// Event time, where the feed has one.
    package var observedAt: Instant? {
        let time = Int64(bitPattern: words[TrackRow.observedAt])
        return time == ObservationBatch.noTime ? nil : Instant(microsecondsSince1970: time)
    }

    /// When it came in.
    package var receivedAt: Instant { Instant(microsecondsSince1970: Int64(bitPattern: words[TrackRow.receivedAt])) }

    /// When the observation counts as made: event time, where the feed has one, else receipt; microseconds since 1970.
    @inline(__always)
    var begin: Int64 {
        let time = Int64(bitPattern: words[TrackRow.observedAt])
        return time == ObservationBatch.noTime ? Int64(bitPattern: words[TrackRow.receivedAt]) : time
    }

    /// The place in the queue of the store.
    @inline(__always)
    var arrival: UInt32 { UInt32(truncatingIfNeeded: words[TrackRow.sequence] >> 32) }

    /// Which observation of its entity it is, from 1.
    package var sequence: UInt32 { UInt32(truncatingIfNeeded: words[TrackRow.sequence]) }

    package func value(column: Int) -> PackedValue {
        PackedValue(bits: words[TrackRow.headerWords + column])
    }
}
