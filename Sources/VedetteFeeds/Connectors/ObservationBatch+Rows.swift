// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

extension ObservationBatch {
    /// Adds an observation of another batch, whose schema has the same columns as this one's, or fewer.
    ///
    /// - Parameters:
    ///   - index: which.
    ///   - other: the other batch.
    ///   - time: its event time; ``ObservationBatch/noTime`` for none.
    mutating func appendRow(_ index: Int, of other: borrowing ObservationBatch, time: Int64) {
        beginRow()
        for column in other.schema.fields.indices {
            let value = other.value(at: index, column: column)
            switch value.kind {
            case .null: continue
            case .text, .integer, .json:
                let copy = Self.reference(value.kind, other.withBytes(Self.range(of: value)) { append($0) })
                setValue(copy, column: column)
            default: setValue(value, column: column)
            }
        }
        let track = other.withBytes(other.trackRanges[index]) { append($0) }
        let id = other.withBytes(other.idRanges[index]) { append($0) }
        endRow(track: track, position: other.position(at: index), time: time, ordinal: other.ordinals[index], id: id)
    }

    /// The same observations by their event times: a document has one track behind the other, also where they were recorded at the same time.
    ///
    /// An observation without a time stays behind the one before it of its track; where there is none, it comes first.
    func inTimeOrder() -> ObservationBatch {
        var keys: [Int64] = []
        keys.reserveCapacity(count)
        for index in 0..<count {
            let isTimed = times[index] != Self.noTime
            let goesOn = index > 0 && trackRanges[index] == trackRanges[index - 1]
            keys.append(isTimed ? times[index] : goesOn ? keys[index - 1] : .min)
        }
        var sorted = ObservationBatch(schema: schema)
        for index in (0..<count).sorted(by: { (keys[$0], $0) < (keys[$1], $1) }) {
            sorted.appendRow(index, of: self, time: times[index])
        }
        return sorted
    }

    /// A hash of what an observation says, besides its track and its time.
    func contentHash(at index: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(longitudes[index])
        hasher.combine(latitudes[index])
        for column in schema.fields.indices {
            let value = value(at: index, column: column)
            switch value.kind {
            case .null: continue
            case .text, .integer, .json:
                hasher.combine(column)
                withBytes(Self.range(of: value)) { hasher.combine(bytes: $0) }
            default:
                hasher.combine(column)
                hasher.combine(value.bits)
            }
        }
        return hasher.finalize()
    }
}
