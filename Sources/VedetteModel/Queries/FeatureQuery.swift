// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
package import VedetteGeometry

/// The parameters of a query bound to the fields of a table: checked once, then asked of row after row.
package struct FeatureQuery: Sendable {
    /// A column to order by.
    package struct Key: Sendable {
        package let column: Int
        package let isDescending: Bool
    }

    package let fields: [Field]
    /// The condition on attributes; nil for none.
    package let condition: BoundWhereClause?
    /// The columns that the condition looks at.
    package let conditionColumns: [Int]
    package let spatial: SpatialCondition?
    /// The object ids to look for, ascending, each once; nil for any.
    package let objectIDs: [Int64]?
    package let order: [Key]
    /// The columns that features get, ascending.
    package let outColumns: [Int]
    /// The names of the out fields in lower case; nil for all fields.
    package let outNames: Set<String>?
    package let limit: Int?
    package let offset: Int
    package let returnsGeometry: Bool
    package let outSpatialReference: SpatialReference?

    /// - Throws: `ExpressionError` for the where clause, ``FeatureTableError`` for the rest.
    package init(
        _ values: QueryParameters.Values, fields: [Field], objectIDFieldName: String, spatialReference: SpatialReference?, now: Instant
    ) throws {
        self.fields = fields
        let isBlank = values.whereClause.allSatisfy(\.isWhitespace)
        let clause = isBlank ? nil : try WhereClause(values.whereClause)
        let fieldNames = fields.map(\.name).joined(separator: ", ")
        condition = try clause.map { try Self.bound($0, to: fields, now: now) }
        spatial = try values.geometry.map {
            try SpatialCondition($0, values.spatialRelationship, in: spatialReference)
        }
        objectIDs = values.objectIDs.isEmpty ? nil : Set(values.objectIDs).sorted()
        let names = Dictionary(fields.enumerated().map { ($1.name.lowercased(), $0) }) { first, _ in first }
        let mentioned = (clause?.fieldNames ?? []).map { names[$0.lowercased()] }
        // A name may be written in a longer form: then all columns are handed over.
        conditionColumns = mentioned.contains(nil) ? Array(fields.indices) : Set(mentioned.compactMap { $0 }).sorted()
        func column(_ name: String, _ use: String) throws(FeatureTableError) -> Int {
            if let exact = fields.firstIndex(where: { $0.name == name }) ?? names[name.lowercased()] { return exact }
            throw FeatureTableError(
                .unknownField,
                "\"\(name)\" in the \(use) of the query is no field; the fields are \(fieldNames)")
        }
        order = try values.orderByFields.map { Key(column: try column($0.fieldName, "order"), isDescending: $0.sortOrder == .descending) }
        if values.outFields.isEmpty || values.outFields.contains("*") {
            outColumns = Array(fields.indices)
            outNames = nil
        } else {
            let wanted = Set(try (values.outFields + [objectIDFieldName]).map { try column($0, "out fields") })
            outColumns = wanted.sorted()
            outNames = Set(outColumns.map { fields[$0].name.lowercased() })
        }
        guard values.maxFeatures >= 0, values.resultOffset >= 0 else {
            throw FeatureTableError(.invalidParameter, "the limit and the offset of a query must not be negative; use 0 for no limit")
        }
        limit = values.maxFeatures == 0 ? nil : values.maxFeatures
        offset = values.resultOffset
        returnsGeometry = values.returnsGeometry
        outSpatialReference = values.outSpatialReference ?? spatialReference
    }

    /// A where clause bound to fields; where it names another, the error lists them.
    package static func bound(_ clause: WhereClause, to fields: [Field], now: Instant) throws(ExpressionError) -> BoundWhereClause {
        do {
            return try clause.bound(to: fields, now: now)
        } catch {
            // What comes with a suggestion needs no list.
            guard error.code == .unknownField, !error.message.contains(";") else { throw error }
            let names = fields.map(\.name).joined(separator: ", ")
            throw ExpressionError(.unknownField, "\(error.message); the fields are \(names)", offset: error.offset)
        }
    }

    /// Whether rows of equal keys need no sorting: the order is that of object ids alone.
    package var isOrderedByID: Bool { order.isEmpty }

    /// Whether a row with these keys and id goes before another.
    package func precedes(_ first: ([AttributeValue], Int64), _ second: ([AttributeValue], Int64)) -> Bool {
        for (index, key) in order.enumerated() {
            let comparison = AttributeOrder.compare(first.0[index], second.0[index])
            if comparison != 0 { return key.isDescending ? comparison > 0 : comparison < 0 }
        }
        return first.1 < second.1
    }

    /// What of `matches`, in order, the offset and the limit leave.
    package func page<Element>(_ matches: [Element]) -> (page: ArraySlice<Element>, isCutOff: Bool) {
        let rest = matches.dropFirst(offset)
        guard let limit, rest.count > limit else { return (rest, false) }
        return (rest.prefix(limit), true)
    }

    /// A geometry as the query wants it out.
    package func out(_ geometry: Geometry?, of objectID: Int64) throws(FeatureTableError) -> Geometry? {
        guard let geometry, returnsGeometry else { return nil }
        return try projected(geometry, of: objectID)
    }

    /// A geometry in the spatial reference of the answer.
    package func projected(_ geometry: Geometry, of objectID: Int64) throws(FeatureTableError) -> Geometry {
        guard let target = outSpatialReference, let source = geometry.spatialReference, source != target else { return geometry }
        if geometry.isEmpty { return geometry.placed(in: target) }
        do {
            return try GeometryEngine.projected(geometry, into: target)
        } catch {
            throw FeatureTableError(
                .invalidGeometry, "the geometry of feature \(objectID) cannot be projected into \(target): \(error)", cause: error)
        }
    }
}
