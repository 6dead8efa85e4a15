// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry

/// Reads rows of CSV without quotes straight into a row of fixes; the counterpart of ``FixScanner``. What it is not sure of it leaves to
/// ``CSVDecoder``.
final class FixRowScanner: Sendable {
    /// What a column holds.
    private enum Use: UInt8, Sendable {
        case nothing
        case longitude
        case latitude
        case track
        case time
        case accuracy
        case speed
    }

    private let uses: [Use]
    /// How good a column's name is among those that may hold the same.
    private let ranks: [Int]
    private let requiresTime: Bool

    /// nil where the options ask for what only the full decoder can do.
    init?(_ header: CSVHeader, _ options: FixOptions) {
        guard options.filter == nil, !options.wantsContents, let track = header.track, track != header.time else { return nil }
        var uses = Array(repeating: Use.nothing, count: header.names.count)
        var ranks = Array(repeating: Int.max, count: header.names.count)
        var isTwice = false
        func set(_ column: Int, _ use: Use) {
            isTwice = isTwice || uses[column] != .nothing
            uses[column] = use
        }
        set(header.longitude, .longitude)
        set(header.latitude, .latitude)
        set(track, .track)
        if let time = header.time { set(time, .time) }
        for (fields, use) in [(options.accuracyFields, Use.accuracy), (options.speedFields, Use.speed)] {
            for (rank, field) in fields.enumerated() {
                let columns = header.names.indices.filter { header.names[$0] == field }
                isTwice = isTwice || columns.count > 1
                for column in columns {
                    set(column, use)
                    ranks[column] = rank
                }
            }
        }
        guard !isTwice else { return nil }
        (self.uses, self.ranks, requiresTime) = (uses, ranks, header.requiresTime)
    }

    /// Reads a row; see ``FixScanner/scan(_:in:dates:into:)``.
    func scan(
        _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, dates: inout ScannedDate, into found: inout FixScanner.Found
    ) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        found = FixScanner.Found()
        var place = range.lowerBound
        var column = 0
        var highest: UInt8 = 0
        while true {
            let start = place
            while place < range.upperBound {
                let byte = base.load(fromByteOffset: place, as: UInt8.self)
                if byte == UInt8(ascii: ",") { break }
                guard byte != UInt8(ascii: "\"") else { return false }
                highest |= byte
                place &+= 1
            }
            guard column < uses.count else { return false }
            if uses[column] != .nothing {
                let cell = FramingBytes.trimmed(start..<place, in: bytes)
                guard read(cell, column, base, &dates, &found) else { return false }
            }
            column &+= 1
            guard place < range.upperBound else { break }
            place &+= 1
        }
        guard column == uses.count, found.seen == 3, !found.values.track.isEmpty else { return false }
        return highest < 0x80 || UTF8Check.isValid(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    private func read(
        _ cell: Range<Int>, _ column: Int, _ base: UnsafeRawPointer, _ dates: inout ScannedDate, _ found: inout FixScanner.Found
    ) -> Bool {
        var reader = ByteScan(base: base, place: cell.lowerBound, end: cell.upperBound)
        switch uses[column] {
        case .nothing: return true
        case .longitude:
            guard let x = reader.gridSteps(), reader.isAtEnd, abs(x) <= 1_800_000_000 else { return false }
            found.values.longitude = Int32(truncatingIfNeeded: x)
            found.seen |= 1
        case .latitude:
            guard let y = reader.gridSteps(), reader.isAtEnd, abs(y) <= 900_000_000 else { return false }
            found.values.latitude = Int32(truncatingIfNeeded: y)
            found.seen |= 2
        case .track: found.values.track = cell
        case .time:
            guard !cell.isEmpty else { return !requiresTime }
            let text = UnsafeRawBufferPointer(start: base + cell.lowerBound, count: cell.count)
            guard let time = text.count < 20 ? ByteScan.time(text) : dates.time(text) else { return false }
            found.values.time = time
        case .accuracy, .speed:
            guard !cell.isEmpty else { return true }
            guard let number = reader.double(), reader.isAtEnd else { return false }
            if uses[column] == .accuracy {
                if ranks[column] < found.accuracyRank { (found.values.accuracy, found.accuracyRank) = (number, ranks[column]) }
            } else if ranks[column] < found.speedRank {
                (found.values.speed, found.speedRank) = (number, ranks[column])
            }
        }
        return true
    }
}
