// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One flight: it steers towards the next place of its plan, turning, climbing and changing speed no faster than an airliner.
struct Flight: Sendable {
    let number: String
    private let aircraft: String
    private var kind: FlightPlan.Kind
    private var plan: FlightPlan
    /// The waypoint it is on its way to.
    private var next: Int
    private var place: LocalPlace
    private var altitude: Double
    private var speed: Double
    private var heading: Double
    private var pause = 0.0
    private var random: SeededRandomNumberGenerator

    private static let knot = 1_852.0 / 3_600

    /// Puts a flight somewhere along a plan.
    init(number: String, random: SeededRandomNumberGenerator) {
        var random = random
        self.number = number
        aircraft = Airfield.aircraft[random.index(below: Airfield.aircraft.count)]
        let choice = random.unit()
        kind = choice < 0.46 ? .arrival : choice < 0.78 ? .departure : .overflight
        plan = FlightPlan.make(kind, from: nil, &random)
        // In the air more likely than at the gate: legs count by how long they take.
        let legs = zip(plan.waypoints, plan.waypoints.dropFirst()).map { from, to in
            min(from.place.distance(to: to.place) / (max(from.speed, to.speed, 20) * Self.knot), 900)
        }
        var moment = random.unit() * legs.reduce(0, +)
        var leg = 0
        while leg < legs.count - 1, moment > legs[leg] {
            moment -= legs[leg]
            leg += 1
        }
        let share = legs.isEmpty || legs[leg] == 0 ? 0 : min(1, moment / legs[leg])
        let from = plan.waypoints[leg]
        let to = plan.waypoints[min(leg + 1, plan.waypoints.count - 1)]
        next = leg + 1
        place = LocalPlace(
            east: from.place.east + (to.place.east - from.place.east) * share,
            north: from.place.north + (to.place.north - from.place.north) * share)
        altitude = from.altitude + (to.altitude - from.altitude) * share
        speed = from.speed + (to.speed - from.speed) * share
        heading = from.place.bearing(to: to.place)
        self.random = random
    }

    mutating func advance(bySeconds seconds: Double) {
        guard pause <= 0 else {
            pause -= seconds
            if pause <= 0 { passWaypoint() }
            return
        }
        let target = plan.waypoints[next]
        let distance = place.distance(to: target.place)
        steer(towards: target, seconds)
        changeSpeed(towards: target, distance, seconds)
        climb(towards: target, distance, seconds)
        place = place.moved(bearing: heading, metres: speed * Self.knot * seconds)
        if distance <= captureDistance(target, seconds) {
            if target.pause > 0 {
                pause = target.pause
                if target.speed < 5 { speed = 0 }
            } else {
                passWaypoint()
            }
        }
    }

    /// How near is near enough: where the turn to the next leg has to begin.
    private func captureDistance(_ target: Waypoint, _ seconds: Double) -> Double {
        let step = speed * Self.knot * seconds
        guard speed > 60, next + 1 < plan.waypoints.count else { return max(step, 8) }
        let turn = abs(Self.difference(from: heading, to: target.place.bearing(to: plan.waypoints[next + 1].place)))
        let radius = speed * Self.knot / (turnRate * .pi / 180)
        return max(step, min(9_000, radius * tan(min(turn, 150) / 2 * .pi / 180)))
    }

    /// Degrees a second.
    private var turnRate: Double { speed < 60 ? 25 : speed < 260 ? 2.5 : 1.2 }

    private mutating func steer(towards target: Waypoint, _ seconds: Double) {
        let wanted = place.bearing(to: target.place)
        let limit = turnRate * seconds
        heading += max(-limit, min(limit, Self.difference(from: heading, to: wanted)))
        if heading < 0 { heading += 360 }
        if heading >= 360 { heading -= 360 }
    }

    private mutating func changeSpeed(towards target: Waypoint, _ distance: Double, _ seconds: Double) {
        // Knots a second: brakes and take-off thrust on the runway, gently in the air.
        let rate = altitude <= Airfield.elevationFeet + 50 ? (speed > target.speed && speed < 60 ? 1.5 : 4.0) : 1.2
        let time = max(distance / max(speed * Self.knot, 1), 1)
        let wanted = (target.speed - speed) / time
        speed = max(2, speed + max(-rate, min(rate, abs(wanted) < 0.2 ? wanted : wanted * 1.6)) * seconds)
    }

    private mutating func climb(towards target: Waypoint, _ distance: Double, _ seconds: Double) {
        let time = max(distance / max(speed * Self.knot, 1), 1)
        let rate = max(-45, min(45, (target.altitude - altitude) / time))
        altitude = max(Airfield.elevationFeet, altitude + rate * seconds)
    }

    private mutating func passWaypoint() {
        pause = 0
        next += 1
        guard next >= plan.waypoints.count else { return }
        switch kind {
        case .arrival:
            kind = .departure
            plan = FlightPlan.make(.departure, from: place, &random)
        case .departure:
            kind = .arrival
            plan = FlightPlan.make(.arrival, from: nil, &random)
        case .overflight: plan = FlightPlan.make(.overflight, from: place, &random)
        }
        // The first waypoint is where a plan begins; a flight that is far from it flies there.
        next = place.distance(to: plan.waypoints[0].place) < 1_000 ? 1 : 0
    }

    /// The turn from one direction to another, −180…180 degrees.
    private static func difference(from first: Double, to second: Double) -> Double {
        var turn = (second - first).truncatingRemainder(dividingBy: 360)
        if turn > 180 { turn -= 360 }
        if turn < -180 { turn += 360 }
        return turn
    }

    var report: AirTrafficSimulation.Report {
        func rounded(_ value: Double, _ factor: Double) -> Double { (value * factor).rounded() / factor }
        let target = plan.waypoints[min(next, plan.waypoints.count - 1)]
        let isAtGate = pause > 0 && target.speed < 5
        let heading = rounded(heading, 10)
        return AirTrafficSimulation.Report(
            flightNumber: number, longitude: rounded(place.longitude, 1e7), latitude: rounded(place.latitude, 1e7),
            altitudeFeet: altitude.rounded(), speed: isAtGate ? 0 : speed.rounded(), heading: heading >= 360 ? 0 : heading,
            aircraft: aircraft,
            departureAirport: plan.departureAirport, arrivalAirport: plan.arrivalAirport, status: isAtGate ? "At gate" : target.status)
    }
}
