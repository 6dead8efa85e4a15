// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// A question to a feature service, as names and values ("Query (Feature Service/Layer)" of the ArcGIS REST API).
struct FeatureServiceRequest: Sendable {
    /// The longest address that every proxy lets through.
    static let maximumAddressLength = 2_000

    /// What is asked below the address of the layer, such as `query`; empty for its description.
    let operation: String
    private(set) var parameters: [(name: String, value: String)] = [("f", "json")]

    init(_ operation: String = "") {
        self.operation = operation
    }

    mutating func set(_ name: String, _ value: String) {
        parameters.removeAll { $0.name == name }
        parameters.append((name, value))
    }

    mutating func set(_ name: String, _ value: Bool) { set(name, value ? "true" : "false") }
    mutating func set(_ name: String, _ value: Int) { set(name, String(value)) }

    /// The parameters as a form sends them.
    var form: String { Self.form(parameters) }

    /// Names and values as forms and addresses have them.
    static func form(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    /// Everything but letters, digits and `-._~` in percent signs (RFC 3986, 2.3).
    private static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Queries

    /// The conditions of a query: which features are meant.
    static func query(_ values: QueryParameters.Values) -> FeatureServiceRequest {
        var request = FeatureServiceRequest("query")
        request.set("where", values.whereClause.allSatisfy(\.isWhitespace) ? "1=1" : values.whereClause)
        if !values.objectIDs.isEmpty { request.set("objectIds", Set(values.objectIDs).sorted().map(String.init).joined(separator: ",")) }
        if let geometry = values.geometry { request.setGeometry(geometry, values.spatialRelationship) }
        return request
    }

    private mutating func setGeometry(_ geometry: Geometry, _ relationship: SpatialRelationship) {
        let type =
            switch geometry {
            case is Point: "esriGeometryPoint"
            case is Multipoint: "esriGeometryMultipoint"
            case is Polyline: "esriGeometryPolyline"
            case is Envelope: "esriGeometryEnvelope"
            default: "esriGeometryPolygon"
            }
        set("geometry", geometry.toJSON())
        set("geometryType", type)
        if let wkid = geometry.spatialReference?.wkid { set("inSR", wkid.rawValue) }
        let name =
            switch relationship {
            case .intersects: "esriSpatialRelIntersects"
            case .contains: "esriSpatialRelContains"
            case .within: "esriSpatialRelWithin"
            case .touches: "esriSpatialRelTouches"
            case .crosses: "esriSpatialRelCrosses"
            case .overlaps: "esriSpatialRelOverlaps"
            case .envelopeIntersects: "esriSpatialRelEnvelopeIntersects"
            case .indexIntersects: "esriSpatialRelIndexIntersects"
            case .disjoint, .equals: "esriSpatialRelRelation"
            }
        set("spatialRel", name)
        // The matrix of the nine intersections, where the service has no name for a relationship.
        if relationship == .disjoint { set("relationParam", "FF*FF****") }
        if relationship == .equals { set("relationParam", "T*F**FFF*") }
    }
}
