// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("vedette simulate", .timeLimit(.minutes(10)))
struct SimulateCommandTests {
    private func traffic(_ options: String...) async throws -> Program.Outcome {
        let outcome = try await Program.run(["simulate", "air-traffic"] + options)
        #expect(outcome.ending == .exited(0) && outcome.errors.isEmpty)
        return outcome
    }

    @Test("the same seed gives the same bytes, another seed others")
    func seeds() async throws {
        let first = try await traffic("--tracks", "20", "--seconds", "30", "--seed", "7")
        #expect(try await traffic("--tracks", "20", "--seconds", "30", "--seed", "7").output == first.output)
        #expect(try await traffic("--tracks", "20", "--seconds", "30", "--seed", "7", "--format", "geojson").output == first.output)
        #expect(try await traffic("--tracks", "20", "--seconds", "30", "--seed", "8").output != first.output)
        #expect(first.lines.count == 600)
    }

    @Test("as many tracks, seconds and reports a second as asked for")
    func amounts() async throws {
        for (tracks, seconds, rate, count) in [("3", "4", "1", 12), ("5", "4", "2", 40), ("1", "0", "1", 0), ("2", "10", "0.5", 10)] {
            let outcome = try await traffic("--tracks", tracks, "--seconds", seconds, "--rate", rate)
            #expect(outcome.lines.count == count, "\(tracks) tracks, \(seconds) seconds, \(rate) hertz")
        }
        let outcome = try await traffic("--tracks", "3", "--seconds", "4")
        let flights = try outcome.lines.map { line in
            let feature = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return try #require(feature["id"] as? String)
        }
        #expect(Set(flights).count == 3)
        #expect(outcome.text.contains("2026-01-01T00:00:03.000Z") && !outcome.text.contains("2026-01-01T00:00:04.000Z"))
        let longer = try await traffic("--tracks", "3", "--seconds", "6")
        #expect(longer.text.hasPrefix(outcome.text), "a longer run begins with the shorter one")
    }

    @Test("other commands read it without a complaint")
    func isReadable() async throws {
        let outcome = try await traffic("--tracks", "10", "--seconds", "20")
        let decoded = try await Program.run("decode", "--strict", input: outcome.text)
        #expect(decoded.ending == .exited(0) && decoded.lines.count == 200 && decoded.errors.isEmpty)
        let latest = try await Program.run("query", "--feed", "-", input: outcome.text)
        #expect(latest.lines.count == 10)
        #expect(latest.lines.allSatisfy { $0.contains(#""time":"2026-01-01T00:00:19.000Z""#) })
    }

    @Test(
        "bad usage ends it with status 2",
        arguments: [
            ([], "world"), (["submarines"], "air-traffic"), (["air-traffic", "--tracks", "0"], "--tracks"),
            (["air-traffic", "--seconds=-1"], "--seconds"), (["air-traffic", "--seconds", "nan"], "--seconds"),
            (["air-traffic", "--rate", "0"], "--rate"), (["air-traffic", "--rate", "inf"], "--rate"),
            (["air-traffic", "--seed=-1"], "--seed"), (["air-traffic", "--seed", "18446744073709551616"], "--seed"),
            (["air-traffic", "--format", "csv"], "geojson"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(["simulate"] + arguments)
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty && outcome.errors.contains(text))
    }
}
