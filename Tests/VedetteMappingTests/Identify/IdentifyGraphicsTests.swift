// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("Identify graphics", .timeLimit(.minutes(10)))
struct IdentifyGraphicsTests {
    /// A graphic, and how far a click is from what is drawn of it; nil for one that is not drawn.
    private struct Drawn {
        let graphic: Graphic
        /// The lines of it on the map, in metres.
        let lines: [[(x: Double, y: Double)]]
        let symbol: Symbol?
    }

    private static func random(_ random: inout SeededRandomNumberGenerator, in place: (Double, Double, Double)) -> Drawn {
        let (longitude, latitude, spread) = place
        let isGeographic = random.index(below: 2) == 0
        func vertex(_ around: (Double, Double), _ reach: Double) -> (Double, Double) {
            (around.0 + random.number(-reach, reach), min(max(around.1 + random.number(-reach, reach), -84), 84))
        }
        func map(_ place: (Double, Double)) -> (x: Double, y: Double) {
            (place.0 / 180 * .pi * 6_378_137, 6_378_137 * log(tan(.pi / 4 + place.1 * .pi / 360)))
        }
        let (reference, middle): (SpatialReference, _) = (isGeographic ? .wgs84 : .webMercator, vertex((longitude, latitude), spread))
        func run(_ places: [(Double, Double)]) -> Coordinates {
            let places = isGeographic ? places.map { (x: $0.0, y: $0.1) } : places.map(map)
            return Coordinates(x: places.map(\.x), y: places.map(\.y))
        }
        let places = (0..<(3 + random.index(below: 5))).map { _ in vertex(middle, spread / 3) }
        let hole = (0..<3).map { _ in vertex(middle, spread / 6) }
        let (geometry, symbol, lines): (Geometry, Symbol, [[(Double, Double)]])
        switch random.index(below: 5) {
        case 0:
            let marker = SimpleMarkerSymbol(style: [.circle, .square][random.index(below: 2)], size: CGFloat(random.number(4, 30)))
            (marker.offsetX, marker.offsetY, marker.angle) = (CGFloat(random.number(-9, 9)), 4, Float(random.number(0, 360)))
            marker.angleAlignment = random.index(below: 2) == 0 ? .map : .screen
            let place = run([middle])
            geometry = Point(x: place.x[0], y: place.y[0], spatialReference: reference)
            (symbol, lines) = (marker, [[middle]])
        case 1:
            (geometry, symbol, lines) = (
                Multipoint(coordinates: run(places), spatialReference: reference), SimpleMarkerSymbol(size: 9), places.map { [$0] }
            )
        case 2:
            (geometry, symbol, lines) = (
                Polyline(lines: [run(places), run(hole)], spatialReference: reference),
                SimpleLineSymbol(width: CGFloat(random.number(1, 9))), [places, hole]
            )
        case 3:
            let outline = random.index(below: 2) == 0 ? SimpleLineSymbol(width: 5) : nil
            let style: SimpleFillSymbol.Style = random.index(below: 3) == 0 ? .noFill : .solid
            (geometry, symbol, lines) = (
                Polygon(rings: [run(places), run(hole)], spatialReference: reference),
                SimpleFillSymbol(style: style, color: .red, outline: outline), [places, hole]
            )
        default:
            let (a, b) = (places[0], places[1])
            let box = run([a, b])
            (geometry, symbol, lines) = (
                Envelope(xMin: box.x[0], yMin: box.y[0], xMax: box.x[1], yMax: box.y[1], spatialReference: reference),
                SimpleFillSymbol(), [[a, (b.0, a.1), b, (a.0, b.1)]]
            )
        }
        let graphic = Graphic(geometry: geometry, symbol: symbol)
        graphic.isVisible = random.index(below: 12) != 0
        graphic.zIndex = random.index(below: 3)
        return Drawn(graphic: graphic, lines: lines.map { $0.map(map) }, symbol: graphic.isVisible ? symbol : nil)
    }

    /// How far a click is from a graphic, by all its copies on the screen.
    private static func distance(_ drawn: Drawn, _ click: CGPoint, _ screen: IdentifyOracle.Screen) -> Double? {
        guard let symbol = drawn.symbol else { return nil }
        var least = Double.infinity
        for copy in -2...2 {
            let lines = drawn.lines.map { $0.map { screen.point($0, copy: copy) } }
            if symbol is MarkerSymbol {
                let places = lines.joined()
                for place in places { least = min(least, IdentifyOracle.distance(click, place, symbol, 0, screen.turn * 180 / .pi)) }
                continue
            }
            let fill = symbol as? FillSymbol
            var (edge, insideCount) = (Double.infinity, 0)
            for line in lines {
                let corners = fill == nil ? line : line + [line[0]]
                var turned = 0.0
                for (start, end) in zip(corners, corners.dropFirst()) {
                    edge = min(edge, segment(click, start, end))
                    // The winding number, by angles.
                    let (first, second) = (
                        atan2(start.y - click.y, start.x - click.x), atan2(end.y - click.y, end.x - click.x)
                    )
                    turned += (second - first).remainder(dividingBy: 2 * .pi)
                }
                if Int((turned / (2 * .pi)).rounded()).isMultiple(of: 2) == false { insideCount += 1 }
            }
            if let fill {
                let isFilled = (fill as? SimpleFillSymbol)?.style != .noFill
                if isFilled, insideCount % 2 == 1 { return 0 }
                if !isFilled, fill.outline == nil { return nil }
                least = min(least, max(0, edge - Double(fill.outline?.width ?? 0) / 2))
            } else {
                least = min(least, max(0, edge - Double((symbol as? LineSymbol)?.width ?? 0) / 2))
            }
        }
        return least
    }

    private static func segment(_ click: CGPoint, _ start: CGPoint, _ end: CGPoint) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let length = x * x + y * y
        let share = length > 0 ? min(1, max(0, ((click.x - start.x) * x + (click.y - start.y) * y) / length)) : 0
        return hypot(click.x - start.x - share * x, click.y - start.y - share * y)
    }

    @Test("3,000 clicks on overlays find what a drawing of everything has there, in order")
    func clicks() async throws {
        var hits = 0
        for seed in 0..<UInt64(60) {
            var random = SeededRandomNumberGenerator(seed: seed &+ 500)
            let place = [(-112.0, 33.4, 0.3), (179.99, -17, 0.2), (15, 70, 3), (0, 0, 80)][random.index(below: 4)]
            let drawn = (0..<40).map { _ in Self.random(&random, in: place) }
            let overlay = GraphicsOverlay(graphics: drawn.map(\.graphic))
            let fitting = place.2 * 111_000 / 400 / MapScale.metresPerPoint * pow(10, random.number(-0.5, 0.8))
            let view = MapView(
                map: Map(spatialReference: .webMercator),
                viewpoint: Viewpoint(latitude: place.1, longitude: place.0, scale: fitting, rotation: random.number(0, 360)),
                graphicsOverlays: [overlay])
            view.size = CGSize(width: 800, height: 600)
            let screen = IdentifyOracle.Screen(view)
            for _ in 0..<50 {
                var click = CGPoint(x: random.number(0, 800), y: random.number(0, 600))
                let line = drawn[random.index(below: drawn.count)].lines[0]
                let corner = screen.point(line[random.index(below: line.count)])
                let beside = CGPoint(x: corner.x + random.number(-20, 20), y: corner.y + random.number(-20, 20))
                if beside.x >= 0, beside.y >= 0, beside.x <= 800, beside.y <= 600, random.index(below: 4) != 0 { click = beside }
                let tolerance = [0.0, 2, 12, 30][random.index(below: 4)]
                let result = try await view.proxy.identify(
                    on: overlay, screenPoint: click, tolerance: tolerance, maximumResults: nil)
                var near: [(distance: Double, index: Int, graphic: Graphic)] = []
                for (index, one) in drawn.enumerated() {
                    if let distance = Self.distance(one, click, screen), distance <= tolerance {
                        near.append((distance, index, one.graphic))
                    }
                }
                near.sort {
                    abs($0.distance - $1.distance) > 1e-9
                        ? $0.distance < $1.distance : ($0.graphic.zIndex, $0.index) > ($1.graphic.zIndex, $1.index)
                }
                #expect(result.graphics == near.map(\.graphic), "seed \(seed), at \(click) within \(tolerance)")
                hits += near.isEmpty ? 0 : 1
                let first = try await view.proxy.identifyGraphicsOverlays(screenPoint: click, tolerance: tolerance)
                #expect(first.first?.graphics == (near.isEmpty ? nil : [near[0].graphic]))
                #expect(first.first?.isTransferLimitExceeded ?? false == (near.count > 1))
            }
        }
        #expect(hits > 1_000, "\(hits)")
    }

    @Test("overlays that cannot be seen have nothing; of several the upper one comes first")
    func overlays() async throws {
        let place = Point(latitude: 0, longitude: 0)
        let symbol = SimpleMarkerSymbol(size: 10)
        let (lower, upper) = (
            GraphicsOverlay(graphics: [Graphic(geometry: place, symbol: symbol)]), GraphicsOverlay(graphics: [Graphic(geometry: place)])
        )
        let view = MapView(
            map: Map(spatialReference: .webMercator), viewpoint: Viewpoint(latitude: 0, longitude: 0, scale: 10_000),
            graphicsOverlays: [lower, upper])
        view.size = CGSize(width: 100, height: 100)
        let middle = CGPoint(x: 50, y: 50)
        func found() async throws -> [GraphicsOverlay] {
            try await view.proxy.identifyGraphicsOverlays(screenPoint: middle, tolerance: 0).map(\.graphicsOverlay)
        }
        // Without a symbol nothing is drawn.
        #expect(try await found() == [lower])
        upper.renderer = SimpleRenderer(symbol: symbol)
        #expect(try await found() == [upper, lower])
        for (hide, show) in [
            ({ upper.isVisible = false }, { upper.isVisible = true }), ({ upper.opacity = 0 }, { upper.opacity = 1 }),
            ({ upper.minScale = 9_999 }, { upper.minScale = 10_000 }), ({ upper.maxScale = 10_001 }, { upper.maxScale = 10_000 }),
        ] {
            hide()
            #expect(try await found() == [lower])
            show()
            #expect(try await found() == [upper, lower])
        }
        #expect(try await view.proxy.identify(on: upper, screenPoint: middle, tolerance: 5, returnPopupsOnly: true).graphics.isEmpty)
        #expect(try await view.proxy.identify(on: upper, screenPoint: middle, tolerance: 5, maximumResults: 0).graphics.isEmpty)
        #expect(try await view.proxy.identify(on: upper, screenPoint: CGPoint(x: -1, y: 50), tolerance: 500).graphics.isEmpty)
        await #expect(throws: MapViewError.self) {
            try await view.proxy.identify(on: GraphicsOverlay(), screenPoint: middle, tolerance: 5)
        }
        // Symbols that grow with the map are asked as they are drawn.
        view.map.referenceScale = 100_000
        let beside = CGPoint(x: 90, y: 50)
        #expect(try await view.proxy.identify(on: lower, screenPoint: beside, tolerance: 0).graphics.isEmpty)
        lower.scalesSymbols = true
        #expect(try await view.proxy.identify(on: lower, screenPoint: beside, tolerance: 0).graphics.count == 1)
    }
}
