// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every option of `vedette fence` beyond the plain case.
@Suite("vedette fence, its options", .timeLimit(.minutes(10)))
struct FenceOptionsTests {
    let folder: TemporaryFolder
    let fences: String

    init() throws {
        folder = try TemporaryFolder()
        fences = try folder.file("zones.geojson", Worlds.fences)
    }

    private static let fixes =
        Worlds.feature("a1", "0.5", "0.5", #""ship":"t","time":1777637072,"speed":3,"hacc":4"#)
        + Worlds.feature("a2", "2", "2", #""ship":"t","time":1777637082,"speed":9,"hacc":null"#)

    private func run(_ options: String..., input: String = fixes) async throws -> Program.Outcome {
        try await Program.run(["fence", "--fences", fences, "--feed", "-", "--track-field", "ship"] + options, input: Array(input.utf8))
    }

    @Test("a message is a text, or a dictionary with actions")
    func message() async throws {
        let text = try await run("--message", "$feedfeature.speed + ' ' + $fencefeature.name + ' ' + $fencenotificationtype")
        #expect(text.ending == .exited(0) && text.errors.isEmpty)
        #expect(
            text.lines.map { $0.contains(#""observation":"a1","message":"3 The \"box\" entered","fenceAttributes""#) } == [true, false])
        let dictionary = try await run("--message", "{message: 'm', actions: ['ring', 'call']}")
        #expect(dictionary.lines.allSatisfy { $0.contains(#","message":"m","actions":["ring","call"],"fenceAttributes""#) })
    }

    @Test("a message that stumbles is left out and counted; one that cannot be read is bad usage")
    func badMessage() async throws {
        let outcome = try await run("--message", "Number($feedfeature.ship, 1, 2, 3, [1]).x.y", "--stats")
        #expect(outcome.ending == .exited(2) || outcome.lines.allSatisfy { !$0.contains("message") })
        let unreadable = try await run("--message", "$feedfeature +")
        #expect(unreadable.ending == .exited(2) && unreadable.output.isEmpty && unreadable.errors.contains("--message"))
    }

    @Test("a filter drops fixes; the device's names are known to it")
    func filter() async throws {
        let outcome = try await run("--filter", "$locationupdate.velocity > 5 || $locationupdate.horizontalaccuracy > 100", "--stats")
        #expect(outcome.ending == .exited(0) && outcome.lines.isEmpty)
        #expect(outcome.statistics?["filtered"] == 1 && outcome.statistics?["in"] == 2)
        let unreadable = try await run("--filter", "1 +")
        #expect(unreadable.ending == .exited(2) && unreadable.errors.contains("--filter"))
    }

    @Test("what a fix does not carry is null to scripts, and what none carries is named")
    func missingFields() async throws {
        let fixes = Self.fixes + Worlds.feature("a3", "0.5", "0.5", #""ship":"t","time":1777637092"#)
        let outcome = try await run(
            "--filter", "!IsEmpty($locationupdate.hacc) && HasKey($locationupdate, 'hacc') && $locationupdate.sped == null", "--stats",
            input: fixes)
        #expect(outcome.statistics?["filtered"] == 2 && outcome.statistics?["filterErrors"] == 0)
        #expect(outcome.errors.contains("no fix has a value for \"sped\"") && !outcome.errors.contains("\"hacc\""))
        let rows = "id,lon,lat,speed\nt,0.5,0.5,\nt,2,2,8\n"
        let table = try await Program.run(
            ["fence", "--fences", fences, "--feed", "-", "--filter", "IsEmpty($locationupdate.speed)", "--stats"], input: Array(rows.utf8))
        #expect(table.statistics?["filtered"] == 1 && table.statistics?["filterErrors"] == 0 && table.lines.count == 1)
    }

    @Test("a field of numbers that is not there is refused of a table, and named of other feeds")
    func missingNumbers() async throws {
        let rows = "id,lon,lat,speed\nt,0.5,0.5,1\n"
        let table = try await Program.run(
            ["fence", "--fences", fences, "--feed", "-", "--speed-above", "5", "--speed-field", "sped"], input: Array(rows.utf8))
        #expect(table.ending == .exited(2) && table.errors.contains("no column \"sped\"") && table.errors.contains("--speed-field"))
        let features = try await run("--speed-above", "5", "--speed-field", "sped")
        #expect(features.ending == .exited(0) && features.errors.contains("\"sped\"") && features.errors.contains("--speed-field"))
        let none = Worlds.feature("a1", "0.5", "0.5", #""ship":"t""#)
        let accuracies = try await run("--accuracy", "geometry-with-accuracy", input: none)
        #expect(accuracies.lines.count == 1 && accuracies.errors.contains("--accuracy-field"))
        let dropped = try await run("--accuracy", "geometry-with-accuracy", "--filter", "false")
        #expect(dropped.ending == .exited(0) && dropped.errors.isEmpty)
    }

    @Test("a state that cannot be written is refused before anything is read", arguments: [".", "/dev", "no/such/folder/state"])
    func unwritableState(path: String) async throws {
        let outcome = try await run("--state", path)
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains("--state"))
    }

    @Test("a buffer does not fill the hole round a pole")
    func polarHole() async throws {
        let ring =
            #"{"type":"Polygon","coordinates":[[[0,70],[90,70],[180,70],[-90,70],[0,70]],[[0,85],[90,85],[180,85],[-90,85],[0,85]]]}"#
        let file = try folder.file("ring.json", #"{"type":"Feature","id":"ring","properties":{},"geometry":\#(ring)}"#)
        let rows = "id,time,lon,lat\na,1,10,90\na,2,20,84.9\na,3,30,69.5\na,4,-170,69.995\n"
        let outcome = try await Program.run(
            ["fence", "--fences", file, "--feed", "-", "--buffer", "1000"], input: Array(rows.utf8))
        #expect(outcome.errors.isEmpty && outcome.lines.count == 3)
        #expect(outcome.lines.first?.contains("[20,84.9]") == true && outcome.lines.last?.contains("[-170,69.995]") == true)
    }

    @Test("points and lines are fences with a buffer")
    func buffer() async throws {
        let point = #"{"type":"Feature","id":"p","geometry":{"type":"Point","coordinates":[0.5,0.5]}}"# + "\n"
        let collection =
            #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[9,9]},{"type":"LineString","coordinates":[[0.4,0.5],[0.6,0.5]]}]}"#
        let file = try folder.file("points.ndjson", point + collection)
        let outcome = try await Program.run(
            ["fence", "--fences", file, "--feed", "-", "--track-field", "ship", "--buffer", "100"], input: Array(Self.fixes.utf8))
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        #expect(outcome.lines.filter { $0.contains("entered") }.count == 2 && outcome.lines.count == 4)
        let none = try await Program.run(["fence", "--fences", file, "--feed", "-"], input: [])
        #expect(none.ending == .exited(1) && none.errors.contains("--buffer"))
    }

    @Test(
        "nonsense values are bad usage, with one sentence",
        arguments: [
            (["--buffer", "-1"], "--buffer"), (["--buffer", "nan"], "--buffer"), (["--dwell", "-5"], "--dwell"),
            (["--silence", "1e300"], "--silence"), (["--allowed-lateness", "inf"], "--allowed-lateness"),
            (["--maximum-gap", "5"], "--detection path"), (["--accuracy-field", "r"], "--accuracy geometry-with-accuracy"),
            (["--detection", "path", "--accuracy", "geometry-with-accuracy"], "--accuracy"), (["--speed-above", "-1"], "--speed-above"),
            (["--speed-hysteresis", "1"], "--speed-above"), (["--speed-field", "v"], "--speed-above"),
            (["--relationship", "near"], "enter-contains-exit-does-not-contain"),
        ])
    func nonsense(options: [String], text: String) async throws {
        let outcome = try await Program.run(["fence", "--fences", fences, "--feed", "-"] + options, input: [])
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains(text))
    }

    @Test("the short way and the full decoder write the same: a filter that takes everything changes nothing")
    func bothWays() async throws {
        let fences = try folder.file("many.geojson", Worlds.randomFences(40, seed: 5))
        let feed = try folder.file("feed.ndjson", Worlds.randomFeed(6_000, tracks: 30, seed: 6))
        let short = try await Program.run("fence", "--fences", fences, "--feed", feed)
        let full = try await Program.run("fence", "--fences", fences, "--feed", feed, "--filter", "true")
        #expect(short.lines.count > 1_000)
        #expect(short.output == full.output && short.errors == full.errors)
    }

    @Test("a table with quotes goes on as rows of more than one line")
    func quotedTable() async throws {
        let rows = (0..<3_000).map { "a\($0 % 7),\(Double($0 % 90) / 10),1,\(1_777_637_000 + $0)" }
        let plain = "id,lon,lat,time\n" + rows.joined(separator: "\n") + "\n"
        var quoted = rows
        quoted[2_500] = "\"a\n1\",1,1,\(1_777_637_000 + 2_500)"
        let table = "id,lon,lat,time\n" + quoted.joined(separator: "\n") + "\nbroken\n"
        let expected = try await Program.run("fence", "--fences", fences, "--feed", "-", input: plain)
        let outcome = try await Program.run("fence", "--fences", fences, "--feed", "-", input: table)
        #expect(expected.lines.count > 100)
        #expect(outcome.lines.prefix(expected.lines.count / 2) == expected.lines.prefix(expected.lines.count / 2))
        #expect(outcome.text.contains(#""track":"a\n1""#) && outcome.badLines == [3_003])
    }

    @Test("runs over the pieces of a feed, with --state, write together what one run would")
    func state() async throws {
        let fences = try folder.file("many.geojson", Worlds.randomFences(40, seed: 8))
        let lines = Worlds.randomFeed(2_000, tracks: 20, seed: 9).split(separator: "\n").map { "\($0)\n" }
        let whole = try await Program.run(
            "fence", "--fences", fences, "--feed", "-", "--state", "\(folder.path)/whole", input: lines.joined())
        #expect(whole.ending == .exited(0) && whole.lines.count > 300)
        var together = ""
        var start = 0
        for (piece, end) in [1, 700, 701, 1_500, lines.count].enumerated() {
            let outcome = try await Program.run(
                "fence", "--fences", fences, "--feed", "-", "--state", "\(folder.path)/pieces", "--threads", "\(piece % 3 + 1)",
                input: lines[start..<end].joined())
            #expect(outcome.ending == .exited(0))
            together += outcome.text
            start = end
        }
        #expect(together == whole.text)
        let other = try await Program.run(
            "fence", "--fences", fences, "--feed", "-", "--state", "\(folder.path)/pieces", "--dwell", "5", input: "")
        #expect(other.ending == .exited(2) && other.errors.contains("pieces"))
        let damaged = try folder.file("damaged", "no state")
        let refused = try await Program.run("fence", "--fences", fences, "--feed", "-", "--state", damaged, input: "")
        #expect(refused.ending == .exited(1) && refused.errors.contains("damaged"))
    }
}
