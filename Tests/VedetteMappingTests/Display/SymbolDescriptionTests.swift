// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteModel

@testable import VedetteMapping

@Suite("Symbols as they are handed to who draws them")
struct SymbolDescriptionTests {
    @Test("a marker with everything that it has")
    func marker() throws {
        let symbol = SimpleMarkerSymbol(style: .triangle, color: .white, size: 12)
        symbol.outline = SimpleLineSymbol(style: .dash, color: .black, width: 2)
        (symbol.angle, symbol.angleAlignment, symbol.offsetX, symbol.offsetY) = (45, .map, 3, -4)
        guard case .marker(let marker)? = SymbolDescription(symbol) else {
            Issue.record("no marker")
            return
        }
        #expect(marker.style == .triangle && marker.size == 12 && marker.color == .white)
        #expect(marker.outline?.style == .dash && marker.outline?.width == 2)
        #expect(marker.stance.angle == 45 && marker.stance.turnsWithMap && marker.stance.offsetX == 3 && marker.stance.offsetY == -4)
    }

    @Test("what is no length is 0")
    func wrongNumbers() throws {
        let symbol = SimpleMarkerSymbol(size: -3)
        symbol.angle = .nan
        symbol.offsetX = .infinity
        guard case .marker(let marker)? = SymbolDescription(symbol) else {
            Issue.record("no marker")
            return
        }
        #expect(marker.size == 0 && marker.stance.angle == 0 && marker.stance.offsetX == 0)
    }

    @Test("a composite symbol that holds itself ends")
    func itself() {
        let symbol = CompositeSymbol(symbols: [SimpleMarkerSymbol(), SimpleMarkerSymbol()])
        symbol.addSymbol(symbol)
        func count(_ symbol: SymbolDescription) -> Int {
            if case .composite(let parts) = symbol { return 1 + parts.map(count).reduce(0, +) }
            return 1
        }
        let described = SymbolDescription(symbol)
        #expect(described.map(count) ?? 0 <= SymbolDescription.maximumPartCount + 1)
        symbol.removeAllSymbols()
    }

    @Test("an area has its filling and its outline")
    func area() {
        let symbol = SimpleFillSymbol(style: .cross, color: .red, outline: SimpleLineSymbol(style: .dash, color: .blue, width: 2))
        guard case .fill(let fill)? = SymbolDescription(symbol) else {
            Issue.record("\(String(describing: SymbolDescription(symbol)))")
            return
        }
        #expect(fill.style == .cross && fill.color == .red && fill.outline?.style == .dash && fill.outline?.width == 2)
        #expect(SymbolDescription(SimpleFillSymbol()) != SymbolDescription(symbol))
    }
}
