// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import VedetteModel

/// What a ``Symbol`` looks like at one moment, as a value: what is handed to whoever draws it. Lengths are in points of the screen.
package indirect enum SymbolDescription: Equatable, Sendable {
    case marker(Marker)
    case picture(Picture)
    case text(Text)
    case line(Line)
    case fill(Fill)
    /// From the bottom up.
    case composite([SymbolDescription])
    /// For scenes alone, as the next two.
    case model(Model)
    case body(Body)
    /// The first range that holds the distance counts.
    case distance([Range])

    /// How a marker stands at its place.
    package struct Stance: Equatable, Sendable {
        /// Degrees clockwise.
        package var angle: Double
        /// Whether the angle, and any rotation, is measured from the north of the map instead of the top of the screen.
        package var turnsWithMap: Bool
        /// To the right.
        package var offsetX: Double
        /// Up.
        package var offsetY: Double

        init(_ symbol: MarkerSymbol) {
            angle = SymbolDescription.finite(Double(symbol.angle))
            turnsWithMap = symbol.angleAlignment == .map
            offsetX = SymbolDescription.finite(symbol.offsetX)
            offsetY = SymbolDescription.finite(symbol.offsetY)
        }
    }

    package struct Marker: Equatable, Sendable {
        package var style: SimpleMarkerSymbol.Style
        package var color: Color
        package var size: Double
        /// nil for none.
        package var outline: Line?
        package var stance: Stance
    }

    package struct Picture: Equatable, Sendable {
        package var url: URL
        /// 0 for that of the picture.
        package var width: Double
        /// 0 for that of the picture.
        package var height: Double
        package var opacity: Double
        package var stance: Stance
    }

    package struct Text: Equatable, Sendable {
        package var text: String
        package var color: Color
        package var size: Double
        package var horizontalAlignment: HorizontalAlignment
        package var verticalAlignment: VerticalAlignment
        package var backgroundColor: Color
        package var haloColor: Color
        package var haloWidth: Double
        package var outlineColor: Color
        package var outlineWidth: Double
        package var fontFamily: String
        package var isItalic: Bool
        package var isBold: Bool
        package var decoration: TextSymbol.FontDecoration
        package var stance: Stance

        package init(_ symbol: TextSymbol) {
            (text, color, size) = (symbol.text, symbol.color, SymbolDescription.length(symbol.size))
            (horizontalAlignment, verticalAlignment) = (symbol.horizontalAlignment, symbol.verticalAlignment)
            (backgroundColor, haloColor, outlineColor) = (symbol.backgroundColor, symbol.haloColor, symbol.outlineColor)
            (haloWidth, outlineWidth) = (SymbolDescription.length(symbol.haloWidth), SymbolDescription.length(symbol.outlineWidth))
            (fontFamily, isItalic, isBold) = (symbol.fontFamily, symbol.fontStyle != .normal, symbol.fontWeight == .bold)
            (decoration, stance) = (symbol.fontDecoration, Stance(symbol))
        }
    }

    package struct Line: Equatable, Sendable {
        package var style: SimpleLineSymbol.Style
        package var color: Color
        package var width: Double
        package var hasArrow: Bool

        init(_ symbol: LineSymbol) {
            let simple = symbol as? SimpleLineSymbol
            (style, color, width) = (simple?.style ?? .solid, symbol.color, SymbolDescription.length(symbol.width))
            hasArrow = simple?.markerStyle == .arrow
        }
    }

    package struct Fill: Equatable, Sendable {
        package var style: SimpleFillSymbol.Style
        package var color: Color
        /// nil for none.
        package var outline: Line?

        init(_ symbol: FillSymbol) {
            (style, color) = ((symbol as? SimpleFillSymbol)?.style ?? .solid, symbol.color)
            outline = symbol.outline.map { Line($0) }
        }
    }

    /// The most symbols in a composite one, with all in those that it is made of; what comes behind is left out.
    static let maximumPartCount = 16

    /// Describes a symbol as it is now; nil for one that nobody can draw.
    package init?(_ symbol: Symbol) {
        var budget = Self.maximumPartCount
        self.init(symbol, &budget)
    }

    init?(_ symbol: Symbol, _ budget: inout Int) {
        guard budget > 0 else { return nil }
        switch symbol {
        case let symbol as SimpleMarkerSymbol:
            self = .marker(
                Marker(
                    style: symbol.style, color: symbol.color, size: Self.length(symbol.size), outline: symbol.outline.map { Line($0) },
                    stance: Stance(symbol)))
        case let symbol as PictureMarkerSymbol:
            let opacity = Self.finite(Double(symbol.opacity))
            self = .picture(
                Picture(
                    url: symbol.url, width: Self.length(symbol.width), height: Self.length(symbol.height),
                    opacity: min(max(opacity, 0), 1), stance: Stance(symbol)))
        case let symbol as TextSymbol: self = .text(Text(symbol))
        case let symbol as LineSymbol: self = .line(Line(symbol))
        case let symbol as FillSymbol: self = .fill(Fill(symbol))
        case let symbol as CompositeSymbol:
            // A symbol that holds itself would never end.
            budget -= 1
            var parts: [SymbolDescription] = []
            for part in symbol.symbols.prefix(Self.maximumPartCount) {
                if let part = SymbolDescription(part, &budget) { parts.append(part) }
            }
            self = .composite(parts)
            return
        case let symbol as ModelSceneSymbol: self = .model(Model(symbol))
        case let symbol as SimpleMarkerSceneSymbol: self = .body(Body(symbol))
        case let symbol as DistanceCompositeSceneSymbol:
            budget -= 1
            self = .distance(Self.ranges(symbol, &budget))
            return
        default: return nil
        }
        budget -= 1
    }

    /// Whether angles are measured from the north of the map; of several parts, as the lowest says.
    package var turnsWithMap: Bool {
        switch self {
        case .marker(let marker): marker.stance.turnsWithMap
        case .picture(let picture): picture.stance.turnsWithMap
        case .text(let text): text.stance.turnsWithMap
        case .line, .fill: false
        case .composite(let parts): parts.first?.turnsWithMap ?? false
        case .model, .body, .distance: true
        }
    }

    static func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    /// A length that is none, or less than none, is 0.
    static func length(_ value: Double) -> Double { max(0, finite(value)) }
}
