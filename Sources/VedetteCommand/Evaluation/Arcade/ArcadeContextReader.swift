// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteModel
import VedetteValues

/// Makes values of a script from what a context says in JSON: features, geometries and dates are known by their members.
struct ArcadeContextReader {
    /// Why something of a context cannot be read.
    struct Fault: Error {
        let message: String
    }

    /// That of dates without an offset.
    var timeZone = ArcadeTimeZone.utc
    /// That of geometries that say none.
    var spatialReference = SpatialReference.wgs84
    /// Those of features that declare none: types by name, or as Esri writes fields.
    var fields: OrderedJSON?

    /// The variables of profiles that are features: for these, a plain object is a feature with such attributes.
    static let featureVariables: Set = [
        "$feature", "$originalfeature", "$feedfeature", "$fencefeature", "$locationupdate", "$sourcefeature", "$targetfeature", "$target",
        "$join", "$datapoint",
    ]
    /// Those that are many features.
    private static let featureSetVariables: Set = ["$layer", "$featureset", "$aggregatedfeatures"]
    /// Those that are many feature sets.
    private static let collectionVariables: Set = ["$map", "$datastore"]

    // MARK: Variables

    /// The value of the variable with this name: in lower case, with the dollar.
    func variable(_ name: String, _ json: OrderedJSON) throws -> ArcadeContent {
        do {
            if Self.collectionVariables.contains(name) { return try collection(json) }
            if Self.featureSetVariables.contains(name), case .array(let features) = json {
                return .featureSet(try featureSet(.object([("features", .array(features))])))
            }
            if Self.featureVariables.contains(name), let members = json.members {
                return isRecognised(json) ? try content(json) : .feature(try feature(attributes: members, geometry: nil, of: json))
            }
            return try content(json)
        } catch let fault as Fault {
            throw Fault(message: "\(name): \(fault.message)")
        }
    }

    /// The value that JSON means.
    func content(_ json: OrderedJSON) throws -> ArcadeContent {
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value)
        case .text(let value): return .text(value)
        case .array(let values): return .array(try values.map(content))
        case .object(let members):
            if let date = try date(json) { return date }
            if json.member("features")?.elements != nil { return .featureSet(try featureSet(json)) }
            if let feature = try feature(json) { return .feature(feature) }
            if let geometry = try geometry(json) { return .geometry(geometry) }
            return .dictionary(try members.map { ($0.name, try content($0.value)) })
        }
    }

    /// Whether an object is more than a plain one.
    private func isRecognised(_ json: OrderedJSON) -> Bool {
        if json.member("attributes")?.members != nil || json.member("features")?.elements != nil { return true }
        if json["type"]?.text?.lowercased() == "feature", json.member("properties") != nil || json.member("geometry") != nil { return true }
        if Self.isUntypedFeature(json) { return true }
        return Self.kind(of: json) != nil
    }

    // MARK: Features

    /// Whether an object is a GeoJSON feature but for its type: nothing but properties, a geometry, and an id.
    private static func isUntypedFeature(_ json: OrderedJSON) -> Bool {
        guard json.member("properties")?.members != nil, json.member("geometry") != nil else { return false }
        return json.members?.allSatisfy { ["properties", "geometry", "id", "fields"].contains($0.name) } ?? false
    }

    /// An Esri feature or a GeoJSON feature; nil for other objects.
    func feature(_ json: OrderedJSON, schema: ArcadeSchema? = nil) throws -> ArcadeAttributesRow? {
        if let attributes = json.member("attributes")?.members {
            return try feature(attributes: attributes, geometry: json["geometry"], of: json, schema: schema)
        }
        guard json["type"]?.text?.lowercased() == "feature" || Self.isUntypedFeature(json) else { return nil }
        let properties = json.member("properties")
        guard properties != nil || json.member("geometry") != nil else { return nil }
        return try feature(attributes: properties?.members ?? [], geometry: json["geometry"], of: json, schema: schema)
    }

    private func feature(
        attributes: [(name: String, value: OrderedJSON)], geometry given: OrderedJSON?, of json: OrderedJSON, schema: ArcadeSchema? = nil
    ) throws -> ArcadeAttributesRow {
        var attributes = attributes
        var shape = given
        if shape == nil, let place = attributes.firstIndex(where: { $0.name.lowercased() == "geometry" && Self.kind(of: $0.value) != nil })
        {
            shape = attributes.remove(at: place).value
        }
        let own = try schema ?? self.schema(json)
        let schema = try own ?? fields.flatMap { try self.schema(.object([("fields", $0)])) }
        var geometry: Geometry?
        if let shape {
            geometry = try self.geometry(shape)
            guard geometry != nil else { throw Fault(message: "its geometry is neither Esri JSON nor GeoJSON") }
        }
        let types = Dictionary((schema?.fields ?? []).map { ($0.name.lowercased(), $0.type) }) { first, _ in first }
        var values = try attributes.map { (name: $0.name, value: try attribute($0.value, type: types[$0.name.lowercased()] ?? nil)) }
        if let own {
            // A field that is declared is there, whether or not the feature says anything of it.
            let said = Set(values.map { $0.name.lowercased() })
            for field in own.fields where !said.contains(field.name.lowercased()) { values.append((name: field.name, value: .null)) }
        }
        return ArcadeAttributesRow(values, geometry: geometry, schema: schema)
    }

    /// The value of a field, as its type has it.
    private func attribute(_ json: OrderedJSON, type: FieldType?) throws -> AttributeValue {
        switch (json, type) {
        case (.null, _): return .null
        case (.boolean(let value), _): return .boolean(value)
        case (.number(let value), .date), (.number(let value), .timestampOffset):
            return Int64(exactly: (value * 1_000).rounded()).map { .instant(Instant(microsecondsSince1970: $0)) } ?? .null
        case (.number(let value), _): return AttributeValue(number: value)
        case (.text(let value), .date), (.text(let value), .timestampOffset):
            return (try? ArcadeContextDate.date(value, zone: timeZone)).map { .instant($0.instant) } ?? .text(value)
        case (.text(let value), .dateOnly): return ArcadeContextDate.day(value).map { .date($0) } ?? .text(value)
        case (.text(let value), .timeOnly): return ArcadeContextDate.time(value).map { .time($0) } ?? .text(value)
        case (.text(let value), _): return .text(value)
        case (.array, _): return .text(json.description)
        case (.object, _):
            switch try date(json) {
            case .date(let value): return .instant(value.instant)
            case .dateOnly(let value): return .date(value)
            case .time(let value): return .time(value)
            default: return .text(json.description)
            }
        }
    }

    // MARK: Feature sets

    /// What a layer says of itself.
    private func info(_ json: OrderedJSON) -> ArcadeFeatureSetInfo? {
        var info = ArcadeFeatureSetInfo()
        info.layerID = (json["layerId"] ?? json["id"])?.number.flatMap { Int(exactly: $0) }
        info.layerName = (json["layerName"] ?? json["name"] ?? json["title"])?.text
        (info.itemID, info.serviceLayerURL) = (json["itemId"]?.text, (json["serviceLayerUrl"] ?? json["url"])?.text)
        (info.webMapLayerID, info.webMapLayerTitle) = (
            (json["webMapLayerId"] ?? json["id"])?.text, (json["webMapLayerTitle"] ?? json["title"])?.text
        )
        return info == ArcadeFeatureSetInfo() ? nil : info
    }

    /// A feature set of Esri, or a FeatureCollection of GeoJSON.
    func featureSet(_ json: OrderedJSON) throws -> ArcadeRowsSource {
        var reader = self
        if let stated = json["spatialReference"]?.unordered.spatialReference { reader.spatialReference = stated }
        let schema = try self.schema(json)
        let features = try (json["features"]?.elements ?? []).enumerated().map { index, json in
            if let feature = try reader.feature(json, schema: schema) { return feature }
            guard let members = json.members else { throw Fault(message: "feature \(index + 1) is no object") }
            return try reader.feature(attributes: members, geometry: nil, of: json, schema: schema)
        }
        var known = schema ?? ArcadeSchema()
        // Declarations may name only what needs a type, and the first feature may lack what others have.
        var names = Set(known.fields.map { $0.name.lowercased() })
        for feature in features {
            for name in feature.fieldNames where names.insert(name.lowercased()).inserted {
                known.fields.append(Field(name: name, type: nil))
            }
        }
        return ArcadeRowsSource(features, schema: known, spatialReference: reader.spatialReference, info: info(json))
    }

    /// `$map` and the like: an object with layers, a list of feature sets, an object of them by title, or one feature set.
    private func collection(_ json: OrderedJSON) throws -> ArcadeContent {
        var layers: [(title: String?, json: OrderedJSON)] = []
        if let elements = json.elements {
            layers = elements.map { (nil, $0) }
        } else if json.member("layers") != nil || json.member("tables") != nil {
            layers = ["layers", "tables"].flatMap { json[$0]?.elements ?? [] }.map { (nil, $0) }
        } else if json.member("features") != nil {
            layers = [(nil, json)]
        } else if let members = json.members {
            layers = members.filter { $0.value.members != nil || $0.value.elements != nil }.map { ($0.name, $0.value) }
        } else if case .null = json {
            return .null
        }
        return .featureSetCollection(
            try layers.enumerated().map { index, layer in
                let set = layer.json.elements.map { OrderedJSON.object([("features", .array($0))]) } ?? layer.json
                let title = ["title", "name", "layerName"].lazy.compactMap { set[$0]?.text }.first ?? layer.title ?? "\(index)"
                let id = set["id"].map { $0.text ?? $0.description } ?? layer.title ?? "\(index)"
                // Layers as web maps hold them have the features further inside.
                let inner = set["featureSet"] ?? set["featureCollection"] ?? set
                return (id, title, try featureSet(inner) as any ArcadeFeatureSource)
            })
    }

    /// What `fields` and their relatives say of a layer; nil where nothing does.
    private func schema(_ json: OrderedJSON) throws -> ArcadeSchema? {
        let source = json["layerDefinition"] ?? json["schema"] ?? json
        guard let fields = source["fields"] else { return nil }
        var schema = ArcadeSchema()
        if let types = fields.members {
            // As batches of where clauses have them: types by name.
            schema.fields = types.map { Field(name: $0.name, type: $0.value.text.flatMap(NamedFieldType.init)?.type) }
        } else {
            schema.fields = (fields.elements ?? []).compactMap { Field(esriJSON: $0.unordered) }
        }
        schema.geometryType = source["geometryType"]?.text ?? ""
        schema.objectIDField =
            source["objectIdField"]?.text ?? source["objectIdFieldName"]?.text ?? schema.fields.first { $0.type == .oid }?.name ?? ""
        schema.globalIDField =
            source["globalIdField"]?.text ?? source["globalIdFieldName"]?.text ?? schema.fields.first { $0.type == .globalID }?.name ?? ""
        schema.subtypeField = source["subtypeField"]?.text ?? source["typeIdField"]?.text ?? ""
        for type in (source["subtypes"] ?? source["types"])?.elements ?? [] {
            let code = (type["code"] ?? type["id"])?.unordered.attribute
            schema.subtypes.append(ArcadeSchema.Subtype(code: AttributeValue(code), name: type["name"]?.text ?? ""))
        }
        return schema
    }
}
