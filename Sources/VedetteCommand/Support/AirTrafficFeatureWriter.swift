// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteGeometry
import VedetteModel
import VedetteTesting

/// Writes what flights report as GeoJSON features, one a line.
enum AirTrafficFeatureWriter {
    static func append(_ report: AirTrafficSimulation.Report, at time: Instant, to output: inout [UInt8]) {
        output.append(contentsOf: #"{"type":"Feature","id":"#.utf8)
        JSONWriter.append(report.flightNumber, to: &output)
        output.append(contentsOf: #","geometry":{"type":"Point","coordinates":["#.utf8)
        let point = report.point
        for (index, value) in [point.x, point.y, point.z ?? 0].enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONWriter.append(value, to: &output)
        }
        output.append(contentsOf: #"]},"properties":{"flight_number":"#.utf8)
        JSONWriter.append(report.flightNumber, to: &output)
        append("aircraft", report.aircraft, to: &output)
        append("altitude_feet", report.altitudeFeet, to: &output)
        append("speed", report.speed, to: &output)
        append("heading", report.heading, to: &output)
        append("departure_airport", report.departureAirport, to: &output)
        append("arrival_airport", report.arrivalAirport, to: &output)
        append("status", report.status, to: &output)
        output.append(contentsOf: #","time":""#.utf8)
        RFC3339.append(time, to: &output)
        output.append(contentsOf: "\"}}\n".utf8)
    }

    private static func append(_ name: String, _ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: ","))
        JSONWriter.append(name, to: &output)
        output.append(UInt8(ascii: ":"))
        JSONWriter.append(text, to: &output)
    }

    private static func append(_ name: String, _ number: Double, to output: inout [UInt8]) {
        output.append(UInt8(ascii: ","))
        JSONWriter.append(name, to: &output)
        output.append(UInt8(ascii: ":"))
        JSONWriter.append(number, to: &output)
    }
}
