// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Geometry codecs")
struct GeometryCodecTests {
    @Test(
        "GeoJSON comes back as it was written",
        arguments: [
            #"{"type":"Point","coordinates":[-112.0101,33.4352]}"#, #"{"type":"Point","coordinates":[1,2,3.5]}"#,
            #"{"type":"Point","coordinates":[]}"#,
            #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, #"{"type":"LineString","coordinates":[[1,2],[3,4],[5,6.25]]}"#,
            #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#,
            #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]}"#,
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}"#,
        ])
    func geoJSONRoundTrip(text: String) throws {
        let geometry = try Geometry.fromGeoJSON(text)
        let again = try Geometry.fromGeoJSON(try geometry.toGeoJSON())
        #expect(again == geometry)
        // Rings may begin elsewhere and turn the other way; anything else is written to the letter.
        if !text.contains("Polygon") { #expect(try geometry.toGeoJSON() == text) }
    }

    @Test(
        "Esri JSON comes back as it was written",
        arguments: [
            #"{"x":-112.0101,"y":33.4352,"spatialReference":{"wkid":4326}}"#, #"{"x":1,"y":2,"z":3,"m":4}"#, #"{"x":"NaN","y":"NaN"}"#,
            #"{"points":[[1,2],[3,4]],"spatialReference":{"wkid":102100,"latestWkid":3857}}"#,
            #"{"hasZ":true,"paths":[[[1,2,3],[4,5,6]]],"spatialReference":{"wkid":4326}}"#,
            #"{"rings":[[[0,0],[0,4],[4,4],[4,0],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]],"spatialReference":{"wkid":4326}}"#,
            #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"spatialReference":{"wkid":4326}}"#,
        ])
    func esriRoundTrip(text: String) throws {
        let geometry = try Geometry.fromJSON(text)
        #expect(geometry.toJSON() == text)
        #expect(try Geometry.fromJSON(Data(text.utf8)) == geometry)
    }

    @Test("m alone stays m")
    func measures() throws {
        let line = try Polyline.fromJSON(#"{"hasM":true,"hasZ":false,"paths":[[[1,2,9],[3,4,10]]]}"#)
        #expect(line.hasM && !line.hasZ)
        #expect(line.parts[0].points.map(\.m) == [9, 10])
    }

    @Test("holes stay with their polygon from one format to the other")
    func holes() throws {
        let polygon = try Polygon.fromGeoJSON(
            #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]]}"#)
        #expect(polygon.polygons.map(\.count) == [2])
        let again = try Polygon.fromJSON(polygon.toJSON())
        #expect(again.polygons.map(\.count) == [2])
        #expect(try Polygon.fromGeoJSON(again.toGeoJSON()) == polygon)
    }

    @Test("GeoJSON is WGS 84: another reference is projected")
    func projects() throws {
        let point = Point(x: -12_468_907.296, y: 3_953_212.983, spatialReference: .webMercator)
        let back = try Point.fromGeoJSON(point.toGeoJSON())
        #expect(abs(back.x - -112.0101) < 1e-8)
        #expect(abs(back.y - 33.4352) < 1e-8)
    }

    @Test(
        "says what is wrong",
        arguments: [
            ("", "invalidJSON"), ("{", "invalidJSON"), ("[1,2]", "invalidJSON"),
            (#"{"type":"Point","coordinates":[1,2]} x"#, "invalidJSON"),
            (#"{"coordinates":[1,2]}"#, "invalidGeometry"), (#"{"type":"Point"}"#, "invalidGeometry"),
            (#"{"type":"Circle","coordinates":[1,2]}"#, "invalidGeometry"),
            (#"{"type":"Point","coordinates":[[1,2]]}"#, "invalidCoordinate"),
            (#"{"type":"Polygon","coordinates":[[1,2],[[3,4]]]}"#, "invalidCoordinate"),
            (#"{"type":"Point","coordinates":[1]}"#, "invalidCoordinate"),
            (#"{"type":"Point","coordinates":["1",2]}"#, "invalidCoordinate"),
            (#"{"type":"Point","type":"Point","coordinates":[1,2]}"#, "invalidJSON"),
            (#"{"type":"Point","coordinates":[NaN,2]}"#, "invalidCoordinate"),
        ])
    func errors(text: String, code: String) {
        let error = #expect(throws: GeometryError.self) { _ = try Geometry.fromGeoJSON(text) }
        #expect(error?.code.rawValue == code)
        #expect(error?.message.isEmpty == false)
    }

    @Test("a line is no point")
    func wrongClass() {
        #expect(throws: GeometryError.self) { _ = try Point.fromGeoJSON(#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#) }
        #expect(throws: GeometryError.self) { _ = try Polygon.fromJSON(#"{"x":1,"y":2}"#) }
    }
}
