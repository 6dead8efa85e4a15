// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in metres east and north of the airport.
struct LocalPlace: Equatable, Sendable {
    var east: Double
    var north: Double

    static let originLatitude = 33.4352
    static let originLongitude = -112.0101
    private static let metresPerDegree = 111_319.49

    init(east: Double, north: Double) {
        (self.east, self.north) = (east, north)
    }

    init(latitude: Double, longitude: Double) {
        north = (latitude - Self.originLatitude) * Self.metresPerDegree
        east = (longitude - Self.originLongitude) * Self.metresPerDegree * cos(Self.originLatitude * .pi / 180)
    }

    var latitude: Double { Self.originLatitude + north / Self.metresPerDegree }
    var longitude: Double { Self.originLongitude + east / Self.metresPerDegree / cos(Self.originLatitude * .pi / 180) }

    func distance(to other: LocalPlace) -> Double {
        hypot(other.east - east, other.north - north)
    }

    /// Direction to another place, degrees clockwise from north, 0…360.
    func bearing(to other: LocalPlace) -> Double {
        let angle = atan2(other.east - east, other.north - north) * 180 / .pi
        return angle < 0 ? angle + 360 : angle
    }

    func moved(bearing: Double, metres: Double) -> LocalPlace {
        LocalPlace(east: east + sin(bearing * .pi / 180) * metres, north: north + cos(bearing * .pi / 180) * metres)
    }
}

/// Phoenix Sky Harbor: runways used to the west, and stands along the terminals.
enum Airfield {
    static let nauticalMile = 1_852.0
    static let elevationFeet = 1_135.0

    struct Runway: Sendable {
        let threshold: LocalPlace
        let end: LocalPlace
    }

    /// 26 and 25L for landing.
    static let landing = [
        Runway(threshold: LocalPlace(latitude: 33.4410, longitude: -111.9912), end: LocalPlace(latitude: 33.4409, longitude: -112.0289)),
        Runway(threshold: LocalPlace(latitude: 33.4288, longitude: -112.0010), end: LocalPlace(latitude: 33.4288, longitude: -112.0263)),
    ]

    /// 25R for taking off.
    static let departing = Runway(
        threshold: LocalPlace(latitude: 33.4310, longitude: -111.9935), end: LocalPlace(latitude: 33.4310, longitude: -112.0273))

    static func stand(_ random: inout SeededRandomNumberGenerator) -> LocalPlace {
        let isNorth = random.unit() < 0.35
        let along = random.number(0, 1)
        return LocalPlace(
            latitude: (isNorth ? 33.4372 : 33.4346) + random.number(-0.0006, 0.0006), longitude: -112.0125 + along * 0.0170)
    }

    static let otherAirports = [
        "ATL", "AUS", "BOS", "BUR", "DEN", "DFW", "DTW", "ELP", "IAH", "JFK", "LAS", "LAX", "MSP", "OAK", "ORD", "PDX", "SAN", "SEA", "SFO",
        "SLC", "SMF", "SNA", "TUS", "YYC",
    ]

    static let aircraft = ["A319", "A320", "A321", "A20N", "A21N", "B38M", "B737", "B738", "B739", "B752", "B789", "CRJ7", "CRJ9", "E175"]
}
