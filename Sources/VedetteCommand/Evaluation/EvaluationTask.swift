// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteModel

/// One expression to evaluate, and what it is evaluated for.
struct EvaluationTask {
    /// Why a line of a batch is no task.
    struct Fault: Error {
        let message: String
        let offset: Int
    }

    var expression: String
    var attributes: [String: any Sendable]
    /// The fields that are declared, then those that only the attributes tell of.
    var fields: [Field]
    var parseOnly = false

    init(expression: String, attributes: [String: any Sendable], declared: [Field]) {
        (self.expression, self.attributes) = (expression, attributes)
        // A declared field takes the attribute of its spelling, or one of another; two spellings side by side are two fields.
        let spelled = Set(declared.map(\.name))
        let unspelled = Set(declared.filter { attributes[$0.name] == nil }.map { $0.name.lowercased() })
        let met = attributes.keys.filter { !spelled.contains($0) && !unspelled.contains($0.lowercased()) }.sorted()
        fields = declared + met.map { Field(name: $0, type: Self.type(of: attributes[$0])) }
    }

    /// Reads a line of a batch: `{"id":…,"expression":…,"attributes":{…},"fields":{name:type},"parseOnly":true}`.
    ///
    /// - Parameters:
    ///   - line: JSON text.
    ///   - id: set to the JSON text of the line's id, as soon as it is known.
    /// - Throws: ``Fault`` where the line is none of these.
    init(line: UnsafeRawBufferPointer, id: inout [UInt8]) throws(Fault) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            try Self.readID(line, &id)
            json = try JSONValue(text: line)
        } catch {
            throw Fault(message: "the line is not JSON: \(error)", offset: error.offset)
        }
        guard case .object = json else { throw Fault(message: "the line is no JSON object", offset: 0) }
        guard let expression = json["expression"]?.text else {
            throw Fault(message: #"the line has no text named "expression""#, offset: 0)
        }
        var declared: [Field] = []
        if let types = json["fields"] {
            guard case .object(let types) = types else { throw Fault(message: #""fields" is an object of names and types"#, offset: 0) }
            for (name, type) in types.sorted(by: { $0.key < $1.key }) {
                guard let known = type.text.flatMap(NamedFieldType.init) else {
                    throw Fault(
                        message: "the type of the field '\(name)' is not known; write for example text, int64, float64 or date", offset: 0)
                }
                declared.append(Field(name: name, type: known.type))
            }
        }
        var attributes: [String: any Sendable] = [:]
        if let given = json["attributes"] {
            guard case .object(let members) = given else { throw Fault(message: #""attributes" is an object"#, offset: 0) }
            attributes = Self.attributes(members)
        }
        self.init(expression: expression, attributes: attributes, declared: declared)
        parseOnly = json["parseOnly"]?.boolean ?? false
    }

    /// Attributes by name; null is there as a name without a value.
    static func attributes(_ members: [String: JSONValue]) -> [String: any Sendable] {
        members.mapValues { $0.attribute ?? Null() }
    }

    /// Stands for null, so that its name is known: no attribute type holds it, and so it is null to every reader.
    private struct Null: Sendable {}

    private static func type(of value: (any Sendable)?) -> FieldType? {
        switch value {
        case is String: .text
        case is Int64: .int64
        case is Double: .float64
        default: nil
        }
    }

    /// Finds the id as it is written, so that it comes back the same; also where the line is broken behind it.
    static func readID(_ line: UnsafeRawBufferPointer, _ id: inout [UInt8]) throws(JSONSyntaxError) {
        var cursor = JSONCursor(line)
        var found: [UInt8]?
        defer { if let found { id = found } }
        try cursor.readMembersIfObject { key, cursor throws(JSONSyntaxError) in
            let isID = cursor.text(of: key) == "id"
            let range = try cursor.skipValue()
            if isID, found == nil {
                var text: [UInt8] = []
                JSONWriter.append(compacting: UnsafeRawBufferPointer(rebasing: line[range]), to: &text)
                found = text
            }
        }
    }
}

extension JSONCursor {
    /// As ``readMembers(_:)``, but passes over a value that is no object.
    fileprivate mutating func readMembersIfObject(
        _ body: (JSONString, inout JSONCursor) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        if try peekValue() == UInt8(ascii: "{") { try readMembers(body) } else { try skipValue() }
    }
}

/// A type of field by any name that it goes by: ours, Esri's, SQL's.
struct NamedFieldType {
    /// nil for booleans, of which fields have none, and for fields that may hold anything.
    let type: FieldType?

    init?(_ name: String) {
        if let known = FieldType(esriName: name) ?? FieldType.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) {
            type = known
            return
        }
        switch name.lowercased() {
        case "string", "varchar", "char": type = .text
        case "short", "smallint", "smallinteger": type = .int16
        case "long", "integer", "int": type = .int32
        case "bigint", "biginteger": type = .int64
        case "float", "single", "real": type = .float32
        case "double", "number", "numeric", "decimal": type = .float64
        case "datetime", "timestamp": type = .date
        case "time": type = .timeOnly
        case "uuid": type = .guid
        case "boolean", "bool", "any": type = nil
        default: return nil
        }
    }
}
