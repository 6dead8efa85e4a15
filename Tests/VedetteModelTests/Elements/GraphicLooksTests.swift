// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@Suite("The looks of graphics")
struct GraphicLooksTests {
    @Test("a graphic is to be seen, not selected and of no symbol unless said")
    func graphic() {
        let graphic = Graphic()
        #expect(graphic.geometry == nil && graphic.symbol == nil && graphic.attributes.isEmpty)
        #expect((graphic.isVisible, graphic.isSelected, graphic.zIndex) == (true, false, 0))
        graphic.setAttributeValue(1, forKey: "a")
        graphic.removeAttributeValue(forKey: "a")
        #expect(graphic.attributes.isEmpty)
    }

    @Test("an overlay is to be seen, dynamic and of no renderer unless said")
    func overlay() {
        let overlay = GraphicsOverlay()
        #expect((overlay.isVisible, overlay.opacity, overlay.renderingMode, overlay.id) == (true, 1, .dynamic, ""))
        #expect(overlay.renderer == nil && overlay.minScale == nil && overlay.maxScale == nil && overlay.extent == nil)
        #expect((overlay.sceneProperties.surfacePlacement, overlay.sceneProperties.altitudeOffset) == (.drapedBillboarded, 0))
        #expect(GraphicsOverlay(renderingMode: .static).renderingMode == .static)
    }

    @Test("looks that change are told as a change of the graphic")
    func changes() async {
        let graphic = Graphic(symbol: SimpleMarkerSymbol())
        let overlay = GraphicsOverlay(graphics: [graphic])
        var changes = overlay.changes.makeAsyncIterator()
        graphic.isVisible = false
        graphic.symbol = nil
        graphic.zIndex = 3
        overlay.selectGraphics([graphic])
        for _ in 0..<4 {
            guard case .changed(let changed)? = await changes.next() else {
                Issue.record("not told of a change")
                return
            }
            #expect(changed == graphic)
        }
        #expect(overlay.selectedGraphics == [graphic])
        overlay.clearSelection()
        #expect(!graphic.isSelected)
    }

    @Test("the extent of an overlay holds all its graphics")
    func extent() {
        let overlay = GraphicsOverlay(graphics: [
            Graphic(geometry: Point(latitude: 1, longitude: 2)), Graphic(), Graphic(geometry: Point(latitude: -3, longitude: 7)),
            Graphic(geometry: Point(x: .nan, y: .nan)),
        ])
        #expect(overlay.extent == Envelope(xRange: 2...7, yRange: -3...1, spatialReference: .wgs84))
    }
}
