// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("The views of a configuration of vedette serve", .timeLimit(.minutes(2)))
struct ServeViewsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5"))
    }

    private static let sources = "sources:\n  - {name: A, feed: feed.ndjson}\n  - {name: B, feed: feed.ndjson}\nviews:\n"

    @Test(
        "a wrong view ends it with status 2 and says what is wrong",
        arguments: [
            ("  - {title: T}\n", ["views[0]", "path"]), ("  - {path: a, colour: red}\n", ["views[0]", "colour", "shared-viewpoint"]),
            ("  - {path: a, read-only: perhaps}\n", ["views[0].read-only"]),
            ("  - {path: a, view: {center: [0, 99]}}\n", ["views[0].view"]),
            ("  - {path: a, sources: [C]}\n", ["\"a\"", "\"C\"", "A, B"]), ("  - {path: a, fences: [gate]}\n", ["\"gate\"", "none"]),
            ("  - {path: a, locations: [Truck]}\n", ["\"Truck\"", "none"]), ("  - {path: a, sources: []}\n", ["\"a\"", "nothing"]),
            ("  - {path: a/b}\n", ["a/b", "letters"]), ("  - {path: live}\n", ["live"]), ("  - {path: a}\n  - {path: a}\n", ["two views"]),
        ])
    func wrong(text: String, expected: [String]) async throws {
        let file = try folder.file("serve.yaml", Self.sources + text)
        let outcome = try await Program.run("serve", "--config", file, "--port", "0")
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        for part in expected { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    }
}
