// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteStores

@Suite("GeoPackages and GDAL", .enabled(if: GDAL.isInstalled, "GDAL's programs are not installed"), .timeLimit(.minutes(10)))
struct GDALTests {
    private func opened(_ file: URL) async throws -> GeoPackage {
        let geoPackage = GeoPackage(fileURL: file)
        try await geoPackage.load()
        return geoPackage
    }

    private func count(_ table: GeoPackageFeatureTable, in box: ClosedRange<Double>) async throws -> Int {
        let parameters = QueryParameters()
        parameters.geometry = Envelope(xRange: box, yRange: box)
        return try await table.queryFeatureCount(using: parameters)
    }

    @Test("ogrinfo reads what we wrote: geometries, every type of field, names, extent, spatial references")
    func written() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let geoPackage = try await GeoPackage.create(fileURL: file)
        let table = try await geoPackage.makeFeatureTable(
            name: "it's \"all\"", fields: GeoPackageTests.fields, geometryType: Point.self, spatialReference: .wgs84, hasZ: true)
        try await table.add(
            table.makeFeature(attributes: GeoPackageTests.attributes, geometry: Point(x: 2.5, y: 1.25, z: 9, spatialReference: .wgs84)))
        let areas = try await geoPackage.makeFeatureTable(
            name: "areas", fields: [], geometryType: Polygon.self, spatialReference: SpatialReference(wkid: try #require(WKID(32633))))
        let ring = [Point(x: 500_000, y: 0), Point(x: 500_000, y: 9), Point(x: 500_007, y: 9)]
        try await areas.add([areas.makeFeature(geometry: Polygon(points: ring)), areas.makeFeature()])
        let report = try GDAL.run("ogrinfo", "-al", file.path)
        #expect(!report.contains("Warning") && !report.contains("ERROR"), "\(report)")
        for line in [
            "Layer name: it's \"all\"", "Geometry: 3D Point", "POINT Z (2.5 1.25 9)", "name (String) = Ä'\"x",
            "small (Integer(Int16)) = -5",
            "medium (Integer) = 70000", "large (Integer64) = 9223372036854775807", "single (Real(Float32)) = 0.5", "double (Real) = 0.1",
            "when (DateTime) = 2023/11/14 22:13:20.25", "day (Date) = 2026/05/01", "hour (String) = 14:05:30", "(Binary) = 00FF07",
            "Extent: (2.500000, 1.250000) - (2.500000, 1.250000)", "Geometry: Multi Polygon", "ID[\"EPSG\",32633]", "ID[\"EPSG\",4326]",
            "MULTIPOLYGON (((500000 0,500000 9,500007 9,500000 0)))", "FID Column = fid",
        ] { #expect(report.contains(line), "\(line)\n\(report)") }
    }

    @Test("GDAL finds by our R*Tree, edits through our triggers, and both sides agree afterwards")
    func edited() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let table = try await GeoPackage.create(fileURL: file).makeFeatureTable(
            name: "t", fields: [Field(type: .int32, name: "n", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
        try await table.add(
            (0..<100).map { table.makeFeature(attributes: ["n": $0], geometry: Point(latitude: Double($0) / 2, longitude: Double($0) / 2)) }
        )
        let found = try GDAL.run("ogrinfo", "-so", file.path, "t", "-spat", "10", "10", "20", "20")
        #expect(found.contains("Feature Count: 21"), "\(found)")
        let plan = try GDAL.run("ogrinfo", "-q", file.path, "-sql", "SELECT HasSpatialIndex('t', 'geom') AS has")
        #expect(plan.contains("= 1"), "\(plan)")
        for statement in [
            "INSERT INTO t (geom, n) SELECT geom, 1000 FROM t WHERE n = 50",
            "UPDATE t SET geom = (SELECT geom FROM t WHERE n = 99) WHERE n = 0",
            "DELETE FROM t WHERE n BETWEEN 20 AND 29",
        ] {
            let output = try GDAL.run("ogrinfo", "-q", file.path, "-sql", statement)
            #expect(!output.contains("ERROR"), "\(output)")
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 91)
        #expect(try await count(table, in: 10...14.6) == 0)
        #expect(try await count(table, in: 25...25) == 2)
        #expect(try await count(table, in: 49.5...49.5) == 2)
        let features = try await table.queryFeatures(using: QueryParameters(whereClause: "n < 10")).features()
        for feature in features { feature.geometry = Point(latitude: 70, longitude: 100) }
        try await table.update(features)
        try await table.delete(try await table.queryFeatures(using: QueryParameters(whereClause: "n >= 90")).features())
        let check = try GDAL.run(
            "ogrinfo", "-q", file.path, "-sql",
            "SELECT rtreecheck('rtree_t_geom') AS state, (SELECT count(*) FROM rtree_t_geom) AS boxes, (SELECT count(*) FROM t) AS n")
        #expect(
            check.contains("state (String) = ok") && check.contains("boxes (Integer) = 80") && check.contains("n (Integer) = 80"),
            "\(check)")
        let report = try GDAL.run("ogrinfo", "-so", file.path, "t")
        #expect(report.contains("Feature Count: 80") && report.contains("- (100.000000, 70.000000)"), "\(report)")
    }

    @Test("we read what ogr2ogr wrote, with its R*Tree, and edit it without breaking it")
    func read() async throws {
        let folder = try TemporaryFolder()
        let features = (0..<170).map { number in
            """
            {"type":"Feature","properties":{"n":\(number),"name":"Name \(number)","when":"2026-05-01T12:00:\(10 + number % 50)Z","ok":\(number % 2 == 0)},
             "geometry":{"type":"Polygon","coordinates":[[[\(number),0],[\(number).5,0],[\(number).5,1],[\(number),0]]]}}
            """
        }
        try Data(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8).write(to: folder.file("in.json"))
        let file = folder.file("ogr.gpkg")
        try GDAL.run("ogr2ogr", "-f", "GPKG", file.path, folder.file("in.json").path, "-nln", "shapes", "-t_srs", "EPSG:3857")
        let table = try #require(try await opened(file).featureTable(named: "SHAPES"))
        try await table.load()
        #expect(table.numberOfFeatures == 170 && table.geometryType == Polygon.self && table.spatialReference == .webMercator)
        #expect(try await table.hasSpatialIndex())
        let some = QueryParameters(whereClause: "n >= 10 AND name LIKE '%9' AND \"when\" > timestamp '2026-05-01 12:00:20'")
        let matches = try await table.queryFeatures(using: some).features()
        #expect(matches.compactMap { $0.attributes["n"] as? Int64 } == (10..<170).filter { $0 % 10 == 9 && $0 % 50 > 10 }.map(Int64.init))
        for clause in ["ok = 1", "ok = TRUE", "ok <> 0"] {
            #expect(try await table.queryFeatureCount(using: QueryParameters(whereClause: clause)) == 85, "\(clause)")
        }
        let place = QueryParameters()
        place.geometry = Envelope(xRange: 50.1...52.1, yRange: 0...1, spatialReference: .wgs84)
        let near = try await table.queryFeatures(using: place).features()
        #expect(near.compactMap { $0.attributes["n"] as? Int64 } == [50, 51, 52])
        near[0].setAttributeValue("changed", forKey: "name")
        try await table.update(near[0])
        try await table.delete(near[1])
        try await table.add(table.makeFeature(attributes: ["n": 999], geometry: near[2].geometry))
        let report = try GDAL.run("ogrinfo", "-al", file.path)
        #expect(!report.contains("Warning") && report.contains("Feature Count: 170") && report.contains("name (String) = changed"))
        let check = try GDAL.run("ogrinfo", "-q", file.path, "-sql", "SELECT rtreecheck('rtree_shapes_geom') AS state")
        #expect(check.contains("= ok"))
    }

    @Test("kinds of files that others write: no index, no gpkg_extensions, heights, measures, curves, undefined references, views")
    func others() async throws {
        let folder = try TemporaryFolder()
        try Data("id,wkt\n1,\"LINESTRING ZM (0 0 1 2, 3 4 5 6)\"\n2,\"LINESTRING ZM (9 9 1 2, 8 8 5 6)\"\n".utf8).write(
            to: folder.file("zm.csv"))
        try Data("id,wkt\n1,\"CURVEPOLYGON (CIRCULARSTRING (0 0, 1 1, 2 0, 1 -1, 0 0))\"\n".utf8).write(to: folder.file("curve.csv"))
        let file = folder.file("x.gpkg")
        try GDAL.run(
            "ogr2ogr", "-f", "GPKG", file.path, folder.file("zm.csv").path, "-oo", "GEOM_POSSIBLE_NAMES=wkt", "-oo", "KEEP_GEOM_COLUMNS=NO",
            "-lco", "SPATIAL_INDEX=NO", "-nln", "zm", "-nlt", "LINESTRINGZM")
        try GDAL.run(
            "ogr2ogr", "-f", "GPKG", "-update", file.path, folder.file("curve.csv").path, "-oo", "GEOM_POSSIBLE_NAMES=wkt", "-nln",
            "curves",
            "-nlt", "GEOMETRY", "-a_srs", "EPSG:32633")
        try GDAL.run("ogrinfo", "-q", file.path, "-sql", "CREATE VIEW seen AS SELECT fid AS OGC_FID, geom, id FROM zm WHERE id = '2'")
        try GDAL.run(
            "ogrinfo", "-q", file.path, "-sql",
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('seen', 'features', 'seen', 0)")
        try GDAL.run(
            "ogrinfo", "-q", file.path, "-sql",
            "INSERT INTO gpkg_geometry_columns VALUES ('seen', 'geom', 'LINESTRING', 0, 1, 1)")
        let geoPackage = try await opened(file)
        #expect(geoPackage.featureTables.map(\.tableName) == ["curves", "seen", "zm"])
        let lines = try #require(geoPackage.featureTable(named: "zm"))
        #expect(try await !lines.hasSpatialIndex())
        #expect(lines.spatialReference == nil && lines.geometryType == Polyline.self)
        let line = try #require(try await lines.queryFeatures(using: QueryParameters(whereClause: "id = '1'")).features().first?.geometry)
        #expect(line == (try Geometry.fromWKT("LINESTRING ZM (0 0 1 2, 3 4 5 6)")))
        #expect(try await count(lines, in: 8.5...20) == 1)
        try await lines.createSpatialIndex()
        #expect(try await lines.hasSpatialIndex())
        #expect(try await count(lines, in: 8.5...20) == 1)
        await #expect(throws: FeatureTableError.self) {
            try await lines.add(
                lines.makeFeature(geometry: try Geometry.fromWKT("MULTILINESTRING ZM ((0 0 0 0, 1 1 0 0), (2 2 0 0, 3 3 0 0))")))
        }
        let curves = try #require(geoPackage.featureTable(named: "curves"))
        let error = await #expect(throws: StoreError.self) { try await curves.queryFeatures(using: QueryParameters()) }
        #expect(error?.code == .unsupported && error?.message.contains("row 1 of \"curves\"") == true)
        let plain = QueryParameters()
        plain.returnsGeometry = false
        #expect(try await curves.queryFeatures(using: plain).features().count == 1)
        let view = try #require(geoPackage.featureTable(named: "seen"))
        #expect(!view.isEditable)
        let seen = try await view.queryFeatures(using: QueryParameters()).features()
        #expect(seen.map(\.objectID) == [2] && seen[0].attributes["id"] as? String == "2")
        await #expect(throws: FeatureTableError.self) { try await view.delete(seen) }
        let report = try GDAL.run("ogrinfo", "-so", file.path, "zm", "-spat", "8.5", "8.5", "20", "20")
        #expect(!report.contains("Warning"))
    }

    @Test("GDAL takes times of any fraction without a warning")
    func times() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let start = Date(timeIntervalSince1970: 1_700_000_000.25)
        let table = try await GeoPackage.create(fileURL: file).makeFeatureTable(
            name: "t", fields: [Field(type: .date, name: "when", alias: "", defaultValue: start)], geometryType: Point.self,
            spatialReference: .wgs84)
        try await table.add(
            [1_700_000_000.123456, 1_700_000_000, -0.000001].map {
                table.makeFeature(attributes: ["when": Date(timeIntervalSince1970: $0)], geometry: Point(latitude: 1, longitude: 1))
            })
        let report = try GDAL.run("ogrinfo", "-al", file.path)
        #expect(!report.contains("Warning") && !report.contains("ERROR"), "\(report)")
        for time in ["2023/11/14 22:13:20.123", "2023/11/14 22:13:20+00", "1969/12/31 23:59:59.999"] {
            #expect(report.contains("when (DateTime) = \(time)"), "\(time)\n\(report)")
        }
    }

    @Test("a geometry column that is not there is named, and the other tables can be read")
    func missingColumn() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.gpkg")
        let geoPackage = try await GeoPackage.create(fileURL: file)
        for name in ["good", "bad"] {
            _ = try await geoPackage.makeFeatureTable(name: name, fields: [], geometryType: nil, spatialReference: nil)
        }
        try GDAL.run("ogrinfo", "-q", file.path, "-sql", "UPDATE gpkg_geometry_columns SET column_name = 'shape' WHERE table_name = 'bad'")
        let opened = try await opened(file)
        let bad = try #require(opened.featureTable(named: "bad"))
        let error = await #expect(throws: StoreError.self) { try await bad.queryFeatures(using: QueryParameters()) }
        #expect(error?.code == .corrupt && error?.message.contains("\"bad\" has no column \"shape\"") == true)
        #expect(try await opened.featureTable(named: "good")?.queryFeatureCount(using: QueryParameters()) == 0)
    }
}
