// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteLocation

@Suite("Speed and course from the fix before")
struct LocationMotionTests {
    private let noon = Date(timeIntervalSince1970: 1_777_636_800)

    private func fix(
        _ seconds: Double?, _ latitude: Double, _ longitude: Double, speed: Double = .nan, course: Double = .nan
    ) -> Location {
        Location(
            position: Point(latitude: latitude, longitude: longitude), speed: speed, course: course, timestamp: seconds.map { noon + $0 })
    }

    private func told(_ fix: LocationMotion.Fix) throws -> Location {
        switch fix {
        case .new(let location), .repeated(let location): return location
        case .outOfOrder: throw LocationError(.noPlace, "out of order")
        }
    }

    // The figures are those of `echo "0 0 0 1" | geod +ellps=WGS84 -I +units=m -f "%.9f"` and its like.
    @Test("the geodesic between the fixes, over the time between them; its azimuth where it arrives")
    func derived() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        let first = try told(motion.take(fix(0, 0, 0), now: noon))
        #expect(first.isLastKnown && first.speed.isNaN && first.course.isNaN)
        let east = try told(motion.take(fix(10, 0, 1), now: noon))
        #expect(!east.isLastKnown && abs(east.speed - 11_131.949079327) < 1e-6 && abs(east.course - 90) < 1e-9)
        let north = try told(motion.take(fix(20, 1, 1), now: noon))
        #expect(abs(north.speed - 11_057.438855780) < 1e-6 && north.course == 0)
        #expect(north.timestamp == noon + 20)
    }

    @Test("over the antimeridian, and in other spatial references")
    func elsewhere() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(0, 0, 179.5), now: noon)
        let over = try told(motion.take(fix(10, 0, -179.5), now: noon))
        #expect(abs(over.speed - 11_131.949079327) < 1e-6 && abs(over.course - 90) < 1e-9)
        let place = try #require(GeometryEngine.project(Point(latitude: 0, longitude: -178.5), into: .webMercator))
        let there = try told(motion.take(Location(position: place, timestamp: noon + 20), now: noon))
        #expect(abs(there.speed - 11_131.949079327) < 1e-4 && there.position.spatialReference == .webMercator)
    }

    @Test("what a fix says of itself stays; what it lacks is derived")
    func kept() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        let whole = try told(motion.take(fix(0, 0, 0, speed: 3, course: 77), now: noon))
        #expect(!whole.isLastKnown && whole.speed == 3 && whole.course == 77)
        let half = try told(motion.take(fix(10, 0, 1, speed: 5), now: noon))
        #expect(half.speed == 5 && abs(half.course - 90) < 1e-9 && !half.isLastKnown)
        let old = Location(position: Point(latitude: 0, longitude: 2), isLastKnown: true, timestamp: noon + 20)
        #expect(try told(motion.take(old, now: noon)).isLastKnown)
        var plain = LocationMotion(derives: false, interval: 5)
        let first = fix(0, 0, 0)
        #expect(try told(plain.take(first, now: noon)) === first)
        #expect(try told(plain.take(fix(10, 0, 1), now: noon)).speed.isNaN)
    }

    @Test("one that stays where it is has speed 0 and keeps its course")
    func still() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(0, 0, 0), now: noon)
        let unmoved = try told(motion.take(fix(10, 0, 0), now: noon))
        #expect(unmoved.speed == 0 && unmoved.course.isNaN && !unmoved.isLastKnown)
        _ = motion.take(fix(20, 0, 1), now: noon)
        let parked = try told(motion.take(fix(30, 0, 1), now: noon))
        #expect(parked.speed == 0 && abs(parked.course - 90) < 1e-9)
    }

    @Test("fixes without times go by when they come")
    func timeless() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(nil, 0, 0), now: noon)
        let moved = try told(motion.take(fix(nil, 0, 1), now: noon + 100))
        #expect(abs(moved.speed - 1_113.1949079327) < 1e-6 && moved.timestamp == nil)
        guard case .new = motion.take(fix(nil, 0, 1), now: noon + 200) else {
            Issue.record("the same place at another time is new"); return
        }
    }

    @Test("of the same time: told with the motion so far; the first of them is where the next one's way begins")
    func sameTime() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(0, 0, 0), now: noon)
        _ = motion.take(fix(10, 0, 1), now: noon)
        guard case .new(let corrected) = motion.take(fix(10, 0, 1.5), now: noon) else { Issue.record("another place is new"); return }
        #expect(abs(corrected.speed - 11_131.949079327) < 1e-6 && !corrected.isLastKnown)
        let next = try told(motion.take(fix(20, 0, 2), now: noon))
        #expect(abs(next.speed - 11_131.949079327) < 1e-6)
        guard case .repeated(let again) = motion.take(fix(20, 0, 2), now: noon) else { Issue.record("not a repetition"); return }
        #expect(again.speed == next.speed && again.course == next.course)
    }

    @Test("the same first fix again is still last known")
    func sameFirst() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(0, 0, 0), now: noon)
        #expect(try told(motion.take(fix(0, 0, 0), now: noon)).isLastKnown)
    }

    @Test("stragglers are not told; a clock that was set back is believed at the third fix")
    func outOfOrder() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(100, 0, 0), now: noon)
        for seconds in [90.0, 80, 85, 70, 71] {
            guard case .outOfOrder = motion.take(fix(seconds, 0, 1), now: noon) else { Issue.record("\(seconds) was told"); return }
        }
        let believed = try told(motion.take(fix(72, 0, 1), now: noon))
        #expect(believed.isLastKnown && believed.speed.isNaN)
        let next = try told(motion.take(fix(82, 0, 2), now: noon))
        #expect(abs(next.speed - 11_131.949079327) < 1e-6)
    }

    @Test("nothing is derived over a long gap")
    func gap() throws {
        var motion = LocationMotion(derives: true, interval: 5)
        _ = motion.take(fix(0, 0, 0), now: noon)
        _ = motion.take(fix(10, 0, 1), now: noon)
        let late = try told(motion.take(fix(310.5, 0, 2), now: noon))
        #expect(late.isLastKnown && late.speed.isNaN && late.course.isNaN)
        #expect(try told(motion.take(fix(320.5, 0, 3), now: noon)).speed > 11_131)
        var rare = LocationMotion(derives: true, interval: 3_600)
        _ = rare.take(fix(0, 0, 0), now: noon)
        #expect(try told(rare.take(fix(3_600, 0, 1), now: noon)).speed > 30)
    }
}
