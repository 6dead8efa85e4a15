// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteMapping

@Suite("Callouts and groups")
struct CalloutTests {
    @Test("a callout moves with its element, and stands at its place")
    func placement() {
        let graphic = Graphic(geometry: Point(latitude: 1, longitude: 2))
        let callout = CalloutPlacement.geoElement(graphic)
        #expect(callout.geoElement === graphic)
        graphic.geometry = Point(latitude: 3, longitude: 4)
        #expect(callout.location == Point(latitude: 3, longitude: 4))
        graphic.geometry = Envelope(xRange: 0...2, yRange: 0...2)
        #expect(callout.location == Point(x: 1, y: 1))
        #expect(CalloutPlacement.geoElement(graphic, tapLocation: Point(x: 2, y: 0)).location == Point(x: 2, y: 0))
        graphic.geometry = nil
        #expect(callout.location == nil)
        #expect(CalloutPlacement.location(Point(x: 5, y: 6)).location == Point(x: 5, y: 6))
        #expect(callout == .geoElement(graphic) && callout != .location(Point(x: 5, y: 6)))
    }

    @Test("a group keeps its layers in their order, and loads them")
    func group() async throws {
        let layers = [OpenStreetMapLayer(), WebTiledLayer(urlTemplate: "https://example.org/{level}/{col}/{row}.png")]
        let group = GroupLayer(childLayers: layers)
        #expect(group.visibilityMode == .independent)
        try await group.load()
        #expect(layers.allSatisfy { $0.loadStatus == .loaded })
        group.removeLayer(layers[0])
        #expect(group.layers == [layers[1]])
        #expect(Basemap(baseLayers: layers).baseLayers == layers)
    }
}
