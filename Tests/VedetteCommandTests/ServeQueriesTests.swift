// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Queries that vedette serve offers", .timeLimit(.minutes(10)))
struct ServeQueriesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5"))
    }

    private static let source = "sources:\n  - name: Things\n    feed: feed.ndjson\n    queries:\n      - "

    @Test(
        "a wrong query ends it with status 2 and says where it is wrong",
        arguments: [
            ("where: x > 1\n", "name"), ("{ name: Q, colour: red }\n", "colour"), ("{ name: Q, where: \"x >\" }\n", "offset 3"),
            ("{ name: Q, circle: { center: [0, 0], radius: 0 } }\n", "radius"),
            ("{ name: Q, circle: { center: [0, 99], radius: 1 } }\n", "center"),
            ("{ name: Q, circle: { center: [0, 0], radius: 1, unit: ell } }\n", "unit"),
            ("{ name: Q, circle: { center: [0, 0] } }\n", "radius"),
            ("{ name: Q, where: \"id = {parameter}\" }\n", "parameter"), ("{ name: Q, parameter: { name: Id } }\n", "parameter"),
            ("{ name: Q, track-ids: [\"{parameter}\"], parameter: { example: x } }\n", "name"),
        ])
    func wrong(text: String, expected: String) async throws {
        let file = try folder.file("serve.yaml", Self.source + text)
        let outcome = try await Program.run("serve", "--config", file, "--port", "0")
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains("queries[0]") && outcome.errors.contains(expected), "\(outcome.errors)")
    }
}
