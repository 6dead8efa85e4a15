// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteMapping

/// Every way from one auto-pan mode to another, whatever is known and whoever is in the way. What is expected is written down here a second time, in
/// words of the screen: where the location is, what is up, and the scale.
@Suite("Auto-pan, from every mode to every mode")
struct AutoPanTransitionTests {
    typealias Mode = LocationDisplay.AutoPanMode

    struct Pair: CustomTestStringConvertible, Sendable {
        var first: Mode
        var second: Mode

        var testDescription: String { "from \(first) to \(second)" }

        static let all = Mode.allCases.flatMap { first in Mode.allCases.map { Pair(first: first, second: $0) } }
    }

    /// What is there, what the source tells, and what else happens on the way.
    struct Circumstances {
        var hasLocation: Bool
        var hasView: Bool
        /// Metres a second and degrees.
        var speed: Double
        var course: Double
        var heading: Double?
        var isLastKnown: Bool
        /// Who moves the view between the two modes; nil for nobody.
        var mover: LocationDisplayView.Change?
        /// Who moves the view at the end.
        var lastMover: LocationDisplayView.Change?

        static let all: [Circumstances] = {
            var all: [Circumstances] = []
            for hasLocation in [true, false] {
                for hasView in [true, false] {
                    for (speed, course) in [(Double.nan, Double.nan), (0, 70), (12, .nan), (12, 70), (.nan, 70)] {
                        for heading in [nil, 200.0] {
                            for isLastKnown in [false, true] {
                                for mover in [nil, .user, .program, .own] as [LocationDisplayView.Change?] {
                                    for lastMover in [.user, .program, .own] as [LocationDisplayView.Change] {
                                        all.append(
                                            Circumstances(
                                                hasLocation: hasLocation, hasView: hasView, speed: speed, course: course, heading: heading,
                                                isLastKnown: isLastKnown, mover: mover, lastMover: lastMover))
                                    }
                                }
                            }
                        }
                    }
                }
            }
            return all
        }()

        var knownCourse: Double? { !isLastKnown && speed > 0 && !course.isNaN ? course : nil }
    }

    /// How the view should look by the rules: what the test keeps in place of a core.
    struct Expectation {
        var mode = Mode.off
        var scale = 100_000.0
        var rotation = 0.0
        var hasZoomed = false
        /// Where the location should be on the screen, from the left and the top; nil where nothing put it anywhere.
        var place: (x: Double, y: Double)?

        mutating func enter(_ new: Mode, _ circumstances: Circumstances) {
            guard new != mode else { return }
            mode = new
            guard new != .off, circumstances.hasView, circumstances.hasLocation else { return }
            if !hasZoomed { (scale, hasZoomed) = (10_000, true) }
            if new == .navigation, let course = circumstances.knownCourse { rotation = course }
            if new == .compassNavigation, let heading = circumstances.heading { rotation = heading }
            place = new == .navigation ? (400, 525) : (400, 300)
        }

        mutating func move(_ change: LocationDisplayView.Change, scale: Double, rotation: Double) {
            if change != .own { mode = .off }
            (self.scale, self.rotation, place) = (scale, rotation, nil)
        }
    }

    private func check(_ time: DisplayTimeline, _ expected: Expectation, _ circumstances: Circumstances, _ comment: Comment) {
        #expect(time.core.autoPanMode == expected.mode, comment)
        guard let view = time.core.view else {
            #expect(!circumstances.hasView && time.commands.isEmpty, comment)
            return
        }
        #expect(isClose(view.scale, expected.scale) && isClose(view.rotation, expected.rotation), comment)
        if let place = expected.place {
            #expect(isClose(time.screenLocation.x, place.x) && isClose(time.screenLocation.y, place.y), comment)
        }
    }

    @Test("each transition leads where it should", arguments: Pair.all)
    func transition(_ pair: Pair) {
        for circumstances in Circumstances.all {
            let comment: Comment = "\(circumstances)"
            var time = DisplayTimeline()
            var expected = Expectation()
            if circumstances.hasView { time.look() }
            if let heading = circumstances.heading { time.core.receive(heading: heading) }
            func locate(_ longitude: Double, _ latitude: Double) {
                guard circumstances.hasLocation else { return }
                time.locate(
                    longitude, latitude, speed: circumstances.speed, course: circumstances.course, isLastKnown: circumstances.isLastKnown)
            }
            locate(0.02, -0.03)
            time.follow()
            check(time, expected, circumstances, comment)

            time.core.setAutoPanMode(pair.first)
            expected.enter(pair.first, circumstances)
            time.follow()
            check(time, expected, circumstances, comment)

            time.pass(2)
            if let mover = circumstances.mover {
                if circumstances.hasView {
                    let moved = DisplayTimeline.view(longitude: 0.021, latitude: -0.0305, scale: 50_000, rotation: 15)
                    time.look(moved, mover, obeyed: time.commands.last?.sequence)
                    expected.move(mover, scale: 50_000, rotation: 15)
                } else {
                    time.look(nil, mover)
                    if mover != .own { expected.mode = .off }
                }
                #expect(time.follow() == nil, comment)
                check(time, expected, circumstances, comment)
            }

            time.pass(2)
            time.core.setAutoPanMode(pair.second)
            expected.enter(pair.second, circumstances)
            time.follow()
            check(time, expected, circumstances, comment)
            #expect(time.follow() == nil, "once is enough: \(comment)")

            // A user or the program moves the view: however the location moves then, the view stays.
            if let mover = circumstances.lastMover, mover != .own {
                time.look(circumstances.hasView ? DisplayTimeline.view(scale: 70_000) : nil, mover)
                if circumstances.hasView { expected.move(mover, scale: 70_000, rotation: 0) } else { expected.mode = .off }
                time.pass(1)
                locate(0.5, 0.5)
                #expect(time.follow() == nil, comment)
                check(time, expected, circumstances, comment)
            } else {
                // Nobody does: it goes along.
                time.pass(1)
                locate(0.5, 0.5)
                time.follow()
                if expected.mode != .off, circumstances.hasView, circumstances.hasLocation {
                    expected.place = expected.mode == .navigation ? (400, 525) : (400, 300)
                    if expected.mode == .navigation, let course = circumstances.knownCourse { expected.rotation = course }
                    if expected.mode == .compassNavigation, let heading = circumstances.heading { expected.rotation = heading }
                }
                if expected.mode == .off { expected.place = nil }
                check(time, expected, circumstances, comment)
            }
        }
    }

    @Test("a mode takes effect when what it needs comes, in any order", arguments: Mode.allCases, [0, 1, 2, 3, 4, 5])
    func lateCircumstances(_ mode: Mode, _ order: Int) {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        var time = DisplayTimeline()
        for (index, step) in orders[order].enumerated() {
            #expect(time.follow() == nil, "something is missing")
            switch step {
            case 0: time.core.setAutoPanMode(mode)
            case 1: time.look()
            default: time.locate(0.01, 0.01, speed: 5, course: 30)
            }
            if index == 1 { time.pass(3) }
        }
        time.core.receive(heading: 300)
        let command = time.follow()
        guard mode != .off else {
            #expect(command == nil)
            return
        }
        #expect(command?.scale == 10_000 && command?.duration == 0.5)
        #expect(command?.rotation == [.navigation: 30, .compassNavigation: 300][mode])
        #expect(isClose(time.screenLocation.y, mode == .navigation ? 525 : 300))
        // The view goes and comes again: the location is gone to anew, at the scale of then.
        time.look(nil)
        time.look(DisplayTimeline.view(longitude: 0.0105, latitude: 0.01, scale: 20_000))
        let second = time.follow()
        #expect(second != nil && second?.scale == nil && isClose(time.screenLocation.x, 400))
    }

    @Test("what a view says on its way never ends auto-pan, nor sends it anywhere")
    func echoes() throws {
        var time = DisplayTimeline(.recenter)
        time.look()
        time.locate(0.03, 0.02)
        let found = time.core.nextViewpoint(at: time.now)
        let command = try #require(found)
        let way = ViewTransition(from: DisplayTimeline.view(), to: command, at: time.now)
        for _ in 0..<12 {
            time.pass(0.05)
            time.look(way.view(at: time.now), obeyed: command.sequence)
            // On the way the location is outside the wander extent, but not of where the view goes.
            time.locate(0.0301, 0.02)
            #expect(time.core.autoPanMode == .recenter && time.follow() == nil)
        }
        // An old echo after a newer command does not make it forget where the view goes.
        time.locate(0.06, 0.02)
        let next = time.core.nextViewpoint(at: time.now)
        let second = try #require(next)
        time.look(way.view(at: time.now), obeyed: command.sequence)
        time.locate(0.0601, 0.02)
        #expect(time.core.nextViewpoint(at: time.now) == nil && second.sequence == command.sequence + 1)
        time.pass(3)
        time.look(way.view(at: time.now), obeyed: command.sequence)
        time.locate(0.0602, 0.02)
        #expect(time.core.nextViewpoint(at: time.now) == nil)
        // Half way there, the view is still on its way; long after, it is where it says, wherever that is.
        time.look(way.view(at: time.now), obeyed: second.sequence)
        time.locate(0.0603, 0.02)
        #expect(time.core.nextViewpoint(at: time.now) != nil)
    }

    @Test("a mode that is set again changes nothing")
    func again() {
        var time = DisplayTimeline(.recenter)
        time.look()
        time.locate(0.01, 0)
        time.follow()
        time.pass(1)
        time.locate(0.0101, 0)
        time.core.setAutoPanMode(.recenter)
        #expect(time.follow() == nil)
    }

    @Test("after navigating, a program that sets the mode again keeps the scale that the user chose")
    func reenabled() throws {
        var time = DisplayTimeline(.recenter)
        time.change {
            $0.initialZoomScale = 53e6; $0.wanderExtentFactor = 0
        }
        time.look()
        time.locate(10, 20, speed: 7_660, course: 50)
        #expect(try time.go().scale == 53e6)
        time.look(DisplayTimeline.view(longitude: 5, latitude: 20, scale: 20e6), .user)
        #expect(time.core.autoPanMode == .off)
        time.core.setAutoPanMode(.recenter)
        let command = try time.go()
        #expect(command.scale == nil && time.core.view?.scale == 20e6 && isClose(time.screenLocation.x, 400))
    }

    @Test("an initial scale of 0 leaves the scale, one beyond what the view can do is brought to it", arguments: [0, 10, 1e8])
    func initialScales(_ scale: Double) throws {
        var time = DisplayTimeline(.recenter)
        time.change { $0.initialZoomScale = scale }
        var view = DisplayTimeline.view(longitude: 1)
        view.scales = 1_000...1e7
        time.look(view)
        time.locate(1.05, 0)
        #expect(try time.go().scale == [0: nil, 10: 1_000, 1e8: 1e7][scale])
        // It was the first time, whether it was used or not.
        time.change { $0.initialZoomScale = 5_000 }
        time.look(DisplayTimeline.view(longitude: 1), .user)
        time.core.setAutoPanMode(.recenter)
        #expect(try time.go().scale == nil)
    }

    @Test("a hidden location is followed all the same")
    func hidden() throws {
        var time = DisplayTimeline(.recenter)
        time.change { $0.showsLocation = false }
        time.look()
        time.locate(0.05, 0)
        try time.go()
        #expect(time.mark.symbol == .none && isClose(time.screenLocation.x, 400))
    }

    @Test("another source is gone to at once, and what the last one told is forgotten")
    func anotherSource() throws {
        var time = DisplayTimeline(.recenter)
        time.look()
        time.locate(0.01, 0)
        time.core.receive(heading: 10)
        try time.go()
        time.core.changeDataSource()
        #expect(time.core.location == nil && time.core.heading == nil && time.mark.symbol == .none && time.follow() == nil)
        time.core.setStatus(.started)
        // It is within the wander extent, and yet the view goes there.
        time.locate(0.0102, 0)
        #expect(try time.go().scale == nil)
        #expect(time.core.autoPanMode == .recenter)
    }
}
