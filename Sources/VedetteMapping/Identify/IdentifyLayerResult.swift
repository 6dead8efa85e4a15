// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// What was found in a layer at a place.
public final class IdentifyLayerResult: Sendable {
    /// The layer that was asked.
    public let layerContent: Layer
    /// What was found, the nearest first. Of a ``DynamicEntityLayer`` these are observations: the newest or, where those are shown,
    /// previous ones; `dynamicEntity` is what they are about.
    public let geoElements: [any GeoElement]
    /// Pop-ups about what was found, in the same order; none where the layer has none.
    public let popups: [Popup]
    /// What was found in the parts of the layer.
    public let sublayerResults: [IdentifyLayerResult]
    /// Why the layer could not be asked, where it could not.
    public let error: (any Error)?
    /// Whether there is more than is here, because of a limit.
    public let isTransferLimitExceeded: Bool

    package init(
        layerContent: Layer, geoElements: [any GeoElement], popups: [Popup] = [], sublayerResults: [IdentifyLayerResult] = [],
        error: (any Error)? = nil,
        isTransferLimitExceeded: Bool = false
    ) {
        (self.layerContent, self.geoElements, self.popups) = (layerContent, geoElements, popups)
        self.sublayerResults = sublayerResults
        (self.error, self.isTransferLimitExceeded) = (error, isTransferLimitExceeded)
    }
}
