// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// How a source of `vedette serve` is displayed: what a layer says in a program.
struct ServeDisplay: Decodable {
    private let renderer: ServeRenderer?
    private let labels: [ServeLabel]?
    private let track: ServeTrack?
    private let opacity: Double?
    private let minScale: Double?
    private let maxScale: Double?

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: Keys.self)
        renderer = try container.decodeIfPresent(ServeRenderer.self, forKey: .renderer)
        labels = try container.decodeIfPresent([ServeLabel].self, forKey: .labels)
        track = try container.decodeIfPresent(ServeTrack.self, forKey: .track)
        opacity = try container.decodeIfPresent(Double.self, forKey: .opacity)
        minScale = try container.decodeIfPresent(Double.self, forKey: .minScale)
        maxScale = try container.decodeIfPresent(Double.self, forKey: .maxScale)
        try container.require(.labels, "at most 16", labels.map { $0.count <= 16 } ?? true)
        try container.require(.opacity, "from 0 to 1", opacity.map { (0...1).contains($0) } ?? true)
        try container.require(.minScale, "above 0", minScale.map { $0 > 0 } ?? true)
        try container.require(.maxScale, "above 0", maxScale.map { $0 > 0 } ?? true)
        try Self.checkScales(minScale, maxScale, container, .minScale)
    }

    enum Keys: String, CodingKey, CaseIterable {
        case renderer
        case labels
        case track
        case opacity
        case minScale = "min-scale"
        case maxScale = "max-scale"
    }

    /// Fails where nothing would ever be drawn.
    static func checkScales<Key>(_ least: Double?, _ largest: Double?, _ container: KeyedDecodingContainer<Key>, _ key: Key) throws {
        guard let least, let largest else { return }
        try container.require(
            key, "at least max-scale: it is the n of the smallest scale 1 : n at which this is drawn, max-scale that of the largest",
            least >= largest)
    }

    /// A layer of a source. `resolve` tells where the file of a picture is.
    func layer(of source: DynamicEntityDataSource, _ resolve: (String) -> String) throws -> DynamicEntityLayer {
        let layer = DynamicEntityLayer(dataSource: source)
        layer.renderer = try renderer?.renderer(resolve)
        layer.labelsAreEnabled = labels != nil
        layer.addLabelDefinitions((labels ?? []).map(\.definition))
        let properties = layer.trackDisplayProperties
        properties.showsTrackLine = track?.showsLine ?? true
        properties.showsPreviousObservations = track?.showsPrevious ?? false
        properties.maximumObservations = track?.maximumObservations ?? 60
        properties.maximumDuration = track?.maximumDuration ?? 0
        if let opacity { layer.opacity = Float(opacity) }
        (layer.minScale, layer.maxScale) = (minScale, maxScale)
        return layer
    }
}
