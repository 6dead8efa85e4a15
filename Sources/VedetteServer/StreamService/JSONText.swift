// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// Writes values of JSON, in one line or for people.
enum JSONText {
    static func bytes(_ value: JSONValue, isPretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        append(value, indentation: isPretty ? 0 : nil, to: &output)
        return output
    }

    static func text(_ value: JSONValue) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    private static func append(_ value: JSONValue, indentation: Int?, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): JSONWriter.append(value, to: &output)
        case .number(let value): JSONWriter.append(value, to: &output)
        case .text(let value): JSONWriter.append(value, to: &output)
        case .array(let values):
            list("[", "]", values, indentation, to: &output) { value, inner, output in append(value, indentation: inner, to: &output) }
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            list("{", "}", sorted, indentation, to: &output) { member, inner, output in
                JSONWriter.append(member.key, to: &output)
                output.append(contentsOf: (inner == nil ? ":" : ": ").utf8)
                append(member.value, indentation: inner, to: &output)
            }
        }
    }

    private static func list<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ indentation: Int?, to output: inout [UInt8],
        _ body: (Element, Int?, inout [UInt8]) -> Void
    ) {
        let inner = elements.isEmpty ? nil : indentation.map { $0 + 1 }
        func newLine(_ depth: Int?, _ output: inout [UInt8]) {
            guard let depth else { return }
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
        output.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            newLine(inner, &output)
            body(element, inner, &output)
        }
        if !elements.isEmpty { newLine(indentation, &output) }
        output.append(contentsOf: close.utf8)
    }
}
