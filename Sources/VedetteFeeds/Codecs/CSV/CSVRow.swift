// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The cells of one row of RFC 4180.
enum CSVRow {
    /// A cell: its bytes, and whether doubled quotes in them still have to be made single ones.
    struct Cell {
        var range: Range<Int>
        var hasDoubledQuotes = false
        var isQuoted = false
    }

    /// Cuts a row into cells.
    ///
    /// - Returns: false where a quote stands in a place where none may.
    static func split(_ row: UnsafeRawBufferPointer, into cells: inout [Cell]) -> Bool {
        cells.removeAll(keepingCapacity: true)
        var start = 0
        while true {
            if start < row.count, row[start] == UInt8(ascii: "\"") {
                guard let end = quotedCell(row, start, &cells) else { return false }
                start = end
            } else {
                let end = FramingBytes.find(UInt8(ascii: ","), in: row, from: start) ?? row.count
                cells.append(Cell(range: FramingBytes.trimmed(start..<end, in: row)))
                start = end
            }
            guard start < row.count else { return true }
            start += 1
            if start == row.count {
                cells.append(Cell(range: start..<start))
                return true
            }
        }
    }

    /// Adds the cell whose opening quote is at `start`; says where the comma behind it is, or the end.
    private static func quotedCell(_ row: UnsafeRawBufferPointer, _ start: Int, _ cells: inout [Cell]) -> Int? {
        var cell = Cell(range: start + 1..<start + 1, isQuoted: true)
        var place = start + 1
        while let quote = FramingBytes.find(UInt8(ascii: "\""), in: row, from: place) {
            if quote + 1 < row.count, row[quote + 1] == UInt8(ascii: "\"") {
                cell.hasDoubledQuotes = true
                place = quote + 2
                continue
            }
            cell.range = start + 1..<quote
            cells.append(cell)
            var end = quote + 1
            while end < row.count, row[end] == 0x20 || row[end] == 0x09 { end += 1 }
            return end == row.count || row[end] == UInt8(ascii: ",") ? end : nil
        }
        return nil
    }

    /// Appends the text of a cell.
    static func append(_ cell: Cell, of row: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        guard cell.hasDoubledQuotes else {
            output.append(contentsOf: row[cell.range])
            return
        }
        // The row was checked: every quote in here is the first or the second of two.
        var isSecond = false
        for byte in row[cell.range] {
            isSecond = byte == UInt8(ascii: "\"") && !isSecond
            if !isSecond { output.append(byte) }
        }
    }

    static func text(of cell: Cell, in row: UnsafeRawBufferPointer) -> String {
        var buffer: [UInt8] = []
        append(cell, of: row, to: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    /// The cells of a row as texts; empty where it is no row.
    static func cells(of row: UnsafeRawBufferPointer) -> [String] {
        var cells: [Cell] = []
        guard split(row, into: &cells) else { return [] }
        return cells.map { text(of: $0, in: row) }
    }
}
