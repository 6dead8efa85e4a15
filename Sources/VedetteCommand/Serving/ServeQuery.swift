// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

/// A query that a source of `vedette serve` offers by name.
struct ServeQuery: Decodable {
    /// What a viewer is asked for.
    struct Parameter: Decodable {
        var name: String
        var example: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            example = try container.decodeIfPresent(String.self, forKey: .example)
        }

        enum Keys: String, CodingKey, CaseIterable {
            case name
            case example
        }
    }

    /// A circle on the ground.
    struct Circle: Decodable {
        /// Longitude and latitude, degrees.
        var center: [Double]
        var metres: Double

        private static let units = ["m": 1, "km": 1_000, "mi": 1_609.344, "nmi": 1_852]

        init(from decoder: any Decoder) throws {
            let container = try decoder.strictContainer(keyedBy: Keys.self)
            center = try container.decode([Double].self, forKey: .center)
            let radius = try container.decode(Double.self, forKey: .radius)
            let unit = try container.decodeIfPresent(String.self, forKey: .unit) ?? "m"
            try container.require(
                .center, "[longitude, latitude] in degrees", center.count == 2 && abs(center[0]) <= 180 && abs(center[1]) <= 90)
            try container.require(.unit, "one of m, km, mi, nmi", Self.units[unit] != nil)
            metres = radius * (Self.units[unit] ?? 1)
            try container.require(.radius, "from 1 m to 9000 km", (1...9_000_000).contains(metres))
        }

        enum Keys: String, CodingKey, CaseIterable {
            case center
            case radius
            case unit
        }
    }

    var query: LiveQuery

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        query = LiveQuery(name: try container.decode(String.self, forKey: .name))
        query.whereClause = try container.decodeIfPresent(String.self, forKey: .whereClause) ?? ""
        query.trackIDs = try container.decodeIfPresent([String].self, forKey: .trackIDs) ?? []
        if let circle = try container.decodeIfPresent(Circle.self, forKey: .circle) {
            query.area = .circle(longitude: circle.center[0], latitude: circle.center[1], radius: circle.metres)
        }
        if let parameter = try container.decodeIfPresent(Parameter.self, forKey: .parameter) {
            query.parameter = .init(name: parameter.name, example: parameter.example ?? "")
        }
        let asks = query.whereClause.contains(LiveQuery.placeholder) || query.trackIDs.contains(LiveQuery.placeholder)
        try container.require(
            .parameter, "there where \(LiveQuery.placeholder) stands in where or track-ids, and only there",
            asks == (query.parameter != nil))
        do {
            // Without its fields the clause cannot be judged whole, but its grammar can; a parameter is a text in it.
            _ = try WhereClause(query.whereClause.replacing(LiveQuery.placeholder, with: "''"))
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .whereClause, in: container, debugDescription: "\(error)")
        }
    }

    enum Keys: String, CodingKey, CaseIterable {
        case name
        case whereClause = "where"
        case trackIDs = "track-ids"
        case circle
        case parameter
    }
}
