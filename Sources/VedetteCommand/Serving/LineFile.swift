// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// The first line of a GeoJSON file: a geometry, a feature, or the first of a collection that is one.
struct LineFile: Decodable {
    let polyline: Polyline?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "LineString": polyline = Self.polyline([try container.decode([[Double]].self, forKey: .coordinates)])
        case "MultiLineString": polyline = Self.polyline(try container.decode([[[Double]]].self, forKey: .coordinates))
        case "Feature": polyline = try container.decodeIfPresent(LineFile.self, forKey: .geometry)?.polyline
        case "FeatureCollection": polyline = try container.decode([LineFile].self, forKey: .features).lazy.compactMap(\.polyline).first
        case "GeometryCollection": polyline = try container.decode([LineFile].self, forKey: .geometries).lazy.compactMap(\.polyline).first
        default: polyline = nil
        }
    }

    /// The lines through places [longitude, latitude] or [longitude, latitude, height]; nil where a place is none, or there is only one.
    static func polyline(_ lines: [[[Double]]]) -> Polyline? {
        guard !lines.isEmpty, lines.allSatisfy({ $0.count >= 2 && $0.allSatisfy { $0.count >= 2 && abs($0[1]) <= 90 } }) else { return nil }
        let hasHeights = lines.allSatisfy { $0.allSatisfy { $0.count > 2 } }
        return Polyline(
            lines: lines.map { line in Coordinates(x: line.map { $0[0] }, y: line.map { $0[1] }, z: hasHeights ? line.map { $0[2] } : nil)
            },
            spatialReference: .wgs84)
    }

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` that says what is wrong with it.
    static func read(_ path: String, named name: String) throws -> Polyline {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw CommandFailure(status: CommandFailure.badUsage, "\(name): the file \(path) cannot be read")
        }
        guard let file = try? JSONDecoder().decode(LineFile.self, from: data), let polyline = file.polyline else {
            throw CommandFailure(
                status: CommandFailure.badUsage, "\(name): there is no LineString of two or more places [longitude, latitude] in \(path)")
        }
        return polyline
    }

    private enum Keys: String, CodingKey {
        case type
        case coordinates
        case geometry
        case features
        case geometries
    }
}
