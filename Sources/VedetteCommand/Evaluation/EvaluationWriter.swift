// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteGeometry

/// Writes what expressions come to, as JSON.
enum EvaluationWriter {
    static func append(_ value: AttributeValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): JSONWriter.append(value, to: &output)
        case .number(let value): JSONWriter.append(value, to: &output)
        case .text(let value): JSONWriter.append(value, to: &output)
        case .instant(let value): append(type: "date", iso: value.description, to: &output)
        case .date(let value):
            // A day is its midnight, as it is beside other dates.
            let midnight = Instant(microsecondsSince1970: Int64(value.daysSince1970) * TimeOnly.microsecondsPerDay)
            append(type: "date", iso: midnight.description, to: &output)
        case .time(let value): append(type: "time", iso: value.description, to: &output)
        case .data(let value): JSONWriter.append(value.base64EncodedString(), to: &output)
        }
    }

    private static func append(type: String, iso: String, to output: inout [UInt8]) {
        output.append(contentsOf: "{\"type\":\"\(type)\",\"iso\":\"\(iso)\"}".utf8)
    }

    /// A line of a batch.
    static func append(id: [UInt8], value: AttributeValue, to output: inout [UInt8]) {
        output.append(contentsOf: "{\"id\":".utf8)
        output.append(contentsOf: id)
        output.append(contentsOf: ",\"value\":".utf8)
        append(value, to: &output)
        output.append(contentsOf: "}\n".utf8)
    }

    /// A line of a batch.
    static func append(id: [UInt8], error: String, at offset: Int, to output: inout [UInt8]) {
        output.append(contentsOf: "{\"id\":".utf8)
        output.append(contentsOf: id)
        output.append(contentsOf: ",\"error\":".utf8)
        JSONWriter.append(error, to: &output)
        output.append(contentsOf: ",\"at\":".utf8)
        JSONWriter.append(Int64(offset), to: &output)
        output.append(contentsOf: "}\n".utf8)
    }

    /// The part of an expression around a fault, with a mark under its place; nothing where it would not help.
    static func pointer(to offset: Int, in expression: String) -> String {
        let utf8 = Array(expression.utf8)
        guard offset >= 0, offset <= utf8.count, !expression.contains(where: \.isNewline) else { return "" }
        let before = String(decoding: utf8[..<offset], as: UTF8.self).suffix(60)
        let after = String(decoding: utf8[offset...], as: UTF8.self).prefix(20)
        return "\n    \(before)\(after)\n    \(String(repeating: " ", count: before.count))^"
    }
}
