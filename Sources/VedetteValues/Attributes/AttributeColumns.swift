// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The attributes of many rows, field by field: what tables keep and where clauses scan.
package struct AttributeColumns: Sendable {
    package let fields: [Field]
    package private(set) var columns: [AttributeColumn]
    package private(set) var count = 0
    /// The columns by the lower-case name of their field.
    private let indexes: [String: Int]

    package init(fields: [Field]) {
        self.fields = fields
        columns = fields.map { AttributeColumn(type: $0.type) }
        indexes = Dictionary(fields.enumerated().map { ($1.name.lowercased(), $0) }) { first, _ in first }
    }

    /// The column of the field with this name, whatever its case; nil where there is none.
    package func column(named name: String) -> Int? {
        indexes[name.lowercased()]
    }

    /// Adds a row. Names that are no field's are passed over; a value that a field cannot hold becomes null.
    package mutating func append(_ attributes: [String: any Sendable]) {
        append(row(attributes))
    }

    /// Adds a row of as many values as there are fields.
    package mutating func append(_ values: [AttributeValue]) {
        precondition(values.count == columns.count)
        for index in columns.indices { columns[index].append(values[index]) }
        count += 1
    }

    /// Sets one value.
    package mutating func set(_ value: AttributeValue, row: Int, column: Int) {
        columns[column].set(value, at: row)
    }

    /// Replaces a row; fields that are not named become null.
    package mutating func replace(row: Int, with attributes: [String: any Sendable]) {
        let values = self.row(attributes)
        for index in columns.indices { columns[index].set(values[index], at: row) }
    }

    /// Removes a row; the last row takes its place.
    package mutating func swapRemove(row: Int) {
        for index in columns.indices { columns[index].swapRemove(at: row) }
        count -= 1
    }

    package subscript(row: Int, column: Int) -> AttributeValue { columns[column][row] }

    /// A row as a dictionary; null values are absent.
    package func attributes(row: Int) -> [String: any Sendable] {
        var attributes: [String: any Sendable] = [:]
        for (index, field) in fields.enumerated() {
            if let value = columns[index][row].sendable { attributes[field.name] = value }
        }
        return attributes
    }

    private func row(_ attributes: [String: any Sendable]) -> [AttributeValue] {
        var values = Array(repeating: AttributeValue.null, count: columns.count)
        for (name, value) in attributes {
            if let index = column(named: name) { values[index] = AttributeValue(value) }
        }
        return values
    }
}
