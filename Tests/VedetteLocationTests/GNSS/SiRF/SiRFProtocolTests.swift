// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteLocation

@Suite("SiRF binary")
struct SiRFProtocolTests {
    private static let header = Array("# Date: 2005-06-09\n".utf8)

    /// Message 2 in Adelboden, walking.
    static func navigation(type: Int = 4, time: Int = 39_810_228) -> BinaryMessage {
        var message = BinaryMessage(.big, count: 41)
        message.set(0, size: 1, 2)
        message.set(1, size: 4, 4_360_953)
        message.set(5, size: 4, 579_351)
        message.set(9, size: 4, 4_604_558)
        message.set(13, size: 2, -1)
        message.set(17, size: 2, 8)
        message.set(19, size: 1, type)
        message.set(20, size: 1, 12)
        message.set(22, size: 2, 302)
        message.set(24, size: 4, time)
        return message
    }

    /// Message 4 with one channel a satellite: id, azimuth, elevation, whether it is used.
    static func tracker(_ satellites: [(Int, Double, Double, Bool)]) -> BinaryMessage {
        var message = BinaryMessage(.big, count: 188)
        message.set(0, size: 1, 4)
        message.set(1, size: 2, 302)
        message.set(3, size: 4, 39_810_228)
        message.set(7, size: 1, 12)
        for (channel, satellite) in satellites.enumerated() {
            let offset = 8 + 15 * channel
            message.set(offset, size: 1, satellite.0)
            message.set(offset + 1, size: 1, Int(satellite.1 / 1.5))
            message.set(offset + 2, size: 1, Int(satellite.2 * 2))
            message.set(offset + 3, size: 2, satellite.3 ? 0xBF : 0x2C)
            for signal in 0..<10 { message.set(offset + 5 + signal, size: 1, 40) }
        }
        return message
    }

    @Test("gives a fix from the geocentric frame")
    func navigationSolution() throws {
        let fixes = GNSSDecoder.fixes(of: Self.header + Self.navigation().sirf)
        let fix = try #require(fixes.first)
        #expect(fixes.count == 1)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.status == 1)
        #expect(fix.time == GNSSTime(seconds: 1_118_327_684, nanoseconds: 280_000_000))
        #expect(abs(fix.latitude - 46.498287) < 1e-6)
        #expect(abs(fix.longitude - 7.567412) < 1e-6)
        #expect(abs(fix.altitudeHAE - 1390.584) < 1e-3)
        #expect(abs(fix.velocity.north - (0.125 * sin(46.498 * .pi / 180) * cos(7.567 * .pi / 180) + cos(46.498 * .pi / 180))) < 1e-3)
    }

    @Test(
        "tells dimensions and quality from the type of fix",
        arguments: [
            (0, GNSSFix.Mode.none, 0), (3, .twoDimensional, 1), (4, .threeDimensional, 1), (6, .threeDimensional, 1),
            (7, .twoDimensional, 5),
            (0x84, .threeDimensional, 2),
        ])
    func types(type: Int, mode: GNSSFix.Mode, status: Int) throws {
        let fix = try #require(GNSSDecoder.fixes(of: Self.navigation(type: type).sirf).first)
        #expect(fix.mode == mode)
        #expect((fix.status ?? 0) == status)
    }

    @Test("lists satellites, and those of augmentation as used where they correct")
    func satellites() throws {
        let satellites = [(5, 30.0, 40.0, true), (9, 120, 50, true), (120, 180, 30, false), (0, 0, 0, false)]
        var source = BinaryMessage(.big, count: 52)
        source.set(0, size: 1, 27)
        source.set(1, size: 1, 1)
        let plain = try #require(GNSSDecoder.skies(of: Self.tracker(satellites).sirf).first)
        #expect(plain.visibleCount == 3)
        #expect(plain.usedCount == 2)
        #expect(plain.satellites.map(\.system) == [.gps, .gps, .sbas])
        #expect(plain.satellites.map(\.azimuth) == [30, 120, 180])
        #expect(plain.satellites.map(\.signalToNoiseRatio) == [40, 40, 40])
        let corrected = GNSSDecoder.skies(of: source.sirf + Self.navigation(type: 0x84).sirf + Self.tracker(satellites).sirf)
        #expect(corrected.last?.usedCount == 3)
    }

    @Test("takes heights from message 41 of firmware that fills it, and not of older firmware")
    func geodetic() {
        var message = BinaryMessage(.big, count: 91)
        message.set(0, size: 1, 41)
        message.set(3, size: 2, 4)
        message.set(5, size: 2, 1326)
        message.set(7, size: 4, 398_102_280)
        message.set(23, size: 4, 465_000_000)
        message.set(27, size: 4, 75_000_000)
        message.set(31, size: 4, 139_058)
        message.set(35, size: 4, 134_500)
        message.set(40, size: 2, 312)
        message.set(42, size: 2, 9000)
        func fix(firmware: String) -> GNSSFix? {
            var version = BinaryMessage(.big, count: 21)
            version.set(0, size: 1, 6)
            for (index, byte) in firmware.utf8.enumerated() { version.set(1 + index, size: 1, Int(byte)) }
            var end = BinaryMessage(.big, count: 3)
            end.set(0, size: 1, 51)
            end.set(1, size: 1, 1)
            return GNSSDecoder.fixes(of: Self.header + version.sirf + message.sirf + end.sirf).first
        }
        #expect(fix(firmware: "231.000.000")?.speed.isNaN == true)
        #expect(fix(firmware: "232.000.000")?.speed == 3.12)
        #expect(fix(firmware: "232.000.000")?.track == 90)
        #expect(abs((fix(firmware: "GSW232")?.altitudeMSL ?? 0) - 1345) < 1e-9)
        #expect(fix(firmware: "231.000.000")?.time == GNSSTime(seconds: 1_118_327_684, nanoseconds: 280_000_000))
    }

    @Test("takes UTC and leap seconds from message 52")
    func pulse() throws {
        var message = BinaryMessage(.big, count: 19)
        let date = [(0, 1, 52), (1, 1, 12), (2, 1, 30), (3, 1, 15), (4, 1, 9), (5, 1, 6), (6, 2, 2005), (8, 2, 13), (14, 1, 7)]
        for (offset, size, value) in date { message.set(offset, size: size, value) }
        var decoder = GNSSDecoder()
        _ = decoder.push(message.sirf)
        #expect(decoder.session.context.leapSeconds == 13)
        #expect(decoder.session.fix.time == GNSSTime(seconds: 1_118_320_215, nanoseconds: 0))
    }

    @Test("of u-blox gives fixes by message 98, and by message 2 no more")
    func uBlox() throws {
        var message = BinaryMessage(.big, count: 39)
        message.set(0, size: 1, 98)
        message.set(1, size: 4, 81_000_000)
        message.set(5, size: 4, 13_000_000)
        message.set(9, size: 4, 500_000)
        message.set(13, size: 4, 1500)
        message.set(25, size: 1, 0x44)
        let date = [(26, 2, 2005), (28, 1, 6), (29, 1, 11), (30, 1, 10), (31, 1, 20), (32, 2, 30_500)]
        for (offset, size, value) in date { message.set(offset, size: size, value) }
        let fixes = GNSSDecoder.fixes(of: message.sirf + Self.navigation().sirf)
        #expect(fixes.count == 1)
        let fix = try #require(fixes.first)
        #expect(abs(fix.latitude - 0.81 * 180 / .pi) < 1e-9)
        #expect(fix.altitudeHAE == 500)
        #expect(fix.speed == 1.5)
        #expect(fix.time == GNSSTime(seconds: 1_118_485_230, nanoseconds: 500_000_000))
    }

    @Test("of several constellations lists satellites in parts")
    func constellations() throws {
        func part(_ number: Int, of count: Int, total: Int, _ satellites: [(Int, Int)]) -> [UInt8] {
            var message = BinaryMessage(.big, count: 18 + 12 * 15)
            message.set(0, size: 1, 67)
            message.set(1, size: 1, 16)
            message.set(2, size: 2, 2050)
            message.set(16, size: 1, count << 4 | number)
            message.set(17, size: 1, total)
            for (index, satellite) in satellites.enumerated() {
                let offset = 18 + 12 * index
                message.set(offset, size: 2, satellite.0 << 13 | satellite.1)
                message.set(offset + 2, size: 2, 900 + index)
                message.set(offset + 4, size: 2, 450)
                message.set(offset + 6, size: 2, 380)
                message.set(offset + 8, size: 4, index % 2 == 0 ? 0x8000 : 0)
            }
            return message.sirf
        }
        let first = (1...15).map { (0, $0) }, second = [(2, 3), (3, 4), (1, 131), (4, 9)]
        let skies = GNSSDecoder.skies(of: part(1, of: 2, total: 19, first) + part(2, of: 2, total: 19, second))
        let sky = try #require(skies.first)
        #expect(skies.count == 1)
        #expect(sky.visibleCount == 19)
        #expect(sky.usedCount == 10)
        #expect(sky.satellites.suffix(4).map(\.system) == [.glonass, .galileo, .sbas, .beiDou])
        #expect(sky.satellites.suffix(4).map(\.id) == [67, 214, 131, 36])
    }

    @Test("gives the same however the bytes are cut")
    func pieces() {
        let stream = Self.header + Self.navigation().sirf + Self.tracker([(5, 30, 40, true)]).sirf + Self.navigation(time: 39_810_328).sirf
        let whole = GNSSDecoder.reports(of: stream)
        for length in [1, 2, 3, 7, 64] {
            let cut = GNSSDecoder.reports(of: stream, pieces: length)
            #expect(String(describing: cut.reports) == String(describing: whole.reports))
            #expect(cut.damage == whole.damage)
        }
    }

    @Test("counts damage, and reads what follows")
    func damage() {
        var wrong = Self.navigation().sirf
        wrong[10] ^= 1
        let (reports, damage) = GNSSDecoder.reports(of: wrong + [0xA0, 0xA2, 0x7F, 0xFF, 0xA0] + Self.navigation().sirf)
        #expect(reports.count == 2)
        #expect(damage.checksumErrors == 1)
        #expect(damage.skippedBytes == 5)
    }

    @Test("counts messages that are too short, or of no known kind")
    func shortMessages() {
        for kind in [4, 8, 41, 52, 98] {
            var message = BinaryMessage(.big, count: 5)
            message.set(0, size: 1, kind)
            #expect(GNSSDecoder.reports(of: message.sirf).damage.malformed == 1, "message \(kind)")
        }
        var unknown = BinaryMessage(.big, count: 5)
        unknown.set(0, size: 1, 200)
        #expect(GNSSDecoder.reports(of: unknown.sirf).damage.unknownPackets == 1)
        #expect(GNSSDecoder.reports(of: BinaryMessage(.big, count: 0).sirf).reports.isEmpty)
    }

    @Test("may be of any bytes in any message")
    func anyBytes() {
        var state: UInt64 = 0x5EED
        for kind in 0..<256 {
            for count in [1, 5, 19, 39, 41, 43, 67, 91, 126, 188, 198] {
                var message = BinaryMessage(.big, count: count)
                for offset in 0..<count {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    message.set(offset, size: 1, Int(state >> 56))
                }
                message.set(0, size: 1, kind)
                let damage = GNSSDecoder.reports(of: message.sirf).damage
                #expect(damage.checksumErrors == 0)
            }
        }
    }
}
