// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// Makes rows of the Dictionary that `FeatureSet` takes: `{ fields: […], geometryType: '…', features: [{ attributes: {…}, geometry: {…}
/// }] }`, with or
/// without the `layerDefinition` and `featureSet` of feature collections around its parts.
struct ArcadeFeatureSetReader {
    private let run: ArcadeRun

    init(_ run: ArcadeRun) {
        self.run = run
    }

    func source(_ dictionary: ArcadeDictionary) throws(ArcadeFailure) -> ArcadeRowsSource {
        try run.charge(24)
        let set = Self.dictionary(dictionary["featureSet"]) ?? dictionary
        let layer = Self.dictionary(dictionary["layerDefinition"]) ?? dictionary
        let features = try elements(set["features"], of: "features")
        var schema = ArcadeSchema()
        for field in try elements(layer["fields"] ?? set["fields"], of: "fields") { schema.fields.append(try self.field(field)) }
        schema.geometryType = Self.text(layer["geometryType"]) ?? Self.text(set["geometryType"]) ?? ""
        let reference = Self.reference(set["spatialReference"] ?? layer["spatialReference"])
        var parts: [(attributes: [(name: String, value: ArcadeValue)], geometry: Geometry?)] = []
        for feature in features { parts.append(try self.feature(feature, set["spatialReference"] ?? layer["spatialReference"])) }
        if schema.fields.isEmpty { schema.fields = Self.fields(of: parts.map(\.attributes)) }
        schema.objectIDField =
            Self.text(layer["objectIdField"]) ?? Self.text(layer["objectIdFieldName"]) ?? schema.fields.first { $0.type == .oid }?.name
            ?? ""
        schema.globalIDField =
            Self.text(layer["globalIdField"]) ?? Self.text(layer["globalIdFieldName"]) ?? schema.fields.first { $0.type == .globalID }?.name
            ?? ""
        var rows: [any ArcadeRow] = []
        for part in parts { rows.append(try row(part.attributes, part.geometry, schema)) }
        let places = parts.lazy.compactMap { $0.geometry?.spatialReference }
        return ArcadeRowsSource(rows, schema: schema, spatialReference: reference ?? places.first)
    }

    // MARK: Parts

    private static func dictionary(_ value: ArcadeValue?) -> ArcadeDictionary? {
        if case .dictionary(let dictionary)? = value { dictionary } else { nil }
    }

    private static func text(_ value: ArcadeValue?) -> String? {
        if case .text(let text)? = value, !text.isEmpty { text } else { nil }
    }

    private func elements(_ value: ArcadeValue?, of name: String) throws(ArcadeFailure) -> [ArcadeValue] {
        switch value {
        case nil, .null?: return []
        case .array(let array)?:
            try run.charge(array.elements.count)
            return array.elements
        case let other?: throw ArcadeFailure(.type, "FeatureSet: '\(name)' is an Array, not a \(other.typeName)")
        }
    }

    private static func reference(_ value: ArcadeValue?) -> SpatialReference? {
        guard let value = dictionary(value), case .number(let number)? = value["latestWkid"] ?? value["wkid"] else { return nil }
        return Int(exactly: number).flatMap { WKID($0) }.map { SpatialReference(wkid: $0, latestWKID: nil) }
    }

    private func field(_ value: ArcadeValue) throws(ArcadeFailure) -> Field {
        try run.charge(1)
        if let dictionary = Self.dictionary(value), let name = Self.text(dictionary["name"]) {
            guard let type = Self.text(dictionary["type"]).flatMap({ FieldType(esriName: $0) }) else { return Field(name: name, type: nil) }
            return Field(type: type, name: name, alias: Self.text(dictionary["alias"]) ?? "")
        }
        throw ArcadeFailure(
            .invalidArgument,
            "FeatureSet: a field is a Dictionary such as { name: 'POP', alias: 'Population', type: 'esriFieldTypeInteger' }")
    }

    private func feature(
        _ value: ArcadeValue, _ reference: ArcadeValue?
    ) throws(ArcadeFailure) -> (attributes: [(name: String, value: ArcadeValue)], geometry: Geometry?) {
        var attributes: [(name: String, value: ArcadeValue)] = []
        switch value {
        case .feature(let feature):
            for name in feature.fieldNames {
                try run.charge(1)
                attributes.append((name, feature.value(named: ArcadeName(name), in: run) ?? .null))
            }
            return (attributes, feature.geometry)
        case .dictionary(let dictionary):
            try Self.dictionary(dictionary["attributes"])?.forEach { name, value throws(ArcadeFailure) in
                try run.charge(1)
                attributes.append((name, value))
            }
            return (attributes, try geometry(dictionary["geometry"], reference))
        default:
            throw ArcadeFailure(
                .invalidArgument,
                "FeatureSet: a feature is a Dictionary such as { attributes: { … }, geometry: { … } }, not a \(value.typeName)")
        }
    }

    private func geometry(_ value: ArcadeValue?, _ reference: ArcadeValue?) throws(ArcadeFailure) -> Geometry? {
        switch value {
        case nil, .null?: return nil
        case .geometry(let geometry)?: return geometry
        case .dictionary(let dictionary)?:
            var whole = dictionary
            if dictionary.count == 0 { return nil }
            if let reference, dictionary["spatialReference"] == nil {
                whole = try run.makeDictionary()
                try run.chargeValue(bytes: 16 * (dictionary.count + 1))
                try dictionary.forEach { name, value throws(ArcadeFailure) in whole[name] = value }
                whole["spatialReference"] = reference
            }
            guard let make = ArcadeFunctionCatalogue.definition(named: "Geometry"),
                case .geometry(let geometry) = try make.body(ArcadeArguments([.dictionary(whole)]), run)
            else { return nil }
            return geometry
        case let other?: throw ArcadeFailure(.type, "FeatureSet: 'geometry' is a Geometry or a Dictionary, not a \(other.typeName)")
        }
    }

    // MARK: Rows

    /// Fields from what the rows hold, in the order in which they are met: one kind of value gives a type, several none.
    private static func fields(of rows: [[(name: String, value: ArcadeValue)]]) -> [Field] {
        var names: [String] = []
        var known: Set<ArcadeName> = []
        var types: [ArcadeName: FieldType?] = [:]
        for row in rows {
            for (name, value) in row {
                let key = ArcadeName(name)
                if known.insert(key).inserted { names.append(name) }
                let type: FieldType?
                switch value {
                case .null: continue
                case .number: type = .float64
                case .text: type = .text
                case .date: type = .date
                case .dateOnly: type = .dateOnly
                case .time: type = .timeOnly
                default: type = nil
                }
                if let known = types[key], known != type { types[key] = .some(nil) } else { types[key] = .some(type) }
            }
        }
        return names.map { name in
            guard let type = types[ArcadeName(name)] ?? nil else { return Field(name: name, type: nil) }
            return Field(type: type, name: name, alias: name)
        }
    }

    private func row(
        _ attributes: [(name: String, value: ArcadeValue)], _ geometry: Geometry?, _ schema: ArcadeSchema
    ) throws(ArcadeFailure) -> ArcadeAttributesRow {
        try run.chargeValue(bytes: 16 * max(attributes.count, schema.fields.count))
        let given = Dictionary(attributes.map { (ArcadeName($0.name), $0.value) }) { first, _ in first }
        var entries: [(name: String, value: AttributeValue)] = []
        for field in schema.fields {
            let value = try given[ArcadeName(field.name)].map { value throws(ArcadeFailure) in try attribute(value) } ?? .null
            let stored = AttributeColumn.stored(value, in: field.type)
            // What does not fit the type of its field stays what it is.
            entries.append((field.name, stored == .null ? value : stored))
        }
        return ArcadeAttributesRow(entries, geometry: geometry, schema: schema)
    }

    /// A value as an attribute: arrays and dictionaries are their JSON.
    private func attribute(_ value: ArcadeValue) throws(ArcadeFailure) -> AttributeValue {
        switch value {
        case .null, .function: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): AttributeValue(number: value)
        case .text(let value): .text(value)
        case .date(let value): .instant(value.instant)
        case .dateOnly(let value): .date(value)
        case .time(let value): .time(value)
        default: .text(try run.text(value))
        }
    }
}
