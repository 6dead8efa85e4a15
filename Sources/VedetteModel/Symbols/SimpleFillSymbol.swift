// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An area filled plainly or with lines.
public final class SimpleFillSymbol: FillSymbol, @unchecked Sendable {
    /// What fills an area.
    public enum Style: Hashable, Sendable {
        case backwardDiagonal
        case cross
        case diagonalCross
        case forwardDiagonal
        case horizontal
        case noFill
        case solid
        case vertical
    }

    @Synchronized public var style: Style

    /// Makes a filling: solid and black, without an outline, where nothing else is said.
    public init(style: Style = .solid, color: Color = .black, outline: LineSymbol? = nil) {
        _style = .init(wrappedValue: style)
        super.init(color: color, outline: outline)
    }
}
