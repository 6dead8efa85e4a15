// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteValues

/// A condition on attributes, in the SQL that queries and filters of ArcGIS are written in: `STATUS = 'In flight' AND SPEED > 200`.
///
/// Logic has three values, as in SQL: what is compared with an unknown value is unknown, and a row matches only where the clause is true.
/// Keywords, functions and field names are known in any case; texts are compared by code points, `LIKE` is case-sensitive. Dates are in UTC.
/// The language is described in `docs/where.md`.
///
/// Parse a clause once, bind it to the fields of a table once, then ask for any number of rows.
public struct WhereClause: Sendable {
    /// The clause as it was written.
    public let text: String

    /// Names of the fields that the clause mentions, each once, in the order in which they come.
    public let fieldNames: [String]

    /// nil for a blank clause, which matches every row.
    private let syntax: WhereSyntax?

    /// Parses a clause; a blank one matches every row.
    ///
    /// - Parameter text: at most 1 MiB, nested at most 200 deep, lists of at most 10,000 values.
    /// - Throws: ``ExpressionError`` with the place of the first fault.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(ExpressionError) {
        self.text = text
        syntax = try WhereParser.parse(text, in: .whereClause)
        fieldNames = syntax?.fieldNames ?? []
    }

    /// Parses a clause in which `@name` stands for a variable of a script.
    init(_ text: String, parameters: WhereParameters) throws(ExpressionError) {
        self.text = text
        syntax = try WhereParser.parse(text, in: .whereClause, parameters: parameters)
        fieldNames = syntax?.fieldNames ?? []
    }

    /// Binds the clause to the fields of a table.
    ///
    /// - Parameters:
    ///   - fields: the fields of the rows; a field without a type takes each value as it is.
    ///   - now: what `CURRENT_TIMESTAMP` and its relatives are, for all rows.
    ///   - options: where services differ.
    /// - Returns: the clause, ready to be asked.
    /// - Throws: ``ExpressionError`` where the clause names no field of these, compares what cannot be compared, or is no condition.
    public func bound(to fields: [Field], now: Instant, options: WhereOptions = WhereOptions()) throws(ExpressionError) -> BoundWhereClause
    {
        try BoundWhereClause(syntax, fields: fields, now: now, options: options, mustBeCondition: true)
    }

    /// As ``bound(to:now:options:)``, for what need not be a condition: `vedette eval` prints any value.
    package func boundAsValue(to fields: [Field], now: Instant, options: WhereOptions) throws(ExpressionError) -> BoundWhereClause {
        try BoundWhereClause(syntax, fields: fields, now: now, options: options, mustBeCondition: false)
    }
}

extension WhereClause: Hashable {
    public static func == (lhs: WhereClause, rhs: WhereClause) -> Bool { lhs.text == rhs.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension WhereClause: CustomStringConvertible {
    public var description: String { text }
}
