// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// What a feature of a script is made over: a location, an observation, a feature of a table, a line of a file.
///
/// A reference, so that handing one in and asking it for a field copies nothing.
package protocol ArcadeRow: AnyObject, Sendable {
    /// The value of a field; nil where there is no such field.
    func value(named name: ArcadeName) -> AttributeValue?

    /// Whether there is such a field; a row may have values, null, for fields that it has not.
    func hasField(named name: ArcadeName) -> Bool

    /// The fields, in their order.
    var fieldNames: [String] { get }

    var geometry: Geometry? { get }

    /// What is known of the layer: fields with domains, geometry type; nil where nothing is.
    var schema: ArcadeSchema? { get }

    /// The rows among which this one is; nil where it is alone.
    var featureSource: (any ArcadeFeatureSource)? { get }

    /// What it is made over, for programs that get it back: a feature, a graphic, a location; nil where there is nothing but the row.
    var element: (any Sendable)? { get }
}

extension ArcadeRow {
    package func hasField(named name: ArcadeName) -> Bool { value(named: name) != nil }
    package var schema: ArcadeSchema? { featureSource?.schema }
    package var featureSource: (any ArcadeFeatureSource)? { nil }
    package var element: (any Sendable)? { nil }
}

/// What is known of the layer that a feature comes from.
package struct ArcadeSchema: Sendable {
    package var fields: [Field] = []
    /// In Esri's words: `esriGeometryPoint`; empty where it is not known.
    package var geometryType = ""
    package var objectIDField = ""
    package var globalIDField = ""
    package var subtypeField = ""
    package var subtypes: [Subtype] = []

    /// A kind of feature inside a layer.
    package struct Subtype: Sendable {
        package var code: AttributeValue
        package var name: String
        /// By field name in lower case.
        package var domains: [String: Domain] = [:]

        package init(code: AttributeValue, name: String) {
            (self.code, self.name) = (code, name)
        }
    }

    package init() {}

    /// A schema of these fields: ids are found by their types.
    package init(fields: [Field], geometryType: Geometry.Type?) {
        self.fields = fields
        self.geometryType = Self.name(of: geometryType)
        objectIDField = fields.first { $0.type == .oid }?.name ?? ""
        globalIDField = fields.first { $0.type == .globalID }?.name ?? ""
    }

    /// What Esri calls a class of geometries; empty for nil.
    package static func name(of type: Geometry.Type?) -> String {
        switch type {
        case is Point.Type: "esriGeometryPoint"
        case is Multipoint.Type: "esriGeometryMultipoint"
        case is Polyline.Type: "esriGeometryPolyline"
        case is Polygon.Type: "esriGeometryPolygon"
        case is Envelope.Type: "esriGeometryEnvelope"
        default: ""
        }
    }
}

/// A row of attributes by name, in any case, in order.
package final class ArcadeAttributesRow: ArcadeRow {
    private let places: [ArcadeName: Int]
    private let entries: [(name: String, value: AttributeValue)]
    package let geometry: Geometry?
    private let ownSchema: ArcadeSchema?

    package var schema: ArcadeSchema? { ownSchema }
    package var fieldNames: [String] { entries.map(\.name) }

    /// Of two attributes with the same name, whatever its case, the first counts.
    package init(
        _ attributes: some Sequence<(name: String, value: AttributeValue)>, geometry: Geometry? = nil, schema: ArcadeSchema? = nil
    ) {
        entries = Array(attributes)
        places = Dictionary(entries.enumerated().map { (ArcadeName($1.name), $0) }, uniquingKeysWith: min)
        (self.geometry, ownSchema) = (geometry, schema)
    }

    package func value(named name: ArcadeName) -> AttributeValue? { places[name].map { entries[$0].value } }
}
