// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteFeeds

private func read(_ text: String) throws -> SpaceStationAnswer {
    var text = text
    return try text.withUTF8 { bytes throws(FeedError) in
        try SpaceStationAnswer(UnsafeRawBufferPointer(bytes), from: "http://example.org/iss-now.json")
    }
}

private func position(_ latitude: String, _ longitude: String, time: String = "1750000000") -> String {
    #"{"message":"success","timestamp":\#(time),"iss_position":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
}

@Suite("Answers of where the space station is")
struct SpaceStationAnswerTests {
    @Test("coordinates and times may be numbers or text, in any order, among other members")
    func shapes() throws {
        for text in [
            position("\"12.3\"", "\"-45.6\""), position("12.3", "-45.6"), position("\" 12.30 \"", "-4.56e1", time: "\"1750000000\""),
            #" {"iss_position":{"altitude":420,"longitude":"-45.6","latitude":"12.3"},"timestamp":1750000000.0,"message":"success","x":[{}]} "#,
            #"{"timestamp":1750000000,"iss_position":{"latitude":12.3,"longitude":-45.6}}"#,
        ] {
            let answer = try read(text)
            #expect(answer.latitude == 12.3 && answer.longitude == -45.6, "\(text)")
            #expect(answer.time == Instant(microsecondsSince1970: 1_750_000_000_000_000))
            #expect(answer.location.position == Point(latitude: 12.3, longitude: -45.6) && answer.location.speed.isNaN)
        }
        for (latitude, longitude) in [("90", "180"), ("-90", "-180"), ("\"0.0000\"", "\"-0.0000\"")] {
            #expect(throws: Never.self) { try read(position(latitude, longitude)) }
        }
    }

    @Test(
        "what cannot be read is told by name, with a remedy",
        arguments: [
            ("", "nothing; check"), (" \r\n ", "nothing; check"), ("<html>", "a page, not"), ("{", "not JSON"), ("[1]", "no object"),
            ("null", "no object"), ("{}", "without an iss_position"),
            (#"{"message":"success","iss_position":null,"timestamp":1}"#, "iss_position"),
            (#"{"message":"success","iss_position":[1,2],"timestamp":1}"#, "iss_position"),
            (#"{"message":"failure"}"#, "\"failure\" in place of success"), (#"{"message":5}"#, "in place of success"),
            (position("true", "1"), "latitude that is no number"), (position("\"\"", "1"), "latitude that is no number"),
            (position("\"NaN\"", "1"), "latitude that is no number"), (position("\"inf\"", "1"), "latitude that is no number"),
            (position("\"0x10\"", "1"), "latitude that is no number"), (position("\"12,3\"", "1"), "latitude that is no number"),
            (position("\"12.3 N\"", "1"), "latitude that is no number"), (position("\"\\\"1\\\"\"", "1"), "latitude that is no number"),
            (position("[1]", "1"), "latitude that is no number"), (position("null", "1"), "without a latitude"),
            (position("1", "null"), "without a longitude"), (position("90.001", "1"), "latitude 90.001"),
            (position("1", "180.5"), "longitude 180.5"),
            (position("1", "\"1e300\""), "longitude 1e+300"), (position("NaN", "1"), "not JSON"),
            (position("1", "1", time: "\"noon\""), "timestamp that is no number"),
            (position("1", "1", time: "null"), "without a timestamp"),
            (position("1", "1", time: "-1"), "seconds since 1970"), (position("1", "1", time: "1750000000000"), "not milliseconds"),
        ])
    func wrong(text: String, reason: String) {
        let error = #expect(throws: FeedError.self) { try read(text) }
        #expect(error?.code == .invalidAnswer && error?.message.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.message.hasPrefix("http://example.org/iss-now.json ") == true)
    }

    @Test("no damage traps or makes a place that is none")
    func damage() {
        var random = SeededRandomNumberGenerator(seed: 7)
        let text = Array(position("\"12.3\"", "\"-45.6\"").utf8)
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) + (Bool.random(using: &random) ? text : []))
            let answer = bytes.withUnsafeBytes { try? SpaceStationAnswer($0, from: "") }
            if let answer { #expect(abs(answer.latitude) <= 90 && abs(answer.longitude) <= 180 && answer.time.microsecondsSince1970 >= 0) }
        }
    }
}
