// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import VedetteModel

/// A column of a feature table: how SQLite declares it and which field it is.
struct GeoPackageColumn: Sendable {
    let field: Field
    /// The smallest and the largest value of a column of whole numbers, where its type says so.
    let range: ClosedRange<Int64>?
    /// Whether SQLite fills it in where nothing is given.
    let hasDefault: Bool
    /// Whether it can be written.
    let isGenerated: Bool

    /// - Parameters:
    ///   - name: the name of the column.
    ///   - declaration: its type as it was declared, such as `TEXT(20)`.
    ///   - isRequired: whether it is NOT NULL.
    ///   - defaultExpression: what stands behind DEFAULT.
    ///   - isGenerated: whether it is computed from others.
    ///   - alias: the name for people.
    init(
        name: String, declaration: String, isRequired: Bool, defaultExpression: String?, isGenerated: Bool, alias: String
    ) {
        let (type, length, range) = Self.type(declaration)
        self.range = range
        self.isGenerated = isGenerated
        hasDefault = defaultExpression != nil
        guard let type else {
            field = Field(name: name, type: nil)
            return
        }
        let literal = defaultExpression.flatMap(Self.literal)
        field = Field(
            type: type, name: name, alias: alias, length: length, isEditable: !isGenerated,
            isNullable: !isRequired || isGenerated || (defaultExpression != nil && literal == nil), defaultValue: literal)
    }

    /// The field type that a declaration means (OGC 12-128r17, table 1; other declarations by SQLite's rules of affinity), the length of
    /// a text, and the range of whole numbers.
    private static func type(_ declaration: String) -> (FieldType?, length: Int, range: ClosedRange<Int64>?) {
        let upper = declaration.uppercased()
        let parts = upper.split(separator: "(", maxSplits: 1)
        let base = parts.first.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
        let length = parts.count == 2 ? Int(parts[1].prefix { $0 >= "0" && $0 <= "9" }) ?? 0 : 0
        switch base {
        case "BOOLEAN": return (.int16, 0, 0...1)
        case "TINYINT": return (.int16, 0, -128...127)
        case "SMALLINT": return (.int16, 0, nil)
        case "MEDIUMINT": return (.int32, 0, nil)
        case "INT", "INTEGER", "BIGINT": return (.int64, 0, nil)
        case "FLOAT": return (.float32, 0, nil)
        case "DOUBLE", "REAL", "DOUBLE PRECISION", "NUMERIC", "DECIMAL": return (.float64, 0, nil)
        case "TEXT": return (.text, length, nil)
        case "BLOB": return (.blob, length, nil)
        case "DATE": return (.dateOnly, 0, nil)
        case "DATETIME", "TIMESTAMP": return (.date, 0, nil)
        default:
            if base.contains("INT") { return (.int64, 0, nil) }
            if base.contains("CHAR") || base.contains("CLOB") || base.contains("TEXT") { return (.text, length, nil) }
            if base.contains("REAL") || base.contains("FLOA") || base.contains("DOUB") { return (.float64, 0, nil) }
            return (nil, 0, nil)
        }
    }

    /// The declaration with which a field is kept; nil for one that cannot be.
    static func declaration(of field: Field) -> String? {
        switch field.type {
        case .int16: "SMALLINT"
        case .int32: "MEDIUMINT"
        case .int64: "INTEGER"
        case .float32: "FLOAT"
        case .float64: "DOUBLE"
        case .text: field.length > 0 ? "TEXT(\(field.length))" : "TEXT"
        case .xml: "TEXT"
        case .guid, .globalID: "TEXT(38)"
        case .timeOnly: "TEXT(15)"
        case .date, .timestampOffset: "DATETIME"
        case .dateOnly: "DATE"
        case .blob, .raster: "BLOB"
        case .oid, .geometry, nil: nil
        }
    }

    /// The value of a default that is a number or a text; nil for one that SQLite has to work out.
    private static func literal(_ expression: String) -> (any Sendable)? {
        if let whole = Int64(expression) { return whole }
        if let number = Double(expression), number.isFinite { return number }
        guard expression.count >= 2, let quote = expression.first, quote == "'", expression.last == quote else { return nil }
        return String(expression.dropFirst().dropLast()).replacing("''", with: "'")
    }

    // MARK: Values

    /// A value that was read. What does not fit the declared type, which SQLite does not mind, stays what it is.
    func attribute(_ value: DatabaseValue) -> AttributeValue {
        let raw: AttributeValue =
            switch value.storage {
            case .null: .null
            case .int64(let value): .integer(value)
            case .double(let value): AttributeValue(number: value)
            case .string(let value): .text(value)
            case .blob(let value): .data(value)
            }
        if field.type == .date || field.type == .dateOnly {
            // A number in a column of dates has no unit that anybody agreed on.
            guard case .text = raw else { return raw }
        }
        return raw.fitted(to: field.type) ?? raw
    }

    /// A time as a DATETIME has it: with milliseconds, neither more digits nor fewer (OGC 12-128r17, table 1), rounded down.
    static func text(_ instant: Instant) -> String {
        let milliseconds = CivilCalendar.floorDivide(instant.microsecondsSince1970, 1_000).quotient
        return Instant(microsecondsSince1970: milliseconds * 1_000).description
    }

    /// A value as it is written; it fits the field. Times lose what they have below a millisecond.
    func databaseValue(_ value: AttributeValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .boolean(let value): (value ? 1 : 0).databaseValue
        case .integer(let value): value.databaseValue
        case .number(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .instant(let value): Self.text(value).databaseValue
        case .date(let value): value.description.databaseValue
        case .time(let value): value.description.databaseValue
        case .data(let value): value.databaseValue
        }
    }
}
