// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// What is known of the layer that a feature or a feature set comes from: `Schema`, `Subtypes`, `SubtypeCode`, `SubtypeName`, `GdbVersion`. Null
/// where nothing is, as for features that a script made.
enum ArcadeFeatureSchema {
    /// `Schema`: names of the id fields, the geometry type, and the fields, each with `name`, `alias`, `type`, `length`, `editable`, `nullable`
    /// and the name of its `domain`.
    static func schema(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let schema = try schema(of: arguments[0], "Schema", run) else { return .null }
        var fields: [ArcadeValue] = []
        for field in schema.fields {
            try run.charge(8)
            try run.chargeValue(bytes: 7 * 16 + field.name.utf8.count + field.alias.utf8.count)
            let entry = try run.makeDictionary()
            entry["name"] = .text(field.name)
            entry["alias"] = .text(field.alias.isEmpty ? field.name : field.alias)
            entry["type"] = field.type.map { .text($0.esriName) } ?? .null
            entry["length"] = .number(Double(field.length))
            entry["editable"] = .boolean(field.isEditable)
            entry["nullable"] = .boolean(field.isNullable)
            entry["domain"] = field.domain.map { .text($0.name) } ?? .null
            fields.append(.dictionary(entry))
        }
        try run.chargeValue(bytes: 5 * 16)
        let answer = try run.makeDictionary()
        answer["objectIdField"] = .text(schema.objectIDField)
        answer["globalIdField"] = .text(schema.globalIDField)
        answer["geometryType"] = .text(schema.geometryType)
        answer["fields"] = try run.makeArray(fields)
        return .dictionary(answer)
    }

    /// `Subtypes`: the field that says which subtype a feature is of, and all of them, each with `code` and `name`.
    static func subtypes(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let schema = try schema(of: arguments[0], "Subtypes", run), !schema.subtypes.isEmpty else { return .null }
        var subtypes: [ArcadeValue] = []
        for subtype in schema.subtypes {
            try run.chargeValue(bytes: 64)
            let entry = try run.makeDictionary()
            entry["code"] = ArcadeValue(subtype.code, in: run)
            entry["name"] = .text(subtype.name)
            subtypes.append(.dictionary(entry))
        }
        try run.chargeValue(bytes: 32)
        let answer = try run.makeDictionary()
        answer["subtypeField"] = .text(schema.subtypeField)
        answer["subtypes"] = try run.makeArray(subtypes)
        return .dictionary(answer)
    }

    static func subtypeCode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let feature = try feature(arguments[0], "SubtypeCode"), let schema = feature.row?.schema, !schema.subtypeField.isEmpty else {
            return .null
        }
        try run.charge(1)
        return feature.value(named: ArcadeName(schema.subtypeField), in: run) ?? .null
    }

    static func subtypeName(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let feature = try feature(arguments[0], "SubtypeName"), let schema = feature.row?.schema,
            let subtype = try subtype(of: feature, in: schema, run)
        else { return .null }
        return try run.makeText(subtype.name)
    }

    /// `GdbVersion`: there are no versions here, so it is empty.
    static func version(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        _ = try schema(of: arguments[0], "GdbVersion", run)
        return .text("")
    }

    /// `Expects`: says which fields a script needs, for those who fetch them; here all are there.
    static func expects(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    // MARK: Looking up

    /// What is known of a feature's layer, or of a feature set; nil for null.
    static func schema(of value: ArcadeValue, _ function: String, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeSchema? {
        try run.charge(1)
        switch value {
        case .null: return nil
        case .feature(let feature): return feature.row?.schema
        case .featureSet(let set): return set.source.schema
        default: throw ArcadeFailure(.type, "\(function) takes a feature or a FeatureSet, not a \(value.typeName)")
        }
    }

    private static func feature(_ value: ArcadeValue, _ function: String) throws(ArcadeFailure) -> ArcadeFeature? {
        switch value {
        case .null: return nil
        case .feature(let feature): return feature
        default: throw ArcadeFailure(.type, "\(function) takes a feature, not a \(value.typeName)")
        }
    }

    /// The subtype that a feature is of; nil where there is none.
    static func subtype(
        of feature: ArcadeFeature, in schema: ArcadeSchema, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeSchema.Subtype? {
        guard !schema.subtypeField.isEmpty, let value = feature.value(named: ArcadeName(schema.subtypeField), in: run) else { return nil }
        return try subtype(value, in: schema, run)
    }

    /// The subtype with a code, or else with a name.
    static func subtype(
        _ value: ArcadeValue, in schema: ArcadeSchema, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeSchema.Subtype? {
        if case .null = value { return nil }
        try run.charge(1 + schema.subtypes.count)
        for subtype in schema.subtypes {
            if try isSame(value, ArcadeValue(subtype.code, in: run), run) { return subtype }
        }
        guard case .text(let name) = value else { return nil }
        return schema.subtypes.first { $0.name == name }
    }

    /// Whether a value is a code: scripts write numbers as text now and then.
    static func isSame(_ value: ArcadeValue, _ code: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> Bool {
        switch (value, code) {
        case (.null, _), (_, .null): return false
        case (.number(let first), .number(let second)): return first == second
        case (.text(let first), .text(let second)): return first == second
        case (.number, .text), (.text, .number): return try run.text(value) == run.text(code)
        default: return run.areEqual(value, code)
        }
    }
}
