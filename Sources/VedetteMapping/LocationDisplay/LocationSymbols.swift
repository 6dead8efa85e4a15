// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// What a location display draws with unless a program says otherwise.
enum LocationSymbols {
    private static let blue = Color(red: 0, green: 122.0 / 255, blue: 194.0 / 255)

    /// A blue dot with a white rim.
    static func makeDefault() -> Symbol { dot(blue) }

    /// A blue arrow head that points up, as does every symbol that is turned.
    static func makeCourse() -> Symbol {
        let arrow = SimpleMarkerSymbol(style: .triangle, color: blue, size: 20)
        arrow.outline = SimpleLineSymbol(color: .white, width: 2)
        return arrow
    }

    /// The blue dot with a point over it.
    static func makeHeading() -> Symbol {
        let point = SimpleMarkerSymbol(style: .triangle, color: blue, size: 10)
        point.offsetY = 13
        return CompositeSymbol(symbols: [point, dot(blue)])
    }

    /// A grey dot with a white rim.
    static func makeAcquiring() -> Symbol { dot(.gray) }

    /// A blue haze with a fine line round it.
    static func makeAccuracy() -> Symbol {
        SimpleFillSymbol(color: blue.opacity(0.15), outline: SimpleLineSymbol(color: blue.opacity(0.4), width: 1))
    }

    /// A blue ring, which grows and fades.
    static func makePing() -> Symbol {
        let ring = SimpleMarkerSymbol(style: .circle, color: .clear, size: 60)
        ring.outline = SimpleLineSymbol(color: blue.opacity(0.5), width: 3)
        return ring
    }

    private static func dot(_ color: Color) -> Symbol {
        let dot = SimpleMarkerSymbol(style: .circle, color: color, size: 16)
        dot.outline = SimpleLineSymbol(color: .white, width: 3)
        return dot
    }
}
