// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("vedette decode and query", .timeLimit(.minutes(10)))
struct DecodeCommandTests {
    private static let features =
        #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[-122.4194155,37.7749295]},"properties":{"vessel":"b","knots":12.5,"#
        + #""note":"a, \"b\" é","track":"b","time":"2026-05-01T12:04:31.000Z"}}"# + "\n"
        + #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[180,-90]},"properties":{"vessel":"a","knots":0,"track":"a","#
        + #""time":"2026-05-01T12:04:32.250Z"}}"# + "\n"
        + #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[0.0000001,-0.0000001]},"properties":{"vessel":"b","knots":-3,"#
        + #""track":"b","time":"2026-05-01T12:04:33.000Z"}}"# + "\n"

    /// The same three observations in every format.
    private static let feeds = [
        "geojson":
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.4194155,37.7749295]},"properties":{"vessel":"b","#
            + #""knots":12.5,"note":"a, \"b\" \u00e9","time":"2026-05-01T12:04:31Z"}}"# + "\r\n"
            + #"{"type":"Feature","properties":{"vessel":"a","knots":0,"time":1777637072.25},"#
            + #""geometry":{"coordinates":[1.8e2,-9E1],"type":"Point"}}"# + "\n\n"
            + #" {"type":"Feature","geometry":{"type":"Point","coordinates":[0.0000001,-1e-7]},"#
            + #""properties":{"vessel":"b","knots":-3,"time":1777637073000}} "#,
        "esrijson":
            #"{"geometry":{"x":-122.4194155,"y":37.7749295},"#
            + #""attributes":{"vessel":"b","knots":12.5,"note":"a, \"b\" é","time":1777637071000}}"# + "\n"
            + #"{"geometry":{"x":180,"y":-90,"spatialReference":{"wkid":4326}},"#
            + #""attributes":{"vessel":"a","knots":0,"time":1777637072250}}"# + "\n"
            + #"{"geometry":{"x":1e-7,"y":-1e-7},"attributes":{"vessel":"b","knots":-3,"time":1777637073000}}"# + "\n",
        "csv":
            "\u{FEFF}vessel,knots,note,time,Longitude,Latitude\r\n"
            + "b,12.5,\"a, \"\"b\"\" é\",2026-05-01T12:04:31Z,-122.4194155,37.7749295\r\n" + "a,0,,1777637072.25,180,-90\r\n"
            + "b,-3,,1777637073000,+0.0000001,-1e-7\r\n",
    ]

    @Test("RSS is decoded, told or guessed; a feed without items says so", arguments: [[], ["--format", "rss"], ["--format", "atom"]])
    func syndication(options: [String]) async throws {
        let rss =
            "<?xml version='1.0'?>\n<rss version='2.0' xmlns:georss='http://www.georss.org/georss'><channel><title>c</title>\n"
            + "<item><guid>b</guid><title>A &amp; B</title><georss:point>37.7749295 -122.4194155</georss:point>"
            + "<pubDate>Fri, 01 May 2026 12:04:31 GMT</pubDate></item>\n<item><guid>x</guid><georss:point>91 0</georss:point></item></channel></rss>"
        let outcome = try await Program.run(["decode"] + options, input: Array(rss.utf8))
        #expect(outcome.ending == .exited(0))
        #expect(
            String(decoding: outcome.output, as: UTF8.self)
                == #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[-122.4194155,37.7749295]},"properties":{"id":"b","#
                + #""title":"A & B","published":1777637071000,"track":"b","time":"2026-05-01T12:04:31.000Z"}}"# + "\n")
        #expect(outcome.errors.hasPrefix("line 4: the latitude 91 is not within"), "\(outcome.errors)")
        let bad = rss.replacing("<guid>b</guid>", with: "<guid>b</guid><pubDate>never</pubDate>").replacing("91 0", with: "9 0")
        let strict = try await Program.run(["decode", "--strict"] + options, input: Array(bad.utf8))
        #expect(strict.ending == .exited(1) && strict.output.isEmpty && strict.errors.hasPrefix("line 3: "), "\(strict.errors)")
        let empty = try await Program.run(["decode"] + options, input: Array("<rss version='2.0'><channel/></rss>".utf8))
        #expect(empty.ending == .exited(0) && empty.errors.contains("has no observations"), "\(empty.errors)")
        let page = try await Program.run(["decode"] + options, input: Array("<!DOCTYPE html><html></html>".utf8))
        #expect(page.ending == .exited(2) && page.errors.contains("neither RSS nor Atom"), "\(page.errors)")
    }

    @Test("the same observations come out of every format, told or guessed", arguments: feeds.keys.sorted())
    func formats(format: String) async throws {
        let feed = try #require(Self.feeds[format])
        for options in [["--format", format], []] {
            let outcome = try await Program.run(["decode", "-", "--track-field", "vessel"] + options, input: Array(feed.utf8))
            #expect(outcome.ending == .exited(0))
            #expect(outcome.text == Self.features)
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test("what was decoded decodes to itself")
    func fixedPoint() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("decoded.ndjson", Self.features)
        for options in [[], ["--track-field", "track"]] {
            let again = try await Program.run(["decode", file] + options)
            #expect(again.ending == .exited(0) && again.text == Self.features && again.errors.isEmpty)
        }
        let wild = Worlds.randomFeed(300, tracks: 9, seed: 8)
        let once = try await Program.run("decode", input: wild)
        let twice = try await Program.run("decode", input: once.text)
        #expect(once.lines.count > 280 && twice.text == once.text && twice.errors.isEmpty)
        // Fields of every name that it could be given.
        let clash = #"{"type":"Feature","id":"x","geometry":null,"properties":{"track":"q","feed_track":1,"time":"5"}}"#
        let named = try await Program.run("decode", "--time-field", "none", input: clash)
        #expect(named.output.isEmpty)
        let renamed = try await Program.run("decode", input: clash)
        #expect(
            renamed.text == #"{"type":"Feature","id":"x","geometry":null,"properties":{"feed_feed_track":"q","feed_track":1,"#
                + #""track":"x","time":"1970-01-01T00:00:05.000Z"}}"# + "\n")
    }

    @Test("keeps ids, heights, nested values and large whole numbers as they are")
    func details() async throws {
        let feed =
            #"{"type":"Feature","id":"f7","geometry":{"type":"Point","coordinates":[1,2,30.5]},"properties":"#
            + #"{"MMSI":366000001,"big":9007199254740993,"list":[1,{"a":null}],"yes":true,"no":false,"none":null,"time":"2026-05-01T00:00:00Z"}}"#
        let outcome = try await Program.run("decode", "--track-field", "MMSI", input: feed)
        #expect(
            outcome.text
                == #"{"type":"Feature","id":"f7","geometry":{"type":"Point","coordinates":[1,2,30.5]},"properties":"#
                + #"{"MMSI":366000001,"big":9007199254740993,"list":[1,{"a":null}],"yes":true,"no":false,"track":"366000001","#
                + #""time":"2026-05-01T00:00:00.000Z"}}"# + "\n")
    }

    @Test("--stats and --strict do as they do everywhere")
    func run() async throws {
        let feed = Worlds.feature("a", "1", "1") + "oops\n" + Worlds.feature("b", "1", "1")
        let outcome = try await Program.run("decode", "--stats", input: feed)
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 2 && outcome.badLines == [2])
        #expect(outcome.statistics?["in"] == 2 && outcome.statistics?["out"] == 2 && outcome.statistics?["skipped"] == 1)
        for command in [["decode"], ["query", "--feed", "-"]] {
            let strict = try await Program.run(command + ["--strict"], input: Array(feed.utf8))
            #expect(strict.ending == .exited(1) && strict.badLines == [2] && strict.errors.contains("--strict"))
            #expect(!strict.text.contains(#""b""#), "what stands behind the bad line is not reported")
        }
    }

    @Test("query prints the latest of each track, by track id")
    func query() async throws {
        let feed =
            ["b", "a", "Z", "é", "a", "10", "9"].enumerated().map { Worlds.feature($1, "\($0)", "0", #""n":\#($0)"#) }.joined()
        let all = try await Program.run("query", "--feed", "-", input: feed)
        #expect(all.ending == .exited(0) && all.errors.isEmpty)
        let expected = [("10", 5), ("9", 6), ("Z", 2), ("a", 4), ("b", 0), ("é", 3)].map { id, n in
            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[\#(n),0]},"properties":{"n":\#(n),"track":"\#(id)"}}"#
        }
        #expect(all.lines == expected)
        let some = try await Program.run("query", "--feed", "-", "--track-ids", "é, a,nobody,a", input: feed)
        #expect(some.ending == .exited(0) && some.lines == [expected[3], expected[5]])
        let none = try await Program.run("query", "--feed", "-", "--track-ids", "nobody", input: feed)
        #expect(none.ending == .exited(0) && none.output.isEmpty)
    }

    @Test("decode and query name what cannot be read", arguments: [["decode"], ["query", "--feed"]])
    func unreadable(command: [String]) async throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, "\(folder.path)/nothing"] {
            let outcome = try await Program.run(command + [path])
            #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("vedette: ") && outcome.errors.contains(path))
        }
        let bad = try await Program.run(command + ["-", "--format", "runes"])
        #expect(bad.ending == .exited(2) && bad.errors.contains("runes") && bad.errors.contains("csv"))
    }
}
