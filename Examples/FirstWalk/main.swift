// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette

let ferries = FeedDynamicEntityDataSource(address: FeedAddress("Examples/FirstWalk/ferries.ndjson"))
let box = Envelope(min: Point(latitude: 47.59, longitude: -122.37), max: Point(latitude: 47.62, longitude: -122.33))
let trigger = FenceGeotrigger(
    feed: DynamicEntityGeotriggerFeed(dataSource: ferries), ruleType: .enterOrExit,
    fenceParameters: GraphicFenceParameters(graphics: [Graphic(geometry: box, attributes: ["id": "harbour"])]))
let monitor = GeotriggerMonitor(geotrigger: trigger)
let notifications = monitor.notifications
try await monitor.start()
try await ferries.connect()
for await case let event as FenceGeotriggerNotificationInfo in notifications {
    print(event.time, event.feedElementID, event.fenceNotificationType, event.fenceID)
    if event.fenceNotificationType == .exited { break }
}
