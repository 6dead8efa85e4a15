// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// One question to a view of a scene, to its layers and overlays: what is drawn at a point of the screen?
///
/// What cannot be seen is not there, as in ``Identification``. All that a layer has is looked at.
struct SceneIdentification: IdentifyQuestion {
    let probe: SceneProbe
    /// What says which layers and overlays can be seen: as on a map of that scale.
    let visibility: LayerVisibility
    let now: Instant
    let wish: IdentifyWish
    /// What the camera follows, and where that is drawn.
    let followed: (element: any GeoElement, state: TargetState)?

    private func elements(_ renderer: Renderer?, _ properties: LayerSceneProperties) -> SceneElementProbe {
        SceneElementProbe(probe, renderer, properties, followed: followed.map { ($0.element, $0.state) })
    }

    /// On what is asked for, or nearest to it, first; then what is nearer to the camera.
    private static func order(_ nearness: SceneProbe.Nearness, time: Int64 = 0, number: UInt64) -> HitOrder {
        HitOrder(distance: nearness.points, nearness: nearness.metres, time: time, number: number)
    }

    // MARK: Layers

    /// What is found in a layer that can be seen and is no group.
    func ownResult(of layer: Layer) async throws -> IdentifyLayerResult {
        switch layer {
        case let layer as DynamicEntityLayer where wish.isWanted(layer):
            return wish.result(layer, layer.dataSource.entityStore.withStore { observations(of: layer, $0) })
        case let layer as FeatureLayer where wish.isWanted(layer): return wish.result(layer, try await features(of: layer))
        default: return IdentifyLayerResult(layerContent: layer, geoElements: [])
        }
    }

    private func features(of layer: FeatureLayer) async throws -> [Feature] {
        guard let table = layer.featureTable else { return [] }
        let elements = elements(layer.renderer, layer.sceneProperties)
        var list = HitList<Feature>(limit: wish.oneMore)
        let parameters = QueryParameters(whereClause: layer.definitionExpression)
        for feature in try await table.queryFeatures(using: parameters).features() {
            guard let geometry = feature.geometry else { continue }
            let attributes = feature.attributes
            let symbol = elements.renderer.map { $0.symbol(for: attributes) } ?? Self.usualSymbol(for: geometry)
            guard let symbol, let nearness = elements.nearness(of: feature, geometry, attributes, symbol) else { continue }
            list.insert(feature, Self.order(nearness, number: UInt64(bitPattern: feature.objectID ?? 0)))
        }
        return list.sorted().map(\.element)
    }

    private static func usualSymbol(for geometry: Geometry) -> Symbol {
        switch geometry.dimension {
        case 0: SimpleMarkerSymbol()
        case 1: SimpleLineSymbol()
        default: SimpleFillSymbol()
        }
    }

    // MARK: Graphics

    /// What is found in an overlay.
    func result(of overlay: GraphicsOverlay) -> IdentifyGraphicsOverlayResult {
        guard visibility.isSeen(overlay), wish.isWanted(overlay) else {
            return IdentifyGraphicsOverlayResult(graphicsOverlay: overlay, graphics: [])
        }
        let elements = elements(overlay.renderer, overlay.sceneProperties)
        var list = HitList<Graphic>(limit: wish.oneMore)
        for (index, graphic) in overlay.graphics.enumerated() where graphic.isVisible {
            guard let geometry = graphic.geometry else { continue }
            let attributes = graphic.attributes
            guard let symbol = graphic.symbol ?? elements.renderer?.symbol(for: attributes),
                let nearness = elements.nearness(of: graphic, geometry, attributes, symbol)
            else { continue }
            list.insert(graphic, Self.order(nearness, time: Int64(graphic.zIndex), number: UInt64(index)))
        }
        return wish.result(overlay, list.sorted().map(\.element))
    }
}
