// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("GREIS")
struct GREISProtocolTests {
    /// Name, length in hexadecimal digits, body, checksum.
    private static func message(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let digits = String(body.count + 1, radix: 16, uppercase: true)
        let packet = Array((name + String(repeating: "0", count: 3 - digits.count) + digits).utf8) + body
        func rotated(_ value: UInt8) -> UInt8 { value << 2 | value >> 6 }
        return packet + [rotated(packet.reduce(0) { rotated($0) ^ $1 })]
    }

    private static func epoch(_ timeOfDay: Int) -> [UInt8] {
        var time = BinaryMessage(.little, count: 4)
        time.set(0, size: 4, timeOfDay)
        var week = BinaryMessage(.little, count: 6)
        week.set(0, size: 4, timeOfDay)
        week.set(4, size: 2, 2000)
        var position = BinaryMessage(.little, count: 45)
        for (offset, value) in [(0, 4_360_953.0), (8, 579_351), (16, 4_604_558)] { position.set(offset, value) }
        position.set(44, size: 1, 1)
        var utc = BinaryMessage(.little, count: 23)
        utc.set(18, size: 1, 17)
        utc.set(20, size: 2, 60_000)
        let lists =
            message("SI", [5, 40, 0]) + message("EL", [45, 0xFE, 127]) + message("AZ", [90, 180, 255]) + message("EC", [44, 33, 0])
        return message("~~", time.bytes) + message("UO", utc.bytes) + message("GT", week.bytes) + message("PV", position.bytes)
            + lists + message("SS", [0, 5, 0, 1]) + message("::", time.bytes) + [0x0D, 0x0A]
    }

    @Test("gives one fix an epoch, with its satellites")
    func epochs() throws {
        let stream = Self.epoch(1000) + Self.epoch(2000)
        let fixes = GNSSDecoder.fixes(of: stream)
        #expect(fixes.count == 2)
        let fix = try #require(fixes.first)
        #expect(abs(fix.latitude - 46.498287) < 1e-6)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.time == GNSSTime(seconds: GNSSContext.gpsEpoch + 2000 * 604_800 + 1 - 17, nanoseconds: 0))
        let sky = try #require(GNSSDecoder.skies(of: stream).first)
        #expect(sky.satellites.map(\.system) == [.gps, .glonass])
        #expect(sky.satellites.map(\.elevation) == [45, -2])
        #expect(sky.satellites.map(\.azimuth) == [180, 0])
        #expect(sky.usedCount == 1)
    }

    @Test("gives the same however the bytes are cut")
    func pieces() {
        let stream = Array("text ".utf8) + Self.epoch(1000) + Self.epoch(2000)
        let whole = GNSSDecoder.reports(of: stream)
        for length in [1, 2, 3, 7, 64] {
            let cut = GNSSDecoder.reports(of: stream, pieces: length)
            #expect(String(describing: cut.reports) == String(describing: whole.reports))
            #expect(cut.damage == whole.damage)
        }
    }

    @Test("counts damage, and messages of a wrong length")
    func damage() {
        var wrong = Self.message("~~", [1, 2, 3, 4])
        wrong[6] ^= 1
        #expect(GNSSDecoder.reports(of: wrong).damage.checksumErrors == 1)
        #expect(GNSSDecoder.reports(of: Self.message("~~", [1])).damage.malformed == 1)
        let short = Self.message("~~", [1, 2, 3, 4]) + Self.message("SI", [1, 2, 3]) + Self.message("EL", [1])
        #expect(GNSSDecoder.reports(of: short).damage.malformed == 1)
    }
}
