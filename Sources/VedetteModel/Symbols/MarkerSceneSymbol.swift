// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A solid body for points in a scene. Angles are in degrees, sizes in metres.
public class MarkerSceneSymbol: Symbol, @unchecked Sendable {
    /// Which part of the body is at the place of the element.
    public enum AnchorPosition: Hashable, Sendable {
        case bottom
        case center
        case origin
        case top
    }

    /// Clockwise from north; 0 unless set. What the renderer says is added.
    @Synchronized public var heading: Float = 0
    /// Up from level; 0 unless set. What the renderer says is added.
    @Synchronized public var pitch: Float = 0
    /// Clockwise as seen from behind; 0 unless set. What the renderer says is added.
    @Synchronized public var roll: Float = 0
    /// Along x; 0, for that of the body itself, unless set.
    @Synchronized public var width: Double
    /// Along y; 0, for that of the body itself, unless set.
    @Synchronized public var depth: Double
    /// Along z; 0, for that of the body itself, unless set.
    @Synchronized public var height: Double
    @Synchronized public var anchorPosition: AnchorPosition

    init(width: Double, depth: Double, height: Double, anchorPosition: AnchorPosition) {
        (_width, _depth, _height) = (.init(wrappedValue: width), .init(wrappedValue: depth), .init(wrappedValue: height))
        _anchorPosition = .init(wrappedValue: anchorPosition)
        super.init()
    }
}
