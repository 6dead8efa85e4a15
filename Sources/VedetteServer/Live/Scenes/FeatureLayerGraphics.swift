// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteMapping
import VedetteModel

/// The features of a layer as graphics of an overlay of its own, so that viewers are told of both in one way.
///
/// The table is read as soon as it is loaded, again after each of its edits and when the layer's `definitionExpression` has changed; not oftener than once a
/// second. A feature that is still there keeps its graphic.
final class FeatureLayerGraphics: Sendable {
    /// The most features of a layer that are shown; of those beyond, nobody is told.
    static let maximumCount = 5_000

    private struct State {
        var graphics: [Int64: Graphic] = [:]
        var condition: String?
        var task: Task<Void, Never>?
        var isReading = false
        /// Something has changed since reading began.
        var isStale = false
    }

    let layer: FeatureLayer
    let overlay = GraphicsOverlay(renderingMode: .static)
    /// Seconds between two readings.
    private let interval: Double
    private let state = Mutex(State())

    init(_ layer: FeatureLayer, interval: Double = 1) {
        (self.layer, self.interval) = (layer, interval)
        guard let table = layer.featureTable else { return }
        let task = Task { [weak self] in
            // Who made the layer sees why it cannot be loaded.
            guard (try? await layer.load()) != nil else { return }
            let changes = table.changes
            self?.refresh()
            for await _ in changes {
                guard let self else { return }
                self.read()
            }
        }
        state.withLock { $0.task = task }
    }

    deinit { state.withLock { $0.task?.cancel() } }

    /// Takes over how the layer is shown; reads its table where other features are wanted than before.
    func refresh() {
        guard layer.loadStatus == .loaded, let table = layer.featureTable else { return }
        overlay.isVisible = layer.isVisible
        overlay.opacity = layer.opacity
        (overlay.minScale, overlay.maxScale) = (layer.minScale, layer.maxScale)
        overlay.sceneProperties = layer.sceneProperties
        if let renderer = layer.renderer {
            if overlay.renderer !== renderer { overlay.renderer = renderer }
        } else if overlay.renderer == nil {
            overlay.renderer = SimpleRenderer(symbol: Self.usualSymbol(of: table.geometryType))
        }
        let condition = layer.definitionExpression
        if state.withLock({ $0.condition != condition }) { read() }
    }

    /// What stands for a feature of the table; nil where that is not shown.
    func graphic(of feature: Feature) -> Graphic? {
        guard let table = feature.table, table === layer.featureTable, let id = feature.objectID else { return nil }
        return state.withLock { $0.graphics[id] }
    }

    /// Reads the table, or does so again when it is being read.
    private func read() {
        let begins = state.withLock { state in
            state.isStale = true
            defer { state.isReading = true }
            return !state.isReading
        }
        guard begins else { return }
        Task { [weak self, interval] in
            while self?.state.withLock({ state in
                defer { (state.isStale, state.isReading) = (false, state.isStale) }
                return state.isStale
            }) == true {
                await self?.readOnce()
                try? await Task.sleep(for: .seconds(interval))
            }
        }
    }

    private func readOnce() async {
        guard let table = layer.featureTable else { return }
        let condition = layer.definitionExpression
        state.withLock { $0.condition = condition }
        let parameters = QueryParameters(whereClause: condition.isEmpty ? "1=1" : condition)
        parameters.maxFeatures = Self.maximumCount
        // What cannot be read leaves what is shown as it is.
        guard let found = try? await table.queryFeatures(using: parameters).features() else { return }
        var (gone, added) = (state.withLock { $0.graphics }, [Graphic]())
        var graphics: [Int64: Graphic] = [:]
        for (index, feature) in found.enumerated() {
            let id = feature.objectID ?? Int64(-1 - index)
            if let graphic = gone.removeValue(forKey: id) {
                if graphic.geometry != feature.geometry { graphic.geometry = feature.geometry }
                graphic.attributes = feature.attributes
                graphics[id] = graphic
            } else {
                let graphic = Graphic(geometry: feature.geometry, attributes: feature.attributes)
                graphics[id] = graphic
                added.append(graphic)
            }
        }
        overlay.removeGraphics(gone.values)
        overlay.addGraphics(added)
        state.withLock { [graphics] in $0.graphics = graphics }
    }

    private static func usualSymbol(of type: Geometry.Type?) -> Symbol {
        let color = Color(red: 0.04, green: 0.41, blue: 0.8)
        if type == Polygon.self {
            return SimpleFillSymbol(color: color.withAlphaComponent(0.3), outline: SimpleLineSymbol(color: color, width: 1))
        }
        return type == Polyline.self ? SimpleLineSymbol(color: color, width: 2) : SimpleMarkerSymbol(style: .circle, color: color, size: 8)
    }
}

/// The graphics of the feature layers of a map or a scene, also of those in groups, from the bottom up.
final class FeatureOverlays: Sendable {
    private let known = Mutex<[ObjectIdentifier: FeatureLayerGraphics]>([:])

    /// The overlays of the layers that there are now, each once.
    func overlays(of models: [GeoModel?]) -> [GraphicsOverlay] {
        var seen: Set<FeatureLayer> = []
        let layers = models.flatMap { Self.layers($0?.operationalLayers ?? []) }.filter { seen.insert($0).inserted }
        let shown = known.withLock { known in
            let shown = layers.map { known[ObjectIdentifier($0)] ?? FeatureLayerGraphics($0) }
            known = Dictionary(zip(layers.map { ObjectIdentifier($0) }, shown)) { first, _ in first }
            return shown
        }
        for one in shown { one.refresh() }
        return shown.map(\.overlay)
    }

    /// What stands for a feature of one of the layers; nil where that is not shown.
    func graphic(of feature: Feature) -> Graphic? {
        known.withLock { $0.values.lazy.compactMap { $0.graphic(of: feature) }.first }
    }

    private static func layers(_ layers: [Layer]) -> [FeatureLayer] {
        layers.flatMap { layer -> [FeatureLayer] in
            switch layer {
            case let layer as FeatureLayer: [layer]
            case let group as GroupLayer: group.isVisible ? Self.layers(group.layers) : []
            default: []
            }
        }
    }
}
