// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteGeometry

@Suite("Geometries in encoders and decoders")
struct CodableTests {
    private static let feet = WKID(2276).map { SpatialReference(wkid: $0, latestWKID: nil) }

    /// Each kind with and without heights and measures, and empty.
    private static let samples: [Geometry] = {
        var samples: [Geometry] = []
        for (z, m) in [(nil, nil), (3.5, nil), (nil, -7), (1, 2)] as [(Double?, Double?)] {
            let points = [(0, 0), (0, 10), (10, 10.25), (10, 0)].map { x, y in
                Point(x: Double(x), y: y, z: z.map { $0 + y }, m: m.map { $0 - y }, spatialReference: feet)
            }
            let hole = [(1, 1), (2, 1), (2, 2)].map { Point(x: $0.0, y: $0.1, z: z, m: m, spatialReference: feet) }
            samples += [points[2], Multipoint(points: points), Polyline(points: points)]
            samples += [Polyline(lines: [Coordinates(points), Coordinates(hole)], spatialReference: feet)]
            samples += [Polygon(points: points), Polygon(polygons: [[Coordinates(points), Coordinates(hole)]], spatialReference: feet)]
        }
        // One position lacks what the others have.
        var partial = Coordinates(x: [1, 2], y: [3, 4])
        partial.append(x: 5, y: 6, z: 7, m: 8)
        samples += [Multipoint(coordinates: partial, spatialReference: nil), Polyline(lines: [partial], spatialReference: .wgs84)]
        samples += [
            Envelope(xRange: 1...2, yRange: 3...4, zRange: -1...1, spatialReference: .wgs84), Envelope(xRange: 1...2, yRange: 3...4),
            Point(x: .nan, y: .nan), Point(x: .nan, y: .nan, spatialReference: .wgs84), Multipoint(points: [], spatialReference: .wgs84),
            Polyline(points: [], spatialReference: .webMercator), Polygon(rings: [], spatialReference: nil),
            Envelope(min: Point(x: .nan, y: 0), max: Point(x: 1, y: 1)),
        ]
        return samples
    }()

    private struct Record: Codable, Equatable {
        var name: String
        var shape: Geometry
        var reference: SpatialReference?
        var others: [Geometry]
    }

    @Test("come back as they went, through JSON and property lists", arguments: samples.indices)
    func roundTrip(index: Int) throws {
        let geometry = Self.samples[index]
        let record = Record(name: "a", shape: geometry, reference: geometry.spatialReference, others: [geometry])
        let json = try JSONEncoder().encode(record)
        let back = try JSONDecoder().decode(Record.self, from: json)
        #expect(back == record && back.shape.hasZ == geometry.hasZ && back.shape.hasM == geometry.hasM)
        let list = try PropertyListEncoder().encode(record)
        // A property list has no word for a number that is missing.
        if !Self.isPartial(geometry) { #expect(try PropertyListDecoder().decode(Record.self, from: list) == record) }
    }

    private static func isPartial(_ geometry: Geometry) -> Bool {
        geometry.runs.contains { ($0.z ?? []).contains(where: \.isNaN) || ($0.m ?? []).contains(where: \.isNaN) }
    }

    @Test("have one JSON, whoever writes and reads it", arguments: samples.indices)
    func oneForm(index: Int) throws {
        let geometry = Self.samples[index]
        #expect(try Geometry.fromJSON(geometry.toJSON()) == geometry)
        #expect(try Geometry.fromJSON(JSONEncoder().encode(geometry)) == geometry)
        #expect(try JSONDecoder().decode(Geometry.self, from: Data(geometry.toJSON().utf8)) == geometry)
    }

    @Test("come back from text and bytes with heights and measures", arguments: samples.indices)
    func others(index: Int) throws {
        let geometry = Self.samples[index].asMultipart
        let reference = geometry.spatialReference
        #expect(try Geometry.fromWKT(geometry.toWKT(), spatialReference: reference) == geometry)
        #expect(try Geometry.fromWKB(geometry.toWKB(), spatialReference: reference) == geometry)
        guard !geometry.hasM, let place = GeometryEngine.project(geometry, into: .wgs84) else { return }
        let back = try Geometry.fromGeoJSON(place.toGeoJSON())
        #expect(back == place || GeometryEngine.isGeometry(back, equivalentTo: place) && back.hasZ == place.hasZ)
    }

    @Test("decode to the kind that was asked for, or say why not")
    func kinds() throws {
        let data = Data("{\"x\":1,\"y\":2}".utf8)
        #expect(try JSONDecoder().decode(Point.self, from: data) == Point(x: 1, y: 2))
        #expect(throws: GeometryError.self) { try JSONDecoder().decode(Polyline.self, from: data) }
        for wrong in ["{}", "{\"paths\":[[[1]]]}", "{\"x\":\"a\",\"y\":1}", "{\"points\":[],\"rings\":[]}", "[]", "{\"rings\":7}"] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(Geometry.self, from: Data(wrong.utf8)) }
        }
        #expect(try Polyline.fromJSON("{\"hasM\":true,\"paths\":[[[1,2,3],[4,5,6]]]}").parts[0].points.map(\.m) == [3, 6])
        #expect(try Polyline.fromJSON("{\"hasZ\":true,\"hasM\":true,\"paths\":[[[1,2,3,9],[4,5,6,null]]]}").parts[0].points[0].m == 9)
        #expect(try Multipoint.fromJSON("{\"hasZ\":false,\"points\":[[1,2,3]]}").hasZ == false)
        #expect(throws: GeometryError.self) { try Geometry.fromGeoJSON("{\"type\":\"Point\",\"coordinates\":[1,2,null]}") }
    }
}
