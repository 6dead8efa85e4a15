// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@testable import VedetteLocation

private final class Numbered: Location, @unchecked Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
        super.init(position: Point(latitude: 1, longitude: 2))
    }

    override func isEqual(to other: Location) -> Bool { super.isEqual(to: other) && number == (other as? Numbered)?.number }
}

@Suite("Location")
struct LocationTests {
    private let place = Point(latitude: 1, longitude: 2)

    @Test("what is not given is unknown")
    func defaults() {
        let location = Location(position: place)
        #expect(location.horizontalAccuracy.isNaN && location.verticalAccuracy.isNaN && location.speed.isNaN && location.course.isNaN)
        #expect(!location.isLastKnown && location.timestamp == nil && location.additionalSourceProperties.isEmpty)
    }

    @Test("values that cannot be are unknown")
    func impossible() {
        for value in [-1, -1e-9, .nan, .infinity, -.infinity] as [Double] {
            let location = Location(position: place, horizontalAccuracy: value, verticalAccuracy: value, speed: value)
            #expect(location.horizontalAccuracy.isNaN && location.verticalAccuracy.isNaN && location.speed.isNaN, "\(value)")
        }
        let zero = Location(position: place, horizontalAccuracy: 0, verticalAccuracy: 0, speed: 0)
        #expect(zero.horizontalAccuracy == 0 && zero.verticalAccuracy == 0 && zero.speed == 0)
    }

    @Test(
        "courses are from 0 up to 360",
        arguments: [(0, 0), (-0.0, 0), (359.5, 359.5), (360, 0), (-90, 270), (630, 270), (-1e-20, 0), (-720, 0), (1e6, 280)]
            as [(Double, Double)])
    func courses(given: Double, kept: Double) {
        let course = Location(position: place, course: given).course
        #expect(course == kept && course.sign == .plus)
    }

    @Test("courses that are no number are unknown", arguments: [.nan, .infinity, -.infinity] as [Double])
    func noCourses(given: Double) {
        #expect(Location(position: place, course: given).course.isNaN)
    }

    @Test("the order of the Runtime SDKs")
    func olderOrder() {
        let time = Date(timeIntervalSince1970: 5)
        let location = Location(
            position: place, timestamp: time, horizontalAccuracy: 1, verticalAccuracy: 2, speed: 3, course: -10, isLastKnown: true)
        #expect(
            location
                == Location(
                    position: place, horizontalAccuracy: 1, verticalAccuracy: 2, speed: 3, course: 350, isLastKnown: true, timestamp: time))
    }

    @Test("locations that say the same are equal; so is what is unknown in both")
    func equality() {
        func make(_ change: (inout [Location.SourcePropertyKey: any Sendable]) -> Void = { _ in }, speed: Double = .nan) -> Location {
            var properties: [Location.SourcePropertyKey: any Sendable] = [.floor: 3, .positionSource: "GNSS"]
            change(&properties)
            return Location(
                position: Point(latitude: 1, longitude: 2), speed: speed, timestamp: Date(timeIntervalSince1970: 5),
                additionalSourceProperties: properties)
        }
        #expect(make() == make() && make().hashValue == make().hashValue)
        #expect(make() != make(speed: 1))
        #expect(make() != make { $0[.floor] = 4 })
        #expect(make() != make { $0[.floor] = "3" })
        #expect(make() != make { $0["Floor"] = 3 })
        #expect(make() != Location(position: place))
        #expect(Numbered(1) == Numbered(1) && Numbered(1) != Numbered(2))
        #expect(Numbered(1) != Location(position: place) && Location(position: place) != Numbered(1))
        #expect(Set([make(), make(), make(speed: 1)]).count == 2)
    }

    @Test("a location describes itself, as far as it is known")
    func description() {
        #expect("\(Location(position: place))" == "Location(x 2.0, y 1.0)")
        let whole = Location(
            position: Point(x: 1, y: 2, z: 3, spatialReference: .webMercator), horizontalAccuracy: 4, verticalAccuracy: 5, speed: 6,
            course: 7,
            isLastKnown: true, timestamp: Date(timeIntervalSince1970: 0))
        #expect(
            "\(whole)"
                == "Location(x 1.0, y 2.0, z 3.0, in WKID 3857, ±4.0 m, height ±5.0 m, 6.0 m/s, course 7.0°, at 1970-01-01T00:00:00.000Z, last known)"
        )
        #expect("\(Location(position: Point(x: .nan, y: 0)))" == "Location(nowhere)")
        #expect("\(Numbered(1))" == "Numbered(x 2.0, y 1.0)")
    }
}
