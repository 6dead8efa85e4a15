// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Published features")
struct FeatureShapeTests {
    private static let fields = [
        Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: ""),
        Field(type: .date, name: "when", alias: ""),
        Field(name: "any", type: nil), Field(type: .int64, name: "big", alias: ""), Field(type: .int16, name: "flag", alias: ""),
    ]

    private func fields(_ info: DynamicEntityDataSourceInfo?, _ schema: ObservationSchema, track: String? = nil) -> PublishedFields {
        PublishedFields(schema: schema, info: info, trackFieldName: track)
    }

    private func text(
        _ values: [String: (inout ObservationBatch) -> PackedValue], reference: SpatialReference = .wgs84,
        position: GridPosition? = GridPosition(longitude: 1.5, latitude: -2.25)
    ) -> String {
        var batch = ObservationBatch(schema: ObservationSchema(fields: Self.fields))
        batch.beginRow()
        for (name, make) in values { batch.setValue(make(&batch), column: batch.schema.column(named: name) ?? 0) }
        let track = batch.appendBytes { $0.append(contentsOf: "t1".utf8) }
        batch.endRow(track: track, position: position, time: 1_500, ordinal: 0)
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: Self.fields)
        let published = fields(info, batch.schema)
        var output: [UInt8] = []
        let shape = FeatureShape(published, columns: Array(published.columns.indices), spatialReference: reference)
        shape.append(PublishedRow(index: 0, objectID: 7, receivedAt: 0), of: batch, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func bytes(_ bytes: [UInt8], _ kind: PackedValue.Kind = .text) -> (inout ObservationBatch) -> PackedValue {
        { batch in ObservationBatch.reference(kind, batch.appendBytes { $0.append(contentsOf: bytes) }) }
    }

    @Test("null attributes are null, dates are milliseconds, and the position says its spatial reference")
    func plain() {
        let text = text(["id": bytes(Array("a".utf8)), "when": { _ in PackedValue(1_777_777_777_000.4) }])
        #expect(
            text == #"{"geometry":{"x":1.5,"y":-2.25,"spatialReference":{"wkid":4326}},"attributes":"#
                + #"{"OBJECTID":7,"id":"a","speed":null,"when":1777777777000,"any":null,"big":null,"flag":null}}"#)
    }

    @Test("texts with any bytes become valid JSON in valid UTF-8")
    func anyBytes() throws {
        var generator = SeededRandomNumberGenerator(seed: 1)
        for _ in 0..<2_000 {
            let raw = (0..<Int.random(in: 0...12, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = text(["id": bytes(raw)])
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(raw)")
            let attributes = try #require(object["attributes"] as? [String: Any])
            #expect(attributes["id"] as? String == String(decoding: raw, as: UTF8.self), "\(raw)")
        }
    }

    @Test(
        "values are written as their field's type asks: texts where it is not known, numbers for truth values, whole numbers with all digits"
    )
    func types() {
        let text = text([
            "any": { _ in PackedValue(2.5) }, "big": bytes(Array("9007199254740993".utf8), .integer), "flag": { _ in PackedValue(true) },
            "id": bytes(Array(#"{"a":[1]}"#.utf8), .json),
        ])
        #expect(text.contains(#""any":"2.5","big":9007199254740993,"flag":1"#) && text.contains(#""id":"{\"a\":[1]}""#))
        #expect(self.text(["any": { _ in PackedValue(false) }]).contains(#""any":"false""#))
    }

    @Test("positions are projected; what has no place there, and no position, is null")
    func projections() throws {
        #expect(text([:], position: nil).hasPrefix(#"{"geometry":null,"#))
        #expect(text([:], reference: .webMercator, position: GridPosition(longitude: 0, latitude: 90)).hasPrefix(#"{"geometry":null,"#))
        let old: SpatialReference = SpatialReference(wkid: try #require(WKID(102_100)))
        let zone: SpatialReference = SpatialReference(wkid: try #require(WKID(32_631)))
        for reference in [SpatialReference.webMercator, old, zone] {
            let object = try JSONSerialization.jsonObject(with: Data(text([:], reference: reference).utf8)) as? [String: Any]
            let geometry = try #require(object?["geometry"] as? [String: Any])
            let expected = try #require(GeometryEngine.project(Point(latitude: -2.25, longitude: 1.5), into: reference))
            let (x, y) = (try #require(geometry["x"] as? Double), try #require(geometry["y"] as? Double))
            #expect(abs(x - expected.x) < 0.001 && abs(y - expected.y) < 0.001)
            #expect((geometry["spatialReference"] as? [String: Any])?["wkid"] as? Int == reference.wkid?.rawValue)
        }
    }

    @Test("what a service needs and a source has not, is added under a free name")
    func addedFields() {
        let schema = ObservationSchema(fields: [
            Field(type: .oid, name: "ObjectId", alias: ""), Field(type: .text, name: "name", alias: ""),
        ])
        let unknown = fields(nil, schema)
        #expect(unknown.objectIDName == "OBJECTID_1" && unknown.trackName == "track_id" && unknown.timeName == "observed_at")
        #expect(unknown.columns.map(\.field.name) == ["OBJECTID_1", "track_id", "observed_at", "ObjectId", "name"])
        #expect(fields(nil, schema, track: "name").trackName == "name")
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "name", fields: [Field(type: .date, name: "t", alias: "")])
        #expect(fields(info, schema).timeName == nil)
        info.timeFieldName = "t"
        #expect(fields(info, schema).timeName == "t")
        info.timeFieldName = "name"
        #expect(fields(info, schema).timeName == "observed_at")
        let list = JSONText.text(StreamServiceDescription.fieldList(unknown.columns))
        #expect(list.components(separatedBy: "esriFieldTypeOID").count == 2 && list.contains("esriFieldTypeBigInteger"))
    }

    @Test(
        "addresses and names of services",
        arguments: [
            ("/arcgis/rest/info", ServiceAddress.info), ("/arcgis/rest/services", .catalogue(folder: "")),
            ("/arcgis/rest/services/", .catalogue(folder: "")), ("/arcgis/rest/services/a/b", .catalogue(folder: "a/b")),
            ("/arcgis/rest/services/a/b/StreamServer", .stream(service: "a/b")),
            ("/arcgis/ws/services/a/streamserver/subscribe", .subscribe(service: "a")),
            ("/arcgis/rest/services/a%20b/StreamServer/broadcast", .broadcast(service: "a b")),
            ("/arcgis/rest/services/a/FeatureServer", .features(service: "a")),
            ("/arcgis/rest/services/a/FeatureServer/0", .layer(service: "a")),
            ("/arcgis/rest/services/a/FeatureServer/0/query", .query(service: "a")),
            ("/arcgis/rest/services/StreamServer/StreamServer", .stream(service: "StreamServer")),
        ])
    func addresses(path: String, meaning: ServiceAddress) {
        #expect(ServiceAddress(path: path[...]) == meaning)
    }

    @Test(
        "what is no address of a service",
        arguments: [
            "/arcgis", "/arcgis/rest", "/arcgis/rest/services//StreamServer", "/arcgis/ws/services", "/arcgis/ws/services/a/FeatureServer",
            "/arcgis/rest/services/a/StreamServer/other", "/arcgis/rest/services/a/FeatureServer/1",
            "/arcgis/rest/services/%ff/StreamServer", "/live", "/",
        ])
    func noAddresses(path: String) {
        #expect(ServiceAddress(path: path[...]) == nil)
    }

    @Test("names of services")
    func names() {
        #expect(ServiceName("a/B-1_x.y")?.key == "a/b-1_x.y" && ServiceName("a/b/c")?.folder == "a/b")
        for bad in ["", "/", "a/", "/a", "a//b", "..", "a/.b", "a b", "é", "a?", String(repeating: "x", count: 129)] {
            #expect(ServiceName(bad) == nil, "\(bad)")
        }
        #expect(ServiceName(String(repeating: "x", count: 128)) != nil)
    }
}
