// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
import VedetteExpressions
import VedetteGeometry
package import VedetteModel

/// The ``LabelDefinition``s of a layer as they are at one moment, ready to be asked of any number of rows of a store.
package struct LabelPlan: Sendable {
    /// How labels of one definition look and where they are put.
    package struct Class: Equatable, Sendable {
        package var name: String
        package var text: SymbolDescription.Text
        package var placement: LabelDefinition.Placement
        package var strategy: LabelDefinition.DeconflictionStrategy
        /// Which come first: a smaller number before a larger one; nil where the order of the definitions says that.
        package var priority: Double?
        package var minScale: Double?
        package var maxScale: Double?
        /// From the symbol to the label, in points; nil where the placement says that.
        package var offsetDistance: Double?
    }

    /// One label of an element.
    package struct Label: Equatable, Sendable {
        /// Which definition it is of.
        package var definition: UInt8
        package var text: String
    }

    /// The most definitions of a layer, in their order; what comes behind is left out and told.
    package static let maximumCount = 16
    /// The most characters (scalars) of a label.
    package static let maximumLength = 120

    package let classes: [Class]
    /// What is wrong with conditions that are none; their definitions give no labels.
    package let problems: [String]
    private let rules: [Rule]

    private struct Rule: Sendable {
        var clause: WhereClause?
        var expression: LabelExpression
        var usesCodedValues: Bool
        /// The fields that are needed; nil for all.
        var fieldNames: [String]?
    }

    /// The labels of a layer; nil where it shows none.
    package init?(_ layer: DynamicEntityLayer) {
        let definitions = layer.labelDefinitions
        guard layer.labelsAreEnabled, !definitions.isEmpty else { return nil }
        self.init(definitions)
    }

    init(_ definitions: [LabelDefinition]) {
        var problems: [String] = []
        func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
        classes = definitions.prefix(Self.maximumCount).map { definition in
            Class(
                name: definition.name, text: SymbolDescription.Text(definition.textSymbol), placement: definition.placement,
                strategy: definition.deconflictionStrategy, priority: finite(definition.priority), minScale: definition.minScale,
                maxScale: definition.maxScale, offsetDistance: finite(definition.offsetDistance))
        }
        rules = definitions.prefix(Self.maximumCount).enumerated().map { index, definition in
            let simple = definition.expression as? SimpleLabelExpression
            var rule = Rule(
                clause: nil, expression: definition.expression, usesCodedValues: definition.usesCodedValues, fieldNames: simple?.fieldNames)
            do {
                rule.clause = try WhereClause(definition.whereClause)
            } catch {
                problems.append("label \(index + 1): \(error)")
            }
            return rule
        }
        if definitions.count > Self.maximumCount {
            problems.append("there are \(definitions.count) label definitions; only \(Self.maximumCount) count")
        }
        self.problems = problems
    }

    /// Whether both give the same labels in the same look.
    package func isEqual(to other: LabelPlan) -> Bool {
        classes == other.classes && problems == other.problems && rules.count == other.rules.count
            && zip(rules, other.rules).allSatisfy {
                $0.clause == $1.clause && $0.expression === $1.expression && $0.usesCodedValues == $1.usesCodedValues
            }
    }

    /// Binds the plan to a store, until the store changes.
    ///
    /// - Parameters:
    ///   - store: whose rows will be asked.
    ///   - now: what `CURRENT_TIMESTAMP` and `Now()` are.
    /// - Returns: what answers for rows, as long as the store does not change.
    package func bound(to store: borrowing TrackStore, at now: Instant) -> BoundLabels {
        let fields = store.schema.namedFields
        return BoundLabels(
            rules: rules.enumerated().compactMap { index, rule in
                // A condition on a field that has not been reported yet is not fulfilled.
                guard let clause = rule.clause, let condition = try? clause.bound(to: fields, now: now) else { return nil }
                let needed = rule.fieldNames.map { names in names.map { FieldColumn($0, in: store.schema) } }
                let columns = needed?.compactMap(\.column) ?? fields.compactMap { store.schema.column(named: $0.name) }
                return BoundLabels.Rule(
                    definition: UInt8(index), test: clause.text.allSatisfy(\.isWhitespace) ? nil : store.rowTest(condition),
                    expression: rule.expression, usesCodedValues: rule.usesCodedValues, columns: columns)
            }, fields: fields, now: now)
    }
}

/// A ``LabelPlan`` bound to a store: what the labels of a row say. Valid until the store changes.
package struct BoundLabels {
    struct Rule {
        var definition: UInt8
        var test: TrackRowTest?
        var expression: LabelExpression
        var usesCodedValues: Bool
        var columns: [Int]
    }

    var rules: [Rule]
    let fields: [Field]
    let now: Instant

    /// The labels of a row, in the order of the definitions: of those whose condition it fulfils and which have something to say.
    ///
    /// - Complexity: O(fields of the labels), and what their scripts cost.
    package mutating func labels(of row: TrackRowView, in store: borrowing TrackStore) -> [LabelPlan.Label] {
        var labels: [LabelPlan.Label] = []
        for index in rules.indices {
            guard rules[index].test?.matches(row) ?? true else { continue }
            let rule = rules[index]
            var attributes: [String: any Sendable] = [:]
            for column in rule.columns { attributes[store.schema.fields[column].name] = store.attribute(row, column: column) }
            let text =
                switch rule.expression {
                case let script as ArcadeLabelExpression:
                    script.text(
                        for: attributes, fields: fields,
                        geometry: row.position.map { Point(x: $0.longitudeDegrees, y: $0.latitudeDegrees, spatialReference: .wgs84) },
                        at: now)
                case let simple as SimpleLabelExpression:
                    simple.text(for: attributes, fields: fields, usesCodedValues: rule.usesCodedValues)
                default: nil as String?
                }
            guard let text, !text.isEmpty else { continue }
            labels.append(LabelPlan.Label(definition: rule.definition, text: Self.cut(text)))
        }
        return labels
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > LabelPlan.maximumLength, text.unicodeScalars.count > LabelPlan.maximumLength else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(LabelPlan.maximumLength))) + "…"
    }
}
