// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteLocation
import VedetteModel

/// A location and its path as GeoJSON, for scripts and other maps.
enum LocationDrawing {
    /// A FeatureCollection: the latest location, where one is known, and the path behind it, where it has two points.
    static func collection(of shared: SharedLocation) -> [UInt8] {
        var features: [[UInt8]] = []
        if let latest = shared.latest {
            var properties = LiveMessages.Object()
            properties.add("name", shared.description.name)
            LiveMessages.addFacts(of: latest, to: &properties)
            var coordinates: [UInt8] = Array("[".utf8)
            JSONWriter.append(latest.longitude, to: &coordinates)
            coordinates.append(UInt8(ascii: ","))
            JSONWriter.append(latest.latitude, to: &coordinates)
            if let height = latest.location.position.z, height.isFinite {
                coordinates.append(UInt8(ascii: ","))
                JSONWriter.append(height, to: &coordinates)
            }
            coordinates.append(UInt8(ascii: "]"))
            features.append(feature("Point", coordinates, properties.text))
        }
        let points = shared.path.all
        if points.count > 1, let first = points.first, let last = points.last {
            var properties = LiveMessages.Object()
            properties.add("name", "\(shared.description.name): path")
            properties.add("from", first.time.description)
            properties.add("to", last.time.description)
            let lines = parted(points).map { line in LiveMessages.array(line.map { LiveMessages.place($0.0, $0.1) }) }
            if lines.count == 1 {
                features.append(feature("LineString", lines[0], properties.text))
            } else {
                features.append(feature("MultiLineString", LiveMessages.array(lines), properties.text))
            }
        }
        var object = LiveMessages.Object()
        object.add("type", "FeatureCollection")
        object.add("features", raw: LiveMessages.array(features))
        return object.text
    }

    /// The lines of a path, parted where it crosses the 180th meridian as RFC 7946, section 3.1.9, asks for.
    static func parted(_ points: some Collection<LocationPath.Point>) -> [[(Double, Double)]] {
        var lines: [[(Double, Double)]] = [[]]
        var before: LocationPath.Point?
        for point in points {
            if let before, abs(point.longitude - before.longitude) > 180 {
                let edge = before.longitude > 0 ? 180.0 : -180.0
                let unwrapped = point.longitude + 2 * edge
                let share = unwrapped == before.longitude ? 0 : (edge - before.longitude) / (unwrapped - before.longitude)
                let latitude = before.latitude + (point.latitude - before.latitude) * share
                lines[lines.count - 1].append((edge, latitude))
                lines.append([(-edge, latitude)])
            }
            lines[lines.count - 1].append((point.longitude, point.latitude))
            before = point
        }
        return lines
    }

    private static func feature(_ type: String, _ coordinates: [UInt8], _ properties: [UInt8]) -> [UInt8] {
        var geometry = LiveMessages.Object()
        geometry.add("type", type)
        geometry.add("coordinates", raw: coordinates)
        var object = LiveMessages.Object()
        object.add("type", "Feature")
        object.add("properties", raw: properties)
        object.add("geometry", raw: geometry.text)
        return object.text
    }
}
