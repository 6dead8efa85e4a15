// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// The geometry of a query as people name it: a file, or the text itself.
enum QueryGeometry {
    /// Files beyond this are no geometry to ask for, in bytes.
    private static let maximumFileSize = 256 << 20

    /// Reads GeoJSON (a geometry, feature or collection), Esri JSON (a geometry or feature set) or WKT from the file of that name, or from the text itself.
    ///
    /// The features of a collection count as one geometry: their union. Esri JSON and WKT without a spatial reference are taken to be in WGS 84.
    static func read(_ text: String) async throws -> Geometry {
        let isFile = FileManager.default.fileExists(atPath: text)
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard isFile || looksLikeGeometry(trimmed) else {
            throw CommandFailure(
                "--geometry: there is no file \(text), and it is no WKT such as 'POLYGON((-112 33, -111 33, -111 34, -112 33))' either")
        }
        let name = isFile ? text : "--geometry"
        let written = isFile ? try contents(of: text) : trimmed
        do {
            let geometry = try await parse(written)
            guard !geometry.isEmpty else {
                throw CommandFailure(status: CommandFailure.badUsage, "\(name) is empty: nothing can lie to it in any way")
            }
            return geometry
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(status: CommandFailure.badUsage, "\(name): \(error)")
        }
    }

    private static func looksLikeGeometry(_ text: String) -> Bool {
        text.hasPrefix("{") || text.wholeMatch(of: #/(?is)(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\b.*/#) != nil
    }

    private static func contents(of path: String) throws -> String {
        do {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                throw CommandFailure("\(path) is a folder; name a file in it")
            }
            // A pipe has no size, so what comes is counted.
            guard let file = FileHandle(forReadingAtPath: path) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EACCES) }
            defer { try? file.close() }
            var bytes = Data()
            while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
                bytes.append(more)
                guard bytes.count <= maximumFileSize else {
                    throw CommandFailure("\(path) is too long: a geometry may have \(maximumFileSize) bytes")
                }
            }
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                throw CommandFailure(status: CommandFailure.badUsage, "\(path) is not UTF-8 text; write GeoJSON, Esri JSON or WKT")
            }
            return text.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines.union(["\u{FEFF}"]))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func parse(_ text: String) async throws -> Geometry {
        guard text.hasPrefix("{") else { return try Geometry.fromWKT(text, spatialReference: .wgs84) }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        if object["type"] is String { return try await union(of: try FeatureCollectionTable.fromGeoJSON(text)) }
        if object["features"] is [Any] { return try await union(of: try FeatureCollectionTable.fromJSON(text)) }
        return try Geometry.fromJSON(text)
    }

    private static func union(of table: FeatureCollectionTable) async throws -> Geometry {
        let geometries = try await table.queryFeatures(using: QueryParameters()).features().compactMap(\.geometry)
        guard let first = geometries.first else {
            throw CommandFailure(status: CommandFailure.badUsage, "--geometry: no feature has a geometry")
        }
        guard geometries.count > 1 else { return first }
        guard let union = GeometryEngine.union(of: geometries) else {
            throw CommandFailure(
                status: CommandFailure.badUsage,
                "--geometry: the features cannot be made one geometry; write points, lines or areas, not several kinds")
        }
        return union
    }
}
