// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Help", .timeLimit(.minutes(10)))
struct HelpTests {
    private static let reading = ["--format", "--track-field", "--time-field", "--lon-field", "--lat-field", "--strict", "--stats"]

    /// The options of the contract, and words that say what holds without them, and in what unit.
    private static let promises: [String: (options: [String], words: [String])] = [
        "fence": (
            ["--fences", "--feed", "--rule", "--fence-id-field", "--threads"] + reading,
            [
                "enter-or-exit", "one for each core", "geojson", "esrijson", "csv", "seconds or milliseconds", "RFC 3339", "MMSI",
                "standard input",
            ]
        ),
        "query": (
            [
                "--feed", "--where", "--geometry", "--relationship", "--within-distance", "--track-ids", "--nearest", "--as-of",
            ] + reading, ["Default: any", "standard input", "degrees", "metres", "intersects", "RFC 3339"]
        ),
        "decode": (reading, ["standard input", "default: -", "degrees"]),
        "serve": (
            ["--config", "--feed", "--location", "--fences", "--port", "--bind", "--rate", "--insecure-public"],
            ["8080", "127.0.0.1", "/healthz", "SIGTERM"]
        ),
        "demo": (
            ["--port", "--bind", "--tracks", "--seed", "--rate", "--iss-url"], ["8080", "127.0.0.1", "default: 186", "hertz", "/metrics"]
        ),
        "snapshot": (
            ["--config", "--url", "--view", "--size", "--scale", "--theme", "--wait", "--out", "--browser"],
            ["1200x800", "light or dark", "seconds", "default: 10", "default: 1200x800", "degrees", "Chromium", "pixels"]
        ),
        "simulate": (
            ["--tracks", "--seconds", "--seed", "--rate", "--format"],
            ["air-traffic", "default: 100", "default: 60", "default: 1", "hertz", "geojson"]
        ),
    ]

    @Test("of each command names its options, their defaults and their units", arguments: promises.keys.sorted())
    func commands(command: String) async throws {
        let promise = try #require(Self.promises[command])
        let outcome = try await Program.run(command, "--help")
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for option in promise.options { #expect(text.contains("\(option) ") || text.contains("\(option)]"), "\(option)") }
        for word in promise.words { #expect(text.contains(word), "\(word)") }
        #expect(try await Program.run("help", command).text == outcome.text)
    }

    @Test("of the program names its commands and what its exit status means")
    func program() async throws {
        for arguments in [["--help"], ["-h"], ["help"], []] {
            let outcome = try await Program.run(arguments)
            #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
            for command in Self.promises.keys { #expect(outcome.text.contains("  \(command)  "), "\(command)") }
            #expect(outcome.text.contains("Exit status: 0") && outcome.text.contains("130"))
        }
    }

    @Test("and the version is one line")
    func version() async throws {
        let outcome = try await Program.run("--version")
        #expect(outcome.ending == .exited(0) && outcome.text.wholeMatch(of: /\d+\.\d+\.\d+[^\n]*\n/) != nil)
    }

    @Test("is offered where a command is not known")
    func unknown() async throws {
        let outcome = try await Program.run("fly")
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains("fly") && outcome.errors.contains("vedette --help"))
    }
}
