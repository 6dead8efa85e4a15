// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension TrackStore {
    /// Drops texts that no row and no track refers to any more, once the table has doubled since the last time.
    mutating func sweepTextsIfDue() {
        guard texts.byteCount > textSweepSize else { return }
        var kept = TextTable()
        var renumbered: [UInt32: UInt32] = [:]
        let old = texts
        func renumber(_ number: UInt32) -> UInt32 {
            if let known = renumbered[number] { return known }
            let new = old.withBytes(of: number) { kept.number(of: $0) }
            renumbered[number] = new
            return new
        }
        func renumber(_ row: UnsafeMutablePointer<UInt64>) {
            for column in 0..<schema.fields.count {
                let value = PackedValue(bits: row[TrackRow.headerWords + column])
                guard value.isReference else { continue }
                let number = renumber(UInt32(truncatingIfNeeded: value.reference))
                row[TrackRow.headerWords + column] = PackedValue(value.kind, reference: UInt64(number)).bits
            }
        }
        for track in 0..<numberCount where heads[track].entity != 0 {
            heads[track].name = renumber(heads[track].name)
            for offset in 0..<Int(heads[track].count) {
                if let row = row(track, offset) { renumber(row) }
            }
            renumber(latestRow(track))
        }
        texts = kept
        textSweepSize = max(1 << 20, 2 * texts.byteCount)
    }
}
