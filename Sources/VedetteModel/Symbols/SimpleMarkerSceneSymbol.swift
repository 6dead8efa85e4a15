// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A plain body.
public final class SimpleMarkerSceneSymbol: MarkerSceneSymbol, @unchecked Sendable {
    /// The shape of a body.
    public enum Style: Hashable, Sendable {
        case cone
        case cube
        case cylinder
        case diamond
        case sphere
        case tetrahedron
    }

    @Synchronized public var style: Style
    @Synchronized public var color: Color

    /// Makes a body: a white sphere, 100 m wide, deep and high, around the place of the element, where nothing else is said.
    public init(
        style: Style = .sphere, color: Color = .white, height: Double = 100, width: Double = 100, depth: Double = 100,
        anchorPosition: AnchorPosition = .center
    ) {
        (_style, _color) = (.init(wrappedValue: style), .init(wrappedValue: color))
        super.init(width: width, depth: depth, height: height, anchorPosition: anchorPosition)
    }

    public static func cone(color: Color, diameter: Double, height: Double, anchorPosition: AnchorPosition = .center)
        -> SimpleMarkerSceneSymbol
    {
        SimpleMarkerSceneSymbol(
            style: .cone, color: color, height: height, width: diameter, depth: diameter, anchorPosition: anchorPosition)
    }

    public static func cylinder(color: Color, diameter: Double, height: Double, anchorPosition: AnchorPosition = .center)
        -> SimpleMarkerSceneSymbol
    {
        SimpleMarkerSceneSymbol(
            style: .cylinder, color: color, height: height, width: diameter, depth: diameter, anchorPosition: anchorPosition)
    }

    public static func sphere(color: Color, diameter: Double, anchorPosition: AnchorPosition = .center) -> SimpleMarkerSceneSymbol {
        SimpleMarkerSceneSymbol(
            style: .sphere, color: color, height: diameter, width: diameter, depth: diameter, anchorPosition: anchorPosition)
    }
}
