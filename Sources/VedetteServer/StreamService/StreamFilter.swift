// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// What a subscriber wants to see, and how. Subscribers with equal filters are served together.
struct StreamFilter: Hashable, Sendable {
    /// Blank for none.
    var whereClause = ""
    var geometry: Geometry?
    /// The geometry as it was given, to be told back.
    private(set) var geometryJSON: JSONValue?
    var relationship = SpatialRelationship.intersects
    /// nil for all.
    var outFields: [String]?
    /// Of the positions sent; for the life of a socket.
    var outSpatialReference = SpatialReference.wgs84
    /// Whether features come in batches, as the JavaScript client asks for in its handshake.
    var isBatched = false

    init() {}

    /// Reads the parameters of a subscription.
    init(_ parameters: FormParameters) throws(ServiceError) {
        if let reference = parameters["outSR"] { outSpatialReference = try Self.spatialReference(reference, "outSR") }
        let inReference = try parameters["inSR"].map { text throws(ServiceError) in try Self.spatialReference(text, "inSR") }
        try setConditions(
            whereClause: parameters["where"], geometry: parameters["geometry"].map { .text($0) }, inReference: inReference,
            relationship: parameters["spatialRel"], outFields: parameters["outFields"].map { .text($0) })
    }

    /// Replaces the conditions and the out fields by those of a `filter` message; what it does not name is unset. nil, null or `{}` clears all.
    mutating func replace(by json: JSONValue?) throws(ServiceError) {
        switch json {
        case nil, .null, .text("")?:
            try setConditions(whereClause: nil, geometry: nil, inReference: nil, relationship: nil, outFields: nil)
        case .object?:
            guard let json else { return }
            if let clause = json["where"], clause.text == nil { throw ServiceError(400, "where: must be text") }
            try setConditions(
                whereClause: json["where"]?.text, geometry: json["geometry"], inReference: nil, relationship: json["spatialRel"]?.text,
                outFields: json["outFields"])
        default: throw ServiceError(400, "filter: must be an object")
        }
    }

    /// Takes what the handshake of a JavaScript client asks for.
    mutating func adopt(handshake json: JSONValue) throws(ServiceError) {
        guard json["format"]?.text?.lowercased() == "json" else { throw ServiceError(400, "format: only \"json\" is sent") }
        var filter = self
        if let reference = json["spatialReference"] {
            filter.outSpatialReference = try Self.spatialReference(JSONText.text(reference), "spatialReference")
        }
        if let conditions = json["filter"] {
            try filter.replace(by: conditions)
        } else if json["where"] != nil || json["geometry"] != nil {
            try filter.replace(by: json)
        }
        if let fields = json["outFields"] { filter.outFields = try Self.outFields(fields) }
        filter.isBatched = true
        self = filter
    }

    private mutating func setConditions(
        whereClause: String?, geometry: JSONValue?, inReference: SpatialReference?, relationship: String?, outFields: JSONValue?
    ) throws(ServiceError) {
        self.whereClause = whereClause?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        self.outFields = try outFields.map { fields throws(ServiceError) in try Self.outFields(fields) } ?? nil
        self.relationship = try Self.relationship(relationship)
        (self.geometry, geometryJSON) = (nil, nil)
        guard let geometry, geometry.text?.allSatisfy(\.isWhitespace) != true else { return }
        (self.geometry, geometryJSON) = try QueryGeometry.read(geometry, default: inReference ?? .wgs84)
    }

    /// `a,b` or `["a","b"]`; nil for all.
    static func outFields(_ json: JSONValue) throws(ServiceError) -> [String]? {
        let names: [String]
        if let text = json.text {
            names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        } else {
            guard let elements = json.elements, elements.allSatisfy({ $0.text != nil }) else {
                throw ServiceError(400, "outFields: must be names with commas between them, or a list of names")
            }
            names = elements.compactMap(\.text)
        }
        return names.isEmpty || names.contains("*") ? nil : names
    }

    static func relationship(_ name: String?) throws(ServiceError) -> SpatialRelationship {
        guard let name else { return .intersects }
        let plain = name.lowercased().hasPrefix("esrispatialrel") ? String(name.dropFirst("esriSpatialRel".count)) : name
        let found = SpatialRelationship.allCases.first { $0.rawValue.lowercased() == plain.lowercased() }
        guard let found else { throw ServiceError(400, "spatialRel: \(name.prefix(100)) is not known; use esriSpatialRelIntersects") }
        return found
    }

    /// A wkid, or `{"wkid":…}`, that PROJ knows.
    static func spatialReference(_ text: String, _ name: String) throws(ServiceError) -> SpatialReference {
        let text = text.trimmingCharacters(in: .whitespaces)
        let found: SpatialReference?
        if let number = Int(text) {
            found = WKID(number).map { SpatialReference(wkid: $0, latestWKID: nil) }
        } else {
            let json = Array(text.utf8).withUnsafeBytes { try? JSONValue(text: $0) }
            found = json?.spatialReference
        }
        guard let found, found.isGeographic || found.isProjected else {
            throw ServiceError(400, "\(name): \(text.prefix(100)) is no spatial reference that is known; give a wkid, such as 4326")
        }
        return found
    }

    /// The conditions and the out fields, as a filter message has them.
    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        if !whereClause.isEmpty { members["where"] = .text(whereClause) }
        if let geometryJSON {
            members["geometry"] = geometryJSON
            members["spatialRel"] = .text(
                "esriSpatialRel" + relationship.rawValue.prefix(1).uppercased() + relationship.rawValue.dropFirst())
        }
        if let outFields { members["outFields"] = .text(outFields.joined(separator: ",")) }
        return .object(members)
    }
}
