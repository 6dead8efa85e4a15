// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteMapping

@Suite("How a location is drawn")
struct LocationMarkTests {
    typealias Mode = LocationDisplay.AutoPanMode
    typealias Status = LocationDataSource.Status

    @Test("each symbol by its rule", arguments: Mode.allCases, [Status.stopped, .starting, .started, .stopping, .failedToStart])
    func symbols(_ mode: Mode, _ status: Status) {
        let flags = [false, true]
        for showsLocation in flags {
            for usesCourse in flags {
                for isLastKnown in flags {
                    for (speed, course) in [(Double.nan, Double.nan), (0, 10), (-1, 10), (3, .nan), (.nan, 10), (3, 10), (0.01, 370)] {
                        for heading in [nil, 40.0] {
                            for isOld in flags {
                                var time = DisplayTimeline(mode, status: status)
                                time.change {
                                    $0.showsLocation = showsLocation
                                    $0.usesCourseSymbolOnMovement = usesCourse
                                    $0.staleAfter = 10
                                }
                                #expect(time.mark.symbol == .none && !time.mark.isStale)
                                if let heading { time.core.receive(heading: heading) }
                                time.locate(1, 2, speed: speed, course: course, isLastKnown: isLastKnown)
                                time.pass(isOld ? 10 : 9.9)

                                // The rules, a second time.
                                let runs = status == .started
                                let moves = speed > 0 && !course.isNaN
                                let isStale = isOld || status == .stopped || status == .failedToStart
                                let symbol: LocationMark.Symbol
                                var angle: Double?
                                if !showsLocation {
                                    symbol = .none
                                } else if isLastKnown || isStale || !runs {
                                    symbol = .acquiring
                                } else if mode == .compassNavigation {
                                    (symbol, angle) = heading == nil ? (.default, nil) : (.heading, 40)
                                } else if usesCourse && moves {
                                    (symbol, angle) = (.course, 10)
                                } else {
                                    symbol = .default
                                }
                                let mark = time.mark
                                #expect(mark.symbol == symbol && mark.angle == angle, "\(speed) \(course) \(isLastKnown) \(isOld)")
                                #expect(mark.isStale == isStale && mark.isLastKnown == isLastKnown)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("the circle has the radius of the accuracy, where that is one and wanted")
    func circles() {
        var time = DisplayTimeline()
        let radii: [(accuracy: Double, radius: Double?)] = [
            (12.5, 12.5), (0, nil), (-3, nil), (.nan, nil), (.infinity, nil), (1e8, nil), (2e7, 2e7),
        ]
        for (accuracy, radius) in radii {
            time.locate(1, 2, accuracy: accuracy)
            #expect(time.mark.accuracyRadius == radius, "\(accuracy)")
        }
        time.locate(1, 2, accuracy: 5, isLastKnown: true)
        #expect(time.mark.accuracyRadius == 5 && time.mark.symbol == .acquiring)
        time.change { $0.showsAccuracy = false }
        #expect(time.mark.accuracyRadius == nil)
        time.change {
            $0.showsAccuracy = true; $0.showsLocation = false
        }
        #expect(time.mark.accuracyRadius == nil)
    }

    @Test("a ping for each new fix, and for no other reason")
    func pings() {
        var time = DisplayTimeline(status: .starting)
        time.locate(1, 2)
        #expect(time.mark.pings == 0, "before the start it is a place that was known")
        time.core.setStatus(.started)
        time.pass(1)
        time.locate(1, 2, isLastKnown: true)
        #expect(time.mark.pings == 0)
        time.locate(1, 2)
        #expect(time.mark.pings == 1, "the same place, measured now")
        time.locate(1, 2)
        #expect(time.mark.pings == 1, "the same fix told twice")
        time.pass(1)
        time.locate(1, 2)
        time.core.receive(heading: 4)
        time.core.setAutoPanMode(.recenter)
        time.look()
        #expect(time.mark.pings == 2 && time.mark.pings == 2)
        time.change { $0.showsPingAnimation = false }
        time.pass(1)
        time.locate(1, 2)
        time.change {
            $0.showsPingAnimation = true; $0.showsLocation = false
        }
        time.pass(1)
        time.locate(1, 2)
        #expect(time.mark.pings == 2)
        time.change { $0.showsLocation = true }
        // Without times every location is a new fix.
        for _ in 0..<3 { time.core.receive(Location(position: Point(latitude: 1, longitude: 2)), at: time.now) }
        #expect(time.mark.pings == 5)
    }

    @Test("a location becomes stale with time, and fresh with the next one")
    func staleness() {
        var time = DisplayTimeline()
        time.locate(1, 2)
        time.pass(1e6)
        #expect(!time.mark.isStale && time.core.staleAt(time.now) == nil, "never, unless a time is set")
        time.locate(1, 2)
        time.change { $0.staleAfter = 15 }
        #expect(time.core.staleAt(time.now) == time.now.advanced(bySeconds: 15))
        time.pass(14.999)
        #expect(time.mark.symbol == .default)
        time.pass(0.001)
        #expect(time.mark.isStale && time.mark.symbol == .acquiring && time.core.staleAt(time.now) == nil)
        time.locate(1, 2)
        #expect(!time.mark.isStale && time.mark.symbol == .default)
        time.core.setStatus(.failedToStart)
        #expect(time.mark.isStale && time.core.staleAt(time.now) == nil)
    }

    @Test("settings out of range become the nearest in it")
    func settings() {
        var settings = LocationDisplaySettings()
        #expect(settings.initialZoomScale == 10_000 && settings.wanderExtentFactor == 0.5 && settings.opacity == 1)
        #expect(settings.navigationPointHeightFactor == 0.125 && settings.staleAfter == nil)
        #expect(settings.showsLocation && settings.showsAccuracy && settings.showsPingAnimation && settings.usesCourseSymbolOnMovement)
        for (value, share) in [(-1.0, 0.0), (2, 1), (0.25, 0.25), (.infinity, 1), (-.infinity, 0)] {
            (settings.wanderExtentFactor, settings.navigationPointHeightFactor, settings.opacity) = (value, value, value)
            #expect(settings.wanderExtentFactor == share && settings.navigationPointHeightFactor == share && settings.opacity == share)
        }
        (settings.wanderExtentFactor, settings.navigationPointHeightFactor, settings.opacity) = (.nan, .nan, .nan)
        (settings.initialZoomScale, settings.staleAfter) = (.nan, .nan)
        #expect(settings == LocationDisplaySettings())
        settings.initialZoomScale = -5
        settings.staleAfter = -1
        #expect(settings.initialZoomScale == 0 && settings.staleAfter == 0)
        var time = DisplayTimeline()
        time.change { $0.opacity = 0.3 }
        #expect(time.mark.opacity == 0.3)
    }

    @Test("a device that stands does not spin, one that creeps turns all the same")
    func courseNoise() {
        var keeper = CourseKeeper()
        let here = EarthPosition(longitude: 10, latitude: 50)
        func tell(_ speed: Double, _ course: Double, _ metresNorth: Double = 0, accuracy: Double = 8, isLastKnown: Bool = false) {
            let place = here.moved(metresNorth, bearing: 0)
            let point = Point(latitude: place.latitude, longitude: place.longitude)
            keeper.update(
                Location(position: point, horizontalAccuracy: accuracy, speed: speed, course: course, isLastKnown: isLastKnown), at: place)
        }
        tell(0.1, 77)
        #expect(keeper.course == 77, "the first course is better than none")
        tell(20, 90)
        #expect(keeper.course == 90)
        for course in stride(from: 0.0, to: 720, by: 37) {
            tell(0.2, course, 3)
            #expect(keeper.course == 90)
        }
        tell(0, 12, 3)
        #expect(keeper.course == nil && keeper.lastCourse == 90)
        tell(0.2, 12, 7)
        #expect(keeper.course == 90)
        tell(0.2, 12, 9)
        #expect(keeper.course == 12, "farther than its accuracy: it has moved")
        tell(0.2, 30, 13, accuracy: .nan)
        #expect(keeper.course == 12)
        tell(0.2, 30, 15, accuracy: .nan)
        #expect(keeper.course == 30)
        tell(9, 200, 15, isLastKnown: true)
        #expect(keeper.course == nil && keeper.lastCourse == 30)
        tell(9, -90)
        #expect(keeper.course == 270)
    }

    @Test("places that are none change nothing, and are counted")
    func noPlaces() {
        var time = DisplayTimeline(.recenter)
        time.look()
        time.locate(0.01, 0.01)
        time.follow()
        let before = time.mark
        let places: [Point] = [
            Point(x: .nan, y: 1, spatialReference: .wgs84), Point(x: 1, y: .nan, spatialReference: .wgs84),
            Point(x: .infinity, y: 0, spatialReference: .wgs84), Point(x: 0, y: -.infinity, spatialReference: .wgs84),
            Point(x: 0, y: 90.001, spatialReference: .wgs84), Point(x: .nan, y: .nan),
            Point(x: .infinity, y: 1e300, spatialReference: .webMercator),
            Point(x: 1, y: 1, spatialReference: reference(999_999)),
        ]
        for place in places { time.core.receive(Location(position: place, speed: 3, course: 4), at: time.now) }
        #expect(time.core.ignoredLocationCount == places.count && time.mark == before && time.follow() == nil)
        for heading in [Double.nan, .infinity, -.infinity] { time.core.receive(heading: heading) }
        #expect(time.core.ignoredHeadingCount == 3 && time.core.heading == nil)
        time.core.receive(heading: -90)
        #expect(time.core.heading == 270)
        time.core.receive(heading: 720 + 1e-13)
        #expect(time.core.heading.map { $0 < 1e-9 } == true)
    }

    @Test("the place on the map, from any spatial reference to any")
    func mapLocations() throws {
        var time = DisplayTimeline()
        let berlin = Point(x: 13.377, y: 52.516, z: 34, spatialReference: .wgs84)
        for source in [SpatialReference.wgs84, .webMercator, reference(25_833)] {
            let told = try #require(GeometryEngine.project(berlin, into: source))
            time.core.receive(Location(position: told), at: time.now)
            for target in [SpatialReference.webMercator, .wgs84, reference(32_633)] {
                var view = DisplayTimeline.view(longitude: 13, latitude: 52)
                view.center = try #require(GeometryEngine.project(view.center, into: target))
                view.spatialReference = target
                time.look(view)
                let shown = try #require(time.core.mapLocation)
                let expected = try #require(GeometryEngine.project(berlin, into: target))
                let tolerance = target.isGeographic ? 1e-9 : 1e-4
                #expect(isClose(shown.x, expected.x, within: tolerance) && isClose(shown.y, expected.y, within: tolerance))
                #expect(shown.z == 34 && shown.spatialReference == target)
            }
            time.look(nil)
            #expect(time.core.mapLocation?.spatialReference == .webMercator)
        }
        // Once round the world is the same place.
        time.core.receive(Location(position: Point(latitude: 1, longitude: 190)), at: time.now)
        #expect(isClose(time.core.mapLocation?.x ?? 0, WebMercator.x(longitude: -170), within: 1e-6))
        // Beyond the edge of the map, its edge.
        time.core.receive(Location(position: Point(latitude: 90, longitude: 0)), at: time.now)
        #expect(isClose(time.core.mapLocation?.y ?? 0, WebMercator.worldWidth / 2, within: 1e-6))
    }
}
