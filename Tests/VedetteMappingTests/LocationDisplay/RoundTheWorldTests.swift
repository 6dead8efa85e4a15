// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("Following where maps have edges")
struct RoundTheWorldTests {
    /// What a view says of its middle after it went there.
    enum Habit: CaseIterable, Sendable {
        /// Longitudes go on and on.
        case unwrapped
        /// From −180° to 180°.
        case wrapped
    }

    private func report(_ view: LocationDisplayView, _ habit: Habit) -> LocationDisplayView {
        guard habit == .wrapped else { return view }
        var view = view
        view.center = Point(
            x: view.center.x.remainder(dividingBy: WebMercator.worldWidth), y: view.center.y, spatialReference: .webMercator)
        return view
    }

    @Test("over the antimeridian the view takes the shorter way, round after round", arguments: Habit.allCases, [1.0, -1])
    func orbits(_ habit: Habit, _ direction: Double) throws {
        var time = DisplayTimeline(.recenter)
        time.change {
            $0.wanderExtentFactor = 0; $0.initialZoomScale = 40e6
        }
        time.look(DisplayTimeline.view(scale: 40e6))
        var last: EarthPosition?
        var rounds = 0
        for minute in 0..<(92 * 5) {
            let angle = Double(minute) / 92 * 360
            let longitude = (170 + direction * angle).remainder(dividingBy: 360)
            time.pass(60)
            time.locate(longitude, 51.6 * sin(angle * .pi / 180), speed: 7_660, course: 90)
            let found = time.core.nextViewpoint(at: time.now)
            let command = try #require(found)
            #expect(abs(command.geographicCenter.longitude) <= 540 && abs(command.center.x) <= 1.5 * WebMercator.worldWidth)
            #expect(isClose((command.geographicCenter.longitude - longitude).remainder(dividingBy: 360), 0, within: 1e-9))
            if let last {
                let step = command.geographicCenter.longitude - last.longitude
                // Now and then it comes back by whole rounds, where the map looks the same.
                if abs(step) > 180 { rounds += 1 }
                #expect(command.duration == 0.5)
                #expect(abs(step.remainder(dividingBy: 360)) < 5)
            }
            last = command.geographicCenter
            time.look(report(command.destination, habit), obeyed: command.sequence)
        }
        #expect(rounds <= 5)
    }

    @Test("what is on the other side of the antimeridian may be within the wander extent")
    func wanderOverTheEdge() {
        var time = DisplayTimeline(.recenter)
        time.look(DisplayTimeline.view(longitude: 179.99))
        time.locate(179.999, 10)
        time.follow()
        time.pass(1)
        time.locate(-179.9995, 10)
        #expect(time.follow() == nil)
        time.locate(-179.9, 10)
        let command = time.follow()
        #expect(command.map { isClose($0.geographicCenter.longitude, 180.1, within: 1e-9) } == true)
    }

    @Test("at the poles the view goes as near as the map does", arguments: [90.0, 89.9, 86, -86, -90])
    func poles(_ latitude: Double) throws {
        var time = DisplayTimeline(.navigation)
        time.look()
        time.locate(20, latitude, speed: 10, course: 10)
        let command = try time.go()
        #expect(isClose(abs(command.geographicCenter.latitude), WebMercator.maximumLatitude, within: 1e-9))
        #expect(command.rotation == 10 && command.destination.center.y.isFinite)
    }

    /// Spatial references, each with a place that it is good at.
    static let maps: [(id: Int, longitude: Double, latitude: Double)] = [
        (3_857, 13.4, 52.5), (4_326, 13.4, 52.5), (32_633, 17.5, 60), (25_832, 6.5, 51), (2_263, -73.9, 40.7), (3_031, 120, -75),
        (3_995, -40, 80), (2_056, 7.4, 46.9),
    ]

    @Test("on any map the location is where it should be, and what lies ahead is above it", arguments: 0..<8, [5.0, 123, 268, 359])
    func otherMaps(_ index: Int, _ course: Double) throws {
        let map = Self.maps[index]
        let spatialReference = reference(map.id)
        var time = DisplayTimeline(.navigation)
        let place = Point(latitude: map.latitude, longitude: map.longitude)
        var view = DisplayTimeline.view(scale: 25_000)
        view.center = try #require(
            GeometryEngine.project(Point(latitude: map.latitude, longitude: map.longitude - 0.001), into: spatialReference))
        view.spatialReference = spatialReference
        time.look(view)
        time.locate(map.longitude, map.latitude, speed: 10, course: course)
        let command = try time.go()
        let shown = try #require(time.core.view)

        // Where two places are on the screen, from what a unit of the map is, without the code under test.
        let metres = spatialReference.isGeographic ? 40_075_016.685_578_49 / 360 : (map.id == 2_263 ? 1_200.0 / 3_937 : 1)
        func screen(_ point: Point) throws -> (x: Double, y: Double) {
            let projected = try #require(GeometryEngine.project(point, into: spatialReference))
            let (east, north) = (projected.x - shown.center.x, projected.y - shown.center.y)
            let points = metres / (shown.scale * 0.0254 / 96)
            let angle = shown.rotation * .pi / 180
            return (
                400 + (east * cos(angle) - north * sin(angle)) * points, 300 - (east * sin(angle) + north * cos(angle)) * points
            )
        }
        let here = try screen(place)
        #expect(isClose(here.x, 400, within: 1e-3) && isClose(here.y, 525, within: 1e-3))
        #expect(command.scale == 10_000 && isClose(command.geographicCenter.longitude, map.longitude, within: 1e-8))
        // Degrees of longitude and latitude are drawn alike on a geographic map, so only due north is up there by the same angle.
        guard !spatialReference.isGeographic else {
            #expect(shown.rotation == course)
            return
        }
        let moved = GeometryEngine.geodeticMove(
            [place], distance: 200, distanceUnit: .meters, azimuth: course, azimuthUnit: .degrees, curveType: .geodesic)
        let ahead = try screen(try #require(moved.first))
        #expect(here.y - ahead.y > 20 && abs(ahead.x - here.x) < 0.01 * (here.y - ahead.y))
        #expect(time.mark.angle.map { isClose($0, shown.rotation, within: 1e-6) } == true)
    }

    @Test("a map that does not have the place shows nothing and goes nowhere")
    func beyondTheMap() {
        var time = DisplayTimeline(.recenter)
        var view = DisplayTimeline.view()
        (view.spatialReference, view.center) = (reference(3_995), Point(x: 0, y: 0, spatialReference: reference(3_995)))
        time.look(view)
        time.locate(0, -90)
        #expect(time.mark.symbol == .none && time.mark.mapLocation == nil && time.follow() == nil)
        time.locate(0, 80)
        #expect(time.mark.symbol == .default && time.follow() != nil)
        // A spatial reference that nobody knows.
        view = DisplayTimeline.view()
        (view.spatialReference, view.center) = (reference(999_999), Point(x: 0, y: 0))
        time.look(view)
        time.locate(1, 80)
        #expect(time.mark.symbol == .none && time.follow() == nil && time.core.mapLocation == nil)
    }
}
