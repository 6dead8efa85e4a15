// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A marker of a plain shape.
public final class SimpleMarkerSymbol: MarkerSymbol, @unchecked Sendable {
    /// The shape of a marker.
    public enum Style: Hashable, Sendable {
        case circle
        case cross
        case diamond
        case square
        case triangle
        case x
    }

    @Synchronized public var style: Style
    @Synchronized public var color: Color
    /// Width and height, in points.
    @Synchronized public var size: CGFloat
    /// The line round the shape; nil, for none, unless set.
    @Synchronized public var outline: SimpleLineSymbol? = nil

    /// Makes a marker: a black circle of 8 points where nothing else is said.
    public init(style: Style = .circle, color: Color = .black, size: CGFloat = 8) {
        (_style, _color, _size) = (.init(wrappedValue: style), .init(wrappedValue: color), .init(wrappedValue: size))
        super.init()
    }
}
