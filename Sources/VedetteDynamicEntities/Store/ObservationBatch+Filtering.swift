// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

extension ObservationBatch {
    /// The observations at those indices, with the texts that they refer to.
    ///
    /// - Complexity: O(rows kept × columns and bytes of theirs).
    package func rows(at indices: some Sequence<Int>) -> ObservationBatch {
        var result = ObservationBatch(schema: schema)
        for index in indices {
            result.beginRow()
            for column in schema.fields.indices {
                let value = value(at: index, column: column)
                guard value.isReference else {
                    result.setValue(value, column: column)
                    continue
                }
                let range = withBytes(Self.range(of: value)) { result.append($0) }
                result.setValue(Self.reference(value.kind, range), column: column)
            }
            let track = withBytes(trackRanges[index]) { result.append($0) }
            let id = withBytes(idRanges[index]) { result.append($0) }
            result.endRow(track: track, position: position(at: index), time: times[index], ordinal: ordinals[index], id: id)
        }
        return result
    }
}
