// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One thing that happened in a track store.
package struct TrackChange: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case entityReceived
        case observationReceived
        case observationPurged
        case entityPurged
    }

    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let entities = Kinds(rawValue: 1)
        package static let receivedObservations = Kinds(rawValue: 2)
        package static let purgedObservations = Kinds(rawValue: 4)
        package static let all: Kinds = [.entities, .receivedObservations, .purgedObservations]
    }

    package var kind: Kind
    /// The track's number in the store.
    package var track: UInt32
    package var entity: UInt64
    /// What ``TrackStore/trackID(of:)`` needs; valid until the store's next `apply`, also when the number stands for another entity already.
    package var name: UInt32
    /// The observation's place among those of its entity, from 1; for `entityReceived` the first, for `entityPurged` the last.
    package var sequence: UInt32
    /// For `observationReceived`: whether it became the track's latest.
    package var isLatest: Bool
    /// Where the observation's row starts in ``TrackChanges/rows``.
    package var row: Int
}

/// What one call changed, in order, with the rows concerned.
///
/// Rows refer to texts of the store and are valid until the store's next `apply`.
package struct TrackChanges: Sendable {
    package var changes: [TrackChange] = []
    package var rows: [UInt64] = []

    package init() {}

    @inline(__always)
    mutating func append(
        _ kind: TrackChange.Kind, _ track: Int, _ head: borrowing TrackHead, _ row: UnsafePointer<UInt64>, _ stride: Int,
        isLatest: Bool = false
    ) {
        changes.append(
            TrackChange(
                kind: kind, track: UInt32(truncatingIfNeeded: track), entity: head.entity, name: head.name,
                sequence: TrackRowView(words: row).sequence, isLatest: isLatest, row: rows.count))
        rows.append(contentsOf: UnsafeBufferPointer(start: row, count: stride))
    }

    /// Adds what another call changed.
    mutating func append(_ other: TrackChanges) {
        for var change in other.changes {
            change.row += rows.count
            changes.append(change)
        }
        rows.append(contentsOf: other.rows)
    }
}
