// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

@testable import VedetteValues

@Suite("RFC 3339")
struct RFC3339Tests {
    private func parse(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0))?.microsecondsSince1970 }
    }

    @Test(
        "reads times",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000001Z", 1), ("1969-12-31T23:59:59.5Z", -500_000),
            ("2026-05-01T12:04:31.2+02:00", 1_777_629_871_200_000),
            ("2000-02-29t23:59:60z", 951_868_800_000_000), ("2026-05-01 12:04:31-00:30", 1_777_638_871_000_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
            ("9999-12-31T23:59:59.9999999Z", 253_402_300_799_999_999),
        ] as [(String, Int64)])
    func reads(text: String, expected: Int64) {
        #expect(parse(text) == expected)
    }

    @Test(
        "refuses what is none",
        arguments: [
            "", "2026-05-01", "2026-05-01T12:04:31", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-05-01T24:00:00Z",
            "2026-05-01T12:60:00Z",
            "2026-05-01T12:04:61Z", "2026-05-01T12:04:31.Z", "2026-05-01T12:04:31+2:00", "2026-05-01T12:04:31Zx", "26-05-01T12:04:31Z",
            "2026/05/01T12:04:31Z",
        ])
    func refuses(text: String) {
        #expect(parse(text) == nil)
    }

    @Test("what is written is read back, and says the same as Foundation, whose older dates are Julian")
    func roundTrip() {
        var random = SeededRandomNumberGenerator(seed: 20_260_501)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<5_000 {
            let instant = Instant(
                microsecondsSince1970: Int64.random(in: -11_000_000_000_000_000...250_000_000_000_000_000, using: &random))
            #expect(parse(instant.description) == instant.microsecondsSince1970)
            let second = Instant(microsecondsSince1970: instant.microsecondsSince1970 / 1_000_000 * 1_000_000)
            #expect(second.description.replacingOccurrences(of: ".000Z", with: "Z") == formatter.string(from: second.date))
        }
    }

    @Test("writes three decimals, or six where there are microseconds")
    func decimals() {
        #expect(Instant(microsecondsSince1970: 1_500_000).description == "1970-01-01T00:00:01.500Z")
        #expect(Instant(microsecondsSince1970: 1_500_001).description == "1970-01-01T00:00:01.500001Z")
    }

    @Test("instants stay in range")
    func range() {
        #expect(Instant(Date(timeIntervalSince1970: 1e300)).microsecondsSince1970 == .max)
        #expect(Instant(Date(timeIntervalSince1970: -.infinity)).microsecondsSince1970 < 0)
        #expect(Instant(microsecondsSince1970: 0).advanced(bySeconds: 1e300).microsecondsSince1970 == .max)
        #expect(Instant(microsecondsSince1970: 5).advanced(bySeconds: 1.5).microsecondsSince1970 == 1_500_005)
        // Centuries away it is as exact, and at the ends it stays.
        #expect(Instant(microsecondsSince1970: 10_413_792_000_000_000).advanced(bySeconds: 1).description == "2300-01-01T00:00:01.000Z")
        #expect(Instant(microsecondsSince1970: .max - 5).advanced(bySeconds: 1).microsecondsSince1970 == .max)
        #expect(Instant(microsecondsSince1970: .min + 5).advanced(bySeconds: -1).microsecondsSince1970 == .min + 1)
        #expect(Instant(microsecondsSince1970: 7).advanced(bySeconds: .nan).microsecondsSince1970 == 7)
    }
}
