// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteFeeds

/// GDAL reads GPX with a parser of its own (Expat), and shares nothing with ours.
@Suite(
    "GPX as GDAL reads it", .enabled(if: InstalledProgram.path("ogr2ogr") != nil, "needs gdal-bin: apt-get install gdal-bin"),
    .timeLimit(.minutes(10)))
struct GPXOracleTests {
    struct Place: Equatable, CustomStringConvertible {
        var coordinates: [Double]
        var time: Date?
        var name: String?
        /// GDAL's numbers of the track and the segment, or of the route.
        var numbers: [Int]

        var description: String { "\(coordinates) \(time.map(\.description) ?? "-") \(name ?? "-") \(numbers)" }
    }

    private static let layers = ["wpt": "waypoints", "rtept": "route_points", "trkpt": "track_points"]

    private func oracle(_ path: String, _ layer: String) throws -> [Place] {
        let text = try InstalledProgram.run(
            "ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=12", "/vsistdout/", path, layer)
        return try text.split(separator: "\n").map { line in
            let (coordinates, properties) = try Self.parts(line)
            let numbers = ["track_fid", "track_seg_id", "route_fid"].compactMap { properties[$0] as? Int }
            let elevation = (properties["ele"] as? NSNumber)?.doubleValue
            return Place(
                coordinates: coordinates + (elevation.map { [$0] } ?? []), time: Self.time(properties), name: properties["name"] as? String,
                numbers: numbers
            )
        }
    }

    private func ours(_ path: String, _ kind: String) throws -> [Place] {
        let outcome = FeedHarness().read(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(outcome.error == nil && outcome.issues.isEmpty, "\(outcome.issues)")
        return try outcome.features.compactMap { line in
            let (coordinates, properties) = try Self.parts(line[...])
            guard properties["kind"] as? String == kind else { return nil }
            let numbers = ["trk", "trkseg", "rte"].compactMap { (properties[$0] as? NSNumber)?.intValue }
            return Place(
                coordinates: coordinates, time: Self.time(properties), name: properties["name"] as? String, numbers: numbers)
        }
    }

    private static func parts(_ line: Substring) throws -> (coordinates: [Double], properties: [String: Any]) {
        let feature = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let geometry = try #require(feature["geometry"] as? [String: Any])
        let coordinates = try #require(geometry["coordinates"] as? [NSNumber]).map(\.doubleValue)
        return (coordinates, try #require(feature["properties"] as? [String: Any]))
    }

    private static func time(_ properties: [String: Any]) -> Date? {
        guard let text = properties["time"] as? String else { return nil }
        let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? $0.parse(text) }.first
    }

    private func compare(_ path: String) throws {
        var count = 0
        for (kind, layer) in Self.layers {
            let (expected, found) = (try oracle(path, layer), try ours(path, kind))
            #expect(expected.count == found.count, "\(path): \(layer)")
            for (one, other) in zip(expected, found) {
                // Ours lie on a grid of 1e-7 degree; heights are as they are written.
                let isNear =
                    one.coordinates.count == other.coordinates.count
                    && zip(one.coordinates, other.coordinates).enumerated().allSatisfy { abs($1.0 - $1.1) <= ($0 < 2 ? 5.1e-8 : 1e-9) }
                #expect(
                    isNear && one.time == other.time && one.name == other.name && one.numbers == other.numbers,
                    "\(path): \(one), not \(other)")
            }
            count += found.count
        }
        #expect(count > 0, "\(path) has points")
    }

    @Test(
        "documents of others: counts, positions, heights, times, names, tracks and segments",
        .enabled(if: !ConformanceData.files("gpx", ".gpx").isEmpty, "needs gpx of the conformance data: set VEDETTE_CONFORMANCE_DATA"))
    func documentsOfOthers() throws {
        for file in ConformanceData.files("gpx", ".gpx") { try compare(file.path) }
    }

    @Test("a document of ours")
    func ownDocument() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString).gpx")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(GPXTests.document.utf8).write(to: file)
        try compare(file.path)
    }
}
