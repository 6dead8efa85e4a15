// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("RTCM 3")
struct RTCMProtocolTests {
    /// Message 1005 as the standard prints it for an example: a station's reference point.
    private static let station: [UInt8] = [
        0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33,
        0x36, 0x0B, 0x98,
    ]

    @Test("is framed by its check, and says nothing of a fix")
    func frame() {
        let (reports, damage) = GNSSDecoder.reports(of: Self.station + Self.station, pieces: 5)
        #expect(reports.isEmpty)
        #expect(damage == GNSSDamage())
    }

    @Test("with a wrong bit is skipped")
    func damage() {
        var wrong = Self.station
        wrong[9] ^= 1
        let (reports, damage) = GNSSDecoder.reports(of: wrong)
        #expect(reports.isEmpty)
        #expect(damage.skippedBytes > 0)
    }
}
