// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What happened to a graphics overlay.
public enum GraphicsOverlayChange: Sendable {
    /// Graphics were added at the end, in this order.
    case added([Graphic])
    /// Graphics were removed.
    case removed([Graphic])
    /// The geometry, the attributes or the looks of a graphic in the overlay changed.
    case changed(Graphic)
}
