// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@Suite("Lines of files and streams", .timeLimit(.minutes(10)))
struct LinesTests {
    private func lines(_ bytes: [UInt8]) async throws -> [String] {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var (ofURL, ofBytes, ofHandle): ([String], [String], [String]) = ([], [], [])
        for try await line in url.lines { ofURL.append(line) }
        let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
        bytes.forEach { continuation.yield($0) }
        continuation.finish()
        for try await line in stream.lines { ofBytes.append(line) }
        let handle = try FileHandle(forReadingFrom: url)
        for try await line in handle.bytes.lines { ofHandle.append(line) }
        #expect(ofURL == ofBytes)
        #expect(ofURL == ofHandle)
        return ofURL
    }

    @Test(
        "lines end with a line feed, a carriage return or both, and empty ones are left out",
        arguments: [
            ("", []), ("\n", []), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n\r\nc", ["a", "b", "c"]), ("\n\na\rb\n\n", ["a", "b"]),
            ("grüß\n🛰️", ["grüß", "🛰️"]), (" \n", [" "]),
        ] as [(String, [String])])
    func ends(text: String, expected: [String]) async throws {
        #expect(try await lines(Array(text.utf8)) == expected)
    }

    @Test("lines longer than a block come whole, and what is not UTF-8 is replaced")
    func long() async throws {
        let long = String(repeating: "x", count: 200_000)
        #expect(try await lines(Array("a\n\(long)\nb".utf8)) == ["a", long, "b"])
        #expect(try await lines([0x61, 0xFF, 0x0A]) == ["a\u{FFFD}"])
    }

    @Test("a line of more than 16 MiB is refused")
    func tooLong() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)")
        try Data(repeating: 0x61, count: (16 << 20) + 1).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        await #expect(throws: FeedError.self) { for try await _ in url.lines {} }
    }

    @Test("what cannot be opened says why")
    func missing() async {
        let addresses = ["file:///nowhere/at/all", "gopher://example.org/"]
        for address in addresses.compactMap(URL.init(string:)) {
            await #expect(throws: FeedError.self) { for try await _ in address.lines {} }
        }
    }
}
