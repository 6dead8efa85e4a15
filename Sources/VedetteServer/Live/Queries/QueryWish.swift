// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// A query as a viewer asks for it.
struct QueryWish: Equatable, Sendable, Decodable {
    enum Content: Equatable, Sendable {
        case own(QueryRequest)
        /// One that the source offers, with the answer to what it asks.
        case offered(Int, parameter: String?)
        /// What cannot be asked.
        case refused(QueryRefusal)
    }

    var number: Int
    var source: Int
    /// The fields wanted of each entity; nil for all.
    var fields: [String]?
    var content: Content

    private enum Keys: String, CodingKey {
        case query, source, fields, offered, parameter, geometry, relationship, trackIds, nearest
        case whereClause = "where"
    }

    private struct Nearest: Decodable {
        var location: [Double]
        var count: Int
    }

    init(number: Int, source: Int, fields: [String]? = nil, content: Content) {
        (self.number, self.source, self.fields, self.content) = (number, source, fields, content)
    }

    /// - Throws: for what is no message of the protocol; what is one and cannot be asked is ``Content/refused(_:)``.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        number = try container.decode(Int.self, forKey: .query)
        source = try container.decodeIfPresent(Int.self, forKey: .source) ?? 0
        fields = try container.decodeIfPresent([String].self, forKey: .fields)
        if let offered = try container.decodeIfPresent(Int.self, forKey: .offered) {
            content = .offered(offered, parameter: try container.decodeIfPresent(String.self, forKey: .parameter))
            return
        }
        do {
            content = .own(try Self.request(container))
        } catch let refusal as QueryRefusal {
            content = .refused(refusal)
        }
        if let fields, fields.count > QueryLimits.names {
            content = .refused(.tooLarge(.query, "at most \(QueryLimits.names) fields can be named; leave \"fields\" out for all"))
        }
    }

    private static func request(_ container: KeyedDecodingContainer<Keys>) throws -> QueryRequest {
        var request = QueryRequest()
        request.whereClause = try container.decodeIfPresent(String.self, forKey: .whereClause) ?? ""
        request.trackIDs = try container.decodeIfPresent([String].self, forKey: .trackIds) ?? []
        request.area = try container.decodeIfPresent(QueryArea.self, forKey: .geometry)
        if let name = try container.decodeIfPresent(String.self, forKey: .relationship) {
            guard let relationship = SpatialRelationship(rawValue: name) else {
                let known = SpatialRelationship.allCases.map(\.rawValue).joined(separator: ", ")
                throw QueryRefusal("bad-relationship", .relationship, "there is no such spatial relationship; there are \(known)")
            }
            request.relationship = relationship
        }
        if let nearest = try container.decodeIfPresent(Nearest.self, forKey: .nearest) {
            guard nearest.location.count == 2, abs(nearest.location[0]) <= 180, abs(nearest.location[1]) <= 90,
                (1...QueryLimits.listed).contains(nearest.count)
            else {
                throw QueryRefusal(
                    "bad-nearest", .nearest,
                    "nearest needs a location [longitude, latitude] in degrees and a count of 1 to \(QueryLimits.listed)")
            }
            request.nearest = .init(longitude: nearest.location[0], latitude: nearest.location[1], count: nearest.count)
        }
        return request
    }
}

extension QueryArea: Decodable {
    private enum Keys: String, CodingKey {
        case type, coordinates, circle
    }

    private struct Circle: Decodable {
        var center: [Double]
        var radiusMetres: Double
    }

    private typealias Rings = [[[Double]]]

    /// - Throws: ``QueryRefusal`` for a geometry that is too large, or of another kind.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if let circle = try container.decodeIfPresent(Circle.self, forKey: .circle) {
            guard circle.center.count == 2, abs(circle.center[0]) <= 180, abs(circle.center[1]) <= 90,
                QueryLimits.radius.contains(circle.radiusMetres)
            else {
                throw QueryRefusal(
                    "bad-geometry", .geometry, "a circle needs a center [longitude, latitude] in degrees and radiusMetres from 1 to 9000000"
                )
            }
            self = .circle(longitude: circle.center[0], latitude: circle.center[1], radius: circle.radiusMetres)
            return
        }
        switch try container.decodeIfPresent(String.self, forKey: .type) {
        case "Polygon":
            let rings = try container.decode(Rings.self, forKey: .coordinates)
            try Self.check([rings])
            self = .geoJSON(#"{"type":"Polygon","coordinates":\#(Self.text(rings))}"#)
        case "MultiPolygon":
            let polygons = try container.decode([Rings].self, forKey: .coordinates)
            try Self.check(polygons)
            self = .geoJSON(#"{"type":"MultiPolygon","coordinates":[\#(polygons.map(Self.text).joined(separator: ","))]}"#)
        default: throw QueryRefusal("bad-geometry", .geometry, "the geometry must be a GeoJSON Polygon or MultiPolygon, or a circle")
        }
    }

    private static func check(_ polygons: [Rings]) throws {
        let rings = polygons.joined()
        let count = rings.reduce(0) { $0 + $1.count }
        guard count <= QueryLimits.vertices else {
            throw QueryRefusal.tooLarge(.geometry, "an area may have \(QueryLimits.vertices) vertices; this one has \(count)")
        }
        let isRight = rings.joined().allSatisfy { $0.count >= 2 && abs($0[0]) <= 540 && abs($0[1]) <= 90 }
        guard count > 0, isRight else {
            throw QueryRefusal("bad-geometry", .geometry, "a vertex must be [longitude, latitude] in degrees")
        }
    }

    private static func text(_ rings: Rings) -> String {
        let texts = rings.map { ring in "[" + ring.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",") + "]" }
        return "[" + texts.joined(separator: ",") + "]"
    }
}
