// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// What a feed of any length may cost in memory.
@Suite("Records that are too long", .timeLimit(.minutes(10)))
struct LongRecordTests {
    private static let mebibyte = 1 << 20
    /// More than the limit of one record many times over, less than a test may take.
    private static let length = 64

    /// Streams a feed with one record of `length` MiB in its middle; says what came of it and the most memory it took.
    private func stream(_ arguments: [String], _ beginning: String, _ filling: String, _ end: String, length: Int) async throws -> (
        outcome: Program.Outcome, peak: Int
    ) {
        let piece = Array(String(repeating: filling, count: Self.mebibyte / filling.utf8.count).utf8)
        return try await Program.start(arguments) { running in
            try running.write(beginning)
            for _ in 0..<length { try running.write(piece) }
            try running.write(end)
            // Most of it is done, and the rest is as long as what is behind: now the peak can be read, at the end no more.
            let peak = running.peakResidentBytes ?? 0
            running.closeInput()
            let ending = try running.finish()
            return (
                Program.Outcome(ending: ending, output: running.output, errors: String(decoding: running.errors, as: UTF8.self)), peak
            )
        }
    }

    @Test("one of 64 MiB is passed over with its line, and not kept", arguments: ReadingCommand.all)
    func lines(command: ReadingCommand) async throws {
        let folder = try TemporaryFolder()
        let arguments = try command.arguments("-", in: folder)
        let beginning = command.format.preamble + command.format.good("a")
        let opening = command.format == .csv ? "" : #"{"type":"Feature","attributes":{"v":""#
        let end = "\n" + command.format.good("b")
        let short = try await stream(arguments, beginning + opening, "x", end, length: 0)
        let long = try await stream(arguments, beginning + opening, "x", end, length: Self.length)
        let line = command.format == .csv ? 3 : 2
        #expect(long.outcome.ending == .exited(0) && long.outcome.badLines == [line] && long.outcome.lines.count == 2)
        #expect(long.outcome.errors.contains("longer than"))
        #expect(long.peak < short.peak + 64 * Self.mebibyte, "\(long.peak) bytes, against \(short.peak)")
    }

    @Test("a feature of 32 MiB in a collection, and a quote of 32 MiB that is never closed, are passed over, and not kept")
    func others() async throws {
        let collection = try await stream(
            ["decode"], #"{"features":["# + Worlds.feature("a", "1", "1") + ",\n" + #"{"v":""#, "x",
            "\"},\n" + Worlds.feature("b", "1", "1") + "]}",
            length: 32)
        #expect(collection.outcome.ending == .exited(0) && collection.outcome.badLines == [3] && collection.outcome.lines.count == 2)
        let quote = try await stream(["decode"], "id,lon,lat\na,1,1\nb,\"", "x", "\nc,1,1\n", length: 32)
        #expect(quote.outcome.ending == .exited(0) && quote.outcome.badLines == [3] && quote.outcome.lines.count == 2)
        for peak in [collection.peak, quote.peak] { #expect(peak < 150 * Self.mebibyte, "\(peak) bytes") }
    }

    @Test("a feed that begins with 32 MiB of nothing that is known is refused before its end")
    func beginning() async throws {
        for filling in ["x", "\u{0}", "\"", "[", "{"] {
            let result = try await stream(["decode"], "", filling, "", length: 32)
            #expect(result.outcome.ending == .exited(filling == "{" ? 0 : 2), "\(filling)")
            #expect(result.outcome.errors.contains("line 1: ") && result.outcome.output.isEmpty)
            #expect(result.peak < 150 * Self.mebibyte, "\(result.peak) bytes for \(filling)")
        }
    }

    @Test("--stats tells the memory of the command, not that of whoever started it")
    func peak() async throws {
        let limit = 32 * Self.mebibyte
        try await Program.start(["decode", "--stats"]) { running in
            try running.write(Worlds.feature("a", "1", "1"))
            try running.read { !$0.output.isEmpty }
            let seen = running.peakResidentBytes
            running.closeInput()
            _ = try running.finish()
            let outcome = Program.Outcome(ending: .exited(0), output: [], errors: String(decoding: running.errors, as: UTF8.self))
            let told = Int(try #require(outcome.statistics?["peakResidentBytes"]))
            #expect(told > 1 << 20)
            if let seen { #expect(abs(told - seen) < limit, "\(told) bytes, \(seen) seen") }
        }
    }
}
