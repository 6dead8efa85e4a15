// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteMapping

@Suite("Scales and Web Mercator")
struct MapScaleTests {
    @Test("scales, resolutions and zoom levels go together at 96 dots an inch")
    func scales() {
        // 78,271.516964020485 metres a point at zoom level 0.
        #expect(abs(MapScale.scale(zoomLevel: 0) - 78_271.516964020485 * 96 / 0.0254) < 1e-4)
        // What ArcGIS lists for the first level of its tiles, of 256 points, with 39.37 inches a metre: two millionths less.
        #expect(abs(MapScale.scale(zoomLevel: -1) / 591_657_527.591555 - 1 / (0.0254 * 39.37)) < 1e-11)
        for level in stride(from: -2.0, through: 24, by: 0.37) {
            #expect(abs(MapScale.zoomLevel(scale: MapScale.scale(zoomLevel: level)) - level) < 1e-12)
        }
        #expect(abs(MapScale.resolution(scale: MapScale.scale(resolution: 12.5)) - 12.5) < 1e-12)
    }

    @Test("Web Mercator has the numbers of PROJ", arguments: [-180.0, -122.4, 0, 13.377, 179.9999, 200, -300])
    func webMercator(longitude: Double) throws {
        for latitude in [-85.0, -33.9, -1e-9, 0, 52.52, 84.9] {
            let expected = try #require(GeometryEngine.project(Point(latitude: latitude, longitude: longitude), into: .webMercator))
            #expect(abs(WebMercator.x(longitude: longitude) - expected.x) < 1e-7)
            #expect(abs(WebMercator.y(latitude: latitude) - expected.y) < 1e-7)
            #expect(abs(WebMercator.longitude(x: expected.x) - longitude) < 1e-12)
            #expect(abs(WebMercator.latitude(y: expected.y) - latitude) < 1e-12)
        }
    }

    @Test("beyond its edge Web Mercator is its edge")
    func edges() {
        let edge = WebMercator.worldWidth / 2
        #expect(abs(WebMercator.y(latitude: 90) - edge) < 1e-6 && abs(WebMercator.y(latitude: -90) + edge) < 1e-6)
        #expect(abs(WebMercator.maximumLatitude - 85.051_128_779_806_6) < 1e-12)
    }
}
