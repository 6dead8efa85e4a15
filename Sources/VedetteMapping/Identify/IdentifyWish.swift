// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// How much of what is found is wanted, and in which form.
struct IdentifyWish: Sendable {
    /// The most elements of each layer; `Int.max` for all.
    let limit: Int
    /// Whether nothing but pop-ups is wanted: what has none is passed over, and elements are not handed out.
    let isForPopupsOnly: Bool

    /// nil, and what is below 0, is for all.
    init(maximumResults: Int?, popupsOnly: Bool) {
        (limit, isForPopupsOnly) = (maximumResults.flatMap { $0 < 0 ? nil : $0 } ?? .max, popupsOnly)
    }

    /// How many to look for, so that it is known whether there is more than is wanted.
    var oneMore: Int { limit == .max ? limit : limit + 1 }

    /// Whether anything of a layer or an overlay is wanted.
    func isWanted(_ source: some PopupSource) -> Bool { limit > 0 && (!isForPopupsOnly || source.hasPopups) }

    /// What is handed out of elements of a layer, the first first.
    func result(_ layer: Layer, _ found: [any GeoElement]) -> IdentifyLayerResult {
        let wanted = Array(found.prefix(limit))
        return IdentifyLayerResult(
            layerContent: layer, geoElements: isForPopupsOnly ? [] : wanted,
            popups: (layer as? any PopupSource)?.popups(about: wanted) ?? [], isTransferLimitExceeded: found.count > limit)
    }

    /// What is handed out of graphics of an overlay, the first first.
    func result(_ overlay: GraphicsOverlay, _ found: [Graphic]) -> IdentifyGraphicsOverlayResult {
        let wanted = Array(found.prefix(limit))
        return IdentifyGraphicsOverlayResult(
            graphicsOverlay: overlay, graphics: isForPopupsOnly ? [] : wanted, popups: overlay.popups(about: wanted),
            isTransferLimitExceeded: found.count > limit)
    }
}
