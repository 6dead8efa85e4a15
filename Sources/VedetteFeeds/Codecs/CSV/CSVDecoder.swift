// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Reads observations from rows of CSV. A cell that is a JSON number is a number, an empty cell null, anything else text.
struct CSVDecoder: Sendable {
    private let header: CSVHeader
    private let options: FeedOptions
    private var cells: [CSVRow.Cell] = []
    /// The batch's columns of the header's, found once.
    private var columns: [Int?] = []

    init(header: CSVHeader, options: FeedOptions) {
        self.header = header
        self.options = options
    }

    /// The columns that hold track ids and times.
    var fieldNames: (track: String?, time: String?) {
        (header.track.map { header.names[$0] }, header.time.map { header.names[$0] })
    }

    mutating func decode(
        _ record: FeedRecord, in bytes: UnsafeRawBufferPointer, into batch: inout ObservationBatch, issues: inout [FeedIssue]
    ) {
        let row = UnsafeRawBufferPointer(rebasing: bytes[record.range])
        let byteCount = batch.bytes.count
        batch.beginRow()
        do throws(RecordError) {
            try read(row, record, into: &batch)
        } catch {
            batch.abandonRow(bytes: byteCount)
            issues.append(FeedIssue(line: record.line, error.code, error.message))
        }
    }

    private mutating func read(_ row: UnsafeRawBufferPointer, _ record: FeedRecord, into batch: inout ObservationBatch) throws(RecordError)
    {
        guard UTF8Check.isValid(row) else { throw RecordError(.invalidRow, "the row is not UTF-8 text") }
        guard CSVRow.split(row, into: &cells) else {
            throw RecordError(.invalidRow, "a quote stands where none may; double it inside a quoted cell")
        }
        guard cells.count == header.names.count else {
            throw RecordError(.invalidRow, "the row has \(cells.count) cells, the header \(header.names.count)")
        }
        let position = try position(row)
        let time = try time(row)
        var track: Range<Int>?
        if let column = header.track, !cells[column].range.isEmpty { track = appendText(of: cells[column], row, to: &batch) }
        guard track != nil || !options.requiresTrack else {
            let name = header.track.map { Excerpt.of(header.names[$0]) } ?? "none"
            throw RecordError(.noTrack, "the cell of the track id (\(name)) is empty")
        }
        if options.wantsAttributes { readAttributes(row, into: &batch) }
        batch.endRow(track: track ?? 0..<0, position: position, time: time, ordinal: record.ordinal)
    }

    private func position(_ row: UnsafeRawBufferPointer) throws(RecordError) -> GridPosition? {
        let (x, y) = (cells[header.longitude].range, cells[header.latitude].range)
        guard !x.isEmpty, !y.isEmpty else {
            guard !options.requiresPosition else { throw RecordError(.noPosition, "the row has no position") }
            return nil
        }
        guard let longitude = number(row, x), let latitude = number(row, y) else {
            throw RecordError(
                .invalidPosition, "the position \"\(text(row, x)), \(text(row, y))\" is not two numbers")
        }
        return try PositionCheck.position(longitude, latitude, text(row, x), text(row, y))
    }

    private func number(_ row: UnsafeRawBufferPointer, _ range: Range<Int>) -> DecimalNumber? {
        let cell = UnsafeRawBufferPointer(rebasing: row[range])
        // Spreadsheets write a plus where JSON does not.
        var cursor = JSONCursor(cell, at: cell.first == UInt8(ascii: "+") ? 1 : 0)
        guard let number = try? cursor.readNumber(), cursor.offset == cell.count else { return nil }
        return number
    }

    private func text(_ row: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        Excerpt.of(row[range])
    }

    private func time(_ row: UnsafeRawBufferPointer) throws(RecordError) -> Int64 {
        guard let column = header.time else { return ObservationBatch.noTime }
        let range = cells[column].range
        guard !range.isEmpty else {
            guard !header.requiresTime else {
                throw RecordError(.invalidTime, "the cell of the time (\(Excerpt.of(header.names[column]))) is empty")
            }
            return ObservationBatch.noTime
        }
        guard let time = FeedTime.microseconds(of: UnsafeRawBufferPointer(rebasing: row[range])) else {
            throw RecordError(.invalidTime, "the time \"\(text(row, range))\" cannot be read; \(FeedTime.explanation)")
        }
        return time
    }

    private mutating func readAttributes(_ row: UnsafeRawBufferPointer, into batch: inout ObservationBatch) {
        if columns.isEmpty { columns = Array(repeating: nil, count: cells.count) }
        for (index, cell) in cells.enumerated() where index != header.longitude && index != header.latitude {
            // An empty text is one, but an empty time is none, in quotes or not.
            guard !cell.range.isEmpty || cell.isQuoted && index != header.time else { continue }
            let number = cell.isQuoted ? nil : number(row, cell.range)
            if columns[index] == nil {
                columns[index] = batch.column(for: Field(type: number == nil ? .text : .float64, name: header.names[index], alias: ""))
            }
            guard let column = columns[index] else { continue }
            batch.setValue(value(of: cell, number, row, into: &batch), column: column)
        }
    }

    private func value(
        of cell: CSVRow.Cell, _ number: DecimalNumber?, _ row: UnsafeRawBufferPointer, into batch: inout ObservationBatch
    ) -> PackedValue {
        if let number {
            let bytes = UnsafeRawBufferPointer(rebasing: row[cell.range])
            if let value = NumberPacking.pack(number, in: JSONCursor(bytes), into: &batch) { return value }
        }
        return ObservationBatch.reference(.text, appendText(of: cell, row, to: &batch))
    }

    private func appendText(of cell: CSVRow.Cell, _ row: UnsafeRawBufferPointer, to batch: inout ObservationBatch) -> Range<Int> {
        batch.appendBytes { CSVRow.append(cell, of: row, to: &$0) }
    }
}
