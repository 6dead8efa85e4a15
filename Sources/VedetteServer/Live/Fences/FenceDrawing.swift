// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry

/// The fences of monitors as GeoJSON, for drawing.
enum FenceDrawing {
    /// The most fences sent.
    static let maximumCount = 5_000
    /// About the most bytes sent.
    private static let maximumSize = 16 << 20

    static func collection(of monitors: [GeotriggerMonitor]) -> [UInt8] {
        var features: [[UInt8]] = []
        var total = 0
        var size = 0
        var drawn: Set<ObjectIdentifier> = []
        for monitor in monitors {
            // Fences that several monitors watch are drawn once.
            if let trigger = monitor.geotrigger as? FenceGeotrigger,
                !drawn.insert(ObjectIdentifier(trigger.fenceParameters)).inserted
            {
                continue
            }
            for fence in monitor.fences {
                total += 1
                guard features.count < maximumCount, size < maximumSize, let feature = feature(fence) else { continue }
                size += feature.count
                features.append(feature)
            }
        }
        var object = LiveMessages.Object()
        object.add("type", "FeatureCollection")
        object.add("total", total)
        if features.count < total { object.add("truncated", raw: Array("true".utf8)) }
        object.add("features", raw: LiveMessages.array(features))
        return object.text
    }

    /// A polygon as GeoJSON with seven decimals, which is the grid on which it is judged.
    static func geometry(of area: Polygon) -> [UInt8] {
        func degrees(_ value: Double, to output: inout [UInt8]) { JSONWriter.append((value * 1e7).rounded() / 1e7, to: &output) }
        let polygons = area.polygons.map { rings in
            LiveMessages.array(
                rings.map { ring in
                    var places: [[UInt8]] = []
                    for index in 0...ring.count where ring.count > 0 {
                        var place: [UInt8] = [UInt8(ascii: "[")]
                        degrees(ring.x[index % ring.count], to: &place)
                        place.append(UInt8(ascii: ","))
                        degrees(ring.y[index % ring.count], to: &place)
                        places.append(place + [UInt8(ascii: "]")])
                    }
                    return LiveMessages.array(places)
                })
        }
        var object = LiveMessages.Object()
        object.add("type", polygons.count == 1 ? "Polygon" : "MultiPolygon")
        object.add("coordinates", raw: polygons.count == 1 ? polygons[0] : LiveMessages.array(polygons))
        return object.text
    }

    private static func feature(_ fence: (id: String, element: any GeoElement)) -> [UInt8]? {
        guard let geometry = try? fence.element.geometry?.toGeoJSON() else { return nil }
        var properties = LiveMessages.Object()
        properties.add("name", (fence.element.attributes["name"] as? String) ?? fence.id)
        for (name, value) in fence.element.attributes.sorted(by: { $0.key < $1.key }) where name != "name" {
            if let text = value as? String { properties.add(name, text) }
            if let number = value as? Double { properties.add(name, number) }
        }
        var object = LiveMessages.Object()
        object.add("type", "Feature")
        object.add("id", fence.id)
        object.add("properties", raw: properties.text)
        object.add("geometry", raw: Array(geometry.utf8))
        return object.text
    }
}
