// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteFeeds

/// Lines that are written alike are read by what they have in common; what is read does not show it.
@Suite("Lines written alike")
struct FixShapeTests {
    private let decoding = FixDecoderTests()

    /// A line with a value at each of its places.
    private static func line(
        id: String = #""o-17""#, x: String = "-112.0745123", y: String = "33.4483912", z: String = "410.5", name: String = #""v1""#,
        time: String = "1777637072000", accuracy: String = "7.25", speed: String = "12.5", text: String = #""docked""#,
        number: String = "-17", list: String = #"[1,"a",{"b":[2.5,null,true]}]"#
    ) -> String {
        #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":[\#(x),\#(y),\#(z)]},"properties":{"name":\#(name),"#
            + #""time":\#(time),"accuracy":\#(accuracy),"speed":\#(speed),"status":\#(text),"count":\#(number),"list":\#(list)}}"#
    }

    private static let variants = [
        FixDecoderTests.options(), FixDecoderTests.options(numbers: true), FixDecoderTests.options(track: "name"),
        FixDecoderTests.options(track: "name", time: "time", numbers: true), FixDecoderTests.options(track: "count"),
    ]

    /// What may stand where a value was.
    private static let values = [
        "0", "-0", "-0.0", "00", "01", "-01", "1.", ".5", "-", "+1", "1e5", "1E-3", "1.5e2", "7", "-7", "12", "123", "1234", "12345678",
        "123456789", "1234567890", "12.1234567", "12.12345675", "12.12345665", "12.1234567890123456789", "179.9999999", "180", "-180",
        "180.0000001", "90.0000001", "-90", "9007199254740993", "99999999999999999999", "1e999", "1777637072", "1777637072.25",
        "100000000000",
        "99999999999", "253402300799999", "253402300800000", "01777637072000", "null", "true", "false", "nul", "[]", "{}", "[1]",
        #"{"a":1}"#,
        #""""#, #""x""#, #""1""#, #""a name of more than sixteen bytes""#, #""a\u0062""#, #""\ud83d\ude00""#, #""\ud83d""#, #""\u12g4""#,
        #""a\"b""#, #""a\qb""#, #""a\\""#, #""Zürich €""#, "\"a\tb\"", "\"a", "a\"", "\"a\u{7F}\"", #""2026-05-01T12:04:31Z""#,
        #""2026-05-01T12:04:31.123456Z""#, #""2026-05-01T25:04:31Z""#, "", " ", " 5", "5 ", "5,6", "5]", "5}", #"5,"time":5"#,
        #"5,"name":"w""#,
        #"5,"speed":1"#, #"5,"type":"Feature""#, #""Feature""#, #""Point""#, "5\r", "5\n",
    ]

    @Test("any value may stand where another was, between lines that are alike")
    func everyValue() {
        let good = Self.line()
        for options in Self.variants {
            var lines: [String] = []
            for value in Self.values {
                for line in [
                    Self.line(id: value), Self.line(x: value), Self.line(y: value), Self.line(z: value), Self.line(name: value),
                    Self.line(time: value), Self.line(accuracy: value), Self.line(speed: value), Self.line(text: value),
                    Self.line(number: value), Self.line(list: value),
                ] {
                    lines += [good, line, good]
                }
            }
            decoding.compare(lines.joined(separator: "\n"), options)
            decoding.compare(lines.joined(separator: "\r\n"), options)
        }
    }

    @Test("each byte of a line between two that are alike is replaced, left out, doubled, and the line is cut there")
    func damage() {
        var random = SeededRandomNumberGenerator(seed: 31)
        let good = Array((Self.line() + "\n").utf8)
        let alphabet = Array("\"\\{}[]:,0123456789.-eE tfn\r\n\u{1}\u{7F}é".utf8)
        var text: [UInt8] = []
        for place in good.indices {
            var changed = good
            changed[place] = alphabet[random.index(below: alphabet.count)]
            text += good + changed + good + good[..<place] + good[(place + 1)...] + good + good[...place] + good[place...]
            text += good + good[..<place] + [0x0A] + good
        }
        for options in Self.variants { decoding.compare(text, options) }
        // Where the text ends.
        for place in good.indices { decoding.compare(good + good[..<place]) }
    }

    @Test("white space, blank lines and line ends between lines that are alike")
    func space() {
        let line = Self.line()
        let texts = [
            line + "\n" + line, line + "\r\n" + line + "\r\n", line + "\n\n \n\r\n" + line + "\n" + line + " \n" + line + "\t\r\n" + line,
            line + "\n " + line + "\n" + line, line + "\n" + line + "\r", line + "\n" + line + "\rx\n" + line,
            line + "\n" + line + "}\n" + line,
            line + "\n" + line + line + "\n" + line, line + "\n" + line + "," + line + "\n" + line,
        ]
        for text in texts { for options in Self.variants { decoding.compare(text, options) } }
    }

    @Test("lines of many kinds, of few, and of one for long, one after the other")
    func manyKinds() {
        var random = SeededRandomNumberGenerator(seed: 5)
        var members = [#""name":"n""#, #""time":1777637072000"#, #""speed":3.5"#, #""status":"moving""#, #""count":4"#, #""x":null"#]
        var lines: [String] = []
        func add(_ count: Int, kinds: Int) {
            let shuffled = (0..<kinds).map { _ in
                members.shuffle(using: &random)
                return members.prefix(3 + random.index(below: 4)).joined(separator: ",")
            }
            for number in 0..<count {
                let some = shuffled[random.index(below: kinds)]
                lines.append(
                    #"{"type":"Feature","id":"v\#(number % 37)","geometry":{"type":"Point","coordinates":[\#(number % 180).5,7.25]},"properties":{\#(some)}}"#
                )
            }
        }
        for kinds in [1, 200, 1, 3, 200, 6, 1] { add(3_000, kinds: kinds) }
        #expect(decoding.compare(lines.joined(separator: "\n"), FixDecoderTests.options(numbers: true)) == lines.count)
        decoding.compare((lines + FixDecoderTests.odd + lines.prefix(600)).joined(separator: "\n"))
    }

    @Test("a line over the limit is too long, however it is written")
    func limit() {
        var options = FixDecoderTests.options()
        options.feed.maximumRecordLength = Self.line().utf8.count
        let long = Self.line(text: #""docked and waiting""#)
        decoding.compare([Self.line(), Self.line(), long, Self.line(), long + " "].joined(separator: "\n"), options)
    }

    // MARK: By itself

    /// Reads `second` by what was learnt of `first`; nil where it does not fit.
    private func read(_ second: String, as first: String) throws -> (values: FixValues, end: Int)? {
        let options = FixDecoderTests.options(track: "name", numbers: true)
        let scanner = try #require(FixScanner(options))
        let (start, text) = (first.utf8.count, Array((first + second).utf8))
        return try (text + Array(repeating: 0x31, count: FixScanner.padding)).withUnsafeBytes { bytes in
            var (dates, found, values) = (ScannedDate(), FixScanner.Found(), FixValues())
            try #require(scanner.scan(0..<start, in: bytes, dates: &dates, into: &found))
            let shape = try #require(FixShape(0..<start, in: bytes, found))
            let base = try #require(bytes.baseAddress)
            let end = shape.reader.read(base, from: start, to: text.count, dates: &dates, into: &values)
            return end < 0 ? nil : (values, end - start)
        }
    }

    @Test("other values fit, and are read")
    func fits() throws {
        let line = Self.line(
            id: #""p""#, x: "7.5", y: "-8.0000001", name: #""another""#, time: "1777637073", accuracy: "10", speed: "0.125",
            text: #""moving on and on""#, number: "123.5", list: #"[22,"",{"b":[-3,null,true]}]"#)
        let (values, end) = try #require(try read(line, as: Self.line()))
        #expect(end == line.utf8.count)
        #expect(values.longitude == 75_000_000 && values.latitude == -80_000_001 && values.time == 1_777_637_073_000_000)
        #expect(values.accuracy == 10 && values.speed == 0.125 && values.track.count == 7 && values.id.count == 1)
    }

    @Test("another member, another kind of value, another type do not")
    func fitsNot() throws {
        let line = Self.line()
        for other in [
            line.replacing("\"name\"", with: "\"nama\""), line.replacing("Point", with: "Paint"),
            line.replacing("Feature", with: "Featura"),
            Self.line(time: #""2026-05-01T12:04:31Z""#), Self.line(id: "5"), Self.line(list: "[]"), String(line.dropLast()), "",
            String(line.dropFirst()), line.replacing(",\"count\"", with: ", \"count\""),
        ] {
            #expect(try read(other, as: line) == nil, "\(other)")
        }
        #expect(try read(line, as: Self.line(time: #""2026-05-01T12:04:31Z""#)) == nil)
    }
}
