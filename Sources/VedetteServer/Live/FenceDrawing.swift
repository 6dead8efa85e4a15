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
