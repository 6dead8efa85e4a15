// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@Suite("Latitudes and longitudes as text")
struct CoordinateFormatterTests {
    @Test(
        "are written in each format",
        arguments: [
            (33.4352, -112.0101, .decimalDegrees, 4, "33.4352N 112.0101W"), (-7.5, 9.25, .decimalDegrees, 2, "07.50S 009.25E"),
            (-7.5, 9.25, .decimalDegrees, 0, "08S 009E"), (33.4352, -112.0101, .degreesDecimalMinutes, 2, "33 26.11N 112 00.61W"),
            (33.4352, -112.0101, .degreesMinutesSeconds, 1, "33 26 06.7N 112 00 36.4W"),
            // What rounds up to 60 goes on to the next unit.
            (0.999_999_9, 59.999_999_9, .degreesMinutesSeconds, 0, "01 00 00N 060 00 00E"),
            (12.999_999_9, 0, .degreesDecimalMinutes, 1, "13 00.0N 000 00.0E"),
            (0, 181, .decimalDegrees, 1, "00.0N 179.0W"), (0, 180, .decimalDegrees, 1, "00.0N 180.0E"),
            (90, -180, .decimalDegrees, 1, "90.0N 180.0W"),
        ] as [(Double, Double, CoordinateFormatter.LatitudeLongitudeFormat, Int, String)])
    func writes(latitude: Double, longitude: Double, format: CoordinateFormatter.LatitudeLongitudeFormat, places: Int, text: String) {
        let point = Point(latitude: latitude, longitude: longitude)
        #expect(CoordinateFormatter.latitudeLongitudeString(from: point, format: format, decimalPlaces: places) == text)
    }

    @Test("other spatial references are projected; what has no place has no text")
    func projection() {
        func text(_ point: Point) -> String {
            CoordinateFormatter.latitudeLongitudeString(from: point, format: .decimalDegrees, decimalPlaces: 3)
        }
        #expect(text(Point(x: -12_468_907, y: 3_954_333, spatialReference: .webMercator)).hasSuffix("112.010W"))
        #expect(text(Point(x: 5, y: 50)) == "50.000N 005.000E")
        #expect(text(Point(x: .nan, y: 1)).isEmpty && text(Point(x: 1, y: 91)).isEmpty && text(Point(x: .infinity, y: 1)).isEmpty)
    }

    @Test(
        "are read as people write them",
        arguments: [
            "33.5N 112.25W", "33.5, -112.25", "33 30N 112 15W", "33°30'00\"N, 112°15'00\"W", "N33.5 W112.25", "112.25W 33.5N",
            "33 30 0 -112 15 0",
            "+33.5 -112.25", "33:30:00N 112:15:00W", "w112.25 n33.5",
        ])
    func reads(text: String) {
        let point = CoordinateFormatter.point(fromLatitudeLongitudeString: text, spatialReference: nil)
        #expect(point == Point(latitude: 33.5, longitude: -112.25))
    }

    @Test(
        "that are none are refused",
        arguments: [
            "", "33.5", "33.5N", "33.5N 112.25N", "33.5E 112.25W", "91 0", "0 181", "33 60 112 0", "33.5 10 112 10", "33.5N -112.25W",
            "1 2 3", "a b",
            "1 2 3 4 5 6 7 8", "1.2.3 4", "33 -30 112 15", "N N 1 2", "1e5 2", "- 1", String(repeating: "1", count: 2_000),
        ])
    func refuses(text: String) {
        #expect(CoordinateFormatter.point(fromLatitudeLongitudeString: text, spatialReference: nil) == nil)
    }

    @Test("what was written is read again, in the spatial reference that is asked for")
    func roundTrip() throws {
        let point = Point(latitude: -45.123456, longitude: 170.654321)
        for format in [.decimalDegrees, .degreesDecimalMinutes, .degreesMinutesSeconds] as [CoordinateFormatter.LatitudeLongitudeFormat] {
            let text = CoordinateFormatter.latitudeLongitudeString(from: point, format: format, decimalPlaces: 8)
            let read = try #require(CoordinateFormatter.point(fromLatitudeLongitudeString: text, spatialReference: .webMercator))
            #expect(read.spatialReference == .webMercator)
            let back = try #require(GeometryEngine.project(read, into: .wgs84))
            #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6)
        }
    }
}
