// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How a location is shown and followed. A value out of range becomes the nearest one in it, NaN becomes what it is unless set.
extension LocationDisplay {
    /// The scale that the view goes to when an auto-pan mode takes effect for the first time, as the number under the fraction line; 10,000 unless set,
    /// 0 for none.
    ///
    /// A mode takes effect as soon as there are a view and a location.
    public var initialZoomScale: Double {
        get { settings(\.initialZoomScale) }
        set { set(\.initialZoomScale, newValue) }
    }

    /// How much of the view the location may wander in before ``AutoPanMode/recenter`` brings it back to the middle, from 0, always, to 1, at the edge;
    /// 0.5 unless set.
    public var wanderExtentFactor: Float {
        get { Float(settings(\.wanderExtentFactor)) }
        set { set(\.wanderExtentFactor, Double(newValue)) }
    }

    /// How far up the location is in ``AutoPanMode/navigation``, from 0 for the bottom of the view to 1 for the top; 0.125 unless set.
    public var navigationPointHeightFactor: Float {
        get { Float(settings(\.navigationPointHeightFactor)) }
        set { set(\.navigationPointHeightFactor, Double(newValue)) }
    }

    /// How opaque symbol, circle and ping are, from 0 for not to be seen to 1; 1 unless set.
    public var opacity: Float {
        get { Float(settings(\.opacity)) }
        set { set(\.opacity, Double(newValue)) }
    }

    /// Whether the location is drawn; true unless set. The view follows it in either case.
    public var showsLocation: Bool {
        get { settings(\.showsLocation) }
        set { set(\.showsLocation, newValue) }
    }

    /// Whether a circle shows how accurate the location is; true unless set. Its radius is the horizontal accuracy; without one there is no circle.
    public var showsAccuracy: Bool {
        get { settings(\.showsAccuracy) }
        set { set(\.showsAccuracy, newValue) }
    }

    /// Whether each new location is marked by ``pingAnimationSymbol``; true unless set.
    public var showsPingAnimationSymbol: Bool {
        get { settings(\.showsPingAnimation) }
        set { set(\.showsPingAnimation, newValue) }
    }

    /// Whether a device that moves has the ``courseSymbol``; true unless set.
    public var usesCourseSymbolOnMovement: Bool {
        get { settings(\.usesCourseSymbolOnMovement) }
        set { set(\.usesCourseSymbolOnMovement, newValue) }
    }
}
