// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("vedette fence", .timeLimit(.minutes(10)))
struct FenceCommandTests {
    let folder: TemporaryFolder
    let fences: String

    init() throws {
        folder = try TemporaryFolder()
        fences = try folder.file("zones.geojson", Worlds.fences)
    }

    /// One track in and out of everything: through the hole, along the shared edge, too late once, without a track id once.
    private static let fixes =
        Worlds.feature("t1", "0.5", "0.5", #""time":"2026-05-01T12:04:31Z""#) + Worlds.feature("t1", "2", "2", #""time":1777637072"#)
        + Worlds.feature("t1", "4", "1", #""time":1777637073250"#) + "nonsense\n"
        + Worlds.feature("t1", "5", "1.00000004", #""time":"2026-05-01T14:04:35.5+02:00""#)
        + Worlds.feature("t1", "50", "1", #""time":"2026-05-01T12:04:31Z""#)
        + Worlds.feature("t1", "10.5", "10.5", #""time":"2026-05-01T12:04:40Z""#)
        + Worlds.feature("t1", "50", "1", #""time":"2026-05-01T12:04:50Z""#)

    // The ids were computed apart from the program, from what FenceEventID says they are.
    private static let events = [
        #"{"id":"dpddgyi4toaqf66z3mdbtzyoae","type":"entered","track":"t1","fence":"box","time":"2026-05-01T12:04:31.000Z","#
            + #""location":[0.5,0.5],"observation":"0","fenceAttributes":{"name":"The \"box\"","rank":1}}"#,
        #"{"id":"g2tzaxnhekavshscqx7blkvg6y","type":"exited","track":"t1","fence":"box","time":"2026-05-01T12:04:32.000Z","#
            + #""location":[2,2],"observation":"1","fenceAttributes":{"name":"The \"box\"","rank":1}}"#,
        #"{"id":"dvfbt5ugitxatkkjoamuzoecky","type":"entered","track":"t1","fence":"alp","time":"2026-05-01T12:04:33.250Z","#
            + #""location":[4,1],"observation":"2"}"#,
        #"{"id":"wccwrk2vtb7bwbpmjszfaxm3sq","type":"entered","track":"t1","fence":"box","time":"2026-05-01T12:04:33.250Z","#
            + #""location":[4,1],"observation":"2","fenceAttributes":{"name":"The \"box\"","rank":1}}"#,
        #"{"id":"buazlwm74a66a746cifitxubae","type":"exited","track":"t1","fence":"box","time":"2026-05-01T12:04:35.500Z","#
            + #""location":[5,1],"observation":"4","fenceAttributes":{"name":"The \"box\"","rank":1}}"#,
        #"{"id":"vdlvbmhkopfve3xsgtesalxmoi","type":"exited","track":"t1","fence":"alp","time":"2026-05-01T12:04:50.000Z","#
            + #""location":[50,1],"observation":"7"}"#,
    ]

    @Test("writes exactly the events that the fixes make")
    func events() async throws {
        let feed = try folder.file("fixes.ndjson", Self.fixes)
        let outcome = try await Program.run("fence", "--fences", fences, "--feed", feed)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.lines == Self.events)
        #expect(outcome.text.hasSuffix("}\n"))
        #expect(outcome.badLines == [4] && outcome.errorLines.count == 1)
    }

    @Test("reads the feed, or the fences, from standard input")
    func standardInput() async throws {
        let feed = try folder.file("fixes.ndjson", Self.fixes)
        let piped = try await Program.run("fence", "--fences", fences, "--feed", "-", input: Self.fixes)
        #expect(piped.ending == .exited(0) && piped.lines == Self.events)
        let other = try await Program.run("fence", "--fences", "-", "--feed", feed, input: Worlds.fences)
        #expect(other.ending == .exited(0) && other.lines == Self.events)
        let both = try await Program.run("fence", "--fences", "-", "--feed", "-")
        #expect(both.ending == .exited(2) && both.errors.contains("Only one of --fences and --feed"))
    }

    @Test("the same bytes whatever the number of threads, from a file or a pipe")
    func threads() async throws {
        let fences = try folder.file("many.geojson", Worlds.randomFences(60, seed: 3))
        let feed = Worlds.randomFeed(8_000, tracks: 40, seed: 4)
        let file = try folder.file("feed.ndjson", feed)
        let one = try await Program.run("fence", "--fences", fences, "--feed", file, "--threads", "1")
        #expect(one.ending == .exited(0))
        #expect(one.lines.count > 2_000 && one.badLines.count > 80)
        for count in ["2", "3", "16"] {
            let several = try await Program.run("fence", "--fences", fences, "--feed", file, "--threads", count)
            #expect(several.ending == .exited(0))
            #expect(several.output == one.output, "--threads \(count)")
            #expect(several.errors == one.errors, "--threads \(count)")
        }
        let piped = try await Program.run("fence", "--fences", fences, "--feed", "-", "--threads", "2", input: feed)
        #expect(piped.output == one.output && piped.errors == one.errors)
        let standard = try await Program.run("fence", "--fences", fences, "--feed", file)
        #expect(standard.output == one.output)
    }

    @Test("writes only what the rule asks for", arguments: [("enter", "entered"), ("exit", "exited")])
    func rule(name: String, type: String) async throws {
        let outcome = try await Program.run("fence", "--fences", fences, "--feed", "-", "--rule", name, input: Self.fixes)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.lines == Self.events.filter { $0.contains(#""type":"\#(type)""#) })
    }

    @Test("--stats counts what came in, went out and was passed over")
    func statistics() async throws {
        let outcome = try await Program.run("fence", "--fences", fences, "--feed", "-", "--stats", input: Self.fixes)
        let statistics = try #require(outcome.statistics)
        let counts = ["in": 7.0, "out": 6, "skipped": 1, "late": 1, "fences": 2, "fencesRefused": 0]
        for (name, count) in counts { #expect(statistics[name] == count, "\(name)") }
        #expect(try #require(statistics["seconds"]) >= 0 && statistics["updatesPerSecond"] != nil)
        #expect(outcome.lines == Self.events)
        let silent = try await Program.run("fence", "--fences", fences, "--feed", "-", input: Self.fixes)
        #expect(silent.statistics == nil)
    }

    @Test("--strict ends at the first bad line, with the events before it", arguments: ["1", "3"])
    func strict(threads: String) async throws {
        let outcome = try await Program.run(
            "fence", "--fences", fences, "--feed", "-", "--strict", "--stats", "--threads", threads,
            input: Self.fixes + "more nonsense\n")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.lines == Array(Self.events.prefix(4)))
        #expect(outcome.badLines == [4])
        #expect(outcome.errors.contains("--strict"))
        #expect(outcome.statistics?["in"] == 3)
        let good = try await Program.run("fence", "--fences", fences, "--feed", "-", "--strict", input: Worlds.feature("a", "0", "0"))
        #expect(good.ending == .exited(0) && good.lines.count == 1 && good.errors.isEmpty)
    }

    @Test("--strict ends with status 1 where a fence cannot be used")
    func strictFences() async throws {
        let fences = try folder.file(
            "some.ndjson", #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"# + "\n" + #"{"type":"Polygon","coordinates":[]}"#
        )
        let outcome = try await Program.run("fence", "--fences", fences, "--feed", "-", "--strict", input: Self.fixes)
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
        #expect(outcome.errors.contains("line 2: fence 1: "))
        let lenient = try await Program.run("fence", "--fences", fences, "--feed", "-", input: Self.fixes)
        #expect(lenient.ending == .exited(0) && lenient.errors.contains("line 2: fence 1: "))
    }

    @Test("takes track id and time from the fields named")
    func fields() async throws {
        let feed =
            Worlds.feature("x", "1", "0", #""name":"a","time":"never","seen":10"#) + Worlds.feature("x", "9", "0", #""name":7,"seen":20"#)
        let outcome = try await Program.run(
            "fence", "--fences", fences, "--feed", "-", "--track-field", "name", "--time-field", "seen", input: feed)
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.contains(#""track":"a","fence":"box","time":"1970-01-01T00:00:10.000Z","location":[1,0],"observation":"x""#))
    }

    @Test("a field that no line has makes every line bad, and says what was looked for")
    func missingFields() async throws {
        let track = try await Program.run("fence", "--fences", fences, "--feed", "-", "--track-field", "vessel", input: Self.fixes)
        #expect(track.ending == .exited(0) && track.output.isEmpty)
        #expect(track.badLines == Array(1...8))
        #expect(track.errors.contains("vessel") && track.errors.contains("--track-field"))
        let time = try await Program.run("fence", "--fences", fences, "--feed", "-", "--time-field", "when", input: Self.fixes)
        #expect(time.ending == .exited(0) && time.output.isEmpty)
        #expect(time.badLines == Array(1...8) && time.errors.contains("when"))
        let table = "id,lon,lat\na,1,1\n"
        for option in ["--track-field", "--time-field", "--lon-field", "--lat-field"] {
            let outcome = try await Program.run("fence", "--fences", fences, "--feed", "-", option, "nowhere", input: table)
            #expect(outcome.ending == .exited(2) && outcome.output.isEmpty, "\(option)")
            #expect(outcome.errors.contains("nowhere") && outcome.errors.contains(option) && outcome.errors.contains("id, lon, lat"))
        }
    }

    @Test("fence ids come from the field named, and must differ")
    func fenceIDs() async throws {
        let square = #""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#
        let two = [("a", "x"), ("a", "y")].map { #"{"type":"Feature","id":"\#($0)","properties":{"code":"\#($1)"},\#(square)}"# }
        let fences = try folder.file("two.ndjson", two.joined(separator: "\n"))
        let feed = Worlds.feature("t", "0.5", "0.5")
        let twice = try await Program.run("fence", "--fences", fences, "--feed", "-", input: feed)
        #expect(twice.ending == .exited(2) && twice.output.isEmpty)
        #expect(twice.errors.contains("line 2: ") && twice.errors.contains("line 1") && twice.errors.contains("--fence-id-field"))
        let named = try await Program.run("fence", "--fences", fences, "--feed", "-", "--fence-id-field", "code", input: feed)
        #expect(named.ending == .exited(0))
        #expect(named.lines.map { $0.contains(#""fence":"x""#) } == [true, false])
    }

    @Test("a source that cannot be read ends it with status 1 and its name")
    func unreadable() async throws {
        let feed = try folder.file("fixes.ndjson", Self.fixes)
        let nothing = "\(folder.path)/nothing"
        for (fences, feed, name) in [
            (nothing, feed, nothing), (fences, nothing, nothing), (folder.path, feed, folder.path), (fences, folder.path, folder.path),
        ] {
            let outcome = try await Program.run("fence", "--fences", fences, "--feed", feed)
            #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("vedette: ") && outcome.errors.contains(name) && outcome.errorLines.count == 1)
        }
    }

    @Test(
        "bad usage ends it with status 2 and says what is wrong",
        arguments: [
            (["--feed", "-"], "--fences"), (["--fences", "-"], "--feed"), (["--fences", "-", "--feed", "x", "--threads", "0"], "1 to 256"),
            (["--fences", "-", "--feed", "x", "--threads", "many"], "many"), (["--fences", "-", "--feed", "x", "--threads"], "--threads"),
            (["--fences", "-", "--feed", "x", "--format", "parchment"], "geojson"),
            (["--fences", "-", "--feed", "x", "--rule", "linger"], "enter-or-exit"),
            (["--fences", "-", "--feed", "x", "--bogus"], "--bogus"), (["--fences", "-", "--feed", "x", "surplus"], "surplus"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(["fence"] + arguments)
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains(text))
        #expect(outcome.errors.contains("vedette fence --help"))
    }
}
