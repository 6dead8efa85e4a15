// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// A few rows for expressions to ask: every type of field, values at the edges, and nulls.
enum ExpressionRows {
    private static let fields = [
        Field(type: .int64, name: "I", alias: ""), Field(type: .float64, name: "D", alias: ""), Field(type: .text, name: "T", alias: ""),
        Field(type: .date, name: "W", alias: ""), Field(name: "M", type: nil), Field(type: .dateOnly, name: "DAY", alias: ""),
        Field(type: .timeOnly, name: "CLOCK", alias: ""), Field(type: .guid, name: "ID", alias: ""),
        Field(
            type: .int32, name: "CODE", alias: "",
            domain: CodedValueDomain(
                name: "states", codedValues: [CodedValue(name: "In flight", code: 1), CodedValue(name: "Landed", code: 2)])),
    ]

    static let columns: AttributeColumns = {
        let integers: [Int64] = [0, 1, -1, 9_007_199_254_740_993, .max, .min, 1_800_000_000_000]
        let numbers: [Double] = [0, -0.5, 2.5, 1e300, -1e300, 9_007_199_254_740_992, 5e-324]
        let texts = ["", "a", "abc", "Orca whale", "é日本😀", "12.5", "2026-05-01", "a%_b", "In flight"]
        let microseconds: [Int64] = [0, 43_200_000_000, -1, 1_800_000_000_000_000, 253_402_300_799_999_999]
        var columns = AttributeColumns(fields: fields)
        // The lengths have no common factor, so that rows differ.
        for row in 0..<40 {
            var values: [AttributeValue] = [
                .integer(integers[row % integers.count]), .number(numbers[(row + 3) % numbers.count]), .text(texts[row % texts.count]),
                .instant(Instant(microsecondsSince1970: microseconds[row % microseconds.count])),
                [.integer(3), .text("3"), .number(2.5), .boolean(true), .text("x"), .null][row % 6],
                .date(DateOnly(daysSince1970: row % 5 * 5_000)), .time(TimeOnly(microsecondsOfDay: Int64(row) * 2_000_000_001)),
                .text("{0f8fad5b-d9cb-469f-a165-70867728950\(row % 10)}"), .integer(Int64(row % 4)),
            ]
            if row % 3 == 0 { values[row / 3 % values.count] = .null }
            columns.append(values)
        }
        return columns
    }()

    /// The same rows, as dictionaries.
    static let attributes: [[String: any Sendable]] = (0..<columns.count).map { columns.attributes(row: $0) }
}
