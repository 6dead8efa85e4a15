// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// Writes values as JSON, counting each before it is written.
struct ArcadeJSONWriter {
    private(set) var output: [UInt8] = []
    private let run: ArcadeRun

    init(_ run: ArcadeRun) {
        self.run = run
    }

    mutating func append(_ value: ArcadeValue, depth: Int) throws(ArcadeFailure) {
        try run.charge(1)
        switch value {
        case .null, .function: try append("null")
        case .boolean(let value): try append(value ? "true" : "false")
        case .number(let value):
            // The shortest decimal of a fraction takes longer to find.
            if value.rounded() != value { try run.charge(2) }
            try append(value.isFinite ? ArcadeNumberText.text(of: value) : "null")
        case .text(let value): try append(quoted: value)
        case .date(let value): try append(ArcadeNumberText.text(of: value.milliseconds))
        case .dateOnly(let value): try append(quoted: ArcadeDateText.iso(value))
        case .time(let value): try append(quoted: ArcadeDateText.iso(value))
        case .array(let array): try append(array, depth: depth)
        case .dictionary(let dictionary): try append(dictionary, depth: depth)
        case .feature(let feature): try append(feature, depth: depth)
        case .geometry(let geometry): try append(geometry)
        case .featureSet(let set): try append(set, depth: depth)
        case .featureSetCollection(let collection): try append(collection)
        }
    }

    // MARK: Parts

    private mutating func append(_ array: ArcadeArray, depth: Int) throws(ArcadeFailure) {
        try check(depth)
        for (index, element) in array.elements.enumerated() {
            try append(index == 0 ? "[" : ",")
            try append(element, depth: depth + 1)
        }
        try append(array.elements.isEmpty ? "[]" : "]")
    }

    private mutating func append(_ dictionary: ArcadeDictionary, depth: Int) throws(ArcadeFailure) {
        try check(depth)
        try append("{")
        for (index, name) in dictionary.keys.enumerated() {
            try append(name: name, isFirst: index == 0)
            try append(dictionary[name] ?? .null, depth: depth + 1)
        }
        try append("}")
    }

    private mutating func append(_ feature: ArcadeFeature, depth: Int) throws(ArcadeFailure) {
        try check(depth)
        try append(name: "geometry", isFirst: true, opening: "{")
        try append(feature.geometry.map(ArcadeValue.geometry) ?? .null, depth: depth + 1)
        try append(name: "attributes", isFirst: false)
        try append("{")
        for (index, name) in feature.fieldNames.enumerated() {
            try append(name: name, isFirst: index == 0)
            try append(feature.value(named: ArcadeName(name), in: run) ?? .null, depth: depth + 1)
        }
        try append("}}")
    }

    private mutating func append(_ set: ArcadeFeatureSet, depth: Int) throws(ArcadeFailure) {
        try check(depth)
        let schema = set.source.schema
        try append(name: "geometryType", isFirst: true, opening: "{")
        try append(quoted: schema.geometryType)
        try append(name: "fields", isFirst: false)
        try append("[")
        for (index, field) in schema.fields.enumerated() {
            try run.charge(4)
            if index > 0 { try append(",") }
            try append(name: "name", isFirst: true, opening: "{")
            try append(quoted: field.name)
            if let type = field.type {
                try append(name: "type", isFirst: false)
                try append(quoted: type.esriName)
            }
            try append(name: "alias", isFirst: false)
            try append(quoted: field.alias.isEmpty ? field.name : field.alias)
            try append("}")
        }
        try append("]")
        try append(name: "features", isFirst: false)
        try append("[")
        for (index, row) in try set.rows(in: run).enumerated() {
            if index > 0 { try append(",") }
            try append(.feature(ArcadeFeature(row: row)), depth: depth + 1)
        }
        try append("]}")
    }

    private mutating func append(_ collection: ArcadeFeatureSetCollection) throws(ArcadeFailure) {
        try append(name: "layers", isFirst: true, opening: "{")
        try append("[")
        for (index, source) in collection.sources.enumerated() {
            if index > 0 { try append(",") }
            try append(name: "id", isFirst: true, opening: "{")
            try append(quoted: source.id)
            try append(name: "title", isFirst: false)
            try append(quoted: source.title)
            try append("}")
        }
        try append("]}")
    }

    /// Esri JSON. A vertex takes as long as two numbers, and has five bytes at least.
    private mutating func append(_ geometry: Geometry) throws(ArcadeFailure) {
        let vertexCount = geometry.runs.reduce(0) { $0 + $1.count + 1 }
        try run.charge(2 * vertexCount)
        try run.checkTextSize(output.count + 5 * vertexCount)
        try append(geometry.toJSON())
    }

    // MARK: Tokens

    private func check(_ depth: Int) throws(ArcadeFailure) {
        if depth >= ArcadeJSON.maximumDepth {
            throw ArcadeFailure(
                .limitExceeded,
                "a value that contains others more than \(ArcadeJSON.maximumDepth) deep, or itself, cannot be written as text")
        }
    }

    private mutating func append(name: String, isFirst: Bool, opening: String = "") throws(ArcadeFailure) {
        try append(isFirst ? opening : ",")
        try append(quoted: name)
        try append(":")
    }

    private mutating func append(quoted text: String) throws(ArcadeFailure) {
        try run.charge(text.utf8.count >> 5)
        try run.checkTextSize(output.count + text.utf8.count)
        let start = output.count
        JSONWriter.append(text, to: &output)
        try run.chargeText(output, from: start)
    }

    private mutating func append(_ text: String) throws(ArcadeFailure) {
        try run.append(text, to: &output)
    }
}
