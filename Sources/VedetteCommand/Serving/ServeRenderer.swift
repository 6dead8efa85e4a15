// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// A renderer in the configuration of `vedette serve`.
struct ServeRenderer: Decodable {
    enum Kind: String, CaseIterable {
        case simple
        case uniqueValue = "unique-value"
        case classBreaks = "class-breaks"
    }

    private let kind: Kind
    private let fields: [String]
    private let symbol: ServeSymbol?
    private let classes: [Class]
    private let other: Other?
    private let rotation: String
    private let isGeographic: Bool

    /// Elements of one symbol: those with certain values, or in a range.
    private struct Class: Decodable {
        var values: [Value]?
        var from: Double?
        var to: Double?
        var label: String
        var symbol: ServeSymbol

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            values = try container.decodeIfPresent([Value].self, forKey: .values)
            from = try container.decodeIfPresent(Double.self, forKey: .from)
            to = try container.decodeIfPresent(Double.self, forKey: .to)
            label = try container.decodeIfPresent(String.self, forKey: .label) ?? ""
            symbol = try container.decode(ServeSymbol.self, forKey: .symbol)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case values
            case from
            case to
            case label
            case symbol
        }
    }

    /// Elements of no class.
    private struct Other: Decodable {
        var label: String
        var symbol: ServeSymbol

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            label = try container.decodeIfPresent(String.self, forKey: .label) ?? ""
            symbol = try container.decode(ServeSymbol.self, forKey: .symbol)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case label
            case symbol
        }
    }

    /// A value of YAML: a number, a truth value, a text, or nothing.
    private enum Value: Decodable {
        case number(Double)
        case flag(Bool)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var sendable: any Sendable {
            switch self {
            case .number(let number): number
            case .flag(let flag): flag
            case .text(let text): text
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        let text = try container.decode(String.self, forKey: .kind)
        guard let kind = Kind(rawValue: text) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "must be one of \(known)")
        }
        self.kind = kind
        let field = try container.decodeIfPresent(String.self, forKey: .field)
        fields = try container.decodeIfPresent([String].self, forKey: .fields) ?? field.map { [$0] } ?? []
        symbol = try container.decodeIfPresent(ServeSymbol.self, forKey: .symbol)
        classes = try container.decodeIfPresent([Class].self, forKey: .classes) ?? []
        other = try container.decodeIfPresent(Other.self, forKey: .other)
        rotation = try container.decodeIfPresent(String.self, forKey: .rotation) ?? ""
        let type = try container.decodeIfPresent(String.self, forKey: .rotationType) ?? "geographic"
        try container.require(.rotationType, "geographic or arithmetic", ["geographic", "arithmetic"].contains(type))
        isGeographic = type == "geographic"
        do {
            _ = try RendererExpression(rotation)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .rotation, in: container, debugDescription: "\(error)")
        }
        try container.require(.symbol, "there for a simple renderer, and only for one", (symbol != nil) == (kind == .simple))
        try container.require(.classes, "there unless the renderer is simple", classes.isEmpty == (kind == .simple))
        try container.require(.classes, "at most 500", classes.count <= 500)
        try container.require(.other, "for unique-value and class-breaks", other == nil || kind != .simple)
        switch kind {
        case .simple: try container.require(.fields, "for unique-value and class-breaks", fields.isEmpty)
        case .uniqueValue: try container.require(.fields, "there, one or more", !fields.isEmpty)
        case .classBreaks: try container.require(.field, "there, one", fields.count == 1)
        }
        for (index, one) in classes.enumerated() {
            let isRight =
                switch kind {
                case .simple: true
                case .uniqueValue: one.values?.count == fields.count && one.from == nil && one.to == nil
                case .classBreaks: one.values == nil && one.from != nil && one.to != nil && one.from ?? 0 <= one.to ?? 0
                }
            let needed =
                kind == .uniqueValue ? "values, one for each field, without from and to" : "from and to, the smaller first, without values"
            guard isRight else {
                throw DecodingError.dataCorruptedError(
                    forKey: .classes, in: container, debugDescription: "class \(index + 1) must have \(needed)")
            }
        }
    }

    enum Keys: String, CodingKey, CaseIterable {
        case kind
        case field
        case fields
        case symbol
        case classes
        case other
        case rotation
        case rotationType = "rotation-type"
    }

    /// The renderer. `resolve` tells where the file of a picture is.
    func renderer(_ resolve: (String) -> String) throws -> Renderer {
        let renderer: Renderer
        switch kind {
        case .simple: renderer = SimpleRenderer(symbol: try symbol?.resolved(resolve))
        case .uniqueValue:
            let values = try classes.map { one in
                UniqueValue(label: one.label, symbol: try one.symbol.resolved(resolve), values: (one.values ?? []).map(\.sendable))
            }
            renderer = UniqueValueRenderer(
                fieldNames: fields, uniqueValues: values, defaultLabel: other?.label ?? "",
                defaultSymbol: try other?.symbol.resolved(resolve))
        case .classBreaks:
            let breaks = try classes.map { one in
                ClassBreak(
                    label: one.label, minValue: one.from ?? 0, maxValue: one.to ?? 0, symbol: try one.symbol.resolved(resolve))
            }
            let made = ClassBreaksRenderer(fieldName: fields[0], classBreaks: breaks)
            (made.defaultLabel, made.defaultSymbol) = (other?.label ?? "", try other?.symbol.resolved(resolve))
            renderer = made
        }
        renderer.rotationExpression = rotation
        renderer.rotationType = isGeographic ? .geographic : .arithmetic
        return renderer
    }
}
