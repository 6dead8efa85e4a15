// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteLocation

@Suite("NMEA 0183 decoding")
struct NMEADecodingTests {
    @Test("a cycle of sentences makes one fix once its end is known")
    func cycles() throws {
        let fixes = Sentences.fixes((1...5).flatMap { Sentences.second($0) })
        // The last sentence with a time is RMC; that is seen when the third second begins.
        let whole = fixes.filter { $0.fix.time.map { $0.seconds % 60 >= 3 } ?? false && $0.fix.speed.isFinite }
        #expect(whole.count == 3)
        let (fix, sky) = try #require(whole.last)
        #expect(fix.mode == .threeDimensional && fix.status == 1)
        #expect(GNSSReportWriter.time(try #require(fix.time)) == "2026-03-17T12:34:05.000Z")
        #expect(GNSSReportWriter.number(fix.latitude, 9) == "48.117250000")
        #expect(fix.altitudeMSL == 545.4 && fix.geoidSeparation == 46.9)
        #expect(abs(fix.altitudeHAE - 592.3) < 1e-9)
        #expect(abs(fix.speed - 22.4 * 1852 / 3600) < 1e-12 && fix.track == 84.4)
        #expect(fix.magneticVariation == -3.1 && abs(fix.magneticTrack - 81.3) < 1e-9)
        // What GGA says is used weighs more than what GSA names: as gpsd prints it with the fix.
        #expect(sky.usedCount == 8 && sky.visibleCount == 5 && sky.hdop == 1.3 && sky.pdop == 2.5)
    }

    @Test("the reports of a fix are printed as gpsd prints them")
    func printed() throws {
        let reports = Sentences.reports(Sentences.stream("GPGGA,010203.50,0000.600,S,00000.300,W,2,04,1.0,10.0,M,5.0,M,3.2,0120")).reports
        #expect(
            reports.map(GNSSReportWriter.line) == [
                #"{"class":"TPV","status":2,"mode":3,"lat":-0.010000000,"lon":-0.005000000,"altHAE":15.0000,"altMSL":10.0000,"alt":10.0000,"#
                    + #""magvar":-4.8,"geoidSep":5.000,"eph":4.750,"dgpsAge":3.2,"dgpsSta":120}"#,
                #"{"class":"SKY","hdop":1.00,"uSat":4}"#,
            ])
    }

    @Test("the date comes from RMC or ZDA, and a time of day goes with the latest")
    func dates() throws {
        let bytes = Sentences.stream(
            "GPZDA,235958.00,31,12,2025,00,00", "GPGGA,235959.00,0100.0,N,00200.0,E,1,05,1.0,1.0,M,1.0,M,,",
            "GPRMC,000000.00,A,0100.0,N,00200.0,E,1.0,2.0,010126,,", "GPGGA,000001.00,0100.0,N,00200.0,E,1,05,1.0,1.0,M,1.0,M,,")
        var decoder = GNSSDecoder()
        let times = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            _ = decoder.push(line + [UInt8(ascii: "\n")])
            return decoder.session.fix.time.map(GNSSReportWriter.time)
        }
        #expect(
            times == ["2025-12-31T23:59:58.000Z", "2025-12-31T23:59:59.000Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"])
    }

    @Test("a receiver that has lost a rollover of the GPS week is put right, unless the log is dated")
    func rollover() throws {
        let rmc = Sentences.stream("GPRMC,120000.00,A,0100.0,N,00200.0,E,1.0,2.0,020806,,")
        let fix = try #require(Sentences.fixes(rmc).first?.fix)
        #expect(GNSSReportWriter.time(try #require(fix.time)) == "2026-03-18T12:00:00.000Z")
        let dated = try #require(Sentences.fixes(Array("# Date: 2006-08-02\n".utf8) + rmc).first?.fix)
        #expect(GNSSReportWriter.time(try #require(dated.time)) == "2006-08-02T12:00:00.000Z")
    }

    @Test("satellites are told apart by talker, by system and by range of numbers")
    func satelliteNumbers() {
        func number(_ id: Int, _ system: Int, _ talker: String) -> (Int, NMEASatelliteInfo.System) {
            let number = NMEASatelliteNumber(id: id, systemID: system, talker: Array(talker.utf8)[...])
            return (number.number, number.system)
        }
        #expect(number(7, 0, "GP") == (7, .gps))
        #expect(number(7, 0, "GA") == (307, .galileo))
        #expect(number(7, 4, "GB") == (407, .beiDou))
        #expect(number(70, 2, "GL") == (70, .glonass))
        #expect(number(6, 2, "GL") == (70, .glonass))
        #expect(number(40, 0, "GP") == (40, .sbas))
        #expect(number(3, 0, "QZ") == (195, .qzss))
        #expect(number(193, 5, "GQ") == (193, .qzss))
        #expect(number(301, 3, "GA") == (301, .galileo))
        #expect(number(100, 0, "GN") == (0, .unknown))
        #expect(number(0, 0, "GP") == (0, .unknown))
    }

    @Test("mixed lists of used satellites add up, and mark those in view")
    func used() throws {
        let bytes = Sentences.stream(
            "GNRMC,120000.00,A,0100.0,N,00200.0,E,1.0,2.0,170326,,,A", "GNGSA,A,3,01,02,,,,,,,,,,,2.0,1.0,1.7,1",
            "GNGSA,A,3,65,,,,,,,,,,,,2.0,1.0,1.7,2", "GPGSV,1,1,03,01,40,083,46,02,17,308,41,03,07,344,39",
            "GLGSV,1,1,02,65,22,228,45,66,10,100,")
        let skies = Sentences.reports(bytes).reports.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
        let sky = try #require(skies.last)
        #expect(sky.visibleCount == 5 && sky.usedCount == 3)
        #expect(sky.satellites.map(\.system) == [.gps, .gps, .gps, .glonass, .glonass])
        #expect(sky.satellites.map(\.isInUse) == [true, true, false, true, false])
        #expect(sky.satellites.last?.signalToNoiseRatio.isNaN == true)
    }

    @Test(
        "numbers are read as C's programs read them",
        arguments: [
            ("1.5", 1.5), ("-0.25", -0.25), (" 7", 7), ("12e2", 1200), ("1e-2x", 0.01),
            ("123456789012345678999", 123_456_789_012_345_678_000), (".5", 0.5),
        ])
    func numbers(text: String, value: Double) {
        #expect(NMEANumber.decimal(Array(text.utf8)[...]) == value)
    }

    @Test("what is no number is NaN", arguments: ["NaN", "nan", "", "x1", "inf", "--1"])
    func notNumbers(text: String) {
        let value = NMEANumber.decimal(Array(text.utf8)[...])
        #expect(value.isNaN || text == "--1" && value == 0)
    }

    @Test("headings come with the next report, and errors from GST")
    func headingAndErrors() throws {
        let fixes = Sentences.fixes(
            Sentences.stream("GPGST,120000.00,1.0,2.0,1.0,45.0,3.0,4.0,5.0") + Sentences.second(1)
                + Sentences.stream("HEHDT,123.4,T"))
        #expect(fixes.last?.fix.heading == 123.4)
        var decoder = GNSSDecoder()
        _ = decoder.push(Sentences.stream("GPGST,120000.00,1.0,2.0,1.0,45.0,3.0,4.0,5.0"))
        #expect(decoder.session.accuracy.horizontal == 75.0.squareRoot() && decoder.session.accuracy.vertical == 9.8)
        _ = decoder.push(Sentences.second(1) + Sentences.second(2))
        #expect(decoder.session.accuracy.horizontal.isNaN)
    }
}
