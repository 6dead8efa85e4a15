// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// `Feature`: makes features that the script may change.
enum ArcadeFeatureConstructor {
    /// Of a geometry or null, with names and values in turn or a dictionary of them; of a dictionary or a text in JSON with `geometry` and
    /// `attributes`; of a feature, which is copied. Null alone is null.
    static func feature(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard arguments.count > 1 else {
            switch arguments[0] {
            case .null: return .null
            case .feature(let feature): return try copy(of: feature, run)
            case .dictionary(let dictionary): return try feature(from: dictionary, run)
            case .text(let text):
                guard case .dictionary(let dictionary) = try ArcadeJSON.read(text, in: run, function: "Feature") else { throw wanted }
                return try feature(from: dictionary, run)
            case .geometry(let geometry):
                return .feature(try run.makeFeature(attributes: try run.makeDictionary(), geometry: geometry))
            default: throw wanted
            }
        }
        let geometry = try run.geometry(of: arguments[0], "Feature takes a geometry or null first")
        if arguments.count == 2 {
            guard case .dictionary(let dictionary) = arguments[1] else { throw wanted }
            return .feature(try run.makeFeature(attributes: try attributes(from: dictionary, run), geometry: geometry))
        }
        guard arguments.count % 2 == 1 else { throw wanted }
        try run.chargeValue(bytes: arguments.count * 8)
        let attributes = try run.makeDictionary()
        for index in stride(from: 1, to: arguments.count, by: 2) {
            let name = try run.text(arguments[index])
            try set(arguments[index + 1], name, of: attributes, run)
        }
        return .feature(try run.makeFeature(attributes: attributes, geometry: geometry))
    }

    private static let wanted = ArcadeFailure(
        .invalidArgument,
        "Feature takes a geometry and names and values in turn, a geometry and a dictionary of them, or a feature, dictionary or JSON text "
            + "with geometry and attributes")

    private static func copy(of feature: ArcadeFeature, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let names = feature.fieldNames
        try run.charge(2 * names.count)
        try run.chargeValue(bytes: names.count * 16)
        let attributes = try run.makeDictionary()
        for name in names { attributes[name] = feature.value(named: ArcadeName(name), in: run) ?? .null }
        return .feature(try run.makeFeature(attributes: attributes, geometry: feature.geometry))
    }

    private static func feature(from dictionary: ArcadeDictionary, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard dictionary["geometry"] != nil || dictionary["attributes"] != nil else { throw wanted }
        let geometry: Geometry?
        switch dictionary["geometry"] ?? .null {
        case .geometry(let value): geometry = value
        case let value:
            geometry = try ArcadeGeometryReader.geometry(from: value, "Feature", in: run)
            _ = try run.made(geometry)
        }
        switch dictionary["attributes"] ?? .null {
        case .null: return .feature(try run.makeFeature(attributes: try run.makeDictionary(), geometry: geometry))
        case .dictionary(let own):
            return .feature(try run.makeFeature(attributes: try attributes(from: own, run), geometry: geometry))
        case let value: throw ArcadeFailure(.type, "Feature takes attributes as a dictionary, not as a \(value.typeName)")
        }
    }

    /// A dictionary of attributes of its own.
    private static func attributes(from dictionary: ArcadeDictionary, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeDictionary {
        try run.chargeValue(bytes: dictionary.count * 16)
        let attributes = try run.makeDictionary()
        try dictionary.forEach { name, value throws(ArcadeFailure) in try set(value, name, of: attributes, run) }
        return attributes
    }

    private static func set(
        _ value: ArcadeValue, _ name: String, of attributes: ArcadeDictionary, _ run: ArcadeRun
    ) throws(ArcadeFailure) {
        try run.charge(2 + name.utf8.count >> 5)
        switch value {
        case .null, .boolean, .number, .text, .date, .dateOnly, .time: attributes[name] = value
        default:
            throw ArcadeFailure(
                .type, "Feature takes attributes that are texts, numbers, dates, booleans or null; \(name) is a \(value.typeName)")
        }
    }
}
