// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteDynamicEntities
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
        var angle: AngleExpression
        var isGeographic: Bool
    }

    /// How elements are turned in a scene, as ``RendererSceneProperties`` says.
    private struct Scene: Equatable, Sendable {
        var heading: AngleExpression?
        var pitch: AngleExpression?
        var roll: AngleExpression?
    }

    private let scene: Scene

    /// What is wrong with expressions of angles, which then turn nothing.
    package let problems: [String]

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
        var problems: [String] = []
        func angle(_ text: String, _ name: String) -> AngleExpression? {
            do {
                return try AngleExpression(text)
            } catch {
                problems.append("\(name): \(error)")
                return nil
            }
        }
        let isGeographic = renderer.rotationType == .geographic
        rotation = angle(renderer.rotationExpression, "rotation").map { Rotation(angle: $0, isGeographic: isGeographic) }
        let properties = renderer.sceneProperties
        scene = Scene(
            heading: angle(properties.headingExpression, "heading in scenes"), pitch: angle(properties.pitchExpression, "pitch in scenes"),
            roll: angle(properties.rollExpression, "roll in scenes"))
        self.problems = problems
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
        bound.rotation = rotation.flatMap { rotation in
            rotation.angle.bound(to: store).map { BoundRenderer.Rotation(angle: $0, isGeographic: rotation.isGeographic) }
        }
        (bound.sceneHeading, bound.scenePitch, bound.sceneRoll) = (
            scene.heading?.bound(to: store), scene.pitch?.bound(to: store), scene.roll?.bound(to: store)
        )
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
        var angle: BoundAngle
        var isGeographic: Bool
    }

    var rule = Rule.simple
    var rotation: Rotation?
    var sceneHeading: BoundAngle?
    var scenePitch: BoundAngle?
    var sceneRoll: BoundAngle?
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
        guard let isGeographic = rotation?.isGeographic, let angle = rotation?.angle.value(of: row) else { return nil }
        let heading = (isGeographic ? angle : 90 - angle).truncatingRemainder(dividingBy: 360)
        return heading < 0 ? heading + 360 : heading
    }

    /// How a row is turned in a scene, in degrees, beside how its symbol is turned by itself: its heading clockwise from north, as
    /// ``heading(of:)`` where the scene properties say nothing of it; its pitch up; its roll clockwise as seen from behind. nil where nothing
    /// is said, or the row has no number for it.
    package mutating func sceneAngles(of row: TrackRowView) -> (heading: Double?, pitch: Double?, roll: Double?) {
        let heading = sceneHeading == nil ? heading(of: row) : sceneHeading?.value(of: row)
        return (heading, scenePitch?.value(of: row), sceneRoll?.value(of: row))
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
