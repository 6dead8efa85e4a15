// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// The values that fields should have: `Domain`, `DomainName`, `DomainCode`. Null where a field has no domain, or nothing is known of the layer.
enum ArcadeFeatureDomains {
    /// `Domain(feature, field)`, `Domain(features, field, subtype)`: `type` (`codedValue` or `range`), `name`, `dataType`, and `codedValues`, or
    /// `min` and `max`.
    static func domain(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (field, domain) = try domain("Domain", arguments, subtypeAt: 2, run) else { return .null }
        try run.chargeValue(bytes: 6 * 16)
        let answer = try run.makeDictionary()
        answer["type"] = .text(domain is RangeDomain ? "range" : "codedValue")
        answer["name"] = .text(domain.name)
        answer["dataType"] = field.type.map { .text($0.esriName) } ?? .null
        if let coded = domain as? CodedValueDomain {
            var values: [ArcadeValue] = []
            for value in coded.codedValues {
                try run.charge(3)
                try run.chargeValue(bytes: 32 + value.name.utf8.count)
                let entry = try run.makeDictionary()
                entry["code"] = ArcadeValue(value.value, in: run)
                entry["name"] = .text(value.name)
                values.append(.dictionary(entry))
            }
            answer["codedValues"] = try run.makeArray(values)
        } else if let range = domain as? RangeDomain {
            answer["min"] = ArcadeValue(AttributeValue(range.minValue), in: run)
            answer["max"] = ArcadeValue(AttributeValue(range.maxValue), in: run)
        }
        return .dictionary(answer)
    }

    /// `DomainName(feature, field, code?, subtype?)`: the name for a code, or for the feature's own value.
    static func name(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (field, domain) = try domain("DomainName", arguments, subtypeAt: 3, run), let coded = domain as? CodedValueDomain else {
            return .null
        }
        let code = ownValue(of: field, arguments, run)
        try run.charge(1 + coded.codedValues.count)
        for value in coded.codedValues where try ArcadeFeatureSchema.isSame(code, ArcadeValue(value.value, in: run), run) {
            return try run.makeText(value.name)
        }
        return .null
    }

    /// `DomainCode(feature, field, name?, subtype?)`: the code for a name, or the feature's own value where it is a code.
    static func code(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let (field, domain) = try domain("DomainCode", arguments, subtypeAt: 3, run), let coded = domain as? CodedValueDomain else {
            return .null
        }
        try run.charge(1 + coded.codedValues.count)
        if case .null = arguments[2] {
            let own = ownValue(of: field, arguments, run)
            for value in coded.codedValues where try ArcadeFeatureSchema.isSame(own, ArcadeValue(value.value, in: run), run) {
                return ArcadeValue(value.value, in: run)
            }
            return .null
        }
        let name = try run.text(arguments[2])
        return coded.codedValues.first { $0.name == name }.map { ArcadeValue($0.value, in: run) } ?? .null
    }

    /// The third argument, or where it is null the feature's value of the field.
    private static func ownValue(of field: Field, _ arguments: ArcadeArguments, _ run: ArcadeRun) -> ArcadeValue {
        guard case .null = arguments[2], case .feature(let feature) = arguments[0] else { return arguments[2] }
        return feature.value(named: ArcadeName(field.name), in: run) ?? .null
    }

    /// A field and its domain: that of the subtype named by an argument, or of the feature's own, before that of the field.
    private static func domain(
        _ function: String, _ arguments: ArcadeArguments, subtypeAt index: Int, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> (Field, Domain)? {
        guard let schema = try ArcadeFeatureSchema.schema(of: arguments[0], function, run) else { return nil }
        let name = try run.name(run.text(arguments[1]))
        try run.charge(1 + schema.fields.count)
        guard let field = schema.fields.first(where: { $0.name.lowercased() == name.folded }) else { return nil }
        var subtype = try ArcadeFeatureSchema.subtype(arguments[index], in: schema, run)
        if subtype == nil, case .null = arguments[index], case .feature(let feature) = arguments[0] {
            subtype = try ArcadeFeatureSchema.subtype(of: feature, in: schema, run)
        }
        return (subtype?.domains[name.folded] ?? field.domain).map { (field, $0) }
    }
}
