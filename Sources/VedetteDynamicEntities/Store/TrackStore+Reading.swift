// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
package import VedetteModel

extension TrackStore {
    /// The entity that a number stands for now, or nil where the number is free.
    package func entity(_ number: UInt32) -> UInt64? {
        guard Int(number) < numberCount, !heads[Int(number)].isFree else { return nil }
        return heads[Int(number)].entity
    }

    /// The number of the track with that id.
    package func number(named name: String) -> UInt32? {
        var name = name
        return name.withUTF8 { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            return number(named: bytes, hash: ByteHash.hash(bytes))
        }
    }

    /// The track id of a number that stands for an entity.
    package func name(_ number: UInt32) -> String {
        texts.text(of: heads[Int(number)].name)
    }

    /// The track id of what changed; valid until the store's next `apply`.
    package func trackID(of change: TrackChange) -> String {
        texts.text(of: change.name)
    }

    package func withName<Result>(_ number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        texts.withBytes(of: heads[Int(number)].name, body)
    }

    /// The stamps at which the entity came to be and last changed.
    package func stamps(_ number: UInt32) -> (created: Int64, changed: Int64) {
        (heads[Int(number)].createdAt, heads[Int(number)].changedAt)
    }

    /// How many observations the entity has.
    package func observationCount(_ number: UInt32) -> Int {
        Int(heads[Int(number)].count)
    }

    /// The latest observation.
    package func latest(_ number: UInt32) -> TrackRowView {
        TrackRowView(words: UnsafePointer(latestRow(Int(number))))
    }

    /// An observation by its age: 0 is the latest, `observationCount(number) - 1` the oldest.
    package func observation(_ number: UInt32, age: Int) -> TrackRowView {
        guard let row = row(Int(number), Int(heads[Int(number)].count) - 1 - age) else { return latest(number) }
        return TrackRowView(words: UnsafePointer(row))
    }

    /// The numbers that stand for entities, in order.
    package var numbers: [UInt32] {
        (0..<UInt32(numberCount)).filter { !heads[Int($0)].isFree }
    }

    /// A text that a value of this store refers to.
    package func text(of value: PackedValue) -> String {
        texts.text(of: UInt32(truncatingIfNeeded: value.reference))
    }

    package func withText<Result>(of value: PackedValue, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        texts.withBytes(of: UInt32(truncatingIfNeeded: value.reference), body)
    }

    /// Where a track is displayed at `time`, by times of receipt: on the straight line between the observations before and after it; at the first
    /// before the first, at the last after the last. The rule of `docs/protocol.md`.
    ///
    /// - Complexity: O(rows newer than `time`).
    package func displayedPosition(_ number: UInt32, at time: Instant) -> (longitude: Double, latitude: Double)? {
        var later: TrackRowView?
        for age in 0..<observationCount(number) {
            let row = observation(number, age: age)
            guard let position = row.position else { continue }
            if row.receivedAt <= time {
                guard let later, let next = later.position else { return (position.longitudeDegrees, position.latitudeDegrees) }
                let span = later.receivedAt.seconds(since: row.receivedAt)
                let share = span > 0 ? time.seconds(since: row.receivedAt) / span : 1
                var east = next.longitudeDegrees - position.longitudeDegrees
                if east > 180 { east -= 360 }
                if east < -180 { east += 360 }
                return (
                    position.longitudeDegrees + east * share,
                    position.latitudeDegrees + (next.latitudeDegrees - position.latitudeDegrees) * share
                )
            }
            later = row
        }
        return later?.position.map { ($0.longitudeDegrees, $0.latitudeDegrees) }
    }
}
