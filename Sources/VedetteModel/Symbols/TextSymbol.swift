// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A text as a symbol, and how a label looks.
public final class TextSymbol: MarkerSymbol, @unchecked Sendable {
    /// Where the place of the symbol is along the text.
    public enum HorizontalAlignment: Hashable, Sendable {
        case center
        case justify
        case left
        case right
    }

    /// Where the place of the symbol is across the text.
    public enum VerticalAlignment: Hashable, Sendable {
        case baseline
        case bottom
        case middle
        case top
    }

    /// How letters slant.
    public enum FontStyle: Hashable, Sendable {
        case normal
        case italic
        case oblique
    }

    /// How thick letters are.
    public enum FontWeight: Hashable, Sendable {
        case normal
        case bold
    }

    /// What goes along letters.
    public enum FontDecoration: Hashable, Sendable {
        case none
        case lineThrough
        case underline
    }

    /// What is written; for a label, the label's expression says that.
    @Synchronized public var text: String
    @Synchronized public var color: Color
    /// The size of the letters, in points.
    @Synchronized public var size: CGFloat
    @Synchronized public var horizontalAlignment: HorizontalAlignment
    @Synchronized public var verticalAlignment: VerticalAlignment

    /// The ground behind the text; ``Color/clear`` unless set.
    @Synchronized public var backgroundColor = Color.clear
    /// The glow round the letters; ``Color/clear`` unless set.
    @Synchronized public var haloColor = Color.clear
    /// In points; 0 unless set.
    @Synchronized public var haloWidth: CGFloat = 0
    /// The frame round the text; ``Color/clear`` unless set.
    @Synchronized public var outlineColor = Color.clear
    /// In points; 0 unless set.
    @Synchronized public var outlineWidth: CGFloat = 0

    /// The family of the font; empty, for the usual one, unless set.
    @Synchronized public var fontFamily = ""
    @Synchronized public var fontStyle = FontStyle.normal
    @Synchronized public var fontWeight = FontWeight.normal
    @Synchronized public var fontDecoration = FontDecoration.none
    /// Whether letters move together as the font says; false unless set.
    @Synchronized public var kerningIsEnabled = false

    /// Makes a text: black letters of 8 points, centred on the place, where nothing else is said.
    public init(
        text: String = "", color: Color = .black, size: CGFloat = 8, horizontalAlignment: HorizontalAlignment = .center,
        verticalAlignment: VerticalAlignment = .middle
    ) {
        (_text, _color, _size) = (.init(wrappedValue: text), .init(wrappedValue: color), .init(wrappedValue: size))
        _horizontalAlignment = .init(wrappedValue: horizontalAlignment)
        _verticalAlignment = .init(wrappedValue: verticalAlignment)
        super.init()
    }
}

/// The name that the ArcGIS Maps SDK has outside of ``TextSymbol`` too.
public typealias HorizontalAlignment = TextSymbol.HorizontalAlignment
/// The name that the ArcGIS Maps SDK has outside of ``TextSymbol`` too.
public typealias VerticalAlignment = TextSymbol.VerticalAlignment
