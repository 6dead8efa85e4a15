// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

// The areas from which each station is a few minutes away, in a GeoPackage, as a car would have it with it.
let text = try String(contentsOfFile: "Examples/ChargingStations/areas.geojson", encoding: .utf8)
let areas = try FeatureCollectionTable.fromGeoJSON(text, name: "areas")
let file = URL(fileURLWithPath: NSTemporaryDirectory() + "charging-stations-\(ProcessInfo.processInfo.processIdentifier).gpkg")
defer { try? FileManager.default.removeItem(at: file) }
let geoPackage = try await GeoPackage.create(fileURL: file)
let driveTimeAreas = try await geoPackage.makeFeatureTable(
    name: "drive_time_areas", fields: areas.fields, geometryType: Polygon.self, spatialReference: .wgs84)
try await driveTimeAreas.add(try await areas.queryFeatures(using: QueryParameters()).features())

// A drive of eleven kilometres at 25 m/s, faster than it would be.
let route = Polyline(points: [Point(latitude: 34.05, longitude: -117.24), Point(latitude: 34.05, longitude: -117.12)])
let locationDataSource = SimulatedLocationDataSource(
    polyline: route, parameters: SimulationParameters(startDate: Date(timeIntervalSince1970: 1_800_000_000), speed: 25))
locationDataSource.iterationRate = 500
locationDataSource.repeats = false

// "Tell me when I come within 50 m of such an area."
let geotrigger = FenceGeotrigger(
    feed: LocationGeotriggerFeed(locationDataSource: locationDataSource), ruleType: .enter,
    fenceParameters: FeatureFenceParameters(featureTable: driveTimeAreas, bufferDistance: 50),
    messageExpression: ArcadeExpression(
        expression: "'Near ' + $fencefeature.name + ' with a course of ' + Round($feedfeature.course) + '°'"))
let monitor = GeotriggerMonitor(geotrigger: geotrigger)
let notifications = monitor.notifications
try await monitor.start()
try await locationDataSource.start()

let stations = GraphicsOverlay()
for await case let info as FenceGeotriggerNotificationInfo in notifications {
    guard let area = info.fenceGeoElement as? ArcGISFeature,
        let access = (area.attributes["Accessible"] as? String)?.lowercased(),
        let latitude = area.attributes["Latitude"] as? Double, let longitude = area.attributes["Longitude"] as? Double
    else { continue }
    if access.contains("call ahead") || access.contains("guest use only") {
        print("\(info.message): \(access). Going on.")
        continue
    }
    stations.addGraphic(Graphic(geometry: Point(latitude: latitude, longitude: longitude)))
    print("\(info.message): \(access). The station is at \(latitude), \(longitude).")
    // What was looked for is found.
    await monitor.stop()
    break
}
await locationDataSource.stop()
print("Monitor \(monitor.status), stations on the map: \(stations.graphics.count)")
