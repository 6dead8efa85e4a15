// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// What was found in a graphics overlay at a place.
public final class IdentifyGraphicsOverlayResult: Sendable {
    /// The overlay that was asked.
    public let graphicsOverlay: GraphicsOverlay
    /// What was found, the nearest first, of equally near ones that on top.
    public let graphics: [Graphic]
    /// Pop-ups about them, in the same order; none where the overlay has none.
    public let popups: [Popup]
    /// Why the overlay could not be asked, where it could not.
    public let error: (any Error)?
    /// Whether there is more than is here, because of a limit.
    public let isTransferLimitExceeded: Bool

    package init(
        graphicsOverlay: GraphicsOverlay, graphics: [Graphic], popups: [Popup] = [], error: (any Error)? = nil,
        isTransferLimitExceeded: Bool = false
    ) {
        (self.graphicsOverlay, self.graphics, self.popups) = (graphicsOverlay, graphics, popups)
        (self.error, self.isTransferLimitExceeded) = (error, isTransferLimitExceeded)
    }
}
