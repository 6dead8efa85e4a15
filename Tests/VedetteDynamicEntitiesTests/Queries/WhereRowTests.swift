// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

/// Where clauses on rows of packed words answer as they do on the attributes that an application sees.
@Suite("Where clauses on rows")
struct WhereRowTests {
    private static let types: [(name: String, type: FieldType)] = [
        ("small", .int16), ("whole", .int32), ("large", .int64), ("single", .float32), ("double", .float64), ("name", .text),
        ("moment", .date), ("day", .dateOnly), ("clock", .timeOnly), ("offset", .timestampOffset), ("id", .guid), ("any", .blob),
    ]
    private static let fields = types.map { Field(type: $0.type, name: $0.name, alias: "") }

    private static let texts = [
        "", "a", "A", "ab", "it's", "Ferry", "ferry boat", "12", "12.5", "true", "2024-05-06", "2024-05-06T07:08:09Z", "07:08:09", "éß😀",
        "{\"k\":[1]}", "9007199254740993", "-9223372036854775808", "99999999999999999999", "{0f8FAD5B-D9CB-469F-A165-70867728950E}",
        "0F8FAD5B-D9CB-469F-A165-70867728950E", "a text that is longer than fifteen bytes",
    ]
    private static let numbers: [Double] = [
        0, -0.0, 1, 2, 3, 12, 12.5, -7, 0.1, 40_000, 3e9, 1e15, 0x1p51, 0x1p53, 1e19, -1e19, 1e300, 1_714_979_289_000, 1_714_979_289_123.4,
    ]

    private func value(_ random: inout SeededRandomNumberGenerator, _ batch: inout ObservationBatch) -> PackedValue {
        func text(_ kind: PackedValue.Kind, _ text: String) -> PackedValue {
            ObservationBatch.reference(kind, batch.appendBytes { $0.append(contentsOf: text.utf8) })
        }
        switch random.index(below: 12) {
        case 0: return .null
        case 1: return PackedValue(random.unit() < 0.5)
        case 2: return text(.json, "{\"k\":[1]}")
        case 3: return text(.integer, ["9007199254740993", "-9223372036854775808", "99999999999999999999", "12"][random.index(below: 4)])
        case 4...7: return PackedValue(Self.numbers[random.index(below: Self.numbers.count)])
        default: return text(.text, Self.texts[random.index(below: Self.texts.count)])
        }
    }

    private func clause(_ random: inout SeededRandomNumberGenerator, depth: Int) -> String {
        func any<Element>(_ elements: [Element]) -> Element { elements[random.index(below: elements.count)] }
        if depth > 0, random.unit() < 0.4 {
            let first = clause(&random, depth: depth - 1)
            if random.unit() < 0.2 { return "NOT (\(first))" }
            return "(\(first)) \(any(["AND", "OR"])) (\(clause(&random, depth: depth - 1)))"
        }
        let field = any(Self.types).name
        let name = random.unit() < 0.3 ? field.uppercased() : field
        let comparison = any(["=", "<>", "<", "<=", ">", ">="])
        let number = any(["0", "1", "-7", "12", "12.5", "2", "40000", "3e9", "9007199254740993", "1e19"])
        let text = any(["'a'", "'A'", "'ab'", "'Ferry'", "'12'", "'it''s'", "''", "'0F8FAD5B-D9CB-469F-A165-70867728950E'"])
        switch random.index(below: 12) {
        case 0: return "\(name) IS \(any(["", "NOT "]))NULL"
        case 1: return "\(name) LIKE \(any(["'a%'", "'%e%'", "'_'", "'%'", "'Ferry'"]))"
        case 2: return "\(name) \(any(["", "NOT "]))IN (\(any(["1, 12, -7", "'a', 'Ferry', 'ab'", "1, NULL"])))"
        case 3: return "\(name) BETWEEN \(any(["0 AND 12", "-7 AND 3e9", "'A' AND 'b'"]))"
        case 4: return "\(name) \(comparison) \(any(["DATE '2024-05-06'", "TIMESTAMP '2024-05-06 07:08:09'"]))"
        case 5: return "\(name) \(comparison) \(any(Self.types).name)"
        case 6: return "\(name) + 1 \(comparison) \(number)"
        case 7: return "UPPER(\(name)) \(comparison) \(text)"
        case 8...9: return "\(name) \(comparison) \(text)"
        default: return "\(name) \(comparison) \(number)"
        }
    }

    @Test("answer as on the attributes, in the store, in batches and one by one")
    func equivalence() throws {
        var random = SeededRandomNumberGenerator(seed: 20_260)
        // The store has a column more, before the others, and the batch comes without the last one.
        let schema = ObservationSchema(fields: [Field(type: .float64, name: ObservationSchema.altitudeName, alias: "")] + Self.fields)
        var store = TrackStore(schema: schema, limits: TrackStoreLimits(maximumObservations: 0))
        var batch = ObservationBatch(schema: schema)
        for index in 0..<600 {
            batch.beginRow()
            for (column, field) in schema.fields.enumerated() {
                // Half of the values are what the field is for.
                var value = value(&random, &batch)
                let kind = value.kind
                if random.unit() < 0.5 {
                    switch field.type {
                    case .text, .guid: if kind != .text { value = .null }
                    case .int16, .int32, .int64, .float32, .float64, .date: if kind != .number { value = .null }
                    default: break
                    }
                }
                batch.setValue(value, column: column)
            }
            let name = batch.appendBytes { $0.append(contentsOf: "track \(index)".utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitudeSteps: 0, latitudeSteps: 0), time: ObservationBatch.noTime,
                ordinal: UInt64(index))
        }
        _ = store.apply(batch, at: Instant(microsecondsSince1970: 1))
        var rows: [[String: any Sendable]] = []
        for index in 0..<batch.count {
            let found = store.number(named: "track \(index)")
            let row = try store.latest(#require(found))
            var attributes: [String: any Sendable] = [:]
            for (column, field) in store.schema.fields.enumerated() where field.name != ObservationSchema.altitudeName {
                attributes[field.name] = AttributeCoding.unpack(row.value(column: column), as: field.type, in: store)
            }
            rows.append(attributes)
        }
        var (clauses, matchCount) = (0, 0)
        while clauses < 400 {
            var values = DynamicEntityQueryParameters.Values()
            values.whereClause = clause(&random, depth: 2)
            // Not all that is put together here means something.
            guard let query = try? TrackQuery(values, fields: schema.namedFields, now: Instant(microsecondsSince1970: 0)),
                let condition = query.condition
            else { continue }
            clauses += 1
            let expected = rows.indices.filter { condition.matches(rows[$0]) }
            matchCount += expected.count
            #expect(query.indexesOfMatches(in: batch) == expected, "\(values.whereClause)")
            #expect(rows.indices.filter { query.matches(batch, index: $0) } == expected, "\(values.whereClause)")
            let numbers = store.numbers(matching: query).map { store.name($0) }
            #expect(numbers == expected.map { "track \($0)" }, "\(values.whereClause)")
            let one = store.numbers.filter { store.isMatch($0, of: query) }.map { store.name($0) }
            #expect(one == numbers, "\(values.whereClause)")
        }
        #expect(matchCount > 10_000)
    }

    @Test("a batch is asked by names, whatever the order, number and width of its columns")
    func columnsOfBatches() throws {
        let bound = [Field(type: .float64, name: "speed", alias: ""), Field(type: .text, name: "status", alias: "")]
        var values = DynamicEntityQueryParameters.Values()
        values.whereClause = "STATUS = 'up' AND Speed > 3"
        let query = try TrackQuery(values, fields: bound, now: Instant(microsecondsSince1970: 0))
        var batch = ObservationBatch()
        for (index, width) in [0, 1, 2, 3, 3].enumerated() {
            if width >= 1 { _ = batch.column(for: Field(type: .text, name: "status", alias: "")) }
            if width >= 2 { _ = batch.column(for: Field(type: .text, name: "other", alias: "")) }
            if width >= 3 { _ = batch.column(for: bound[0]) }
            batch.beginRow()
            if width >= 1 {
                batch.setValue(ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: "up".utf8) }), column: 0)
            }
            if width >= 3 { batch.setValue(PackedValue(Double(index)), column: 2) }
            let name = batch.appendBytes { $0.append(contentsOf: "t".utf8) }
            batch.endRow(track: name, position: nil, time: ObservationBatch.noTime, ordinal: 0)
        }
        #expect(query.indexesOfMatches(in: batch) == [4])
        #expect((0..<5).map { query.matches(batch, index: $0) } == [false, false, false, false, true])
        values.whereClause = "speed IS NULL"
        #expect(try TrackQuery(values, fields: bound, now: Instant(microsecondsSince1970: 0)).indexesOfMatches(in: batch) == [0, 1, 2])
        values.whereClause = "1 = 1"
        #expect(try TrackQuery(values, fields: [], now: Instant(microsecondsSince1970: 0)).indexesOfMatches(in: batch).count == 5)
    }

    @Test("a field that nobody knows is an error that names the fields")
    func unknownFields() {
        var values = DynamicEntityQueryParameters.Values()
        values.whereClause = "colour = 'red'"
        let error = #expect(throws: ExpressionError.self) {
            try TrackQuery(values, fields: Self.fields, now: Instant(microsecondsSince1970: 0))
        }
        #expect(error?.code == .unknownField)
        #expect(error?.message.contains("small, whole, large") == true)
    }
}
