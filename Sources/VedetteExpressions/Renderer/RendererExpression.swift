// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A number worked out from attributes, as renderers use it for rotation, heading, pitch, roll, extrusion and size: `[HEADING] + 3.5`.
///
/// Numbers, field names (in brackets where they have blanks), `+ - * / %`, signs, brackets, `ABS`, `ROUND`, `MIN` and `MAX`. Names are known
/// in any case. Dividing by zero gives no value.
public struct RendererExpression: Sendable {
    /// The expression as it was written.
    public let text: String

    /// Names of the fields that it mentions, each once, in the order in which they come.
    public let fieldNames: [String]

    private let clause: BoundWhereClause

    /// Parses an expression; a blank one is 0.
    ///
    /// - Throws: ``ExpressionError`` with the place of the first fault.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(ExpressionError) {
        self.text = text
        let syntax = try WhereParser.parse(text, in: .renderer) ?? WhereSyntax(kind: .literal(.integer(0)), offset: 0)
        fieldNames = syntax.fieldNames
        // Whatever attributes there will be: what is not there, or is no number, makes no value.
        clause = try BoundWhereClause(
            syntax, fields: syntax.spelledFieldNames.map { Field(name: $0, type: nil) }, now: Instant(microsecondsSince1970: 0),
            options: WhereOptions(), mustBeCondition: false, isRenderer: true)
    }

    /// What the expression comes to; nil where an attribute that it needs is missing or is no number, or the result is none.
    ///
    /// Numbers in text count as numbers. Angles are in degrees if the renderer says so; nothing is reduced to a full turn.
    public func value(_ attributes: [String: any Sendable]) -> Double? {
        clause.number(attributes)
    }

    /// As ``value(_:)``, asked of packed rows, without making attributes of them. `column` gives the word of a field of a row by its name; −1 where
    /// rows have none.
    package func numbers(of rows: UnsafePointer<UInt64>, texts: PackedTexts, column: (String) -> Int) -> PackedNumbers {
        clause.numbers(of: PackedRows(words: rows, stride: 1, count: 0, columns: clause.packedColumns { column($0) }, texts: texts))
    }
}

extension RendererExpression: Hashable {
    public static func == (lhs: RendererExpression, rhs: RendererExpression) -> Bool { lhs.text == rhs.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RendererExpression: CustomStringConvertible {
    public var description: String { text }
}
