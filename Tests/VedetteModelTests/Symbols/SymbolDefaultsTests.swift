// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteModel

/// Defaults as the reference of the ArcGIS Maps SDK gives them.
@Suite("Symbols")
struct SymbolDefaultsTests {
    @Test("a marker is a black circle of 8 points")
    func marker() {
        let symbol = SimpleMarkerSymbol()
        #expect((symbol.style, symbol.color, symbol.size) == (.circle, .black, 8))
        #expect(symbol.outline == nil)
        #expect((symbol.angle, symbol.offsetX, symbol.offsetY) == (0, 0, 0))
        let other = SimpleMarkerSymbol(style: .diamond, color: .systemPink, size: 20)
        other.outline = SimpleLineSymbol(color: .white, width: 2)
        #expect((other.style, other.color, other.size, other.outline?.width) == (.diamond, .systemPink, 20, 2))
    }

    @Test("a line is solid, black and one point wide, an area solid and black without an outline")
    func linesAndAreas() {
        let line = SimpleLineSymbol()
        #expect((line.style, line.color, line.width) == (.solid, .black, 1))
        #expect((line.markerStyle, line.markerPlacement) == (.none, .end))
        let area = SimpleFillSymbol()
        #expect((area.style, area.color) == (.solid, .black))
        #expect(area.outline == nil)
    }

    @Test("a text has black letters of 8 points in the middle of its place")
    func text() {
        let symbol = TextSymbol()
        #expect((symbol.text, symbol.color, symbol.size) == ("", .black, 8))
        #expect((symbol.horizontalAlignment, symbol.verticalAlignment) == (.center, .middle))
        #expect((symbol.haloColor, symbol.haloWidth, symbol.backgroundColor) == (.clear, 0, .clear))
        #expect((symbol.fontStyle, symbol.fontWeight, symbol.fontDecoration) == (.normal, .normal, .none))
    }

    @Test("pictures, bodies and composites keep what they are made of")
    func others() {
        let url = URL(fileURLWithPath: "/tmp/pin.png")
        let picture = PictureMarkerSymbol(url: url)
        #expect((picture.url, picture.width, picture.height, picture.opacity) == (url, 0, 0, 1))
        let composite = CompositeSymbol(symbols: [picture, TextSymbol(text: "A")])
        composite.addSymbol(SimpleMarkerSymbol())
        composite.removeSymbol(picture)
        #expect(composite.symbols.count == 2)
        let cone = SimpleMarkerSceneSymbol.cone(color: .red, diameter: 100, height: 200)
        #expect((cone.style, cone.width, cone.depth, cone.height, cone.anchorPosition) == (.cone, 100, 100, 200, .center))
        let model = ModelSceneSymbol(url: url, scale: 2)
        model.heading = 180
        #expect((model.scale, model.heading, model.anchorPosition) == (2, 180, .origin))
    }

    @Test("a symbol may be set from many threads")
    func threads() async {
        let symbol = SimpleMarkerSymbol()
        await withTaskGroup(of: Void.self) { group in
            for size in 1...100 { group.addTask { symbol.size = CGFloat(size) } }
        }
        #expect((1...100).contains(Int(symbol.size)))
    }
}
