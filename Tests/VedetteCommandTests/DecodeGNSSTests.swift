// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("vedette decode and fence, of a GNSS receiver", .timeLimit(.minutes(10)))
struct DecodeGNSSTests {
    private static func sentence(_ body: String) -> String {
        let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }

    /// Seconds of a receiver that goes east; before the first it has no position.
    private static func log(_ seconds: ClosedRange<Int>) -> String {
        var log = "# a log\n" + sentence("GPRMC,120000.00,V,,,,,,,170326,,")
        for second in seconds {
            let time = "1200\(second < 10 ? "0" : "")\(second).00"
            log += sentence("GPGGA,\(time),0100.000,N,00200.\(100 + second),E,1,05,1.0,10.0,M,5.0,M,,")
            log += sentence("GPRMC,\(time),A,0100.000,N,00200.\(100 + second),E,10.0,90.0,170326,,")
        }
        return log
    }

    @Test("each fix is a feature with gpsd's figures", arguments: [[], ["--format", "nmea"]])
    func features(options: [String]) async throws {
        let outcome = try await Program.run(["decode", "--stats"] + options, input: Array(Self.log(1...4).utf8))
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let lines = outcome.lines
        #expect(lines.first?.hasPrefix(#"{"type":"Feature","id":"nmea","geometry":null,"properties":{"mode":1"#) == true, "\(lines)")
        let last = try #require(lines.last)
        #expect(last.contains(#""coordinates":[2.001733333,1,10]"#), "\(last)")
        #expect(last.contains(#""mode":3"#) && last.contains(#""lat":1,"lon":2.001733333"#), "\(last)")
        #expect(last.contains(#""altHAE":15,"altMSL":10,"alt":10"#) && last.contains(#""speed":5.144"#), "\(last)")
        #expect(last.contains(#""feed_track":90,"course":90"#) && last.contains(#""uSat":5"#), "\(last)")
        #expect(last.contains(#""track":"nmea","time":"2026-03-17T12:00:04.000Z""#), "\(last)")
        #expect(outcome.errors.contains(#""checksumErrors":0"#), "\(outcome.errors)")
    }

    @Test("places between two steps of the grid, and times between milliseconds, have gpsd's digits")
    func digits() async throws {
        // The first is 36.74599065°, half a step of 1e-7°.
        let log =
            Self.sentence("GPRMC,120000.9996,A,3644.759439,S,17444.0728520,E,10.0,90.0,170326,,")
            + Self.sentence("GPGGA,120000.9996,3644.759439,S,17444.0728520,E,1,05,1.0,10.0,M,5.0,M,,")
        let outcome = try await Program.run(["decode"], input: Array(log.utf8))
        let reports = try await Program.run(["decode", "--output", "gpsd"], input: Array(log.utf8))
        let last = try #require(outcome.lines.last)
        #expect(last.contains(#""coordinates":[174.734547533,-36.74599065,10]"#), "\(last)")
        #expect(last.contains(#""time":"2026-03-17T12:00:01.000Z""#), "\(last)")
        #expect(reports.text.contains(#""time":"2026-03-17T12:00:01.000Z""#), "\(reports.text)")
    }

    @Test("damage is reported with its line, counted, and ends a strict run")
    func damage() async throws {
        let log = Self.log(1...2) + "$GPGGA,120003.00,,*00\r\n" + Self.log(3...4)
        let outcome = try await Program.run(["decode", "--stats"], input: Array(log.utf8))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errorLines.first == "line 7: $GPGGA,120003.00…: the checksum is wrong or missing", "\(outcome.errors)")
        #expect(outcome.errors.contains(#""skipped":1"#) && outcome.errors.contains(#""checksumErrors":1"#))
        let strict = try await Program.run(["decode", "--strict"], input: Array(log.utf8))
        #expect(strict.ending == .exited(1) && strict.errors.hasPrefix("line 7: "), "\(strict.errors)")
        #expect(outcome.text.hasPrefix(strict.text))
    }

    @Test("gpsd's own lines are printed, of receivers only")
    func reports() async throws {
        let outcome = try await Program.run(["decode", "--output", "gpsd"], input: Array(Self.log(1...3).utf8))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.lines.first == #"{"class":"TPV","mode":1}"#, "\(outcome.text)")
        #expect(outcome.lines.contains(#"{"class":"SKY","hdop":1.00,"uSat":5}"#), "\(outcome.text)")
        let wrong = try await Program.run(["decode", "--output", "gpsd", "--format", "csv"], input: [])
        #expect(wrong.ending == .exited(2) && wrong.errors.contains("--format nmea"), "\(wrong.errors)")
    }

    @Test("fences are entered in order, whatever the number of threads", arguments: [1, 4])
    func fences(threads: Int) async throws {
        let box = "[[2.0019,0.9],[2.01,0.9],[2.01,1.1],[2.0019,1.1],[2.0019,0.9]]"
        let fence = #"{"type":"Feature","id":"east","properties":{},"geometry":{"type":"Polygon","coordinates":["# + box + "]}}"
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            ["fence", "--fences", try folder.file("fence.geojson", fence), "--feed", "-", "--threads", "\(threads)"],
            input: Array(Self.log(1...59).utf8))
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let event = #""type":"entered","track":"nmea","fence":"east","time":"2026-03-17T12:00:14.000Z""#
        #expect(outcome.lines.count == 1 && outcome.text.contains(event), "\(outcome.text)")
    }

    @Test("what is neither a table nor of a receiver says so")
    func neither() async throws {
        let outcome = try await Program.run(["decode"], input: Array("$ nonsense # here\nmore\n".utf8))
        #expect(outcome.ending == .exited(2) && outcome.errors.contains("nor sentences of a GNSS receiver"), "\(outcome.errors)")
    }
}
