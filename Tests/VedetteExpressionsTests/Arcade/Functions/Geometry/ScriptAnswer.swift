// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

/// What a script answers, as a line of text that a table of a test can hold.
enum ScriptAnswer {
    /// Numbers to nine digits, geometries as Esri JSON; of a failure the code.
    static func text(
        of script: String, _ variables: [String: ArcadeContent] = [:], spatialReference: SpatialReference? = nil
    ) -> String {
        do {
            return describe(try value(of: script, variables, spatialReference: spatialReference).value)
        } catch {
            return error.code.rawValue
        }
    }

    static func value(
        of script: String, _ variables: [String: ArcadeContent] = [:], spatialReference: SpatialReference? = nil
    ) throws(ArcadeError) -> ArcadeProgram.Outcome {
        let program = try ArcadeProgram(script, profile: .any)
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        context.spatialReference = spatialReference
        return try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context)
    }

    static func describe(_ value: ArcadeContent) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value): number(value)
        case .text(let value): value
        case .array(let elements): "[" + elements.map(describe).joined(separator: ", ") + "]"
        case .dictionary(let entries): "{" + entries.map { "\($0.name): \(describe($0.value))" }.joined(separator: ", ") + "}"
        case .geometry(let geometry): geometry.toJSON()
        case .feature(let row):
            "feature(" + row.fieldNames.joined(separator: ", ") + ")"
        default: "?"
        }
    }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 1e9).rounded() / 1e9
        let shown = abs(value) < 1e6 ? rounded : value
        return shown == shown.rounded() && abs(shown) < 1e15 ? "\(Int(shown))" : "\(shown)"
    }
}

/// A feature for scripts.
final class TestRow: ArcadeRow {
    let fields: [(name: String, value: AttributeValue)]
    let geometry: Geometry?
    let schema: ArcadeSchema?

    init(fields: [(name: String, value: AttributeValue)] = [], geometry: Geometry? = nil, schema: ArcadeSchema? = nil) {
        (self.fields, self.geometry, self.schema) = (fields, geometry, schema)
    }

    func value(named name: ArcadeName) -> AttributeValue? { fields.first { $0.name.lowercased() == name.folded }?.value }

    var fieldNames: [String] { fields.map(\.name) }
}
