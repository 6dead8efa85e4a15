// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteGeotriggers

private struct StressFeed: CustomDynamicEntityFeed {
    let events: AsyncStream<CustomDynamicEntityFeedEvent>
}

/// Everything at once: what the thread sanitizer (`script/sanitize`) looks at. `VEDETTE_STRESS_FENCES` says how many fences there are.
@Suite("Geotrigger monitor under load", .timeLimit(.minutes(10)))
struct GeotriggerMonitorStressTests {
    private static let fenceCount = ProcessInfo.processInfo.environment["VEDETTE_STRESS_FENCES"].flatMap(Int.init) ?? 500
    private static let rounds = 300

    /// A square of a lattice, half a degree wide.
    private static func square(_ number: Int, moved by: Double = 0) -> Polygon {
        let (x, y) = (Double(number % 200) - 100 + by, Double(number / 200 % 100) - 50)
        return Polygon(points: [
            Point(latitude: y, longitude: x), Point(latitude: y, longitude: x + 0.5), Point(latitude: y + 0.5, longitude: x + 0.5),
            Point(latitude: y + 0.5, longitude: x),
        ])
    }

    @Test("edits, updates, readers and restarts from many tasks at once")
    func everythingAtOnce() async throws {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: "")])
        let source = CustomDynamicEntityDataSource(info: info) { StressFeed(events: stream) }
        let fences = GraphicFenceParameters(
            graphics: (0..<Self.fenceCount).map { Graphic(geometry: Self.square($0), attributes: ["id": "fixed \($0)"]) })
        let goal = Graphic(geometry: Self.square(0, moved: -20), attributes: ["id": "goal"])
        fences.addGraphic(goal)
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enterOrExit, fenceParameters: fences))
        var notifications = monitor.notifications.makeAsyncIterator()
        try await source.connect()
        try await monitor.start()

        let writers = 3
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for round in 0..<Self.rounds {
                        let number = (writer * 7 + round) % min(Self.fenceCount, 20)
                        let longitude = Double(number % 200) - 100 + (round % 2 == 0 ? 0.25 : 0.75)
                        let place = Point(latitude: Double(number / 200 % 100) - 49.75, longitude: longitude)
                        feed.yield(.newObservation(geometry: place, attributes: ["id": "\(writer)"]))
                        if round % 16 == 0 { await Task.yield() }
                    }
                }
            }
            for editor in 0..<3 {
                group.addTask {
                    for round in 0..<Self.rounds {
                        let graphic = Graphic(geometry: Self.square((editor * 5 + round) % 20), attributes: ["id": "edited \(editor)"])
                        fences.addGraphic(graphic)
                        graphic.geometry = Self.square((editor * 5 + round) % 20, moved: 0.25)
                        fences.removeGraphic(graphic)
                        if round % 16 == 0 { await Task.yield() }
                    }
                }
            }
            group.addTask {
                for _ in 0..<Self.rounds {
                    _ = (monitor.status, monitor.warning == nil, monitor.fixCount, monitor.lateFixCount, monitor.missedNotificationCount)
                    await Task.yield()
                }
            }
        }
        feed.yield(.newObservation(geometry: Point(latitude: -49.75, longitude: -119.75), attributes: ["id": "last"]))

        var ids: Set<String> = []
        var count = 0
        var inside: [String: Bool] = [:]
        var isBroken = false
        while let notification = await notifications.next() as? FenceGeotriggerNotificationInfo {
            count += 1
            ids.insert("\(notification.eventID)")
            if notification.fenceID.hasPrefix("fixed") {
                let key = "\(notification.feedElementID) \(notification.fenceID)"
                let isEntry = notification.fenceNotificationType == .entered
                if inside[key, default: false] == isEntry { isBroken = true }
                inside[key] = isEntry
            }
            if notification.feedElementID == "last" { break }
        }
        #expect(ids.count == count, "two notifications have one id")
        #expect(monitor.missedNotificationCount > 0 || !isBroken, "a fence was entered or exited twice")
        #expect(monitor.fixCount == writers * Self.rounds + 1)
        #expect(monitor.status == .started)
        await monitor.stop()
        #expect(monitor.status == .stopped)
    }
}
