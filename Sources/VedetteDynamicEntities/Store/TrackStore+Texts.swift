// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension TrackStore {
    /// Drops texts that no row and no track refers to any more; those that `changes` refer to stay.
    ///
    /// - Complexity: O(texts + values).
    mutating func sweepTexts(_ changes: inout TrackChanges) {
        var kept = TextTable()
        let none = UInt32.max
        var new = Array(repeating: none, count: texts.count)
        func renumber(_ row: UnsafeMutablePointer<UInt64>) {
            for column in 0..<schema.fields.count {
                let value = PackedValue(bits: row[TrackRow.headerWords + column])
                guard value.isReference else { continue }
                let number = Int(value.reference)
                if new[number] == none { new[number] = kept.number(of: texts.bytes(of: UInt32(number))) }
                row[TrackRow.headerWords + column] = PackedValue(value.kind, reference: UInt64(new[number])).bits
            }
        }
        // Names are looked up in the directory, not among the texts.
        func renumbered(name: UInt32) -> UInt32 {
            if new[Int(name)] == none { new[Int(name)] = kept.append(texts.bytes(of: name)) }
            return new[Int(name)]
        }
        for track in 0..<numberCount where !heads[track].isFree {
            heads[track].name = renumbered(name: heads[track].name)
            for offset in 0..<Int(heads[track].count) {
                if let row = row(track, offset) { renumber(row) }
            }
            if heads[track].count > 0 { renumber(latestRow(track)) }
        }
        for index in changes.changes.indices { changes.changes[index].name = renumbered(name: changes.changes[index].name) }
        changes.rows.withUnsafeMutableBufferPointer { rows in
            guard let base = rows.baseAddress else { return }
            for start in Swift.stride(from: 0, to: rows.count, by: stride) { renumber(base + start) }
        }
        swap(&texts, &kept)
        textSweepSize = nextSweepSize
    }

    /// The size of the texts at which they are worth a sweep: twice what is left, or less where bytes are limited.
    var nextSweepSize: Int {
        let size = texts.byteCount
        return limits.maximumBytes > 0 ? size + size / 4 + min(1 << 20, limits.maximumBytes / 16) : max(1 << 20, 2 * size)
    }
}
