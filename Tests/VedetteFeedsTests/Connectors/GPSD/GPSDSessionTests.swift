// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteTesting

@testable import VedetteFeeds

@Suite("gpsd's protocol")
struct GPSDSessionTests {
    static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    static let watch =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/pts/1"}]}"# + "\r\n"
        + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"split24":false,"pps":false}"#
    static let sky =
        #"{"class":"SKY","device":"/dev/pts/1","hdop":2.4,"pdop":4.23,"nSat":2,"uSat":1,"satellites":[{"PRN":23,"el":6.5,"az":84.0,"ss":0.0,"used":false,"gnssid":0,"svid":23},{"PRN":71,"el":66.0,"az":189.0,"ss":44.5,"used":true}]}"#
    static let fix =
        #"{"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2025-01-23T14:34:46.280Z","ept":0.005,"lat":46.498300695,"lon":7.567400477,"altHAE":1390.5366,"altMSL":1344.947,"alt":1344.947,"epx":25.475,"epy":25.404,"epv":80.249,"track":10.3788,"speed":0.091,"climb":-0.085,"eps":50.95,"geoidSep":45.59,"eph":45.6}"#

    private struct Outcome: Equatable {
        var events: [String] = []
        var statistics = GPSDStatistics()
        var error: String?
        var locations: [[Double]] = []
    }

    private func read(_ bytes: [UInt8], cuts: [Int] = [], device: String? = nil) -> Outcome {
        var session = GPSDSession(device: device)
        var outcome = Outcome()
        var start = 0
        for end in cuts + [bytes.count] {
            var events: [GPSDEvent] = []
            do throws(FeedError) {
                try session.receive(bytes[start..<end], into: &events)
            } catch {
                outcome.error = error.description
            }
            start = end
            for event in events {
                outcome.events.append("\(event)")
                if case .fix(let fix, let sky) = event, let location = GPSDLocation.location(fix, sky) {
                    outcome.locations.append([location.position.x, location.position.y])
                }
            }
            if outcome.error != nil { break }
        }
        outcome.statistics = session.statistics
        return outcome
    }

    private func read(_ lines: String..., device: String? = nil) -> Outcome {
        read(Array((lines.joined(separator: "\r\n") + "\r\n").utf8), device: device)
    }

    private func location(_ fix: String) throws -> Location? {
        var session = GPSDSession(device: nil)
        var events: [GPSDEvent] = []
        try session.receive([Self.version, Self.sky, fix, ""].joined(separator: "\n").utf8, into: &events)
        guard case .fix(let fix, let sky)? = events.last else { return nil }
        return GPSDLocation.location(fix, sky)
    }

    @Test("a fix is a location, with the errors that hold in 95 % of cases")
    func fix() throws {
        let location = try #require(try location(Self.fix))
        #expect(location.position.x == 7.567400477 && location.position.y == 46.498300695 && location.position.z == 1344.947)
        #expect(location.horizontalAccuracy == 45.6 && location.verticalAccuracy == 80.249)
        #expect(location.speed == 0.091 && location.course == 10.3788 && !location.isLastKnown)
        #expect(abs((location.timestamp?.timeIntervalSince1970 ?? 0) - 1_737_642_886.28) < 1e-6)
        #expect(location.additionalSourceProperties[.satelliteCount] as? Int == 1)
        #expect(location.additionalSourceProperties[.positionSource] as? String == "GNSS")
    }

    @Test("without a horizontal error those along the axes count")
    func axes() throws {
        let location = try #require(try location(Self.fix.replacing(#","eph":45.6"#, with: "")))
        #expect(abs(location.horizontalAccuracy - 35.977) < 0.001)
    }

    @Test("no fix, no location: a mode below 2, no position, a two-dimensional one without height")
    func modes() throws {
        #expect(try location(#"{"class":"TPV","mode":1,"lat":1,"lon":2}"#) == nil)
        #expect(try location(#"{"class":"TPV","mode":0}"#) == nil && location(#"{"class":"TPV","lat":1,"lon":2}"#) == nil)
        #expect(try location(#"{"class":"TPV","mode":3}"#) == nil)
        let flat = try #require(try location(#"{"class":"TPV","mode":2,"lat":1,"lon":2,"alt":3,"epv":4}"#))
        #expect(
            flat.position.z == nil && flat.verticalAccuracy.isNaN && flat.timestamp == nil && flat.course.isNaN
                && flat.horizontalAccuracy.isNaN)
        let old = try #require(try location(#"{"class":"TPV","mode":3,"lat":1,"lon":2,"alt":3,"track":360,"speed":-1}"#))
        #expect(old.position.z == 3 && old.course == 0 && old.speed.isNaN)
    }

    @Test("satellites are told with their systems; what a report leaves out, the one before it has said")
    func satellites() throws {
        var session = GPSDSession(device: nil)
        var events: [GPSDEvent] = []
        try session.receive(
            [Self.version, Self.sky, #"{"class":"SKY","device":"/dev/pts/1","hdop":1.5}"#, ""].joined(separator: "\n").utf8, into: &events)
        guard case .sky(let first) = events[1], case .sky(let second) = events[2] else { throw CancellationError() }
        #expect(first.satellites.map(\.system) == [.gps, .glonass] && first.satellites.map(\.isInUse) == [false, true])
        #expect(first.satellites[0].azimuth == 84 && first.satellites[0].elevation == 6.5 && first.satellites[1].signalToNoiseRatio == 44.5)
        #expect(second.hdop == 1.5 && second.satellites == first.satellites && second.usedCount == 1)
    }

    @Test("cut anywhere, the bytes tell the same")
    func pieces() {
        let text =
            [
                Self.version, Self.watch, #"{"class":"ATT","device":"/dev/pts/1","heading":14.25}"#, Self.sky, Self.fix, "nonsense",
                #"{"a":"#,
                #"{"class":"TPV","mode":9}"#, #"{"class":"PPS"}"#, "", #"{"class":"ERROR","message":"No such device"}"#, Self.fix,
            ].joined(separator: "\r\n") + "\n"
        let bytes = Array(text.utf8)
        let whole = read(bytes)
        #expect(whole.error == nil && whole.locations.count == 2 && whole.events.count == 7, "\(whole)")
        #expect(
            whole.statistics.reportCount == 12 && whole.statistics.malformedReportCount == 3 && whole.statistics.ignoredReportCount == 2)
        #expect(read(bytes, cuts: Array(1..<bytes.count)) == whole)
        var random = SeededRandomNumberGenerator(seed: 17)
        for _ in 0..<100 {
            let cuts = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(read(bytes, cuts: cuts) == whole)
        }
    }

    @Test("one device of several can be listened to")
    func devices() {
        let other = Self.fix.replacing("/dev/pts/1", with: "/dev/ttyUSB0")
        #expect(read(Self.version, Self.fix, other, device: "/dev/ttyUSB0").locations.count == 1)
        #expect(read(Self.version, Self.fix, other).locations.count == 2)
    }

    @Test("a peer that is no gpsd, or of another protocol, is told from its first words")
    func strangers() {
        for text in [
            "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2", "\u{0}\u{1}\u{2}", "{}\n", "{\"a\":1}\n", "[1]\n", "{nonsense\n",
        ] {
            let error = read(Array(text.utf8)).error
            #expect(error?.contains("does not speak as a gpsd") == true, "\(text): \(error ?? "none")")
        }
        #expect(read(Self.fix).error?.contains("of the class TPV") == true)
        #expect(read(Self.version.replacing("major\":3", with: "major\":4")).error?.contains("version 4 of gpsd's protocol") == true)
    }

    @Test("no line is kept that has no end")
    func longLines() {
        let endless = [UInt8](repeating: UInt8(ascii: "{"), count: GPSDSession.maximumLineLength + 1)
        #expect(read(endless).error?.contains("its first line has more than 65536 bytes") == true)
        #expect(read(Array((Self.version + "\n").utf8) + endless).error?.contains("a line of more than 65536 bytes") == true)
        #expect(
            read(Array((Self.version + "\n").utf8) + endless, cuts: stride(from: 1_000, to: 65_000, by: 1_000).map { $0 }).error?.contains(
                "65536") == true)
    }
}
