// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteTesting
import VedetteValues

/// The vector loops against the plain evaluator: over every shape of predicate, with and without nulls, across blocks.
@Suite("Scans of columns")
struct WhereScanTests {
    private static let fields = [
        Field(type: .int64, name: "I", alias: ""), Field(type: .float64, name: "D", alias: ""), Field(type: .text, name: "T", alias: ""),
        Field(type: .date, name: "W", alias: ""), Field(name: "M", type: nil), Field(type: .int32, name: "FULL", alias: ""),
        Field(type: .dateOnly, name: "DAY", alias: ""),
    ]

    private static let words = ["", "a", "ab", "abc", "abcd", "abcde", "Orca", "orca whale", "é", "日本", "zz%", "_", "abcabcabc"]

    private static let columns: AttributeColumns = {
        var random = SeededRandomNumberGenerator(seed: 31)
        var columns = AttributeColumns(fields: fields)
        for row in 0..<2_500 {
            var values: [AttributeValue] = [
                .integer(Int64.random(in: -5...5, using: &random)), .number(Double(Int.random(in: -10...10, using: &random)) / 2),
                .text(words.randomElement(using: &random) ?? ""), .instant(Instant(microsecondsSince1970: Int64(row % 7) * 43_200_000_000)),
                [.boolean(true), .integer(3), .text("3"), .number(2.5)].randomElement(using: &random) ?? .null, .integer(Int64(row)),
                .date(DateOnly(daysSince1970: row % 5)),
            ]
            for index in values.indices where index != 5 && Int.random(in: 0..<6, using: &random) == 0 { values[index] = .null }
            columns.append(values)
        }
        return columns
    }()

    private func predicate(_ random: inout SeededRandomNumberGenerator, depth: Int) -> String {
        func pick(_ items: [String]) -> String { items.randomElement(using: &random) ?? "" }
        if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return "NOT (" + predicate(&random, depth: depth - 1) + ")"
            case 1:
                return (0..<Int.random(in: 2...4, using: &random)).map { _ in "(" + predicate(&random, depth: depth - 1) + ")" }
                    .joined(separator: " AND ")
            default:
                return (0..<Int.random(in: 2...4, using: &random)).map { _ in "(" + predicate(&random, depth: depth - 1) + ")" }
                    .joined(separator: " OR ")
            }
        }
        let comparison = pick(["=", "<>", "<", "<=", ">", ">="])
        let number = pick(["0", "1", "-3", "2.5", "-0.5", "1e300", "-1e300", "9007199254740993", "'2'", "NULL", "9223372036854775807"])
        let text = pick(["''", "'a'", "'abc'", "'abcd'", "'abcde'", "'abce'", "'Orca'", "'日'", "NULL"])
        let pattern = pick([
            "'%'", "'a%'", "'%c'", "'%bc%'", "'abc'", "'_'", "'%whale%'", "'%a%c'", "'__'", "''", "'%本'", "'%abca%'", "'zz!%' ESCAPE '!'",
            "T",
        ])
        let not = pick(["", "NOT "])
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return "I \(comparison) \(number)"
        case 1: return "D \(comparison) \(number)"
        case 2: return "\(number) \(comparison) I"
        case 3: return "T \(comparison) \(text)"
        case 4: return "T \(not)LIKE \(pattern)"
        case 5: return "\(pick(["I", "D", "T", "W", "M", "FULL", "DAY"])) IS \(not)NULL"
        case 6: return "I \(not)BETWEEN \(number) AND \(pick(["3", "D", "NULL", "-1"]))"
        case 7: return "W \(comparison) \(pick(["DATE '1970-01-02'", "TIMESTAMP '1970-01-01 12:00'", "'1970-01-03'", "86400000"]))"
        case 8: return "T \(not)IN ('a', 'abc', \(pick(["'é'", "NULL"])))"
        case 9: return "I \(not)IN (1, 2.5, \(pick(["-3", "D", "NULL"])))"
        case 10: return "FULL \(comparison) \(pick(["1000", "1023.5", "1024", "2400"]))"
        case 11: return "M \(comparison) \(pick(["3", "'3'", "D"]))"
        case 12: return "I \(comparison) D"
        default: return "DAY \(comparison) \(pick(["DATE '1970-01-03'", "'1970-01-02'", "TIMESTAMP '1970-01-02 12:00'"]))"
        }
    }

    @Test("a scan and the plain evaluator agree on 600 random clauses")
    func agreement() throws {
        var random = SeededRandomNumberGenerator(seed: 1_729)
        var matched = 0
        for _ in 0..<600 {
            let text = predicate(&random, depth: 3)
            let clause = try WhereClause(text).bound(to: Self.fields, now: Instant(microsecondsSince1970: 0))
            let scanned = clause.matchingRows(of: Self.columns)
            // Every row for a few clauses, a stretch over the edge of a block for the others.
            let rows = Array(1_000..<1_060) + (matched % 20 == 0 ? Array(0..<Self.columns.count) : [])
            let found = Set(scanned)
            for row in rows {
                #expect(found.contains(row) == clause.matches(row: row, of: Self.columns), "row \(row) of \(text)")
            }
            #expect(clause.matchCount(in: Self.columns) == scanned.count)
            #expect(scanned == scanned.sorted())
            if !scanned.isEmpty { matched += 1 }
        }
        #expect(matched > 200)
    }

    @Test("columns and dictionaries give the same answer")
    func dictionaries() throws {
        var random = SeededRandomNumberGenerator(seed: 7)
        for _ in 0..<300 {
            let text = predicate(&random, depth: 2)
            let clause = try WhereClause(text).bound(to: Self.fields, now: Instant(microsecondsSince1970: 0))
            for row in stride(from: 0, to: Self.columns.count, by: 250) {
                #expect(
                    clause.matches(Self.columns.attributes(row: row)) == clause.matches(row: row, of: Self.columns), "row \(row) of \(text)"
                )
            }
        }
    }

    @Test("a scan ends when nobody wants more")
    func end() throws {
        let clause = try WhereClause("FULL >= 10").bound(to: Self.fields, now: Instant(microsecondsSince1970: 0))
        var rows: [Int] = []
        clause.forEachMatch(in: Self.columns) {
            rows.append($0)
            return rows.count < 3
        }
        #expect(rows == [10, 11, 12])
    }

    @Test("a clause may mention thousands of fields")
    func manyFields() throws {
        let fields = (0..<3_000).map { Field(type: .int32, name: "F\($0)", alias: "") }
        var columns = AttributeColumns(fields: fields)
        columns.append((0..<3_000).map { .integer(Int64($0)) })
        columns.append(Array(repeating: .null, count: 3_000))
        let text = (0..<3_000).map { "F\($0) = \($0)" }.joined(separator: " AND ")
        let clause = try WhereClause(text).bound(to: fields, now: Instant(microsecondsSince1970: 0))
        #expect(clause.matchingRows(of: columns) == [0])
        #expect(clause.matchCount(in: columns) == 1 && clause.matches(row: 0, of: columns) && !clause.matches(row: 1, of: columns))
    }

    @Test("nothing matches where there is nothing")
    func empty() throws {
        let clause = try WhereClause("I = 1 AND T LIKE '%a%' AND D < 2").bound(to: Self.fields, now: Instant(microsecondsSince1970: 0))
        #expect(clause.matchingRows(of: AttributeColumns(fields: Self.fields)).isEmpty)
    }
}
