// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VedetteExpressions
package import VedetteGeometry
package import VedetteValues

/// An element as scripts see it, with the attributes and the geometry of one moment.
package final class ArcadeElementRow: ArcadeRow {
    private let attributes: [String: any Sendable]
    package let geometry: Geometry?
    private let fields: [Field]
    private let ownSchema: @Sendable () -> ArcadeSchema?
    private let source: @Sendable () -> (any ArcadeFeatureSource)?
    private let original: (any Sendable)?
    /// Which attributes there are, by name in any case; made when a name is not found as it is written.
    private let spellings = Mutex<[ArcadeName: String]?>(nil)

    /// Takes the attributes that have a value, and all fields, those without one too, where they are known. `element` is what it is
    /// made over.
    package init(
        attributes: [String: any Sendable], geometry: Geometry?, fields: [Field], element: (any Sendable)?,
        schema: @escaping @Sendable () -> ArcadeSchema? = { nil },
        source: @escaping @Sendable () -> (any ArcadeFeatureSource)? = { nil }
    ) {
        (self.attributes, self.geometry, self.fields) = (attributes, geometry, fields)
        (original, ownSchema, self.source) = (element, schema, source)
    }

    package func value(named name: ArcadeName) -> AttributeValue? {
        if let value = attributes[name.spelling] ?? attributes[name.folded] { return AttributeValue(value) }
        let spelling = spellings.withLock { known in
            if let known { return known[name] }
            // Of names that differ in case alone, the first in order, so that the same attributes always give the same value.
            var made: [ArcadeName: String] = [:]
            for name in attributes.keys.sorted(by: >) { made[ArcadeName(name)] = name }
            known = made
            return made[name]
        }
        if let spelling, let value = attributes[spelling] { return AttributeValue(value) }
        return fields.contains { ArcadeName($0.name) == name } ? .null : nil
    }

    package var fieldNames: [String] {
        if fields.isEmpty { return attributes.keys.sorted() }
        let known = Set(fields.map { $0.name.lowercased() })
        return fields.map(\.name) + attributes.keys.filter { !known.contains($0.lowercased()) }.sorted()
    }

    package var schema: ArcadeSchema? { ownSchema() ?? source()?.schema }
    package var featureSource: (any ArcadeFeatureSource)? { source() }
    package var element: (any Sendable)? { original }
}

extension Graphic: ArcadeConvertible {
    package var arcadeContent: ArcadeContent {
        .feature(ArcadeElementRow(attributes: attributes, geometry: geometry, fields: [], element: self))
    }
}

extension Feature: ArcadeConvertible {
    package var arcadeContent: ArcadeContent { .feature(arcadeRow) }

    var arcadeRow: ArcadeElementRow {
        let fields = table?.fields ?? []
        return ArcadeElementRow(
            attributes: attributes, geometry: geometry, fields: fields, element: self,
            schema: { [table] in table.map { ArcadeSchema($0) } },
            source: { [table] in (table as? FeatureCollectionTable)?.arcadeRows(info: nil) })
    }
}

extension ArcadeSchema {
    /// What a table says of itself.
    package init(_ table: any FeatureTable) {
        self.init(fields: table.fields, geometryType: table.geometryType)
        if !table.objectIDFieldName.isEmpty { objectIDField = table.objectIDFieldName }
    }
}
