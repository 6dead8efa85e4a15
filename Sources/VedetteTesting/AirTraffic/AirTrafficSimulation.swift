// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette

/// Made-up air traffic around Phoenix Sky Harbor (PHX): arrivals, departures and overflights that fly as aircraft do.
///
/// Deterministic: the same seed and steps give the same flights (on machines whose sine and tangent round alike). Traffic lands and takes off to the west; a flight that has arrived
/// leaves again after a while at the gate, and one that has left the area turns and comes back as its next leg, so the number of flights is constant.
public struct AirTrafficSimulation: Sendable {
    /// What one flight reports.
    public struct Report: Sendable {
        /// The track id, for example `Flight_396`.
        public let flightNumber: String
        /// WGS 84, degrees.
        public let longitude: Double
        public let latitude: Double
        /// Above sea level.
        public let altitudeFeet: Double
        /// Over the ground, knots.
        public let speed: Double
        /// Clockwise from north, 0…360 degrees.
        public let heading: Double
        /// ICAO type designator.
        public let aircraft: String
        /// IATA codes.
        public let departureAirport: String
        public let arrivalAirport: String
        /// `In flight`, `Landed`, `At gate` or `Taxiing`.
        public let status: String
    }

    /// Seconds since the beginning.
    public private(set) var elapsed = 0.0

    private var flights: [Flight]

    /// Makes traffic.
    ///
    /// - Parameters:
    ///   - count: how many flights.
    ///   - seed: decides everything else.
    public init(flightCount count: Int, seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let numbers = Self.flightNumbers(count, &random)
        flights = numbers.map { number in Flight(number: number, random: SeededRandomNumberGenerator(seed: random.next())) }
    }

    /// Lets `seconds` pass.
    public mutating func advance(bySeconds seconds: Double) {
        elapsed += seconds
        for index in flights.indices {
            var rest = seconds
            // Steps of at most a second keep turns round.
            while rest > 0 {
                let step = min(rest, 1)
                flights[index].advance(bySeconds: step)
                rest -= step
            }
        }
    }

    /// What all flights report now, always in the same order.
    public var reports: [Report] { flights.map(\.report) }

    /// The fields of an observation, in order.
    public static let fields = [
        Field(type: .text, name: "flight_number", alias: "Flight", length: 16),
        Field(type: .text, name: "aircraft", alias: "Aircraft", length: 4),
        Field(type: .float64, name: "altitude_feet", alias: "Altitude"),
        Field(type: .float64, name: "speed", alias: "Speed"),
        Field(type: .float64, name: "heading", alias: "Heading"),
        Field(type: .text, name: "departure_airport", alias: "From", length: 3),
        Field(type: .text, name: "arrival_airport", alias: "To", length: 3),
        Field(type: .text, name: "status", alias: "Status", length: 16),
        Field(type: .date, name: "time", alias: "Time"),
    ]

    /// Different numbers in a random order; three well-known ones first.
    private static func flightNumbers(_ count: Int, _ random: inout SeededRandomNumberGenerator) -> [String] {
        let known = [396, 118, 702]
        let span = max(900, count * 2)
        var pool = (100..<100 + span).filter { !known.contains($0) }
        for index in stride(from: pool.count - 1, to: 0, by: -1) { pool.swapAt(index, random.index(below: index + 1)) }
        return (known + pool).prefix(max(0, count)).map { "Flight_\($0)" }
    }
}

extension AirTrafficSimulation.Report {
    /// The position with its height in metres.
    public var point: Point {
        Point(x: longitude, y: latitude, z: (altitudeFeet * 0.3048 * 10).rounded() / 10, spatialReference: .wgs84)
    }

    /// The attributes by field name.
    public var attributes: [String: any Sendable] {
        [
            "flight_number": flightNumber, "aircraft": aircraft, "altitude_feet": altitudeFeet, "speed": speed, "heading": heading,
            "departure_airport": departureAirport, "arrival_airport": arrivalAirport, "status": status,
        ]
    }
}
