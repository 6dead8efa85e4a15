// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

extension ArcadeRun {
    /// How deep values may lie in each other where they are taken apart with recursion.
    package static let greatestValueDepth = 64

    /// A variable or the like as a value of the run.
    package func value(of content: ArcadeContent) throws(ArcadeFailure) -> ArcadeValue { try value(of: content, depth: 0) }

    private func value(of content: ArcadeContent, depth: Int) throws(ArcadeFailure) -> ArcadeValue {
        switch content {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value.isNaN ? .nan : value)
        case .text(let value): return .text(value)
        case .date(let value): return .date(value)
        case .dateOnly(let value): return .dateOnly(value)
        case .time(let value): return .time(value)
        case .geometry(let value): return .geometry(value)
        case .feature(let row): return .feature(ArcadeFeature(row: row))
        case .featureSet(let source): return .featureSet(ArcadeFeatureSet(source: source))
        case .featureSetCollection(let sources): return .featureSetCollection(ArcadeFeatureSetCollection(sources))
        case .function(let name):
            guard let definition = ArcadeFunctionCatalogue.definition(named: name) else { return .null }
            return .function(ArcadeFunction(name: definition.name, body: .builtIn(definition)))
        case .array(let elements):
            try checkDepth(depth)
            try charge(elements.count)
            var values: [ArcadeValue] = []
            for element in elements { values.append(try value(of: element, depth: depth + 1)) }
            return try makeArray(values)
        case .dictionary(let entries):
            try checkDepth(depth)
            try charge(entries.count)
            try chargeValue(bytes: 16 * entries.count)
            let dictionary = try makeDictionary()
            for (name, entry) in entries { dictionary[name] = try value(of: entry, depth: depth + 1) }
            return .dictionary(dictionary)
        }
    }

    /// A value as it leaves the run: a copy that holds nothing of it.
    package func content(of value: ArcadeValue) throws(ArcadeFailure) -> ArcadeContent { try content(of: value, depth: 0) }

    private func content(of value: ArcadeValue, depth: Int) throws(ArcadeFailure) -> ArcadeContent {
        switch value {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value)
        case .text(let value): return .text(value)
        case .date(let value): return .date(value)
        case .dateOnly(let value): return .dateOnly(value)
        case .time(let value): return .time(value)
        case .geometry(let value): return .geometry(value)
        case .featureSet(let set): return .featureSet(set.source)
        case .featureSetCollection(let collection): return .featureSetCollection(collection.sources)
        case .function(let function): return .function(function.name)
        case .feature(let feature): return .feature(try row(of: feature))
        case .array(let array):
            try checkDepth(depth)
            try charge(array.elements.count)
            try chargeMemory(16 * array.elements.count)
            var elements: [ArcadeContent] = []
            for element in array.elements { elements.append(try content(of: element, depth: depth + 1)) }
            return .array(elements)
        case .dictionary(let dictionary):
            try checkDepth(depth)
            try charge(dictionary.count)
            try chargeMemory(16 * dictionary.count)
            var entries: [(name: String, value: ArcadeContent)] = []
            try dictionary.forEach { name, value throws(ArcadeFailure) in
                entries.append((name, try content(of: value, depth: depth + 1)))
            }
            return .dictionary(entries)
        }
    }

    /// A feature of the script as a row; the values of attributes that no table could hold become texts.
    private func row(of feature: ArcadeFeature) throws(ArcadeFailure) -> any ArcadeRow {
        if let row = feature.row { return row }
        var attributes: [(name: String, value: AttributeValue)] = []
        try feature.attributes?.forEach { name, value throws(ArcadeFailure) in
            try charge(1)
            attributes.append((name, try attribute(value)))
        }
        return ArcadeAttributesRow(attributes, geometry: feature.geometry)
    }

    /// A value as an attribute holds it.
    package func attribute(_ value: ArcadeValue) throws(ArcadeFailure) -> AttributeValue {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): AttributeValue(number: value)
        case .text(let value): .text(value)
        case .date(let value): .instant(value.instant)
        case .dateOnly(let value): .date(value)
        case .time(let value): .time(value)
        default: .text(try text(value))
        }
    }

    private func checkDepth(_ depth: Int) throws(ArcadeFailure) {
        guard depth < Self.greatestValueDepth else {
            throw ArcadeFailure(
                .limitExceeded, "arrays and dictionaries lie more than \(Self.greatestValueDepth) deep in each other, or hold themselves")
        }
    }
}
