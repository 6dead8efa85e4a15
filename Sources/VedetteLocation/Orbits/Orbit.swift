// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
public import VedetteModel

/// The path of a satellite around the Earth, from which its place at any moment follows.
///
/// The model is SGP4 (Hoots and Roehrich, Spacetrack Report No. 3, 1980; Vallado, Crawford, Hujsak and Kelso, AIAA 2006-6753), made for elements such as
/// Space-Track and CelesTrak publish. They are good to about a kilometre at their epoch, and to one to three more with each day from it. What is neglected
/// on the way to latitude and longitude (UT1 − UTC, up to 420 m; the motion of the poles, up to 18 m) is less than that. Leap seconds between the epoch
/// and the moment are left out of account, as is usual.
///
/// A satellite whose revolution takes 225 minutes or more is refused: the model has other formulas for those, which are not here.
public struct Orbit: Hashable, Sendable {
    public let elements: OrbitalElements
    private let model: SGP4

    /// What ``Location/SourcePropertyKey/positionSource`` is of locations that were reckoned from an orbit.
    public static let positionSource = "ORBIT"

    /// - Throws: ``OrbitError`` where the elements are none of an orbit near the Earth.
    public init(_ elements: OrbitalElements) throws(OrbitError) {
        func check(_ isRight: Bool, _ name: String, _ value: Double, _ limits: String) throws(OrbitError) {
            guard isRight else { throw OrbitError(.outOfRange, "the \(name) is \(value), and should be \(limits); mend the elements") }
        }
        try check((0...180).contains(elements.inclination), "inclination", elements.inclination, "0 to 180 degrees")
        try check((0..<1).contains(elements.eccentricity), "eccentricity", elements.eccentricity, "0 to below 1")
        // Faster than 18 a day is below the ground all the way round.
        try check(
            elements.meanMotion > 0 && elements.meanMotion < 18, "mean motion", elements.meanMotion,
            "above 0 and below 18 revolutions a day")
        for (name, value) in [
            ("right ascension of the ascending node", elements.rightAscensionOfAscendingNode),
            ("argument of perigee", elements.argumentOfPerigee), ("mean anomaly", elements.meanAnomaly), ("drag term", elements.dragTerm),
        ] {
            try check(value.isFinite && abs(value) <= 1e9, name, value, "a number of ordinary size")
        }
        model = SGP4(elements)
        guard model.period < SGP4.deepSpacePeriod else {
            throw OrbitError(
                .deepSpace,
                "a revolution takes \(Int(model.period.rounded())) minutes, and only orbits of less than \(Int(SGP4.deepSpacePeriod)) can be followed; take a satellite nearer to the Earth"
            )
        }
        self.elements = elements
    }

    /// For elements that are known to be good.
    init(trusted elements: OrbitalElements) {
        (self.elements, model) = (elements, SGP4(elements))
    }

    /// An orbit from two-line elements, with or without a line with the name before them. See ``OrbitalElements/init(twoLineElements:)``.
    ///
    /// - Throws: ``OrbitError`` that names line and columns, or says why the orbit cannot be followed.
    public init(twoLineElements: String) throws(OrbitError) {
        try self.init(OrbitalElements(twoLineElements: twoLineElements))
    }

    /// Seconds that a revolution takes, from perigee to perigee.
    public var period: Double { model.period * 60 }

    /// Where the satellite is.
    ///
    /// - Throws: ``OrbitError`` where the elements describe no orbit at that time: it has come down by then, or their drag term leads nowhere so far from
    ///   the epoch.
    /// - Complexity: constant.
    public func state(at time: Instant) throws(OrbitError) -> OrbitState {
        let (position, velocity) = try inertialState(at: time)
        let fixed = EarthRotation.fixed(position: position, velocity: velocity, at: time)
        let geodetic = GeodeticState(position: fixed.position, velocity: fixed.velocity)
        let degrees = 180 / Double.pi
        let speed = hypot(geodetic.north, geodetic.east)
        let direction = atan2(geodetic.east, geodetic.north) * degrees
        // Adding 360 to next to nothing below 0 gives 360.
        let course = direction < 0 ? (direction + 360).truncatingRemainder(dividingBy: 360) : direction
        return OrbitState(
            time: time,
            position: Point(
                x: geodetic.longitude * degrees, y: geodetic.latitude * degrees, z: geodetic.height, spatialReference: .wgs84),
            height: geodetic.height, speed: speed, course: speed > 0 ? course : .nan,
            climbRate: geodetic.up, orbitalSpeed: (velocity * velocity).sum().squareRoot())
    }

    /// Position in metres and velocity in metres a second in the frame of the true equator and mean equinox (TEME).
    package func inertialState(at time: Instant) throws(OrbitError) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        do {
            return try model.state(minutes: time.seconds(since: elements.epoch) / 60)
        } catch {
            let name = elements.name.isEmpty ? "the satellite" : elements.name
            switch error {
            case .belowSurface:
                throw OrbitError(
                    .decayed,
                    "\(name) is below the surface of the Earth at \(time), reckoned from elements of \(elements.epoch); give elements of about that time"
                )
            case .noOrbit:
                throw OrbitError(
                    .tooFarFromEpoch, "elements of \(elements.epoch) say nothing of \(name) at \(time); give elements of about that time")
            }
        }
    }

    public static func == (first: Orbit, second: Orbit) -> Bool { first.elements == second.elements }

    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
