// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("CASIC binary")
struct CASICProtocolTests {
    private static func packet(_ kind: Int, _ message: BinaryMessage) -> [UInt8] {
        let count = message.bytes.count
        let body = [UInt8(count & 255), UInt8(count >> 8), UInt8(kind >> 8), UInt8(kind & 255)] + message.bytes
        let sum = stride(from: 0, to: body.count, by: 4).reduce(0) { sum, index in
            sum + (0..<4).reduce(0) { $0 | Int(body[index + $1]) << (8 * $1) }
        }
        return [0xBA, 0xCE] + body + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }

    private static func epoch(_ second: Int) -> [UInt8] {
        var solution = BinaryMessage(.little, count: 80)
        solution.set(0, size: 4, second * 1000)
        solution.set(4, size: 1, 7)
        solution.set(5, size: 1, 7)
        solution.set(16, -121.25)
        solution.set(24, 44.5)
        solution.set(32, Float(1100))
        solution.set(40, Float(4))
        solution.set(64, Float(1.5))
        var satellites = BinaryMessage(.little, count: 32)
        satellites.set(0, size: 4, second * 1000)
        satellites.set(4, size: 1, 2)
        for index in 0..<2 {
            satellites.set(9 + 12 * index, size: 1, 4 + index)
            satellites.set(10 + 12 * index, size: 2, index)
        }
        var time = BinaryMessage(.little, count: 24)
        time.set(0, size: 4, second * 1000)
        for (offset, size, value) in [(14, 2, 2024), (16, 1, 5), (17, 1, 6), (20, 1, second), (21, 1, 7), (23, 1, 3)] {
            time.set(offset, size: size, value)
        }
        return packet(0x0103, solution) + packet(0x0120, satellites) + packet(0x0110, time)
    }

    @Test("reports a fix at the end of each epoch, once it knows which message that is")
    func epochs() throws {
        let stream = (10..<14).flatMap(Self.epoch)
        let fix = try #require(GNSSDecoder.fixes(of: stream).last)
        #expect(fix.latitude == 44.5)
        #expect(fix.longitude == -121.25)
        #expect(fix.altitudeHAE == 1100)
        #expect(fix.eph == 2)
        #expect(fix.speed == 1.5)
        #expect(fix.time == GNSSTime(seconds: 1_714_953_613, nanoseconds: 0))
        let sky = try #require(GNSSDecoder.skies(of: stream).last)
        #expect(sky.visibleCount == 2)
        #expect(sky.usedCount == 1)
    }

    @Test("gives the same however the bytes are cut, and counts damage")
    func pieces() {
        var stream = (10..<14).flatMap(Self.epoch)
        stream[20] ^= 1
        let whole = GNSSDecoder.reports(of: stream)
        #expect(whole.damage.checksumErrors == 1)
        for length in [1, 2, 3, 7, 64] {
            let cut = GNSSDecoder.reports(of: stream, pieces: length)
            #expect(String(describing: cut.reports) == String(describing: whole.reports))
            #expect(cut.damage == whole.damage)
        }
    }
}
