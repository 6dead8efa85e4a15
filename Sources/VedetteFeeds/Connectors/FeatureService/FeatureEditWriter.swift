// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// Features as `applyEdits` takes them.
enum FeatureEditWriter {
    /// A feature as Esri JSON, with the fields that may be changed. What an existing feature lacks is sent as null.
    static func text(_ feature: Feature, _ layer: FeatureServiceLayer) -> String {
        let state = feature.editState
        let values = Dictionary(state.attributes.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        var output: [UInt8] = Array(#"{"attributes":{"#.utf8)
        var isFirst = true
        func append(_ name: String, _ value: AttributeValue) {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            JSONWriter.append(name, to: &output)
            output.append(UInt8(ascii: ":"))
            Self.append(value, to: &output)
        }
        if let id = feature.objectID { append(layer.objectIDFieldName, .integer(id)) }
        for field in layer.fields where field.isEditable && field.name != layer.objectIDFieldName {
            let name = field.name.lowercased()
            let value = values[name].map { AttributeValue($0).fitted(to: field.type) ?? .null }
            // A new feature leaves out what it lacks, so that the service puts its own defaults in.
            let isKnown = state.fields?.contains(name) ?? true
            if let value { append(field.name, value) } else if feature.objectID != nil, isKnown { append(field.name, .null) }
        }
        output.append(UInt8(ascii: "}"))
        if state.hasGeometry, layer.geometryType != nil {
            output.append(contentsOf: #","geometry":"#.utf8)
            output.append(contentsOf: (state.geometry?.toJSON() ?? "null").utf8)
        }
        output.append(UInt8(ascii: "}"))
        return String(decoding: output, as: UTF8.self)
    }

    /// A value as Esri JSON.
    static func append(_ value: AttributeValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): JSONWriter.append(value, to: &output)
        case .number(let value): JSONWriter.append(value, to: &output)
        case .text(let value): JSONWriter.append(value, to: &output)
        // Milliseconds since 1970.
        case .instant(let value): JSONWriter.append(value.microsecondsSince1970 / 1_000, to: &output)
        case .date(let value): JSONWriter.append(value.description, to: &output)
        case .time(let value): JSONWriter.append(value.description, to: &output)
        case .data(let value): JSONWriter.append(value.base64EncodedString(), to: &output)
        }
    }
}
