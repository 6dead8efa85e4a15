// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteModel

@Suite("Feature sets")
struct FeatureSetTests {
    private let esri = """
        {"features":[{"geometry":{"x":1,"y":2},"attributes":{"OID":7,"name":"a","when":1500000000000,"kind":2}},
         {"attributes":{"OID":9,"name":null,"when":null,"kind":1}}],
         "objectIdFieldName":"OID","geometryType":"esriGeometryPoint","spatialReference":{"wkid":102100,"latestWkid":3857},
         "fields":[{"name":"OID","type":"esriFieldTypeOID","alias":"OID"},
          {"name":"name","type":"esriFieldTypeString","alias":"Name","length":20,"nullable":true},
          {"name":"when","type":"esriFieldTypeDate","alias":"When"},
          {"name":"kind","type":"esriFieldTypeSmallInteger","alias":"","domain":{"type":"codedValue","name":"kinds",
           "codedValues":[{"name":"One","code":1},{"name":"Two","code":2}]}}]}
        """

    @Test("Esri JSON becomes a table with its fields, ids, domains and spatial reference")
    func esriJSON() async throws {
        let table = try FeatureCollectionTable.fromJSON(esri, name: "people")
        #expect(table.tableName == "people" && table.objectIDFieldName == "OID" && table.geometryType == Point.self)
        #expect(table.spatialReference == .webMercator)
        #expect(table.fields.map(\.type) == [.oid, .text, .date, .int16])
        #expect((table.field(named: "kind")?.domain as? CodedValueDomain)?.codedValues.map(\.name) == ["One", "Two"])
        let features = try await table.queryFeatures(using: QueryParameters()).features()
        #expect(features.map(\.objectID) == [7, 9])
        #expect(features[0].attributes["when"] as? Date == Date(timeIntervalSince1970: 1_500_000_000))
        #expect(features[0].geometry?.spatialReference == .webMercator)
        #expect(features[1].geometry == nil && features[1].attributes["name"] == nil)
        try await table.add(table.makeFeature(attributes: ["name": "new"]))
        #expect(try await table.queryFeatures(using: QueryParameters(whereClause: "name = 'new'")).features()[0].objectID == 10)
    }

    @Test("GeoJSON becomes a table; fields are made from the properties")
    func geoJSON() async throws {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"f1","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"z":1,"a":1.5,"t":"x","n":null,"l":[1,{"k":2}]}},
            {"type":"Feature","geometry":null,"properties":{"z":2,"a":2,"m":true}},
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":null}]}
            """
        let table = try FeatureCollectionTable.fromGeoJSON(text)
        #expect(table.fields.map(\.name) == ["ObjectID", "z", "a", "t", "n", "l", "id", "m"])
        #expect(table.fields.map(\.type) == [.oid, .int64, .float64, .text, nil, .text, .text, nil])
        #expect(table.geometryType == nil && table.spatialReference == .wgs84)
        let features = try await table.queryFeatures(using: QueryParameters()).features()
        #expect(features.count == 3)
        #expect(features[0].attributes["l"] as? String == #"[1,{"k":2}]"# && features[0].attributes["id"] as? String == "f1")
        #expect(features[1].attributes["m"] as? Bool == true)
        #expect(features[2].geometry is Polyline)
    }

    @Test("nonsense is an error with a place, cut anywhere")
    func nonsense() throws {
        let bytes = Array(esri.utf8)
        for length in 0..<bytes.count - 1 {
            let text = String(decoding: bytes[..<length], as: UTF8.self)
            #expect(throws: FeatureTableError.self) { _ = try FeatureCollectionTable.fromJSON(text) }
            #expect(throws: FeatureTableError.self) { _ = try FeatureCollectionTable.fromGeoJSON(text) }
        }
        let error = #expect(throws: FeatureTableError.self) {
            _ = try FeatureCollectionTable.fromGeoJSON(
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Circle","coordinates":[1,2]}}]}"#)
        }
        #expect(error?.code == .invalidFormat && error?.message.contains("feature 1") == true && error?.offset != nil)
        let wrong = #expect(throws: FeatureTableError.self) {
            _ = try FeatureCollectionTable.fromJSON(esri.replacingOccurrences(of: #""kind":2"#, with: #""kind":"two""#))
        }
        #expect(wrong?.code == .invalidValue && wrong?.message.contains("feature 1") == true)
    }

    @Test("heights and measures are what the whole set says they are")
    func measures() async throws {
        for (hasZ, position, expected) in [
            (false, "[0,0,5]", "LINESTRING M (0 0 5, 1 1 5)"), (true, "[0,0,4,5]", "LINESTRING ZM (0 0 4 5, 1 1 4 5)"),
        ] {
            let other = position.replacingOccurrences(of: "[0,0", with: "[1,1")
            let table = try FeatureCollectionTable.fromJSON(
                #"{"hasZ":\#(hasZ),"hasM":true,"features":[{"attributes":{},"geometry":{"paths":[[\#(position),\#(other)]]}}]}"#)
            let geometry = try await table.queryFeatures(using: QueryParameters()).features().first?.geometry
            #expect(geometry?.toWKT() == expected)
        }
    }

    @Test("what a query found becomes a table of its own")
    func fromQuery() async throws {
        let table = try FeatureCollectionTable.fromJSON(esri)
        let copy = FeatureCollectionTable(featureSet: try await table.queryFeatures(using: QueryParameters(whereClause: "kind > 1")))
        let features = try await copy.queryFeatures(using: QueryParameters()).features()
        #expect(features.map(\.objectID) == [7] && copy.spatialReference == .webMercator && copy.fields == table.fields)
        #expect(features[0].attributes["name"] as? String == "a" && features[0].table === copy)
    }

    @Test(
        "the crs of older GeoJSON is the spatial reference of the table",
        arguments: [
            ("urn:ogc:def:crs:EPSG::3857", 3857), ("EPSG:32633", 32633), ("urn:ogc:def:crs:OGC:1.3:CRS84", 4326),
            ("http://www.opengis.net/def/crs/EPSG/0/3857", 3857), ("urn:ogc:def:crs:EPSG::999999", nil), ("urn:x:y", nil), ("", nil),
        ] as [(String, Int?)])
    func crs(_ name: String, _ code: Int?) async throws {
        let text = """
            {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\(name)"}},"features":[
            {"type":"Feature","geometry":{"type":"Point","coordinates":[500000,20]},"properties":null}]}
            """
        guard let wkid = code.flatMap({ WKID($0) }) else {
            let error = #expect(throws: FeatureTableError.self) { _ = try FeatureCollectionTable.fromGeoJSON(text) }
            #expect(error?.message.contains("EPSG::3857") == true && error?.offset == 34)
            return
        }
        let table = try FeatureCollectionTable.fromGeoJSON(text)
        let reference: SpatialReference = SpatialReference(wkid: wkid)
        let feature = try await table.queryFeatures(using: QueryParameters()).features().first
        #expect(table.spatialReference == reference && feature?.geometry == Point(x: 500_000, y: 20, spatialReference: reference))
    }
}
