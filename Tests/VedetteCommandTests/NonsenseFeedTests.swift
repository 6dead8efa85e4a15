// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteTesting

/// Every command that reads a feed, in every format, on what should never be in one.
@Suite("Nonsense in a feed", .timeLimit(.minutes(10)))
struct NonsenseFeedTests {
    @Test("random bytes are refused line by line, or as a whole", arguments: ReadingCommand.all, [1, 2, 3, 4] as [UInt64])
    func noise(command: ReadingCommand, seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let bytes = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let outcome = try await command.read(bytes)
        #expect(outcome.output.isEmpty)
        // No header can be made of it; JSON goes on with the next line.
        #expect(outcome.ending == .exited(command.format == .csv ? 2 : 0))
        #expect(outcome.errors.contains("line 1: "))
        let behind = try await command.read(Array(command.format.preamble.utf8) + bytes)
        #expect(behind.ending == .exited(0) && behind.output.isEmpty && !behind.badLines.isEmpty)
    }

    @Test("random bytes of no told format are refused as a whole", arguments: ReadingCommand.Name.allCases)
    func noise(name: ReadingCommand.Name) async throws {
        let folder = try TemporaryFolder()
        for bytes in [[0x00, 0x01, 0xFE, 0xFF], Array("hello, world\n".utf8), [0x89] + Array("PNG\r\n\u{1A}\n".utf8)] as [[UInt8]] {
            let arguments = try ReadingCommand(name: name, format: .csv).arguments("-", in: folder).dropLast(2)
            let outcome = try await Program.run(Array(arguments), input: bytes)
            outcome.expectOrder()
            #expect(
                outcome.ending == .exited(2) && outcome.errors.contains("line 1: ") && outcome.errors.contains("geojson, esrijson, csv"))
        }
    }

    @Test("a record that is cut off at any byte is named by its line", arguments: ReadingCommand.all)
    func truncation(command: ReadingCommand) async throws {
        let whole = command.format.good("a").dropLast()
        // Cut behind the last comma or before, a row of CSV lacks a cell; one that is empty is no record.
        let cuts = command.format == .csv ? 1..<whole.utf8.count - 1 : 1..<whole.utf8.count
        let lines = cuts.map { String(whole.utf8.prefix($0)) ?? "" }
        let feed = command.format.preamble + command.format.good("z") + lines.joined(separator: "\n") + "\n" + command.format.good("y")
        let outcome = try await command.read(feed)
        let first = command.format == .csv ? 3 : 2
        #expect(outcome.ending == .exited(0))
        #expect(outcome.badLines == Array(first..<first + lines.count))
        #expect(outcome.lines.count == 2)
    }

    @Test("a feed that ends at any byte is read as far as it goes", arguments: [ReadingCommand.Format.geojson, .esrijson, .csv])
    func ends(format: ReadingCommand.Format) async throws {
        // Every byte costs a run: as short as a record can be.
        let record = format == .geojson ? #"{"type":"Feature","id":7}"# : #"{"attributes":{"id":7}}"#
        let whole = format == .csv ? "id,lon,lat\na,1,2\nb,3,4" : #"{"features":[\#(record),"# + "\n" + #"\#(record)]}"#
        let starts = format == .csv ? "id,lon,lat" : #"{"features":["#
        for count in 0...whole.utf8.count {
            let outcome = try await ReadingCommand(name: .decode, format: format).read(whole.utf8.prefix(count))
            let text = String(decoding: whole.utf8.prefix(count), as: UTF8.self)
            switch (format, text.hasPrefix(starts)) {
            case _ where count == 0 || text == whole: #expect(outcome.ending == .exited(0), "cut at \(count)")
            case (.csv, false): #expect(outcome.ending == .exited(2) && outcome.errors.contains("line 1: "), "cut at \(count)")
            // What is left of a row can be a row; else it is a bad line.
            case (.csv, true): #expect(outcome.ending == .exited(0), "cut at \(count)")
            // Of an object without its list nobody knows that it is one; a list must end.
            case (_, false): #expect(outcome.ending == .exited(0) && outcome.badLines == [1], "cut at \(count)")
            case (_, true): #expect(outcome.ending == .exited(1) && outcome.errors.contains(": line "), "cut at \(count)")
            }
            if format != .csv { #expect(outcome.lines.count == text.components(separatedBy: record).count - 1, "cut at \(count)") }
        }
    }

    @Test("what stands behind a collection is not lost in silence", arguments: ReadingCommand.Name.allCases)
    func behind(name: ReadingCommand.Name) async throws {
        let command = ReadingCommand(name: name, format: .geojson)
        let collection = #"{"type":"FeatureCollection","features":["# + command.format.good("a").dropLast() + "]}"
        for text in ["\n" + collection, "]", "nonsense", "}", ",", "\u{0}"] {
            let outcome = try await command.read(collection + text)
            #expect(outcome.ending == .exited(1) && outcome.errors.contains("line 1: "), "\(text)")
            // A query answers once its feed is read to the end.
            #expect(outcome.lines.count == (name == .query ? 0 : 1), "\(text)")
        }
        let more = try await command.read(collection.dropLast() + #", "bbox": [0,0,1,1], "next": null } "# + "\n\n")
        #expect(more.ending == .exited(0) && more.lines.count == 1 && more.errors.isEmpty)
    }

    /// What stands in place of a coordinate, as JSON.
    private static let badNumbers = [
        "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "900", "-90.0000001", "true", "\"x\"", "\"1\"", "[]", "{}", "01", "+1", ".5",
        "1.", "0x10",
        "1e", "--1", "\"\\u0000\"",
    ]

    @Test("coordinates that are no place on Earth make the line bad", arguments: ReadingCommand.all)
    func coordinates(command: ReadingCommand) async throws {
        let lines = Self.badNumbers.map { number in
            switch command.format {
            case .geojson: Worlds.feature("a", "1", number)
            case .esrijson: #"{"geometry":{"x":1,"y":\#(number)},"attributes":{"id":"a"}}"# + "\n"
            case .csv: "a,1,\(number == "\"1\"" ? "\"one\"" : number == "+1" ? "++1" : number),\n"
            }
        }
        let outcome = try await command.read(command.format.preamble + lines.joined() + command.format.good("z"))
        let first = command.format == .csv ? 2 : 1
        #expect(outcome.ending == .exited(0))
        #expect(outcome.badLines == Array(first..<first + lines.count))
        #expect(outcome.lines.count == 1)
    }

    /// Lines of GeoJSON and of Esri JSON that are not what they should be.
    private static let badLines: [ReadingCommand.Format: [String]] = [
        .geojson: [
            "[1,1]", "\"text\"", "17", "null", "true", "{}", "[]", "{]", "{'type':'Feature'}", "{\"type\":\"Feature\",}",
            "{\"type\":\"feature\"}",
            #"{"type":17,"id":"a"}"#, #"{"id":"a","geometry":{"type":"Point","coordinates":[1,1]},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":"POINT(1 1)","properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":7,"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":{"coordinates":[1,1]},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1]},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":null},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":null,"properties":[]}"#,
            #"{"type":"Feature","id":"a","geometry":null,"properties":"x"}"#,
            #"{"type":"Feature","id":"a","id":"b","geometry":{"type":"Point","coordinates":[1,1]}}"#,
            #"{"type":"Feature","id":"a","geometry":null,"properties":{"time":"yesterday"}}"#,
            #"{"type":"Feature","id":"a","geometry":null,"properties":{"time":"2026-02-30T00:00:00Z"}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"time":1e300}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"v":1e999}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"v":"\ud800"}}"#,
            #"{"type":"Feature","id":"\udc00\ud800","geometry":{"type":"Point","coordinates":[1,1]},"properties":{}}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,1]}} {"type":"Feature"}"#,
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,1]}},"#,
        ],
        .esrijson: [
            "[]", "17", "{}", #"{"geometry":{"x":1,"y":2}}"#, #"{"attributes":[],"geometry":{"x":1,"y":2}}"#,
            #"{"attributes":{"id":1},"geometry":[]}"#, #"{"attributes":{"id":1},"geometry":{"rings":[[[0,0],[1,1],[1,0],[0,0]]]}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1e300,"y":2,"spatialReference":{"wkid":3857}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":-5}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":99999999999999999999}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":999999}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":"3857"}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkt":"PROJCS[\"mine\"]"}}}"#,
            #"{"attributes":{"id":1},"geometry":{"x":1,"y":2,"spatialReference":"WGS84"}}"#,
        ],
        .csv: [
            "a,1", "a,1,1,,", ",,,,,,", "a,\"1,1,", "\"a\"b,1,1,", "a,1,1,yesterday", "a,1,1,1e300", "a,x,y,", "a,1 2,3,",
            "\u{1B}[31m,\u{1B}[2J,1,",
        ],
    ]

    @Test("a line that is no observation is named, and the next is read", arguments: ReadingCommand.all)
    func lines(command: ReadingCommand) async throws {
        let bad = try #require(Self.badLines[command.format])
        let outcome = try await command.read(command.format.preamble + bad.map { $0 + "\n" + command.format.good("z") }.joined())
        let first = command.format == .csv ? 2 : 1
        #expect(outcome.ending == .exited(0))
        #expect(outcome.badLines == bad.indices.map { first + 2 * $0 })
        #expect(outcome.lines.count == (command.name == .decode ? bad.count : 1))
    }

    @Test("JSON of the wrong kind is not called broken JSON")
    func wording() async throws {
        let outcome = try await ReadingCommand(name: .decode, format: .geojson).read("[1,1]\n[1,1\n")
        #expect(outcome.errorLines.count == 3 && outcome.errorLines.last?.contains("none of the 2 records") == true)
        #expect(outcome.errors.hasPrefix("line 1: this is JSON, but ") && outcome.errors.contains("line 2: this is not JSON"))
    }

    @Test("a line nested 100,000 deep is bad, and costs no stack", arguments: ReadingCommand.all)
    func depth(command: ReadingCommand) async throws {
        let depth = 100_000
        let nested = [
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":"# + String(repeating: "[", count: depth),
            #"{"attributes":{"id":1,"v":"# + String(repeating: "[{\"a\":", count: depth),
        ]
        // Alone, and in a line behind a good one.
        for text in nested {
            let outcome = try await command.read(text + "\n" + command.format.good("z"))
            #expect(outcome.ending == .exited(command.format == .csv ? 2 : 0) && outcome.errors.contains("line 1: "))
        }
        let outcome = try await command.read(command.format.preamble + command.format.good("z") + nested.joined(separator: "\n") + "\n")
        let first = command.format == .csv ? 3 : 2
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 1)
        #expect(outcome.badLines == Array(first..<first + nested.count))
    }

    @Test("a feed with nothing in it is no failure, but is noted", arguments: ReadingCommand.all)
    func nothing(command: ReadingCommand) async throws {
        for feed in ["", "\n", String(repeating: "\n", count: 100_000), "\r\n \r\n\t", "\u{FEFF}", "\u{FEFF}\n", command.format.preamble] {
            let outcome = try await command.read(feed)
            #expect(outcome.ending == .exited(0) && outcome.output.isEmpty)
            #expect(outcome.errors.contains("standard input ") && outcome.errorLines.count == 1)
        }
    }

    @Test("a byte order mark, CR LF and blank lines are no nonsense", arguments: ReadingCommand.all)
    func spacing(command: ReadingCommand) async throws {
        let text = command.format.preamble + command.format.good("a") + "\n\n" + command.format.good("b")
        let plain = try await command.read(text)
        #expect(plain.ending == .exited(0) && plain.errors.isEmpty && plain.lines.count == 2)
        let spaced = try await command.read(
            "\u{FEFF}" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        #expect(spaced.ending == .exited(0) && spaced.errors.isEmpty && spaced.output == plain.output)
        let unfinished = try await command.read(String(text.dropLast()))
        #expect(unfinished.ending == .exited(0) && unfinished.errors.isEmpty && unfinished.output == plain.output)
    }

    @Test("bytes that are not UTF-8, and control characters, make the line bad", arguments: ReadingCommand.all)
    func text(command: ReadingCommand) async throws {
        // A lone byte, an overlong slash, a surrogate, beyond Unicode, a sequence that is cut off.
        let bad: [[UInt8]] = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]]
        var feed = Array(command.format.preamble.utf8)
        for bytes in bad + (command.format == .csv ? [] : [[0x01], [0x00]]) {
            let parts = command.format.good("#").split(separator: "#").map { Array($0.utf8) }
            feed += parts.count > 1 ? parts[0] + bytes + parts[1] : bytes + parts[0]
        }
        let outcome = try await command.read(feed + Array(command.format.good("z").utf8))
        let first = command.format == .csv ? 2 : 1
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 1)
        #expect(outcome.badLines == Array(first..<first + (command.format == .csv ? bad.count : bad.count + 2)))
    }

    @Test("what a message quotes of the feed is short and harmless", arguments: ReadingCommand.Name.allCases)
    func quoting(name: ReadingCommand.Name) async throws {
        let long = String(repeating: "é\u{202E}", count: 100_000)
        let feature = #"{"type":"Feature","id":"a","geometry":{"type":"\u001b[2J\n\#(long)","coordinates":[1,1]}}"#
        let outcome = try await ReadingCommand(name: name, format: .geojson).read(feature)
        #expect(outcome.badLines == [1] && outcome.errors.contains("…") && !outcome.errors.contains("\u{202E}"))
        let header = (0..<5_000).map { "column\($0)" }.joined(separator: ",") + "\n"
        let table = try await ReadingCommand(name: name, format: .csv).read(header)
        #expect(table.ending == .exited(2) && table.errors.contains("column0, column1"))
    }
}
