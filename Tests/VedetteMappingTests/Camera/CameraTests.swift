// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteMapping

@Suite("Cameras")
struct CameraTests {
    @Test("A camera is where it was put, and looks as it was told")
    func keepsWhatItIsMadeOf() {
        let camera = Camera(latitude: 45, longitude: -120, altitude: 1_500, heading: 30, pitch: 60, roll: 10)
        #expect(camera.location == Point(x: -120, y: 45, z: 1_500, spatialReference: .wgs84))
        #expect((camera.heading, camera.pitch, camera.roll) == (30, 60, 10))
        #expect(camera == Camera(location: camera.location, heading: 30, pitch: 60, roll: 10))
    }

    @Test("Angles are brought into their ranges, and what is no number counts as 0")
    func normalizes() {
        let camera = Camera(latitude: 95, longitude: 190, altitude: .nan, heading: -90, pitch: 200, roll: 725)
        #expect(camera.location == Point(x: -170, y: 90, z: 0, spatialReference: .wgs84))
        #expect((camera.heading, camera.pitch, camera.roll) == (270, 180, 5))
        let none = Camera(latitude: .nan, longitude: .infinity, altitude: -.infinity, heading: .nan, pitch: .nan, roll: .infinity)
        #expect(none == Camera(latitude: 0, longitude: 0, altitude: 0, heading: 0, pitch: 0, roll: 0))
        #expect(Camera(latitude: 0, longitude: 0, altitude: 0, heading: 360, pitch: -1, roll: -360).heading == 0)
        #expect(Camera(latitude: -.infinity, longitude: 0, altitude: 0, heading: 0, pitch: 0, roll: 0).location.y == -90)
    }

    @Test("A location in another spatial reference is brought to WGS 84, with its height; an empty one counts as 0° N 0° E")
    func projects() {
        let camera = Camera(
            location: Point(x: WebMercator.x(longitude: 12), y: WebMercator.y(latitude: 47), z: 500, spatialReference: .webMercator),
            heading: 0,
            pitch: 0, roll: 0)
        #expect(abs(camera.location.x - 12) < 1e-9)
        #expect(abs(camera.location.y - 47) < 1e-9)
        #expect(camera.location.z == 500)
        let nowhere = Camera(location: Point(x: .nan, y: 1), heading: 0, pitch: 0, roll: 0)
        #expect(nowhere.location == Point(x: 0, y: 0, z: 0, spatialReference: .wgs84))
    }

    @Test("The axes of a camera, at the equator and in words")
    func axes() {
        func camera(heading: Double = 0, pitch: Double, roll: Double = 0) -> CameraPose {
            Camera(latitude: 0, longitude: 0, altitude: 0, heading: heading, pitch: pitch, roll: roll).pose
        }
        // At 0° N 0° E up is x, east is y, north is z.
        func expect(_ vector: Vector3, _ x: Double, _ y: Double, _ z: Double) {
            #expect(vector.distance(to: Vector3(x, y, z)) < 1e-15)
        }
        expect(camera(pitch: 0).direction, -1, 0, 0)
        expect(camera(pitch: 0).orientation.rotate(Vector3(0, 1, 0)), 0, 0, 1)
        expect(camera(pitch: 90).direction, 0, 0, 1)
        expect(camera(pitch: 180).direction, 1, 0, 0)
        expect(camera(heading: 90, pitch: 90).direction, 0, 1, 0)
        // Rolled clockwise by a quarter, what was up on the screen is right: the top of the camera points east.
        expect(camera(pitch: 90, roll: 90).orientation.rotate(Vector3(0, 1, 0)), 0, 1, 0)
    }

    @Test("The Earth-centred frame and back are exact everywhere")
    func earthCentred() {
        var chance = SeededRandomNumberGenerator(seed: 1)
        for _ in 0..<20_000 {
            let place = chance.place(altitude: -1_000_000...50_000_000)
            let back = EllipsoidPosition(place.point)
            #expect(abs(back.altitude - place.altitude) < 1e-7)
            #expect(back.point.distance(to: place.point) < 1e-7)
            #expect(abs(back.latitude - place.latitude) < 1e-13)
        }
        #expect(EllipsoidPosition(longitude: 50, latitude: 90, altitude: 0).point == Vector3(0, 0, EllipsoidPosition.semiminorAxis))
        for awkward in [Vector3.zero, Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(1e-300, 0, 1e-300), Vector3(1e12, 1e12, -1e12)] {
            let place = EllipsoidPosition(awkward)
            #expect(place.latitude.isFinite && place.altitude.isFinite && place.longitude.isFinite && abs(place.latitude) <= 90)
        }
    }

    @Test("A matrix says the same as place and angles, within 1e-9 degrees and a millimetre")
    func matrices() {
        var chance = SeededRandomNumberGenerator(seed: 2)
        for _ in 0..<10_000 {
            let camera = chance.camera()
            let matrix = camera.transformationMatrix
            let back = Camera(transformationMatrix: matrix)
            #expect(back.pose.position.distance(to: camera.pose.position) < 1e-6)
            #expect(back.pose.orientation.angle(to: camera.pose.orientation) < 1e-13)
            let length = [matrix.quaternionX, matrix.quaternionY, matrix.quaternionZ, matrix.quaternionW].reduce(0) { $0 + $1 * $1 }
            #expect(abs(length - 1) < 1e-14)
            // At a pole heading is against the meridian, which the matrix does not know.
            if abs(camera.location.y) < 89.9 {
                #expect(abs(back.pitch - camera.pitch) < 1e-9)
                #expect(turn(back.heading, camera.heading) * sin(camera.pitch * .pi / 180) < 1e-9)
                #expect(turn(back.roll, camera.roll) * sin(camera.pitch * .pi / 180) < 1e-9)
            }
        }
    }

    @Test("Straight up and straight down, heading and roll are one")
    func straight() {
        for pitch in [0.0, 180] {
            let camera = Camera(latitude: 10, longitude: 20, altitude: 30, heading: 40, pitch: pitch, roll: 50)
            let back = Camera(transformationMatrix: camera.transformationMatrix)
            #expect(back.pose.orientation.angle(to: camera.pose.orientation) < 1e-14)
            #expect(abs(back.pitch - pitch) < 1e-9)
            #expect(back.roll == 0)
            #expect(turn(back.heading, pitch == 0 ? 90 : -10) < 1e-9)
        }
    }

    @Test("Matrices add and subtract as moves after moves")
    func matrixArithmetic() {
        var chance = SeededRandomNumberGenerator(seed: 3)
        for _ in 0..<1_000 {
            let (first, second) = (chance.camera().transformationMatrix, chance.camera().transformationMatrix)
            let sum = first.adding(second)
            let rest = sum.subtracting(first)
            #expect(rest.pose.position.distance(to: second.pose.position) < 1e-7)
            #expect(rest.pose.orientation.angle(to: second.pose.orientation) < 1e-14)
            #expect(TransformationMatrix.identity.adding(first).pose.position == first.pose.position)
        }
        let long = TransformationMatrix.normalized(
            quaternionX: 0, quaternionY: 0, quaternionZ: 1e300, quaternionW: 1e300, translationX: 1, translationY: .nan, translationZ: 3)
        #expect(abs(long.quaternionZ - 0.5.squareRoot()) < 1e-15)
        #expect((long.translationX, long.translationY, long.translationZ) == (1, 0, 3))
        let none = TransformationMatrix.normalized(
            quaternionX: .nan, quaternionY: 0, quaternionZ: 0, quaternionW: 0, translationX: 0, translationY: 0, translationZ: 0)
        #expect(none == .identity)
    }
}
