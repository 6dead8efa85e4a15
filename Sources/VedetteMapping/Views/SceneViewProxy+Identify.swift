// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VedetteGeometry
public import VedetteModel

/// What is drawn at a point of the screen. The rules are in `docs/scene-view.md`; arguments and order are as with a ``MapViewProxy``, but that of
/// what is drawn at the point itself the one nearest to the camera comes first.
extension SceneViewProxy {
    /// What is drawn of a layer at a point; see ``MapViewProxy/identify(on:screenPoint:tolerance:returnPopupsOnly:maximumResults:)-(Layer,_,_,_,_)``.
    ///
    /// - Throws: ``SceneViewError/Code/notInView`` for a layer that is not in the scene; what the table of a feature layer throws.
    /// - Complexity: O(what the layer has).
    public func identify(
        on layer: Layer, screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false, maximumResults: Int? = 1
    ) async throws -> IdentifyLayerResult {
        let layers = sceneView.scene.operationalLayers
        guard MapViewProxy.contains(layers, layer) else {
            throw SceneViewError(
                .notInView, "the layer “\(layer.name)” is not in the scene of the view; add it to the scene before asking it")
        }
        guard let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResults),
            question.visibility.isSeen(layer, among: layers)
        else { return IdentifyLayerResult(layerContent: layer, geoElements: []) }
        return try await question.result(of: layer)
    }

    /// What is drawn at a point of all layers of the scene that can be seen there, from the top down: a result for each of which something was
    /// found, or that could not be asked; the result says why.
    public func identifyLayers(
        screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false, maximumResultsPerLayer: Int? = 1
    ) async throws -> [IdentifyLayerResult] {
        guard let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResultsPerLayer) else { return [] }
        return await question.results(ofSeen: sceneView.scene.operationalLayers)
    }

    /// What is drawn of a graphics overlay at a point.
    ///
    /// - Throws: ``SceneViewError/Code/notInView`` for an overlay that the view does not have.
    public func identify(
        on graphicsOverlay: GraphicsOverlay, screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false,
        maximumResults: Int? = 1
    ) async throws -> IdentifyGraphicsOverlayResult {
        guard sceneView.graphicsOverlays.contains(graphicsOverlay) else {
            throw SceneViewError(
                .notInView, "the overlay “\(graphicsOverlay.id)” is not in the view; put it into graphicsOverlays before asking it")
        }
        guard let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResults) else {
            return IdentifyGraphicsOverlayResult(graphicsOverlay: graphicsOverlay, graphics: [])
        }
        return question.result(of: graphicsOverlay)
    }

    /// What is drawn at a point of all graphics overlays of the view, from the top down: a result for each in which something was found.
    public func identifyGraphicsOverlays(
        screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false, maximumResultsPerOverlay: Int? = 1
    ) async throws -> [IdentifyGraphicsOverlayResult] {
        guard let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResultsPerOverlay) else { return [] }
        return question.results(of: sceneView.graphicsOverlays)
    }

    /// nil where the view has no size.
    private func identification(
        at screenPoint: CGPoint, _ tolerance: Double, _ returnPopupsOnly: Bool, _ maximumResults: Int?
    ) -> SceneIdentification? {
        guard let (projection, followed) = sceneView.picture,
            let probe = SceneProbe(projection, at: screenPoint, tolerance: tolerance)
        else { return nil }
        let distance = projection.pose.position.distance(to: projection.pose.groundFocus)
        return SceneIdentification(
            probe: probe, visibility: LayerVisibility(scale: SceneViewpoints.scale(distance: distance, projection.lens)),
            now: sceneView.now,
            wish: IdentifyWish(maximumResults: maximumResults, popupsOnly: returnPopupsOnly), followed: followed)
    }
}
