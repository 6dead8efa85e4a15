// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("Damage in a receiver's stream")
struct GNSSDamageTests {
    private static func times(_ bytes: [UInt8], step: Int? = nil) -> [Int64] {
        Sentences.reports(bytes, step: step).reports.compactMap { if case .fix(let fix, _) = $0 { fix.time?.seconds } else { nil } }
    }

    /// Everything at once: a beginning within a sentence, a wrong checksum, a missing one, NaN, empty fields, a burst, a sentence cut off by another.
    private static let damaged: [UInt8] = {
        var bytes = Array(",545.4,M,46.9,M,,*7B\r\n".utf8)
        bytes += Sentences.second(1)
        bytes += Array("$GPGGA,123402.00,4807.032,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*00\r\n".utf8)
        bytes += Array("$GPRMC,123402.00,A,4807.032,N\r\n".utf8)
        bytes += Sentences.stream(
            "GPGGA,123403.00,NaN,N,NaN,E,1,08,NaN,NaN,M,NaN,M,,", "GPRMC,,,,,,,,,,,", "GPGSV,1,1,00", "GPGSA,,,,,,,,,,,,,,,,,")
        bytes += (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 0x80) | 0x80 }
        bytes += Sentences.second(4)
        bytes += Array("$GPGGA,1234".utf8)
        bytes += Sentences.second(5) + Sentences.second(6)
        return bytes
    }()

    @Test("the next good sentence is decoded, and the damage is counted")
    func goesOn() throws {
        let outcome = Sentences.reports(Self.damaged)
        let fixes = outcome.reports.compactMap { if case .fix(let fix, _) = $0, fix.mode.isFix { fix } else { nil } }
        let last = try #require(fixes.last)
        #expect(GNSSReportWriter.time(try #require(last.time)) == "2026-03-17T12:34:06.000Z")
        #expect(GNSSReportWriter.number(last.latitude, 9) == "48.117266667")
        #expect(fixes.contains { $0.time.map { $0.seconds % 60 } == 4 })
        #expect(outcome.damage.checksumErrors == 2)
        #expect(outcome.damage.malformed == 1)
        #expect(outcome.damage.skippedBytes >= 300 + 20)
        let kinds = outcome.notes.map(\.kind)
        #expect(kinds.filter { $0 == .checksum }.count == 2 && kinds.contains(.malformed) && kinds.contains(.skipped))
        #expect(outcome.notes.first { $0.kind == .checksum }?.line == 7)
    }

    @Test("any pieces give the same reports, notes and counts", arguments: [1, 2, 3, 7, 64, 1000])
    func pieces(step: Int) {
        let whole = Sentences.reports(Self.damaged)
        let cut = Sentences.reports(Self.damaged, step: step)
        #expect(whole.reports.map(GNSSReportWriter.line) == cut.reports.map(GNSSReportWriter.line))
        #expect(whole.notes == cut.notes && whole.damage == cut.damage)
    }

    @Test("a sentence that another came into the middle of goes on behind it")
    func interrupted() {
        let whole = Sentences.sentence("GPGGA,123401.00,4807.031,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        let inner = Sentences.sentence("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1")
        let outcome = Sentences.reports(Array((whole.prefix(20) + inner + whole.dropFirst(20)).utf8))
        #expect(outcome.damage == GNSSDamage())
        #expect(
            outcome.reports.contains { if case .fix(let fix, _) = $0 { fix.mode == .threeDimensional && fix.latitude > 48 } else { false } }
        )
    }

    @Test(
        "the sentences that a false header reaches over are decoded",
        arguments: [
            [0xA0, 0xA2, 0x01, 0x90], [0xB5, 0x62, 0x01, 0x07, 0x90, 0x01], [0xBA, 0xCE, 0x90, 0x01, 0x01, 0x03],
            Array("@@Ha".utf8), Array("$PASHR,\u{1}".utf8),
        ] as [[UInt8]])
    func falseHeader(header: [UInt8]) {
        let bytes = Sentences.second(1) + header + (2...9).flatMap { Sentences.second($0) }
        let whole = Sentences.reports(bytes)
        #expect(Set(Self.times(bytes).map { $0 % 60 }) == Set(1...9), "\(whole.notes)")
        #expect(whole.damage.checksumErrors + whole.damage.skippedBytes > 0)
        for step in [1, 7, 64] {
            let cut = Sentences.reports(bytes, step: step)
            #expect(whole.reports.map(GNSSReportWriter.line) == cut.reports.map(GNSSReportWriter.line))
            #expect(whole.notes == cut.notes && whole.damage == cut.damage)
        }
    }

    @Test("so does one that is longer than what came into its middle, however the bytes come", arguments: [1, 3, 7, 64, 1000])
    func interruptedByLess(step: Int) {
        let whole = Sentences.sentence("GPGGA,123401.00,4807.031,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        let inner = Sentences.sentence("GPGSV,1,1,00")
        let bytes = Array((whole.prefix(60) + inner + whole.dropFirst(60)).utf8)
        let outcome = Sentences.reports(bytes, step: step)
        #expect(outcome.damage == GNSSDamage() && outcome.notes.isEmpty)
        #expect(outcome.reports.map(GNSSReportWriter.line) == Sentences.reports(bytes).reports.map(GNSSReportWriter.line))
        #expect(outcome.reports.contains { if case .fix(let fix, _) = $0 { fix.latitude > 48 } else { false } })
    }

    @Test("endless text and endless fields are bounded")
    func bounded() {
        let endless = Array("$GPGGA,".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000)
        #expect(Sentences.reports(endless + Array("\n".utf8)).damage.tooLong == 1)
        let long = Sentences.sentence("GPTXT," + String(repeating: "a,", count: 200))
        #expect(Sentences.reports(Array(long.utf8)).damage.tooLong == 1)
    }

    @Test(
        "impossible times and places are none",
        arguments: [
            "GPRMC,246199.00,A,0100.0,N,00200.0,E,1.0,2.0,320199,,", "GPRMC,120000.00,A,9900.0,N,99900.0,E,1e99,2.0,170326,,",
            "GPGGA,99999999999999999999,1.,N,1.,E,99999999999999,99999999999999,1e400,-1e400,M,,M,,",
        ])
    func impossible(body: String) {
        for (fix, _) in Sentences.fixes(Sentences.stream(body, body)) {
            #expect(!(abs(fix.latitude) > 90) && !(abs(fix.longitude) > 180) && !(fix.speed > 10_000))
            let line = GNSSReportWriter.line(.fix(fix, GNSSSky()))
            #expect(!line.contains("nan") && !line.contains("inf"))
        }
    }
}
