// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteExpressions

/// An expression of a renderer that gives an angle in degrees, parsed once.
struct AngleExpression: Equatable, Sendable {
    private let expression: RendererExpression
    /// The field, where it is nothing but one.
    private let field: String?

    /// nil for a blank text.
    init?(_ text: String) throws(ExpressionError) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        expression = try RendererExpression(text)
        let bare = text.filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }
        let isField = expression.fieldNames.count == 1 && bare.lowercased() == expression.fieldNames[0].lowercased()
        field = isField ? expression.fieldNames[0] : nil
    }

    /// Binds the expression to a store, until the store changes; nil for a store that is empty.
    ///
    /// - Complexity: O(fields of the expression).
    func bound(to store: borrowing TrackStore) -> BoundAngle? {
        guard store.numberCount > 0 else { return nil }
        let schema = store.schema
        // Rows lie anywhere in memory, so they are counted in words from one place.
        let base = store.latest(0).words
        let numbers = expression.numbers(of: base + TrackRow.headerWords, texts: store.packedTexts) { name in
            let field = FieldColumn(name, in: schema)
            // Of a moment there is no angle.
            return field.type == .date ? -1 : field.column ?? -1
        }
        return BoundAngle(field: field.map { FieldColumn($0, in: schema) }, numbers: numbers, base: base)
    }
}

/// An ``AngleExpression`` bound to a store. Valid until the store changes.
struct BoundAngle {
    private let field: FieldColumn?
    private var numbers: PackedNumbers
    private let base: UnsafePointer<UInt64>

    fileprivate init(field: FieldColumn?, numbers: PackedNumbers, base: UnsafePointer<UInt64>) {
        (self.field, self.numbers, self.base) = (field, numbers, base)
    }

    /// The angle of a row; nil where the row has no number for it.
    mutating func value(of row: TrackRowView) -> Double? {
        if let field, field.type != .date {
            let value = field.value(row)
            if value.kind == .number { return value.number }
            if value.kind == .null { return nil }
        }
        // All rows are made of words, so the difference is whole.
        return numbers.value(atWord: (Int(bitPattern: row.words) - Int(bitPattern: base)) / 8)
    }
}
