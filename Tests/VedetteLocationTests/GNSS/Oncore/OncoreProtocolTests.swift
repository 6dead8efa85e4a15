// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("Oncore binary")
struct OncoreProtocolTests {
    /// A message of so many bytes from the first @ on, with its checksum and end.
    private static func message(_ letters: String, count: Int, _ fields: [(Int, Int, Int)]) -> [UInt8] {
        var message = BinaryMessage(.big, count: count - 3)
        for (offset, byte) in "@@\(letters)".utf8.enumerated() { message.set(offset, size: 1, Int(byte)) }
        for (offset, size, value) in fields { message.set(offset, size: size, value) }
        return message.bytes + [message.bytes.dropFirst(2).reduce(0, ^), 0x0D, 0x0A]
    }

    private static let date = [(4, 1, 5), (5, 1, 20), (6, 2, 2011), (8, 1, 13), (9, 1, 14), (10, 1, 15), (11, 4, 500)]

    @Test("gives a fix, and its time as soon as the leap seconds are known")
    func fix() throws {
        let place = [
            (15, 4, 46 * 3_600_000), (19, 4, -7 * 3_600_000), (23, 4, 12_345), (31, 2, 250), (33, 2, 900), (35, 2, 21), (72, 1, 0x20),
        ]
        let solution = Self.message("Ea", count: 76, Self.date + place)
        let fixes = GNSSDecoder.fixes(of: solution + Self.message("Bo", count: 8, [(4, 1, 15)]) + solution)
        #expect(fixes.map { $0.time != nil } == [false, true])
        let fix = try #require(fixes.last)
        #expect(fix.latitude == 46)
        #expect(fix.longitude == -7)
        #expect(fix.altitudeHAE == 123.45)
        #expect(fix.speed == 2.5)
        #expect(fix.track == 90)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.time == GNSSTime(seconds: 1_305_897_255, nanoseconds: 500))
    }

    @Test("lists tracked satellites with their directions, then the others that are visible")
    func satellites() throws {
        let visible = Self.message("Bb", count: 92, [(4, 1, 2), (5, 1, 7), (8, 1, 40), (9, 2, 200), (12, 1, 9), (15, 1, 10), (16, 2, 300)])
        let solution = Self.message("Ea", count: 76, [(40, 1, 7), (42, 1, 55), (43, 1, 0x80), (44, 1, 11), (46, 1, 30)])
        let sky = try #require(GNSSDecoder.skies(of: visible + solution).first)
        #expect(sky.satellites.map(\.id) == [7, 11, 9])
        #expect(sky.satellites.map(\.isInUse) == [true, false, false])
        #expect(sky.satellites[0].azimuth == 200)
        #expect(sky.satellites[1].azimuth.isNaN)
        #expect(sky.satellites[2].elevation == 10)
    }

    @Test("of a receiver that holds its position is of the time alone")
    func positionHold() throws {
        let hold = Self.message("Gd", count: 8, [(4, 1, 1)])
        let solution = Self.message("Ha", count: 154, [(31, 4, 3_600_000), (129, 2, 4 << 13)])
        #expect(GNSSDecoder.fixes(of: solution).first?.mode == GNSSFix.Mode.none)
        let fix = try #require(GNSSDecoder.fixes(of: hold + solution).first)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.status == 7)
    }

    @Test("counts damage")
    func damage() {
        var wrong = Self.message("Bo", count: 8, [])
        wrong[4] = 1
        #expect(GNSSDecoder.reports(of: wrong).damage.checksumErrors == 1)
        #expect(GNSSDecoder.reports(of: Array("@@Zz1234567".utf8)).damage.skippedBytes == 11)
    }
}
