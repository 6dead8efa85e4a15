// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Filters of subscribers")
struct StreamFilterTests {
    private static let fields = PublishedFields(
        schema: ObservationSchema(fields: [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: "")]),
        info: DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: []), trackFieldName: nil)

    private func json(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(text: $0) }
    }

    @Test("a message takes the place of the whole filter, and the spatial reference stays")
    func replaced() throws {
        var filter = try StreamFilter(FormParameters("where=a%3D1&geometry=0,0,1,1&outFields=a,+b&outSR=102100"))
        #expect(filter.whereClause == "a=1" && filter.outFields == ["a", "b"] && filter.geometry is Envelope)
        try filter.replace(by: try json(#"{"outFields":["c"]}"#))
        #expect(filter.whereClause.isEmpty && filter.geometry == nil && filter.outFields == ["c"])
        #expect(filter.outSpatialReference == .webMercator && JSONText.text(filter.json) == #"{"outFields":"c"}"#)
        try filter.replace(by: .null)
        #expect(filter.json == .object([:]) && filter.outSpatialReference == .webMercator)
    }

    @Test("equal filters are one, however they are written")
    func equality() throws {
        let first = try StreamFilter(FormParameters("geometry=0,0,1,2&where=+speed+%3E+1+&outFields=*"))
        let second = try StreamFilter(FormParameters("where=speed%20%3E%201&geometry=0,0,1,2"))
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(first != (try StreamFilter(FormParameters("where=speed%20%3E%201"))))
    }

    @Test("a geometry of a message comes back as it was, with its spatial reference")
    func geometries() throws {
        var filter = StreamFilter()
        try filter.replace(by: try json(#"{"geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]]},"spatialRel":"esriSpatialRelContains"}"#))
        #expect(filter.geometry is Polygon && filter.relationship == .contains)
        #expect(
            JSONText.text(filter.json)
                == #"{"geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]],"spatialReference":{"wkid":4326}},"spatialRel":"esriSpatialRelContains"}"#
        )
        let bound = try BoundStreamFilter(filter, fields: Self.fields, now: Instant(microsecondsSince1970: 0))
        func isMatch(_ longitude: Double, _ latitude: Double) -> Bool {
            var batch = ObservationBatch(schema: ObservationSchema())
            batch.beginRow()
            batch.endRow(
                track: 0..<0, position: GridPosition(longitude: longitude, latitude: latitude), time: ObservationBatch.noTime, ordinal: 0)
            return bound.matches(PublishedRow(index: 0, objectID: 1, receivedAt: 0), in: batch) { [:] }
        }
        #expect(isMatch(0.2, 0.8) && !isMatch(0.8, 0.2) && !isMatch(0, 0))
    }

    @Test("whatever bytes a subscriber sends, they become a filter or a reason")
    func anyBytes() {
        var generator = SeededRandomNumberGenerator(seed: 4)
        let seeds = [
            #"{"filter":{"where":"speed > 5 AND id LIKE 'a%'","outFields":"id,speed"}}"#,
            #"{"filter":{"geometry":{"xmin":-1,"ymin":0,"xmax":1e2,"ymax":2,"spatialReference":{"wkid":102100}},"spatialRel":"esriSpatialRelIntersects"}}"#,
            #"{"format":"json","spatialReference":{"wkid":102100},"outFields":["id"],"filter":{"geometry":"1,2,3,4"}}"#,
            #"{"filter":{"geometry":{"rings":[[[170,0],[190,0],[190,9],[170,0]]]},"where":"CURRENT_TIMESTAMP > 'x'"}}"#,
        ].map { Array($0.utf8) }
        var good = 0
        for _ in 0..<20_000 {
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
                default: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...9, using: &generator)), at: place)
                }
                if bytes.isEmpty { break }
            }
            guard let json = bytes.withUnsafeBytes({ try? JSONValue(text: $0) }) else { continue }
            var filter = StreamFilter()
            do throws(ServiceError) {
                if json["format"] != nil { try filter.adopt(handshake: json) } else { try filter.replace(by: json["filter"]) }
                _ = try BoundStreamFilter(filter, fields: Self.fields, now: Instant(microsecondsSince1970: 0))
                good += 1
            } catch {
                #expect(error.code == 400 && !error.message.isEmpty)
            }
        }
        #expect(good > 1_000)
    }

    @Test("parameters are read as forms write them")
    func forms() {
        let parameters = FormParameters("where=a+%3D+%271%2B1%27&F=json&f=html&blank=+&bad=%zz&flag=TRUE")
        #expect(parameters["where"] == "a = '1+1'" && parameters["f"] == "json" && parameters["blank"] == nil)
        #expect(parameters["bad"] == "%zz" && parameters.flag("flag") && parameters["nothing"] == nil)
        #expect(FormParameters(ofAddress: "/x?a=1&b")["b"] == nil && FormParameters(ofAddress: "/x")["a"] == nil)
    }

    @Test("JSON for people is the same JSON")
    func pretty() throws {
        let value = try json(#"{"a":[1,{"b":[]},{}],"c":"\u0001\"","d":null,"e":-2.5}"#)
        let pretty = JSONText.bytes(value, isPretty: true)
        #expect(try pretty.withUnsafeBytes { try JSONValue(text: $0) } == value)
        #expect(JSONText.text(value) == #"{"a":[1,{"b":[]},{}],"c":"\u0001\"","d":null,"e":-2.5}"#)
        #expect(String(decoding: pretty, as: UTF8.self).hasPrefix("{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    },\n    {}\n  ],"))
    }
}
