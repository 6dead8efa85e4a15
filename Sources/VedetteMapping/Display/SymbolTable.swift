// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// The symbols that a renderer gives, each with a number, and what a legend says of them.
package struct SymbolTable: Equatable, Sendable {
    /// One symbol of a renderer.
    package struct Class: Equatable, Sendable {
        package var label: String
        package var description: String
        /// nil where elements are not drawn.
        package var symbol: SymbolDescription?
    }

    /// What kind of renderer it is of.
    package enum Kind: String, Sendable {
        case simple
        case uniqueValue = "unique-value"
        case classBreaks = "class-breaks"
    }

    /// The most classes; elements of those beyond are drawn as those of none, and counted in ``omittedCount``.
    package static let maximumCount = 500

    package var kind: Kind
    /// The fields that decide.
    package var fieldNames: [String]
    /// By number. That of the elements of no other class is the last, where there are several.
    package var classes: [Class]
    /// How many classes the renderer has beyond the most.
    package var omittedCount: Int

    /// The classes of a renderer as it is now.
    package init(_ renderer: Renderer) {
        func description(_ symbol: Symbol?) -> SymbolDescription? { symbol.flatMap { SymbolDescription($0) } }
        switch renderer {
        case let renderer as UniqueValueRenderer:
            let values = renderer.uniqueValues
            (kind, fieldNames) = (.uniqueValue, renderer.fieldNames)
            classes = values.prefix(Self.maximumCount).map { value in
                let label = value.label.isEmpty ? Self.text(of: value.values) : value.label
                return Class(label: label, description: value.description, symbol: description(value.symbol))
            }
            classes.append(Class(label: renderer.defaultLabel, description: "", symbol: description(renderer.defaultSymbol)))
            omittedCount = max(0, values.count - Self.maximumCount)
        case let renderer as ClassBreaksRenderer:
            let breaks = renderer.classBreaks
            (kind, fieldNames) = (.classBreaks, [renderer.fieldName])
            classes = breaks.prefix(Self.maximumCount).map { range in
                let label = range.label.isEmpty ? Self.text(of: range) : range.label
                return Class(label: label, description: range.description, symbol: description(range.symbol))
            }
            classes.append(Class(label: renderer.defaultLabel, description: "", symbol: description(renderer.defaultSymbol)))
            omittedCount = max(0, breaks.count - Self.maximumCount)
        default:
            let simple = renderer as? SimpleRenderer
            (kind, fieldNames, omittedCount) = (.simple, [], 0)
            classes = [Class(label: simple?.label ?? "", description: simple?.description ?? "", symbol: description(simple?.symbol))]
        }
    }

    /// What a legend says of values without a label.
    private static func text(of values: [any Sendable]) -> String {
        values.map { value in
            switch AttributeValue(value) {
            case .null, .data: "–"
            case .boolean(let flag): flag ? "true" : "false"
            case .integer(let number): String(number)
            case .number(let number): "\(number)"
            case .text(let text): text
            case .instant(let instant): "\(instant)"
            case .date(let date): "\(date)"
            case .time(let time): "\(time)"
            }
        }.joined(separator: ", ")
    }

    private static func text(of range: ClassBreak) -> String {
        func text(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
        return "\(text(range.minValue)) – \(text(range.maxValue))"
    }
}
