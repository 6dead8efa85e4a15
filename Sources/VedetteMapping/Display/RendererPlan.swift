// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteDynamicEntities
import VedetteExpressions
package import VedetteModel

/// A ``Renderer`` as it is at one moment, ready to be asked of any number of rows of a store.
///
/// Answers as the renderer does of the attributes that an application sees, but makes neither attributes nor texts of them; texts are compared by
/// code points.
package struct RendererPlan: Equatable, Sendable {
    /// Its symbols; what is found is a number of one of these.
    package let table: SymbolTable
    private let rule: Rule
    private let rotation: Rotation?

    private enum Rule: Equatable, Sendable {
        /// Everything is of class 0.
        case simple
        /// Which class has which values, by their ``ValueKey``s one behind the other.
        case uniqueValue(fieldNames: [String], classes: [[UInt8]: UInt16])
        case classBreaks(fieldName: String, ranges: [ClosedRange<Double>?], normalization: ClassBreakLookup.Normalization)
    }

    private struct Rotation: Equatable, Sendable {
        var expression: RendererExpression
        var isGeographic: Bool
        /// The field, where it is nothing but one.
        var field: String?
    }

    /// What is wrong with the rotation expression, which then turns nothing.
    package let problem: String?

    package init(_ renderer: Renderer) {
        table = SymbolTable(renderer)
        switch renderer {
        case let renderer as UniqueValueRenderer:
            let fieldNames = renderer.fieldNames
            var classes: [[UInt8]: UInt16] = [:]
            for (index, value) in renderer.uniqueValues.prefix(SymbolTable.maximumCount).enumerated() {
                // One with another number of values is never found; of equal ones, the first is.
                guard value.values.count == fieldNames.count, !fieldNames.isEmpty else { continue }
                var key: [UInt8] = []
                for value in value.values { ValueKey.append(AttributeValue(value), to: &key) }
                if classes[key] == nil { classes[key] = UInt16(index) }
            }
            rule = .uniqueValue(fieldNames: fieldNames, classes: classes)
        case let renderer as ClassBreaksRenderer:
            let normalization: ClassBreakLookup.Normalization =
                switch renderer.normalizationType {
                case .none: .none
                case .byField: .byField(renderer.normalizationFieldName)
                case .byLog: .byLog
                case .byPercentOfTotal: .byPercentOfTotal(renderer.normalizationTotal)
                }
            let ranges = renderer.classBreaks.prefix(SymbolTable.maximumCount).map { range in
                range.minValue <= range.maxValue ? range.minValue...range.maxValue : nil
            }
            rule = .classBreaks(fieldName: renderer.fieldName, ranges: ranges, normalization: normalization)
        default: rule = .simple
        }
        let text = renderer.rotationExpression
        guard text.contains(where: { !$0.isWhitespace }) else {
            (rotation, problem) = (nil, nil)
            return
        }
        do {
            let expression = try RendererExpression(text)
            let bare = text.filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }
            let field =
                expression.fieldNames.count == 1 && bare.lowercased() == expression.fieldNames[0].lowercased()
                ? expression.fieldNames[0] : nil
            rotation = Rotation(expression: expression, isGeographic: renderer.rotationType == .geographic, field: field)
            problem = nil
        } catch {
            (rotation, problem) = (nil, "rotation: \(error)")
        }
    }

    /// Binds the plan to a store, until the store changes.
    ///
    /// - Complexity: O(fields of the renderer).
    package func bound(to store: borrowing TrackStore) -> BoundRenderer {
        var bound = BoundRenderer(otherClass: UInt16(table.classes.count - 1))
        let schema = store.schema
        switch rule {
        case .simple: break
        case .uniqueValue(let fieldNames, let classes):
            bound.rule = .uniqueValue(fieldNames.map { FieldColumn($0, in: schema) }, classes)
        case .classBreaks(let fieldName, let ranges, let normalization):
            let divisor: FieldColumn? = if case .byField(let name) = normalization { FieldColumn(name, in: schema) } else { nil }
            bound.rule = .classBreaks(FieldColumn(fieldName, in: schema), ranges, normalization, divisor: divisor)
        }
        if let rotation, store.numberCount > 0 {
            // Rows lie anywhere in memory, so they are counted in words from one place.
            let base = store.latest(0).words
            let numbers = rotation.expression.numbers(of: base + TrackRow.headerWords, texts: store.packedTexts) { name in
                let field = FieldColumn(name, in: schema)
                // Of a moment there is no angle.
                return field.type == .date ? -1 : field.column ?? -1
            }
            bound.rotation = BoundRenderer.Rotation(
                field: rotation.field.map { FieldColumn($0, in: schema) }, numbers: numbers, base: base, isGeographic: rotation.isGeographic
            )
        }
        return bound
    }
}

/// Where a store has a field, found by its name in any case.
struct FieldColumn: Sendable {
    /// nil where there is none, which is null.
    var column: Int?
    var type: FieldType?

    init(_ name: String, in schema: ObservationSchema) {
        column = schema.column(named: name)
        if column == nil {
            let wanted = name.lowercased()
            // Of names that differ in case alone, the first in order.
            let found = schema.namedFields.map(\.name).filter { $0.lowercased() == wanted }.min()
            column = found.flatMap { schema.column(named: $0) }
        }
        type = column.flatMap { schema.fields[$0].type }
    }

    func value(_ row: TrackRowView) -> PackedValue { column.map { row.value(column: $0) } ?? .null }

    /// The number that an application sees; nil where it sees none.
    func number(_ row: TrackRowView, in store: borrowing TrackStore) -> Double? {
        let value = value(row)
        switch value.kind {
        case .number where type == .date: return nil
        case .number: return type == .float32 ? Double(Float(value.number)) : value.number
        case .integer: return Int64(store.text(of: value)).map(Double.init)
        default: return nil
        }
    }
}

/// A ``RendererPlan`` bound to a store: which class a row is of and how its symbol is turned. Valid until the store changes.
package struct BoundRenderer {
    enum Rule {
        case simple
        case uniqueValue([FieldColumn], [[UInt8]: UInt16])
        case classBreaks(FieldColumn, [ClosedRange<Double>?], ClassBreakLookup.Normalization, divisor: FieldColumn?)
    }

    struct Rotation {
        var field: FieldColumn?
        var numbers: PackedNumbers
        var base: UnsafePointer<UInt64>
        var isGeographic: Bool
    }

    var rule = Rule.simple
    var rotation: Rotation?
    private let otherClass: UInt16
    private var key: [UInt8] = []

    init(otherClass: UInt16) {
        self.otherClass = otherClass
    }

    /// The number of the class of a row.
    ///
    /// - Complexity: O(1) in the number of unique values, O(*n*) in that of breaks. Nothing is allocated.
    package mutating func symbolClass(of row: TrackRowView, in store: borrowing TrackStore) -> UInt16 {
        switch rule {
        case .simple: return 0
        case .uniqueValue(let fields, let classes):
            key.removeAll(keepingCapacity: true)
            for field in fields { ValueKey.append(field.value(row), as: field.type, of: store, to: &key) }
            return classes[key] ?? otherClass
        case .classBreaks(let field, let ranges, let normalization, let divisor):
            guard let number = field.number(row, in: store) else { return otherClass }
            let divisor = divisor.map { $0.number(row, in: store) ?? .nan } ?? .nan
            guard let place = normalization.applied(to: number, divisor: divisor) else { return otherClass }
            return ranges.firstIndex { $0?.contains(place) == true }.map { UInt16($0) } ?? otherClass
        }
    }

    /// The direction in which the symbol of a row points, in degrees clockwise from north, 0 to below 360; nil where the renderer turns nothing, or the
    /// row has no number for it.
    package mutating func heading(of row: TrackRowView) -> Double? {
        guard rotation != nil, let angle = angle(of: row) else { return nil }
        let heading = (rotation?.isGeographic == true ? angle : 90 - angle).truncatingRemainder(dividingBy: 360)
        return heading < 0 ? heading + 360 : heading
    }

    private mutating func angle(of row: TrackRowView) -> Double? {
        if let field = rotation?.field, field.type != .date {
            let value = field.value(row)
            if value.kind == .number { return value.number }
            if value.kind == .null { return nil }
        }
        guard let base = rotation?.base else { return nil }
        // All rows are made of words, so the difference is whole.
        return rotation?.numbers.value(atWord: (Int(bitPattern: row.words) - Int(bitPattern: base)) / 8)
    }
}

extension ClassBreakLookup.Normalization {
    /// A number as it is looked up; nil where it cannot be worked out.
    func applied(to number: Double, divisor: Double) -> Double? {
        let result =
            switch self {
            case .none: number
            case .byField: number / divisor
            case .byLog: log10(number)
            case .byPercentOfTotal(let total): number / total * 100
            }
        return result.isFinite ? result : nil
    }
}
