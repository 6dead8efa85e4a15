// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

/// A store of rows with values of every kind, and the attributes that an application sees of each.
private struct Rows: ~Copyable {
    static let fields = [
        Field(type: .text, name: "Name", alias: ""), Field(type: .float64, name: "speed", alias: ""),
        Field(type: .int32, name: "kind", alias: ""), Field(type: .float32, name: "share", alias: ""),
        Field(type: .date, name: "when", alias: ""), Field(name: "any", type: nil),
    ]
    var store = TrackStore(schema: ObservationSchema(fields: Rows.fields))

    mutating func add(_ track: String, _ attributes: [String: any Sendable]) {
        var batch = ObservationBatch(schema: ObservationSchema(fields: Self.fields))
        batch.beginRow()
        for (column, field) in Self.fields.enumerated() {
            guard let value = attributes[field.name] else { continue }
            switch value {
            case let text as String:
                batch.setValue(ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: text.utf8) }), column: column)
            case let flag as Bool: batch.setValue(PackedValue(flag), column: column)
            case let number as Double: batch.setValue(PackedValue(number), column: column)
            case let number as Int: batch.setValue(PackedValue(Double(number)), column: column)
            case let number as Float: batch.setValue(PackedValue(Double(number)), column: column)
            case let date as Date: batch.setValue(PackedValue(date.timeIntervalSince1970 * 1_000), column: column)
            default: Issue.record("a value that the test does not know: \(value)")
            }
        }
        let name = batch.appendBytes { $0.append(contentsOf: track.utf8) }
        batch.endRow(
            track: name, position: GridPosition(longitudeSteps: 1, latitudeSteps: 7), time: ObservationBatch.noTime, ordinal: 0)
        _ = store.apply(batch, at: Instant(microsecondsSince1970: 1_000_000))
    }
}

@Suite("What a renderer says of rows")
struct RendererPlanTests {
    private static func marker(_ red: Double) -> SimpleMarkerSymbol { SimpleMarkerSymbol(color: Color(red: red, green: 0, blue: 0)) }

    private static let someAttributes: [[String: any Sendable]] = {
        var random = SeededRandomNumberGenerator(seed: 8)
        let names = ["alpha", "Alpha", "béta", "", "a text that is longer than fifteen bytes", "7"]
        return (0..<600).map { _ in
            var attributes: [String: any Sendable] = [:]
            func maybe() -> Bool { random.next() % 5 != 0 }
            if maybe() { attributes["Name"] = names[Int(random.next() % UInt64(names.count))] }
            if maybe() { attributes["speed"] = Double(random.next() % 2_000) / 8 - 20 }
            if maybe() { attributes["kind"] = Int(random.next() % 6) }
            if maybe() { attributes["share"] = Float(random.next() % 100) / 10 }
            if maybe() { attributes["when"] = Date(timeIntervalSince1970: Double(random.next() % 4)) }
            if maybe() {
                let values: [any Sendable] = ["x", 3.5, 4.0, true, false]
                attributes["any"] = values[Int(random.next() % 5)]
            }
            return attributes
        }
    }()

    private static let renderers: [Renderer] = {
        func values(_ fields: [String], _ combinations: [[any Sendable]], other: Bool = true) -> UniqueValueRenderer {
            UniqueValueRenderer(
                fieldNames: fields,
                uniqueValues: combinations.enumerated().map { UniqueValue(symbol: marker(Double($0) / 50), values: $1) },
                defaultSymbol: other ? marker(1) : nil)
        }
        func breaks(_ field: String, _ change: (ClassBreaksRenderer) -> Void = { _ in }) -> ClassBreaksRenderer {
            let ranges = [(-20.0, 0.0), (0, 40), (30, 60), (60.5, 60), (100, .infinity)]
            let renderer = ClassBreaksRenderer(
                fieldName: field,
                classBreaks: ranges.enumerated().map { ClassBreak(minValue: $1.0, maxValue: $1.1, symbol: marker(Double($0) / 50)) })
            change(renderer)
            return renderer
        }
        return [
            SimpleRenderer(symbol: marker(0.5)), SimpleRenderer(),
            values(["Name"], [["alpha"], ["béta"], ["alpha"], [""], ["a text that is longer than fifteen bytes"]]),
            values(["NAME", "kind"], [["alpha", Int64(2)], ["Alpha", 3.0], ["7", 1], ["alpha"]], other: false),
            values(["kind"], [[0.0], [Int16(1)], [2]]), values(["any"], [["x"], [3.5], [4], [true]]),
            values(["when"], [[Date(timeIntervalSince1970: 2)], [2_000.0]]), values(["share"], [[Float(0.1)], [0.1], [2]]),
            values(["nothing"], [["x"]]), values([], [[]]),
            breaks("speed"), breaks("SPEED") { $0.defaultSymbol = marker(0.9) }, breaks("Name"), breaks("when"), breaks("any"),
            breaks("speed") {
                $0.normalizationType = .byField
                $0.normalizationFieldName = "kind"
            },
            breaks("speed") { $0.normalizationType = .byLog },
            breaks("speed") {
                $0.normalizationType = .byPercentOfTotal
                $0.normalizationTotal = 250
            },
        ]
    }()

    @Test("a row is of the class that the renderer finds for the attributes of the row", arguments: 0..<18)
    func classes(_ index: Int) throws {
        let renderer = Self.renderers[index]
        var rows = Rows()
        for (number, attributes) in Self.someAttributes.enumerated() { rows.add("t\(number)", attributes) }
        let plan = RendererPlan(renderer)
        var bound = plan.bound(to: rows.store)
        var found: Set<UInt16> = []
        for (number, attributes) in Self.someAttributes.enumerated() {
            let expected = renderer.symbol(for: attributes).flatMap { SymbolDescription($0) }
            let one = bound.symbolClass(of: rows.store.latest(UInt32(number)), in: rows.store)
            found.insert(one)
            #expect(plan.table.classes[Int(one)].symbol == expected, "\(attributes)")
        }
        #expect(found.count > 1 || renderer is SimpleRenderer || [8, 9, 12, 13].contains(index))
    }

    @Test(
        "the direction of a symbol is that of the renderer",
        arguments: ["[speed]", "speed", "[SPEED] + 90", "-[kind] * 45", "[any]", "30", "[nothing]", ""])
    func headings(_ expression: String) throws {
        let renderer = SimpleRenderer(symbol: Self.marker(0))
        renderer.rotationExpression = expression
        var rows = Rows()
        for (number, attributes) in Self.someAttributes.enumerated() { rows.add("t\(number)", attributes) }
        for type in [Renderer.RotationType.geographic, .arithmetic] {
            renderer.rotationType = type
            var bound = RendererPlan(renderer).bound(to: rows.store)
            var count = 0
            for (number, attributes) in Self.someAttributes.enumerated() {
                let expected = try renderer.heading(for: attributes)
                let heading = bound.heading(of: rows.store.latest(UInt32(number)))
                #expect(heading == expected, "\(attributes)")
                if heading != nil { count += 1 }
            }
            #expect((count > 0) == !["[nothing]", ""].contains(expression))
        }
    }

    @Test("a rotation expression that is none turns nothing, and is told")
    func wrongRotation() {
        let renderer = SimpleRenderer(symbol: Self.marker(0))
        renderer.rotationExpression = "[speed"
        #expect(!RendererPlan(renderer).problems.isEmpty)
    }

    @Test("plans are equal as long as the renderer says the same")
    func changes() {
        let symbol = Self.marker(0)
        let renderer = UniqueValueRenderer(fieldNames: ["Name"], uniqueValues: [UniqueValue(symbol: symbol, values: ["a"])])
        let before = RendererPlan(renderer)
        #expect(RendererPlan(renderer) == before)
        symbol.color = .white
        #expect(RendererPlan(renderer) != before)
        symbol.color = Color(red: 0, green: 0, blue: 0)
        #expect(RendererPlan(renderer) == before)
        renderer.rotationExpression = "[speed]"
        #expect(RendererPlan(renderer) != before)
    }

    @Test("classes beyond the most are drawn as others, and counted")
    func manyClasses() {
        let values = (0..<600).map { UniqueValue(label: "\($0)", symbol: Self.marker(0.1), values: [$0]) }
        let table = RendererPlan(UniqueValueRenderer(fieldNames: ["kind"], uniqueValues: values)).table
        #expect(table.classes.count == 501 && table.omittedCount == 100)
    }

    @Test("a legend says ranges and values that have no label")
    func labels() {
        let breaks = ClassBreaksRenderer(fieldName: "speed", classBreaks: [ClassBreak(minValue: 0, maxValue: 12.5)])
        #expect(SymbolTable(breaks).classes.map(\.label) == ["0 – 12.5", ""])
        let values = UniqueValueRenderer(fieldNames: ["Name", "kind"], uniqueValues: [UniqueValue(values: ["a", 2])])
        #expect(SymbolTable(values).classes.map(\.label) == ["a, 2", ""])
    }
}
