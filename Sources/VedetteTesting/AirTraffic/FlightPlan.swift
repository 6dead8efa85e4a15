// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Somewhere to be, at what height and how fast.
struct Waypoint: Sendable {
    var place: LocalPlace
    /// Feet above sea level.
    var altitude: Double
    /// Knots.
    var speed: Double
    /// Seconds to stay there.
    var pause = 0.0
    /// What the flight is doing on the way there.
    var status = "In flight"
}

/// The legs of one flight, from one end to the other.
struct FlightPlan: Sendable {
    var waypoints: [Waypoint]
    var departureAirport: String
    var arrivalAirport: String

    enum Kind: Sendable {
        case arrival
        case departure
        case overflight
    }

    static func make(_ kind: Kind, from start: LocalPlace?, _ random: inout SeededRandomNumberGenerator) -> FlightPlan {
        switch kind {
        case .arrival: arrival(&random)
        case .departure: departure(from: start ?? Airfield.stand(&random), &random)
        case .overflight: overflight(from: start, &random)
        }
    }

    /// From a corner of the area along a downwind leg to the east, a base leg, and final approach to the west; then off the runway to a stand.
    private static func arrival(_ random: inout SeededRandomNumberGenerator) -> FlightPlan {
        let mile = Airfield.nauticalMile
        let runway = Airfield.landing[random.index(below: Airfield.landing.count)]
        let isNorth = random.unit() < 0.5
        let side = isNorth ? 1.0 : -1.0
        let isFromEast = random.unit() < 0.5
        let finalLength = random.number(9, 15) * mile
        let offset = random.number(5, 9) * mile * side
        let threshold = runway.threshold
        let course = runway.threshold.bearing(to: runway.end)
        let turn = threshold.moved(bearing: course + 180, metres: finalLength)
        let corner = LocalPlace(
            east: (isFromEast ? 1 : -1) * random.number(52, 66) * mile, north: side * random.number(28, 58) * mile)
        var waypoints = [
            Waypoint(place: corner, altitude: random.number(15_000, 21_000).rounded(), speed: 320),
            Waypoint(
                place: LocalPlace(east: corner.east * 0.52, north: corner.north * 0.5 + offset * 0.4), altitude: 11_000, speed: 270),
        ]
        if isFromEast {
            waypoints.append(
                Waypoint(place: LocalPlace(east: turn.east + 5 * mile, north: turn.north + offset * 1.1), altitude: 6_500, speed: 220))
        } else {
            waypoints.append(
                Waypoint(place: LocalPlace(east: -6 * mile, north: threshold.north + offset), altitude: 8_000, speed: 230))
            waypoints.append(Waypoint(place: LocalPlace(east: turn.east, north: turn.north + offset), altitude: 5_500, speed: 210))
        }
        waypoints += [
            Waypoint(place: LocalPlace(east: turn.east + 1.5 * mile, north: turn.north + offset * 0.35), altitude: 4_600, speed: 190),
            Waypoint(place: threshold.moved(bearing: course + 180, metres: finalLength * 0.8), altitude: 4_000, speed: 175),
            Waypoint(place: threshold.moved(bearing: course + 180, metres: 4.5 * mile), altitude: 2_600, speed: 145),
            Waypoint(place: threshold, altitude: Airfield.elevationFeet, speed: 135),
            Waypoint(
                place: threshold.moved(bearing: course, metres: threshold.distance(to: runway.end) * 0.72),
                altitude: Airfield.elevationFeet,
                speed: 30, status: "Landed"),
        ]
        let stand = Airfield.stand(&random)
        let exit = waypoints[waypoints.count - 1].place
        waypoints += [
            Waypoint(
                place: LocalPlace(east: exit.east - 120, north: (exit.north * 2 + stand.north) / 3), altitude: Airfield.elevationFeet,
                speed: 18, status: "Landed"),
            Waypoint(
                place: LocalPlace(east: stand.east - 60, north: stand.north), altitude: Airfield.elevationFeet, speed: 16, status: "Taxiing"
            ),
            Waypoint(
                place: stand, altitude: Airfield.elevationFeet, speed: 3, pause: random.number(90, 420), status: "Taxiing"),
        ]
        let from = Airfield.otherAirports[random.index(below: Airfield.otherAirports.count)]
        return FlightPlan(waypoints: waypoints, departureAirport: from, arrivalAirport: "PHX")
    }

    /// From a stand to the runway, off to the west, and out of the area in any direction.
    private static func departure(from stand: LocalPlace, _ random: inout SeededRandomNumberGenerator) -> FlightPlan {
        let mile = Airfield.nauticalMile
        let runway = Airfield.departing
        let course = runway.threshold.bearing(to: runway.end)
        let bearing = random.number(0, 360)
        let elevation = Airfield.elevationFeet
        let out = LocalPlace(east: 0, north: 0).moved(bearing: bearing, metres: random.number(62, 78) * mile)
        let side = out.north >= 0 ? 1.0 : -1.0
        var waypoints = [
            Waypoint(place: stand, altitude: elevation, speed: 3, status: "At gate"),
            Waypoint(place: LocalPlace(east: stand.east + 80, north: stand.north - 60), altitude: elevation, speed: 14, status: "Taxiing"),
            Waypoint(
                place: LocalPlace(east: runway.threshold.east + 90, north: runway.threshold.north + 120), altitude: elevation, speed: 16,
                status: "Taxiing"),
            Waypoint(place: runway.threshold, altitude: elevation, speed: 12, pause: random.number(5, 40), status: "Taxiing"),
            Waypoint(
                place: runway.threshold.moved(bearing: course, metres: runway.threshold.distance(to: runway.end) * 0.8),
                altitude: elevation, speed: 150),
            Waypoint(place: runway.end.moved(bearing: course, metres: random.number(3, 5) * mile), altitude: 4_200, speed: 210),
        ]
        // Eastbound flights turn round the airport rather than over it.
        if out.east > 0 {
            waypoints.append(
                Waypoint(place: LocalPlace(east: -9 * mile, north: side * random.number(7, 10) * mile), altitude: 8_500, speed: 250))
        }
        waypoints += [
            Waypoint(
                place: LocalPlace(east: out.east * 0.5, north: out.north * 0.5 + side * 3 * mile),
                altitude: random.number(13_000, 17_000).rounded(),
                speed: 320),
            Waypoint(place: out, altitude: random.number(24_000, 31_000).rounded(), speed: 420),
        ]
        let to = Airfield.otherAirports[random.index(below: Airfield.otherAirports.count)]
        return FlightPlan(waypoints: waypoints, departureAirport: "PHX", arrivalAirport: to)
    }

    /// High across the area, from where the flight is or from its border.
    private static func overflight(from start: LocalPlace?, _ random: inout SeededRandomNumberGenerator) -> FlightPlan {
        let mile = Airfield.nauticalMile
        let center = LocalPlace(east: random.number(-35, 35) * mile, north: random.number(-35, 35) * mile)
        let bearing = random.number(0, 360)
        let altitude = Double(310 + 20 * random.index(below: 5)) * 100
        let speed = random.number(410, 480)
        let entry = start ?? center.moved(bearing: bearing + 180, metres: 95 * mile)
        let heading = entry.bearing(to: center)
        let waypoints = [
            Waypoint(place: entry, altitude: altitude, speed: speed),
            Waypoint(place: center, altitude: altitude, speed: speed),
            Waypoint(place: center.moved(bearing: heading + random.number(-12, 12), metres: 95 * mile), altitude: altitude, speed: speed),
        ]
        let from = random.index(below: Airfield.otherAirports.count)
        let to = (from + 1 + random.index(below: Airfield.otherAirports.count - 1)) % Airfield.otherAirports.count
        return FlightPlan(
            waypoints: waypoints, departureAirport: Airfield.otherAirports[from], arrivalAirport: Airfield.otherAirports[to])
    }
}
