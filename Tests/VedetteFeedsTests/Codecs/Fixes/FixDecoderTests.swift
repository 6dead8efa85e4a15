// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFeeds

/// The short way of reading fixes says what the full decoders say: of good lines, of odd ones, and of damaged ones.
@Suite("Fixes read the short way")
struct FixDecoderTests {
    /// What was read, in words that two readings can be compared by.
    private struct Reading: Equatable {
        var rows: [String] = []
        var issues: [String] = []
        var records = 0
        var lines = 0
    }

    private func read(
        _ text: [UInt8], _ options: FixOptions, header: CSVHeader? = nil, usesScanner: Bool
    ) -> (reading: Reading, shortRows: Int) {
        var decoder = FixDecoder(format: header == nil ? .geojson : .csv, header: header, options: options, usesScanner: usesScanner)
        let batch = FixBatch()
        // As the block before left it.
        batch.firstOrdinal = 77
        var reading = Reading()
        // Behind the text there is always some more memory.
        let padded = text + Array(repeating: 0x7B, count: 64)
        padded.withUnsafeBytes { bytes in
            decoder.decode(lines: 0..<text.count, in: bytes, into: batch)
            for row in batch.rows {
                let track = batch.withBytes(row.track) { String(decoding: $0, as: UTF8.self) }
                let id = batch.withBytes(row.id) { String(decoding: $0, as: UTF8.self) }
                reading.rows.append(
                    "\(row.record) \(track) [\(id)] \(row.longitude) \(row.latitude) \(row.time) \(row.accuracy) \(row.speed) \(row.trackHash)"
                )
            }
        }
        reading.issues = batch.issues.map { "\($0.record) \($0.issue.code.rawValue) \($0.issue)" }
        (reading.records, reading.lines) = (batch.recordCount, batch.lineCount)
        return (reading, batch.rows.count { $0.track.isInBlock })
    }

    /// Both readings must be alike; says how many rows went the short way.
    @discardableResult
    func compare(_ text: String, _ options: FixOptions = FixOptions(feed: FeedOptions()), header: CSVHeader? = nil) -> Int {
        compare(Array(text.utf8), options, header: header)
    }

    @discardableResult
    func compare(_ text: [UInt8], _ options: FixOptions = FixOptions(feed: FeedOptions()), header: CSVHeader? = nil) -> Int {
        let short = read(text, options, header: header, usesScanner: true)
        let full = read(text, options, header: header, usesScanner: false)
        #expect(short.reading == full.reading, "\(String(decoding: text.prefix(2_000), as: UTF8.self))")
        #expect(full.shortRows == 0)
        return short.shortRows
    }

    static func options(track: String? = nil, time: String? = nil, numbers: Bool = false) -> FixOptions {
        var options = FixOptions(feed: FeedOptions(trackField: track, timeField: time))
        if numbers { (options.accuracyFields, options.speedFields) = (FixOptions.accuracyNames, FixOptions.speedNames) }
        return options
    }

    static let plain =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-112.0745123,33.4483912]},"properties":{"track_id":"v1","time":1777637072000,"speed":12.5}}"#

    @Test("takes a plain line the short way")
    func plainLine() {
        #expect(compare(Self.plain) == 1)
        #expect(compare(Self.plain + "\n\n  \r\n" + Self.plain + "\r\n") == 2)
        #expect(compare(Self.plain, Self.options(numbers: true)) == 1)
    }

    /// Lines that are odd in one way each.
    static let odd: [String] = [
        "{}", "[]", "17", "null", "", "{", "}", "\"", plain + "}", plain + " x", "\u{FEFF}" + plain, plain + "," + plain,
        "{\"type\":\"Feature\"",
        #"{"type":"Feature","geometry":null,"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3,4]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,null]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"coordinates":[1,2],"type":"Point","bbox":[1,2,1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","type":"Point","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","id":"","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","id":null,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"track_id":"a"}}"#,
        #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1,2]},"properties":null}"#,
        #"{"type":"Feature","id":-7.50,"geometry":{"type":"Point","coordinates":[1,2]}}"#,
        #"{"type":"Feature","id":1e3,"geometry":{"type":"Point","coordinates":[1,2]}}"#,
        #"{"type":"Feature","id":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":"x"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":[]}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":tru}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":[1,truu]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":[1,],"y":1}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":{"y":[{},[],{"z":null}]}}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":1e999}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":1.}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":01}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":"\q"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":"\ud83d\ude00 \" \\ \/ \b"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":"\ud83d"}}"#,
        #"{"type":"Feature","id":"Zürich","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"ort":"Zürich € 😀","é":1}}"#,
        #"{"type":"Feature","\u0069d":"a","geometry":{"type":"Point","coordinates":[1,2]}}"#,
        #"{"type":"Feature","id":"a\u0062","geometry":{"type":"Point","coordinates":[1,2]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[180.00000001,90.00000001]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[180.0000001,90]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-180,-90.0000000500000000001]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[0.00000005,0.00000015]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-0,-0.0]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1e1,2E0]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[12.34567891234567891234,2.000000049999999999]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[+1,2]}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":["1","2"]}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"hex":"h","id":5,"MMSI":6,"track_id":"t","trackId":"T"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"trackId":"T","hex":null}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"trackId":"","hex":"h"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"hex":"h","hex":"i"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"n","name":"m","seen":10}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":7,"seen":20.5}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"t":1,"time":"never"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":1,"t":"never"}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":null,"t":5}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":1,"time":2}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":{}}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"accuracy":5,"hacc":"x","speed":null}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"hacc":5.25,"horizontalAccuracy":7,"velocity":-0.0}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"accuracy":1e2,"speed":9007199254740993}}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"accuracy":5,"accuracy":6}}"#,
        #"{ "id" : "a" , "geometry" : { "type" : "Point" , "coordinates" : [ 1 , 2 ] } , "type" : "Feature" }"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"a rather long name of a member":[[[[[[1]]]]]]}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"deep":\#(String(repeating: "[", count: 70))}"#,
        #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"deep":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#,
    ]

    @Test("says of odd lines what the full decoder says")
    func oddLines() {
        let variants = [
            Self.options(), Self.options(numbers: true), Self.options(track: "name"), Self.options(track: "id"),
            Self.options(track: "name", time: "seen", numbers: true), Self.options(time: "time"), Self.options(track: "t", time: "t"),
        ]
        for options in variants {
            for line in Self.odd { compare(line, options) }
            compare(Self.odd.joined(separator: "\n"), options)
        }
    }

    static let times = [
        "2026-05-01T12:04:31Z", "2026-05-01T12:04:31.5Z", "2026-05-01T12:04:31.123456789Z", "2026-05-01T23:59:60Z", "2026-05-01T24:00:00Z",
        "2026-02-29T00:00:00Z", "2024-02-29T23:59:59.999999Z", "2026-05-01T12:60:00Z", "2026-05-01T12:04:31.Z", "2026-05-01t12:04:31z",
        "2026-05-01 12:04:31Z", "2026-05-01T12:04:31+02:00", "2026-05-01T12:04:31", "0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z",
        "1777637072", "1777637072.25", "-1", "99999999999", "100000000000", "253402300799999", "253402300800000", "12:04", "", "Z",
        "2026-05-01T1a:04:31Z", "2026-05-01T12:04:3 Z", "2026-13-01T12:04:31Z", "2026-05-01T12:04:31.12e4Z",
    ]

    @Test("reads every kind of time as the full decoder does, each behind each")
    func everyTime() {
        for first in Self.times {
            for second in Self.times {
                let lines = [first, second, first].map { time in
                    #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":"\#(time)"}}"# + "\n"
                        + #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":\#(time)}}"#
                }
                compare(lines.joined(separator: "\n"))
            }
        }
    }

    @Test("says of damaged lines what the full decoder says: each byte of a line replaced, left out, doubled, and the line cut there")
    func damage() {
        var random = SeededRandomNumberGenerator(seed: 7)
        let lines = [Self.plain, Self.odd[28], Self.odd[33], Self.odd[60]].map { Array($0.utf8) }
        let alphabet = Array("\"\\{}[]:,0123456789.-eE tfnu\u{1}\u{7F}é".utf8)
        for line in lines {
            for place in line.indices {
                var changed = line
                changed[place] = alphabet[random.index(below: alphabet.count)]
                compare(changed, Self.options(numbers: place % 2 == 0))
                compare(Array(line[..<place] + line[(place + 1)...]))
                compare(Array(line[...place] + line[place...]))
                compare(Array(line[..<place]))
            }
        }
    }

    @Test("reads rows of CSV as the full decoder does")
    func rows() throws {
        for text in ["id,lon,lat,time,hacc,speed", "lat,extra,lon,track_id", "x,y,MMSI,t,note,accuracy,velocity"] {
            let header = try Array(text.utf8).withUnsafeBytes { try CSVHeader($0, options: FeedOptions(), line: 1) }
            let cells = [
                "a", "1", "2.5", "-0.00000005", "91", "181", "+5", " 7 ", "", "1e1", "é", "\u{FFFD}", "2026-05-01T12:04:31Z", "\"q\"",
                "0767225600", "1777637072", "00", "0",
                "x\"y",
            ]
            var random = SeededRandomNumberGenerator(seed: 11)
            var lines: [String] = []
            for _ in 0..<4_000 {
                let count = header.names.count + (random.index(below: 20) == 0 ? 1 : 0) - (random.index(below: 20) == 0 ? 1 : 0)
                lines.append(
                    (0..<count).map { _ in cells[random.index(below: random.index(below: 3) == 0 ? cells.count : 3)] }.joined(
                        separator: ","))
            }
            for options in [Self.options(), Self.options(numbers: true)] {
                let short = compare(lines.joined(separator: "\n"), options, header: header)
                #expect(short > 100)
            }
            compare(lines.joined(separator: "\r\n"), header: header)
        }
    }

    @Test("a line over the limit is reported as such")
    func longLine() {
        var options = FixOptions(feed: FeedOptions())
        options.feed.maximumRecordLength = Self.plain.utf8.count
        #expect(compare(Self.plain + "\n" + Self.plain + " \n" + Self.plain.dropLast() + " }\n" + Self.plain, options) == 3)
    }
}
