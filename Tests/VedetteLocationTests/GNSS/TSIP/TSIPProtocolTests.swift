// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("TSIP")
struct TSIPProtocolTests {
    /// 84: latitude, longitude and altitude, at a second of the week.
    private static func position(_ second: Float) -> [UInt8] {
        var message = BinaryMessage(.big, count: 36)
        message.set(0, 0.8)
        message.set(8, -1.5)
        message.set(16, 312.5)
        message.set(32, second)
        return message.tsip(0x84)
    }

    /// 41: week 1400 and 14 leap seconds.
    private static func time(_ second: Float) -> [UInt8] {
        var message = BinaryMessage(.big, count: 10)
        message.set(0, second)
        message.set(4, size: 2, 1400 - 1024)
        message.set(6, Float(14))
        return message.tsip(0x41)
    }

    private static let header = Array("# Date: 2006-11-05\n".utf8)

    @Test("gives a fix from radians, with the week from packet 41")
    func position() throws {
        let fix = try #require(GNSSDecoder.fixes(of: Self.header + Self.time(100) + Self.position(100.5)).last)
        #expect(abs(fix.latitude - 45.836623610465857) < 1e-9)
        #expect(abs(fix.longitude + 85.943669269623478) < 1e-9)
        #expect(fix.altitudeHAE == 312.5)
        #expect(fix.time == GNSSTime(seconds: GNSSContext.gpsEpoch + 1400 * 604_800 + 100 - 14, nanoseconds: 500_000_000))
    }

    @Test("takes altitudes for those above the geoid where the receiver says so")
    func altitude() throws {
        var options = BinaryMessage(.big, count: 4)
        options.set(0, size: 1, 4)
        let fix = try #require(GNSSDecoder.fixes(of: options.tsip(0x55) + Self.position(1)).last)
        #expect(fix.altitudeMSL == 312.5)
    }

    @Test("gives fix, velocity and week in the superpacket, where the roll-over is seen by the leap seconds")
    func superpacket() throws {
        var message = BinaryMessage(.big, count: 64)
        message.set(0, size: 1, 0x20)
        message.set(2, size: 2, -200)
        message.set(4, size: 2, 100)
        message.set(8, size: 4, 259_200_250)
        message.set(12, size: 4, 536_870_912)
        message.set(16, size: 4, 0xC000_0000)
        message.set(20, size: 4, -12_345)
        message.set(27, size: 1, 2)
        message.set(29, size: 1, 18)
        message.set(30, size: 2, 1000)
        let fix = try #require(GNSSDecoder.fixes(of: message.tsip(0x8F)).first)
        #expect(abs(fix.latitude - 45) < 1e-6)
        #expect(abs(fix.longitude + 90) < 1e-6)
        #expect(abs(fix.altitudeHAE + 12.345) < 1e-9)
        #expect(fix.velocity.north == 0.5)
        #expect(fix.velocity.east == -1)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.status == 2)
        #expect(fix.time == GNSSTime(seconds: GNSSContext.gpsEpoch + 2024 * 604_800 + 259_200 - 18, nanoseconds: 250_000_000))
    }

    @Test("lists tracked satellites when the round is over")
    func satellites() {
        func satellite(_ slot: Int, _ number: Int, isUsed: Bool) -> [UInt8] {
            var message = BinaryMessage(.big, count: 24)
            message.set(0, size: 1, number)
            message.set(1, size: 1, slot << 3)
            message.set(3, size: 1, isUsed ? 0x13 : 3)
            message.set(4, Float(40))
            message.set(12, Float(0.5))
            message.set(16, Float(2))
            return message.tsip(0x5C)
        }
        let round = (0..<4).flatMap { satellite($0, $0 + 7, isUsed: $0 > 0) }
        let skies = GNSSDecoder.skies(of: round + round)
        #expect(skies.last?.visibleCount == 4)
        #expect(skies.last?.usedCount == 3)
        #expect(skies.last?.satellites.map(\.id) == [7, 8, 9, 10])
    }

    @Test("doubles the delimiter in data")
    func delimiters() throws {
        var message = BinaryMessage(.big, count: 2)
        message.set(0, size: 1, 0x10)
        message.set(1, size: 1, 0x10)
        #expect(message.tsip(0x46) == [0x10, 0x46, 0x10, 0x10, 0x10, 0x10, 0x10, 0x03])
        let fix = try #require(GNSSDecoder.fixes(of: message.tsip(0x46)).first)
        #expect(fix.mode == .none)
    }

    @Test("of version 1 ends an epoch with the status, and checks what it reads")
    func version1() throws {
        func packet(_ kind: UInt8, _ sub: Int, _ data: (inout BinaryMessage) -> Void, count: Int) -> [UInt8] {
            var message = BinaryMessage(.big, count: count + 5)
            message.set(0, size: 1, sub)
            message.set(1, size: 2, count + 2)
            message.set(3, size: 1, 2)
            data(&message)
            message.set(count + 4, size: 1, Int(message.bytes.reduce(kind, ^)))
            return message.tsip(kind)
        }
        let timing = packet(
            0xA1, 0,
            { message in
                let fields = [
                    (8, 2, 2200), (10, 1, 12), (11, 1, 30), (12, 1, 45), (13, 1, 3), (14, 1, 7), (15, 2, 2022), (19, 1, 3), (20, 2, 18),
                ]
                for (offset, size, value) in fields { message.set(offset, size: size, value) }
            }, count: 30)
        let position = packet(
            0xA1, 0x11,
            { message in
                message.set(5, size: 1, 2)
                message.set(6, 37.384542)
                message.set(14, -122.005527)
                message.set(22, -5.2)
                message.set(42, Float(1.5))
            }, count: 50)
        let status = packet(0xA3, 0x11, { $0.set(5, size: 1, 255) }, count: 27)
        let fix = try #require(GNSSDecoder.fixes(of: timing + position + status).last)
        #expect(fix.latitude == 37.384542)
        #expect(fix.longitude == -122.005527)
        #expect(fix.altitudeHAE == -5.2)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.status == 7)
        #expect(fix.time == GNSSTime(seconds: 1_646_656_227, nanoseconds: 0))
        var wrong = status
        wrong[10] ^= 1
        #expect(GNSSDecoder.reports(of: wrong).damage.malformed == 1)
    }

    @Test("is not taken from bytes of no known kind and length")
    func chance() {
        for bytes: [UInt8] in [
            [0x10, 0x41, 1, 2, 3, 0x10, 3], [0x10, 0x99, 1, 0x10, 3], [0x10, 0x10, 0x10, 3], [0x10, 0x46, 1, 0x10, 7],
        ] {
            let (reports, damage) = GNSSDecoder.reports(of: bytes)
            #expect(reports.isEmpty)
            #expect(damage.skippedBytes == bytes.count)
        }
    }

    @Test("gives the same however the bytes are cut")
    func pieces() {
        let stream = Self.header + Self.time(100) + Self.position(100) + [0x10, 0x41, 0x10] + Self.position(101)
        let whole = GNSSDecoder.reports(of: stream)
        for length in [1, 2, 3, 7, 64] {
            let cut = GNSSDecoder.reports(of: stream, pieces: length)
            #expect(String(describing: cut.reports) == String(describing: whole.reports))
            #expect(cut.damage == whole.damage)
        }
    }

    @Test("may be of any bytes in any packet")
    func anyBytes() {
        var state: UInt64 = 0x5EED
        for kind in UInt8(0x13)...0xBC {
            for count in [1, 2, 3, 4, 8, 10, 12, 16, 17, 20, 24, 26, 36, 56, 64, 68] {
                var message = BinaryMessage(.big, count: count)
                for offset in 0..<count {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    message.set(offset, size: 1, Int(state >> 56))
                }
                _ = GNSSDecoder.reports(of: message.tsip(kind))
            }
        }
    }
}
