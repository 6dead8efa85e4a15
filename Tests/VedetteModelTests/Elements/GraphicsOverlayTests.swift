// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteModel

@Suite("Graphics overlays", .timeLimit(.minutes(10)))
struct GraphicsOverlayTests {
    private func text(_ change: GraphicsOverlayChange?) -> String {
        func names(_ graphics: [Graphic]) -> String { graphics.map { $0.attributes["name"] as? String ?? "?" }.joined(separator: ",") }
        return switch change {
        case .added(let graphics): "added \(names(graphics))"
        case .removed(let graphics): "removed \(names(graphics))"
        case .changed(let graphic): "changed \(names([graphic]))"
        case nil: "end"
        }
    }

    @Test("tells what is added, changed and removed, in that order")
    func changes() async {
        let first = Graphic(attributes: ["name": "a"])
        let second = Graphic(attributes: ["name": "b"])
        let overlay = GraphicsOverlay(graphics: [first])
        var changes = overlay.changes.makeAsyncIterator()
        overlay.addGraphics([second])
        first.setAttributeValue(5, forKey: "speed")
        second.attributes = ["name": "c"]
        second.geometry = Point(latitude: 1, longitude: 2)
        overlay.removeGraphic(first)
        first.setAttributeValue(6, forKey: "speed")
        overlay.removeGraphic(first)
        overlay.removeAllGraphics()
        overlay.addGraphic(first)
        var seen: [String] = []
        for _ in 0..<7 { seen.append(text(await changes.next())) }
        // The graphic is told, not a copy: it has its newest name by now.
        #expect(seen == ["added c", "changed a", "changed c", "changed c", "removed a", "removed c", "added a"])
        #expect(overlay.graphics == [first])
    }

    @Test("a geometry observer of a graphic is not called for attributes")
    func observers() {
        let graphic = Graphic()
        let (shapes, all) = (Counter(), Counter())
        let observations = [graphic.observeGeometry { shapes.add(1) }, graphic.observe { all.add(1) }]
        graphic.setAttributeValue(1, forKey: "a")
        graphic.geometry = Point(x: 1, y: 1)
        #expect((shapes.value, all.value) == (1, 2))
        withExtendedLifetime(observations) {}
    }

    @Test("graphics that change from many threads are all told, and none twice")
    func threads() async {
        let graphics = (0..<64).map { Graphic(attributes: ["name": "\($0)"]) }
        let overlay = GraphicsOverlay(graphics: graphics)
        let changes = overlay.changes
        await withTaskGroup(of: Void.self) { group in
            for graphic in graphics {
                group.addTask { for step in 0..<20 { graphic.setAttributeValue(step, forKey: "step") } }
            }
        }
        overlay.removeAllGraphics()
        var count = 0
        for await change in changes {
            guard case .changed = change else { break }
            count += 1
        }
        #expect(count == 64 * 20)
        #expect(changes.missedEventCount == 0)
    }
}
