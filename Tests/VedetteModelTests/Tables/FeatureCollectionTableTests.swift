// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteTesting

@testable import VedetteModel

@Suite("Feature tables in memory", .timeLimit(.minutes(10)))
struct FeatureCollectionTableTests {
    private let fields = [
        Field(type: .text, name: "name", alias: "Name", length: 12), Field(type: .float64, name: "speed", alias: ""),
        Field(type: .int32, name: "count", alias: ""), Field(type: .date, name: "seen", alias: ""),
    ]

    private func table() -> FeatureCollectionTable {
        FeatureCollectionTable(fields: fields, geometryType: Point.self, spatialReference: .wgs84)
    }

    private func filled() async throws -> FeatureCollectionTable {
        let table = table()
        try await table.add([
            table.makeFeature(attributes: ["name": "b", "speed": 5.0, "count": 2], geometry: Point(latitude: 1, longitude: 1)),
            table.makeFeature(attributes: ["name": "a", "speed": 7.5], geometry: Point(latitude: 2, longitude: 2)),
            table.makeFeature(attributes: ["name": "b", "count": 1], geometry: nil),
            table.makeFeature(attributes: [:], geometry: Point(latitude: 50, longitude: 50)),
        ])
        return table
    }

    private func ids(_ table: FeatureCollectionTable, _ set: (QueryParameters) -> Void) async throws -> [Int64] {
        let parameters = QueryParameters()
        set(parameters)
        return try await table.queryFeatures(using: parameters).features().compactMap(\.objectID)
    }

    @Test("has a field for object ids, its own or one that it adds")
    func objectIDs() {
        #expect(table().fields.map(\.name) == ["ObjectID", "name", "speed", "count", "seen"])
        let own = FeatureCollectionTable(
            fields: [Field(type: .text, name: "objectid", alias: ""), Field(type: .oid, name: "FID", alias: "")], geometryType: nil,
            spatialReference: nil)
        #expect(own.objectIDFieldName == "FID")
        let taken = FeatureCollectionTable(
            fields: [Field(type: .text, name: "objectid", alias: "")], geometryType: nil, spatialReference: nil)
        #expect(taken.objectIDFieldName == "ObjectID_")
    }

    @Test("conditions are combined; without any, everything comes in the order of object ids")
    func conditions() async throws {
        let table = try await filled()
        #expect(table.numberOfFeatures == 4)
        #expect(try await ids(table) { _ in } == [1, 2, 3, 4])
        #expect(try await ids(table) { $0.whereClause = "name = 'b'" } == [1, 3])
        #expect(try await ids(table) { $0.geometry = Envelope(xRange: 0...10, yRange: 0...10) } == [1, 2])
        #expect(
            try await ids(table) {
                $0.whereClause = "NAME = 'b'"
                $0.geometry = Envelope(xRange: 0...10, yRange: 0...10, spatialReference: .wgs84)
            } == [1])
        #expect(try await ids(table) { $0.objectIDs = [4, 2, 2, 99] } == [2, 4])
        #expect(
            try await ids(table) {
                $0.objectIDs = [1, 4]
                $0.whereClause = "speed > 1"
            } == [1])
        let parameters = QueryParameters(whereClause: "name = 'b'")
        #expect(try await table.queryFeatureCount(using: parameters) == 2)
    }

    @Test("order is by fields, without a value first, then by object id; limit and offset cut it")
    func order() async throws {
        let table = try await filled()
        #expect(try await ids(table) { $0.addOrderByField(OrderBy(fieldName: "Name")) } == [4, 2, 1, 3])
        #expect(try await ids(table) { $0.orderByFields = [OrderBy(fieldName: "name", sortOrder: .descending)] } == [1, 3, 2, 4])
        #expect(
            try await ids(table) {
                $0.orderByFields = [OrderBy(fieldName: "name"), OrderBy(fieldName: "count", sortOrder: .ascending)]
            } == [4, 2, 3, 1])
        let parameters = QueryParameters()
        parameters.maxFeatures = 2
        parameters.resultOffset = 1
        let page = try await table.queryFeatures(using: parameters)
        #expect(page.features().compactMap(\.objectID) == [2, 3])
        #expect(page.isTransferLimitExceeded)
        parameters.resultOffset = 9
        #expect(try await table.queryFeatures(using: parameters).features().isEmpty)
        #expect(try await table.queryFeatureCount(using: parameters) == 4)
    }

    @Test("faults of a query are told with what is wrong")
    func faults() async throws {
        let table = try await filled()
        await #expect(throws: ExpressionError.self) { try await ids(table) { $0.whereClause = "nothing = 5" } }
        await #expect(throws: ExpressionError.self) { try await ids(table) { $0.whereClause = "name = 'b' AND" } }
        let order = await #expect(throws: FeatureTableError.self) { try await ids(table) { $0.orderByFields = [OrderBy(fieldName: "x")] } }
        #expect(order?.code == .unknownField && order?.message.contains("\"x\"") == true)
        let out = await #expect(throws: FeatureTableError.self) { try await ids(table) { $0.outFields = ["x"] } }
        #expect(out?.code == .unknownField)
        let limit = await #expect(throws: FeatureTableError.self) { try await ids(table) { $0.maxFeatures = -1 } }
        #expect(limit?.code == .invalidParameter)
    }

    @Test("out fields, geometries and their spatial reference are as asked")
    func output() async throws {
        let table = try await filled()
        let parameters = QueryParameters(whereClause: "speed > 7")
        parameters.outFields = ["SPEED"]
        parameters.outSpatialReference = .webMercator
        let result = try await table.queryFeatures(using: parameters)
        let feature = try #require(result.features().first)
        #expect(feature.attributes.keys.sorted() == ["ObjectID", "speed"])
        #expect(result.fields.map(\.name) == ["ObjectID", "speed"])
        let point = try #require(feature.geometry as? Point)
        #expect(point.spatialReference == .webMercator && abs(point.x - 222_638.98) < 0.01)
        parameters.returnsGeometry = false
        #expect(try await table.queryFeatures(using: parameters).features().first?.geometry == nil)
        let extent = try await table.queryExtent(using: parameters)
        #expect(abs(extent.xMax - 222_638.98) < 0.01)
        parameters.whereClause = "speed > 1000"
        #expect(try await table.queryExtent(using: parameters).isEmpty)
        #expect(table.extent == Envelope(xRange: 1...50, yRange: 1...50, spatialReference: .wgs84))
    }

    @Test("a geometry in another spatial reference is projected, in a query and when it is added")
    func projection() async throws {
        let table = try await filled()
        let box = try #require(
            GeometryEngine.project(Envelope(xRange: 0...1.5, yRange: 0...1.5, spatialReference: .wgs84), into: .webMercator))
        #expect(try await ids(table) { $0.geometry = box } == [1])
        let added = table.makeFeature(geometry: Point(x: 111_319.4907932, y: 0, spatialReference: .webMercator))
        try await table.add(added)
        let found = try #require(try await table.queryFeatures(using: QueryParameters(whereClause: "ObjectID = 5")).features().first)
        let point = try #require(found.geometry as? Point)
        #expect(point.spatialReference == .wgs84 && abs(point.x - 1) < 1e-9)
    }

    @Test("edits are written, told, and refused whole where one part does not fit")
    func edits() async throws {
        let table = try await filled()
        var changes = table.changes.makeAsyncIterator()
        let feature = table.makeFeature(attributes: ["name": "new", "count": 9], geometry: Point(latitude: 3, longitude: 3))
        #expect(feature.objectID == nil && feature.table === table)
        try await table.add(feature)
        #expect(feature.objectID == 5 && feature.attributes["ObjectID"] as? Int64 == 5)
        await #expect(throws: FeatureTableError.self) { try await table.add(feature) }
        feature.setAttributeValue("newer", forKey: "name")
        feature.setAttributeValue(nil, forKey: "count")
        feature.geometry = Point(latitude: 4, longitude: 4)
        try await table.update(feature)
        let read = try #require(try await table.queryFeatures(using: QueryParameters(whereClause: "name = 'newer'")).features().first)
        #expect(read.attributes["count"] == nil && (read.geometry as? Point)?.x == 4 && read !== feature)
        let bad = table.makeFeature(attributes: ["name": "much too long a name"])
        let good = table.makeFeature(attributes: ["name": "good"])
        let error = await #expect(throws: FeatureTableError.self) { try await table.add([good, bad]) }
        #expect(error?.code == .invalidValue && error?.message.contains("\"name\"") == true)
        #expect(table.numberOfFeatures == 5 && good.objectID == nil)
        try await table.delete([feature, read])
        await #expect(throws: FeatureTableError.self) { try await table.update(read) }
        #expect(await changes.next() == FeatureTableChange(added: [5]))
        #expect(await changes.next() == FeatureTableChange(updated: [5]))
        #expect(await changes.next() == FeatureTableChange(deleted: [5]))
        #expect(try await ids(table) { _ in } == [1, 2, 3, 4])
    }

    @Test("a feature read in part is written in part")
    func partialUpdate() async throws {
        let table = try await filled()
        let parameters = QueryParameters(whereClause: "ObjectID = 1")
        parameters.outFields = ["name"]
        parameters.returnsGeometry = false
        let feature = try #require(try await table.queryFeatures(using: parameters).features().first)
        feature.setAttributeValue("z", forKey: "name")
        try await table.update(feature)
        let whole = try #require(try await table.queryFeatures(using: QueryParameters(whereClause: "name = 'z'")).features().first)
        #expect(whole.attributes["speed"] as? Double == 5 && whole.attributes["count"] as? Int64 == 2 && whole.geometry != nil)
        feature.setAttributeValue(nil, forKey: "speed")
        try await table.update(feature)
        #expect(try await ids(table) { $0.whereClause = "speed IS NULL" } == [1, 3, 4])
    }

    @Test("what a field cannot hold is refused by name", arguments: [0, 1, 2, 3, 4, 5])
    func values(_ number: Int) async {
        let table = table()
        let attributes: [[String: any Sendable]] = [
            ["count": 3_000_000_000], ["count": 1.5], ["speed": "fast"], ["seen": "yesterday"], ["name": ["a"]], ["nothing": 1],
        ]
        let error = await #expect(throws: FeatureTableError.self) {
            try await table.add(table.makeFeature(attributes: attributes[number]))
        }
        #expect(error?.code == (number == 5 ? .unknownField : .invalidValue))
        await #expect(throws: FeatureTableError.self) {
            try await table.add(table.makeFeature(geometry: Polyline(points: [Point(x: 0, y: 0), Point(x: 1, y: 1)])))
        }
        await #expect(throws: FeatureTableError.self) { try await table.add(table.makeFeature(geometry: Point(x: .infinity, y: 0))) }
        #expect(table.numberOfFeatures == 0)
    }

    @Test("fields that must have a value, and default values, are kept to")
    func schema() async throws {
        let kinds = CodedValueDomain(name: "kinds", codedValues: [CodedValue(name: "Ship", code: 1)])
        let table = FeatureCollectionTable(
            fields: [
                Field(type: .text, name: "must", alias: "", isNullable: false),
                Field(type: .int16, name: "kind", alias: "", domain: kinds, defaultValue: 1),
            ], geometryType: nil, spatialReference: nil)
        let error = await #expect(throws: FeatureTableError.self) { try await table.add(table.makeFeature()) }
        #expect(error?.code == .missingValue)
        try await table.add(table.makeFeature(attributes: ["Must": "x"], geometry: Envelope(xRange: 0...1, yRange: 0...1)))
        let feature = try #require(try await table.queryFeatures(using: QueryParameters()).features().first)
        #expect(feature.attributes["kind"] as? Int64 == 1 && feature.attributes["must"] as? String == "x")
        #expect((table.field(named: "KIND")?.domain as? CodedValueDomain)?.codedValues.first?.name == "Ship")
    }

    @Test("random edits and queries agree with a list")
    func model() async throws {
        var random = SeededRandomNumberGenerator(seed: 20)
        let table = FeatureCollectionTable(fields: fields, geometryType: nil, spatialReference: .wgs84)
        var list: [Int64: (feature: Feature, place: Point, count: Int64)] = [:]
        for step in 0..<2_000 {
            let place = Point(x: .random(in: 0...100, using: &random), y: .random(in: 0...50, using: &random), spatialReference: .wgs84)
            let count = Int64.random(in: 0...20, using: &random)
            let chosen = list.keys.sorted().randomElement(using: &random).flatMap { list[$0] }
            switch (Int.random(in: 0...9, using: &random), chosen) {
            case (0...5, _), (_, nil):
                let feature = table.makeFeature(attributes: ["count": count], geometry: place)
                try await table.add(feature)
                list[try #require(feature.objectID)] = (feature, place, count)
            case (6...7, let chosen?):
                chosen.feature.geometry = place
                chosen.feature.setAttributeValue(count, forKey: "count")
                try await table.update(chosen.feature)
                list[try #require(chosen.feature.objectID)] = (chosen.feature, place, count)
            case (_, let chosen?):
                try await table.delete(chosen.feature)
                list[try #require(chosen.feature.objectID)] = nil
            }
            guard step % 40 == 0 else { continue }
            let (x, y) = (Double.random(in: 0...90, using: &random), Double.random(in: 0...45, using: &random))
            let box = Envelope(xRange: x...x + 10, yRange: y...y + 20, spatialReference: .wgs84)
            let bound = Int64.random(in: 0...20, using: &random)
            let expected = list.values.filter { entry in
                entry.count < bound && (box.xMin...box.xMax).contains(entry.place.x) && (box.yMin...box.yMax).contains(entry.place.y)
            }
            .sorted { ($0.count, $0.feature.objectID ?? 0) < ($1.count, $1.feature.objectID ?? 0) }
            .compactMap(\.feature.objectID)
            let found = try await ids(table) { parameters in
                parameters.whereClause = "count < \(bound)"
                parameters.geometry = box
                parameters.orderByFields = [OrderBy(fieldName: "count")]
            }
            #expect(found == expected, "step \(step)")
        }
        #expect(table.numberOfFeatures == list.count)
    }

    @Test("queries see one state while others write")
    func concurrency() async throws {
        let table = FeatureCollectionTable(fields: fields, geometryType: Point.self, spatialReference: .wgs84)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<100 {
                        // Two features at a time: no query may see one without the other.
                        try await table.add(
                            (0..<2).map { _ in
                                table.makeFeature(attributes: ["count": worker * 1_000 + step], geometry: Point(latitude: 1, longitude: 1))
                            })
                    }
                }
                group.addTask {
                    for _ in 0..<50 {
                        let parameters = QueryParameters()
                        parameters.geometry = Envelope(xRange: 0...2, yRange: 0...2)
                        let features = try await table.queryFeatures(using: parameters).features()
                        #expect(features.count % 2 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(table.numberOfFeatures == 800)
    }

    @Test("a query over a million rows is a scan, and a cancelled one ends")
    func large() async throws {
        let table = FeatureCollectionTable(fields: fields, geometryType: Point.self, spatialReference: .wgs84)
        let place = Point(latitude: 1, longitude: 1)
        try await table.add((0..<100_000).map { table.makeFeature(attributes: ["count": $0], geometry: place) })
        #expect(try await table.queryFeatureCount(using: QueryParameters(whereClause: "count < 1000")) == 1_000)
        let task = Task { try await table.queryFeatures(using: QueryParameters()) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a feature is added once, and nothing is added where one cannot be")
    func addedTwice() async throws {
        let table = table()
        let feature = table.makeFeature(attributes: ["name": "a"], geometry: Point(latitude: 1, longitude: 1))
        let error = await #expect(throws: FeatureTableError.self) { try await table.add([feature, table.makeFeature(), feature]) }
        #expect(error?.code == .noSuchFeature && error?.message.contains("feature 3") == true && table.numberOfFeatures == 0)
        try await table.add(feature)
        await #expect(throws: FeatureTableError.self) { try await table.add(feature) }
        #expect(table.numberOfFeatures == 1)
    }

    @Test("errors say which fields there are, and how an envelope becomes a polygon")
    func mends() async throws {
        let unknown = await #expect(throws: ExpressionError.self) {
            try await table().queryFeatures(using: QueryParameters(whereClause: "zzz = 1"))
        }
        #expect(unknown?.message.contains("the fields are ObjectID, name, speed") == true && unknown?.offset == 0)
        let areas = FeatureCollectionTable(fields: [], geometryType: Polygon.self, spatialReference: nil)
        let error = await #expect(throws: FeatureTableError.self) {
            try await areas.add(areas.makeFeature(geometry: Envelope(xRange: 0...1, yRange: 0...1)))
        }
        #expect(error?.message.contains("Polygon(points:)") == true)
    }

    @Test("points are found in an area of a polar map, at the pole and across 180°")
    func polarAreas() async throws {
        let table = table()
        let places = [(90.0, 0.0), (89, 20), (80, -170), (80, 170), (80, 90), (50, 0), (-80, 10), (75, 180)]
        try await table.add(places.map { table.makeFeature(geometry: Point(latitude: $0.0, longitude: $0.1)) })
        let polar: SpatialReference = SpatialReference(wkid: try #require(WKID(3413)))
        let around = Envelope(xRange: -2_000_000...2_000_000, yRange: -2_000_000...2_000_000, spatialReference: polar)
        #expect(try await ids(table) { $0.geometry = around } == [1, 2, 3, 4, 5, 8])
        let corners = [(-2e6, -2e6), (-2e6, 2e6), (2e6, 2e6), (2e6, -2e6)]
        let ring = Polygon(points: corners.map { Point(x: $0.0, y: $0.1, spatialReference: polar) })
        #expect(try await ids(table) { $0.geometry = ring } == [1, 2, 3, 4, 5, 8])
        #expect(
            try await ids(table) {
                $0.geometry = ring
                $0.spatialRelationship = .disjoint
            } == [6, 7])
        // Across 180°, which lies at 135° in the directions of this map.
        let middle = try #require(GeometryEngine.project(Point(latitude: 80, longitude: 180), into: polar))
        let across = Envelope(
            xRange: middle.x - 3e5...middle.x + 3e5, yRange: middle.y - 3e5...middle.y + 3e5, spatialReference: polar)
        #expect(try await ids(table) { $0.geometry = across } == [3, 4])
    }

    @Test(
        "points in an area of another map are those that lie in it there, whatever the index hands over",
        arguments: [3413, 3031, 3857, 32633, 3035, 6933, 4326], [4326, 3857])
    func areasOfOtherMaps(_ areaCode: Int, _ tableCode: Int) async throws {
        let reference: SpatialReference = SpatialReference(wkid: try #require(WKID(areaCode)))
        let table = FeatureCollectionTable(
            fields: [], geometryType: Point.self, spatialReference: SpatialReference(wkid: try #require(WKID(tableCode))))
        var random = SeededRandomNumberGenerator(seed: UInt64(areaCode))
        try await table.add(
            (0..<600).map { _ in
                let latitude = Double.random(in: -85...85, using: &random)
                return table.makeFeature(geometry: Point(latitude: latitude, longitude: .random(in: -180...180, using: &random)))
            })
        let all = try await table.queryFeatures(using: QueryParameters()).features()
        let unit = reference.isGeographic ? 1.0 : 100_000
        let centre = areaCode == 32633 ? (5.0, 50.0) : areaCode == 3035 ? (43.0, 32.0) : (0, 0)
        for number in 0..<12 {
            let spread = [3035, 32633].contains(areaCode) ? 5.0 : 50
            let x = centre.0 + Double.random(in: -spread...spread, using: &random)
            let y = centre.1 + Double.random(in: -spread...spread, using: &random)
            let size = Double.random(in: 2...20, using: &random)
            let corners = [(x - size, y - size), (x - size / 2, y + size), (x + size, y + size / 2), (x + size, y - size)]
            let area: Geometry =
                number % 2 == 0
                ? Polygon(points: corners.map { Point(x: $0.0 * unit, y: $0.1 * unit, spatialReference: reference) })
                : Envelope(
                    xRange: (x - size) * unit...(x + size) * unit, yRange: (y - size) * unit...(y + size) * unit,
                    spatialReference: reference)
            let expected = all.filter { feature in
                guard let point = feature.geometry as? Point, let place = GeometryEngine.project(point, into: reference) else {
                    return false
                }
                return GeometryEngine.isGeometry(area, intersecting: place)
            }
            #expect(try await ids(table) { $0.geometry = area } == expected.compactMap(\.objectID), "\(area)")
        }
    }
}
