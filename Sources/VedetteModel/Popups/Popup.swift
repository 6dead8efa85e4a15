// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteExpressions
package import VedetteValues

/// What is told of an element in a window of its own: worked out from a definition and the attributes of the element as they are when it is asked.
// Sendable by hand: what changes is behind locks.
public final class Popup: Hashable, @unchecked Sendable {
    public let geoElement: any GeoElement
    public let definition: PopupDefinition
    /// The parts, worked out by the last ``evaluateExpressions()``; before, with what needs no script.
    @Synchronized public private(set) var evaluatedElements: [PopupElement] = []
    /// What came of the scripts the last time.
    @Synchronized public private(set) var evaluations: [PopupExpressionEvaluation] = []

    /// - Parameters:
    ///   - geoElement: what it is about.
    ///   - definition: what it says; nil for all fields of the element.
    public init(geoElement: any GeoElement, definition: PopupDefinition? = nil) {
        (self.geoElement, self.definition) = (geoElement, definition ?? PopupDefinition(geoElement: geoElement))
        evaluatedElements = self.definition.elements.map { [context = PopupContext(geoElement, [])] in $0.evaluated(in: context) }
    }

    /// The title of the definition with the values of the element in it.
    public var title: String { PopupContext(geoElement, evaluations).filled(definition.title) }

    /// Evaluates the scripts of the definition, one after the other, and works out all elements anew.
    ///
    /// - Returns: one for each of the scripts, in their order; one that stumbles has its error in it.
    /// - Throws: `CancellationError`.
    @discardableResult
    public func evaluateExpressions() async throws -> [PopupExpressionEvaluation] {
        var made: [PopupExpressionEvaluation] = []
        for expression in definition.expressions {
            try Task.checkCancellation()
            do {
                let result = try await expression.evaluator.evaluate(withProfileVariables: ["$feature": geoElement])
                made.append(
                    PopupExpressionEvaluation(popupExpression: expression, result: Self.result(result, expression.returnType), error: nil))
            } catch {
                made.append(PopupExpressionEvaluation(popupExpression: expression, result: nil, error: error))
            }
        }
        let context = PopupContext(geoElement, made)
        evaluations = made
        evaluatedElements = definition.elements.map { $0.evaluated(in: context) }
        return made
    }

    private static func result(_ result: ArcadeEvaluationResult, _ type: PopupExpression.ReturnType) -> (any Sendable)? {
        guard result.result != nil else { return nil }
        switch type {
        case .string: return result.result(as: .string)
        case .number:
            guard let number = result.result(as: .double) as? Double, number.isFinite else { return nil }
            return number
        }
    }

    public static func == (lhs: Popup, rhs: Popup) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An element of which more is known than the attributes that it has.
package protocol DescribedElement: GeoElement {
    /// All fields, those without a value too.
    var describedFields: [Field] { get }
}

extension Feature: DescribedElement {
    package var describedFields: [Field] { table?.fields.filter { $0.type != .geometry } ?? [] }
}

/// What parts of a pop-up are worked out from, at one moment.
struct PopupContext {
    private let attributes: [String: any Sendable]
    private let fields: [String: Field]
    private let evaluations: [String: PopupExpressionEvaluation]

    init(_ element: any GeoElement, _ evaluations: [PopupExpressionEvaluation]) {
        attributes = element.attributes
        let described = (element as? any DescribedElement)?.describedFields ?? []
        fields = Dictionary(described.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        self.evaluations = Dictionary(evaluations.map { ($0.popupExpression.name.lowercased(), $0) }) { first, _ in first }
    }

    func label(of field: PopupField) -> String {
        if !field.label.isEmpty { return field.label }
        if let script = script(field.fieldName) { return evaluations[script]?.popupExpression.title.nonempty ?? field.fieldName }
        return fields[field.fieldName.lowercased()]?.alias.nonempty ?? field.fieldName
    }

    func text(of field: PopupField) -> String { text(named: field.fieldName, field.format) ?? "" }

    /// The value of a field, or the result of a script, as a text; nil where there is no such.
    private func text(named name: String, _ format: PopupFieldFormat? = nil) -> String? {
        if let script = script(name) {
            guard let evaluation = evaluations[script] else { return nil }
            return Self.text(of: AttributeValue(evaluation.result), format)
        }
        let value = AttributeNames.value(name, in: attributes)
        let field = fields[name.lowercased()]
        if value == .null, field == nil, !attributes.keys.contains(where: { $0.lowercased() == name.lowercased() }) { return nil }
        let coded = (field?.domain as? CodedValueDomain)?.codedValues.first { $0.value == value }
        return coded?.name ?? Self.text(of: value, format)
    }

    private func script(_ name: String) -> String? {
        let lower = name.lowercased()
        return lower.hasPrefix("expression/") ? String(lower.dropFirst("expression/".count)) : nil
    }

    private static func text(of value: AttributeValue, _ format: PopupFieldFormat?) -> String {
        guard let format else { return LabelTemplate.text(of: value) }
        switch value {
        case .number(let number): return NumberText.text(number, format)
        case .integer(let number): return NumberText.text(Double(number), format)
        default: return LabelTemplate.text(of: value)
        }
    }

    /// A text in which the names in braces have become values.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    func filled(_ text: String) -> String {
        var (made, rest) = ("", Substring(text))
        while let open = rest.firstIndex(of: "{") {
            made += rest[..<open]
            let inner = rest[rest.index(after: open)...]
            // A name ends before the next brace that opens.
            let end = inner.firstIndex { $0 == "}" || $0 == "{" }
            if let end, inner[end] == "}", let value = self.text(named: String(inner[..<end])) {
                made += value
                rest = inner[inner.index(after: end)...]
            } else {
                made += "{"
                rest = inner
            }
        }
        return made + rest
    }
}

/// Decimal numbers as people write them.
enum NumberText {
    /// A number with so many digits behind the point.
    static func text(_ number: Double, _ format: PopupFieldFormat) -> String {
        let places = min(max(format.decimalPlaces, 0), 15)
        let plain = String(format: "%.\(places)f", number)
        guard format.usesThousandsSeparator else { return plain }
        let parts = plain.split(separator: ".", maxSplits: 1)
        let isNegative = plain.hasPrefix("-")
        let digits = Array(isNegative ? parts[0].dropFirst() : parts[0])
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped.append(",") }
            grouped.append(digit)
        }
        return (isNegative ? "-" : "") + grouped + (parts.count > 1 ? "." + parts[1] : "")
    }
}

extension String {
    fileprivate var nonempty: String? { isEmpty ? nil : self }
}
