// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

@testable import VedetteLocation

/// Sentences that the tests write themselves.
enum Sentences {
    /// With its checksum and line end.
    static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }

    static func stream(_ bodies: String...) -> [UInt8] { bodies.flatMap { Array(sentence($0).utf8) } }

    /// A second of a receiver that moves north: GGA, RMC, GSA and GSV.
    static func second(_ number: Int, date: String = "170326", hour: Int = 12) -> [UInt8] {
        let time = "\(hour < 10 ? "0" : "")\(hour)34\(number < 10 ? "0" : "")\(number).00"
        return stream(
            "GPGGA,\(time),4807.0\(30 + number),N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
            "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
            "GPGSV,2,1,05,04,40,083,46,05,17,308,41,09,07,344,39,12,22,228,45", "GPGSV,2,2,05,24,55,120,42",
            "GPRMC,\(time),A,4807.0\(30 + number),N,01131.000,E,022.4,084.4,\(date),003.1,W")
    }

    static func reports(_ bytes: [UInt8], step: Int? = nil) -> (reports: [GNSSReport], notes: [GNSSNote], damage: GNSSDamage) {
        var decoder = GNSSDecoder()
        var (reports, notes) = ([GNSSReport](), [GNSSNote]())
        for start in stride(from: 0, to: bytes.count, by: step ?? max(1, bytes.count)) {
            decoder.push(bytes[start..<min(bytes.count, start + (step ?? bytes.count))], reports: &reports, notes: &notes)
        }
        decoder.finish(reports: &reports, notes: &notes)
        return (reports, notes, decoder.damage)
    }

    static func fixes(_ bytes: [UInt8]) -> [(fix: GNSSFix, sky: GNSSSky)] {
        reports(bytes).reports.compactMap { if case .fix(let fix, let sky) = $0 { (fix, sky) } else { nil } }
    }
}
