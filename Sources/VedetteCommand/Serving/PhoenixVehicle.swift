// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer
import VedetteTesting

/// The blue dot of the demonstration: somebody who drives round and round through the streets of Phoenix.
enum PhoenixVehicle {
    /// A crossing in the middle of the town, from which the streets go on every half mile.
    private static let crossing = (longitude: -112.0738, latitude: 33.4807)
    private static let block = 804.672
    /// How many blocks the round goes out to.
    private static let reach = 6
    /// Metres a second: 30 mph.
    private static let speed = 13.4
    /// In metres.
    private static let accuracy = 8.0

    static func location(seed: UInt64) -> LiveLocation {
        let simulated = SimulatedLocationDataSource(
            polyline: round(seed: seed),
            simulationParameters: SimulationParameters(speed: speed, horizontalAccuracy: accuracy, verticalAccuracy: 2 * accuracy))
        var location = LiveLocation(dataSource: simulated, name: "Vehicle")
        location.autoPanMode = .recenter
        location.initialZoomScale = 36_000
        location.pathDuration = 900
        return location
    }

    /// A round through the streets that ends where it begins; the seed decides which.
    static func round(seed: UInt64) -> Polyline {
        var random = SeededRandomNumberGenerator(seed: seed)
        // One stop in each direction from the crossing, in turn, so that the round does not cross itself all the time.
        let stops = (0..<8).map { turn -> (east: Int, north: Int) in
            let distance = random.number(Double(reach) / 2, Double(reach))
            let angle = (Double(turn) + random.number(-0.3, 0.3)) * .pi / 4
            return (Int((distance * sin(angle)).rounded()), Int((distance * cos(angle)).rounded()))
        }
        var corners: [(east: Int, north: Int)] = []
        func go(to corner: (east: Int, north: Int)) {
            if corners.last.map({ $0 != corner }) ?? true { corners.append(corner) }
        }
        for (index, stop) in (stops + [stops[0]]).enumerated() {
            if let last = corners.last { go(to: index.isMultiple(of: 2) ? (stop.east, last.north) : (last.east, stop.north)) }
            go(to: stop)
        }
        return Polyline(points: corners.map { place(east: $0.east, north: $0.north) }, spatialReference: .wgs84)
    }

    private static func place(east: Int, north: Int) -> Point {
        // Streets follow meridians and parallels here.
        let latitude = crossing.latitude + Double(north) * block / 110_900
        let longitude = crossing.longitude + Double(east) * block / 92_970
        return Point(latitude: latitude, longitude: longitude)
    }
}
