// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteTesting

/// Reading lines of GeoJSON against Foundation's two readers of JSON.
enum DecodingBenchmark {
    /// What both sides must agree on.
    private struct Outcome: Equatable {
        var features = 0
        /// The sum of longitudes in 1e-7 degree.
        var longitudes: Int64 = 0
        /// Bytes of all track ids.
        var trackBytes = 0

        mutating func add(longitude: Double, track: String) {
            features += 1
            longitudes += Int64((longitude * 1e7).rounded())
            trackBytes += track.utf8.count
        }
    }

    private struct Line: Decodable {
        struct Geometry: Decodable {
            var coordinates: [Double]
        }

        struct Properties: Decodable {
            var aircraft: String
            var altitude_feet: Double
            var speed: Double
            var heading: Double
            var departure_airport: String
            var arrival_airport: String
            var status: String
            var time: String
        }

        var id: String
        var geometry: Geometry
        var properties: Properties
    }

    static func run(_ comparison: Comparison) throws {
        let text = feed(tracks: 500, seconds: 60)
        let count = text.count { $0 == UInt8(ascii: "\n") }
        let name = "GeoJSON lines of \(text.count / count) bytes"
        try comparison.measure(
            name, unit: "features", count: count, against: "JSONSerialization", ours: { try decode(text) },
            peer: { try decodeBySerialization(text) })
        try comparison.measure(
            name, unit: "features", count: count, against: "JSONDecoder", ours: { try decode(text) }, peer: { try decodeByDecoder(text) })
    }

    /// Simulated air traffic: each line has a point with a height, and eight properties.
    private static func feed(tracks: Int, seconds: Int) -> [UInt8] {
        var traffic = AirTrafficSimulation(flightCount: tracks, seed: 1)
        var text = ""
        for second in 0..<seconds {
            let time = "2026-01-01T00:\(second < 600 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).000Z"
            for report in traffic.reports {
                let place = "\((report.point.x * 1e7).rounded() / 1e7),\((report.point.y * 1e7).rounded() / 1e7),\(report.point.z ?? 0)"
                text += #"{"type":"Feature","id":"\#(report.flightNumber)","geometry":{"type":"Point","coordinates":[\#(place)]},"#
                text += #""properties":{"#
                text += #""aircraft":"\#(report.aircraft)","altitude_feet":\#(report.altitudeFeet),"speed":\#(report.speed),"#
                text += #""heading":\#(report.heading),"departure_airport":"\#(report.departureAirport)","#
                text += #""arrival_airport":"\#(report.arrivalAirport)","status":"\#(report.status)","time":"\#(time)"}}"# + "\n"
            }
            traffic.advance(bySeconds: 1)
        }
        return Array(text.utf8)
    }

    /// As the commands do it: framed in pieces of 1 MiB, all attributes kept, times read.
    private static func decode(_ text: [UInt8]) throws -> Outcome {
        try text.withUnsafeBytes { bytes in
            let options = FeedOptions(format: .geojson)
            var framer = FeedFramer(options: options)
            var decoder = RecordDecoder(format: .geojson, header: nil, options: options)
            var batch = ObservationBatch()
            var outcome = Outcome()
            var start = 0
            while start < bytes.count {
                let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 20, bytes.count)])
                var records: [FeedRecord] = []
                var issues: [FeedIssue] = []
                start += try framer.frame(piece, isEnd: start + piece.count == bytes.count, records: &records, issues: &issues)
                batch.removeAll()
                decoder.decode(records, in: piece, into: &batch, issues: &issues)
                outcome.features += batch.count
                for longitude in batch.longitudes { outcome.longitudes += Int64(longitude) }
                for range in batch.trackRanges { outcome.trackBytes += range.count }
            }
            return outcome
        }
    }

    private static func decodeBySerialization(_ text: [UInt8]) throws -> Outcome {
        var outcome = Outcome()
        try forEachLine(text) { line in
            guard let feature = try JSONSerialization.jsonObject(with: line) as? [String: Any], let id = feature["id"] as? String,
                let geometry = feature["geometry"] as? [String: Any], let coordinates = geometry["coordinates"] as? [Any],
                let longitude = coordinates.first as? Double, feature["properties"] is [String: Any]
            else { return }
            outcome.add(longitude: longitude, track: id)
        }
        return outcome
    }

    private static func decodeByDecoder(_ text: [UInt8]) throws -> Outcome {
        let decoder = JSONDecoder()
        var outcome = Outcome()
        try forEachLine(text) { line in
            let feature = try decoder.decode(Line.self, from: line)
            outcome.add(longitude: feature.geometry.coordinates[0], track: feature.id)
        }
        return outcome
    }

    private static func forEachLine(_ text: [UInt8], _ body: (Data) throws -> Void) throws {
        var start = 0
        while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try body(Data(text[start..<end]))
            start = end + 1
        }
    }
}
