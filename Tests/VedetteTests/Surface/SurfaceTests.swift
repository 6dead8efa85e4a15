// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// What programs touch around a stream, in one place: that it is there, under its name and with its labels.
@Suite("The surface around a stream", .timeLimit(.minutes(10)))
struct SurfaceTests {
    @Test("units and geometry have the labels that programs use")
    func geometry() throws {
        let center = Point(latitude: 33.4352, longitude: -112.0101)
        let area = try #require(
            GeometryEngine.geodeticBuffer(
                around: center, distance: 15, distanceUnit: .miles, maxDeviation: .nan, curveType: .geodesic))
        #expect(GeometryEngine.doesGeometry(area, contain: center))
        let radius = Measurement(value: 15, unit: LinearUnit.miles).converted(to: .meters).value
        #expect(abs(radius - 24_140.16) < 10)
        let units: [LinearUnit] = [.miles, .meters, .kilometers, .feet, .nauticalMiles]
        #expect(units.count == 5)
        let envelope = Envelope(xMin: -123.06, yMin: 44.05, xMax: -123.08, yMax: 44.03, spatialReference: .wgs84)
        #expect(envelope == Envelope(xRange: -123.08 ... -123.06, yRange: 44.03...44.05, spatialReference: .wgs84))
        let projected = try #require(GeometryEngine.project(center, into: .webMercator))
        #expect(abs(projected.x - -12_468_907) < 1_000)
        #expect(SpatialReference(wkid: .init(26915)!).wkid?.rawValue == 26_915)
        #expect(SpatialReference(wkid: WKID(32038)!)!.wkid?.rawValue == 32_038)
        let distance = try #require(
            GeometryEngine.geodeticDistance(
                from: center, to: Point(latitude: 33.5, longitude: -112), distanceUnit: .kilometers, azimuthUnit: .degrees,
                curveType: .geodesic))
        #expect(distance.distance.value > 7 && distance.distance.value < 8)
        #expect(EnvelopeBuilder(envelope: envelope).toGeometry() == envelope)
        #expect(GeometryEngine.combineExtents(of: [center, envelope]) != nil)
        let polygon = Polygon(points: [center, Point(latitude: 33.5, longitude: -112), Point(latitude: 33.4, longitude: -111.9)])
        #expect(polygon.spatialReference == .wgs84 && polygon.extent.center.x < -111)
    }

    @Test("symbols, renderers and labels go together as programs put them")
    func looks() {
        let overlay = GraphicsOverlay(graphics: [
            Graphic(
                geometry: Point(x: 1, y: 2), attributes: ["kind": "plane"],
                symbol: SimpleMarkerSymbol(style: .diamond, color: .systemPink, size: 20)),
            Graphic(
                geometry: Point(x: 1, y: 2),
                symbol: TextSymbol(text: "Bass Rock", color: .blue, size: 10, horizontalAlignment: .left, verticalAlignment: .bottom)),
            Graphic(symbol: CompositeSymbol(symbols: [SimpleMarkerSymbol(), TextSymbol(text: "1", color: .white, size: 8)])),
        ])
        overlay.id = "Planes"
        overlay.opacity = 0.5
        let outline = SimpleLineSymbol(style: .dash, color: UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1), width: 0.7)
        let fill = SimpleFillSymbol(style: .forwardDiagonal, color: .yellow.withAlphaComponent(0.5), outline: outline)
        overlay.renderer = UniqueValueRenderer(
            fieldNames: ["kind"],
            uniqueValues: [UniqueValue(description: "planes", label: "plane", symbol: fill, values: ["plane"])],
            defaultLabel: "other", defaultSymbol: SimpleMarkerSymbol(color: .gray))
        overlay.sceneProperties.surfacePlacement = .relative
        overlay.sceneProperties = LayerSceneProperties(surfacePlacement: .absolute)
        let breaks = ClassBreaksRenderer(
            fieldName: "speed",
            classBreaks: [ClassBreak(description: "slow", label: "slow", minValue: 0, maxValue: 100, symbol: outline)])
        breaks.rotationExpression = "[heading]"
        breaks.rotationType = .geographic
        breaks.sceneProperties = RendererSceneProperties(headingExpression: "[HEADING]", pitchExpression: "[PITCH]")
        breaks.sceneProperties.rollExpression = "[ROLL]"
        #expect(overlay.graphics.count == 3)
        #expect(overlay.graphics.first.flatMap(overlay.symbol(for:)) is SimpleMarkerSymbol)
        #expect(breaks.symbol(for: ["speed": 50.0]) == outline)
    }

    @Test("a map is put together as programs do")
    func maps() {
        ArcGISEnvironment.apiKey = APIKey("a key")
        let map = Map(basemapStyle: .arcGISStreets)
        map.initialViewpoint = Viewpoint(center: Point(x: -12_452_361.486, y: 4_949_774.965), scale: 200_000)
        let extent = map.initialViewpoint?.targetGeometry
        #expect(extent?.extent.xMin == -12_452_361.486)
        let plain = Map(basemap: Basemap(style: .arcGISLightGray))
        plain.initialViewpoint = Viewpoint(boundingGeometry: Envelope(min: Point(x: 0, y: 0), max: Point(x: 1, y: 1)))
        let scene = Scene(basemapStyle: .arcGISImagery)
        let surface = Surface()
        surface.addElevationSource(ArcGISTiledElevationSource(url: URL(fileURLWithPath: "/elevation")))
        scene.baseSurface = surface
        #expect(scene.baseSurface.elevationSources.count == 1)
        #expect(plain.basemap?.style == .arcGISLightGray)
    }

    @Test("values of attributes are asked for by their types")
    func attributes() {
        let graphic = Graphic(attributes: ["name": "SALISH", "speed": 12.5])
        graphic.setAttributeValue(90.0, forKey: "HEADING")
        let elements: [any GeoElement] = [graphic]
        #expect(elements.first?.attributes["HEADING"] as? Double ?? .nan == 90)
        #expect((elements.first as? Graphic)?.attributes["name"] as? String == "SALISH")
    }
}
