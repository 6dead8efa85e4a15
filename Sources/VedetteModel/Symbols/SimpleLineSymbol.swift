// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A line, plain or broken, with arrows if wanted.
public final class SimpleLineSymbol: LineSymbol, @unchecked Sendable {
    /// How a line is broken.
    public enum Style: Hashable, Sendable {
        case dash
        case dashDot
        case dashDotDot
        case dot
        case longDash
        case longDashDot
        case noLine
        case shortDash
        case shortDashDot
        case shortDashDotDot
        case shortDot
        case solid
    }

    /// What marks the direction of a line.
    public enum MarkerStyle: Hashable, Sendable {
        case none
        case arrow
    }

    /// Where the markers of a line are.
    public enum MarkerPlacement: Hashable, Sendable {
        case begin
        case beginAndEnd
        case end
    }

    @Synchronized public var style: Style
    /// ``MarkerStyle/none`` unless set.
    @Synchronized public var markerStyle: MarkerStyle
    /// ``MarkerPlacement/end`` unless set.
    @Synchronized public var markerPlacement: MarkerPlacement

    /// Makes a line: solid, black and one point wide where nothing else is said.
    public init(
        style: Style = .solid, color: Color = .black, width: CGFloat = 1, markerStyle: MarkerStyle = .none,
        markerPlacement: MarkerPlacement = .end
    ) {
        (_style, _markerStyle) = (.init(wrappedValue: style), .init(wrappedValue: markerStyle))
        _markerPlacement = .init(wrappedValue: markerPlacement)
        super.init(color: color, width: width)
    }
}
