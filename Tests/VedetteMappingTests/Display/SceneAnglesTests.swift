// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("How rows are turned in a scene")
struct SceneAnglesTests {
    private static let fields = ["heading", "pitch", "roll"].map { Field(type: .float64, name: $0, alias: "") }

    private func store(_ rows: [[String: Double]]) -> TrackStore {
        var store = TrackStore(schema: ObservationSchema(fields: Self.fields))
        for (number, row) in rows.enumerated() {
            var batch = ObservationBatch(schema: ObservationSchema(fields: Self.fields))
            batch.beginRow()
            for (column, field) in Self.fields.enumerated() {
                if let value = row[field.name] { batch.setValue(PackedValue(value), column: column) }
            }
            let name = batch.appendBytes { $0.append(contentsOf: "t\(number)".utf8) }
            batch.endRow(
                track: name, position: GridPosition(longitudeSteps: 1, latitudeSteps: 2), time: ObservationBatch.noTime, ordinal: 0)
            _ = store.apply(batch, at: Instant(microsecondsSince1970: 1_000_000))
        }
        return store
    }

    @Test("rows are turned as elements with their attributes are, beside what their symbol says; what is missing is not said")
    func angles() {
        var random = SeededRandomNumberGenerator(seed: 5)
        let rows: [[String: Double]] = (0..<200).map { _ in
            var row: [String: Double] = [:]
            for field in Self.fields where random.index(below: 4) > 0 { row[field.name] = random.number(-400, 400) }
            return row
        }
        let renderer = SimpleRenderer(symbol: SimpleMarkerSymbol())
        renderer.sceneProperties.headingExpression = "[heading] + 3.5"
        renderer.sceneProperties.pitchExpression = "PITCH"
        renderer.sceneProperties.rollExpression = "-[roll] * 2"
        let orientation = SceneOrientation(renderer.sceneProperties)
        let store = store(rows)
        var bound = RendererPlan(renderer).bound(to: store)
        for (number, row) in rows.enumerated() {
            let found = bound.sceneAngles(of: store.latest(UInt32(number)))
            let expected = orientation.angles(row, symbol: nil)
            #expect((found.heading ?? 0) == expected.heading && (found.pitch ?? 0) == expected.pitch && (found.roll ?? 0) == expected.roll)
            #expect((found.heading == nil) == (row["heading"] == nil) && (found.roll == nil) == (row["roll"] == nil))
        }
    }

    @Test("without a heading for scenes, that of the map counts; a wrong expression is told, and turns nothing")
    func heading() {
        let renderer = SimpleRenderer(symbol: SimpleMarkerSymbol())
        (renderer.rotationExpression, renderer.rotationType) = ("[heading]", .geographic)
        renderer.sceneProperties.pitchExpression = "[pitch"
        let store = store([["heading": 370, "pitch": 5]])
        let plan = RendererPlan(renderer)
        var bound = plan.bound(to: store)
        let angles = bound.sceneAngles(of: store.latest(0))
        #expect(angles.heading == 10 && angles.pitch == nil && angles.roll == nil)
        #expect(plan.problems.count == 1 && plan.problems[0].hasPrefix("pitch in scenes"))
        renderer.sceneProperties.pitchExpression = ""
        #expect(RendererPlan(renderer) != plan && RendererPlan(renderer).problems.isEmpty)
    }

    @Test("symbols for scenes are described, also inside others; one that holds itself ends")
    func symbols() throws {
        let cone = SimpleMarkerSceneSymbol.cone(color: .red, diameter: 20, height: 60, anchorPosition: .bottom)
        (cone.heading, cone.pitch, cone.width) = (30, .nan, -4)
        guard case .body(let body)? = SymbolDescription(cone) else {
            Issue.record("it is none")
            return
        }
        #expect(body.style == .cone && body.color == .red && body.posture.anchor == .bottom)
        #expect((body.posture.heading, body.posture.pitch, body.posture.width, body.posture.height) == (30, 0, 0, 60))
        let far = DistanceCompositeSceneSymbol(ranges: [
            DistanceSymbolRange(symbol: ModelSceneSymbol(.truck, scale: 2), maxDistance: 100),
            DistanceSymbolRange(symbol: SimpleMarkerSymbol(), minDistance: 100),
        ])
        guard case .distance(let ranges)? = SymbolDescription(far), case .model(let model)? = ranges.first?.symbol else {
            Issue.record("it is none")
            return
        }
        #expect(model.url.path == "/models/truck.glb" && model.scale == 2 && ranges.map(\.highest) == [100, .infinity])
        far.addRange(DistanceSymbolRange(symbol: far))
        #expect(SymbolDescription(far) != nil)
        let layer = DynamicEntityLayer(
            dataSource: CustomDynamicEntityDataSource(info: .init(entityIDFieldName: "id", fields: [])) {
                IdentifyWorld.Feed(events: AsyncStream { $0.finish() })
            })
        let before = LayerDisplay(layer)
        layer.sceneProperties.surfacePlacement = .relative
        #expect(!LayerDisplay(layer).isEqual(to: before) && LayerDisplay(layer).rendersEqually(to: before))
        layer.sceneProperties.altitudeOffset = .nan
        #expect(LayerDisplay(layer).placement.altitudeOffset == 0)
    }
}
