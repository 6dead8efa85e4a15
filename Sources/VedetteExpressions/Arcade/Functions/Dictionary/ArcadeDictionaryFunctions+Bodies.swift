// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the functions for dictionaries do.
extension ArcadeDictionaryFunctions {
    /// A dictionary of names and values, of a text in JSON, of a feature or a geometry, or a copy of one.
    static func dictionary(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch (arguments[0], arguments.count) {
        case (_, 0):
            return .dictionary(try run.makeDictionary())
        case (.dictionary(let original), 1...2):
            return try ArcadeCopying.copy(of: original, isDeep: run.boolean(arguments[1]), run)
        case (.null, 1):
            return .null
        case (.text(let text), 1):
            return try dictionary(ofJSON: text, run)
        case (.feature(let feature), 1):
            return try dictionary(of: feature, run)
        case (.geometry(let geometry), 1):
            return try dictionary(ofJSON: run.text(.geometry(geometry)), run)
        case (_, let count) where count.isMultiple(of: 2):
            return try dictionary(ofPairs: arguments, run)
        default:
            throw ArcadeFailure(
                .invalidArgument,
                "Dictionary takes names and values in turn, or one text in JSON, feature, geometry or dictionary")
        }
    }

    private static func dictionary(ofPairs arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.chargeValue(bytes: arguments.count * 8)
        let dictionary = try run.makeDictionary()
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let name = try run.text(arguments[index])
            try run.charge(2 + name.utf8.count >> 3)
            dictionary[name] = arguments[index + 1]
        }
        return .dictionary(dictionary)
    }

    private static func dictionary(ofJSON text: String, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let value = try ArcadeJSON.read(text, in: run, function: "Dictionary")
        guard case .dictionary = value else {
            throw ArcadeFailure(.invalidArgument, "Dictionary takes a text that is an object in JSON, which begins with a brace")
        }
        return value
    }

    private static func dictionary(of feature: ArcadeFeature, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let names = feature.fieldNames
        try run.chargeValue(bytes: (names.count + 2) * 16)
        let attributes = try run.makeDictionary()
        for spelling in names {
            try run.charge(4 + spelling.utf8.count >> 3)
            let name = ArcadeName(spelling)
            attributes[name] = feature.value(named: name, in: run) ?? .null
        }
        let dictionary = try run.makeDictionary()
        dictionary["geometry"] = feature.geometry.map(ArcadeValue.geometry) ?? .null
        dictionary["attributes"] = .dictionary(attributes)
        return .dictionary(dictionary)
    }

    /// Whether there is such a key or field, whatever its value; of nothing, and of things without keys, false.
    static func hasKey(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(try ArcadeLookup.value(at: arguments[1], of: arguments[0], run) != nil)
    }

    /// Whether there is such a key or field, with a value that is neither null nor an empty text.
    static func hasValue(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let value = try ArcadeLookup.value(at: arguments[1], of: arguments[0], run)
        return .boolean(value.map { !ArcadeLookup.isEmpty($0) } ?? false)
    }
}
