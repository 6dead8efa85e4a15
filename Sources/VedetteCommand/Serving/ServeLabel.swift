// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// Labels of a kind in the configuration of `vedette serve`.
struct ServeLabel: Decodable {
    let definition: LabelDefinition

    private static let placements: [String: LabelDefinition.Placement] = [
        "automatic": .automatic, "above": .pointAboveCenter, "above-left": .pointAboveLeft, "above-right": .pointAboveRight,
        "below": .pointBelowCenter, "below-left": .pointBelowLeft, "below-right": .pointBelowRight, "center": .pointCenterCenter,
        "left": .pointCenterLeft, "right": .pointCenterRight,
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        let simple = try container.decodeIfPresent(String.self, forKey: .text)
        let script = try container.decodeIfPresent(String.self, forKey: .arcade)
        try container.require(.text, "there, or arcade, and not both", (simple == nil) != (script == nil))
        if let script {
            do {
                try ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .labeling).check()
            } catch {
                throw DecodingError.dataCorruptedError(forKey: .arcade, in: container, debugDescription: "\(error)")
            }
        }
        let expression: LabelExpression =
            script.map { ArcadeLabelExpression(arcadeString: $0) } ?? SimpleLabelExpression(simpleExpression: simple ?? "")
        let size = try container.decodeIfPresent(Double.self, forKey: .size) ?? 11
        try container.require(.size, "from 4 to 64 points", (4...64).contains(size))
        let symbol = TextSymbol(color: try container.decodeIfPresent(ServeColor.self, forKey: .color)?.color ?? .clear, size: size)
        symbol.haloColor = try container.decodeIfPresent(ServeColor.self, forKey: .halo)?.color ?? .clear
        symbol.haloWidth = symbol.haloColor.alpha > 0 ? 1.5 : 0
        symbol.fontWeight = try container.decodeIfPresent(Bool.self, forKey: .bold) ?? false ? .bold : .normal
        definition = LabelDefinition(labelExpression: expression, textSymbol: symbol)
        definition.whereClause = try container.decodeIfPresent(String.self, forKey: .whereClause) ?? ""
        do {
            _ = try WhereClause(definition.whereClause)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .whereClause, in: container, debugDescription: "\(error)")
        }
        let placement = try container.decodeIfPresent(String.self, forKey: .placement) ?? "automatic"
        guard let known = Self.placements[placement] else {
            let names = Self.placements.keys.sorted().joined(separator: ", ")
            throw DecodingError.dataCorruptedError(forKey: .placement, in: container, debugDescription: "must be one of \(names)")
        }
        definition.placement = known
        definition.minScale = try container.decodeIfPresent(Double.self, forKey: .minScale)
        definition.maxScale = try container.decodeIfPresent(Double.self, forKey: .maxScale)
        try container.require(.minScale, "above 0", definition.minScale.map { $0 > 0 } ?? true)
        try container.require(.maxScale, "above 0", definition.maxScale.map { $0 > 0 } ?? true)
        try ServeDisplay.checkScales(definition.minScale, definition.maxScale, container, .minScale)
        if let priority = try container.decodeIfPresent(Double.self, forKey: .priority) { definition.priority = priority }
    }

    enum Keys: String, CodingKey, CaseIterable {
        case text
        case arcade
        case whereClause = "where"
        case size
        case color
        case halo
        case bold
        case placement
        case priority
        case minScale = "min-scale"
        case maxScale = "max-scale"
    }
}

/// How the tracks of a source of `vedette serve` are shown.
struct ServeTrack: Decodable {
    var showsLine: Bool
    var showsPrevious: Bool
    var maximumObservations: Int?
    var maximumDuration: Double?

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        showsLine = try container.decodeIfPresent(Bool.self, forKey: .line) ?? true
        showsPrevious = try container.decodeIfPresent(Bool.self, forKey: .previous) ?? false
        maximumObservations = try container.decodeIfPresent(Int.self, forKey: .maximumObservations)
        maximumDuration = try container.decodeIfPresent(Double.self, forKey: .maximumDuration)
        try container.require(.maximumObservations, "1 or more", maximumObservations.map { $0 >= 1 } ?? true)
        try container.require(.maximumDuration, "0 seconds or more", maximumDuration.map { $0 >= 0 } ?? true)
    }

    enum Keys: String, CodingKey, CaseIterable {
        case line
        case previous
        case maximumObservations = "maximum-observations"
        case maximumDuration = "maximum-duration"
    }
}
