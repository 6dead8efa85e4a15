// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteValues

@Suite("Columns of attributes")
struct AttributeColumnsTests {
    private static let fields = [
        Field(type: .oid, name: "ID", alias: ""), Field(type: .float64, name: "Speed", alias: ""),
        Field(type: .text, name: "Name", alias: ""),
        Field(type: .date, name: "Seen", alias: ""), Field(type: .dateOnly, name: "Day", alias: ""),
        Field(type: .timeOnly, name: "Clock", alias: ""),
        Field(name: "Any", type: nil),
    ]

    @Test("a row comes back as it was put in, names in any case, unknown ones passed over")
    func row() throws {
        var columns = AttributeColumns(fields: Self.fields)
        let day = try #require(DateOnly(year: 2024, month: 2, day: 29))
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        columns.append(["id": 7, "SPEED": Float(1.5), "name": "Orca", "seen": date, "Day": day, "any": true, "other": 1])
        let row = columns.attributes(row: 0)
        #expect(row.count == 6)
        #expect(row["ID"] as? Int64 == 7 && row["Speed"] as? Double == 1.5 && row["Name"] as? String == "Orca")
        #expect(row["Seen"] as? Date == date && row["Day"] as? DateOnly == day && row["Any"] as? Bool == true)
        #expect(columns[0, 5] == .null)
    }

    @Test("what a field cannot hold becomes null; what JSON makes of dates is understood")
    func conversion() {
        func stored(_ value: AttributeValue, _ type: FieldType?) -> AttributeValue { AttributeColumn.stored(value, in: type) }
        #expect(stored(.number(2), .int32) == .integer(2))
        #expect(stored(.number(2.5), .int32) == .null)
        #expect(stored(.text("2"), .int32) == .null)
        #expect(stored(.integer(2), .float64) == .number(2))
        #expect(stored(.integer(2), .text) == .text("2"))
        #expect(stored(.integer(1_000), .date) == .instant(Instant(microsecondsSince1970: 1_000_000)))
        #expect(stored(.text("1970-01-02"), .date) == .instant(Instant(microsecondsSince1970: 86_400_000_000)))
        #expect(stored(.text("1970-01-01T00:00:01Z"), .date) == .instant(Instant(microsecondsSince1970: 1_000_000)))
        #expect(stored(.text("soon"), .date) == .null)
        #expect(stored(.integer(.max), .date) == .null)
        #expect(stored(.text("1970-01-02"), .dateOnly) == .date(DateOnly(daysSince1970: 1)))
        #expect(stored(.text("00:00:01"), .timeOnly) == .time(TimeOnly(microsecondsOfDay: 1_000_000)))
        #expect(stored(.boolean(true), nil) == .boolean(true))
        #expect(AttributeValue(Double.nan) == .null && AttributeValue(UInt64.max) == .number(Double(UInt64.max)))
    }

    @Test("random edits leave what a list of rows would hold")
    func edits() {
        var random = SeededRandomNumberGenerator(seed: 11)
        var columns = AttributeColumns(fields: Self.fields)
        var rows: [[AttributeValue]] = []
        func value(_ column: Int) -> AttributeValue {
            if Int.random(in: 0..<5, using: &random) == 0 { return .null }
            switch column {
            case 0: return .integer(Int64.random(in: -9...9, using: &random))
            case 1: return .number(Double(Int.random(in: 0...9, using: &random)))
            case 2: return .text(String(repeating: "é", count: Int.random(in: 0...40, using: &random)))
            case 3: return .instant(Instant(microsecondsSince1970: Int64.random(in: 0...9, using: &random)))
            case 4: return .date(DateOnly(daysSince1970: Int.random(in: 0...9, using: &random)))
            case 5: return .time(TimeOnly(microsecondsOfDay: Int64.random(in: 0...9, using: &random)))
            default: return [.boolean(true), .text("x"), .integer(1)].randomElement(using: &random) ?? .null
            }
        }
        for _ in 0..<6_000 {
            switch rows.isEmpty ? 0 : Int.random(in: 0..<4, using: &random) {
            case 0:
                let row = Self.fields.indices.map(value)
                rows.append(row)
                columns.append(row)
            case 1:
                let row = rows.indices.randomElement(using: &random) ?? 0
                rows.swapAt(row, rows.count - 1)
                rows.removeLast()
                columns.swapRemove(row: row)
            default:
                let row = rows.indices.randomElement(using: &random) ?? 0
                let column = Self.fields.indices.randomElement(using: &random) ?? 0
                let new = value(column)
                rows[row][column] = new
                columns.set(new, row: row, column: column)
            }
        }
        #expect(columns.count == rows.count)
        for (index, row) in rows.enumerated() {
            for column in row.indices { #expect(columns[index, column] == row[column]) }
        }
        for column in [0, 3, 4, 5] { #expect(columns.columns[column].nullCount == rows.count { $0[column] == .null }) }
    }

    @Test("texts that nobody refers to any more make room")
    func compaction() {
        var column = TextColumn()
        for row in 0..<100 { column.append("row \(row)") }
        for round in 0..<5_000 { column.set(String(repeating: "x", count: 100) + "\(round)", at: 50) }
        #expect(column.bytes.count < 400_000)
        #expect(column[49] == "row 49" && column[51] == "row 51" && column[50]?.hasSuffix("4999") == true)
    }
}
