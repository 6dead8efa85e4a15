// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VedetteGeometry
public import VedetteModel

/// What is drawn at a point of the screen. The rules are in `docs/map-view.md`.
///
/// Common to all:
/// - `screenPoint` is measured in points from the upper left corner of the view, to the right and down. Outside of the view nothing is drawn.
/// - `tolerance` is how far from it something may be drawn, in points, measured to the symbol; a negative number and NaN count as 0.
/// - `returnPopupsOnly`: of what has a ``PopupDefinition`` alone, and only ``Popup``s. Without it results have elements, and pop-ups besides.
/// - of what is found, that on the point comes first, or nearest to it; then what is on top; then what is newer. `maximumResults` is 1 unless set; nil and
///   negative numbers are for all.
extension MapViewProxy {
    /// What is drawn of a layer at a point.
    ///
    /// Of a ``DynamicEntityLayer`` that is observations: the newest of each entity, previous ones where they are displayed and, for a track line, the observation at
    /// the older end of its nearest part. Of a ``FeatureLayer``, features; of a ``GroupLayer``, what is in `sublayerResults`. Tiles have no elements.
    ///
    /// - Throws: ``MapViewError/Code/notInView`` for a layer that is not in the map; what the table of a feature layer throws.
    /// - Complexity: for dynamic entities, O(those that are near), and some nanoseconds for each track where previous observations or lines are displayed.
    public func identify(
        on layer: Layer, screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false, maximumResults: Int? = 1
    ) async throws -> IdentifyLayerResult {
        let layers = mapView.map.operationalLayers
        guard Self.contains(layers, layer) else {
            throw MapViewError(.notInView, "the layer “\(layer.name)” is not in the map of the view; add it to the map before asking it")
        }
        let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResults)
        guard let question, question.visibility.isSeen(layer, among: layers) else {
            return IdentifyLayerResult(layerContent: layer, geoElements: [])
        }
        return try await question.result(of: layer)
    }

    /// What is drawn at a point of all layers of the map that can be seen there, from the top down: a result for each of which something was found, or that could not be
    /// asked; the result says why.
    public func identifyLayers(
        screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false, maximumResultsPerLayer: Int? = 1
    ) async throws -> [IdentifyLayerResult] {
        guard let question = identification(at: screenPoint, tolerance, returnPopupsOnly, maximumResultsPerLayer) else { return [] }
        return await question.results(ofSeen: mapView.map.operationalLayers)
    }

    /// What is drawn of a graphics overlay at a point.
    ///
    /// - Throws: ``MapViewError/Code/notInView`` for an overlay that the view does not have.
    /// - Complexity: O(*n*) in the number of positions of its graphics.
    public func identify(
        on graphicsOverlay: GraphicsOverlay, screenPoint: CGPoint, tolerance: Double, returnPopupsOnly: Bool = false,
        maximumResults: Int? = 1
    ) async throws -> IdentifyGraphicsOverlayResult {
        guard mapView.graphicsOverlays.contains(graphicsOverlay) else {
            throw MapViewError(
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
        return question.results(of: mapView.graphicsOverlays)
    }

    /// nil where the view has no size.
    private func identification(
        at screenPoint: CGPoint, _ tolerance: Double, _ returnPopupsOnly: Bool, _ maximumResults: Int?
    ) -> Identification? {
        guard let projection = mapView.projection,
            let probe = ScreenProbe(projection, at: screenPoint, tolerance: tolerance)
        else { return nil }
        return Identification(
            probe: probe, now: mapView.now, wish: IdentifyWish(maximumResults: maximumResults, popupsOnly: returnPopupsOnly),
            scale: projection.view.scale,
            referenceScale: mapView.map.referenceScale)
    }

    static func contains(_ layers: [Layer], _ layer: Layer) -> Bool {
        layers.contains { $0 == layer || ($0 as? GroupLayer).map { contains($0.layers, layer) } == true }
    }
}
