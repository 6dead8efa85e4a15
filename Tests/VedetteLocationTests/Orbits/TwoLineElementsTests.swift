// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel
import VedetteTesting

@testable import VedetteLocation

private let first = "1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927"
private let second = "2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537"

/// The line with other text from a column on, and the checksum that belongs to it.
private func mended(_ line: String, _ column: Int, _ text: String) -> String {
    var bytes = Array(line.utf8)
    bytes.replaceSubrange((column - 1)..<(column - 1 + text.utf8.count), with: text.utf8)
    let sum = bytes.prefix(68).reduce(0) { $0 + ($1 == UInt8(ascii: "-") ? 1 : (48...57).contains($1) ? Int($1) - 48 : 0) }
    bytes[68] = UInt8(48 + sum % 10)
    return String(decoding: bytes, as: UTF8.self)
}

private func failure(_ text: String) -> OrbitError? {
    #expect(throws: OrbitError.self) { try OrbitalElements(twoLineElements: text) }
}

@Suite("Two-line elements")
struct TwoLineElementsTests {
    @Test("every column is read")
    func columns() throws {
        let elements = try OrbitalElements(twoLineElements: "0 ISS (ZARYA)\r\n\(first)  \r\n\(second)\r\n\r\n")
        #expect(elements.name == "ISS (ZARYA)" && elements.catalogNumber == 25_544 && elements.internationalDesignator == "98067A")
        // Day 264 of 2008 is 20 September; 0.51782528 of a day are 44,740.104192 s.
        #expect(elements.epoch.description == "2008-09-20T12:25:40.104192Z")
        #expect(elements.inclination == 51.6416 && elements.rightAscensionOfAscendingNode == 247.4627)
        #expect(elements.eccentricity == 0.0006703 && elements.argumentOfPerigee == 130.5360 && elements.meanAnomaly == 325.0288)
        #expect(elements.meanMotion == 15.72125391 && elements.dragTerm == -0.11606e-4)
        #expect(try OrbitalElements(twoLineElements: "ISS\n\(first)\n\(second)").name == "ISS")
        #expect(try OrbitalElements(twoLineElements: "\(first)\n\(second)").name == "")
    }

    @Test("satellite numbers beyond 99999 begin with a letter")
    func letters() throws {
        for (text, number) in [
            ("A0000", 100_000), ("H9999", 179_999), ("J0000", 180_000), ("N0001", 220_001), ("P0000", 230_000), ("Z9999", 339_999),
            ("    5", 5),
        ] {
            #expect(try OrbitalElements(twoLineElements: "\(mended(first, 3, text))\n\(mended(second, 3, text))").catalogNumber == number)
        }
        for text in ["I0000", "O0000", "a0000", "2554A", "2 544", "-2554"] {
            let error = failure("\(mended(first, 3, text))\n\(mended(second, 3, text))")
            #expect(error?.code == .malformed && error?.line == 1)
        }
    }

    @Test("years of the epoch end in 2056")
    func years() throws {
        for (year, start) in [("57", "1957"), ("99", "1999"), ("00", "2000"), ("56", "2056")] {
            let elements = try OrbitalElements(twoLineElements: "\(mended(first, 19, year + "001.00000000"))\n\(second)")
            #expect(elements.epoch.description == "\(start)-01-01T00:00:00.000Z")
        }
        #expect(
            try OrbitalElements(twoLineElements: "\(mended(first, 19, "08366.00000000"))\n\(second)").epoch.description.hasPrefix(
                "2008-12-31"))
        #expect(
            try OrbitalElements(twoLineElements: "\(mended(first, 19, "08  1.50000000"))\n\(second)").epoch.description
                == "2008-01-01T12:00:00.000Z")
        for day in ["07366.00000000", "08367.00000000", "08000.50000000"] {
            #expect(failure("\(mended(first, 19, day))\n\(second)")?.code == .outOfRange)
        }
        for day in ["08264,51782528", "0x264.51782528", "08264.5178252 ", "08-64.51782528", "08   .51782528"] {
            let error = failure("\(mended(first, 19, day))\n\(second)")
            #expect(error?.code == .malformed || error?.code == .outOfRange)
        }
    }

    @Test("numbers with a power of ten")
    func powers() throws {
        for (text, value) in [
            (" 00000-0", 0), (" 12808-3", 0.12808e-3), ("-11606-4", -0.11606e-4), ("+11606-4", 0.11606e-4), (" 13519-0", 0.13519),
            (" 10000+1", 1.0), (" 00000+0", 0), (" 99999-9", 0.99999e-9), (" 12345 2", 12.345),
        ] {
            #expect(try OrbitalElements(twoLineElements: "\(mended(first, 54, text))\n\(second)").dragTerm == value, "\(text)")
        }
        for text in ["12808-3 ", " 128 8-3", " 12808e3", " 12808--", "x12808-3", "        ", " .1280-3"] {
            let error = failure("\(mended(first, 54, text))\n\(second)")
            #expect(error?.code == .malformed && error?.columns == 54...61, "\(text)")
        }
    }

    @Test("what is wrong is named with line and columns, and how to mend it")
    func errors() throws {
        let checksum = failure("\(first.dropLast())8\n\(second)")
        #expect(checksum?.code == .wrongChecksum && checksum?.line == 1 && checksum?.columns == 69...69)
        #expect(
            checksum?.description
                == "line 1 of the elements, column 69: the checksum is 8 and the line adds up to 7; fetch the elements anew, a character is wrong"
        )
        #expect(failure("")?.code == .malformed)
        #expect(failure(first)?.message.hasPrefix("there are 1 lines") == true)
        #expect(failure("\(second)\n\(first)")?.columns == 1...1)
        #expect(failure("\(first)\n\(second)\n\(first)\n\(second)")?.code == .malformed)
        #expect(failure("\(first.dropLast(2))\n\(second)")?.message.contains("67 characters") == true)
        #expect(failure("\(first)0\n\(second)")?.message.contains("70 characters") == true)
        #expect(failure("\(first)\n\(mended(second, 3, "25545"))")?.code == .mismatchedLines)
        #expect(failure("\(mended(first, 9, "x"))\n\(second)")?.columns == 9...9)
        #expect(failure("\(mended(first, 8, "X"))\n\(second)")?.columns == 8...8)
        #expect(failure("\(mended(first, 63, "4"))\n\(second)")?.message.contains("SGP4-XP") == true)
        #expect(failure("\(first)\n\(mended(second, 9, "180.0001"))")?.code == .outOfRange)
        #expect(failure("\(first)\n\(mended(second, 9, " -1.0000"))")?.code == .outOfRange)
        #expect(failure("\(first)\n\(mended(second, 9, "  51,641"))")?.columns == 9...16)
        #expect(failure("\(first)\n\(mended(second, 27, " 006703"))")?.columns == 27...33)
        #expect(failure("\(first)\n\(mended(second, 53, "        nan"))")?.columns == 53...63)
        #expect(failure("\(first)\n\(mended(second, 53, "1.5721253e1"))")?.columns == 53...63)
        #expect(failure(String(repeating: "1", count: 5_000))?.code == .malformed)
        #expect(failure("\(mended(first, 10, "é"))\n\(second)")?.columns == 10...10)
    }

    @Test("no change of a character traps, and none goes unnoticed that the checksum can see")
    func mutations() throws {
        var random = SeededRandomNumberGenerator(seed: 5)
        let text = Array("\(first)\n\(second)".utf8)
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let orbit = try? Orbit(twoLineElements: String(decoding: bytes, as: UTF8.self)) {
                _ = try? orbit.state(at: orbit.elements.epoch.advanced(bySeconds: 1e6))
            }
        }
        for index in text.indices where (48...57).contains(text[index]) {
            var bytes = text
            bytes[index] = text[index] == 57 ? 48 : text[index] + 1
            #expect(throws: OrbitError.self) { try OrbitalElements(twoLineElements: String(decoding: bytes, as: UTF8.self)) }
        }
    }
}
