// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

// A recording of one's own, or our flight.
let path: FlightPath
do {
    path = try CommandLine.arguments.dropFirst().first.map { try FlightPath(csv: $0, step: 0.05) } ?? FlightPath()
} catch {
    FileHandle.standardError.write(Data("RideAlong: \(error)\n".utf8))
    exit(1)
}
let plane = Plane()
let (crater, around) = LiveView.crater(plane)
let (flights, flightsView, layer) = LiveView.flights()

let flying = Task { try await plane.fly(along: path) }
// Once around the crater in a minute, until somebody takes the camera.
let circling = Task {
    while await around.moveCamera(distanceDelta: 0, headingDelta: 360, pitchDelta: 0, duration: 60) {}
}
// From one flight to the next, along a smooth path.
let following = Task {
    var controller: OrbitGeoElementCameraController?
    while true {
        try await Task.sleep(for: .seconds(controller == nil ? 3 : 20))
        let everyone = DynamicEntityQueryParameters()
        everyone.whereClause = "status = 'In flight'"
        let found = try await layer.dataSource.queryDynamicEntities(using: everyone).entities()
        guard let flight = Array(found).randomElement() else { continue }
        if let controller {
            controller.follow(flight, duration: 3)
        } else {
            let first = OrbitGeoElementCameraController(target: flight, distance: 600)
            first.cameraPitchOffset = 70
            (controller, flightsView.cameraController) = (first, first)
        }
    }
}
defer { [flying, following].forEach { $0.cancel() } }

var configuration = LiveServerConfiguration()
configuration.assets = "Vendor/assets"
configuration.title = "Ride along"
if let port = ProcessInfo.processInfo.environment["PORT"].flatMap({ Int($0) }) { configuration.port = port }
let server = LiveServer(configuration: configuration, views: [.chase(plane), .cockpit(plane), crater, flights])
do {
    try await server.run { address in
        for path in ["plane", "cockpit", "crater", "flights"] { print("\(address)\(path)/") }
        // Also where it goes to a file.
        fflush(nil)
    }
} catch {
    FileHandle.standardError.write(Data("RideAlong: \(error)\n".utf8))
    exit(1)
}
circling.cancel()
