// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Writes what scripts come to, as JSON.
struct ArcadeContentWriter {
    /// That of dates in features, which have none of their own.
    var timeZone = ArcadeTimeZone.utc

    /// How many features of a feature set are written.
    static let maximumFeatureCount = 10_000

    func append(_ value: ArcadeContent, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): JSONWriter.append(value, to: &output)
        case .text(let value): JSONWriter.append(value, to: &output)
        case .date(let value): append(value, to: &output)
        case .dateOnly(let value): append(type: "dateOnly", ["iso": ArcadeDateText.iso(value)], to: &output)
        case .time(let value): append(type: "time", ["iso": ArcadeDateText.iso(value)], to: &output)
        case .array(let values): appendList(values, to: &output) { append($0, to: &$1) }
        case .dictionary(let entries): appendMembers(entries, to: &output) { append($0, to: &$1) }
        case .feature(let row):
            output.append(contentsOf: #"{"type":"feature","#.utf8)
            appendFeature(row, to: &output)
        case .geometry(let geometry): append(geometry, to: &output)
        case .featureSet(let source): append(source, to: &output)
        case .featureSetCollection(let layers):
            output.append(contentsOf: #"{"type":"featureSetCollection","layers":"#.utf8)
            appendList(layers, to: &output) { layer, output in
                appendMembers([("id", layer.id), ("title", layer.title)], to: &output) { JSONWriter.append($0, to: &$1) }
            }
            output.append(UInt8(ascii: "}"))
        case .function(let name): append(type: "function", ["name": name], to: &output)
        }
    }

    // MARK: Dates

    private func append(_ date: ArcadeDate, to output: inout [UInt8]) {
        append(type: "date", ["iso": ArcadeDateText.iso(date), "zone": date.zone.name], to: &output)
    }

    private func append(type: String, _ members: KeyValuePairs<String, String>, to output: inout [UInt8]) {
        appendMembers([("type", type)] + members.map { ($0.key, $0.value) }, to: &output) { JSONWriter.append($0, to: &$1) }
    }

    // MARK: Features

    private func append(_ geometry: Geometry, to output: inout [UInt8]) {
        let type =
            switch geometry {
            case is Point: "point"
            case is Multipoint: "multipoint"
            case is Polyline: "polyline"
            case is Polygon: "polygon"
            default: "extent"
            }
        output.append(contentsOf: "{\"type\":\"\(type)\"".utf8)
        let members = geometry.toJSON().utf8.dropFirst()
        if members.count > 1 { output.append(UInt8(ascii: ",")) }
        output.append(contentsOf: members)
    }

    /// The members of a feature and the brace that ends it.
    private func appendFeature(_ row: any ArcadeRow, to output: inout [UInt8]) {
        output.append(contentsOf: #""geometry":"#.utf8)
        if let geometry = row.geometry { append(geometry, to: &output) } else { output.append(contentsOf: "null".utf8) }
        output.append(contentsOf: #","attributes":"#.utf8)
        appendMembers(row.fieldNames.map { ($0, row.value(named: ArcadeName($0)) ?? .null) }, to: &output) { append($0, to: &$1) }
        output.append(UInt8(ascii: "}"))
    }

    private func append(_ value: AttributeValue, to output: inout [UInt8]) {
        switch value {
        case .instant(let instant): append(ArcadeDate(instant: instant, zone: timeZone), to: &output)
        case .date(let value): append(ArcadeContent.dateOnly(value), to: &output)
        case .time(let value): append(ArcadeContent.time(value), to: &output)
        default: EvaluationWriter.append(value, to: &output)
        }
    }

    private func append(_ source: any ArcadeFeatureSource, to output: inout [UInt8]) {
        output.append(contentsOf: #"{"type":"featureSet","features":["#.utf8)
        var count = 0
        let start = output.count
        do {
            try source.forEachRow(in: nil) { row throws(ArcadeFailure) in
                guard count < Self.maximumFeatureCount else { return false }
                output.append(contentsOf: (count > 0 ? ",{" : "{").utf8)
                appendFeature(row, to: &output)
                count += 1
                return true
            }
        } catch {
            // What could not be read is no part of the answer.
            output.removeSubrange(start...)
            output.append(contentsOf: #"],"error":"#.utf8)
            JSONWriter.append(error.message, to: &output)
            output.append(UInt8(ascii: "}"))
            return
        }
        output.append(contentsOf: "]}".utf8)
    }

    // MARK: Lists

    private func appendList<Element>(_ elements: [Element], to output: inout [UInt8], _ body: (Element, inout [UInt8]) -> Void) {
        output.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            body(element, &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private func appendMembers<Value>(_ members: [(String, Value)], to output: inout [UInt8], _ body: (Value, inout [UInt8]) -> Void) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONWriter.append(member.0, to: &output)
            output.append(UInt8(ascii: ":"))
            body(member.1, &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}
