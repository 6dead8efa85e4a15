// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteGeometry

/// Checks features before a table takes them: nothing that does not fit is bent or dropped without a word.
package struct FeatureCheck: Sendable {
    private let fields: [Field]
    private let columns: [String: Int]
    private let exactColumns: [String: Int]
    private let objectIDColumn: Int
    private let geometryType: Geometry.Type?
    private let spatialReference: SpatialReference?

    package init(fields: [Field], objectIDFieldName: String, geometryType: Geometry.Type?, spatialReference: SpatialReference?) {
        self.fields = fields
        columns = Dictionary(fields.enumerated().map { ($1.name.lowercased(), $0) }) { first, _ in first }
        exactColumns = Dictionary(fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
        objectIDColumn = fields.firstIndex { $0.name == objectIDFieldName } ?? 0
        (self.geometryType, self.spatialReference) = (geometryType, spatialReference)
    }

    /// Makes a row of values of attributes.
    ///
    /// - Parameters:
    ///   - attributes: names may differ from those of the fields in the case of letters; one that is written just so goes first.
    ///   - current: the row as it is, of which fields outside `known` are kept.
    ///   - known: the names in lower case for which a missing attribute means null; nil for all.
    ///   - needsAll: whether fields that must have a value are held to it.
    /// - Returns: one value for each field; that of the object id is null.
    /// - Throws: ``FeatureTableError`` that names the field.
    package func row(
        _ attributes: [String: any Sendable], current: [AttributeValue]? = nil, known: Set<String>? = nil, needsAll: Bool = true
    ) throws(FeatureTableError) -> [AttributeValue] {
        var row = Array(repeating: AttributeValue.null, count: fields.count)
        if let current, let known {
            for (index, field) in fields.enumerated() where !known.contains(field.name.lowercased()) { row[index] = current[index] }
        }
        var isExact = Array(repeating: false, count: fields.count)
        for (name, value) in attributes {
            let exact = exactColumns[name]
            guard let column = exact ?? columns[name.lowercased()] else {
                throw FeatureTableError(
                    .unknownField, "\"\(name)\" is no field; the fields are \(fields.map(\.name).joined(separator: ", "))")
            }
            guard column != objectIDColumn, !isExact[column] else { continue }
            isExact[column] = exact != nil
            row[column] = try fitted(value, to: fields[column])
        }
        for (index, field) in fields.enumerated() where needsAll && index != objectIDColumn && !field.isNullable && row[index] == .null {
            throw FeatureTableError(.missingValue, "the field \"\(field.name)\" must have a value; set it before adding the feature")
        }
        return row
    }

    /// Checks that features can be added: none is in the table, and none is in the list twice.
    ///
    /// - Throws: ``FeatureTableError`` that names the feature by its place in the list.
    package static func expectNew(_ features: [Feature], in table: any FeatureTable) throws(FeatureTableError) {
        var seen: Set<Feature> = []
        for (number, feature) in features.enumerated() {
            guard feature.objectID == nil || feature.table !== table else {
                throw FeatureTableError(.noSuchFeature, "the feature is in the table already; update it, or make a new one")
            }
            guard seen.insert(feature).inserted else {
                throw FeatureTableError(
                    .noSuchFeature, "feature \(number + 1) of those to add is in the list before; name it once, or make a new one")
            }
        }
    }

    private func fitted(_ value: any Sendable, to field: Field) throws(FeatureTableError) -> AttributeValue {
        let given = AttributeValue(value)
        if given == .null, !Self.isNothing(value) {
            throw FeatureTableError(
                .invalidValue,
                "a \(type(of: value)) is no attribute value; use a text, a number, a Bool, a Date or Data for \"\(field.name)\"")
        }
        guard let fitted = given.fitted(to: field.type) else {
            let kind = field.type.map(\.rawValue) ?? "any"
            throw FeatureTableError(.invalidValue, "the field \"\(field.name)\" of type \(kind) cannot hold \(Self.excerpt(value))")
        }
        if case .text(let text) = fitted, field.type == .text, field.length > 0, text.unicodeScalars.count > field.length {
            throw FeatureTableError(
                .invalidValue,
                "the field \"\(field.name)\" holds \(field.length) characters, not the \(text.unicodeScalars.count) of \(Self.excerpt(text))"
            )
        }
        return fitted
    }

    private static func excerpt(_ value: any Sendable) -> String {
        let text = "\(value)"
        return "\"" + (text.count > 40 ? text.prefix(40) + "…" : text) + "\""
    }

    /// Whether a value says that there is none: NaN, a null of JSON, an optional without a value.
    private static func isNothing(_ value: any Sendable) -> Bool {
        if let number = value as? any BinaryFloatingPoint { return Double(number).isNaN }
        if value is NSNull { return true }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }

    /// `geometry` as the table keeps it: in its spatial reference.
    package func geometry(_ geometry: Geometry?) throws(FeatureTableError) -> Geometry? {
        guard let geometry else { return nil }
        let kept = try inTableReference(geometry)
        if let geometryType, type(of: kept) != geometryType {
            let mend = kept is Envelope && geometryType == Polygon.self ? "; make a polygon of its corners with Polygon(points:)" : ""
            throw FeatureTableError(
                .invalidGeometry, "the table holds geometries of class \(geometryType), not \(type(of: kept))\(mend)")
        }
        for run in kept.runs where run.x.contains(where: \.isInfinite) || run.y.contains(where: \.isInfinite) {
            throw FeatureTableError(.invalidGeometry, "a coordinate of the geometry is infinite")
        }
        if !(kept is Point), kept.runs.contains(where: { $0.x.contains(where: \.isNaN) || $0.y.contains(where: \.isNaN) }) {
            throw FeatureTableError(.invalidGeometry, "a coordinate of the geometry is not a number")
        }
        return kept
    }

    private func inTableReference(_ geometry: Geometry) throws(FeatureTableError) -> Geometry {
        guard let spatialReference else { return geometry }
        guard let source = geometry.spatialReference else { return geometry.placed(in: spatialReference) }
        guard source != spatialReference else { return geometry }
        if geometry.isEmpty { return geometry.placed(in: spatialReference) }
        do {
            return try GeometryEngine.projected(geometry, into: spatialReference)
        } catch {
            throw FeatureTableError(
                .invalidGeometry, "the geometry cannot be projected into the table's \(spatialReference): \(error)", cause: error)
        }
    }
}

extension Geometry {
    /// The same coordinates, meant in another spatial reference.
    package func placed(in reference: SpatialReference?) -> Geometry {
        switch self {
        case let point as Point: Point(x: point.x, y: point.y, z: point.z, m: point.m, spatialReference: reference)
        case is Multipoint: Multipoint(coordinates: runs.first ?? Coordinates(), spatialReference: reference)
        case is Polyline: Polyline(lines: runs, spatialReference: reference)
        case is Polygon: Polygon(rings: runs, spatialReference: reference)
        case let envelope as Envelope:
            Box(envelope).map { box in
                Envelope(xRange: box.xMin...box.xMax, yRange: box.yMin...box.yMax, zRange: envelope.zRange, spatialReference: reference)
            } ?? Envelope.empty(in: reference)
        default: self
        }
    }
}
