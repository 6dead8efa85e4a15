// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How commands end that somebody ends.
@Suite("Interruptions and closed pipes", .timeLimit(.minutes(10)))
struct EndingTests {
    let folder: TemporaryFolder
    let fence: [String]

    init() throws {
        folder = try TemporaryFolder()
        fence = ["fence", "--fences", try folder.file("zones.geojson", Worlds.fences), "--feed", "-"]
    }

    /// A track that enters and exits all the time.
    private static let restless = (0..<500).map { Worlds.feature("t", $0 % 2 == 0 ? "0.5" : "20", "0.5") }.joined()

    @Test("events come while the feed is still open, and SIGINT ends it with status 130 and whole lines")
    func interruption() async throws {
        try await Program.start(fence + ["--stats"]) { running in
            try running.write(Worlds.feature("t", "0.5", "0.5"))
            try running.read { $0.output.last == UInt8(ascii: "\n") }
            for _ in 0..<20 { try running.write(Self.restless) }
            running.send(SIGINT)
            #expect(try running.finish() == .exited(130))
            let outcome = Program.Outcome(
                ending: .exited(130), output: running.output, errors: String(decoding: running.errors, as: UTF8.self))
            #expect(outcome.output.last == UInt8(ascii: "\n"))
            #expect(outcome.lines.allSatisfy { $0.hasPrefix(#"{"id":""#) && $0.hasSuffix("}") })
            // Counts are said on the way out as well.
            #expect(outcome.statistics?["fences"] == 2)
        }
    }

    @Test("every command that reads ends with status 130 on SIGINT", arguments: [["decode"], ["query", "--feed", "-"]])
    func interruption(command: [String]) async throws {
        try await Program.start(command) { running in
            // A bad line is answered at once: then it reads, and listens to signals.
            try running.write(Worlds.feature("a", "1", "1") + "nonsense\n" + Worlds.feature("a", "1", "1"))
            try running.read { !$0.errors.isEmpty }
            running.send(SIGINT)
            #expect(try running.finish() == .exited(130))
        }
    }

    @Test("whoever interrupts twice is obeyed even where nobody reads the output")
    func stuck() async throws {
        try await Program.start(["simulate", "air-traffic", "--tracks", "1000", "--seconds", "1000"], hasInput: false) { running in
            try running.read { !$0.output.isEmpty }
            // Now the pipe fills up, and the command waits for room in it.
            for _ in 0..<100 {
                running.send(SIGINT)
                if let ending = running.endingNow {
                    #expect(ending == .signalled(SIGINT) || ending == .exited(130))
                    return
                }
                _ = poll(nil, 0, 20)
            }
            Issue.record("it goes on after a hundred interruptions")
        }
    }

    @Test("SIGTERM ends a filter at once")
    func termination() async throws {
        try await Program.start(fence) { running in
            try running.write(Worlds.feature("t", "0.5", "0.5"))
            try running.read { !$0.output.isEmpty }
            running.send(SIGTERM)
            #expect(try running.finish() == .signalled(SIGTERM))
        }
    }

    @Test("a reader who has had enough ends it without a word", arguments: [["simulate"], ["decode"], ["fence"]])
    func closedPipe(command: [String]) async throws {
        let feed = try folder.file("feed.ndjson", String(repeating: Self.restless, count: 40))
        let arguments: [String] =
            switch command {
            case ["simulate"]: ["simulate", "air-traffic", "--tracks", "1000", "--seconds", "1000"]
            case ["decode"]: ["decode", feed]
            default: Array(fence.dropLast()) + [feed]
            }
        // Where the signal is ignored, as what reads from the network makes it, writing fails instead: the end is the same.
        for ignoresSIGPIPE in [false, true] {
            try await Program.start(arguments, hasInput: false, ignoresSIGPIPE: ignoresSIGPIPE) { running in
                try running.read { $0.output.contains(UInt8(ascii: "\n")) }
                running.closeOutput()
                #expect(try running.finish() == .signalled(SIGPIPE))
                #expect(running.errors.isEmpty)
            }
        }
    }

    @Test("a standard stream that is closed is one that is empty, or that nobody reads")
    func closedStreams() async throws {
        let feed = try folder.file("feed.ndjson", Self.restless)
        let noInput = try await Program.shell(#""$0" decode - <&-"#)
        #expect(noInput.ending == .exited(0) && noInput.output.isEmpty && noInput.errors.contains("standard input is empty"))
        let noOutput = try await Program.shell(#""$0" decode '\#(feed)' >&-"#)
        #expect(noOutput.ending == .exited(0) && noOutput.errors.isEmpty)
        let nothing = try await Program.shell(#""$0" decode '\#(feed)' <&- >&- 2>&-"#)
        #expect(nothing.ending == .exited(0))
    }

    @Test("output that cannot be written ends it with status 1 and the reason")
    func fullDisk() async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let feed = try folder.file("feed.ndjson", Self.restless)
        let outcome = try await Program.run(["decode", feed], output: "/dev/full")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.errors.hasPrefix("vedette: standard output cannot be written: "))
    }
}
