// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("A view of a map", .timeLimit(.minutes(10)))
struct MapViewTests {
    private func view(_ viewpoint: Viewpoint? = Viewpoint(latitude: 0, longitude: 0, scale: 1_000_000)) -> MapView {
        let view = MapView(map: Map(spatialReference: .webMercator), viewpoint: viewpoint)
        view.size = CGSize(width: 800, height: 600)
        return view
    }

    private func isNear(_ first: CGPoint?, _ x: Double, _ y: Double) -> Bool {
        first.map { abs($0.x - x) < 1e-6 && abs($0.y - y) < 1e-6 } ?? false
    }

    @Test("before it has a size it is nowhere, and remembers where it was sent")
    func remembers() async {
        let view = MapView(map: Map(spatialReference: .webMercator))
        #expect(view.viewpoint == nil && view.scale == nil && view.visibleArea == nil && view.unitsPerPoint == nil)
        #expect(view.proxy.screenPoint(fromLocation: Point(latitude: 0, longitude: 0)) == nil)
        #expect(view.proxy.location(fromScreenPoint: .zero) == nil)
        #expect(await view.proxy.setViewpointCenter(Point(latitude: 10, longitude: 20), scale: 50_000))
        view.size = CGSize(width: 400, height: 300)
        #expect(view.scale == 50_000)
        #expect(isNear(view.proxy.screenPoint(fromLocation: Point(latitude: 10, longitude: 20)), 200, 150))
    }

    @Test("it begins at its own viewpoint, else at that of the map, else with the whole world")
    func begins() {
        let map = Map(spatialReference: .webMercator)
        map.initialViewpoint = Viewpoint(latitude: 1, longitude: 2, scale: 3_000)
        let own = MapView(map: map, viewpoint: Viewpoint(latitude: 4, longitude: 5, scale: 6_000, rotation: 30))
        own.size = CGSize(width: 100, height: 100)
        #expect((own.scale, own.rotation) == (6_000, 30))
        let ofMap = MapView(map: map)
        ofMap.size = CGSize(width: 100, height: 100)
        #expect(ofMap.scale == 3_000)
        let world = MapView(map: Map(basemapStyle: .arcGISTopographic))
        world.size = CGSize(width: 1_024, height: 512)
        #expect(abs((world.unitsPerPoint ?? 0) * 1_024 - WebMercator.worldWidth) < 1e-3)
    }

    @Test("a point of the screen and its place belong together on maps that are turned and covered", arguments: [0.0, 33, 90, 200, 359.5])
    func bothWays(rotation: Double) throws {
        for (longitude, latitude, scale) in [(0.0, 0.0, 1e6), (179.99, 52, 1e5), (-179.99, -70, 1e4), (15, 84.9, 1e3), (-112, 33.4, 1e8)] {
            let view = view(Viewpoint(latitude: latitude, longitude: longitude, scale: scale, rotation: rotation))
            view.contentInsets = .init(top: 20, leading: 100, bottom: 200, trailing: 0)
            #expect(isNear(view.proxy.screenPoint(fromLocation: Point(latitude: latitude, longitude: longitude)), 450, 210))
            for point in [CGPoint(x: 0, y: 0), CGPoint(x: 450, y: 210), CGPoint(x: 799, y: 2), CGPoint(x: 333, y: 444)] {
                guard let place = view.proxy.location(fromScreenPoint: point) else {
                    // Only above and below the map there is no place.
                    #expect(scale > 1e7)
                    continue
                }
                #expect(abs(place.x) <= WebMercator.worldWidth / 2 && place.spatialReference == .webMercator)
                let back = view.proxy.screenPoint(fromLocation: place)
                #expect(isNear(back, point.x, point.y), "\(point) → \(place) → \(String(describing: back))")
            }
        }
    }

    @Test("a scale is meant at 96 dots an inch; up is where the rotation says")
    func scales() throws {
        let view = view(Viewpoint(latitude: 0, longitude: 0, scale: 96 / 0.0254, rotation: 90))
        #expect(abs((view.unitsPerPoint ?? 0) - 1) < 1e-12)
        // East is up: what lies ten metres to the east is ten points over the middle.
        #expect(isNear(view.proxy.screenPoint(fromLocation: Point(x: 10, y: 0, spatialReference: .webMercator)), 400, 290))
        #expect(isNear(view.proxy.screenPoint(fromLocation: Point(x: 0, y: 10, spatialReference: .webMercator)), 390, 300))
        // Without a spatial reference, in that of the map.
        #expect(isNear(view.proxy.screenPoint(fromLocation: Point(x: 10, y: 0)), 400, 290))
    }

    @Test("places that are none, or not on the map, are nowhere on the screen")
    func nowhere() {
        let view = view()
        for place in [Point(x: .nan, y: 0), Point(x: 0, y: .infinity, spatialReference: .wgs84), Point(latitude: 91, longitude: 0)] {
            #expect(view.proxy.screenPoint(fromLocation: place) == nil)
        }
        #expect(view.proxy.location(fromScreenPoint: CGPoint(x: CGFloat.nan, y: 0)) == nil)
        // The poles are on the edge of the map.
        let pole = view.proxy.screenPoint(fromLocation: Point(latitude: 90, longitude: 0))
        let edge = view.proxy.screenPoint(fromLocation: Point(latitude: WebMercator.maximumLatitude, longitude: 0))
        #expect(pole == edge && pole != nil)
        // A size that is none is none.
        view.size = CGSize(width: CGFloat.nan, height: 5)
        #expect(view.size == .zero && view.proxy.location(fromScreenPoint: .zero) == nil)
    }

    @Test("each way to go somewhere changes what it says, and keeps the rest")
    func going() async throws {
        let view = view(Viewpoint(latitude: 0, longitude: 0, scale: 1_000_000, rotation: 20))
        let proxy = view.proxy
        #expect(await proxy.setViewpointScale(2_000))
        #expect((view.scale, view.rotation) == (2_000, 20))
        #expect(await proxy.setViewpointRotation(-90))
        #expect((view.scale, view.rotation) == (2_000, 270))
        #expect(await proxy.setViewpointCenter(Point(latitude: 5, longitude: 6)))
        #expect((view.scale, view.rotation) == (2_000, 270))
        #expect(isNear(proxy.screenPoint(fromLocation: Point(latitude: 5, longitude: 6)), 400, 300))
        for scale in [0, -5, .nan, .infinity] { #expect(await !proxy.setViewpointScale(scale)) }
        #expect(await !proxy.setViewpointRotation(.nan))
        #expect(await !proxy.setViewpointCenter(Point(x: .nan, y: 1)))
        #expect(await !proxy.setViewpointGeometry(Polyline(points: [Point]())))
        #expect(view.scale == 2_000)
        try await proxy.setBookmark(Bookmark(name: "home", viewpoint: Viewpoint(latitude: 1, longitude: 1, scale: 7_000)))
        #expect(view.scale == 7_000)
        await #expect(throws: MapViewError.self) { try await proxy.setBookmark(Bookmark(name: "none")) }
        #expect(view.viewpoint == view.currentViewpoint(kind: .centerAndScale))
    }

    @Test("all of a geometry can be seen, with room round it, on a turned map too", arguments: [0.0, 45, 90])
    func fits(rotation: Double) async throws {
        let view = view(Viewpoint(latitude: 0, longitude: 0, scale: 1_000_000, rotation: rotation))
        let area = Envelope(xMin: -112.5, yMin: 33, xMax: -111.5, yMax: 34, spatialReference: .wgs84)
        #expect(await view.proxy.setViewpointGeometry(area, padding: 50))
        let corners = [(area.xMin, area.yMin), (area.xMin, area.yMax), (area.xMax, area.yMin), (area.xMax, area.yMax)]
        let points = corners.compactMap { view.proxy.screenPoint(fromLocation: Point(x: $0.0, y: $0.1, spatialReference: .wgs84)) }
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let room = [xs.min() ?? 0, 800 - (xs.max() ?? 800), ys.min() ?? 0, 600 - (ys.max() ?? 600)]
        #expect(room.allSatisfy { $0 > 50 - 1e-6 } && abs((room.min() ?? 0) - 50) < 1e-6)
        // A point says nothing of the scale.
        let scale = view.scale
        #expect(await view.proxy.setViewpointGeometry(Point(latitude: 3, longitude: 4)))
        #expect(view.scale == scale)
    }

    @Test("the map's limits hold, also where they are set later")
    func limits() async {
        let view = view()
        view.map.minScale = 100_000
        view.map.maxScale = 5_000
        #expect(view.scale == 100_000)
        await view.proxy.setViewpointScale(1)
        #expect(view.scale == 5_000)
        view.map.maxExtent = Envelope(xMin: -1_000, yMin: -1_000, xMax: 1_000, yMax: 1_000, spatialReference: .webMercator)
        await view.proxy.setViewpointCenter(Point(latitude: 50, longitude: 50))
        #expect(isNear(view.proxy.screenPoint(fromLocation: Point(x: 1_000, y: 1_000)), 400, 300))
        // Another map is another place.
        let other = Map(spatialReference: .webMercator)
        other.initialViewpoint = Viewpoint(latitude: 9, longitude: 9, scale: 77_000)
        view.map = other
        #expect(view.scale == 77_000)
    }

    @Test("a journey takes its time, and ends early where somebody moves the view")
    func journeys() async throws {
        let view = view()
        let start = Instant(microsecondsSince1970: 1_750_000_000_000_000)
        view.time = start
        var viewpoints = view.$viewpoint.makeAsyncIterator()
        _ = await viewpoints.next()
        let arrives = Task { await view.proxy.setViewpoint(Viewpoint(latitude: 0, longitude: 0, scale: 10_000), duration: 4) }
        _ = await viewpoints.next()
        view.time = start.advanced(bySeconds: 2)
        #expect(abs((view.scale ?? 0) - 100_000) < 1e-3)
        view.time = start.advanced(bySeconds: 4)
        #expect(await arrives.value)
        #expect(view.scale == 10_000)

        let interrupted = Task { await view.proxy.setViewpoint(Viewpoint(latitude: 0, longitude: 0, scale: 1_000_000), duration: 4) }
        while view.withState({ $0.journey == nil }) { await Task.yield() }
        view.move(to: Viewpoint(latitude: 1, longitude: 1, scale: 20_000))
        #expect(await !interrupted.value)
        #expect(view.scale == 20_000)
    }

    @Test("by the clock a journey ends by itself")
    func timed() async throws {
        let timing = VirtualTiming()
        let view = MapView(
            map: Map(spatialReference: .webMercator), viewpoint: Viewpoint(latitude: 0, longitude: 0, scale: 1_000), graphicsOverlays: [],
            timing: timing.timing)
        view.size = CGSize(width: 100, height: 100)
        let arrives = Task { await view.proxy.setViewpoint(Viewpoint(latitude: 0, longitude: 0, scale: 100_000), duration: 2) }
        await timing.sleepers(atLeast: 1)
        timing.advance(bySeconds: 1)
        #expect(abs((view.scale ?? 0) - 10_000) < 1e-6)
        timing.advance(bySeconds: 1)
        #expect(await arrives.value)
        #expect(view.viewpoint?.targetScale == 100_000)
        // Who does not wait any more has not arrived.
        let cancelled = Task { await view.proxy.setViewpoint(Viewpoint(latitude: 0, longitude: 0, scale: 1_000), duration: 2) }
        await timing.sleepers(atLeast: 1)
        cancelled.cancel()
        #expect(await !cancelled.value)
    }

    @Test("taps are told with their place; a callout stands where it should")
    func taps() async {
        let view = view()
        let (told, teller) = AsyncStream.makeStream(of: (CGPoint, Point?).self)
        view.onSingleTapGesture { teller.yield(($0, $1)) }.tap(at: CGPoint(x: 400, y: 300))
        teller.finish()
        var taps = 0
        for await (point, place) in told {
            taps += 1
            #expect(point == CGPoint(x: 400, y: 300) && place?.x == 0)
        }
        #expect(taps == 1)
        let graphic = Graphic(geometry: Point(latitude: 0, longitude: 0))
        #expect(isNear(view.proxy.screenPoint(of: .geoElement(graphic)), 400, 300))
        graphic.geometry = Point(x: 0, y: -view.map.unitsPer100(view), spatialReference: .webMercator)
        #expect(isNear(view.proxy.screenPoint(of: .geoElement(graphic)), 400, 400))
        graphic.geometry = nil
        #expect(view.proxy.screenPoint(of: .geoElement(graphic)) == nil)
        #expect(isNear(view.proxy.screenPoint(of: .location(Point(latitude: 0, longitude: 0), offset: CGPoint(x: 3, y: -4))), 403, 296))
    }
}

extension Map {
    /// A hundred points of the screen, in the units of the map.
    fileprivate func unitsPer100(_ view: MapView) -> Double { (view.unitsPerPoint ?? 0) * 100 }
}
