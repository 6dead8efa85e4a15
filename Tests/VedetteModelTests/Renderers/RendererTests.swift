// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry

@testable import VedetteModel

@Suite("Renderers")
struct RendererTests {
    private let red = SimpleMarkerSymbol(color: .red)
    private let green = SimpleMarkerSymbol(color: .green)
    private let blue = SimpleMarkerSymbol(color: .blue)

    @Test("a simple renderer draws everything alike, one without a symbol nothing")
    func simple() {
        #expect(SimpleRenderer(symbol: red).symbol(for: ["a": 1]) == red)
        #expect(SimpleRenderer().symbol(for: [:]) == nil)
        let graphic = Graphic(attributes: ["a": 1])
        let overlay = GraphicsOverlay(graphics: [graphic])
        #expect(overlay.symbol(for: graphic) == nil)
        overlay.renderer = SimpleRenderer(symbol: red)
        #expect(overlay.symbol(for: graphic) == red)
        graphic.symbol = blue
        #expect(overlay.symbol(for: graphic) == blue)
    }

    @Test("a unique value is found whatever the type of a number and the case of a field name; other values get the default")
    func uniqueValues() {
        let renderer = UniqueValueRenderer(
            fieldNames: ["status"],
            uniqueValues: [
                UniqueValue(description: "", label: "one", symbol: red, values: [1]),
                UniqueValue(description: "", label: "half", symbol: green, values: [0.5]),
                UniqueValue(description: "", label: "text", symbol: blue, values: ["in flight"]),
                UniqueValue(description: "", label: "late", symbol: green, values: [1.0]),
            ], defaultLabel: "other", defaultSymbol: nil)
        for one in [1, 1.0, Int64(1), Int16(1), Float(1)] as [any Sendable] {
            #expect(renderer.uniqueValue(for: ["status": one])?.label == "one")
        }
        #expect(renderer.symbol(for: ["STATUS": 0.5]) == green)
        #expect(renderer.symbol(for: ["status": "in flight"]) == blue)
        #expect(renderer.symbol(for: ["status": "In flight"]) == nil)
        #expect(renderer.symbol(for: [:]) == nil)
        renderer.defaultSymbol = red
        #expect(renderer.symbol(for: ["status": "landed"]) == red)
        renderer.addUniqueValue(UniqueValue(label: "landed", symbol: blue, values: ["landed"]))
        #expect(renderer.symbol(for: ["status": "landed"]) == blue)
        renderer.removeAllUniqueValues()
        #expect(renderer.symbol(for: ["status": "landed"]) == red)
    }

    @Test("several fields have to match together, and a value that has a symbol of none is not drawn by the default")
    func severalFields() {
        let renderer = UniqueValueRenderer(
            fieldNames: ["kind", "level"],
            uniqueValues: [
                UniqueValue(label: "a1", symbol: red, values: ["a", 1]), UniqueValue(label: "short", symbol: blue, values: ["a"]),
                UniqueValue(label: "hidden", values: ["b", 1]),
            ], defaultSymbol: green)
        #expect(renderer.symbol(for: ["kind": "a", "level": 1]) == red)
        #expect(renderer.symbol(for: ["kind": "a", "level": 2]) == green)
        #expect(renderer.symbol(for: ["kind": "a"]) == green)
        #expect(renderer.uniqueValue(for: ["kind": "b", "level": 1])?.label == "hidden")
        #expect(renderer.symbol(for: ["kind": "b", "level": 1]) == nil)
    }

    @Test("both ends are in a range, and the first of two that hold a number counts")
    func classBreaks() {
        let renderer = ClassBreaksRenderer(
            fieldName: "speed",
            classBreaks: [
                ClassBreak(description: "slow", label: "slow", minValue: 0, maxValue: 10, symbol: red),
                ClassBreak(description: "fast", label: "fast", minValue: 10, maxValue: 20, symbol: blue),
            ])
        for (speed, symbol) in [(0.0, red), (10, red), (10.5, blue), (20, blue), (20.5, nil), (-1, nil)] as [(Double, Symbol?)] {
            #expect(renderer.symbol(for: ["Speed": speed]) == symbol)
        }
        #expect(renderer.symbol(for: ["speed": Int64(10)]) == red)
        renderer.defaultSymbol = green
        #expect(renderer.symbol(for: [:]) == green)
        #expect(renderer.symbol(for: ["speed": "10"]) == green)
        #expect(renderer.symbol(for: ["speed": Double.nan]) == green)
    }

    @Test("numbers are set in relation first where the renderer says so")
    func normalization() {
        func index(_ normalization: ClassBreakLookup.Normalization, _ attributes: [String: any Sendable]) -> Int? {
            ClassBreakLookup(fieldName: "n", ranges: [(0, 1), (2, 2), (50, 50)], normalization: normalization).index(for: attributes)
        }
        #expect(index(.byField("area"), ["n": 4, "area": 2]) == 1)
        #expect(index(.byField("area"), ["n": 4, "area": 0]) == nil)
        #expect(index(.byField("area"), ["n": 4]) == nil)
        #expect(index(.byLog, ["n": 100]) == 1)
        #expect(index(.byLog, ["n": -1]) == nil)
        #expect(index(.byPercentOfTotal(200), ["n": 100]) == 2)
        #expect(index(.byPercentOfTotal(.nan), ["n": 100]) == nil)
    }

    @Test("a rotation is turned into degrees clockwise from north")
    func rotation() throws {
        let renderer = SimpleRenderer(symbol: red)
        #expect(try renderer.heading(for: ["h": 30]) == nil)
        renderer.rotationExpression = "[h]"
        #expect(renderer.rotationType == .arithmetic)
        #expect(try renderer.heading(for: ["h": 30]) == 60)
        #expect(try renderer.heading(for: ["h": 180]) == 270)
        renderer.rotationType = .geographic
        #expect(try renderer.heading(for: ["h": 390.0]) == 30)
        #expect(try renderer.heading(for: [:]) == nil)
        renderer.rotationExpression = "[h"
        #expect(throws: ExpressionError.self) { try renderer.heading(for: ["h": 1]) }
    }
}
