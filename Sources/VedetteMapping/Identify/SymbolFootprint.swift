// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// What a symbol covers of the screen, in points: how near a tap is to what is drawn is measured to this.
///
/// A round marker is a disc. All other markers, pictures and texts are the upright box around them, turned as they are. Half of an outline belongs to
/// them. What colours they have does not matter. A line is as wide as it is; an area is what is filled of it and its outline, and what has no
/// colour there is not drawn.
struct SymbolFootprint: Hashable, Sendable {
    /// A marker.
    struct Part: Hashable, Sendable {
        var halfWidth: Double
        var halfHeight: Double
        var isRound = false
        /// From the place of the element to its middle. It is not turned with the symbol.
        var offset = ScreenVector(right: 0, up: 0)
        /// Degrees clockwise.
        var angle = 0.0
        var turnsWithMap = false

        /// How far from the place of the element anything of it is.
        var reach: Double {
            offset.length + (isRound ? halfWidth : (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot())
        }
    }

    /// How points are drawn.
    var parts: [Part] = []
    /// The width of a line; nil where no line is drawn.
    var lineWidth: Double?
    var isFilled = false
    /// The width of the line round an area; nil where there is none.
    var outlineWidth: Double?

    /// Points that a picture has on each side whose size only those know who draw it.
    static let unknownPictureSize = 24.0

    /// - Parameters:
    ///   - symbol: the symbol; nil, and what is for scenes only, covers nothing.
    ///   - factor: how many times its size it is drawn.
    init(_ symbol: Symbol?, factor: Double = 1) {
        func points(_ length: Double) -> Double { length.isFinite && length > 0 ? length * factor : 0 }
        func drawn(_ line: LineSymbol?) -> Double? {
            guard let line, points(line.width) > 0, line.color.alpha > 0 else { return nil }
            return (line as? SimpleLineSymbol)?.style == .noLine ? nil : points(line.width)
        }
        switch symbol {
        case let symbol as CompositeSymbol:
            for symbol in symbol.symbols {
                let other = SymbolFootprint(symbol, factor: factor)
                parts += other.parts
                lineWidth = Self.wider(lineWidth, other.lineWidth)
                outlineWidth = Self.wider(outlineWidth, other.outlineWidth)
                isFilled = isFilled || other.isFilled
            }
        case let symbol as LineSymbol:
            lineWidth = drawn(symbol)
            outlineWidth = lineWidth
        case let symbol as FillSymbol:
            isFilled = symbol.color.alpha > 0 && (symbol as? SimpleFillSymbol)?.style != .noFill
            outlineWidth = drawn(symbol.outline)
        case let symbol as MarkerSymbol:
            var part = Part(halfWidth: 0, halfHeight: 0)
            switch symbol {
            case let marker as SimpleMarkerSymbol:
                part.halfWidth = (points(marker.size) + (drawn(marker.outline) ?? 0)) / 2
                (part.halfHeight, part.isRound) = (part.halfWidth, marker.style == .circle)
            case let picture as PictureMarkerSymbol:
                let (width, height) = (points(picture.width), points(picture.height))
                let unknown = Self.unknownPictureSize * factor
                // A picture of which one side is given counts as a square.
                part.halfWidth = (width > 0 ? width : height > 0 ? height : unknown) / 2
                part.halfHeight = (height > 0 ? height : part.halfWidth * 2) / 2
            case let text as TextSymbol:
                Self.measure(text, factor, &part)
            default: break
            }
            part.angle = symbol.angle.isFinite ? Double(symbol.angle) : 0
            part.turnsWithMap = symbol.angleAlignment == .map
            let offset = ScreenVector(right: symbol.offsetX * factor, up: symbol.offsetY * factor)
            if offset.length.isFinite { part.offset = part.offset - ScreenVector(right: -offset.right, up: -offset.up) }
            parts = [part]
        default: break
        }
    }

    private static func wider(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }

    /// A text without its font: a letter is taken to be 0.6 of its size wide, and a line 1.2 of it high.
    private static func measure(_ text: TextSymbol, _ factor: Double, _ part: inout Part) {
        let size = text.size.isFinite && text.size > 0 ? text.size * factor : 0
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
        part.halfWidth = Double(lines.map(\.count).max() ?? 0) * size * 0.3
        part.halfHeight = part.halfWidth > 0 ? Double(lines.count) * size * 0.6 : 0
        switch text.horizontalAlignment {
        case .left: part.offset.right = part.halfWidth
        case .right: part.offset.right = -part.halfWidth
        case .center, .justify: break
        }
        switch text.verticalAlignment {
        case .top: part.offset.up = -part.halfHeight
        case .bottom, .baseline: part.offset.up = part.halfHeight
        case .middle: break
        }
    }

    /// How far from the place of a point anything of it is drawn; nil where nothing is.
    var reach: Double? { parts.map(\.reach).max() }

    /// How far a place on the screen is from what is drawn of a point.
    ///
    /// - Parameters:
    ///   - place: from the point that is drawn to the place that is asked for.
    ///   - heading: the degrees by which markers are turned besides.
    ///   - rotation: that of the view.
    /// - Returns: points; 0 on it, nil where nothing is drawn.
    func distance(from place: ScreenVector, heading: Double, rotation: Double) -> Double? {
        var least: Double?
        for part in parts {
            let way = place - part.offset
            var distance: Double
            if part.isRound {
                distance = max(0, way.length - part.halfWidth)
            } else {
                let turn = (part.angle + heading - (part.turnsWithMap ? rotation : 0)) * .pi / 180
                let across = abs(way.right * cos(turn) - way.up * sin(turn)) - part.halfWidth
                let along = abs(way.right * sin(turn) + way.up * cos(turn)) - part.halfHeight
                distance = ScreenVector(right: max(0, across), up: max(0, along)).length
            }
            if let known = least { distance = min(known, distance) }
            least = distance
        }
        return least
    }
}

extension SymbolFootprint {
    /// What elements are drawn with that nobody has given a symbol.
    static let usualMarker = SymbolFootprint(SimpleMarkerSymbol())
    static let usualLine = SymbolFootprint(SimpleLineSymbol())
    static let usualFill = SymbolFootprint(SimpleFillSymbol())
}

extension Renderer {
    /// All symbols that it may draw anything with, in the order of the classes of a ``SymbolTable``, that of the elements of no class at the end; nil where nothing is drawn.
    var symbolsByClass: [Symbol?] {
        switch self {
        case let renderer as SimpleRenderer: [renderer.symbol]
        case let renderer as UniqueValueRenderer: renderer.uniqueValues.map(\.symbol) + [renderer.defaultSymbol]
        case let renderer as ClassBreaksRenderer: renderer.classBreaks.map(\.symbol) + [renderer.defaultSymbol]
        default: [nil]
        }
    }

    /// All symbols that it may draw anything with.
    var symbols: [Symbol] { symbolsByClass.compactMap(\.self) }
}

extension SymbolFootprint {
    /// What features of a kind are drawn with where nobody has said that.
    static func usual(for geometry: Geometry) -> SymbolFootprint {
        switch geometry.dimension {
        case 0: .usualMarker
        case 1: .usualLine
        default: .usualFill
        }
    }

    /// How far from a geometry anything is drawn with it.
    var extent: Double { max(reach ?? 0, (lineWidth ?? 0) / 2, (outlineWidth ?? 0) / 2) }
}
