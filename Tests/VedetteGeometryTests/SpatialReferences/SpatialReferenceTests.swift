// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Spatial references")
struct SpatialReferenceTests {
    private func id(_ number: Int) throws -> WKID { try #require(WKID(number)) }

    @Test("know what PROJ knows of them: name, kind, unit, base")
    func facts() throws {
        let world = SpatialReference.wgs84
        #expect(world.isGeographic && !world.isProjected && world.name == "WGS 84")
        #expect(
            world.unit == UnitAngle.degrees && world.linearUnit == nil && world.angularUnit == .degrees && world.baseGeographic == world)
        let map = SpatialReference.webMercator
        #expect(map.isProjected && !map.isGeographic && map.unit == UnitLength.meters && map.baseGeographic == .wgs84)
        let texas: SpatialReference = SpatialReference(wkid: try id(2276))
        let foot = try #require(texas.linearUnit)
        #expect(abs(Measurement(value: 3937, unit: foot).converted(to: .meters).value - 1200) < 1e-9)
        #expect(texas.name.contains("Texas") && texas.wkText.hasPrefix("PROJCS["))
        for number in [2264, 102_719, 54_030] { #expect(SpatialReference(wkid: try id(number)).isProjected) }
        #expect(SpatialReference(wkid: try id(27572)).baseGeographic?.angularUnit == .gradians)
    }

    @Test("that nobody knows, or that have no places, are refused when they are used")
    func unknown() throws {
        // 4978 is geocentric, 5773 one of heights.
        for number in [999_999, 4978, 5773, Int(Int32.max)] {
            let reference: SpatialReference = SpatialReference(wkid: try id(number))
            #expect(!reference.isGeographic && !reference.isProjected && reference.unit == nil && reference.baseGeographic == nil)
            let point = Point(x: 1, y: 2, spatialReference: reference)
            #expect(GeometryEngine.project(point, into: .wgs84) == nil)
            #expect { try GeometryEngine.projected(point, into: .wgs84) } throws: {
                ($0 as? GeometryError)?.code == .unknownSpatialReference
            }
            #expect(throws: GeometryError.self) { try GeometryEngine.projected(Point(latitude: 1, longitude: 2), into: reference) }
            #expect(throws: GeometryError.self) { try point.toGeoJSON() }
        }
        #expect(SpatialReference(wkid: try id(999_999)).wkText.isEmpty)
    }

    @Test(
        "are recognised by their text in each dialect",
        arguments: [
            (
                "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],"
                    + "UNIT[\"Degree\",0.0174532925199433]]", 4326
            ),
            (
                "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],"
                    + "AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],UNIT[\"degree\",0.0174532925199433,"
                    + "AUTHORITY[\"EPSG\",\"9122\"]],AUTHORITY[\"EPSG\",\"4326\"]]", 4326
            ),
            (
                "GEOGCRS[\"WGS 84 (CRS84)\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\",6378137,298.257223563]],"
                    + "CS[ellipsoidal,2],AXIS[\"longitude\",east],AXIS[\"latitude\",north],ANGLEUNIT[\"degree\",0.0174532925199433],"
                    + "ID[\"OGC\",\"CRS84\"]]", 4326
            ),
            (
                "PROJCS[\"WGS_1984_Web_Mercator_Auxiliary_Sphere\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\","
                    + "6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION["
                    + "\"Mercator_Auxiliary_Sphere\"],PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER["
                    + "\"Central_Meridian\",0.0],PARAMETER[\"Standard_Parallel_1\",0.0],PARAMETER[\"Auxiliary_Sphere_Type\",0.0],"
                    + "UNIT[\"Meter\",1.0]]", 3857
            ),
        ])
    func texts(text: String, number: Int) throws {
        let reference = try #require(SpatialReference(wkText: text))
        #expect(reference.wkid?.rawValue == number && reference.wkText == text)
        #expect(reference == SpatialReference(wkid: try id(number)))
        #expect(reference.hashValue == SpatialReference(wkid: try id(number), latestWKID: nil).hashValue)
    }

    @Test("come back from their own text", arguments: [4326, 3857, 2276, 26912, 32612, 27700, 2154, 3031, 102_003, 54_030, 4269])
    func roundTrip(number: Int) throws {
        let reference: SpatialReference = SpatialReference(wkid: try id(number))
        #expect(SpatialReference(wkText: reference.wkText) == reference)
    }

    @Test("without a number are equal where their texts mean the same, and can be projected from")
    func unnumbered() throws {
        func text(_ longitude: String, _ name: String) -> String {
            "PROJCS[\"\(name)\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
                + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Azimuthal_Equidistant\"],"
                + "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",\(longitude)],"
                + "PARAMETER[\"Latitude_Of_Origin\",33.4343],UNIT[\"Meter\",1.0]]"
        }
        let reference = try #require(SpatialReference(wkText: text("-112.0116", "PHX")))
        #expect(reference.wkid == nil && reference.isProjected && reference.name == "PHX" && reference.unit == UnitLength.meters)
        let same = try #require(SpatialReference(wkText: text("-112.01160", "Phoenix")))
        #expect(reference == same && reference.hashValue == same.hashValue)
        #expect(reference != SpatialReference(wkText: text("-112.0117", "PHX")) && reference != .wgs84)
        let origin = try #require(GeometryEngine.project(Point(x: 0, y: 0, spatialReference: reference), into: .wgs84))
        #expect(abs(origin.x + 112.0116) < 1e-9 && abs(origin.y - 33.4343) < 1e-9)
        let north = try #require(GeometryEngine.project(Point(x: 0, y: 1000, spatialReference: same), into: reference))
        #expect(north.y == 1000)
        let json = Point(x: 1, y: 2, spatialReference: reference).toJSON()
        #expect(json.contains("\"wkt\":\"PROJCS["))
        #expect(try Point.fromJSON(json) == Point(x: 1, y: 2, spatialReference: reference))
    }

    @Test(
        "of text that is none are nil",
        arguments: [
            "", "4326", "EPSG:4326", "+proj=longlat", "GEOGCS[", "POINT (1 2)", "PROJCS[\"a\"]",
            "VERT_CS[\"EGM96 height\",VERT_DATUM[\"EGM96 geoid\",2005],UNIT[\"metre\",1]]", "LOCAL_CS[\"here\",UNIT[\"metre\",1]]", "\0",
            String(repeating: "GEOGCS[", count: 20_000),
        ])
    func noText(text: String) {
        #expect(SpatialReference(wkText: text) == nil)
    }

    @Test("a number that a text claims counts only where it is right")
    func falseClaims() throws {
        let text =
            "GEOGCS[\"mine\",DATUM[\"mine\",SPHEROID[\"mine\",6378000,300]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433],"
            + "AUTHORITY[\"EPSG\",\"4326\"]]"
        let reference = try #require(SpatialReference(wkText: text))
        #expect(reference.wkid == nil && reference != .wgs84)
    }

    @Test("carry the system of heights")
    func heights() throws {
        let egm = try id(5773)
        let reference: SpatialReference = SpatialReference(wkid: .wgs84, verticalWKID: egm)
        #expect(reference != .wgs84 && reference == SpatialReference(wkid: .wgs84, verticalWKID: egm))
        #expect(reference.hasVertical && reference.verticalUnit == .meters && reference.isGeographic)
        #expect(SpatialReference(wkText: reference.wkText) == reference)
        let point = Point(x: -112, y: 33, z: 340, spatialReference: reference)
        #expect(point.toJSON().hasSuffix("\"spatialReference\":{\"wkid\":4326,\"vcsWkid\":5773}}"))
        #expect(try Point.fromJSON(point.toJSON()) == point)
        #expect(GeometryEngine.distance(from: point, to: Point(latitude: 33, longitude: -112)) == 0)
        let map = try #require(GeometryEngine.project(point, into: .webMercator))
        #expect(map.z == 340 && map.spatialReference == .webMercator)
        // Metres and feet over one datum differ by the unit alone.
        let metres: SpatialReference = SpatialReference(wkid: try id(4269), verticalWKID: try id(5703))
        let feet: SpatialReference = SpatialReference(wkid: try id(4269), verticalWKID: try id(6360))
        let height = try #require(GeometryEngine.project(Point(x: -112, y: 33, z: 1200, spatialReference: metres), into: feet)?.z)
        #expect(abs(height - 3937) < 1e-6)
        let unknown: SpatialReference = SpatialReference(wkid: .wgs84, verticalWKID: try id(999_999))
        #expect(GeometryEngine.project(point, into: unknown) == nil)
        #expect(GeometryEngine.project(Point(latitude: 1, longitude: 2), into: unknown) != nil)
    }

    @Test("read and write ids as Esri JSON does")
    func esri() throws {
        func read(_ json: String) throws -> SpatialReference? {
            try Point.fromJSON("{\"x\":1,\"y\":2,\"spatialReference\":\(json)}").spatialReference
        }
        #expect(try read("{\"wkid\":102100,\"latestWkid\":3857}") == .webMercator)
        #expect(try read("{\"wkid\":102100}") == .webMercator)
        let carolina = try #require(try read("{\"wkid\":102719,\"latestWkid\":2264}"))
        #expect(carolina == SpatialReference(wkid: try id(2264)) && carolina.wkid?.rawValue == 102_719)
        let json = String(decoding: try JSONEncoder().encode(carolina), as: UTF8.self)
        #expect(json.contains("\"wkid\":102719") && json.contains("\"latestWkid\":2264"))
        #expect(try JSONDecoder().decode(SpatialReference.self, from: Data(json.utf8)) == carolina)
        for nothing in ["{}", "null", "{\"wkid\":null}"] { #expect(try read(nothing) == nil) }
        #expect(try read("{\"wkt\":\"\(SpatialReference.wgs84.wkText.replacingOccurrences(of: "\"", with: "\\\""))\"}") == .wgs84)
        for wrong in ["{\"wkid\":-1}", "{\"wkid\":1.5}", "{\"wkid\":1e300}", "{\"wkt\":\"here\"}", "{\"wkid\":\"4326\"}", "[]"] {
            #expect(throws: GeometryError.self) { try read(wrong) }
        }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(SpatialReference.self, from: Data("{}".utf8)) }
        #expect(try JSONDecoder().decode([WKID].self, from: Data("[4326]".utf8)) == [.wgs84])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([WKID].self, from: Data("[0]".utf8)) }
    }

    @Test("an envelope goes round its projected edges, and what is empty stays so")
    func envelopes() throws {
        let zone: SpatialReference = SpatialReference(wkid: try id(32612))
        let box = Envelope(xRange: -114 ... -108, yRange: 30...40, zRange: 1...2, spatialReference: .wgs84)
        let map = try #require(GeometryEngine.project(box, into: zone))
        let bulge = try #require(GeometryEngine.project(Point(latitude: 30, longitude: -111), into: zone))
        #expect(abs(map.yMin - bulge.y) < 1000 && map.zRange == 1...2)
        for empty in [Point(x: .nan, y: .nan, spatialReference: .wgs84), Polyline(points: [], spatialReference: .wgs84)] as [Geometry] {
            let there = try #require(GeometryEngine.project(empty, into: zone))
            #expect(there.isEmpty && there.spatialReference == zone)
        }
    }
}
