// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteMapping

@Suite("Cameras that look at something, and cameras made from cameras")
struct CameraLookingAtTests {
    @Test("A camera that looks at a point has it in the middle, so far away, with the very angles asked for")
    func looksAt() {
        var chance = SeededRandomNumberGenerator(seed: 4)
        for _ in 0..<5_000 {
            let target = EllipsoidPosition(
                longitude: chance.number(-180, 180), latitude: chance.number(-85, 85), altitude: chance.number(0, 5_000))
            let (distance, attitude) = (pow(10, chance.number(0, 5.5)), chance.attitude())
            let camera = Camera(
                lookingAt: target.location, distance: distance, heading: attitude.heading, pitch: attitude.pitch, roll: attitude.roll)
            #expect(camera.attitude == attitude)
            #expect(abs(camera.pose.position.distance(to: target.point) - distance) < 1e-6)
            #expect(camera.pose.miss(target.point) * distance < 1e-6)
        }
    }

    @Test("At poles, over the antimeridian and from space, the point is in the middle")
    func looksAtAnything() {
        var chance = SeededRandomNumberGenerator(seed: 5)
        for _ in 0..<5_000 {
            let (target, attitude, distance) = (chance.place(), chance.attitude(), pow(10, chance.number(0, 8)))
            let camera = Camera(
                lookingAt: target.location, distance: distance, heading: attitude.heading, pitch: attitude.pitch, roll: attitude.roll)
            #expect(abs(camera.pose.position.distance(to: target.point) - distance) < 1e-6 * max(1, distance / 1e6))
            #expect(camera.pose.miss(target.point) * min(distance, 1e7) < 1e-5)
        }
    }

    @Test("From straight above, a distance is a height; without a distance, the camera is there")
    func straightAbove() {
        let target = Point(x: 10, y: 50, z: 100, spatialReference: .wgs84)
        let above = Camera(lookingAt: target, distance: 1_000, heading: 0, pitch: 0, roll: 0)
        #expect(abs(above.location.x - 10) < 1e-12 && abs(above.location.y - 50) < 1e-12)
        #expect(abs((above.location.z ?? 0) - 1_100) < 1e-8)
        for distance in [0, -5, Double.nan, .infinity] {
            let there = Camera(lookingAt: target, distance: distance, heading: 20, pitch: 30, roll: 40)
            #expect(there.pose.position.distance(to: EllipsoidPosition(longitude: 10, latitude: 50, altitude: 100).point) < 1e-8)
            #expect((there.heading, there.pitch, there.roll) == (20, 30, 40))
        }
    }

    @Test("Higher, elsewhere, otherwise turned: the rest stays")
    func setting() {
        let camera = Camera(latitude: 1, longitude: 2, altitude: 3, heading: 4, pitch: 5, roll: 6)
        #expect(camera.elevated(by: 10) == Camera(latitude: 1, longitude: 2, altitude: 13, heading: 4, pitch: 5, roll: 6))
        #expect(camera.elevated(by: -10).location.z == -7)
        #expect(camera.elevated(by: .nan) == camera)
        #expect(
            camera.moved(to: Point(x: 7, y: 8, z: 9, spatialReference: .wgs84))
                == Camera(latitude: 8, longitude: 7, altitude: 9, heading: 4, pitch: 5, roll: 6))
        #expect(camera.moved(to: Point(x: .nan, y: 8)) == camera)
        #expect(
            camera.rotated(toHeading: 400, pitch: 90, roll: -1)
                == Camera(latitude: 1, longitude: 2, altitude: 3, heading: 40, pitch: 90, roll: 359))
    }

    @Test("Forward and toward go along straight lines, and do not turn")
    func lines() {
        var chance = SeededRandomNumberGenerator(seed: 6)
        for _ in 0..<3_000 {
            let (camera, target, distance) = (chance.camera(), chance.place(), chance.number(-10_000, 10_000))
            let forward = camera.movedForward(by: distance)
            #expect(forward.pose.position.distance(to: camera.pose.position + distance * camera.pose.direction) < 1e-6)
            #expect(forward.pose.orientation.angle(to: camera.pose.orientation) < 1e-13)
            #expect(forward.movedForward(by: -distance).pose.position.distance(to: camera.pose.position) < 1e-6)

            let before = camera.pose.position.distance(to: target.point)
            let toward = camera.moved(toward: target.location, distance: distance)
            if before > 10_000 {
                #expect(abs(toward.pose.position.distance(to: target.point) - (before - distance)) < 1e-6)
            }
            #expect(toward.pose.orientation.angle(to: camera.pose.orientation) < 1e-13)
            let factor = pow(10, chance.number(-1, 1))
            let zoomed = camera.zoomed(toward: target.location, factor: factor)
            #expect(abs(zoomed.pose.position.distance(to: target.point) - before / factor) < 1e-5)
            #expect(zoomed.pose.orientation.angle(to: camera.pose.orientation) < 1e-13)
        }
        let camera = Camera(latitude: 1, longitude: 2, altitude: 3, heading: 4, pitch: 5, roll: 6)
        let target = Point(x: 3, y: 3, spatialReference: .wgs84)
        for factor in [0, -1, Double.nan, .infinity] { #expect(camera.zoomed(toward: target, factor: factor) == camera) }
        #expect(camera.moved(toward: camera.location, distance: 5) == camera)
        #expect(camera.movedForward(by: .nan) == camera)
    }

    @Test("Around a point: it stays where it is on the screen, and as far away")
    func around() {
        var chance = SeededRandomNumberGenerator(seed: 7)
        for _ in 0..<3_000 {
            let (camera, target) = (chance.camera(), chance.place())
            let deltas = (chance.number(-400, 400), chance.number(-200, 200), chance.number(-400, 400))
            let turned = camera.rotated(around: target.location, deltaHeading: deltas.0, deltaPitch: deltas.1, deltaRoll: deltas.2)
            let (old, new) = (camera.pose, turned.pose)
            let (seen, seenNow) = (
                old.orientation.inverse.rotate(target.point - old.position), new.orientation.inverse.rotate(target.point - new.position)
            )
            #expect(seen.distance(to: seenNow) < 1e-6)
            let (first, last) = (old.attitude(at: target), new.attitude(at: target))
            #expect(abs(last.pitch - min(max(first.pitch + deltas.1, 0), 180)) < 1e-6)
        }
    }

    @Test("A half turn around a point leads to the other side of it")
    func halfTurn() {
        let target = Point(x: 179.999, y: 10, z: 0, spatialReference: .wgs84)
        let camera = Camera(lookingAt: target, distance: 1_000, heading: 90, pitch: 45, roll: 0)
        let other = camera.rotated(around: target, deltaHeading: 180, deltaPitch: 0, deltaRoll: 0)
        #expect(turn(other.heading, 270) < 0.01)
        #expect(abs((other.location.z ?? 0) - (camera.location.z ?? 0)) < 1e-3)
        // The one is west of the antimeridian, the other one east of it.
        #expect(camera.location.x > 179 && other.location.x < -179)
        let back = other.rotated(around: target, deltaHeading: -180, deltaPitch: 0, deltaRoll: 0)
        #expect(back.pose.position.distance(to: camera.pose.position) < 1e-6)
    }
}
