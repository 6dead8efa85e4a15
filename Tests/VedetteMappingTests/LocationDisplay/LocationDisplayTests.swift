// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("Location display", .timeLimit(.minutes(10)))
struct LocationDisplayTests {
    /// A source that a test speaks for.
    final class Beacon: LocationDataSource, @unchecked Sendable {
        override func doStart() { didStartOrFailWithError(nil) }
        override func doStop() { didStop() }

        func tell(_ longitude: Double, _ latitude: Double, speed: Double = .nan, course: Double = .nan) {
            didUpdate(Location(position: Point(latitude: latitude, longitude: longitude), speed: speed, course: course))
        }
    }

    /// A view that goes where it is sent, at once.
    // Sendable by hand: what changes is behind locks.
    final class ObedientView: @unchecked Sendable {
        @Synchronized var view = DisplayTimeline.view()
        @Synchronized var commands: [ViewpointCommand] = []
        @Synchronized private var observation: Observation? = nil

        init(_ display: LocationDisplay) {
            observation = display.viewpointCommands.add { [weak self, weak display] command in
                let command = copy command
                guard let self, let display else { return }
                _commands.change { $0.append(command) }
                view = command.destination
                display.updateView(view, because: .own, obeyed: command.sequence)
            }
            display.updateView(view, because: .own)
        }
    }

    @Test("has the defaults of the SDK")
    func defaults() {
        let source = Beacon()
        let display = LocationDisplay(dataSource: source)
        #expect(display.dataSource === source && source.status == .stopped && display.autoPanMode == .off)
        #expect(display.initialZoomScale == 10_000 && display.wanderExtentFactor == 0.5 && display.navigationPointHeightFactor == 0.125)
        #expect(display.showsLocation && display.showsAccuracy && display.showsPingAnimationSymbol && display.usesCourseSymbolOnMovement)
        #expect(display.opacity == 1 && display.location == nil && display.mapLocation == nil && display.heading == nil)
        #expect(LocationDisplay.AutoPanMode.allCases == [.off, .recenter, .navigation, .compassNavigation])
        #expect(display.symbol(of: display.mark) == nil)
        display.wanderExtentFactor = 7
        display.navigationPointHeightFactor = .nan
        display.opacity = -1
        #expect(display.wanderExtentFactor == 1 && display.navigationPointHeightFactor == 0.125 && display.opacity == 0)
    }

    @Test("shows what its source tells, with the symbol that fits")
    func shows() async throws {
        let source = Beacon()
        let display = LocationDisplay(dataSource: source, timing: VirtualTiming().timing)
        var locations = display.$location.makeAsyncIterator()
        let first = await locations.next()
        #expect(first != nil && first.flatMap { $0 } == nil)
        source.tell(1, 2)
        #expect(display.symbol(of: display.mark) == display.acquiringSymbol, "the source does not run yet")
        try await display.dataSource.start()
        #expect(display.symbol(of: display.mark) == display.defaultSymbol)
        source.tell(3, 4, speed: 5, course: 6)
        let told = source.location
        #expect(display.location === told && display.mark.angle == 6)
        #expect(display.symbol(of: display.mark) == display.courseSymbol)
        #expect(display.mapLocation.map { isClose($0.x, WebMercator.x(longitude: 3)) } == true)
        #expect(await locations.next()??.position == Point(latitude: 2, longitude: 1))
        #expect(await locations.next()??.position == Point(latitude: 4, longitude: 3))
        source.tell(.nan, 4)
        #expect(display.location === told, "a location without a place is not shown")
        display.usesCourseSymbolOnMovement = false
        #expect(display.symbol(of: display.mark) == display.defaultSymbol)
        var headings = display.$heading.makeAsyncIterator()
        source.didUpdateHeading(-10)
        while let heading = await headings.next(), heading != 350 {}
        display.autoPanMode = .compassNavigation
        #expect(display.symbol(of: display.mark) == display.headingSymbol && display.mark.angle == 350)
        await display.dataSource.stop()
        #expect(display.mark.isStale && display.symbol(of: display.mark) == display.acquiringSymbol)
        display.showsLocation = false
        #expect(display.symbol(of: display.mark) == nil)
    }

    @Test("takes the view along until somebody moves it, and tells so")
    func follows() async throws {
        let source = Beacon()
        let display = LocationDisplay(dataSource: source, timing: VirtualTiming().timing)
        var modes = display.$autoPanMode.makeAsyncIterator()
        let view = ObedientView(display)
        try await source.start()
        source.tell(5, 6)
        #expect(view.commands.isEmpty)
        display.autoPanMode = .recenter
        #expect(view.commands.map(\.scale) == [10_000] && isClose(view.view.center.x, WebMercator.x(longitude: 5)))
        source.tell(5.5, 6, speed: 20, course: 90)
        #expect(view.commands.count == 2)
        display.autoPanMode = .navigation
        #expect(view.commands.last?.rotation == 90)
        display.updateView(DisplayTimeline.view(), because: .user)
        #expect(display.autoPanMode == .off)
        source.tell(5.6, 6, speed: 20, course: 80)
        #expect(view.commands.count == 3)
        display.autoPanMode = .compassNavigation
        #expect(view.commands.count == 4)
        display.updateView(DisplayTimeline.view(), because: .program)
        #expect(display.autoPanMode == .off)
        var seen: [LocationDisplay.AutoPanMode] = []
        while seen.count < 6, let mode = await modes.next() { seen.append(mode) }
        #expect(seen == [.off, .recenter, .navigation, .off, .compassNavigation, .off])
    }

    @Test("another source is not started, and the one before is heard no more")
    func anotherSource() async throws {
        let (first, second) = (Beacon(), Beacon())
        let display = LocationDisplay(dataSource: first)
        try await first.start()
        first.tell(1, 2)
        first.didUpdateHeading(3)
        second.tell(7, 8)
        second.didUpdateHeading(9)
        display.dataSource = second
        #expect(second.status == .stopped && first.status == .started && display.dataSource === second)
        #expect(display.location === second.location && display.heading == 9, "what it told before counts")
        first.tell(3, 4)
        #expect(display.location === second.location)
        let third = Beacon()
        display.dataSource = third
        #expect(display.location == nil && display.heading == nil && display.mapLocation == nil)
        third.tell(5, 5)
        #expect(display.location === third.location)
    }

    @Test("is let go of while its source goes on")
    func letGo() async throws {
        let source = Beacon()
        weak var gone: LocationDisplay?
        do {
            let display = LocationDisplay(dataSource: source)
            gone = display
            try await source.start()
            source.tell(1, 2)
            #expect(display.location != nil)
        }
        // Its tasks hold it only while they work; each thing that the source tells lets them see that it is gone.
        while gone != nil, !Task.isCancelled {
            source.didUpdateHeading(1)
            await Task.yield()
        }
        #expect(gone == nil)
        source.tell(3, 4)
        #expect(source.arrivals.isEmpty)
    }

    @Test("may be used by many at once")
    func concurrently() async throws {
        let source = Beacon()
        let display = LocationDisplay(dataSource: source)
        let view = ObedientView(display)
        try await source.start()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<200 {
                        switch worker {
                        case 0: source.tell(Double(step) / 10, 10, speed: 3, course: Double(step))
                        case 1: display.autoPanMode = LocationDisplay.AutoPanMode.allCases[step % 4]
                        case 2: display.updateView(DisplayTimeline.view(longitude: Double(step)), because: step % 9 == 0 ? .user : .own)
                        default: _ = (display.mark, display.mapLocation, display.opacity = 0.5)
                        }
                    }
                }
            }
        }
        #expect(display.location === source.location && view.commands.map(\.sequence).max() ?? 1 >= view.commands.count)
        display.autoPanMode = .off
        display.autoPanMode = .recenter
        display.updateView(DisplayTimeline.view(), because: .user)
        #expect(display.autoPanMode == .off)
    }
}
