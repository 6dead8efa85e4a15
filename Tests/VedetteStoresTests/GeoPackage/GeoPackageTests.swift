// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteStores

@Suite("GeoPackages", .timeLimit(.minutes(10)))
struct GeoPackageTests {
    static let fields = [
        Field(type: .text, name: "name", alias: "The name", length: 20), Field(type: .int16, name: "small", alias: ""),
        Field(type: .int32, name: "medium", alias: ""), Field(type: .int64, name: "large", alias: ""),
        Field(type: .float32, name: "single", alias: ""), Field(type: .float64, name: "double", alias: ""),
        Field(type: .date, name: "when", alias: ""), Field(type: .dateOnly, name: "day", alias: ""),
        Field(type: .timeOnly, name: "hour", alias: ""), Field(type: .guid, name: "guid", alias: ""),
        Field(type: .blob, name: "bytes", alias: ""),
    ]

    static let attributes: [String: any Sendable] = [
        "name": "Ä'\"x", "small": Int64(-5), "medium": Int64(70_000), "large": Int64.max, "single": 0.5, "double": 0.1,
        "when": Date(timeIntervalSince1970: 1_700_000_000.25), "day": DateOnly(year: 2026, month: 5, day: 1),
        "hour": TimeOnly(hour: 14, minute: 5, second: 30), "guid": "{6F9619FF-8B86-D011-B42D-00C04FC964FF}", "bytes": Data([0, 255, 7]),
    ]

    private func ids(_ table: GeoPackageFeatureTable, _ set: (QueryParameters) -> Void) async throws -> [Int64] {
        let parameters = QueryParameters()
        set(parameters)
        return try await table.queryFeatures(using: parameters).features().compactMap(\.objectID)
    }

    @Test("every type of field comes back from the file as it went in")
    func types() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let table = try await GeoPackage.create(fileURL: file).makeFeatureTable(
            name: "all types", fields: Self.fields, geometryType: Point.self, spatialReference: .wgs84)
        try await table.add([
            table.makeFeature(attributes: Self.attributes, geometry: Point(latitude: 1, longitude: 2)), table.makeFeature(),
        ])
        let opened = GeoPackage(fileURL: file)
        try await opened.load()
        let read = try #require(opened.featureTables.first)
        try await read.load()
        #expect(read.tableName == "all types" && read.numberOfFeatures == 2 && read.hasGeometry && read.isEditable)
        #expect(read.geometryType == Point.self && read.spatialReference == .wgs84 && read.objectIDFieldName == "fid")
        #expect(read.extent == Envelope(xRange: 2...2, yRange: 1...1, spatialReference: .wgs84))
        #expect(read.field(named: "NAME")?.alias == "The name" && read.field(named: "name")?.length == 20)
        #expect(
            read.fields.map(\.type) == [
                .oid, .text, .int16, .int32, .int64, .float32, .float64, .date, .dateOnly, .text, .text, .blob,
            ])
        let features = try await read.queryFeatures(using: QueryParameters()).features()
        for (name, value) in Self.attributes {
            let expected = name == "hour" ? AttributeValue("14:05:30") : AttributeValue(value)
            #expect(AttributeValue(features[0].attributes[name]) == expected, "\(name)")
        }
        #expect(features[0].geometry == Point(latitude: 1, longitude: 2))
        #expect(features[1].attributes.keys.sorted() == ["fid"] && features[1].geometry == nil)
    }

    @Test(
        "any name can be that of a table and of a field",
        arguments: ["plain", "with \"quotes\"", "it's", "größe_тест_表", "select", "a.b", "semi;colon", "%s", "😀"])
    func names(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let table = try await GeoPackage.create(fileURL: folder.file("a.gpkg")).makeFeatureTable(
            name: name, fields: [Field(type: .int32, name: name, alias: name), Field(type: .text, name: "fid", alias: "")],
            geometryType: nil, spatialReference: nil)
        #expect(table.objectIDFieldName == "fid_")
        try await table.add((0..<5).map { table.makeFeature(attributes: [name: $0, "fid": "x"], geometry: Point(x: Double($0), y: 0)) })
        let read = GeoPackage(fileURL: folder.file("a.gpkg"))
        try await read.load()
        let again = try #require(read.featureTable(named: name))
        let features = try await again.queryFeatures(using: QueryParameters(whereClause: "fid = 'x'")).features()
        #expect(features.map { $0.attributes[name] as? Int64 } == [0, 1, 2, 3, 4])
        #expect(try await ids(again) { $0.geometry = Envelope(xRange: 1.5...3.5, yRange: -1...1) } == [3, 4])
        features[2].geometry = Point(x: 50, y: 50)
        try await again.update(features[2])
        try await again.delete(features[3])
        #expect(try await ids(again) { $0.geometry = Envelope(xRange: 1.5...100, yRange: -1...100) } == [3, 5])
    }

    @Test("queries mean what they mean in memory: random edits and queries agree")
    func sameAsMemory() async throws {
        var random = SeededRandomNumberGenerator(seed: 77)
        let folder = try TemporaryFolder()
        let fields = [
            Field(type: .oid, name: "id", alias: ""), Field(type: .text, name: "name", alias: ""),
            Field(type: .float64, name: "speed", alias: ""),
        ]
        let memory = FeatureCollectionTable(fields: fields, geometryType: nil, spatialReference: .wgs84)
        let file = try await GeoPackage.create(fileURL: folder.file("a.gpkg")).makeFeatureTable(
            name: "t", fields: fields, geometryType: nil, spatialReference: .wgs84)
        func shape() -> Geometry? {
            let (x, y) = (Double.random(in: -50...50, using: &random), Double.random(in: -40...40, using: &random))
            let place = Point(latitude: y, longitude: x)
            return switch Int.random(in: 0...4, using: &random) {
            case 0: nil
            case 1: Polyline(points: [place, Point(latitude: y + 5, longitude: x + 5)])
            case 2: Polygon(points: [place, Point(latitude: y + 5, longitude: x), Point(latitude: y, longitude: x + 5)])
            default: place
            }
        }
        func attributes() -> [String: any Sendable] {
            var attributes: [String: any Sendable] = ["name": ["a", "B", "b%", "ä"].randomElement(using: &random) ?? ""]
            if Bool.random(using: &random) { attributes["speed"] = Double(Int.random(in: 0...20, using: &random)) / 2 }
            return attributes
        }
        for round in 0..<12 {
            let new = (0..<20).map { _ in (attributes(), shape()) }
            try await memory.add(new.map { memory.makeFeature(attributes: $0.0, geometry: $0.1) })
            try await file.add(new.map { file.makeFeature(attributes: $0.0, geometry: $0.1) })
            let chosen = QueryParameters(whereClause: "MOD(id, 7) = \(round % 7)")
            let (first, second) = (
                try await memory.queryFeatures(using: chosen).features(), try await file.queryFeatures(using: chosen).features()
            )
            #expect(first.map(\.objectID) == second.map(\.objectID))
            for (one, other) in zip(first, second) {
                let (attributes, geometry) = (attributes(), shape())
                for feature in [one, other] {
                    feature.attributes = attributes
                    feature.geometry = geometry
                }
            }
            try await memory.update(first)
            try await file.update(second)
            if let gone = first.first, let too = second.first {
                try await memory.delete(gone)
                try await file.delete(too)
            }
            for clause in ["", "speed > 3", "name LIKE 'b%'", "speed IS NULL AND name <> 'a'", "UPPER(name) = 'B'"] {
                let parameters = QueryParameters(whereClause: clause)
                if Bool.random(using: &random) {
                    let x = Double.random(in: -50...40, using: &random)
                    parameters.geometry = Envelope(xRange: x...x + 20, yRange: -30...10, spatialReference: .wgs84)
                    parameters.spatialRelationship = SpatialRelationship.allCases.randomElement(using: &random) ?? .intersects
                }
                parameters.orderByFields = [
                    OrderBy(fieldName: "speed", sortOrder: Bool.random(using: &random) ? .ascending : .descending),
                    OrderBy(fieldName: "name"),
                ]
                parameters.resultOffset = Int.random(in: 0...3, using: &random)
                parameters.maxFeatures = Int.random(in: 0...40, using: &random)
                let (one, other) = (try await memory.queryFeatures(using: parameters), try await file.queryFeatures(using: parameters))
                #expect(one.features().map(\.objectID) == other.features().map(\.objectID), "round \(round) \(clause)")
                #expect(one.features().map(\.geometry) == other.features().map(\.geometry))
                #expect(one.isTransferLimitExceeded == other.isTransferLimitExceeded)
                #expect(try await memory.queryFeatureCount(using: parameters) == file.queryFeatureCount(using: parameters))
                #expect(try await memory.queryExtent(using: parameters) == file.queryExtent(using: parameters))
            }
            #expect(memory.extent == file.extent && memory.numberOfFeatures == file.numberOfFeatures)
        }
    }

    @Test("an edit that does not fit leaves the file as it was")
    func atomicity() async throws {
        let folder = try TemporaryFolder()
        let geoPackage = try await GeoPackage.create(fileURL: folder.file("a.gpkg"))
        let table = try await geoPackage.makeFeatureTable(
            name: "t", fields: Self.fields, geometryType: Polyline.self, spatialReference: .webMercator)
        var changes = table.changes.makeAsyncIterator()
        let line = Polyline(points: [Point(x: 0, y: 0), Point(x: 5, y: 5)], spatialReference: .webMercator)
        let good = table.makeFeature(attributes: ["name": "a"], geometry: line)
        for bad in [
            table.makeFeature(attributes: ["small": 40_000]), table.makeFeature(geometry: Point(x: 1, y: 1)),
            table.makeFeature(geometry: Polyline(points: [Point(x: 0, y: 0, z: 1), Point(x: 1, y: 1, z: 2)])),
            table.makeFeature(attributes: ["nothing": 1]),
        ] {
            await #expect(throws: FeatureTableError.self) { try await table.add([good, bad]) }
        }
        #expect(table.numberOfFeatures == 0 && good.objectID == nil)
        try await table.add(good)
        let stranger = try #require(try await table.queryFeatures(using: QueryParameters()).features().first)
        try await table.delete(good)
        await #expect(throws: FeatureTableError.self) { try await table.update(stranger) }
        await #expect(throws: FeatureTableError.self) { try await table.delete(stranger) }
        #expect(table.extent == nil && table.numberOfFeatures == 0)
        #expect(await changes.next() == FeatureTableChange(added: [1]))
        #expect(await changes.next() == FeatureTableChange(deleted: [1]))
        // The key is not used again.
        try await table.add(table.makeFeature())
        #expect(try await ids(table) { _ in } == [2])
    }

    @Test("the extent follows what is moved and removed, in the file too")
    func extent() async throws {
        let folder = try TemporaryFolder()
        let table = try await GeoPackage.create(fileURL: folder.file("a.gpkg")).makeFeatureTable(
            name: "t", fields: [], geometryType: Point.self, spatialReference: .wgs84)
        let features = (0...10).map { table.makeFeature(geometry: Point(latitude: Double($0), longitude: Double($0))) }
        try await table.add(features)
        func stored() async throws -> [Double] {
            let again = GeoPackage(fileURL: folder.file("a.gpkg"))
            try await again.load()
            let read = try #require(again.featureTables.first)
            try await read.load()
            #expect(read.extent == table.extent)
            return table.extent.map { [$0.xMin, $0.yMin, $0.xMax, $0.yMax] } ?? []
        }
        #expect(try await stored() == [0, 0, 10, 10])
        features[5].geometry = Point(latitude: 20, longitude: 5)
        try await table.update(features[5])
        #expect(try await stored() == [0, 0, 10, 20])
        try await table.delete([features[5], features[0]])
        #expect(try await stored() == [1, 1, 10, 10])
        features[10].geometry = nil
        try await table.update(features[10])
        #expect(try await stored() == [1, 1, 9, 9])
        try await table.delete(features.filter { ![features[0], features[5]].contains($0) })
        #expect(try await stored() == [])
    }

    @Test("a table cannot be made twice, nor with names that are kept")
    func definitions() async throws {
        let folder = try TemporaryFolder()
        let geoPackage = try await GeoPackage.create(fileURL: folder.file("a.gpkg"))
        func make(_ name: String, _ fields: [Field] = [], _ reference: SpatialReference? = nil) async throws {
            _ = try await geoPackage.makeFeatureTable(name: name, fields: fields, geometryType: nil, spatialReference: reference)
        }
        try await make("t")
        for (name, code) in [("T", StoreError.Code.alreadyExists), ("", .invalidDefinition), ("gpkg_x", .invalidDefinition)] {
            let error = await #expect(throws: StoreError.self) { try await make(name) }
            #expect(error?.code == code)
        }
        let twice = Field(type: .text, name: "a", alias: "")
        await #expect(throws: StoreError.self) { try await make("u", [twice, Field(type: .text, name: "A", alias: "")]) }
        let unknown: SpatialReference = SpatialReference(wkid: try #require(WKID(999_999)))
        await #expect(throws: StoreError.self) { try await make("u", [], unknown) }
        #expect(geoPackage.featureTables.map(\.tableName) == ["t"])
        let again = await #expect(throws: StoreError.self) { _ = try await GeoPackage.create(fileURL: folder.file("a.gpkg")) }
        #expect(again?.code == .alreadyExists)
        let attributes = try await geoPackage.makeFeatureTable(
            name: "plain", fields: [twice], geometryType: nil, spatialReference: nil, hasGeometry: false)
        try await attributes.add(attributes.makeFeature(attributes: ["a": "x"]))
        await #expect(throws: FeatureTableError.self) { try await attributes.add(attributes.makeFeature(geometry: Point(x: 1, y: 1))) }
        #expect(try await attributes.queryFeatureCount(using: QueryParameters(whereClause: "a = 'x'")) == 1)
    }

    @Test("a file that is no GeoPackage is told what it is not")
    func wrongFiles() async throws {
        let folder = try TemporaryFolder()
        func error(_ name: String) async -> StoreError? {
            await #expect(throws: StoreError.self) { try await GeoPackage(fileURL: folder.file(name)).load() }
        }
        #expect(await error("none.gpkg")?.code == .notFound)
        try Data().write(to: folder.file("empty.gpkg"))
        #expect(await error("empty.gpkg")?.code == .wrongFormat)
        try Data("{\"type\":\"FeatureCollection\"}".utf8).write(to: folder.file("json.gpkg"))
        #expect(await error("json.gpkg")?.code == .wrongFormat)
        try FileManager.default.createDirectory(at: folder.file("folder.gpkg"), withIntermediateDirectories: false)
        #expect(await error("folder.gpkg")?.code == .wrongFormat)
        let table = try await GeoPackage.create(fileURL: folder.file("whole.gpkg")).makeFeatureTable(
            name: "t", fields: Self.fields, geometryType: Point.self, spatialReference: .wgs84)
        try await table.add(
            (0..<500).map { _ in table.makeFeature(attributes: Self.attributes, geometry: Point(latitude: 1, longitude: 1)) })
        let whole = try Data(contentsOf: folder.file("whole.gpkg"))
        try whole.prefix(whole.count - 4_096).write(to: folder.file("cut.gpkg"))
        let cut = await error("cut.gpkg")
        #expect(cut?.code == .corrupt && cut?.message.contains("cut off") == true)
        try whole.prefix(50).write(to: folder.file("head.gpkg"))
        #expect(await error("head.gpkg")?.code == .corrupt)
    }

    @Test("whatever bytes of a file are wrong, it is read or refused with a typed error")
    func damage() async throws {
        let folder = try TemporaryFolder()
        let table = try await GeoPackage.create(fileURL: folder.file("whole.gpkg")).makeFeatureTable(
            name: "t", fields: [Field(type: .text, name: "name", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        try await table.add((0..<300).map { table.makeFeature(attributes: ["name": "n\($0)"], geometry: Point(latitude: 1, longitude: 1)) })
        let whole = try Data(contentsOf: folder.file("whole.gpkg"))
        var random = SeededRandomNumberGenerator(seed: 5)
        var outcomes = (read: 0, refused: 0)
        for number in 0..<80 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let file = folder.file("\(number).gpkg")
            try bytes.write(to: file)
            do {
                let geoPackage = GeoPackage(fileURL: file)
                try await geoPackage.load()
                for table in geoPackage.featureTables {
                    let parameters = QueryParameters(whereClause: "name LIKE 'n%'")
                    parameters.geometry = Envelope(xRange: 0...2, yRange: 0...2)
                    _ = try await table.queryFeatures(using: parameters)
                }
                outcomes.read += 1
            } catch is StoreError {
                outcomes.refused += 1
            } catch is ExpressionError {
                // The name of the field itself may be what was hit.
                outcomes.refused += 1
            }
            try FileManager.default.removeItem(at: file)
        }
        #expect(outcomes.read + outcomes.refused == 80 && outcomes.read > 0 && outcomes.refused > 0)
    }

    @Test("many readers and writers of one file see whole edits")
    func concurrency() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let table = try await GeoPackage.create(fileURL: file).makeFeatureTable(
            name: "t", fields: [Field(type: .int32, name: "n", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask {
                    // A connection of its own, as another program has.
                    let own = GeoPackage(fileURL: file)
                    try await own.load()
                    let table = try #require(own.featureTable(named: "t"))
                    for step in 0..<20 {
                        try await table.add(
                            (0..<2).map { _ in
                                table.makeFeature(attributes: ["n": worker * 100 + step], geometry: Point(latitude: 1, longitude: 1))
                            })
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        let count = try await table.queryFeatureCount(using: QueryParameters(whereClause: "n >= 0"))
                        #expect(count % 2 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 120)
        let parameters = QueryParameters()
        parameters.geometry = Envelope(xRange: 0...2, yRange: 0...2)
        #expect(try await table.queryFeatureCount(using: parameters) == 120)
    }

    @Test("a feature that is twice in the list is not added")
    func addedTwice() async throws {
        let folder = try TemporaryFolder()
        let table = try await GeoPackage.create(fileURL: folder.file("a.gpkg")).makeFeatureTable(
            name: "t", fields: [], geometryType: nil, spatialReference: nil)
        let feature = table.makeFeature()
        await #expect(throws: FeatureTableError.self) { try await table.add([feature, feature]) }
        #expect(table.numberOfFeatures == 0)
        try await table.add(feature)
        await #expect(throws: FeatureTableError.self) { try await table.add(feature) }
        #expect(table.numberOfFeatures == 1)
    }

    @Test("times are kept to the millisecond, rounded down, before 1970 too")
    func milliseconds() {
        for (microseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"), (1_234_567, "1970-01-01T00:00:01.234Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_700_000_000_005_999, "2023-11-14T22:13:20.005Z"),
        ] as [(Int64, String)] {
            #expect(GeoPackageColumn.text(Instant(microsecondsSince1970: microseconds)) == text)
        }
    }
}
