// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// One question to a view, to its layers and overlays: what is drawn at a point of the screen?
///
/// What cannot be seen is not there: layers and overlays that are hidden, wholly transparent, or outside of their scales; graphics that are hidden or have no
/// symbol. What is selected makes no difference.
struct Identification: IdentifyQuestion, Sendable {
    let probe: ScreenProbe
    /// What ages of previous observations are measured from.
    let now: Instant
    let wish: IdentifyWish
    /// The scale of the view, and the one at which symbols have their size where they grow with the map.
    let scale: Double
    let referenceScale: Double?

    /// What of layers and overlays can be seen.
    var visibility: LayerVisibility { LayerVisibility(scale: scale) }

    /// How many times their size symbols are drawn.
    private func factor(scalesSymbols: Bool) -> Double {
        guard scalesSymbols, let referenceScale, referenceScale > 0, scale > 0 else { return 1 }
        return referenceScale / scale
    }

    // MARK: Layers

    /// What is found in a layer that can be seen and is no group.
    func ownResult(of layer: Layer) async throws -> IdentifyLayerResult {
        switch layer {
        case let layer as DynamicEntityLayer:
            guard wish.isWanted(layer) else { break }
            let found = TrackIdentification(probe, of: layer, at: now).observations(in: layer.dataSource.entityStore, limit: wish.oneMore)
            return wish.result(layer, found)
        case let layer as FeatureLayer:
            guard wish.isWanted(layer) else { break }
            return wish.result(layer, try await features(of: layer))
        default: break
        }
        return IdentifyLayerResult(layerContent: layer, geoElements: [])
    }

    // MARK: Features

    private func features(of layer: FeatureLayer) async throws -> [Feature] {
        guard let table = layer.featureTable else { return [] }
        let (renderer, factor) = (layer.renderer, factor(scalesSymbols: layer.scalesSymbols))
        let reach = renderer.map { $0.symbols.map { SymbolFootprint($0, factor: factor).extent }.max() ?? 0 } ?? 8 * factor
        var known: Set<Int64> = []
        var list = HitList<Feature>(limit: wish.oneMore)
        for envelope in probe.envelopes(within: probe.tolerance + reach) {
            let parameters = QueryParameters(whereClause: layer.definitionExpression)
            parameters.geometry = envelope
            for feature in try await table.queryFeatures(using: parameters).features() {
                if let id = feature.objectID, !known.insert(id).inserted { continue }
                guard let geometry = feature.geometry else { continue }
                let attributes = feature.attributes
                let footprint = renderer.map { SymbolFootprint($0.symbol(for: attributes), factor: factor) } ?? .usual(for: geometry)
                guard
                    let distance = GeometryProbe(probe: probe).distance(
                        to: geometry, footprint, heading: Self.heading(renderer, attributes))
                else { continue }
                list.insert(feature, HitOrder(distance: distance, number: UInt64(bitPattern: feature.objectID ?? 0)))
            }
        }
        return list.sorted().map(\.element)
    }

    // MARK: Graphics

    /// What is found in an overlay.
    ///
    /// - Complexity: O(*n*) in the number of positions of its graphics.
    func result(of overlay: GraphicsOverlay) -> IdentifyGraphicsOverlayResult {
        guard visibility.isSeen(overlay), wish.isWanted(overlay) else {
            return IdentifyGraphicsOverlayResult(graphicsOverlay: overlay, graphics: [])
        }
        let (renderer, factor) = (overlay.renderer, factor(scalesSymbols: overlay.scalesSymbols))
        var list = HitList<Graphic>(limit: wish.oneMore)
        for (index, graphic) in overlay.graphics.enumerated() where graphic.isVisible {
            guard let geometry = graphic.geometry else { continue }
            let attributes = graphic.symbol == nil ? graphic.attributes : [:]
            guard let symbol = graphic.symbol ?? renderer?.symbol(for: attributes) else { continue }
            let distance = GeometryProbe(probe: probe).distance(
                to: geometry, SymbolFootprint(symbol, factor: factor), heading: Self.heading(renderer, graphic.attributes))
            guard let distance else { continue }
            list.insert(graphic, HitOrder(distance: distance, time: Int64(graphic.zIndex), number: UInt64(index)))
        }
        return wish.result(overlay, list.sorted().map(\.element))
    }

    private static func heading(_ renderer: Renderer?, _ attributes: @autoclosure () -> [String: any Sendable]) -> Double {
        guard let renderer, !renderer.rotationExpression.isEmpty else { return 0 }
        return ((try? renderer.heading(for: attributes())) ?? nil) ?? 0
    }
}

extension IdentifyLayerResult {
    /// Whether something was found, or went wrong.
    var isWorthTelling: Bool { !geoElements.isEmpty || !popups.isEmpty || !sublayerResults.isEmpty || error != nil }
}
