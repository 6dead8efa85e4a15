// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteValues

/// Makes batches of the updates of a file, as a decoder would: a track id and eight attributes, six Float64, one Int64 and one text.
struct ObservationFiller {
    static let fields: [Field] = [
        Field(type: .float64, name: "speed", alias: ""), Field(type: .float64, name: "heading", alias: ""),
        Field(type: .float64, name: "altitude", alias: ""), Field(type: .float64, name: "type", alias: ""),
        Field(type: .float64, name: "status", alias: ""), Field(type: .float64, name: "flags", alias: ""),
        Field(type: .int64, name: "source", alias: ""), Field(type: .text, name: "route", alias: ""),
    ]

    static let schema = ObservationSchema(fields: fields)
    static let batchSize = 1_000
    /// When the first second of the first pass is, in microseconds since 1970.
    static let start: Int64 = 1_700_000_000_000_000
    private static let routeCount: UInt32 = 997

    let file: TrackFile

    /// Replaces the observations of a batch by those in `range`, as of pass number `pass` over the file: event times go on where the last ended.
    func fill(_ batch: inout ObservationBatch, _ range: Range<Int>, pass: Int) {
        batch.removeAll()
        for index in range {
            let update = file.updates[index]
            let (track, second) = (update.track, Int64(update.second))
            batch.beginRow()
            batch.setValue(PackedValue(Double(Self.modulo(update.longitude, 97))), column: 0)
            batch.setValue(PackedValue(Double(Self.modulo(update.latitude, 360))), column: 1)
            batch.setValue(PackedValue(Double(second)), column: 2)
            batch.setValue(PackedValue(Double(track % 7)), column: 3)
            batch.setValue(PackedValue(Double((UInt32(second) + track) & 3)), column: 4)
            batch.setValue(PackedValue(Double(second)), column: 5)
            batch.setValue(PackedValue(Double(UInt64(track) * 7)), column: 6)
            let route = batch.appendBytes { Self.append("R", track % Self.routeCount, to: &$0) }
            batch.setValue(ObservationBatch.reference(.text, route), column: 7)
            let name = batch.appendBytes { Self.append("v", track, to: &$0) }
            let position = GridPosition(uncheckedLongitude: update.longitude, latitude: update.latitude)
            let time = Self.start + (Int64(pass * file.seconds) + second) * 1_000_000
            batch.endRow(track: name, position: position, time: time, ordinal: UInt64(index))
        }
    }

    /// The number of the track with an id that ``fill(_:_:pass:)`` gave.
    static func track(named name: UnsafeRawBufferPointer) -> UInt64 {
        name.dropFirst().reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    }

    /// The remainder that is never negative.
    private static func modulo(_ value: Int32, _ divisor: Int32) -> Int32 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    private static func append(_ prefix: Unicode.Scalar, _ number: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: prefix))
        var divisor: UInt32 = 1
        while number / divisor > 9 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
