// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteMapping

@Suite("The smooth way of a target")
struct SmoothedTargetTests {
    let flight = Flight()

    @Test("Two fixes within the delay give the way between them, and the turn")
    func interpolates() {
        for start in [
            flight.start, EllipsoidPosition(longitude: 179.99, latitude: 0.01, altitude: 0),
            EllipsoidPosition(longitude: 30, latitude: 89.995, altitude: 9_000),
            EllipsoidPosition(longitude: -120, latitude: -89.999, altitude: 9_000),
        ] {
            var flight = flight
            flight.start = start
            var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 2.5, horizon: 5))
            for second in 0...60 {
                let arrival = Double(second) + 0.2
                target.receive(flight.pose(at: Double(second)), from: Double(second), at: arrival)
                guard second > 4 else { continue }
                for part in 0..<10 {
                    let time = arrival + Double(part) / 10
                    let (state, truth) = (target.state(at: time), TargetState(flight.pose(at: time - 2.5)))
                    #expect((state?.position ?? .zero).distance(to: truth.position) < 0.05)
                    #expect((state?.body ?? .identity).angle(to: truth.body) < 5e-4)
                    #expect(abs(EllipsoidPosition(state?.position ?? .zero).altitude - EllipsoidPosition(truth.position).altitude) < 1e-3)
                }
            }
        }
    }

    @Test("Beyond its newest fix a target goes on for the horizon, and comes to rest within as long again")
    func deadReckoning() {
        var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 0, horizon: 4, correction: 0.1))
        let straight = Flight(speed: 100, turning: 1e-9, climb: 0)
        for second in 0...3 { target.receive(straight.pose(at: Double(second)), from: Double(second), at: Double(second)) }
        func gone(_ time: Double) -> Double {
            (target.state(at: time)?.position ?? .zero).distance(to: straight.pose(at: 3).place.point)
        }
        #expect(abs(gone(5) - 200) < 0.01)
        #expect(abs(gone(7) - 400) < 0.01)
        #expect(abs(gone(9) - 550) < 0.01)
        #expect(abs(gone(11) - 600) < 0.01)
        #expect(gone(1_000) == gone(11))
        // As high as it was, though it went straight ahead.
        #expect(abs(EllipsoidPosition(target.state(at: 1_000)?.position ?? .zero).altitude - 3_000) < 1e-6)
    }

    @Test("Under jitter, gaps and late corrections nothing jumps, in value or in velocity", arguments: [0, 0.8, 2.5])
    func smooth(delay: Double) {
        var chance = SeededRandomNumberGenerator(seed: 31)
        var target = SmoothedTarget(smoothing: TargetSmoothing(delay: delay, horizon: 3))
        // Fixes once a second give or take 20 %, 5 m wrong, late by up to half a second, with gaps of 2 s, some much too late, and some
        // told again, otherwise.
        var fixes: [(arrival: Double, time: Double, error: Vector3)] = []
        for second in 0..<120 where second % 15 < 13 {
            let time = Double(second) + chance.number(-0.2, 0.2)
            let latency = second % 11 == 5 ? 2.3 : chance.number(0, 0.5)
            fixes.append((time + latency, time, chance.direction() * 5))
            if second % 7 == 3 { fixes.append((time + latency + 0.9, time, chance.direction() * 20)) }
        }
        fixes.sort { $0.arrival < $1.arrival }
        var shown = 0
        for fix in fixes {
            var pose = flight.pose(at: fix.time)
            pose.place = EllipsoidPosition(pose.place.point + fix.error)
            pose.heading += fix.error.x
            let before = target
            target.receive(pose, from: fix.time, at: fix.arrival)
            guard before.state(at: fix.arrival) != nil else { continue }
            shown += 1
            expectSmooth(before.movement(at: fix.arrival), target.movement(at: fix.arrival))
            expectNoKink { target.movement(at: fix.arrival + $0) }
        }
        #expect(shown > 100)
    }

    @Test("A heading that goes over north takes the short way", arguments: [(350.0, 10.0), (10, 350), (-5, 365), (180, 190), (90, -100)])
    func headings(first: Double, last: Double) {
        let place = EllipsoidPosition(longitude: 0, latitude: 50, altitude: 0)
        var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 1, horizon: 0))
        let way = abs((last - first).remainder(dividingBy: 360))
        for second in -2...0 { target.receive(TargetPose(place, heading: first), from: Double(second), at: Double(second)) }
        for second in 1...3 { target.receive(TargetPose(place, heading: last), from: Double(second), at: Double(second)) }
        for step in 0...100 {
            let pose = target.state(at: 1 + Double(step) / 100)?.pose
            let (from, to) = (turn(pose?.heading ?? 0, first), turn(pose?.heading ?? 0, last))
            #expect(from + to < way + 1e-6, "not between \(first) and \(last)")
            #expect(abs(pose?.pitch ?? 9) < 1e-9)
        }
    }

    @Test("Over a pole and over the antimeridian a target goes straight on, without a spin")
    func straightOn() {
        for start in [
            EllipsoidPosition(longitude: 77, latitude: 89.99, altitude: 1_000),
            EllipsoidPosition(longitude: -180, latitude: 89.995, altitude: 1_000),
            EllipsoidPosition(longitude: 179.995, latitude: 0, altitude: 1_000),
        ] {
            let flight = Flight(start: start, turning: start.latitude > 80 ? 1e-9 : 1, climb: 0)
            var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 2, horizon: 2))
            for second in 0...20 {
                var pose = flight.pose(at: Double(second))
                (pose.pitch, pose.roll) = (0, 0)
                target.receive(pose, from: Double(second), at: 0)
            }
            for step in 0..<1_500 {
                let movement = target.movement(at: 6 + Double(step) / 100)
                #expect(abs(movement.velocity.length - 200) < 0.1)
                #expect(movement.turning.length < 0.02)
            }
        }
    }

    @Test("A jump is neither swung beyond nor gone on with")
    func jumps() {
        var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 2, horizon: 5))
        let straight = Flight(speed: 50, turning: 1e-9, climb: 0)
        let far = EllipsoidPosition(longitude: 15, latitude: 47, altitude: 3_000)
        for second in 0...20 {
            var pose = straight.pose(at: Double(second))
            if second > 10 { pose.place.longitude += 5 }
            let old = target
            target.receive(pose, from: Double(second), at: Double(second))
            let (before, after) = (old.movement(at: Double(second)), target.movement(at: Double(second)))
            // Of four hundred kilometres in a second, as much as differences can tell.
            if second > 0 { #expect(before.position.distance(to: after.position) < 1e-5) }
            if second > 0 { #expect(before.velocity.distance(to: after.velocity) < 0.5) }
            for part in 0..<20 {
                let place = EllipsoidPosition(target.state(at: Double(second) + Double(part) / 20)?.position ?? .zero)
                #expect(place.longitude > 9.999 && place.longitude < far.longitude + 0.001)
                #expect(abs(place.altitude - 3_000) < 1)
            }
        }
        // Nothing came after the jump: it rests within three times the way that it went before, not beyond another five degrees.
        var lost = SmoothedTarget(smoothing: TargetSmoothing(delay: 0, horizon: 5))
        for second in 0...10 { lost.receive(straight.pose(at: Double(second)), from: Double(second), at: Double(second)) }
        lost.receive(TargetPose(far), from: 11, at: 11)
        #expect((lost.state(at: 100)?.position ?? .zero).distance(to: far.point) < 3 * 50 * 7.5 + 1)
    }

    @Test("A feed that lags, or whose clock is wrong, is followed as well as one that does not", arguments: [40.0, -300, 0])
    func lags(lag: Double) {
        var target = SmoothedTarget(smoothing: TargetSmoothing(delay: 2.5, horizon: 5, absorbsLag: true))
        for second in 0...60 {
            let arrival = Double(second) + lag + (second % 4 == 0 ? 0 : 0.3)
            let old = target
            target.receive(flight.pose(at: Double(second)), from: Double(second), at: arrival)
            if second > 0 { expectSmooth(old.movement(at: arrival), target.movement(at: arrival)) }
            guard second > 5 else { continue }
            let truth = TargetState(flight.pose(at: arrival + 0.2 - lag - 2.5))
            #expect((target.state(at: arrival + 0.2)?.position ?? .zero).distance(to: truth.position) < 0.05)
        }
    }

    @Test("What is not smoothed is just where it was last told to be")
    func direct() {
        var target = SmoothedTarget(smoothing: nil)
        #expect(target.state(at: 0) == nil)
        target.receive(flight.pose(at: 3), from: 3, at: 0)
        #expect(target.state(at: 0) == TargetState(flight.pose(at: 3)))
        target.receive(flight.pose(at: 1), from: 1, at: 0.1)
        #expect(target.state(at: 50) == TargetState(flight.pose(at: 1)))
    }

    @Test("Fixes in any order give the same way; those that are too late for anything are counted, and memory is bounded")
    func order() {
        var (ordered, shuffled) = (
            SmoothedTarget(smoothing: TargetSmoothing(delay: 20)), SmoothedTarget(smoothing: TargetSmoothing(delay: 20))
        )
        for second in [0, 1, 2, 3, 4, 5] { ordered.receive(flight.pose(at: Double(second)), from: Double(second), at: 6) }
        for second in [3, 0, 5, 1, 4, 2, 2] { shuffled.receive(flight.pose(at: Double(second)), from: Double(second), at: 6) }
        #expect(ordered.state(at: 23.3) == shuffled.state(at: 23.3))
        for second in 6..<5_000 { ordered.receive(flight.pose(at: Double(second)), from: Double(second), at: Double(second) + 20) }
        let before = ordered
        ordered.receive(flight.pose(at: 3), from: 3, at: 5_020)
        #expect(ordered.ignoredCount == 1)
        #expect(ordered.state(at: 5_020) == before.state(at: 5_020))
        ordered.receive(flight.pose(at: 3), from: .nan, at: 5_020)
        #expect(ordered.state(at: 5_020) == before.state(at: 5_020))
        for number in 0..<2_000 {
            ordered.receive(flight.pose(at: Double(number) / 1_000), from: 5_020 + Double(number) / 1_000, at: 5_020)
        }
        #expect(ordered.fixCount == TargetTrack.capacity)
        #expect(ordered.state(at: 5_040.5)?.position.isFinite == true)
    }

    @Test("Delay, horizon and correction stay in their ranges")
    func smoothing() {
        let wild = TargetSmoothing(delay: -1, horizon: 1e9, correction: 0)
        #expect((wild.delay, wild.horizon, wild.correction) == (0, 600, 0.01))
        #expect(TargetSmoothing(delay: .nan, horizon: .nan, correction: .nan) == TargetSmoothing())
    }
}
