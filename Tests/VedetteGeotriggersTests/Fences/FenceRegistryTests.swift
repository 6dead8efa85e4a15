// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences
import VedetteGeometry
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Registry of fences")
struct FenceRegistryTests {
    private func isNothing(_ edit: FenceEdit?) -> Bool {
        if case .none = edit { true } else { false }
    }

    private func prepared(_ graphic: Graphic) -> FenceRegistry.Prepared { MonitorRun.prepare(FenceElement(graphic), 0) }

    @Test("elements keep their ids while they are there: the attribute where it is free, else a number")
    func ids() {
        var registry = FenceRegistry(bufferDistance: 0)
        let graphics = [Graphic(), Graphic(attributes: ["id": "x"]), Graphic(attributes: ["id": "x"]), Graphic(attributes: ["id": 7])]
        #expect(graphics.map { registry.reserveID(for: FenceElement($0)) } == ["0", "x", "1", "7"])
    }

    @Test("an older change that comes later is left out")
    func tickets() throws {
        var registry = FenceRegistry(bufferDistance: 0)
        let graphic = square(0, id: "a")
        let first = prepared(graphic)
        graphic.geometry = square(5, id: "a").geometry
        let second = prepared(graphic)
        #expect(isNothing(registry.put(first, isAddition: false, ticket: 1)))
        guard case .put(let definition)? = registry.put(second, isAddition: true, ticket: 3) else {
            Issue.record("nothing was put")
            return
        }
        #expect(definition.id == "a")
        #expect(isNothing(registry.put(first, isAddition: true, ticket: 2)))
        #expect(registry.fence(withID: "a")?.geometry == graphic.geometry)
        #expect(isNothing(registry.put(second, isAddition: false, ticket: 4)))
    }

    @Test("the warning names the first hundred of the faulty fences, and comes once for each change")
    func warning() throws {
        var registry = FenceRegistry(bufferDistance: 0)
        #expect(registry.newProblem() != nil)
        #expect(registry.newProblem() == nil)
        let graphics = (0..<150).map { Graphic(attributes: ["id": "f\(1_000 + $0)"]) }
        for graphic in graphics { _ = registry.put(prepared(graphic), isAddition: true, ticket: 0) }
        let problem = try #require(registry.newProblem() ?? nil)
        #expect(problem.code == .noFences && problem.fences.count == 100)
        #expect(problem.fences.keys.min() == "f1000" && problem.fences.keys.max() == "f1099")
        #expect(problem.message.hasPrefix("fence f1000: ") && problem.message.hasSuffix("; and 149 more"))
        _ = registry.put(prepared(square(0, id: "good")), isAddition: true, ticket: 0)
        #expect(registry.newProblem()??.code == .invalidFences)
        for graphic in graphics { #expect(isNothing(registry.remove(FenceElement(graphic).key))) }
        guard let last = registry.newProblem() else {
            Issue.record("the warning stays")
            return
        }
        #expect(last == nil)
        #expect(registry.fences.map(\.id) == ["good"])
    }
}
