// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

extension ArcadeFeatureSetFunctions {
    /// `FeatureSet(json)`, `FeatureSet(dictionary)`.
    static func featureSet(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch arguments[0] {
        case .featureSet: return arguments[0]
        case .dictionary(let dictionary): return try made(ArcadeFeatureSetReader(run).source(dictionary), run)
        case .text:
            guard let parse = ArcadeFunctionCatalogue.definition(named: "FromJSON"),
                case .dictionary(let dictionary) = try parse.body(ArcadeArguments([arguments[0]]), run)
            else { break }
            return try made(ArcadeFeatureSetReader(run).source(dictionary), run)
        default: break
        }
        throw ArcadeFailure(
            .type, "FeatureSet takes a Dictionary, or its JSON as Text, with fields, geometryType and features")
    }

    /// `FeatureSetById(collection, id, fields, includeGeometry)`.
    static func byID(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try member(arguments, run, "FeatureSetById", "id") { $0.id }
    }

    /// `FeatureSetByName(collection, title, fields, includeGeometry)`.
    static func byName(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try member(arguments, run, "FeatureSetByName", "title") { $0.title }
    }

    private static func member(
        _ arguments: ArcadeArguments, _ run: ArcadeRun, _ function: String, _ what: String,
        _ name: ((id: String, title: String, source: any ArcadeFeatureSource)) -> String
    ) throws(ArcadeFailure) -> ArcadeValue {
        guard case .featureSetCollection(let collection) = arguments[0] else {
            throw ArcadeFailure(.type, "\(function) takes a FeatureSetCollection such as $map, not a \(arguments[0].typeName)")
        }
        try run.charge(collection.sources.count)
        let wanted = try run.text(arguments[1])
        let known = collection.sources
        guard let found = known.first(where: { name($0) == wanted }) ?? known.first(where: { name($0).lowercased() == wanted.lowercased() })
        else {
            let names = known.prefix(8).map { "'\(name($0).prefix(40))'" }.joined(separator: ", ")
            throw ArcadeFailure(
                .outOfRange,
                "\(function): there is nothing with the \(what) '\(wanted.prefix(80))'"
                    + (names.isEmpty ? "" : "; there are \(names)\(known.count > 8 ? " and more" : "")"))
        }
        return try made(narrowed(found.source, arguments, run, function), run)
    }

    private static func narrowed(
        _ source: any ArcadeFeatureSource, _ arguments: ArcadeArguments, _ run: ArcadeRun, _ function: String
    ) throws(ArcadeFailure) -> any ArcadeFeatureSource {
        let hasGeometry = if case .null = arguments[3] { true } else { run.boolean(arguments[3]) }
        var names: [ArcadeName]?
        switch arguments[2] {
        case .null: break
        case .array(let array):
            try run.charge(array.elements.count)
            var list: [ArcadeName] = []
            for element in array.elements { list.append(try run.name(run.text(element))) }
            if !list.contains(ArcadeName("*")) { names = list }
        case .text(let name): names = name == "*" ? nil : [try run.name(name)]
        case let other: throw ArcadeFailure(.type, "\(function) takes an Array of names of fields, not a \(other.typeName)")
        }
        if let names, !source.schema.fields.isEmpty {
            let known = Set(source.schema.fields.map { ArcadeName($0.name) })
            if let missing = names.first(where: { !known.contains($0) }) {
                throw ArcadeFailure(.outOfRange, "\(function): there is no field '\(missing.spelling.prefix(80))'")
            }
        }
        return names == nil && hasGeometry ? source : ArcadeNarrowedSource(source, fields: names, hasGeometry: hasGeometry)
    }

    /// `GetFeatureSet(feature)`: the features among which it is; null where it is alone.
    static func ofFeature(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard case .feature(let feature) = arguments[0] else {
            throw ArcadeFailure(.type, "GetFeatureSet takes a Feature, not a \(arguments[0].typeName)")
        }
        guard let source = feature.row?.featureSource else { return .null }
        return try made(source, run)
    }

    /// `GetFeatureSetInfo(features)`: what is known of the layer; null for what a script made.
    static func info(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let info = try features(arguments, for: "GetFeatureSetInfo").info else { return .null }
        let dictionary = try run.makeDictionary()
        try run.chargeValue(bytes: 16 * 8)
        func text(_ value: String?) -> ArcadeValue { value.map { .text($0) } ?? .null }
        dictionary["layerId"] = info.layerID.map { .number(Double($0)) } ?? .null
        dictionary["layerName"] = text(info.layerName)
        dictionary["itemId"] = text(info.itemID)
        dictionary["serviceLayerUrl"] = text(info.serviceLayerURL)
        dictionary["webMapLayerId"] = text(info.webMapLayerID)
        dictionary["webMapLayerTitle"] = text(info.webMapLayerTitle)
        dictionary["className"] = .null
        dictionary["objectClassId"] = .null
        return .dictionary(dictionary)
    }

    /// `FilterBySubtypeCode(features, code)`.
    static func bySubtypeCode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let base = try features(arguments, for: "FilterBySubtypeCode")
        let name = base.schema.subtypeField
        guard !name.isEmpty else {
            throw ArcadeFailure(.invalidArgument, "FilterBySubtypeCode takes a FeatureSet whose layer has subtypes; this one has none")
        }
        let code: WhereLiteral
        switch arguments[1] {
        case .number(let value): code = Int64(exactly: value).map { .integer($0) } ?? .number(value)
        case .text(let value): code = .text(value)
        case let other: throw ArcadeFailure(.type, "FilterBySubtypeCode takes a code, a Number or Text, not a \(other.typeName)")
        }
        let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\" = @code"
        let sql = try ArcadeSQL(quoted, ["code": [code]], over: base, isCondition: true, for: "FilterBySubtypeCode", in: run)
        return try made(ArcadeFilteredSource(base: base, sql: sql), run)
    }
}
