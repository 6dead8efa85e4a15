// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteServer
import VedetteTesting

/// The world of the demonstration: flights, fences and runways around Phoenix Sky Harbor.
enum PhoenixDemo {
    static let airport = (longitude: -112.0101, latitude: 33.4352)

    static func world(
        flightCount: Int, seed: UInt64, rate: Double
    ) -> (configuration: LiveServerConfiguration, sources: [LiveSource], monitors: [GeotriggerMonitor]) {
        let traffic = CustomDynamicEntityDataSource(info: AirTrafficFeed.info) {
            AirTrafficFeed(
                flightCount: flightCount, seed: seed, interval: .seconds(1 / rate), history: .seconds(flightCount <= 1_000 ? 300 : 10))
        }
        traffic.purgeOptions.maximumObservationsPerTrack = 240
        traffic.purgeOptions.maximumObservations = 0
        var source = LiveSource(dataSource: traffic, name: "Air traffic")
        source.serviceName = "phoenix/air_traffic"
        source.one = "flight"
        source.many = "flights"
        source.symbol = .aircraft
        source.labelField = "flight_number"
        source.headingField = "heading"
        source.derivesAttitude = true
        source.displayDelay = 1 / rate + 0.25
        source.maximumTrail = 240
        source.displayFields = [
            .init(name: "aircraft"), .init(name: "altitude_feet", unit: "ft", decimals: 0), .init(name: "speed", unit: "kt", decimals: 0),
            .init(name: "heading", unit: "°", decimals: 0), .init(name: "departure_airport"), .init(name: "arrival_airport"),
            .init(name: "status"), .init(name: "flight_number"), .init(name: "time"),
        ]
        source.queries = queries
        let trigger = FenceGeotrigger(
            feed: DynamicEntityGeotriggerFeed(dataSource: traffic), ruleType: .enterOrExit,
            fenceParameters: GraphicFenceParameters(graphics: fences), name: "Phoenix")
        var configuration = LiveServerConfiguration()
        configuration.title = "Phoenix"
        configuration.center = airport
        configuration.zoom = 9.3
        configuration.landmarks = Array(landmarks.utf8)
        return (configuration, [source], [GeotriggerMonitor(geotrigger: trigger)])
    }

    // MARK: Queries

    private static let queries = [
        LiveQuery(
            name: "Within 15 miles of PHX",
            area: .circle(longitude: airport.longitude, latitude: airport.latitude, radius: 15 * 1_609.344)),
        LiveQuery(name: "Arriving in PHX", whereClause: "arrival_airport = 'PHX'"),
        LiveQuery(
            name: "By flight number", trackIDs: [LiveQuery.placeholder], parameter: .init(name: "Flight number", example: "Flight_396")),
    ]

    // MARK: Fences

    private static let nauticalMile = 1_852.0

    private static var fences: [Graphic] {
        [
            fence("ring-15-mi", "15 mi ring", [circle(metres: 15 * 1_609.344)]),
            fence(
                "class-b-core", "Class B core",
                [around([(20, 6.2), (75, 8.4), (105, 8.4), (160, 6.2), (200, 6.2), (255, 8.4), (285, 8.4), (340, 6.2)])]),
            fence("approach-east", "Approach East", [around([(87, 8.6), (93, 8.6), (98.5, 17.5), (81.5, 17.5)])]),
            fence("departure-west", "Departure West", [around([(267, 8.6), (273, 8.6), (279, 17), (261, 17)])]),
            // A ring: the inside of the inner line is not in the fence.
            fence(
                "north-holding", "North holding ring",
                [
                    circle(metres: 9 * nauticalMile, bearing: 345, distance: 30),
                    circle(metres: 4 * nauticalMile, bearing: 345, distance: 30),
                ]),
        ]
    }

    private static func fence(_ id: String, _ name: String, _ rings: [[(Double, Double)]]) -> Graphic {
        let runs = rings.map { ring in Coordinates(x: ring.map(\.0), y: ring.map(\.1)) }
        return Graphic(geometry: Polygon(polygons: [runs], spatialReference: .wgs84), attributes: ["id": id, "name": name])
    }

    /// A ring through places given by direction (degrees clockwise from north) and distance (nautical miles) from the airport.
    private static func around(_ places: [(bearing: Double, miles: Double)]) -> [(Double, Double)] {
        places.map { place(bearing: $0.bearing, metres: $0.miles * nauticalMile, from: airport) }
    }

    /// A circle of 96 vertices around the airport, or around a place at a distance (nautical miles) from it.
    private static func circle(metres: Double, bearing: Double = 0, distance: Double = 0) -> [(Double, Double)] {
        let center = place(bearing: bearing, metres: distance * nauticalMile, from: airport)
        return (0..<96).map { place(bearing: Double($0) * 3.75, metres: metres, from: (center.0, center.1)) }
    }

    private static func place(bearing: Double, metres: Double, from: (longitude: Double, latitude: Double)) -> (Double, Double) {
        let end = Geodesic.direct(from: (from.latitude, from.longitude), azimuth: bearing, metres: metres)
        return ((end.longitude * 1e6).rounded() / 1e6, (end.latitude * 1e6).rounded() / 1e6)
    }

    // MARK: Landmarks

    /// The runways of Phoenix Sky Harbor and the airport's reference point.
    private static let landmarks = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"kind":"runway","name":"08/26"},"geometry":{"type":"LineString","coordinates":[[-112.0289,33.4409],[-111.9912,33.4410]]}},
        {"type":"Feature","properties":{"kind":"runway","name":"07L/25R"},"geometry":{"type":"LineString","coordinates":[[-112.0273,33.4310],[-111.9935,33.4310]]}},
        {"type":"Feature","properties":{"kind":"runway","name":"07R/25L"},"geometry":{"type":"LineString","coordinates":[[-112.0263,33.4288],[-112.0010,33.4288]]}},
        {"type":"Feature","properties":{"kind":"airport","name":"PHX"},"geometry":{"type":"Point","coordinates":[-112.0101,33.4352]}}
        ]}
        """
}
