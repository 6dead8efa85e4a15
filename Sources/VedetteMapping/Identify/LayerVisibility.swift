// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// Which layers and overlays a view of some scale draws.
struct LayerVisibility: Sendable {
    /// The number under the fraction line.
    let scale: Double

    /// Whether the view is within the scales of a layer or an overlay.
    private func isInScale(_ minScale: Double?, _ maxScale: Double?) -> Bool {
        // A scale is smaller the larger the number under its fraction line; 0 says nothing.
        if let minScale, minScale > 0, scale > minScale { return false }
        if let maxScale, maxScale > 0, scale < maxScale { return false }
        return true
    }

    func isSeen(_ layer: Layer) -> Bool { layer.isVisible && isDrawable(layer) }

    private func isDrawable(_ layer: Layer) -> Bool { layer.opacity > 0 && isInScale(layer.minScale, layer.maxScale) }

    /// Whether an overlay is drawn.
    func isSeen(_ overlay: GraphicsOverlay) -> Bool {
        overlay.isVisible && overlay.opacity > 0 && isInScale(overlay.minScale, overlay.maxScale)
    }

    /// The layers of a group that can be seen where the group can, from the top down.
    func seen(of group: GroupLayer) -> [Layer] {
        let layers = group.layers.reversed()
        return switch group.visibilityMode {
        case .independent: layers.filter(isSeen)
        case .inherited: layers.filter(isDrawable)
        // One at a time: the topmost of those that say they are visible, also where that is outside of its scales.
        case .exclusive: layers.first(where: \.isVisible).map { isDrawable($0) ? [$0] : [] } ?? []
        }
    }

    /// Whether a layer can be seen that is one of some, or in a group of them: those of groups where the group can.
    func isSeen(_ layer: Layer, among layers: [Layer]) -> Bool { isIn(layer, layers.filter(isSeen)) }

    private func isIn(_ layer: Layer, _ layers: [Layer]) -> Bool {
        layers.contains { $0 == layer || ($0 as? GroupLayer).map { isIn(layer, seen(of: $0)) } == true }
    }
}
