// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteGeotriggers

@Suite("Rules, detection and snapshots of a monitor", .timeLimit(.minutes(10)))
struct MonitorRulesTests {
    private let start = Instant(Date(timeIntervalSince1970: 1_750_000_000))

    private func trigger(_ source: HandLocations, _ set: (FenceGeotrigger) -> Void = { _ in }) -> FenceGeotrigger {
        let trigger = FenceGeotrigger(
            feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit,
            fenceParameters: GraphicFenceParameters(graphics: [square(0, id: "a")]), name: "Watch")
        set(trigger)
        return trigger
    }

    @Test("dwelling and silence are told by the clock while no fix comes")
    func clock() async throws {
        let (source, time) = (HandLocations(), VirtualTiming())
        try await source.start()
        let monitor = GeotriggerMonitor(
            geotrigger: trigger(source) { $0.rules = FenceGeotriggerRules(dwell: 10, silence: 4) }, timing: time.timing)
        var told = Told(monitor)
        try await monitor.start()
        source.tell(0.5, 0)
        var infos: [FenceGeotriggerNotificationInfo] = [try #require(await told.next())]
        for _ in 0..<100 {
            await time.sleepers(atLeast: 1)
            time.advance(bySeconds: GeotriggerMonitor.tickInterval)
        }
        infos.append(try #require(await told.next()))
        infos.append(try #require(await told.next()))
        #expect(infos.map(\.fenceNotificationType) == [.entered, .silent, .dwelled])
        #expect(infos.map { $0.time.seconds(since: start) } == [0, 4, 10])
        #expect(infos.map(\.cause) == [.fix, .clock, .clock])
        #expect(infos[2].place.x == 0.5 && infos[2].feedLocation.timestamp == start.date)
        #expect(infos[2].explanation.contains("10.0 s"))
        await monitor.stop()
    }

    @Test("with a minimum time the crossing is told once it is sure, with both times")
    func minimum() async throws {
        let source = HandLocations()
        try await source.start()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source) { $0.rules = FenceGeotriggerRules(minimumIn: 5, minimumOut: 5) })
        var told = Told(monitor)
        try await monitor.start()
        for (longitude, seconds) in [(0.5, 0.0), (2, 1), (0.5, 2), (0.5, 10), (2, 11), (0.5, 12), (2, 20), (2, 30)] {
            source.tell(longitude, seconds)
        }
        let (entered, exited) = (try #require(await told.next()), try #require(await told.next()))
        #expect(entered.fenceNotificationType == .entered && exited.fenceNotificationType == .exited)
        #expect(entered.time.seconds(since: start) == 2 && entered.confirmedAt?.seconds(since: start) == 7)
        #expect(exited.time.seconds(since: start) == 20 && exited.confirmedAt?.seconds(since: start) == 25)
    }

    @Test("speeds of the feed are judged")
    func speed() async throws {
        let source = HandLocations()
        try await source.start()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source) { $0.rules.speedAbove = 20 })
        var told = Told(monitor)
        try await monitor.start()
        source.tell(0.5, 0, speed: 10)
        source.tell(0.5, 1, speed: 25)
        #expect(await told.next()?.fenceNotificationType == .entered)
        let speeding = try #require(await told.next())
        #expect(speeding.fenceNotificationType == .speeding && speeding.feedLocation.speed == 25)
        #expect(speeding.explanation.contains("25.0 m/s") && speeding.explanation.contains("20.0 m/s"))
    }

    @Test("the seed's case: a fence of 10 m between fixes that are 30 m apart is missed by fixes and met by the way")
    func path() async throws {
        let metre = 1 / 111_319.49
        let narrow = Graphic(
            geometry: Envelope(xMin: 10 * metre, yMin: -1, xMax: 20 * metre, yMax: 1, spatialReference: .wgs84), attributes: ["id": "n"])
        for detection in [FenceGeotriggerDetection.fixes, .path()] {
            let source = HandLocations()
            try await source.start()
            let trigger = FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit,
                fenceParameters: GraphicFenceParameters(graphics: [narrow, square(1, id: "end")]))
            trigger.detection = detection
            let monitor = GeotriggerMonitor(geotrigger: trigger)
            var told = Told(monitor)
            try await monitor.start()
            source.tell(0, 0)
            source.tell(30 * metre, 3)
            source.tell(1.5, 1_000)
            guard detection == .path() else {
                #expect(await told.next(1) == ["entered location end"])
                continue
            }
            let (entered, exited) = (try #require(await told.next()), try #require(await told.next()))
            #expect(entered.fenceNotificationType == .entered && exited.fenceNotificationType == .exited)
            #expect(abs(entered.time.seconds(since: start) - 1) < 0.01 && abs(exited.time.seconds(since: start) - 2) < 0.01)
            #expect(abs(entered.place.x - 10 * metre) < 2e-7 && entered.feedLocation.position == entered.place)
            #expect(entered.explanation.contains("33.3 % of the way"))
        }
    }

    @Test("a disc is in when it meets the fence, or only when it is wholly in it")
    func accuracy() async throws {
        for relationship in FenceEnterExitSpatialRelationship.allCases {
            let source = HandLocations()
            try await source.start()
            let monitor = GeotriggerMonitor(
                geotrigger: trigger(source) { trigger in
                    trigger.feedAccuracyMode = .useGeometryWithAccuracy
                    trigger.enterExitSpatialRelationship = relationship
                })
            var told = Told(monitor)
            try await monitor.start()
            // 0.001 degrees are 111 m.
            for (index, longitude) in [-0.001, 0.001, 0.5, 0.999, 1.001, 2].enumerated() {
                source.tell(longitude, Double(index), accuracy: 150)
            }
            let (entered, exited) = (try #require(await told.next()), try #require(await told.next()))
            let times = [entered.time.seconds(since: start), exited.time.seconds(since: start)]
            switch relationship {
            case .enterIntersectsAndExitDoesNotIntersect: #expect(times == [0, 5])
            case .enterContainsAndExitDoesNotContain: #expect(times == [2, 3])
            case .enterContainsAndExitDoesNotIntersect: #expect(times == [2, 5])
            }
            #expect(entered.explanation.contains("disc of 150.0 m"))
        }
    }

    @Test("within the allowed lateness order does not matter, and later ones are counted")
    func lateness() async throws {
        let source = HandLocations()
        try await source.start()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source) { $0.allowedLateness = 10 })
        var told = Told(monitor)
        try await monitor.start()
        for (longitude, seconds) in [(2.0, 0.0), (2, 4), (0.5, 2), (2, 30), (0.5, 1), (0.5, 50)] { source.tell(longitude, seconds) }
        source.tell(2, 70)
        let (entered, exited) = (try #require(await told.next()), try #require(await told.next()))
        #expect(entered.time.seconds(since: start) == 2 && exited.time.seconds(since: start) == 4)
        #expect(entered.feedLocation.timestamp == start.advanced(bySeconds: 2).date)
        #expect(monitor.lateFixCount == 1)
    }

    @Test("a monitor that starts with a snapshot goes on where it was taken, with the same ids")
    func snapshot() async throws {
        func run(cut: Bool) async throws -> [String] {
            let source = HandLocations()
            try await source.start()
            let trigger = trigger(source)
            var monitor = GeotriggerMonitor(geotrigger: trigger)
            var told = Told(monitor)
            try await monitor.start()
            source.tell(0.5, 0)
            source.tell(2, 0)
            var ids = [await told.next(), await told.next()].compactMap { $0?.eventID.description }
            if cut {
                await monitor.stop()
                let snapshot = try monitor.snapshot()
                monitor = GeotriggerMonitor(geotrigger: trigger)
                told = Told(monitor)
                try await monitor.start(restoring: snapshot)
            }
            // Equal to events before the cut but for how many there were.
            source.tell(0.5, 0)
            source.tell(2, 0)
            ids += [await told.next(), await told.next()].compactMap { $0?.eventID.description }
            return ids
        }
        let whole = try await run(cut: false)
        #expect(Set(whole).count == 4)
        #expect(try await run(cut: true) == whole)
    }

    @Test("what is no snapshot, or one of other settings, is refused")
    func invalidSnapshots() async throws {
        let source = HandLocations()
        let monitor = GeotriggerMonitor(geotrigger: trigger(source))
        try await monitor.start()
        let snapshot = try monitor.snapshot()
        let other = GeotriggerMonitor(geotrigger: trigger(source) { $0.rules.dwell = 3 })
        for data in [Data(), Data([1, 2, 3]), Data(snapshot.dropLast()), snapshot] {
            let error = await #expect(throws: GeotriggerError.self) { try await other.start(restoring: data) }
            #expect(error?.code == .invalidSnapshot)
            #expect(other.status == .failedToStart)
        }
    }
}
