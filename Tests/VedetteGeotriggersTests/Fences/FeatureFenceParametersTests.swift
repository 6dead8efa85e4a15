// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteGeotriggers

@Suite("Features as fences", .timeLimit(.minutes(10)))
struct FeatureFenceParametersTests {
    private func makeTable() async throws -> FeatureCollectionTable {
        let table = FeatureCollectionTable(
            fields: [Field(type: .text, name: "kind", alias: "")], geometryType: nil, spatialReference: .wgs84)
        try await table.add(
            (0..<4).map { number in
                table.makeFeature(attributes: ["kind": number < 2 ? "low" : "high"], geometry: area(Double(number) * 10))
            })
        return table
    }

    private func area(_ longitude: Double) -> Polygon {
        Polygon(points: [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map { Point(x: longitude + $0.0, y: $0.1, spatialReference: .wgs84) })
    }

    private func monitor(_ source: HandLocations, _ parameters: FenceParameters) -> GeotriggerMonitor {
        GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit, fenceParameters: parameters))
    }

    @Test("edits of a table are seen by the next fix, and a filter by attributes and geometry holds for them")
    func edits() async throws {
        let (table, source) = (try await makeTable(), HandLocations())
        try await source.start()
        let parameters = FeatureFenceParameters(featureTable: table)
        let query = QueryParameters(whereClause: "kind = 'low'")
        query.geometry = Envelope(xMin: -1, yMin: -1, xMax: 50, yMax: 2, spatialReference: .wgs84)
        parameters.filter = query
        let monitor = monitor(source, parameters)
        var told = Told(monitor)
        try await monitor.start()
        #expect(monitor.warning == nil)
        #expect(monitor.fences.map(\.id) == ["1", "2"])
        source.tell(0.5, 0)
        source.tell(20.5, 1)
        let feature = try #require(try await table.queryFeatures(using: QueryParameters(whereClause: "OBJECTID = 3")).features().first)
        feature.setAttributeValue("low", forKey: "kind")
        try await table.update(feature)
        feature.geometry = area(60)
        try await table.update(feature)
        // Outside of the filter's area it is no fence any more, and forgotten without a word.
        source.tell(60.5, 2)
        let added = table.makeFeature(attributes: ["kind": "low"], geometry: area(30))
        try await table.add(added)
        source.tell(30.5, 3)
        try await table.delete(added)
        source.tell(10.5, 4)
        #expect(
            await told.next(5) == [
                "entered location 1", "exited location 1", "entered location 3", "entered location 5", "entered location 2",
            ])
        await monitor.stop()
    }

    @Test("a filter that is set while a monitor runs is read at once")
    func newFilter() async throws {
        let (table, source) = (try await makeTable(), HandLocations())
        let parameters = FeatureFenceParameters(featureTable: table)
        let monitor = monitor(source, parameters)
        try await monitor.start()
        #expect(monitor.fences.count == 4)
        let changes = AsyncStream<Void>.makeStream()
        let observation = parameters.observe { changes.continuation.yield() }
        parameters.filter = QueryParameters(whereClause: "kind = 'high'")
        var iterator = changes.stream.makeAsyncIterator()
        await iterator.next()
        #expect(monitor.fences.map(\.id) == ["3", "4"])
        _ = observation
    }

    @Test("a filter that the table does not understand keeps a monitor from starting")
    func invalidFilter() async throws {
        let parameters = FeatureFenceParameters(featureTable: try await makeTable())
        parameters.filter = QueryParameters(whereClause: "nothing = 1")
        let monitor = monitor(HandLocations(), parameters)
        let error = await #expect(throws: GeotriggerError.self) { try await monitor.start() }
        #expect(error?.code == .invalidFilter && error?.underlyingError != nil)
        #expect(monitor.status == .failedToStart)
        #expect((monitor.warning as? GeotriggerError)?.code == .invalidFilter)
        parameters.filter = nil
        try await monitor.start()
        #expect(monitor.status == .started && monitor.fences.count == 4)
    }

    @Test("points are fences with a buffer in metres, and without one the warning says so")
    func points() async throws {
        let (table, source) = (try await makeTable(), HandLocations())
        try await source.start()
        try await table.add(table.makeFeature(geometry: Point(latitude: 0.5, longitude: 50)))
        let plain = monitor(source, FeatureFenceParameters(featureTable: table))
        try await plain.start()
        let warning = try #require(plain.warning as? GeotriggerError)
        #expect(warning.code == .invalidFences && warning.fences.keys.sorted() == ["5"])
        #expect(warning.fences["5"]?.code == .needsBuffer && warning.localizedDescription.contains("fence 5"))
        let buffered = monitor(source, FeatureFenceParameters(featureTable: table, bufferDistance: 100))
        var told = Told(buffered)
        try await buffered.start()
        #expect(buffered.warning == nil)
        // A hundred metres are 0.000898 degrees at the equator.
        source.tell(50.0009, 0)
        source.tell(50.00089, 1)
        let info = try #require(await told.next())
        #expect(info.fenceNotificationType == .entered && info.fenceID == "5" && info.place.x == 50.00089)
        let area = try #require(info.fenceGeometry as? Polygon)
        #expect(area.spatialReference == .wgs84 && GeometryEngine.isGeometry(area, intersecting: info.place))
        #expect(info.fenceGeoElement === (info.fenceGeoElement as? ArcGISFeature) && info.explanation.contains("fence 5"))
    }

    @Test("a table that cannot be read is a warning that goes once it can be")
    func unreachable() async throws {
        let (table, source, time) = (FlakyTable(try await makeTable()), HandLocations(), VirtualTiming())
        try await source.start()
        table.isDown.withLock { $0 = true }
        let parameters = FeatureFenceParameters(featureTable: table, bufferDistance: 0, timing: time.timing)
        let monitor = monitor(source, parameters)
        try await monitor.start()
        #expect(monitor.status == .started)
        #expect((monitor.warning as? GeotriggerError)?.code == .fencesUnavailable)
        table.isDown.withLock { $0 = false }
        await time.sleepers(atLeast: 1)
        time.advance(bySeconds: 2)
        for await warning in monitor.$warning where warning == nil { break }
        #expect(monitor.fences.count == 4)
    }
}

/// A table that cannot always be read, and tells of no edits.
private final class FlakyTable: FeatureTable {
    struct Down: Error {}

    let table: FeatureCollectionTable
    let isDown = Mutex(false)

    init(_ table: FeatureCollectionTable) { self.table = table }

    var tableName: String { table.tableName }
    var fields: [Field] { table.fields }
    var objectIDFieldName: String { table.objectIDFieldName }
    var geometryType: Geometry.Type? { table.geometryType }
    var spatialReference: SpatialReference? { table.spatialReference }
    var extent: Envelope? { table.extent }
    var numberOfFeatures: Int { table.numberOfFeatures }
    var isEditable: Bool { false }
    var changes: EventStream<FeatureTableChange> { EventSource<FeatureTableChange>().stream() }
    var loadStatus: LoadStatus { .loaded }
    var loadError: (any Error)? { nil }
    func load() async throws {}
    func retryLoad() async throws {}
    func cancelLoad() {}
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        if isDown.withLock({ $0 }) { throw Down() }
        return try await table.queryFeatures(using: parameters)
    }
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int { try await table.queryFeatureCount(using: parameters) }
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope { try await table.queryExtent(using: parameters) }
    func add(_ features: [Feature]) async throws {}
    func update(_ features: [Feature]) async throws {}
    func delete(_ features: [Feature]) async throws {}
}
