// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

/// Graphics around a camera, and what is drawn of them by dense points: what identify finds is measured against that.
private struct SceneWorld {
    let overlay = GraphicsOverlay()
    let view: SceneView
    private let offset: Double
    private let isDraped: Bool

    init(_ random: inout SeededRandomNumberGenerator) {
        let middle = EllipsoidPosition(longitude: random.number(-180, 180), latitude: random.number(-80, 80), altitude: 0)
        let camera = Camera(
            lookingAt: middle.location, distance: random.number(500, 20_000), heading: random.number(0, 360), pitch: random.number(5, 85),
            roll: random.index(below: 3) == 0 ? random.number(0, 360) : 0)
        view = SceneView(scene: Scene(), camera: camera, graphicsOverlays: [overlay])
        view.size = CGSize(width: 800, height: 600)
        isDraped = random.index(below: 3) == 0
        offset = random.number(-50, 200)
        overlay.sceneProperties.surfacePlacement = isDraped ? .drapedBillboarded : random.index(below: 2) == 0 ? .absolute : .relative
        overlay.sceneProperties.altitudeOffset = offset
        let renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 14))
        renderer.sceneProperties.headingExpression = "[heading]"
        renderer.sceneProperties.pitchExpression = "[pitch]"
        overlay.renderer = renderer
        let spread = camera.pose.position.distance(to: middle.point) / 111_000
        for _ in 0..<40 {
            func near() -> EllipsoidPosition {
                EllipsoidPosition(
                    clampedLongitude: middle.longitude + random.number(-spread, spread),
                    latitude: middle.latitude + random.number(-spread, spread), altitude: random.number(0, 800))
            }
            let attributes: [String: any Sendable] = ["heading": random.number(0, 360), "pitch": random.number(-30, 30)]
            overlay.addGraphic(Graphic(geometry: near().location, attributes: attributes, symbol: Self.symbol(&random)))
        }
    }

    private static func symbol(_ random: inout SeededRandomNumberGenerator) -> Symbol? {
        func body() -> SimpleMarkerSceneSymbol {
            let styles: [SimpleMarkerSceneSymbol.Style] = [.cube, .sphere, .cone, .cylinder]
            let symbol = SimpleMarkerSceneSymbol(
                style: styles[random.index(below: 4)], height: random.number(10, 300), width: random.number(10, 300),
                depth: random.number(10, 300), anchorPosition: [.center, .bottom, .top, .origin][random.index(below: 4)])
            (symbol.heading, symbol.pitch, symbol.roll) = (Float(random.number(0, 360)), Float(random.number(-90, 90)), 20)
            return symbol
        }
        switch random.index(below: 5) {
        case 0: return nil
        case 1: return SimpleMarkerSceneSymbol.sphere(color: .blue, diameter: random.number(20, 400))
        case 2: return body()
        case 3:
            return DistanceCompositeSceneSymbol(ranges: [
                DistanceSymbolRange(symbol: body(), maxDistance: 5_000),
                DistanceSymbolRange(
                    symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 9), minDistance: 5_000, maxDistance: 15_000),
            ])
        default: return SimpleMarkerSymbol(style: .circle, color: .red, size: random.number(4, 30))
        }
    }

    /// How far from a point of the screen a graphic is drawn; nil where it is not.
    func distance(of graphic: Graphic, from point: CGPoint) -> Double? {
        guard let location = graphic.geometry as? Point, var place = EllipsoidPosition(location) else { return nil }
        place.altitude = isDraped ? 0 : place.altitude + offset
        let camera = view.currentViewpointCamera.pose
        let lens = CameraLens(width: 800, height: 600)
        let metres = place.point.distance(to: camera.position)
        guard let middle = lens.project(place.point, from: camera) else { return nil }
        // The Earth hides nothing of so near a world but what is below ground, or behind the edge of it.
        let isBelow = (1...2_000).contains { step in
            let point = camera.position + (Double(step) / 2_000) * (place.point - camera.position)
            return EllipsoidPosition(point).altitude < -0.05 && point.distance(to: place.point) > 1.5
        }
        guard !isBelow else { return nil }
        let symbol = graphic.symbol ?? overlay.renderer?.symbol(for: graphic)
        let away = hypot(middle.x - point.x, middle.y - point.y)
        return distance(symbol, place, graphic, away, metres, point, camera, lens)
    }

    /// How far two of the dense points of a body may be apart on the screen, and a little: nothing for what is no body.
    func room(of graphic: Graphic) -> Double {
        guard let location = graphic.geometry as? Point, var place = EllipsoidPosition(location) else { return 0 }
        place.altitude = isDraped ? 0 : place.altitude + offset
        let metres = place.point.distance(to: view.currentViewpointCamera.pose.position)
        let symbol = (graphic.symbol as? DistanceCompositeSceneSymbol)?.symbol(atDistance: metres) ?? graphic.symbol
        guard let body = symbol as? MarkerSceneSymbol else { return 1e-6 }
        let size = max(body.width, body.depth, body.height)
        // 966 points for a metre a metre ahead; what is around the camera is not measured.
        let nearest = metres - 1.5 * size
        return nearest > 0 ? 2 + 2 * 966 * size / 60 / nearest : .infinity
    }

    private func distance(
        _ symbol: Symbol?, _ place: EllipsoidPosition, _ graphic: Graphic, _ away: Double, _ metres: Double, _ point: CGPoint,
        _ camera: CameraPose, _ lens: CameraLens
    ) -> Double? {
        switch symbol {
        case let symbol as SimpleMarkerSymbol: return max(0, away - symbol.size / 2)
        case let symbol as DistanceCompositeSceneSymbol:
            return distance(symbol.symbol(atDistance: metres), place, graphic, away, metres, point, camera, lens)
        case let symbol as SimpleMarkerSceneSymbol:
            // The box, turned by the angles one after the other, as dense points of its six sides.
            func angle(_ name: String) -> Double { graphic.attributes[name] as? Double ?? 0 }
            let turn =
                place.frame * .aboutZ(-(angle("heading") + Double(symbol.heading)) * .pi / 180)
                * .aboutX((angle("pitch") + Double(symbol.pitch)) * .pi / 180) * .aboutY(Double(symbol.roll) * .pi / 180)
            let lift = symbol.anchorPosition == .bottom ? symbol.height / 2 : symbol.anchorPosition == .top ? -symbol.height / 2 : 0
            let isBall = symbol.style == .sphere && symbol.width == symbol.depth && symbol.depth == symbol.height
            var least = Double.infinity
            let count = 60
            for first in 0...count {
                for second in 0...count {
                    let (u, v) = (2 * Double(first) / Double(count) - 1, 2 * Double(second) / Double(count) - 1)
                    var points: [Vector3] = []
                    for side in [-1.0, 1] { points += [Vector3(u, v, side), Vector3(u, side, v), Vector3(side, u, v)] }
                    for corner in points {
                        var body = Vector3(corner.x * symbol.width / 2, corner.y * symbol.depth / 2, corner.z * symbol.height / 2)
                        if isBall, let way = corner.direction { body = symbol.width / 2 * way }
                        body.z += lift
                        guard let found = lens.project(place.point + turn.rotate(body), from: camera) else { continue }
                        least = min(least, hypot(found.x - point.x, found.y - point.y))
                    }
                }
            }
            return least
        default: return nil
        }
    }
}

@Suite("What is drawn at a point of a scene")
struct SceneIdentifyTests {
    @Test("what identify finds, and in which order, is what is drawn there")
    func reference() async throws {
        var (found, missed) = (0, 0)
        for seed in 0..<12 {
            var random = SeededRandomNumberGenerator(seed: 4_000 + UInt64(seed))
            let world = SceneWorld(&random)
            let places = world.overlay.graphics.compactMap { $0.geometry as? Point }.compactMap { place in
                world.view.proxy.screenPoint(fromLocation: place).flatMap { $0.visibility == .notOnScreen ? nil : $0.screenPoint }
            }
            for _ in 0..<6 {
                // Somewhere near where something is drawn.
                let place = places.isEmpty ? CGPoint(x: 400, y: 300) : places[random.index(below: places.count)]
                let point = CGPoint(
                    x: min(max(place.x + random.number(-40, 40), 0), 800), y: min(max(place.y + random.number(-40, 40), 0), 600))
                let tolerance = random.number(0, 120)
                let result = try await world.view.proxy.identify(
                    on: world.overlay, screenPoint: point, tolerance: tolerance, maximumResults: nil)
                let graphics = result.graphics
                for graphic in world.overlay.graphics {
                    guard let distance = world.distance(of: graphic, from: point) else {
                        #expect(!graphics.contains(graphic))
                        continue
                    }
                    let isFound = graphics.contains(graphic)
                    if distance + world.room(of: graphic) < tolerance { #expect(isFound, "\(distance) of \(tolerance)") }
                    if distance - world.room(of: graphic) > tolerance { #expect(!isFound, "\(distance) of \(tolerance)") }
                    if isFound { found += 1 } else { missed += 1 }
                }
                // The limit keeps the first.
                let few = try await world.view.proxy.identify(
                    on: world.overlay, screenPoint: point, tolerance: tolerance, maximumResults: 2)
                #expect(few.graphics == Array(graphics.prefix(2)) && few.isTransferLimitExceeded == (graphics.count > 2))
            }
        }
        #expect(found > 80 && missed > 1_000)
    }

    private func stage(_ camera: Camera) -> (SceneView, GraphicsOverlay) {
        let overlay = GraphicsOverlay()
        overlay.sceneProperties.surfacePlacement = .absolute
        let view = SceneView(scene: Scene(), camera: camera, graphicsOverlays: [overlay])
        view.size = CGSize(width: 800, height: 600)
        return (view, overlay)
    }

    private let middle = CGPoint(x: 400, y: 300)

    @Test("of what is drawn over the point itself, the nearest to the camera comes first")
    func order() async throws {
        let target = Point(x: 10, y: 50, z: 0, spatialReference: .wgs84)
        let camera = Camera(lookingAt: target, distance: 10_000, heading: 20, pitch: 60, roll: 0)
        let (view, overlay) = stage(camera)
        let graphics = [9_000.0, 2_000, 5_000].map { metres in
            Graphic(geometry: camera.movedForward(by: metres).location, symbol: SimpleMarkerSymbol(size: 20))
        }
        overlay.addGraphics(graphics)
        let found = try await view.proxy.identify(on: overlay, screenPoint: middle, tolerance: 0, maximumResults: nil)
        #expect(found.graphics == [graphics[1], graphics[2], graphics[0]])
        graphics[1].isVisible = false
        overlay.opacity = 0
        #expect(try await view.proxy.identify(on: overlay, screenPoint: middle, tolerance: 0).graphics.isEmpty)
        overlay.opacity = 1
        #expect(try await view.proxy.identifyGraphicsOverlays(screenPoint: middle, tolerance: 0).first?.graphics == [graphics[2]])
        #expect(try await view.proxy.identify(on: overlay, screenPoint: middle, tolerance: 0, returnPopupsOnly: true).graphics.isEmpty)
        #expect(try await view.proxy.identify(on: overlay, screenPoint: CGPoint(x: -1, y: 3), tolerance: 900).graphics.isEmpty)
        await #expect(throws: SceneViewError.self) {
            try await view.proxy.identify(on: GraphicsOverlay(), screenPoint: CGPoint(x: 1, y: 1), tolerance: 0)
        }
    }

    @Test("lines and areas are found where they are drawn: also one that the camera is in, and not on the other side of the Earth")
    func shapes() async throws {
        let camera = Camera(latitude: 0, longitude: 0, altitude: 3_000, heading: 0, pitch: 60, roll: 0)
        let (view, overlay) = stage(camera)
        overlay.sceneProperties.surfacePlacement = .drapedFlat
        let place = try #require(view.proxy.baseSurfaceLocation(fromScreenPoint: middle))
        let line = Graphic(
            geometry: Polyline(
                points: [Point(latitude: place.y, longitude: -20), Point(latitude: place.y, longitude: 20)], spatialReference: .wgs84),
            symbol: SimpleLineSymbol(style: .solid, color: .red, width: 4))
        // Around the camera, and far behind it.
        let area = Graphic(
            geometry: Envelope(xRange: -5...5, yRange: -5...1, spatialReference: .wgs84),
            symbol: SimpleFillSymbol(style: .solid, color: .red, outline: nil))
        let away = Graphic(
            geometry: Envelope(xRange: 170...179, yRange: -5...5, spatialReference: .wgs84),
            symbol: SimpleFillSymbol(style: .solid, color: .red, outline: nil))
        overlay.addGraphics([line, area, away])
        func found(_ x: Double, _ y: Double, _ tolerance: Double = 1) async throws -> [Graphic] {
            try await view.proxy.identify(on: overlay, screenPoint: CGPoint(x: x, y: y), tolerance: tolerance, maximumResults: nil).graphics
        }
        #expect(Set(try await found(400, 300)) == [line, area])
        #expect(try await found(400, 310) == [area])
        #expect(Set(try await found(700, 300)) == [line, area])
        #expect(try await found(400, 590) == [area])
        // The sky.
        view.move(to: camera.rotated(toHeading: 0, pitch: 88, roll: 0))
        #expect(try await found(400, 2).isEmpty)
    }

    @Test("of a layer, observations are found at their heights: newest, previous, and for a line that at its older end")
    func tracks() async throws {
        let source = IdentifyWorld.source()
        let schema = ObservationSchema(fields: IdentifyWorld.fields)
        for step in 0..<3 {
            var batch = ObservationBatch(schema: schema)
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: "a".utf8) }
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
            batch.setValue(PackedValue(1_000.0 + 100 * Double(step)), column: try #require(column))
            batch.endRow(
                track: name, position: GridPosition(longitude: 0.01 * Double(step), latitude: 0.05), time: ObservationBatch.noTime,
                ordinal: 0)
            source.entityStore.ingest(batch, at: IdentifyWorld.start.advanced(bySeconds: Double(step)))
        }
        let layer = DynamicEntityLayer(dataSource: source)
        layer.sceneProperties.surfacePlacement = .absolute
        layer.trackDisplayProperties.showsPreviousObservations = true
        layer.trackDisplayProperties.showsTrackLine = true
        layer.renderer = SimpleRenderer(symbol: SimpleMarkerSceneSymbol(style: .cube, color: .red, height: 40, width: 40, depth: 40))
        let scene = Scene()
        scene.addOperationalLayer(layer)
        let view = SceneView(
            scene: scene, camera: Camera(latitude: 0, longitude: 0.01, altitude: 1_500, heading: 0, pitch: 80, roll: 0))
        view.size = CGSize(width: 800, height: 600)
        view.time = IdentifyWorld.start.advanced(bySeconds: 3)
        func found(_ longitude: Double, _ altitude: Double, _ tolerance: Double) async throws -> [Double] {
            let point = Point(x: longitude, y: 0.05, z: altitude, spatialReference: .wgs84)
            let place = try #require(view.proxy.screenPoint(fromLocation: point)).screenPoint
            let result = try await view.proxy.identify(on: layer, screenPoint: place, tolerance: tolerance, maximumResults: nil)
            return result.geoElements.compactMap { ($0.geometry as? Point)?.x }
        }
        #expect(try await found(0.02, 1_200, 1) == [0.02, 0.01])
        #expect(try await found(0.01, 1_100, 1) == [0.01])
        // Between the two, on the line alone: that at the older end of the part.
        #expect(try await found(0.015, 1_150, 1) == [0.01])
        #expect(try await found(0.005, 1_050, 1) == [0])
        #expect(try await found(0.02, 900, 1).isEmpty)
        layer.trackDisplayProperties.showsTrackLine = false
        #expect(try await found(0.015, 1_150, 1).isEmpty)
        layer.isVisible = false
        #expect(try await found(0.02, 1_200, 50).isEmpty)
        #expect(try await view.proxy.identifyLayers(screenPoint: middle, tolerance: 500).isEmpty)
    }
}
