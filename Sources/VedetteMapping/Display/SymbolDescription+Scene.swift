// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import VedetteModel

extension SymbolDescription {
    /// How a body stands at its place in a scene.
    package struct Posture: Equatable, Sendable {
        /// Degrees clockwise; added to what the renderer says, as the next two.
        package var heading: Double
        /// Degrees up.
        package var pitch: Double
        /// Degrees clockwise as seen from behind.
        package var roll: Double
        /// Metres along x; 0 for that of the body itself, as the next two.
        package var width: Double
        /// Metres along y.
        package var depth: Double
        /// Metres along z.
        package var height: Double
        package var anchor: MarkerSceneSymbol.AnchorPosition

        init(_ symbol: MarkerSceneSymbol) {
            (heading, pitch) = (SymbolDescription.finite(Double(symbol.heading)), SymbolDescription.finite(Double(symbol.pitch)))
            roll = SymbolDescription.finite(Double(symbol.roll))
            (width, depth) = (SymbolDescription.length(symbol.width), SymbolDescription.length(symbol.depth))
            (height, anchor) = (SymbolDescription.length(symbol.height), symbol.anchorPosition)
        }
    }

    /// A body from a file.
    package struct Model: Equatable, Sendable {
        package var url: URL
        package var scale: Double
        package var posture: Posture

        init(_ symbol: ModelSceneSymbol) {
            (url, scale, posture) = (symbol.url, SymbolDescription.length(Double(symbol.scale)), Posture(symbol))
        }
    }

    /// A plain body.
    package struct Body: Equatable, Sendable {
        package var style: SimpleMarkerSceneSymbol.Style
        package var color: Color
        package var posture: Posture

        init(_ symbol: SimpleMarkerSceneSymbol) {
            (style, color, posture) = (symbol.style, symbol.color, Posture(symbol))
        }
    }

    /// From how far a symbol is drawn: metres, both ends included.
    package struct Range: Equatable, Sendable {
        package var lowest: Double
        /// Infinite for no end.
        package var highest: Double
        package var symbol: SymbolDescription
    }

    static func ranges(_ symbol: DistanceCompositeSceneSymbol, _ budget: inout Int) -> [Range] {
        var ranges: [Range] = []
        for range in symbol.ranges.prefix(maximumPartCount) {
            guard let symbol = SymbolDescription(range.symbol, &budget) else { continue }
            ranges.append(Range(lowest: range.minDistance, highest: range.maxDistance, symbol: symbol))
        }
        return ranges
    }
}
