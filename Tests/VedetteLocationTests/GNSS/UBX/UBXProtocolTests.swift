// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("UBX binary")
struct UBXProtocolTests {
    private static let end = 0x0161

    /// NAV-PVT north of Bend, at a second of the week.
    static func solution(_ second: Int, fixType: Int = 3, flags: Int = 1, valid: Int = 3, nanoseconds: Int = 0) -> [UInt8] {
        var message = BinaryMessage(.little, count: 92)
        message.set(0, size: 4, second * 1000)
        let date = [(4, 2, 2024), (6, 1, 3), (7, 1, 28), (8, 1, 15), (9, 1, second / 60 % 60), (10, 1, second % 60), (11, 1, valid)]
        for (offset, size, value) in date { message.set(offset, size: size, value) }
        message.set(16, size: 4, nanoseconds)
        message.set(20, size: 1, fixType)
        message.set(21, size: 1, flags)
        message.set(24, size: 4, -1_213_140_786)
        message.set(28, size: 4, 440_688_186)
        message.set(32, size: 4, 1_105_957)
        message.set(36, size: 4, 1_127_307)
        message.set(40, size: 4, 1200)
        message.set(44, size: 4, 1800)
        message.set(60, size: 4, 253)
        message.set(64, size: 4, 9_400_520)
        message.set(68, size: 4, 300)
        return message.ubx(0x0107)
    }

    /// NAV-EOE.
    static func endOfEpoch(_ second: Int) -> [UInt8] {
        var message = BinaryMessage(.little, count: 4)
        message.set(0, size: 4, second * 1000)
        return message.ubx(end)
    }

    private static func epochs(_ seconds: Range<Int>, _ solution: (Int) -> [UInt8]) -> [UInt8] {
        seconds.flatMap { solution($0) + endOfEpoch($0) }
    }

    @Test("reports a fix at the end of each epoch, once it knows which message that is")
    func epochs() throws {
        // The first epoch shows how epochs end; from the second on each is reported.
        let fixes = GNSSDecoder.fixes(of: Self.epochs(100..<104) { Self.solution($0) })
        #expect(fixes.count == 3)
        #expect(fixes.compactMap { $0.time.map { $0.seconds % 60 } } == [41, 42, 43])
        let fix = try #require(fixes.first)
        #expect(fix.mode == .threeDimensional)
        #expect(abs(fix.latitude - 44.0688186) < 1e-12)
        #expect(abs(fix.longitude + 121.3140786) < 1e-12)
        #expect(abs(fix.altitudeHAE - 1105.957) < 1e-9)
        #expect(abs(fix.altitudeMSL - 1127.307) < 1e-9)
        #expect(abs(fix.speed - 0.253) < 1e-12)
        #expect(abs(fix.track - 94.0052) < 1e-9)
        #expect(fix.eph == 1.2)
    }

    @Test(
        "tells dimensions and quality from the type of fix and its flags",
        arguments: [
            (0, 0, GNSSFix.Mode.none, 0), (1, 1, .twoDimensional, 5), (2, 1, .twoDimensional, 1), (3, 1, .threeDimensional, 1),
            (3, 3, .threeDimensional, 2), (3, 0x43, .threeDimensional, 4), (3, 0x83, .threeDimensional, 3), (4, 1, .threeDimensional, 6),
            (5, 3, .threeDimensional, 7),
        ])
    func quality(fixType: Int, flags: Int, mode: GNSSFix.Mode, status: Int) throws {
        let fix = try #require(GNSSDecoder.fixes(of: Self.epochs(100..<103) { Self.solution($0, fixType: fixType, flags: flags) }).first)
        #expect(fix.mode == mode)
        #expect((fix.status ?? 0) == status)
    }

    @Test("takes nanoseconds that are before the second, and no time that is not valid")
    func time() throws {
        let fix = try #require(GNSSDecoder.fixes(of: Self.epochs(100..<103) { Self.solution($0, nanoseconds: -1000) }).first)
        #expect(fix.time?.nanoseconds == 999_999_000)
        #expect(fix.time.map { $0.seconds % 60 } == 40)
        #expect(GNSSDecoder.fixes(of: Self.epochs(100..<103) { Self.solution($0, valid: 1) }).allSatisfy { $0.time == nil })
    }

    @Test("takes the finest position from messages of high precision")
    func highPrecision() throws {
        func precise(_ second: Int) -> [UInt8] {
            var message = BinaryMessage(.little, count: 36)
            message.set(4, size: 4, second * 1000)
            message.set(8, size: 4, -1_213_140_786)
            message.set(12, size: 4, 440_688_186)
            message.set(16, size: 4, 1_105_957)
            message.set(24, size: 1, -45)
            message.set(25, size: 1, 99)
            message.set(26, size: 1, -7)
            return message.ubx(0x0114)
        }
        let fix = try #require(GNSSDecoder.fixes(of: Self.epochs(100..<103) { Self.solution($0) + precise($0) }).first)
        #expect(abs(fix.latitude - 44.068818699) < 1e-12)
        #expect(abs(fix.longitude + 121.314078645) < 1e-12)
        #expect(abs(fix.altitudeHAE - 1105.95693) < 1e-9)
    }

    @Test("of older receivers gives fixes by NAV-SOL, with the time in GPS weeks")
    func olderSolution() throws {
        var message = BinaryMessage(.little, count: 52)
        message.set(0, size: 4, 345_600_000)
        message.set(4, size: 4, -250_000)
        message.set(8, size: 2, 1326)
        message.set(10, size: 1, 3)
        message.set(11, size: 1, 0x0D)
        for (offset, value) in [(12, 436_095_300), (16, 57_935_100), (20, 460_455_800), (28, -12)] { message.set(offset, size: 4, value) }
        message.set(44, size: 2, 240)
        let (reports, _) = GNSSDecoder.reports(of: message.ubx(0x0106))
        guard case .fix(let fix, _)? = reports.first, case .sky(let sky)? = reports.last else {
            Issue.record("no fix and sky: \(reports)")
            return
        }
        #expect(fix.time == GNSSTime(seconds: GNSSContext.gpsEpoch + 1326 * 604_800 + 345_600 - 19, nanoseconds: 999_750_000))
        #expect(abs(fix.latitude - 46.498287) < 1e-6)
        #expect(fix.earthCentredVelocity.x == -0.12)
        #expect(sky.pdop == 2.4)
        #expect(sky.visibleCount == nil)
    }

    @Test("lists satellites of all constellations, and leaves out those without a number")
    func satellites() throws {
        let listed = [
            (0, 5, 40, 120, 0x0F), (1, 131, 30, 200, 0), (2, 8, 50, 360, 8), (3, 12, 20, -1, 8), (5, 2, 91, 10, 0), (6, 255, 0, 0, 0),
            (6, 3, 5, 5, 0),
        ]
        var message = BinaryMessage(.little, count: 8 + 12 * listed.count)
        message.set(4, size: 1, 1)
        message.set(5, size: 1, listed.count)
        for (index, satellite) in listed.enumerated() {
            let offset = 8 + 12 * index
            message.set(offset, size: 1, satellite.0)
            message.set(offset + 1, size: 1, satellite.1)
            message.set(offset + 2, size: 1, 44)
            message.set(offset + 3, size: 1, satellite.2)
            message.set(offset + 4, size: 2, satellite.3)
            message.set(offset + 8, size: 4, satellite.4)
        }
        let sky = try #require(GNSSDecoder.skies(of: message.ubx(0x0135)).first)
        #expect(sky.satellites.map(\.id) == [5, 44, 308, 412, 194, 67])
        #expect(sky.satellites.map(\.system) == [.gps, .sbas, .galileo, .beiDou, .qzss, .glonass])
        #expect(sky.visibleCount == 6)
        #expect(sky.usedCount == 3)
        #expect(sky.satellites[2].azimuth == 0)
        #expect(sky.satellites[3].azimuth.isNaN)
        #expect(sky.satellites[4].elevation.isNaN)
    }

    @Test("lists signals with the directions of their satellites")
    func signals() throws {
        var list = BinaryMessage(.little, count: 20)
        list.set(4, size: 1, 1)
        list.set(5, size: 1, 1)
        list.set(9, size: 1, 7)
        list.set(11, size: 1, 33)
        list.set(12, size: 2, 77)
        var signals = BinaryMessage(.little, count: 40)
        signals.set(5, size: 1, 2)
        for index in 0..<2 {
            signals.set(9 + 16 * index, size: 1, 7)
            signals.set(14 + 16 * index, size: 1, 30 + index)
            signals.set(15 + 16 * index, size: 1, 3 + index)
        }
        let sky = try #require(GNSSDecoder.skies(of: list.ubx(0x0135) + signals.ubx(0x0143)).last)
        #expect(sky.visibleCount == 2)
        #expect(sky.usedCount == 1)
        #expect(sky.satellites.map(\.azimuth) == [77, 77])
        #expect(sky.satellites.map(\.elevation) == [33, 33])
    }

    @Test("numbers satellites of old lists by one number each")
    func numbers() {
        let numbers = [1, 33, 65, 120, 152, 159, 193, 211, 0, 97, 164, 255].map { UBXSatellite.identity(ofNumber: $0)?.1 }
        #expect(numbers == [1, 406, 65, 33, 152, 401, 193, 301, nil, nil, nil, nil])
    }

    @Test("takes leap seconds from where they are said")
    func leapSeconds() {
        func leapSeconds(_ kind: Int, count: Int, _ fields: [(Int, Int, Int)]) -> Int {
            var message = BinaryMessage(.little, count: count)
            for (offset, size, value) in fields { message.set(offset, size: size, value) }
            var decoder = GNSSDecoder()
            _ = decoder.push(message.ubx(kind))
            return decoder.session.context.leapSeconds
        }
        #expect(leapSeconds(0x0120, count: 16, [(10, 1, 15), (11, 1, 4)]) == 15)
        #expect(leapSeconds(0x0120, count: 16, [(10, 1, 15), (11, 1, 3)]) == 18)
        #expect(leapSeconds(0x0126, count: 24, [(9, 1, 16), (23, 1, 1)]) == 16)
        #expect(leapSeconds(0x0215, count: 16, [(10, 1, 17), (12, 1, 1)]) == 17)
    }

    @Test("gives the same however the bytes are cut")
    func pieces() {
        let stream = Self.epochs(100..<104) { Self.solution($0) }
        let whole = GNSSDecoder.reports(of: stream)
        for length in [1, 2, 3, 7, 64] {
            let cut = GNSSDecoder.reports(of: stream, pieces: length)
            #expect(String(describing: cut.reports) == String(describing: whole.reports))
            #expect(cut.damage == whole.damage)
        }
    }

    @Test("counts damage, and reads what follows")
    func damage() {
        var wrong = Self.endOfEpoch(99)
        wrong[7] ^= 1
        let good = Self.epochs(100..<103) { Self.solution($0) }
        let (reports, damage) = GNSSDecoder.reports(of: wrong + [0xB5, 0x62, 1, 7, 0xFF, 0xFF] + good)
        #expect(reports.count { if case .fix = $0 { true } else { false } } == 2)
        #expect(damage.checksumErrors == 1)
        #expect(damage.skippedBytes == 6)
    }

    @Test("counts messages that are too short, or of no known kind")
    func shortMessages() {
        for kind in [0x0101, 0x0102, 0x0103, 0x0104, 0x0106, 0x0107, 0x0111, 0x0112, 0x0120, 0x0121, 0x0126, 0x0130, 0x0135, 0x0143] {
            #expect(GNSSDecoder.reports(of: BinaryMessage(.little, count: 3).ubx(kind)).damage.malformed == 1)
        }
        #expect(GNSSDecoder.reports(of: BinaryMessage(.little, count: 0).ubx(0x0BAD)).damage.unknownPackets == 1)
    }

    @Test("may be of any bytes in any message")
    func anyBytes() {
        var state: UInt64 = 0x5EED
        for kind in (0x0100...0x0162).map(\.self) + [0x0211, 0x0213, 0x0215, 0x0220, 0x0A09, 0x0A38, 0x0D01, 0x2800, 0x2801, 0x2802] {
            for count in [0, 1, 8, 20, 28, 52, 60, 92, 116, 128] {
                var message = BinaryMessage(.little, count: count)
                for offset in 0..<count {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    message.set(offset, size: 1, Int(state >> 56))
                }
                #expect(GNSSDecoder.reports(of: message.ubx(kind)).damage.checksumErrors == 0)
            }
        }
    }
}
