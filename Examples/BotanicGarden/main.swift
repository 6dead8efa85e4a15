// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// What a visitor reads on the way.
struct Sight: Sendable {
    let time: Instant
    let text: String
}

/// Collects what a monitor tells, until the last thing is left behind.
func sights(_ notifications: EventStream<GeotriggerNotificationInfo>, until last: String) async -> [Sight] {
    var sights: [Sight] = []
    // Sections lie in one another: the one that was entered last is where the visitor is.
    var entered: [String] = []
    for await case let info as FenceGeotriggerNotificationInfo in notifications {
        switch info.fenceNotificationType {
        case .entered: entered.append(info.message)
        case .exited: entered.removeAll { $0 == info.message }
        default: continue
        }
        let trigger = info.geotriggerMonitor.geotrigger.name
        sights.append(Sight(time: info.time, text: "\(trigger): \(entered.isEmpty ? "none" : entered.joined(separator: " > "))"))
        if info.message == last, info.fenceNotificationType == .exited { break }
    }
    return sights
}

func table(_ name: String) throws -> FeatureCollectionTable {
    try .fromGeoJSON(try String(contentsOfFile: "Examples/BotanicGarden/\(name).geojson", encoding: .utf8), name: name)
}

// A walk through the garden at 1.4 m/s, faster than it would be.
let start = Date(timeIntervalSince1970: 1_800_000_000)
let walk = Polyline(points: [Point(latitude: 47.641, longitude: -122.291), Point(latitude: 47.641, longitude: -122.283)])
let locationDataSource = SimulatedLocationDataSource(polyline: walk, parameters: SimulationParameters(startDate: start, speed: 1.4))
locationDataSource.iterationRate = 500
locationDataSource.repeats = false

// Two monitors on one feed: areas as they are, and ten metres around things to see.
let feed = LocationGeotriggerFeed(locationDataSource: locationDataSource)
func makeMonitor(_ featureTable: any FeatureTable, bufferDistance: Double, name: String) -> GeotriggerMonitor {
    let geotrigger = FenceGeotrigger(
        feed: feed, ruleType: .enterOrExit,
        fenceParameters: FeatureFenceParameters(featureTable: featureTable, bufferDistance: bufferDistance),
        messageExpression: ArcadeExpression(expression: "$fenceFeature.name"), name: name)
    return GeotriggerMonitor(geotrigger: geotrigger)
}
let sectionMonitor = makeMonitor(try table("sections"), bufferDistance: 0, name: "section")
let displayMonitor = makeMonitor(try table("displays"), bufferDistance: 10, name: "nearby")
let (sectionNotifications, displayNotifications) = (sectionMonitor.notifications, displayMonitor.notifications)
try await sectionMonitor.start()
try await displayMonitor.start()
try await locationDataSource.start()

async let sections = sights(sectionNotifications, until: "Garden")
async let displays = sights(displayNotifications, until: "Exit gate")
let all = (await sections + (await displays)).sorted { ($0.time, $0.text) < ($1.time, $1.text) }
await locationDataSource.stop()
await sectionMonitor.stop()
await displayMonitor.stop()
for sight in all {
    let seconds = Int(sight.time.seconds(since: Instant(start)))
    print("\(seconds / 60) min \(seconds % 60) s  \(sight.text)")
}
