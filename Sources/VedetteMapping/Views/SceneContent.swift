// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What a view of a scene shows, as far as it says where an element is and how it is turned.
struct SceneContent: Sendable {
    var layers: [Layer]
    var overlays: [GraphicsOverlay]

    /// What draws an element: its renderer, and where it is put.
    struct Stage {
        var renderer: Renderer?
        var properties: LayerSceneProperties
        /// The element's own; nil where the renderer says it.
        var symbol: Symbol?
    }

    /// What draws an element; nil where nothing does.
    ///
    /// - Complexity: O(layers), and O(graphics) for a graphic.
    func stage(of element: any GeoElement) -> Stage? {
        switch element {
        case let graphic as Graphic:
            return overlays.first { $0.graphics.contains(graphic) }.map { overlay in
                Stage(renderer: overlay.renderer, properties: overlay.sceneProperties, symbol: graphic.symbol)
            }
        case let feature as Feature:
            let layer = Self.all(layers).lazy.compactMap { $0 as? FeatureLayer }.first { layer in
                layer.featureTable.map { table in feature.table.map { $0 === table } ?? false } ?? false
            }
            return layer.map { Stage(renderer: $0.renderer, properties: $0.sceneProperties) }
        case let entity as DynamicEntity:
            let layer = Self.all(layers).lazy.compactMap { $0 as? DynamicEntityLayer }.first { $0.dataSource.owns(entity) }
            return layer.map { Stage(renderer: $0.renderer, properties: $0.sceneProperties) }
        case let observation as DynamicEntityObservation: return observation.dynamicEntity.flatMap { stage(of: $0) }
        // Something of the program's own, which nothing draws.
        default: return Stage(renderer: nil, properties: LayerSceneProperties(surfacePlacement: .absolute))
        }
    }

    /// Where an element is and how it is turned; nil for one that nothing draws, or that has no place.
    ///
    /// - Parameters:
    ///   - element: what is asked for.
    ///   - observation: what is known of a dynamic entity; nil for its newest.
    /// - Returns: its pose.
    func pose(of element: any GeoElement, as observation: DynamicEntityObservation? = nil) -> TargetPose? {
        guard let stage = stage(of: element) else { return nil }
        let snapshot: any GeoElement = observation ?? (element as? DynamicEntity)?.latestObservation ?? element
        guard let geometry = snapshot.geometry else { return nil }
        let attributes = snapshot.attributes
        return TargetPose(
            geometry, attributes: attributes, symbol: stage.symbol ?? stage.renderer?.symbol(for: attributes),
            orientation: SceneOrientation(stage.renderer?.sceneProperties), placement: stage.properties.surfacePlacement,
            altitudeOffset: stage.properties.altitudeOffset)
    }

    /// Layers, and those in groups.
    static func all(_ layers: [Layer]) -> [Layer] {
        layers.flatMap { layer in (layer as? GroupLayer).map { all($0.layers) } ?? [layer] }
    }
}
