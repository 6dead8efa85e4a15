// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// One question to a view, to its layers and overlays: what is drawn at a point of the screen? What is asked in the same way of a map and of a scene.
protocol IdentifyQuestion {
    /// What of layers and overlays can be seen.
    var visibility: LayerVisibility { get }

    /// What is found in a layer that can be seen and is no group.
    func ownResult(of layer: Layer) async throws -> IdentifyLayerResult

    /// What is found in an overlay.
    func result(of overlay: GraphicsOverlay) -> IdentifyGraphicsOverlayResult
}

extension IdentifyQuestion {
    /// What is found in a layer that can be seen, and in the layers of it.
    func result(of layer: Layer) async throws -> IdentifyLayerResult {
        guard let group = layer as? GroupLayer else { return try await ownResult(of: layer) }
        return IdentifyLayerResult(layerContent: group, geoElements: [], sublayerResults: await results(of: visibility.seen(of: group)))
    }

    /// What is found in layers that can be seen: a result for each of which something was found, or that could not be asked; the result says why.
    func results(of layers: [Layer]) async -> [IdentifyLayerResult] {
        var results: [IdentifyLayerResult] = []
        for layer in layers {
            do {
                results.append(try await result(of: layer))
            } catch {
                results.append(IdentifyLayerResult(layerContent: layer, geoElements: [], error: error))
            }
        }
        return results.filter(\.isWorthTelling)
    }

    /// What is found in those of some layers that can be seen, from the top down.
    func results(ofSeen layers: [Layer]) async -> [IdentifyLayerResult] { await results(of: layers.reversed().filter(visibility.isSeen)) }

    /// What is found in overlays, from the top down: a result for each in which something was found.
    func results(of overlays: [GraphicsOverlay]) -> [IdentifyGraphicsOverlayResult] {
        overlays.reversed().map { result(of: $0) }.filter { !$0.graphics.isEmpty || !$0.popups.isEmpty }
    }
}
