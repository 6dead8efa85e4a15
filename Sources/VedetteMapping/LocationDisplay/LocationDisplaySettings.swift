// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a program says about how a location is shown and followed. Values out of range become the nearest one in it, NaN becomes what it is unless set.
package struct LocationDisplaySettings: Hashable, Sendable {
    /// The scale that the view goes to when an auto-pan mode takes effect for the first time: the number under the fraction line. 0 for none.
    package var initialZoomScale: Double {
        get { zoomScale }
        set { zoomScale = newValue.isNaN ? 10_000 : min(max(newValue, 0), 1e12) }
    }

    /// How much of the view the location may wander in before the view is centred again, from 0 for nothing to 1 for all of it.
    package var wanderExtentFactor: Double {
        get { wander }
        set { wander = Self.share(newValue, 0.5) }
    }

    /// How far up in the view the location is in navigation, from 0 for the bottom to 1 for the top.
    package var navigationPointHeightFactor: Double {
        get { pointHeight }
        set { pointHeight = Self.share(newValue, 0.125) }
    }

    /// How opaque the symbol is, with its circle and its ping, from 0 for not to be seen to 1.
    package var opacity: Double {
        get { opaqueness }
        set { opaqueness = Self.share(newValue, 1) }
    }

    /// After how many seconds without a newer location the one that is shown counts as stale; nil for never.
    package var staleAfter: Double? {
        get { patience }
        set { patience = newValue.flatMap { $0.isNaN ? nil : max($0, 0) } }
    }

    package var showsLocation = true
    package var showsAccuracy = true
    package var showsPingAnimation = true
    package var usesCourseSymbolOnMovement = true

    private var zoomScale = 10_000.0
    private var wander = 0.5
    private var pointHeight = 0.125
    private var opaqueness = 1.0
    private var patience: Double?

    package init() {}

    private static func share(_ value: Double, _ usual: Double) -> Double { value.isNaN ? usual : min(max(value, 0), 1) }
}
