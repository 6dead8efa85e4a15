// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("What labels say of rows")
struct LabelPlanTests {
    private static let schema = ObservationSchema(fields: [
        Field(type: .text, name: "name", alias: ""), Field(type: .float64, name: "speed", alias: ""),
    ])

    private func observe(_ store: inout TrackStore, _ name: String, _ speed: Double, at seconds: Int64) {
        var batch = ObservationBatch(schema: Self.schema)
        batch.beginRow()
        batch.setValue(ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: name.utf8) }), column: 0)
        batch.setValue(PackedValue(speed), column: 1)
        let track = batch.appendBytes { $0.append(contentsOf: "t".utf8) }
        batch.endRow(
            track: track, position: GridPosition(longitudeSteps: 20_000_000, latitudeSteps: 7), time: ObservationBatch.noTime, ordinal: 0)
        _ = store.apply(batch, at: Instant(microsecondsSince1970: seconds * 1_000_000))
    }

    private let now = Instant(microsecondsSince1970: 9_000_000)

    private func definition(_ expression: LabelExpression, _ clause: String = "") -> LabelDefinition {
        let definition = LabelDefinition(labelExpression: expression, textSymbol: TextSymbol())
        definition.whereClause = clause
        return definition
    }

    @Test("each definition whose condition is fulfilled gives its label, in their order")
    func texts() {
        var store = TrackStore(schema: Self.schema)
        observe(&store, "Ada", 12, at: 1)
        observe(&store, "Berta", 30.5, at: 2)
        let plan = LabelPlan([
            definition(SimpleLabelExpression(simpleExpression: "[NAME]"), "speed > 20"),
            definition(SimpleLabelExpression(simpleExpression: "[name]"), "speed < 20"),
            definition(ArcadeLabelExpression(arcadeString: "Round($feature.speed, 0) + ' kn'")),
            definition(SimpleLabelExpression(simpleExpression: "[nothing]")),
        ])
        #expect(plan.problems.isEmpty)
        var bound = plan.bound(to: store, at: now)
        let newest = bound.labels(of: store.latest(0), in: store)
        #expect(newest.map(\.definition) == [0, 2] && newest.first?.text == "Berta")
        #expect(newest.last?.text == "31 kn" || newest.last?.text == "30 kn")
        let before = bound.labels(of: store.observation(0, age: 1), in: store)
        #expect(before == [LabelPlan.Label(definition: 1, text: "Ada"), LabelPlan.Label(definition: 2, text: "12 kn")])
    }

    @Test("conditions that are none, or name no field, give no label; the first are told")
    func conditions() {
        var store = TrackStore(schema: Self.schema)
        observe(&store, "Ada", 12, at: 1)
        let plan = LabelPlan([
            definition(SimpleLabelExpression(simpleExpression: "[name]"), "speed >"),
            definition(SimpleLabelExpression(simpleExpression: "[name]"), "altitude > 0"),
        ])
        #expect(plan.problems.count == 1)
        var bound = plan.bound(to: store, at: now)
        #expect(bound.labels(of: store.latest(0), in: store).isEmpty)
    }

    @Test("long labels are cut")
    func long() {
        var store = TrackStore(schema: Self.schema)
        observe(&store, String(repeating: "é", count: 500), 12, at: 1)
        var bound = LabelPlan([definition(SimpleLabelExpression(simpleExpression: "[name]"))]).bound(to: store, at: now)
        #expect(bound.labels(of: store.latest(0), in: store).map(\.text) == [String(repeating: "é", count: LabelPlan.maximumLength) + "…"])
    }

    @Test("a layer has labels where they are switched on")
    func layer() {
        let source = CustomDynamicEntityDataSource(info: DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [])) { NoFeed() }
        let layer = DynamicEntityLayer(dataSource: source)
        layer.addLabelDefinition(definition(SimpleLabelExpression(simpleExpression: "[name]")))
        #expect(LayerDisplay(layer).labels == nil)
        layer.labelsAreEnabled = true
        let before = LayerDisplay(layer)
        #expect(before.labels?.classes.count == 1 && before.isEqual(to: LayerDisplay(layer)))
        layer.opacity = 0.5
        #expect(!before.isEqual(to: LayerDisplay(layer)) && before.rendersEqually(to: LayerDisplay(layer)))
        layer.removeAllLabelDefinitions()
        #expect(!before.rendersEqually(to: LayerDisplay(layer)))
    }
}

private struct NoFeed: CustomDynamicEntityFeed {
    var events: AsyncStream<CustomDynamicEntityFeedEvent> { AsyncStream { $0.finish() } }
}
