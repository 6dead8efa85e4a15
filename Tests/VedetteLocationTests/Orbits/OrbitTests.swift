// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

private let epoch = Instant(microsecondsSince1970: 1_767_225_600_000_000)

private func elements(
    inclination: Double = 51.64, node: Double = 0, eccentricity: Double = 0.001, perigee: Double = 0, anomaly: Double = 0,
    motion: Double = 15.5, drag: Double = 0
) -> OrbitalElements {
    OrbitalElements(
        epoch: epoch, inclination: inclination, rightAscensionOfAscendingNode: node, eccentricity: eccentricity, argumentOfPerigee: perigee,
        meanAnomaly: anomaly, meanMotion: motion, dragTerm: drag)
}

@Suite("Orbit")
struct OrbitTests {
    @Test("the station's model keeps to its height, tilt and pace at any date")
    func spaceStation() throws {
        let orbit = Orbit.spaceStation
        #expect(abs(orbit.period / 60 - 92.9) < 0.2)
        for years in [-60.0, -1, 0, 0.3, 10, 100] {
            var latitudes: [Double] = []
            for minute in 0..<94 {
                let state = try orbit.state(at: epoch.advanced(bySeconds: years * 31_557_600 + Double(minute) * 60))
                #expect((400_000...445_000).contains(state.height), "\(state)")
                #expect((7_600...7_700).contains(state.orbitalSpeed))
                #expect((6_850...7_100).contains(state.speed))
                #expect(abs(state.climbRate) < 50)
                // It flies with the Earth's rotation, never more north or south than this.
                #expect((30...150).contains(state.course))
                #expect(abs(state.position.x) <= 180 && state.position.z == state.height && state.position.spatialReference == .wgs84)
                latitudes.append(state.position.y)
            }
            #expect(abs((latitudes.max() ?? 0) - 51.8) < 0.2 && abs((latitudes.min() ?? 0) + 51.8) < 0.2)
        }
        for time in [Instant(microsecondsSince1970: .min + 1), Instant(microsecondsSince1970: .max)] {
            let state = try orbit.state(at: time)
            #expect(state.position.x.isFinite && state.speed.isFinite && state.height.isFinite)
        }
    }

    @Test("speed and course are those of the point below, as geodesics between its places have them")
    func motion() throws {
        var random = SeededRandomNumberGenerator(seed: 11)
        for _ in 0..<500 {
            let orbit = try Orbit(
                elements(
                    inclination: .random(in: 0...180, using: &random), node: .random(in: 0...360, using: &random),
                    eccentricity: .random(in: 0...0.05, using: &random), perigee: .random(in: 0...360, using: &random),
                    anomaly: .random(in: 0...360, using: &random), motion: .random(in: 11...14.5, using: &random)))
            let time = epoch.advanced(bySeconds: .random(in: 0...86_400, using: &random))
            let (before, state, after) = (
                try orbit.state(at: time.advanced(bySeconds: -1)), try orbit.state(at: time),
                try orbit.state(at: time.advanced(bySeconds: 1))
            )
            let back = Geodesic.inverse(
                from: (state.position.y, state.position.x), to: (before.position.y, before.position.x))
            let ahead = Geodesic.inverse(from: (state.position.y, state.position.x), to: (after.position.y, after.position.x))
            // SGP4's velocity is not quite the derivative of its position: it leaves out small terms.
            #expect(abs((back.metres + ahead.metres) / 2 - state.speed) < 5, "\(state)")
            let middle = ahead.azimuth1 + remainder(back.azimuth1 + 180 - ahead.azimuth1, 360) / 2
            #expect(abs(remainder(state.course - middle, 360)) < 0.05, "\(state)")
            #expect(abs((after.height - before.height) / 2 - state.climbRate) < 5)
            #expect((0..<360).contains(state.course))
        }
    }

    @Test("over the poles and along the equator places and courses are right")
    func corners() throws {
        // From the node over the pole: a quarter of a revolution.
        let polar = try Orbit(elements(inclination: 90, eccentricity: 0))
        var highest = 0.0
        for second in stride(from: 0, to: polar.period, by: 0.5) {
            let state = try polar.state(at: epoch.advanced(bySeconds: second))
            #expect(state.position.y.isFinite && state.position.x.isFinite && abs(state.position.y) <= 90)
            highest = max(highest, abs(state.position.y))
        }
        #expect(highest > 89.9)
        let equatorial = try Orbit(elements(inclination: 0)).state(at: epoch.advanced(bySeconds: 1_000))
        #expect(abs(equatorial.position.y) < 0.1 && abs(equatorial.course - 90) < 0.1)
        let backward = try Orbit(elements(inclination: 180)).state(at: epoch.advanced(bySeconds: 1_000))
        #expect(abs(backward.position.y) < 0.1 && abs(backward.course - 270) < 0.1 && backward.speed > equatorial.speed + 900)
    }

    @Test("sidereal time is that of the almanac")
    func siderealTime() {
        // Vallado, Fundamentals of Astrodynamics and Applications, example 3-5: 1992-08-20T12:14 UT1 is 152.578787810°.
        let time = Instant(microsecondsSince1970: 714_312_840_000_000)
        #expect(time.description == "1992-08-20T12:14:00.000Z")
        let (radians, rate) = EarthRotation.angle(at: time)
        #expect(abs((radians * 180 / .pi + 360).truncatingRemainder(dividingBy: 360) - 152.578_787_810) < 1e-6)
        #expect(abs(2 * .pi / rate - 86_164.090_5) < 1e-3)
    }

    @Test("places on the ellipsoid come back from the centre of the Earth", arguments: [-1_000.0, 0, 420_000, 36_000_000])
    func geodetic(height: Double) {
        let (a, f) = (6_378_137.0, 1 / 298.257_223_563)
        let e2 = f * (2 - f)
        for latitude in stride(from: -90.0, through: 90, by: 2.5) {
            let (sine, cosine) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
            let normal = a / (1 - e2 * sine * sine).squareRoot()
            let position = SIMD3(0, (normal + height) * cosine, (normal * (1 - e2) + height) * sine)
            let state = GeodeticState(position: position, velocity: SIMD3(-100, 0, 0))
            #expect(abs(state.latitude * 180 / .pi - latitude) < 1e-12)
            #expect(abs(state.height - height) < 1e-7)
            if abs(latitude) < 90 { #expect(abs(state.longitude - .pi / 2) < 1e-12) }
            #expect(abs(state.north) < 1e-9 && abs(state.up) < 1e-9 && abs(state.east * (normal + height) / normal - 100) < 1e-9)
        }
    }

    @Test("elements of no orbit near the Earth are refused by name")
    func refused() throws {
        func code(_ elements: OrbitalElements) -> OrbitError? { #expect(throws: OrbitError.self) { try Orbit(elements) } }
        // Navigation satellites, and those that stand over the equator.
        #expect(code(elements(motion: 2.0056))?.code == .deepSpace)
        #expect(code(elements(motion: 1.0027))?.message.contains("1436 minutes") == true)
        #expect(code(elements(motion: 6.39))?.code == .deepSpace)
        #expect(throws: Never.self) { try Orbit(elements(motion: 6.41)) }
        for wrong in [
            elements(motion: 0), elements(motion: .nan), elements(motion: 18), elements(motion: -1), elements(eccentricity: 1),
            elements(eccentricity: -0.1), elements(inclination: 180.1), elements(inclination: .nan), elements(node: .infinity),
            elements(perigee: .nan), elements(anomaly: 1e300), elements(drag: .nan),
        ] {
            #expect(code(wrong)?.code == .outOfRange)
        }
        let underground = try Orbit(elements(motion: 17.5))
        #expect(#expect(throws: OrbitError.self) { try underground.state(at: epoch) }?.code == .decayed)
    }

    @Test("no elements trap")
    func extremes() {
        var random = SeededRandomNumberGenerator(seed: 3)
        for _ in 0..<20_000 {
            guard
                let orbit = try? Orbit(
                    elements(
                        inclination: [0, 180, 90, .random(in: 0...180, using: &random)].randomElement(using: &random) ?? 0,
                        eccentricity: [0, 0.999_999, .random(in: 0..<1, using: &random)].randomElement(using: &random) ?? 0,
                        perigee: .random(in: -1e9...1e9, using: &random), motion: .random(in: 6...18, using: &random),
                        drag: [0, 1e9, -1e9, .random(in: -1...1, using: &random)].randomElement(using: &random) ?? 0))
            else { continue }
            if let state = try? orbit.state(at: Instant(microsecondsSince1970: .random(in: .min + 1 ... .max, using: &random))) {
                #expect(state.position.x.isFinite && state.position.y.isFinite && state.height.isFinite && state.speed.isFinite)
            }
        }
    }

    @Test("a location tells that it was reckoned")
    func location() throws {
        let state = try Orbit.spaceStation.state(at: epoch)
        let location = state.location()
        #expect(location.position == state.position && location.speed == state.speed && location.course == state.course)
        #expect(location.timestamp == epoch.date && !location.isLastKnown && location.horizontalAccuracy.isNaN)
        #expect(location.additionalSourceProperties[.positionSource] as? String == "ORBIT")
        #expect(state.location(isLastKnown: true).isLastKnown)
    }
}
