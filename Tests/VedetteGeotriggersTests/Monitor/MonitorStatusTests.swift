// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Status and warnings of a monitor", .timeLimit(.minutes(10)))
struct MonitorStatusTests {
    /// A setting that cannot be, and what the error names.
    struct Setting: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (FenceGeotrigger) -> Void

        init(_ name: String, _ set: @escaping @Sendable (FenceGeotrigger) -> Void) { (self.name, self.set) = (name, set) }

        var testDescription: String { name }
    }

    private func trigger(_ source: LocationDataSource) -> FenceGeotrigger {
        FenceGeotrigger(
            feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit,
            fenceParameters: GraphicFenceParameters(graphics: [square(0, id: "a")]))
    }

    @Test("a source that is not started is a warning that comes and goes with it; the monitor neither starts nor stops it")
    func feed() async throws {
        let source = HandLocations()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source))
        try await monitor.start()
        #expect(monitor.status == .started && source.status == .stopped)
        #expect((monitor.warning as? GeotriggerError)?.code == .feedNotStarted)
        try await source.start()
        for await warning in monitor.$warning where warning == nil { break }
        await source.stop()
        for await warning in monitor.$warning where warning != nil { break }
        #expect((monitor.warning as? any LocalizedError)?.errorDescription?.contains("location data source") == true)
        try await source.start()
        await monitor.stop()
        #expect(monitor.warning == nil && monitor.status == .stopped && source.status == .started)
    }

    @Test(
        "settings that cannot be keep a monitor from starting, by name",
        arguments: [
            Setting("allowedLateness") { $0.allowedLateness = -1 }, Setting("allowedLateness") { $0.allowedLateness = .nan },
            Setting("rules.dwell") { $0.rules.dwell = .infinity }, Setting("rules.silence") { $0.rules.silence = 0 },
            Setting("rules.speedAbove") { $0.rules.speedAbove = -3 },
            Setting("maximumGap") { $0.detection = .path(maximumGap: -1) },
            Setting("maximumSpeed") { $0.detection = .path(maximumSpeed: .nan) },
            Setting("path detection") { trigger in
                trigger.detection = .path()
                trigger.feedAccuracyMode = .useGeometryWithAccuracy
            },
        ])
    func settings(_ setting: Setting) async throws {
        let trigger = trigger(HandLocations())
        setting.set(trigger)
        let monitor = GeotriggerMonitor(geotrigger: trigger)
        let error = await #expect(throws: GeotriggerError.self) { try await monitor.start() }
        #expect(error?.code == .invalidSettings && error?.message.contains(setting.name) == true)
        #expect(monitor.status == .failedToStart && (monitor.warning as? GeotriggerError)?.code == .invalidSettings)
        trigger.detection = .fixes
        trigger.feedAccuracyMode = .useGeometry
        trigger.rules = FenceGeotriggerRules()
        trigger.allowedLateness = 0
        try await monitor.start()
        #expect(monitor.status == .started)
    }

    @Test("what a trigger is made with is what the published classes have")
    func defaults() {
        let trigger = trigger(HandLocations())
        #expect(trigger.feedAccuracyMode == .useGeometry && trigger.detection == .fixes && trigger.rules == FenceGeotriggerRules())
        #expect(trigger.enterExitSpatialRelationship == .enterIntersectsAndExitDoesNotIntersect)
        #expect(trigger.name == "" && trigger.geotriggerID == "" && trigger.requestedActions == [] && trigger.messageExpression == nil)
        #expect(trigger.fenceParameters.bufferDistance == 0 && trigger.allowedLateness == 0)
        trigger.name = "Gate"
        #expect(trigger.geotriggerID == "Gate")
    }

    @Test("starts and stops in a row end where the last one leads, and two starts at once are one")
    func manyStarts() async throws {
        let source = HandLocations()
        try await source.start()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source))
        #expect(throws: GeotriggerError.self) { try monitor.snapshot() }
        for _ in 0..<20 {
            async let first: Void? = try? monitor.start()
            async let second: Void? = try? monitor.start()
            async let third: Void = monitor.stop()
            _ = await (first, second, third)
            await monitor.stop()
            #expect(monitor.status == .stopped)
        }
        var told = Told(monitor)
        try await monitor.start()
        source.tell(0.5, 0)
        #expect(await told.next(1) == ["entered location a"])
    }

    @Test("a monitor that nobody keeps ends its streams")
    func goesAway() async throws {
        let source = HandLocations()
        try await source.start()
        var monitor: GeotriggerMonitor? = GeotriggerMonitor(geotrigger: trigger(source))
        let notifications = try #require(monitor?.notifications)
        try await monitor?.start()
        source.tell(0.5, 0)
        monitor = nil
        var count = 0
        for await _ in notifications { count += 1 }
        #expect(count <= 1)
        #expect(source.arrivals.isEmpty)
    }

    @Test("requested actions stand where the message names none, and feed and fence have their fields")
    func messages() async throws {
        let source = HandLocations()
        try await source.start()
        func monitor(_ script: String?) -> GeotriggerMonitor {
            let trigger = FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enter,
                fenceParameters: GraphicFenceParameters(graphics: [square(0, id: "a")]),
                messageExpression: script.map { ArcadeExpression(expression: $0) }, name: "Gate")
            trigger.requestedActions = ["ring"]
            return GeotriggerMonitor(geotrigger: trigger)
        }
        let monitors = [
            monitor(nil), monitor("$fencefeature.id + ' ' + $feedfeature.velocity + ' ' + $fencenotificationtype"),
            monitor("return { message: 'x', actions: ['call'], level: 2 }"), monitor("return { message: 'y' }"),
        ]
        var told = monitors.map { Told($0) }
        for monitor in monitors { try await monitor.start() }
        source.tell(0.5, 0, accuracy: 4, speed: 3)
        var infos: [FenceGeotriggerNotificationInfo] = []
        for index in told.indices { infos.append(try #require(await told[index].next())) }
        #expect(infos.map(\.message) == ["Gate", "a 3 entered", "x", "y"])
        #expect(infos.map(\.actions) == [["ring"], ["ring"], ["call"], ["ring"]])
        let location = try #require(infos[0].feedLocation)
        #expect(location.horizontalAccuracy == 4 && location.speed == 3 && location.course == 90)
        #expect(
            infos[0].explanation
                == "location entered fence a at 2025-06-15T15:06:40.000Z: the fix at 0.5°, 0.5° is inside or on its border, 55287.152 m from its border"
        )
    }
}
