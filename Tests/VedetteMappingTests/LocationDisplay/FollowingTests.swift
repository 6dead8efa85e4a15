// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("How the view follows a location")
struct FollowingTests {
    /// Metres of the map a point, at the scale of the views here.
    static let resolution = MapScale.resolution(scale: 100_000)

    /// A timeline whose view is at the location (0, 0), at 1:100,000.
    static func settled(_ mode: LocationDisplay.AutoPanMode, rotation: Double = 0) -> DisplayTimeline {
        var time = DisplayTimeline(mode)
        time.change { $0.initialZoomScale = 0 }
        time.look(DisplayTimeline.view(rotation: rotation))
        time.locate(0, 0)
        time.follow()
        time.pass(5)
        return time
    }

    /// Moves the location to so many points of the screen from the middle of a map whose north is up.
    static func locate(_ time: inout DisplayTimeline, right: Double, up: Double, speed: Double = .nan, course: Double = .nan) {
        time.locate(
            WebMercator.longitude(x: right * resolution), WebMercator.latitude(y: up * resolution), speed: speed, course: course)
    }

    // MARK: Wander extent

    @Test("recenter lets the location wander as far as it says", arguments: [0.0, 0.1, 0.5, 1], [0.0, 90, 180])
    func wanderExtent(_ factor: Double, _ rotation: Double) {
        let isUpright = rotation != 90
        let (width, height) = isUpright ? (400.0, 300.0) : (300, 400)
        for (right, up) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)] {
            var time = Self.settled(.recenter, rotation: rotation)
            time.change { $0.wanderExtentFactor = factor }
            #expect(time.follow() == nil)
            if factor > 0 {
                Self.locate(&time, right: right * (factor * width - 1), up: up * (factor * height - 1))
                #expect(time.follow() == nil, "inside")
            }
            Self.locate(&time, right: right * (factor * width + 1), up: up * (factor * height + 1))
            let command = time.follow()
            #expect(command?.anchor == .init(x: 0.5, y: 0.5) && command?.rotation == nil && command?.scale == nil, "outside")
            #expect(isClose(time.screenLocation.x, 400) && isClose(time.screenLocation.y, 300) && time.core.view?.rotation == rotation)
        }
    }

    @Test("the wander extent is for recenter alone", arguments: [LocationDisplay.AutoPanMode.navigation, .compassNavigation])
    func pinned(_ mode: LocationDisplay.AutoPanMode) throws {
        var time = Self.settled(mode)
        time.change {
            $0.wanderExtentFactor = 1; $0.navigationPointHeightFactor = 0.25
        }
        Self.locate(&time, right: 3, up: 2)
        let command = try time.go()
        #expect(command.anchor.y == (mode == .navigation ? 0.75 : 0.5))
        #expect(isClose(time.screenLocation.x, 400) && isClose(time.screenLocation.y, mode == .navigation ? 450 : 300))
    }

    @Test("a factor that changes counts from then on, without waiting for a location")
    func changedSettings() throws {
        var time = Self.settled(.recenter)
        Self.locate(&time, right: 100, up: 0)
        #expect(time.follow() == nil)
        time.change { $0.wanderExtentFactor = 0.2 }
        try time.go()
        time.core.setAutoPanMode(.navigation)
        try time.go()
        time.change { $0.navigationPointHeightFactor = 0.5 }
        #expect(try time.go().anchor.y == 0.5)
    }

    // MARK: Little and much

    @Test("jitter of less than half a point moves nothing, but adds up")
    func jitter() {
        var time = Self.settled(.compassNavigation)
        for step in 0..<50 {
            Self.locate(&time, right: step % 2 == 0 ? 0.3 : -0.3, up: 0.1)
            time.core.receive(heading: step % 2 == 0 ? 0.01 : 359.99)
            #expect(time.follow() == nil)
        }
        for step in 1...10 { Self.locate(&time, right: 0.2 * Double(step), up: 0); time.follow() }
        #expect((2...4).contains(time.commands.count) && abs(time.screenLocation.x - 400) < 0.5)
        time.commands = []
        time.core.receive(heading: 0.5)
        time.follow()
        #expect(time.commands.first?.rotation == 0.5)
    }

    @Test("what is far away is gone to at once")
    func farJumps() throws {
        var time = Self.settled(.recenter)
        Self.locate(&time, right: 3_000, up: 0)
        #expect(try time.go().duration == 0.5)
        time.pass(5)
        Self.locate(&time, right: 10_000, up: 0)
        #expect(try time.go().duration == 0)
        // From the whole world to a street, everything is in sight all the way.
        time = DisplayTimeline(.recenter)
        time.look(DisplayTimeline.view(scale: 200e6))
        time.locate(13, 52)
        #expect(try time.go().duration == 0.5)
        // And from a street to the whole world.
        time = DisplayTimeline(.recenter)
        time.change { $0.initialZoomScale = 200e6 }
        time.look(DisplayTimeline.view(scale: 1_000))
        time.locate(13, 52)
        #expect(try time.go().duration == 0.5)
    }

    @Test("a view has arrived before it is sent on", arguments: [0.02, 0.1, 0.25, 1, 5])
    func durations(_ interval: Double) throws {
        var time = Self.settled(.compassNavigation)
        for step in 1...20 {
            time.pass(interval)
            Self.locate(&time, right: Double(step) * 10, up: 0)
            let command = try time.go()
            #expect(command.duration <= 0.5 && (step == 1 || command.duration < interval) && command.duration > 0)
            #expect(step == 1 || command.duration == min(0.5, 0.8 * interval) || abs(command.duration - 0.8 * interval) < 1e-5)
        }
        // A clock that is put back asks for nothing impossible.
        time.pass(-100)
        Self.locate(&time, right: 0, up: 0)
        #expect(try time.go().duration == 0)
    }

    // MARK: Turning

    @Test("a heading over north turns the map the shorter way, and never far at once")
    func wrappingHeading() throws {
        var time = Self.settled(.compassNavigation)
        time.core.receive(heading: 0.5)
        try time.go()
        var turned = 0.0
        var view = try #require(time.core.view)
        for step in 1...720 {
            time.pass(0.1)
            // Two rounds to the left, over north each time.
            time.core.receive(heading: 0.5 - Double(step))
            let command = try time.go()
            #expect(command.rotation.map { (0..<360).contains($0) } == true)
            let way = ViewTransition(from: view, to: command, at: time.now)
            for part in 1...4 {
                let next = way.view(at: time.now.advanced(bySeconds: 0.025 * Double(part)))
                let turn = Bearing.turn(from: view.rotation, to: next.rotation)
                #expect(turn <= 1e-9 && turn >= -1 - 1e-9)
                turned += turn
                view = next
            }
        }
        #expect(isClose(turned, -720, within: 1e-6))
    }

    @Test(
        "turns go the shorter way", arguments: [(359.0, 1.0, 2.0), (1, 359, -2), (10, 190, 180), (190, 10, 180), (0, 0, 0), (270, 90, 180)])
    func turns(_ first: Double, _ second: Double, _ turn: Double) {
        #expect(Bearing.turn(from: first, to: second) == turn)
    }

    @Test("in navigation the map keeps its turn while the device stands")
    func standing() throws {
        var time = Self.settled(.navigation)
        Self.locate(&time, right: 0, up: 20, speed: 5, course: 300)
        #expect(try time.go().rotation == 300)
        for (speed, course) in [(0.0, 20.0), (Double.nan, .nan), (3, .nan), (0.1, 80)] {
            Self.locate(&time, right: 0, up: 20, speed: speed, course: course)
            time.follow()
            #expect(time.core.view?.rotation == 300)
        }
        #expect(time.commands.count == 2)
        Self.locate(&time, right: 0, up: 20, speed: 5, course: 310)
        #expect(try time.go().rotation == 310)
        // Nor is it turned to a course of long ago.
        time = Self.settled(.recenter)
        Self.locate(&time, right: 0, up: 0, speed: 5, course: 300)
        Self.locate(&time, right: 0, up: 0, speed: 0, course: 300)
        time.core.setAutoPanMode(.navigation)
        #expect(try time.go().rotation == nil)
    }

    @Test("leaving navigation for recenter leaves the map turned as it is")
    func turnedAfterNavigation() throws {
        var time = Self.settled(.navigation)
        Self.locate(&time, right: 0, up: 20, speed: 5, course: 300)
        try time.go()
        time.core.setAutoPanMode(.recenter)
        #expect(try time.go().rotation == nil && time.core.view?.rotation == 300)
    }

    @Test("a command that takes the place of one under way says again what that said")
    func replaced() throws {
        var time = DisplayTimeline(.navigation)
        time.look()
        time.locate(0.001, 0, speed: 10, course: 90)
        let first = time.core.nextViewpoint(at: time.now)
        #expect(first?.rotation == 90 && first?.scale == 10_000)
        time.pass(0.1)
        time.locate(0.0011, 0, speed: 10, course: 90)
        let second = time.core.nextViewpoint(at: time.now)
        #expect(second?.rotation == 90 && second?.scale == 10_000 && second?.sequence == 2)
    }

    // MARK: The view itself

    @Test("a view of another size puts what is pinned back, without easing")
    func resized() throws {
        var time = Self.settled(.navigation)
        var view = try #require(time.core.view)
        view.height = 400
        time.look(view, obeyed: 1)
        let command = try time.go()
        #expect(command.duration == 0 && command.destination.height == 400 && time.core.autoPanMode == .navigation)
        #expect(isClose(time.screenLocation.y, 350))
        // While recentring, what is still within the wander extent stays where it is.
        time = Self.settled(.recenter)
        Self.locate(&time, right: 190, up: 0)
        view = try #require(time.core.view)
        view.width = 790
        time.look(view, obeyed: 1)
        #expect(time.follow() == nil)
        view.width = 700
        time.look(view, obeyed: 1)
        try time.go()
    }

    @Test("a view without a size is sent nowhere until it has one")
    func empty() throws {
        for (width, height) in [(0.0, 600.0), (800, 0), (0, 0)] {
            var time = DisplayTimeline(.recenter)
            time.look(DisplayTimeline.view(width: width, height: height))
            time.locate(0.01, 0)
            #expect(time.follow() == nil && time.core.ignoredViewCount == 0)
            time.look()
            #expect(try time.go().scale == 10_000)
            // One that is folded away and unfolded again is as it was.
            time.look(DisplayTimeline.view(width: width, height: height))
            time.locate(0.011, 0)
            #expect(time.follow() == nil)
            time.look(DisplayTimeline.view(longitude: 0.01, scale: 10_000))
            #expect(time.follow() == nil && time.core.autoPanMode == .recenter)
        }
    }

    @Test("views that are no views are counted, and count only for who moved them")
    func unusable() throws {
        var time = Self.settled(.recenter)
        let before = time.core.view
        var views: [LocationDisplayView] = []
        for number in [Double.nan, .infinity, -1] {
            views.append(DisplayTimeline.view(width: number))
            views.append(DisplayTimeline.view(height: number))
            views.append(DisplayTimeline.view(scale: number))
        }
        views.append(DisplayTimeline.view(scale: 0))
        views.append(DisplayTimeline.view(longitude: .nan))
        views.append(DisplayTimeline.view(longitude: .infinity))
        for view in views { time.look(view) }
        #expect(time.core.ignoredViewCount == views.count && time.core.view == before && time.core.autoPanMode == .recenter)
        time.look(views[0], .user)
        #expect(time.core.autoPanMode == .off && time.core.view == before)
        time.look(DisplayTimeline.view(rotation: .nan))
        #expect(time.core.view?.rotation == 0)
        time.look(DisplayTimeline.view(rotation: -450))
        #expect(time.core.view?.rotation == 270)
    }

    @Test("a view that cannot get where it is sent is not sent again and again")
    func edgeOfTheWorld() throws {
        var time = DisplayTimeline(.compassNavigation)
        time.change { $0.initialZoomScale = 0 }
        let atEdge = DisplayTimeline.view(latitude: 80, scale: 50e6)
        time.look(atEdge)
        time.locate(0, 88)
        let sent = time.core.nextViewpoint(at: time.now)
        let first = try #require(sent)
        // It stays where it is, for the map ends.
        time.pass(2)
        time.look(atEdge, obeyed: first.sequence)
        for _ in 0..<5 {
            time.pass(1)
            time.locate(0, 88)
            #expect(time.core.nextViewpoint(at: time.now) == nil)
        }
        time.locate(20, 88)
        #expect(time.core.nextViewpoint(at: time.now) != nil)
    }
}
