// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteMapping

@Suite("Where places are on the screen of a scene")
struct SceneProjectionTests {
    /// A camera above ground, and a lens.
    private func chance(_ random: inout SeededRandomNumberGenerator) -> SceneProjection {
        let camera = Camera(place: random.place(altitude: 10...30_000), attitude: random.attitude())
        let lens = CameraLens(
            horizontalFieldOfView: random.number(20, 100), width: random.number(200, 2_000), height: random.number(200, 2_000))
        return SceneProjection(camera.pose, lens)
    }

    /// By another way: rotation matrices about east, north and up, degree by degree, from the angles that the camera tells.
    private func reference(_ point: Vector3, _ projection: SceneProjection) -> (x: Double, y: Double, ahead: Double) {
        let camera = Camera(projection.pose)
        let (longitude, latitude) = (camera.location.x * .pi / 180, camera.location.y * .pi / 180)
        let east = Vector3(-sin(longitude), cos(longitude), 0)
        let up = Vector3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        let north = up.cross(east)
        let (heading, pitch, roll) = (camera.heading * .pi / 180, camera.pitch * .pi / 180, camera.roll * .pi / 180)
        let level = sin(heading) * east + cos(heading) * north
        let right = cos(heading) * east - sin(heading) * north
        let ahead = sin(pitch) * level - cos(pitch) * up
        let top = cos(pitch) * level + sin(pitch) * up
        // Clockwise as seen from behind: what was right goes down.
        let (rolledRight, rolledTop) = (cos(roll) * right - sin(roll) * top, sin(roll) * right + cos(roll) * top)
        let way = point - projection.pose.position
        let focal = projection.lens.width / 2 / tan(projection.lens.horizontalFieldOfView * .pi / 360)
        let depth = way.dot(ahead)
        return (
            projection.lens.width / 2 + focal * way.dot(rolledRight) / depth,
            projection.lens.height / 2 - focal * way.dot(rolledTop) / depth,
            depth
        )
    }

    @Test("ten thousand points are where the angles of the camera say, within a thousandth of a point")
    func points() {
        var random = SeededRandomNumberGenerator(seed: 31)
        var seen = 0
        for _ in 0..<10_000 {
            let projection = chance(&random)
            let point = projection.pose.position + random.number(1, 50_000) * random.direction()
            let expected = reference(point, projection)
            guard let found = projection.screenPoint(of: point) else {
                #expect(expected.ahead < 0.011)
                continue
            }
            let size = max(1_000, hypot(expected.x, expected.y))
            #expect(abs(found.x - expected.x) < 1e-6 * size && abs(found.y - expected.y) < 1e-6 * size)
            seen += 1
        }
        #expect(seen > 4_000)
    }

    @Test("the ground at a point of the screen is at that point, on the ellipsoid, and nothing is before it; the sky has none")
    func ground() {
        var random = SeededRandomNumberGenerator(seed: 32)
        var (onGround, inSky) = (0, 0)
        for _ in 0..<5_000 {
            let projection = chance(&random)
            let point = CGPoint(x: random.number(0, projection.lens.width), y: random.number(0, projection.lens.height))
            guard let place = projection.ground(at: point), let way = projection.direction(through: point) else {
                // The nearest that the line of sight comes to the Earth, by steps, is above ground.
                guard let way = projection.direction(through: point) else { continue }
                let lowest = stride(from: 0.0, to: 2e6, by: 1_000).map { EllipsoidPosition(projection.pose.position + $0 * way).altitude }
                    .min()
                #expect((lowest ?? 0) > -1)
                inSky += 1
                continue
            }
            #expect(abs(place.altitude) < 1e-9)
            guard let back = projection.screenPoint(of: place.point) else {
                Issue.record("\(place) is not on the screen")
                continue
            }
            let metres = place.point.distance(to: projection.pose.position)
            #expect(hypot(back.x - point.x, back.y - point.y) < 1e-3)
            #expect(!projection.isHidden(place.point) && projection.isHidden(place.point + 10 * way + 5_000 * way))
            let before = stride(from: 0.0, to: 1, by: 0.02).map { EllipsoidPosition(projection.pose.position + $0 * metres * way).altitude }
            #expect(before.allSatisfy { $0 > -0.01 })
            onGround += 1
        }
        #expect(onGround > 1_000 && inSky > 1_000)
    }

    @Test("what the Earth hides is what the way to it goes through the Earth for, by steps along that way")
    func hidden() {
        var random = SeededRandomNumberGenerator(seed: 33)
        var counts = [false: 0, true: 0]
        for _ in 0..<3_000 {
            let projection = chance(&random)
            let here = projection.pose.place
            var place = random.place(altitude: -500...50_000)
            if random.index(below: 2) == 0 {
                let (east, north) = (random.number(-6, 6), random.number(-6, 6))
                place = EllipsoidPosition(
                    clampedLongitude: here.longitude + east, latitude: here.latitude + north, altitude: random.number(-500, 20_000))
            }
            let way = place.point - projection.pose.position
            let metres = way.length
            // Deep enough below ground for long enough that steps cannot miss it, or nowhere near it.
            let heights = (1...2_000).map { EllipsoidPosition(projection.pose.position + (Double($0) / 2_000) * way).altitude }
            let lowest = heights.min() ?? 0
            guard abs(lowest) > 200 || metres < 10_000 && abs(lowest) > 5 else { continue }
            let isHidden = projection.isHidden(place.point)
            #expect(isHidden == (lowest < 0))
            counts[isHidden, default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 > 300 })
    }

    @Test("the screen point of a location says why it is not seen")
    func visibility() throws {
        let view = SceneView(scene: Scene(), camera: Camera(latitude: 0, longitude: 0, altitude: 10_000, heading: 0, pitch: 45, roll: 0))
        let proxy = view.proxy
        func point(_ latitude: Double, _ longitude: Double, _ altitude: Double = 0) -> Point {
            Point(x: longitude, y: latitude, z: altitude, spatialReference: .wgs84)
        }
        #expect(proxy.screenPoint(fromLocation: point(0.09, 0)) == nil)
        view.size = CGSize(width: 800, height: 600)
        #expect(proxy.screenPoint(fromLocation: point(0.09, 0))?.visibility == .visible)
        #expect(proxy.screenPoint(fromLocation: point(0.09, 0, -500))?.visibility == .hiddenByBaseSurface)
        #expect(proxy.screenPoint(fromLocation: point(0.09, 3))?.visibility == .notOnScreen)
        #expect(proxy.screenPoint(fromLocation: point(-0.5, 0)) == nil)
        view.move(to: Camera(latitude: 0, longitude: 0, altitude: 10_000, heading: 0, pitch: 88, roll: 0))
        #expect(proxy.screenPoint(fromLocation: point(6, 0, 100))?.visibility == .hiddenByEarth)
        #expect(proxy.screenPoint(fromLocation: point(6, 0, 40_000))?.visibility == .visible)
        #expect(proxy.screenPoint(fromLocation: Point(x: .nan, y: 0)) == nil)
        let mercator = Point(x: 0, y: 10_020, z: 0, spatialReference: .webMercator)
        #expect(proxy.screenPoint(fromLocation: mercator) != nil)
    }
}
