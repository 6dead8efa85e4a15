// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// The drawn fences as GeoJSON, in a file or for whoever asks: features with the area as it is judged, and how it was drawn among their properties.
///
/// So other programs, `vedette fence` among them, read the same fences.
struct DrawnFenceFile: Sendable {
    let path: String

    // MARK: Writing

    static func collection(_ entries: [DrawnFences.Entry], sources: [String], locations: [String]) -> [UInt8] {
        var object = LiveMessages.Object()
        object.add("type", "FeatureCollection")
        object.add("features", raw: LiveMessages.array(entries.map { feature($0, sources, locations) }))
        return object.text
    }

    private static func feature(_ entry: DrawnFences.Entry, _ sources: [String], _ locations: [String]) -> [UInt8] {
        let fence = entry.fence
        var properties = LiveMessages.Object()
        properties.add("name", fence.name)
        properties.add("rule", fence.rule.rawValue)
        properties.add("bufferMetres", fence.buffer)
        properties.add("usesAccuracy", fence.usesAccuracy)
        properties.add("detection", fence.detection.rawValue)
        if let dwell = fence.dwell { properties.add("dwellSeconds", dwell) }
        if !fence.message.isEmpty { properties.add("message", fence.message) }
        // By name: numbers change when the configuration does.
        switch fence.watched {
        case .all: break
        case .source(let index) where sources.indices.contains(index): properties.add("watches", sources[index])
        case .location(let index) where locations.indices.contains(index): properties.add("watches", locations[index])
        default: break
        }
        properties.add("drawn", raw: fence.shape.json)
        var feature = LiveMessages.Object()
        feature.add("type", "Feature")
        feature.add("id", fence.id)
        feature.add("properties", raw: properties.text)
        feature.add("geometry", raw: FenceDrawing.geometry(of: entry.area))
        return feature.text
    }

    /// Writes the file in one step: whoever reads it meanwhile, or after a crash, finds the old fences or the new ones.
    func write(_ entries: [DrawnFences.Entry], sources: [String], locations: [String]) throws {
        try Data(Self.collection(entries, sources: sources, locations: locations)).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    // MARK: Reading

    private struct Collection: Decodable {
        var features: [Feature]
    }

    private struct Feature: Decodable {
        var id: String
        var properties: Properties
    }

    private struct Properties: Decodable {
        var change: DrawnFenceChange
        var drawn: DrawnShape
        var watches: String?

        private enum Keys: String, CodingKey {
            case drawn, watches
        }

        init(from decoder: any Decoder) throws {
            change = try DrawnFenceChange(from: decoder)
            let container = try decoder.container(keyedBy: Keys.self)
            drawn = try container.decode(DrawnShape.self, forKey: .drawn)
            watches = try container.decodeIfPresent(String.self, forKey: .watches)
        }
    }

    /// The fences of the file; none where there is no file yet.
    ///
    /// - Throws: ``LiveServerError`` for a file that cannot be read, or is none of these.
    func read(sources: [String], locations: [String]) throws -> [DrawnFence] {
        func failure(_ reason: String) -> LiveServerError {
            LiveServerError(.invalidFenceFile, "\(path): \(reason); mend the file, or move it away to begin without fences")
        }
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        guard size <= FenceLimits.fileSize else { throw failure("it has \(size) bytes, which is too many for drawn fences") }
        let features: [Feature]
        do {
            features = try JSONDecoder().decode(Collection.self, from: Data(contentsOf: URL(fileURLWithPath: path))).features
        } catch let refusal as FenceRefusal {
            throw failure("a fence cannot be read: \(refusal.message)")
        } catch {
            throw failure("it cannot be read as drawn fences")
        }
        guard features.count <= FenceLimits.fences else { throw failure("it has more than \(FenceLimits.fences) fences") }
        var ids: Set<String> = []
        return try features.map { feature in
            guard let name = feature.properties.change.name, !feature.id.isEmpty, feature.id.utf8.count <= 100,
                ids.insert(feature.id).inserted
            else { throw failure("a fence has no name, or no id of its own") }
            var change = feature.properties.change
            if let watches = feature.properties.watches {
                if let index = sources.firstIndex(of: watches) {
                    change.watched = .source(index)
                } else if let index = locations.firstIndex(of: watches) {
                    change.watched = .location(index)
                } else {
                    throw failure("the fence \"\(name)\" watches \"\(watches.prefix(100))\", which is no source or location")
                }
            }
            do throws(FenceRefusal) {
                return try DrawnFence(id: feature.id, name: name, shape: feature.properties.drawn).changed(by: change)
            } catch {
                throw failure("the fence \"\(name)\": \(error.message)")
            }
        }
    }
}
