// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("vedette snapshot", .timeLimit(.minutes(10)))
struct SnapshotCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("feed.ndjson", Worlds.feature("a", "0.5", "0.5"))
        _ = try folder.file("serve.yaml", "sources:\n  - name: Things\n    feed: feed.ndjson\n")
    }

    @Test(
        "bad usage ends it with status 2 and says what may be",
        arguments: [
            (["--out", "x.png"], "either --config FILE or --url"), (["--config", "serve.yaml"], "--out"),
            (["--config", "serve.yaml", "--url", "http://127.0.0.1:1/", "--out", "x.png"], "--config and --url are two things to show"),
            (["--url", "file:///etc/passwd", "--out", "x.png"], "http"),
            (["--config", "serve.yaml", "--out", "x.png", "--size", "1200"], "8192"),
            (["--config", "serve.yaml", "--out", "x.png", "--size", "9999x10"], "8192"),
            (["--config", "serve.yaml", "--out", "x.png", "--view", "0,91,3"], "LONGITUDE,LATITUDE,ZOOM"),
            (["--config", "serve.yaml", "--out", "x.png", "--view", "nan,0,3"], "LONGITUDE,LATITUDE,ZOOM"),
            (["--config", "serve.yaml", "--out", "x.png", "--theme", "sepia"], "light or dark"),
            (["--config", "serve.yaml", "--out", "x.png", "--scale", "0"], "1 to 4"),
            (["--config", "serve.yaml", "--out", "x.png", "--browser", "nowhere/chromium"], "nowhere/chromium"),
        ])
    func usage(arguments: [String], expected: String) async throws {
        let outcome = try await Program.run(["snapshot"] + arguments)
        #expect(outcome.ending == .exited(2) && outcome.output.isEmpty)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test("a browser that ends at once, or is none, ends it with status 1 and what it said")
    func badBrowser() async throws {
        let script = try folder.file("browser", "#!/bin/sh\necho 'no display here' >&2\nexit 3\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let config = folder.path + "/serve.yaml"
        let outcome = try await Program.run(["snapshot", "--config", config, "--out", "-", "--browser", script])
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
        #expect(outcome.errors.contains("no display here"), "\(outcome.errors)")
    }
}
